"""Sheets of pieces to cut out, read back: which words stand in which piece, and where it would be cut."""

from __future__ import annotations

from campaigns.documents.cards.cutting import Grid
from campaigns.documents.kit.parts import Box
from campaigns.documents.kit.styles import Paper
from tests.campaigns.documents import reading
from tests.campaigns.documents.hostile import covered
from tests.campaigns.documents.reading import Words

HAIR = 0.3
"""Points of a letter's rounding that may be over."""


def holds(box: Box, words: Words, aside: float = 0) -> bool:
    """The words lie in ``box`` and keep ``aside`` from its edges."""
    inner = box.inset(aside - HAIR, aside - HAIR)
    return inner.x <= words.left and words.right <= inner.right and inner.y <= words.bottom and words.top <= inner.top


def pieces_of(document: bytes, grid: Grid, paper: Paper) -> list[list[list[Words]]]:
    """The words of each piece of each page, pieces in reading order. Words beside the pieces are left out.

    Fails if words lie neither in one piece nor outside them all.
    """
    found: list[list[list[Words]]] = []
    frame = grid.frame(paper)
    cells = [grid.cell(paper, number, is_back=False) for number in range(grid.size)]
    for page in reading.pages_of(document):
        inside = [each for each in page.words if each.top > frame.y and each.bottom < frame.top]
        here: list[list[Words]] = [[each for each in inside if holds(cell, each)] for cell in cells]
        lost = [each for each in inside if not any(each in piece for piece in here)]
        assert lost == [], f"over the edge of a piece: {lost[:3]}"
        found.append(here)
    return found


def text_of(piece: list[Words]) -> str:
    """What is written on a piece."""
    return " ".join(words.text.strip() for words in piece)


def assert_safe(document: bytes, grid: Grid, paper: Paper, aside: float) -> None:
    """No word comes nearer than ``aside`` points to a cut, and none lies on another or beside the paper."""
    cells = [grid.cell(paper, number, is_back=False) for number in range(grid.size)]
    for page in pieces_of(document, grid, paper):
        for cell, piece in zip(cells, page, strict=True):
            near = [words for words in piece if not holds(cell, words, aside)]
            assert near == [], f"too near to a cut: {near[:3]}"
            assert list(covered(piece)) == [], "words over words"

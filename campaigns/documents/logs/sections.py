"""The sections that give Victory Points, in a narrow column: what rulebook they are of is said once, over the lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from campaigns.documents.kit import styles
from campaigns.documents.kit.text import measure, printable
from config.common.vocabulary import rulebook_and_section

NARROW: Final = 26.0
AIR: Final = 6.0
"""Beside the words of a column."""


@dataclass(frozen=True, slots=True)
class Sections:
    """``lines`` are what stands beside each award; ``aside`` what stands beside the heading."""

    lines: tuple[str, ...]
    aside: str

    def width(self, most: float) -> float:
        """What the column needs, and no more than ``most``."""
        widths = (measure(printable(line), styles.CELL_ITALIC, styles.CELL_ITALIC.size) for line in self.lines)
        return min(max(widths, default=0.0) + AIR, most) if any(self.lines) else NARROW


def sections(told: Sequence[str]) -> Sections:
    """Sections as records name them, short.

    >>> sections(["WBY 4.9.3", "WBY 13.1"])
    Sections(lines=('4.9.3', '13.1'), aside='each with its section of Wild Blue Yonder')
    >>> sections(["WBY 13.1", "Supplement 24.7"])
    Sections(lines=('W 13.1', 'S 24.7'), aside='each with its section of Wild Blue Yonder (W) or the Supplement (S)')
    """
    read = [rulebook_and_section(each) for each in told]
    books = tuple(dict.fromkeys(book for book, _ in read if book))
    if not books:
        return Sections(tuple(told), "and the section that gives them")
    marks = _marks(books)
    named = [_named(book) + (f" ({marks[book]})" if marks[book] else "") for book in books]
    lines = tuple(f"{marks.get(book, '')} {section}".strip() for book, section in read)
    return Sections(lines, f"each with its section of {' or '.join(named)}")


def _marks(books: Sequence[str]) -> dict[str, str]:
    """What stands for each where there is more than one: its first letter, or those of its words."""
    if len(books) == 1:
        return {books[0]: ""}
    first = {book: book[0] for book in books}
    if len(set(first.values())) == len(books):
        return first
    return {book: "".join(word[0] for word in book.split()) for book in books}


def _named(book: str) -> str:
    return f"the {book}" if book == "Supplement" else book

"""What every document keeps, whatever it prints."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import pytest
from pypdf import PdfReader
from pypdf.generic import Destination

from campaigns.documents.kit.styles import PAPERS, Paper
from tests.campaigns.documents import pictures
from tests.campaigns.documents.reading import reader, whole_text_of

PICTURED: Final = 3
"""Of a longer document only the first pages are compared with pictures, unless told."""
APPROVING: Final = "APPROVE_PICTURES"
"""In the environment the names of the pictures that are written anew before they are compared; empty: all."""

Make = Callable[[Paper], bytes]


def assert_promises(
    name: str,
    make: Make,
    *,
    pages: int,
    outline: Sequence[str],
    words: Sequence[str],
    landscape: bool = False,
    pictured: Sequence[int] = (),
    on_letter: int | None = None,
) -> None:
    """``make`` keeps what every document promises, on both papers.

    It has ``pages`` pages with labels (``on_letter`` where letter paper needs another number), an ``outline`` (titles,
    nested ones after the one that holds them), ``words`` somewhere in its text, a title, a language, tagged titles,
    embedded faces, the same bytes from run to run; and its pages on A4 look as their approved pictures do.
    """
    made = {paper: make(paper) for paper in PAPERS}
    assert make("A4") == made["A4"], "two runs give different bytes"
    for paper, document in made.items():
        read = reader(document)
        wanted = on_letter if on_letter is not None and paper == "letter" else pages
        assert len(read.pages) == wanted, f"{len(read.pages)} pages on {paper}"
        size = PAPERS[paper][::-1] if landscape else PAPERS[paper]
        assert all(
            (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(size, abs=0.1)
            for page in read.pages
        )
        assert list(titles(read.outline)) == list(outline)
        told = whole_text_of(document)
        missing = [each for each in words if each not in told]
        assert not missing, f"{missing} not in: {told[:2000]}"
        assert read.metadata is not None
        assert read.metadata.title
        assert str(read.root_object["/Lang"]) == "en-GB"
        assert len(set(read.page_labels)) == wanted
        assert "H1" in kinds(read), "no title is tagged as one"
        assert not any(page._get_fonts()[1] for page in read.pages), "a face is not embedded"
    shown = tuple(pictured) or tuple(range(1, min(pages, PICTURED) + 1))
    approving = os.environ.get(APPROVING)
    if approving is not None and (not approving or name in approving.split()):
        pictures.APPROVED.mkdir(exist_ok=True)
        for page, picture in pictures.pictures(made["A4"], shown):
            picture.save(pictures.path_of(name, page), optimize=True)
    pictures.assert_approved(name, made["A4"], shown)


def titles(entries: Sequence[Any]) -> Iterator[str]:
    """The titles of an outline in the order in which a reader sees them."""
    for entry in entries:
        if isinstance(entry, Destination):
            yield str(entry.title)
        else:
            yield from titles(entry)


def kinds(read: PdfReader) -> list[str]:
    """What the pieces of the document are tagged as, in order: ``H1``, ``P``, ``Figure``."""
    root: Any = read.root_object["/StructTreeRoot"].get_object()
    whole = root["/K"].get_object()
    return [str(piece.get_object()["/S"])[1:] for piece in whole["/K"]]

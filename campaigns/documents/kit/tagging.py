"""The structure of a document for those who hear it: which text is a title, which a picture, which only decoration.

ReportLab writes no structure. What is drawn on a page between ``begin_page`` and ``end_page`` is text, in the order in
which it was drawn; ``title`` and ``figure`` take what is drawn inside them out of it. What is drawn outside, as heads
and feet of pages are, is decoration. [ISO 32000-1 14.6 to 14.8]
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFObjectReference,
    PDFPage,
    PDFString,
    PDFtrue,
)
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Frame

from campaigns.documents.kit.text import printable

TEXT: Final = "P"
DEEPEST: Final = 6


class Structure:
    """What is marked on the pages of one document."""

    def __init__(self) -> None:
        self.pages: list[list[tuple[str, str]]] = []
        """Of each page each piece: what it is, and its description if it is a picture."""
        self.is_open = False

    def open(self, canvas: Canvas, kind: str, description: str = "") -> None:
        """Mark what is drawn from here on."""
        pieces = self.pages[-1]
        inner(canvas)._code.append(f"/{kind} <</MCID {len(pieces)}>> BDC")
        pieces.append((kind, description))
        self.is_open = True

    def close(self, canvas: Canvas) -> None:
        """The marked piece ends."""
        inner(canvas)._code.append("EMC")
        self.is_open = False

    def write(self, canvas: Canvas) -> None:
        """Put the structure into the document; every page has been shown."""
        document = inner(canvas)._doc
        root_name, book_name = "structure", "structure-document"
        root, book = PDFObjectReference(root_name), PDFObjectReference(book_name)
        elements: list[PDFObjectReference] = []
        parents: list[object] = []
        for number, (page, pieces) in enumerate(zip(document.Pages.pages, self.pages, strict=True)):
            on = document.Reference(page)
            own = [_element(canvas, f"structure-{number}-{n}", book, on, n, *piece) for n, piece in enumerate(pieces)]
            parents += [number, document.Reference(PDFArray(own), f"structure-{number}")]
            elements += own
            page.__Defaults__ = PDFPage.__Defaults__ | {"StructParents": number}
        tree = document.Reference(PDFDictionary({"Nums": PDFArray(parents)}))
        document.Reference(
            PDFDictionary(
                {"Type": PDFName("StructElem"), "S": PDFName("Document"), "P": root, "K": PDFArray(elements)}
            ),
            book_name,
        )
        document.Reference(
            PDFDictionary(
                {
                    "Type": PDFName("StructTreeRoot"),
                    "K": book,
                    "ParentTree": tree,
                    "ParentTreeNextKey": len(self.pages),
                }
            ),
            root_name,
        )
        document.Catalog.StructTreeRoot = root
        document.Catalog.MarkInfo = PDFDictionary({"Marked": PDFtrue})


def begin_page(canvas: Canvas) -> None:
    """A page begins: what is drawn now is its text."""
    structure = _structure(canvas)
    structure.pages.append([])
    structure.open(canvas, TEXT)


def end_page(canvas: Canvas) -> None:
    """The text of the page ends."""
    _structure(canvas).close(canvas)


@contextmanager
def title(canvas: Canvas, level: int) -> Iterator[None]:
    """What is drawn inside is a title; the document's own is of level 1."""
    with _piece(canvas, f"H{min(level, DEEPEST)}", ""):
        yield


@contextmanager
def figure(canvas: Canvas, description: str) -> Iterator[None]:
    """What is drawn inside is a picture, told in ``description``."""
    with _piece(canvas, "Figure", printable(description)):
        yield


@contextmanager
def _piece(canvas: Canvas, kind: str, description: str) -> Iterator[None]:
    structure = _structure(canvas)
    if not structure.is_open:
        yield
        return
    structure.close(canvas)
    structure.open(canvas, kind, description)
    yield
    structure.close(canvas)
    structure.open(canvas, TEXT)


def _structure(canvas: Canvas) -> Structure:
    drawn = inner(canvas)
    if not hasattr(drawn, "structure"):
        drawn.structure = Structure()
    structure: Structure = drawn.structure
    return structure


def inner(part: Canvas | Frame) -> Any:
    """Something of ReportLab's with those of its attributes that its types do not name."""
    return part


def write(canvas: Canvas) -> None:
    """Put the structure into the document; every page has been shown."""
    _structure(canvas).write(canvas)


def _element(
    canvas: Canvas,
    name: str,
    parent: PDFObjectReference,
    page: PDFObjectReference,
    number: int,
    kind: str,
    description: str,
) -> PDFObjectReference:
    entries = {"Type": PDFName("StructElem"), "S": PDFName(kind), "P": parent, "Pg": page, "K": number}
    if description:
        entries["Alt"] = PDFString(description)
    made: PDFObjectReference = inner(canvas)._doc.Reference(PDFDictionary(entries), name)
    return made

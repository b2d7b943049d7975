"""Reading a PDF back: its words with the rectangles they cover, and its rules.

Pages are read by PDFium, which is many times as quick as pypdf; the rest of a document (outline, labels, tags) by
pypdf. What was read of a document is kept for the tests' next question about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from ctypes import c_float, c_ushort, create_string_buffer
from dataclasses import dataclass
from functools import lru_cache, partial
from io import BytesIO
from itertools import pairwise
from typing import Any, Final, NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium
from pypdf import PdfReader
from pypdf.generic import Destination

from campaigns.documents.kit import fonts


@dataclass(frozen=True)
class Words:
    """Words written in one go, and the rectangle of their ink from the baseline to the height of capitals."""

    text: str
    left: float
    right: float
    bottom: float
    top: float
    face: str = ""
    is_spaced: bool = False
    """They were written with a space before them."""

    def is_centred_on(self, x: float, y: float) -> bool:
        """The middle of the words is at (x, y), give or take a point."""
        return abs((self.left + self.right) / 2 - x) < 1 and abs((self.bottom + self.top) / 2 - y) < 1

    def meets(self, other: Words) -> bool:
        """The two rectangles lie on one another, by more than what a slanted letter hangs over."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.top, other.top) - max(self.bottom, other.bottom)
        return across > 0.5 and down > 0.3


@dataclass(frozen=True)
class Rule:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float

    def cuts(self, words: Words) -> bool:
        """An upright rule goes through the words."""
        low, high = sorted((self.y1, self.y2))
        inside = words.left + 0.3 < self.x1 < words.right - 0.3
        return self.x1 == self.x2 and inside and low + 0.3 < words.top and high - 0.3 > words.bottom


KEPT: Final = 8
"""Documents of which it is remembered what was read."""
NO_SPACE: Final = 0.25
"""Of the height of capitals: words that follow one another more closely are one."""


class Page(NamedTuple):
    """What stands on a page, in the order in which it was written."""

    words: tuple[Words, ...]
    rules: tuple[Rule, ...]
    width: float
    height: float

    @property
    def text(self) -> str:
        """All words, one space between them."""
        told = ""
        for before, words in pairwise((None, *self.words)):
            assert words is not None
            goes_on = (
                before is not None
                and not words.is_spaced
                and abs(words.bottom - before.bottom) < 0.5
                and -1 < words.left - before.right < NO_SPACE * (words.top - words.bottom)
            )
            told += words.text if goes_on else f" {words.text}"
        return " ".join(told.split())


@lru_cache(maxsize=KEPT)
def reader(document: bytes) -> PdfReader:
    return PdfReader(BytesIO(document))


@lru_cache(maxsize=KEPT)
def pages_of(document: bytes) -> tuple[Page, ...]:
    """All that stands on the pages, in points from their lower left corners."""
    with closing(pypdfium2.PdfDocument(document)) as opened:
        return tuple(map(_page, opened))


def text_of(document: bytes, page: int = 1) -> str:
    """The words of a page, one space between them."""
    return pages_of(document)[page - 1].text


def whole_text_of(document: bytes) -> str:
    """The words of all pages."""
    return " ".join(page.text for page in pages_of(document))


def outline_of(document: bytes) -> list[str]:
    """The titles of the outline, which has one level."""
    return [str(entry.title) for entry in reader(document).outline if isinstance(entry, Destination)]


Matrix = tuple[float, float, float, float, float, float]
UNMOVED: Final[Matrix] = (1, 0, 0, 1, 0, 0)


def _page(page: Any) -> Page:
    words: list[Words] = []
    rules: list[Rule] = []
    with closing(page), closing(page.get_textpage()) as text:
        for drawn, at in _drawn(pdfium.FPDFPage_CountObjects(page), partial(pdfium.FPDFPage_GetObject, page)):
            kind = pdfium.FPDFPageObj_GetType(drawn)
            if kind == pdfium.FPDF_PAGEOBJ_TEXT:
                words += _words(drawn, text, at)
            elif kind == pdfium.FPDF_PAGEOBJ_PATH:
                rules += _rules(drawn, at)
        return Page(tuple(words), tuple(rules), *page.get_size())


def _drawn(count: int, get: Callable[[int], Any], around: Matrix = UNMOVED) -> Iterator[tuple[Any, Matrix]]:
    """Each thing that is drawn, with what moves it on the page; those of a form stand for the form."""
    for number in range(count):
        drawn = get(number)
        own = pdfium.FS_MATRIX()
        pdfium.FPDFPageObj_GetMatrix(drawn, own)
        at = _within((own.a, own.b, own.c, own.d, own.e, own.f), around)
        if pdfium.FPDFPageObj_GetType(drawn) == pdfium.FPDF_PAGEOBJ_FORM:
            inner = pdfium.FPDFFormObj_CountObjects(drawn)
            yield from _drawn(inner, partial(pdfium.FPDFFormObj_GetObject, drawn), at)
        else:
            yield drawn, at


def _within(own: Matrix, around: Matrix) -> Matrix:
    """Moved by ``own``, then by ``around``."""
    (a, b, c, d, e, f), (A, B, C, D, E, F) = own, around
    return a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F


def _words(drawn: Any, page: Any, at: Matrix) -> Iterator[Words]:
    length = pdfium.FPDFTextObj_GetText(drawn, page, None, 0)
    letters = (c_ushort * (length // 2))()
    pdfium.FPDFTextObj_GetText(drawn, page, letters, length)
    written = bytes(letters).decode("utf-16-le").rstrip("\0")
    text = written.strip()
    if not text:
        return
    font, size = pdfium.FPDFTextObj_GetFont(drawn), c_float()
    pdfium.FPDFTextObj_GetFontSize(drawn, size)
    name = create_string_buffer(pdfium.FPDFFont_GetBaseFontName(font, None, 0))
    pdfium.FPDFFont_GetBaseFontName(font, name, len(name))
    face = name.value.decode().split("+")[-1]
    rise = fonts.rise(face, size.value)
    left, low, right, high = c_float(), c_float(), c_float(), c_float()
    pdfium.FPDFPageObj_GetBounds(drawn, left, low, right, high)
    own = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(drawn, own)
    yield Words(text, at[4], at[4] + right.value - own.e, at[5], at[5] + rise, face, written[0].isspace())


def _rules(drawn: Any, at: Matrix) -> Iterator[Rule]:
    """The straight lines of a path, but not the sides of a rectangle."""
    a, b, c, d, e, f = at
    x, y = c_float(), c_float()
    corners: list[tuple[float, float]] = []
    lines: list[Rule] = []
    for number in range(pdfium.FPDFPath_CountSegments(drawn)):
        segment = pdfium.FPDFPath_GetPathSegment(drawn, number)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        point = (a * x.value + c * y.value + e, b * x.value + d * y.value + f)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            yield from () if _is_rectangle(corners) else lines
            corners, lines = [point], []
            continue
        if kind == pdfium.FPDF_SEGMENT_LINETO:
            lines.append(Rule(*corners[-1], *point))
        corners.append(point)
    yield from () if _is_rectangle(corners) else lines


def _is_rectangle(corners: list[tuple[float, float]]) -> bool:
    return len(corners) == 5 and all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(corners))

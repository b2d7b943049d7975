"""The faces of the documents: Fira Sans and Fira Sans Condensed, for Latin, Cyrillic and Greek.

The files stand in ``fonts/`` with their licence (SIL Open Font License 1.1). ReportLab embeds only the
glyphs that a document uses.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont, TTFontFace

FOLDER = Path(__file__).parent / "fonts"


class Family(NamedTuple):
    """The registered names of one family's four faces."""

    regular: str
    bold: str
    italic: str
    bold_italic: str


SANS = Family("FiraSans-Regular", "FiraSans-Bold", "FiraSans-Italic", "FiraSans-BoldItalic")
CONDENSED = Family(
    "FiraSansCondensed-Regular",
    "FiraSansCondensed-Bold",
    "FiraSansCondensed-Italic",
    "FiraSansCondensed-BoldItalic",
)

SUBSTITUTE = "\N{WHITE VERTICAL RECTANGLE}"
"""Printed where the faces have no glyph."""


def register() -> None:
    """Make the faces known to ReportLab, once a process; ``<b>`` and ``<i>`` then find their face."""
    _fonts()


def covers(character: str) -> bool:
    """Whether the faces can print ``character``. All eight hold the same characters."""
    return ord(character) in _face(SANS.regular).charToGlyph


def width(text: str, face: str, size: float) -> float:
    """The width of ``text`` in points."""
    register()
    return pdfmetrics.stringWidth(text, face, size)


def rise(face: str, size: float) -> float:
    """The height of a capital over the baseline in points."""
    return float(_face(face).capHeight) * size / 1000


@cache
def _fonts() -> dict[str, TTFont]:
    loaded = {face: TTFont(face, str(FOLDER / f"{face}.ttf")) for family in (SANS, CONDENSED) for face in family}
    for font in loaded.values():
        pdfmetrics.registerFont(font)
    for family in (SANS, CONDENSED):
        pdfmetrics.registerFontFamily(family.regular, *family)
    return loaded


@cache
def _face(name: str) -> TTFontFace:
    return _fonts()[name].face

"""The faces of the documents: Fira Sans for Latin, Cyrillic and Greek, BIZ UDPGothic for Japanese.

The files stand in ``fonts/`` with their licences (SIL Open Font License 1.1); that of the Japanese face holds only the
characters that Japanese text needs and the other faces lack. ReportLab embeds only the glyphs that a document uses.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

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
JAPANESE = Family("BIZUDPGothic-Regular", "BIZUDPGothic-Bold", "BIZUDPGothic-Regular", "BIZUDPGothic-Bold")
"""Japanese type knows no italics."""

_LOADING: Final = Lock()

SUBSTITUTE = "\N{WHITE VERTICAL RECTANGLE}"
"""Printed where the faces have no glyph."""


class Run(NamedTuple):
    """Characters of a text that one face prints."""

    face: str
    text: str


def register() -> None:
    """Make the faces known to ReportLab, once a process; ``<b>`` and ``<i>`` then find their face."""
    _fonts()


def covers(character: str) -> bool:
    """Whether the faces can print ``character``. All faces of a family hold the same characters."""
    return character in _letters() or _is_japanese(character)


def runs(text: str, face: str) -> tuple[Run, ...]:
    """``text`` in pieces, each with the face that prints it where ``face`` is wanted."""
    if text.isascii() or _letters().issuperset(text):
        return (Run(face, text),)
    return _runs(text, face)


@lru_cache(maxsize=1024)
def _runs(text: str, face: str) -> tuple[Run, ...]:
    japanese = _beside(face)
    return tuple(
        Run(japanese if is_japanese else face, "".join(characters))
        for is_japanese, characters in groupby(text, _is_japanese)
    )


def width(text: str, face: str, size: float) -> float:
    """The width of ``text`` in points."""
    register()
    return sum(float(pdfmetrics.stringWidth(run.text, run.face, size)) for run in runs(text, face))


def rise(face: str, size: float) -> float:
    """The height of a capital over the baseline in points."""
    return float(_face(face).capHeight) * size / 1000


@cache
def _beside(face: str) -> str:
    """The Japanese face that stands beside ``face``; it is loaded when it is first needed."""
    return next(
        beside
        for family in (SANS, CONDENSED, JAPANESE)
        for name, beside in zip(family, JAPANESE, strict=True)
        if name == face
    )


@lru_cache(maxsize=4096)
def _is_japanese(character: str) -> bool:
    """Only the Japanese face has it."""
    return character not in _letters() and ord(character) in _face(JAPANESE.regular).charToGlyph


@cache
def _fonts() -> dict[str, TTFont]:
    return _load((*SANS, *CONDENSED))


@cache
def _japanese() -> dict[str, TTFont]:
    return _load(JAPANESE[:2])


def _load(faces: tuple[str, ...]) -> dict[str, TTFont]:
    with _LOADING:
        loaded = {face: _font(face) for face in faces}
        for family in (SANS, CONDENSED, JAPANESE):
            if family.regular in loaded:
                pdfmetrics.registerFontFamily(family.regular, *family)
    return loaded


@cache
def _font(face: str) -> TTFont:
    """For one thread at a time: a face that were loaded again would take the place of one that is in use."""
    font = TTFont(face, str(FOLDER / f"{face}.ttf"))
    pdfmetrics.registerFont(font)
    return font


@cache
def _face(name: str) -> TTFontFace:
    return (_japanese() if name in JAPANESE else _fonts())[name].face


@cache
def _letters() -> frozenset[str]:
    """What all faces but the Japanese print."""
    return frozenset(map(chr, _face(SANS.regular).charToGlyph))

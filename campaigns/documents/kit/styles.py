"""Sizes, inks and text styles of the documents, chosen to hold on a black-and-white printer.

Text and rules are black or a dark grey that survives a laser's raster. The colours of the sides only second
what a shape already says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final, Literal

from reportlab.lib.colors import Color, HexColor
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle, StyleSheet1

from campaigns.documents.kit import fonts

Paper = Literal["A4", "letter"]
PAPERS: Final[Mapping[Paper, tuple[float, float]]] = MappingProxyType({"A4": A4, "letter": LETTER})
"""Width and height in points, upright."""


def paper_named(name: str) -> Paper | None:
    """The paper of that name, ``None`` if there is none."""
    return next((paper for paper in PAPERS if paper == name), None)


BLACK: Final[Color] = HexColor("#000000")
GREY: Final[Color] = HexColor("#3d3d3d")
PALE: Final[Color] = HexColor("#ececec")
SHADE: Final[Color] = HexColor("#b9b9b9")
WHITE: Final[Color] = HexColor("#ffffff")
SIDE_INKS: Final[Mapping[str, Color]] = MappingProxyType({"allied": HexColor("#1f4a78"), "axis": HexColor("#8a2419")})

HEAVY, MEDIUM, LIGHT, HAIR = 1.6, 0.8, 0.4, 0.3
"""Widths of rules in points."""


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How a text is set in a box: it is wrapped, then shrunk down to ``smallest``, then cut.

    Sizes and ``tracking`` (extra space after each letter) are in points, ``leading`` is a multiple of the size.
    """

    face: str
    size: float
    smallest: float
    leading: float = 1.18
    tracking: float = 0
    ink: Color = BLACK
    capitals: bool = False


TITLE = TextStyle(fonts.CONDENSED.bold, 30, 15, leading=1.0)
KICKER = TextStyle(fonts.SANS.bold, 7.5, 6, tracking=1.5, capitals=True)
LEAD = TextStyle(fonts.SANS.regular, 10, 7.5)
LABEL = TextStyle(fonts.SANS.regular, 6.4, 5.2, tracking=0.5, ink=GREY, capitals=True)
HEADING = TextStyle(fonts.SANS.bold, 7.2, 6, tracking=1.0, capitals=True)
STRIP = TextStyle(fonts.CONDENSED.bold, 8.5, 6)
SIDE = TextStyle(fonts.CONDENSED.bold, 15, 9)
CELL = TextStyle(fonts.CONDENSED.regular, 9, 6.5)
CELL_BOLD = TextStyle(fonts.CONDENSED.bold, 10, 7)
CELL_ITALIC = TextStyle(fonts.CONDENSED.italic, 8.5, 6, ink=GREY)
NOTE = TextStyle(fonts.CONDENSED.regular, 8.5, 6)
NAME = TextStyle(fonts.CONDENSED.bold, 9, 6.5)
SMALL = TextStyle(fonts.CONDENSED.regular, 7.5, 5.5, ink=GREY)
ADDRESS = TextStyle(fonts.CONDENSED.regular, 7, 4.5, leading=1.1)
FIGURE = TextStyle(fonts.CONDENSED.bold, 14, 8)
TOTAL = TextStyle(fonts.CONDENSED.bold, 28, 12)
ENTRY = TextStyle(fonts.SANS.regular, 10, 7)
GRADE = TextStyle(fonts.CONDENSED.bold, 9, 5.5, leading=1.1)
CHART_NAME = TextStyle(fonts.CONDENSED.bold, 8, 6)
SPACE = TextStyle(fonts.CONDENSED.bold, 9.5, 6, leading=1.08)
SPACE_TEXT = TextStyle(fonts.CONDENSED.italic, 6.8, 6, leading=1.1, ink=GREY)
SPACE_EVENT = TextStyle(fonts.CONDENSED.bold, 6.8, 5.5, leading=1.1)
MARK = TextStyle(fonts.CONDENSED.bold, 7.5, 5)
FOOT = TextStyle(fonts.SANS.regular, 6.6, 5.5, ink=GREY)
RUNNING_HEAD = TextStyle(fonts.CONDENSED.bold, 9, 7)
RUNNING_SECTION = TextStyle(fonts.CONDENSED.regular, 9, 7, ink=GREY)
CONTENTS_CHAPTER = TextStyle(fonts.CONDENSED.bold, 10.5, 8)
CONTENTS_PART = TextStyle(fonts.CONDENSED.regular, 10, 7.5)
CONTENTS_NUMBER = TextStyle(fonts.CONDENSED.bold, 10, 8)


@cache
def flowing() -> StyleSheet1:
    """The styles of text that flows over pages: ``Heading``, ``Subheading`` and ``Body``."""
    fonts.register()
    sheet = StyleSheet1()
    sheet.add(
        ParagraphStyle(
            "Heading",
            fontName=fonts.CONDENSED.bold,
            fontSize=15,
            leading=19,
            spaceBefore=12,
            spaceAfter=3,
            keepWithNext=1,
            splitLongWords=1,
            spaceShrinkage=0,
        )
    )
    sheet.add(
        ParagraphStyle("Subheading", fontName=fonts.SANS.bold, fontSize=9.5, leading=14, spaceBefore=7, keepWithNext=1)
    )
    # 0: a line is never squeezed to hold a word that is wider than its column
    sheet.add(
        ParagraphStyle("Body", fontName=fonts.SANS.regular, fontSize=9.5, leading=14, spaceAfter=5, spaceShrinkage=0)
    )
    return sheet

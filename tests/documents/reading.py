"""Reading a PDF back: its words with the rectangles they cover, and its rules."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.generic import Destination

from campaigns.documents import fonts


@dataclass(frozen=True)
class Words:
    """Words written in one go: their text and the rectangle from the baseline to the height of capitals."""

    text: str
    left: float
    right: float
    bottom: float
    top: float

    def is_centred_on(self, x: float, y: float) -> bool:
        """The middle of the words is at (x, y), give or take a point."""
        return abs((self.left + self.right) / 2 - x) < 1 and abs((self.bottom + self.top) / 2 - y) < 1

    def meets(self, other: Words) -> bool:
        """The two rectangles lie on one another, by more than a hair."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.top, other.top) - max(self.bottom, other.bottom)
        return across > 0.3 and down > 0.3


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


def reader(document: bytes) -> PdfReader:
    return PdfReader(BytesIO(document))


def text_of(document: bytes, page: int = 1) -> str:
    """The words of a page, one space between them."""
    return " ".join(reader(document).pages[page - 1].extract_text().split())


def contents_of(page: PageObject) -> tuple[list[Words], list[Rule]]:
    """All words of a page and all its straight lines, in points from the lower left corner."""
    found: list[Words] = []
    rules: list[Rule] = []
    start = (0.0, 0.0)
    spacing = tracking = 0.0
    before = ("", 0.0, 0.0)

    def read_words(text: str, cm: list[float], tm: list[float], font: Any, size: float) -> None:
        nonlocal before
        if not text.strip() or font is None:
            return
        face = str(font["/BaseFont"]).split("+")[-1]
        shown = text.strip("\n")
        left, bottom = cm[4] + tm[4], cm[5] + tm[5]
        if fonts.JAPANESE.regular.split("-")[0] in (face.split("-")[0], before[0]) and before[1:] == (left, bottom):
            left = found[-1].right  # another face goes on where the one before it ended
        else:
            before = (face.split("-")[0], left, bottom)
        width = fonts.width(shown, face, size) + tracking * (len(shown) - 1)
        found.append(Words(shown, left, left + width, bottom, bottom + fonts.rise(face, size)))

    def read_operand(operator: bytes, operands: list[Any], cm: list[float], _tm: list[float]) -> None:
        nonlocal start, spacing, tracking
        if operator == b"Tc":
            spacing = float(operands[0])
        elif operator == b"Tj":
            tracking = spacing
        if operator not in (b"m", b"l"):
            return
        point = (cm[4] + float(operands[0]), cm[5] + float(operands[1]))
        if operator == b"l":
            rules.append(Rule(*start, *point))
        start = point

    page.extract_text(visitor_text=read_words, visitor_operand_before=read_operand)
    return found, rules


def outline_of(document: bytes) -> list[str]:
    """The titles of the outline, which has one level."""
    return [str(entry.title) for entry in reader(document).outline if isinstance(entry, Destination)]

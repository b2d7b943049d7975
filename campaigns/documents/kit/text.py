"""Text measured before it is printed: cleaned, wrapped, shrunk or cut with a mark, never beyond its box."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from xml.sax.saxutils import escape

from campaigns.documents.kit import fonts
from campaigns.documents.kit.styles import TextStyle

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
LONGEST = 1_000
"""Characters of a text that are considered for a box; no box holds more."""
_NO_BREAK = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
STEP = 0.5
"""Points by which a size is tried smaller."""


def printable(value: str, limit: int = LONGEST) -> str:
    """``value`` as one line that the faces can print.

    Accents are composed, white space and line ends become single spaces (no-break spaces stay), control and
    formatting characters (among them those that turn the direction of writing) are left out, a character
    without a glyph becomes ``fonts.SUBSTITUTE``, and what exceeds ``limit`` characters is cut with an ellipsis.
    """
    letters = value[: 4 * limit]
    if not (letters.isascii() and letters.isprintable()):
        letters = "".join(map(_printed, unicodedata.normalize("NFC", letters)))
    clean = " ".join(word for word in letters.split(" ") if word).strip()
    if len(clean) > limit or len(value) > 4 * limit:
        clean = clean[: limit - 1].rstrip() + ELLIPSIS
    return clean


def together(text: str) -> str:
    """Running text of which no line ends between a short name and its number: ``Bf 110``, ``Mk I``, ``No. 54``."""
    return _NAMED.sub("\\1\N{NO-BREAK SPACE}", text)


_NAMED = re.compile(r"\b(Bf|Do|Fw|He|Hs|Ju|Me|Mk|No\.) (?=[\dIVX])")


def printable_paragraphs(value: str, limit: int) -> tuple[str, ...]:
    """``value`` as paragraphs without empty ones, ``limit`` characters in all."""
    paragraphs: list[str] = []
    for line in value.splitlines():
        if limit <= 0:
            break
        if clean := printable(line, limit):
            paragraphs.append(clean)
            limit -= len(clean)
    return tuple(paragraphs)


@lru_cache(maxsize=4096)
def _printed(character: str) -> str:
    if character.isspace() and character not in _NO_BREAK:
        return " "
    category = unicodedata.category(character)
    if category in ("Cc", "Cf"):
        return ""
    if fonts.covers(character):
        return character
    return "" if category.startswith("M") else fonts.SUBSTITUTE


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines of text at a size at which they fit their box."""

    lines: tuple[str, ...]
    size: float
    style: TextStyle
    cut: bool = False

    @property
    def leading(self) -> float:
        return self.size * self.style.leading

    @property
    def width(self) -> float:
        return max((measure(line, self.style, self.size) for line in self.lines), default=0.0)

    @property
    def height(self) -> float:
        """From the capitals of the first line to the descenders of the last."""
        if not self.lines:
            return 0.0
        return self.rise + (len(self.lines) - 1) * self.leading + self.fall

    @property
    def rise(self) -> float:
        return fonts.rise(self.style.face, self.size)

    @property
    def fall(self) -> float:
        return 0.0 if self.style.capitals else 0.22 * self.size


def markup(value: str, face: str) -> str:
    """``value`` for a ReportLab paragraph set in ``face``: nothing in it is read as markup."""
    pieces = (
        escape(run.text) if run.face == face else f'<font name="{run.face}">{escape(run.text)}</font>'
        for run in fonts.runs(value, face)
    )
    return "".join(pieces)


def measure(text: str, style: TextStyle, size: float) -> float:
    """The width of ``text`` with its tracking, without the space after the last letter."""
    return fonts.width(text, style.face, size) + style.tracking * size / style.size * max(len(text) - 1, 0)


def fit(value: str, style: TextStyle, width: float, height: float) -> Fitted:
    """Set ``value`` in a box of ``width`` by ``height`` points.

    It is wrapped at spaces if the height allows, and shrunk if it has to be. Only at the style's smallest size
    are words broken and the text cut, with an ellipsis. A box too low for one line gets that line all the same,
    at the smallest size.
    """
    text = printable(value.upper() if style.capitals else value)
    return _fit(text, style, width, height) if text else Fitted((), style.size, style)


@lru_cache(maxsize=1024)
def _fit(text: str, style: TextStyle, width: float, height: float) -> Fitted:
    size = style.size
    letters = fonts.width(text.replace(" ", ""), style.face, 1)
    while True:
        # spaces may vanish at the ends of lines, letters never: what they alone overfill need not be wrapped to see it
        if letters * size <= width * _room(style, size, height) + STEP:
            lines = _wrap(text, style, size, width)
            fitted = Fitted(tuple(lines), size, style)
            if fitted.height <= height and fitted.width <= width:
                return fitted
        if size <= style.smallest:
            break
        size = max(size - STEP, style.smallest)
    return _cut(_wrap(text, style, size, width, broken=True), style, size, width, height)


def _room(style: TextStyle, size: float, height: float) -> int:
    """How many lines of this size find room; at least one."""
    one = Fitted(("",), size, style)
    return max(1 + int((height - one.height) / one.leading + 1e-9), 1)


def _cut(lines: list[str], style: TextStyle, size: float, width: float, height: float) -> Fitted:
    room = _room(style, size, height)
    if room >= len(lines):
        return Fitted(tuple(lines), size, style)
    last = lines[room - 1]
    while last and measure(last + ELLIPSIS, style, size) > width:
        last = last[:-1].rstrip()
    return Fitted((*lines[: room - 1], last + ELLIPSIS), size, style, cut=True)


def _wrap(text: str, style: TextStyle, size: float, width: float, *, broken: bool = False) -> list[str]:
    """Break ``text`` at spaces, Japanese anywhere; a word wider than the box stays whole unless ``broken``."""
    if not broken and len(fonts.runs(text, style.face)) > 1:
        broken = True
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if measure(longer, style, size) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while broken and len(line) > 1 and measure(line, style, size) > width:
            count = _fitting(line, style, size, width)
            lines.append(line[:count])
            line = line[count:]
    return [*lines, line]


def _fitting(word: str, style: TextStyle, size: float, width: float) -> int:
    """How many characters of ``word`` fit; at least one."""
    low, high = 1, len(word)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(word[:middle], style, size) <= width:
            low = middle
        else:
            high = middle - 1
    return low

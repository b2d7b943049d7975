"""Running text in columns: broken into lines once, then set line under line, fast enough for a book of 500 missions.

A text is a sequence of ``Passage``; a ``Setter`` breaks it for the width of a column. ``Columns`` flows the lines
through columns of one height, ``Pair`` sets two texts beside one another; both go on over pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject
from reportlab.platypus import Flowable

from campaigns.documents import fonts, parts, styles, tagging
from campaigns.documents.text import ELLIPSIS, printable

LONGEST: Final = 12_000
"""Characters that one passage may have before it is cut."""
SIGN: Final = 12.0
"""Width that the sign of a side takes before its line."""
RULE: Final = 4.0
"""Height that a rule takes under its line."""
FEWEST: Final = 3
"""Lines of a column for which it is worth beginning a text at the foot of a page."""
HAIR: Final = 0.01
GAP: Final = 14.0
"""Between columns."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a passage is set; lengths in points."""

    face: str
    size: float
    leading: float
    before: float = 0
    """Space over it, unless it stands at the top of a column."""
    indent: float = 0
    ink: Color = styles.BLACK
    keep: bool = False
    """It leads to what comes next: it does not stand at the foot of a column."""
    ruled: bool = False
    """A rule stands under it."""
    level: int = 0
    """Of a title, for those who hear the document; 0: it is none."""

    @property
    def height(self) -> float:
        return self.leading + (RULE if self.ruled else 0)


class Passage(NamedTuple):
    """A text of one look; ``side`` puts that side's sign before it."""

    text: str
    look: Look
    side: str = ""


class Line(NamedTuple):
    """One line of a passage."""

    text: str
    look: Look
    side: str
    before: float
    """Space over it: the look's, of the first line of its passage."""

    @property
    def height(self) -> float:
        """With the space over it."""
        return self.before + self.look.height


class Setter:
    """Breaks texts into lines and knows how wide each word is that it has met."""

    def __init__(self) -> None:
        fonts.register()
        self._words: dict[str, dict[str, tuple[tuple[str, float], ...]]] = {}
        """By face and word: the pieces that are printed for it, with their widths at a size of 1."""

    def lines(self, passages: Iterable[Passage], width: float) -> list[Line]:
        """The passages in lines of at most ``width`` points; a word wider than that is broken."""
        made: list[Line] = []
        for text, look, side in passages:
            before = look.before
            for line in self._broken(text, look, width - look.indent - (SIGN if side else 0)):
                made.append(Line(line, look, side, before))
                before, side = 0.0, ""
        return made

    def _broken(self, text: str, look: Look, width: float) -> Iterator[str]:
        room = width / look.size + HAIR
        space = _width(" ", look.face)
        line: list[str] = []
        used = 0.0
        for word, wide in self._all_pieces(text, look.face):
            if line and used + space + wide <= room:
                line.append(word)
                used += space + wide
                continue
            if line:
                yield " ".join(line)
            while wide > room and len(word) > 1:
                count = _fitting(word, look.face, room)
                yield word[:count]
                word = word[count:]
                wide = _width(word, look.face)
            line, used = [word], wide
        if line:
            yield " ".join(line)

    def _all_pieces(self, text: str, face: str) -> Iterator[tuple[str, float]]:
        if len(text) > LONGEST:
            text = text[: LONGEST - 1] + ELLIPSIS
        known = self._words.setdefault(face, {})
        for word in text.split(" "):
            yield from known.get(word) or self._pieces(word, face)

    def _pieces(self, word: str, face: str) -> tuple[tuple[str, float], ...]:
        """What is printed for a word: mostly the word itself; more than one piece if it holds odd white space."""
        printed = printable(word, LONGEST).split(" ")
        made = tuple((piece, _width(piece, face)) for piece in printed if piece)
        self._words.setdefault(face, {})[word] = made
        return made


def _width(word: str, face: str) -> float:
    return fonts.width(word, face, 1000) / 1000


def _fitting(word: str, face: str, room: float) -> int:
    """How many letters fit of a word too wide for its line; at least one."""
    low, high = 1, len(word) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if _width(word[:middle], face) <= room:
            low = middle
        else:
            high = middle - 1
    return low


def height_of(lines: Sequence[Line]) -> float:
    """The height of lines set under one another."""
    return sum(line.height for line in lines) - (lines[0].before if lines else 0)


def filled(lines: Sequence[Line], start: int, height: float) -> int:
    """Where a column of this height ends that begins with line ``start``."""
    if start >= len(lines):
        return start
    used, end = -lines[start].before, start
    for line in lines[start:]:
        used += line.height
        if used > height + HAIR:
            break
        end += 1
    else:
        return end
    return _without_leading(lines, start, end)


def _without_leading(lines: Sequence[Line], start: int, end: int) -> int:
    """The end of a column without the lines at its foot that lead to what comes next, unless there are no others."""
    last = end
    while last > start and lines[last - 1].look.keep:
        last -= 1
    return last if last > start else end


def draw_lines(canvas: Canvas, lines: Sequence[Line], x: float, top: float, width: float) -> None:
    """Set lines under one another from ``top`` down in a column of ``width`` with its left edge at ``x``."""
    writer: PDFTextObject | None = None
    look: Look | None = None
    y = top + (lines[0].before if lines else 0)
    for line in lines:
        y -= line.before
        if line.side or line.look.level or line.look.ruled:
            if writer is not None:
                canvas.drawText(writer)
                writer = look = None
            _draw_head(canvas, line, x, y, width)
        else:
            if writer is None:
                writer = canvas.beginText()
            if line.look is not look or line.before:
                _begin(writer, line.look, x + line.look.indent, y, same=line.look is look)
                look = line.look
            _write(writer, line.text, line.look)
        y -= line.look.height
    if writer is not None:
        canvas.drawText(writer)


def _begin(writer: PDFTextObject, look: Look, x: float, y: float, *, same: bool) -> None:
    writer.setTextOrigin(x, y - 0.8 * look.size - (look.leading - look.size) / 2)
    if not same:
        writer.setFillColor(look.ink)
        writer.setFont(look.face, look.size, look.leading)


def _write(writer: PDFTextObject, text: str, look: Look) -> None:
    """Set a line and go on to the next."""
    runs = fonts.runs(text, look.face)
    if len(runs) == 1 and runs[0].face == look.face:
        writer.textLine(text)
        return
    for run in runs:
        writer.setFont(run.face, look.size, look.leading)
        writer.textOut(run.text)
    writer.setFont(look.face, look.size, look.leading)
    writer.textLine("")


def _draw_head(canvas: Canvas, line: Line, x: float, y: float, width: float) -> None:
    """A line with a sign or a rule, or a title."""
    look = line.look
    start = x + look.indent
    if line.side:
        parts.side_sign(canvas, line.side, start + 4, y - look.leading / 2, min(8.0, look.size))
        start += SIGN
    writer = canvas.beginText()
    _begin(writer, look, start, y, same=False)
    _write(writer, line.text, look)
    if look.level:
        with tagging.title(canvas, look.level):
            canvas.drawText(writer)
    else:
        canvas.drawText(writer)
    if look.ruled:
        parts.rule(canvas, x, y - look.leading - 1, x + width, styles.MEDIUM)


class Columns(Flowable):
    """A text in ``count`` columns, as even as they can be, or ``full`` high; it goes on on the next page."""

    def __init__(self, lines: Sequence[Line], width: float, count: int, full: float = 0) -> None:
        super().__init__()
        self.lines, self.width, self.count, self.full = lines, width, count, full
        self.height = full

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        if not self.full:
            self.height = self._even_height(aH) if self._fits(aH) else aH + 1
        return self.width, self.height

    def split(self, aW: float, aH: float) -> list[Flowable]:
        """What fills the page, and the rest; nothing where it is not worth beginning."""
        ends = self._ends(aH)
        if ends[0] < min(FEWEST, len(self.lines)):
            return []
        return [
            Columns(self.lines[: ends[-1]], self.width, self.count, aH),
            Columns(self.lines[ends[-1] :], self.width, self.count),
        ]

    def draw(self) -> None:
        width = column_width(self.width, self.count)
        start = 0
        for number, end in enumerate(self._ends(self.height)):
            draw_lines(self.canv, self.lines[start:end], number * (width + GAP), self.height, width)
            start = end

    def _ends(self, height: float) -> list[int]:
        """Where each column ends."""
        ends: list[int] = []
        for _ in range(self.count):
            ends.append(filled(self.lines, ends[-1] if ends else 0, height))
        return ends

    def _fits(self, height: float) -> bool:
        return self._ends(height)[-1] == len(self.lines)

    def _even_height(self, most: float) -> float:
        """The least height in which all of it fits."""
        low, high = height_of(self.lines) / self.count, most
        while high - low > 1:
            middle = (low + high) / 2
            low, high = (low, middle) if self._fits(middle) else (middle, high)
        return high


class Pair(Flowable):
    """Two texts side by side, each in its own column."""

    def __init__(self, left: Sequence[Line], right: Sequence[Line], width: float) -> None:
        super().__init__()
        self.texts, self.width = (left, right), width

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        return self.width, max(map(height_of, self.texts))

    def split(self, aW: float, aH: float) -> list[Flowable]:
        ends = [filled(lines, 0, aH) for lines in self.texts]
        if any(end < min(FEWEST, len(lines)) for end, lines in zip(ends, self.texts, strict=True)):
            return []
        (left, right), (end, other) = self.texts, ends
        return [Pair(left[:end], right[:other], self.width), Pair(left[end:], right[other:], self.width)]

    def draw(self) -> None:
        column = (self.width - GAP) / 2
        top = max(map(height_of, self.texts))
        for number, lines in enumerate(self.texts):
            draw_lines(self.canv, lines, number * (column + GAP), top, column)


def column_width(width: float, count: int) -> float:
    """The width of one of ``count`` columns."""
    return (width - GAP * (count - 1)) / count

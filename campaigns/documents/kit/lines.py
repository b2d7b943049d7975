"""Running text in columns: broken into lines once, then set line under line, fast enough for a book of 500 missions.

A text is a sequence of ``Passage``; a ``Setter`` breaks it for the width of a column. ``Columns`` flows the lines
through columns of one height, ``Pair`` sets two texts beside one another; both go on over pages.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, NamedTuple

from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject
from reportlab.platypus import Flowable

from campaigns.documents.kit import fonts, parts, styles, tagging
from campaigns.documents.kit.text import ELLIPSIS, printable, together

LONGEST: Final = 3_000
"""Characters that one passage may have before it is cut."""
SIGN: Final = 12.0
"""Width that the sign of a side takes before its line."""
MARK: Final = 4.0
"""Between the mark of a passage and its first line."""
RULE: Final = 4.0
"""Height that a rule takes under its line."""
FEWEST: Final = 3
"""Lines of a column for which it is worth beginning a text at the foot of a page."""
MOST_KEPT: Final = 12
"""Lines that lead to what comes next; of more, a column may end among them."""
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


class Span(NamedTuple):
    """Words of a passage in a face of their own."""

    text: str
    face: str
    is_struck: bool = False
    """A line goes through them."""


class Passage(NamedTuple):
    """A text of one look; ``side`` puts that side's sign before it."""

    text: str
    look: Look
    side: str = ""
    spans: tuple[Span, ...] = ()
    """The same text, where it is in more than one face."""
    mark: str = ""
    """What stands before its first line, within the indent."""


class TextLine(NamedTuple):
    """One line of a passage."""

    text: str
    look: Look
    side: str
    before: float
    """Space over it: the look's, of the first line of its passage."""
    spans: tuple[Span, ...] = ()
    mark: str = ""

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
        self._letters: dict[str, dict[str, float]] = {}
        """By face and letter: its width at a size of 1."""

    def text(self, passages: Iterable[Passage], width: float) -> Text:
        """The passages in lines of at most ``width`` points; a word wider than that is broken."""
        made: list[TextLine] = []
        for text, look, side, spans, mark in passages:
            before, room = look.before, width - look.indent - (SIGN if side else 0)
            if spans:
                bound = tuple(span._replace(text=together(span.text)) for span in spans)
                for told in self._broken_spans(bound, look, room):
                    made.append(TextLine("".join(span.text for span in told), look, side, before, told, mark))
                    before, side, mark = 0.0, "", ""
                continue
            for line in self._broken(together(text), look, room):
                made.append(TextLine(line, look, side, before, (), mark))
                before, side, mark = 0.0, "", ""
        return Text.of(made)

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
                count, taken = self._fitting(word, look.face, room)
                yield word[:count]
                word, wide = word[count:], wide - taken
            line, used = ([word], wide) if word else ([], 0.0)
        if line:
            yield " ".join(line)

    def _broken_spans(self, spans: Iterable[Span], look: Look, width: float) -> Iterator[tuple[Span, ...]]:
        """As ``_broken``; a word keeps together whatever faces its parts are in."""
        room = width / look.size + HAIR
        space = _width(" ", look.face)
        line: list[Span] = []
        used = 0.0
        for word in self._words_of(spans):
            wide = sum(each for _, each in word)
            if line and used + space + wide <= room:
                line.append(Span(" ", look.face, line[-1].is_struck and word[0][0].is_struck))
                line += [part for part, _ in word]
                used += space + wide
                continue
            if line:
                yield _joined(line)
            line, used = [], 0.0
            for part, each in word:
                text = part.text
                while used + each > room and (line or len(text) > 1):
                    count, taken = self._fitting(text, part.face, room - used)
                    if not line or used + taken <= room:
                        line.append(part._replace(text=text[:count]))
                        text, each = text[count:], each - taken
                    yield _joined(line)
                    line, used = [], 0.0
                if text:
                    line.append(part._replace(text=text))
                    used += each
        if line:
            yield _joined(line)

    def _words_of(self, spans: Iterable[Span]) -> Iterator[list[tuple[Span, float]]]:
        """The words, of as many parts as they have faces, with the widths of the parts at a size of 1."""
        word: list[tuple[Span, float]] = []
        left = LONGEST
        for text, face, is_struck in spans:
            if len(text) > left:
                text = text[: max(left - 1, 0)] + ELLIPSIS
            left -= len(text)
            for number, written in enumerate(text.split(" ")):
                if number and word:
                    yield word
                    word = []
                for more, (piece, wide) in enumerate(self._known(written, face)):
                    if more and word:
                        yield word
                        word = []
                    word.append((Span(piece, face, is_struck), wide))
            if left <= 0:
                break
        if word:
            yield word

    def _fitting(self, word: str, face: str, room: float) -> tuple[int, float]:
        """How many letters fit of a word too wide for its line, at least one, and their width."""
        known = self._letters.setdefault(face, {})
        taken = 0.0
        for count, letter in enumerate(word):
            wide = known.get(letter)
            if wide is None:
                known[letter] = wide = _width(letter, face)
            if count and taken + wide > room:
                return count, taken
            taken += wide
        return len(word), taken

    def _all_pieces(self, text: str, face: str) -> Iterator[tuple[str, float]]:
        if len(text) > LONGEST:
            text = text[: LONGEST - 1] + ELLIPSIS
        for word in text.split(" "):
            yield from self._known(word, face)

    def _known(self, word: str, face: str) -> tuple[tuple[str, float], ...]:
        """``_pieces``, asked once of each word."""
        known = self._words.setdefault(face, {}).get(word)
        return self._pieces(word, face) if known is None else known

    def _pieces(self, word: str, face: str) -> tuple[tuple[str, float], ...]:
        """What is printed for a word: mostly the word itself; more than one piece if it holds odd white space."""
        printed = printable(word, LONGEST).split(" ")
        made = tuple((piece, _width(piece, face)) for piece in printed if piece)
        self._words.setdefault(face, {})[word] = made
        return made


def _joined(line: Sequence[Span]) -> tuple[Span, ...]:
    """With what is alike in one piece."""
    made = [line[0]]
    for span in line[1:]:
        if made[-1][1:] == span[1:]:
            made[-1] = span._replace(text=made[-1].text + span.text)
        else:
            made.append(span)
    return tuple(made)


def _width(word: str, face: str) -> float:
    return fonts.width(word, face, 1000) / 1000


class Text:
    """Lines under one another, from number ``start`` to before ``end``: a text, or what is left of it for a page."""

    def __init__(self, lines: Sequence[TextLine], tops: Sequence[float], start: int, end: int) -> None:
        self.lines = lines
        self.tops = tops
        """How far down each line of ``lines`` begins, and the last ends."""
        self.start, self.end = start, end

    @classmethod
    def of(cls, lines: Sequence[TextLine]) -> Text:
        return cls(lines, list(accumulate((line.height for line in lines), initial=0.0)), 0, len(lines))

    def __len__(self) -> int:
        return self.end - self.start

    def part(self, start: int, end: int) -> Text:
        """Some of the same lines."""
        return Text(self.lines, self.tops, start, end)

    @property
    def height(self) -> float:
        """The first line has no space over it."""
        if self.end <= self.start:
            return 0.0
        return self.tops[self.end] - self.tops[self.start] - self.lines[self.start].before

    def filled(self, start: int, height: float) -> int:
        """Where a column of this height ends that begins with line ``start``."""
        if start >= self.end:
            return self.end
        reach = self.tops[start] + self.lines[start].before + height + HAIR
        end = min(bisect_right(self.tops, reach) - 1, self.end)
        if end >= self.end:
            return self.end
        last = end
        while last > start and self.lines[last - 1].look.keep:
            last -= 1
        return last if end - last < MOST_KEPT else end

    def shown(self) -> Sequence[TextLine]:
        return self.lines[self.start : self.end]


def draw_lines(canvas: Canvas, lines: Sequence[TextLine], x: float, top: float, width: float) -> None:
    """Set lines under one another from ``top`` down in a column of ``width`` with its left edge at ``x``."""
    writer: PDFTextObject | None = None
    look: Look | None = None
    y = top + (lines[0].before if lines else 0)
    struck: list[tuple[float, float, float]] = []
    for line in lines:
        y -= line.before
        struck += _struck(line, x, y)
        if line.side or line.mark or line.look.level or line.look.ruled:
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
            _write(writer, line)
        y -= line.look.height
    if writer is not None:
        canvas.drawText(writer)
    for left, height, right in struck:
        parts.rule(canvas, left, height, right, styles.LIGHT)


def _struck(line: TextLine, x: float, y: float) -> Iterator[tuple[float, float, float]]:
    """The left end, height and right end of the line through each struck part of a line whose top is at ``y``."""
    left = x + line.look.indent + (SIGN if line.side else 0)
    for span in line.spans:
        right = left + line.look.size * _width(span.text, span.face)
        if span.is_struck:
            yield left, _baseline(line.look, y) + 0.25 * line.look.size, right
        left = right


def _baseline(look: Look, y: float) -> float:
    return y - 0.8 * look.size - (look.leading - look.size) / 2


def _begin(writer: PDFTextObject, look: Look, x: float, y: float, *, same: bool) -> None:
    writer.setTextOrigin(x, _baseline(look, y))
    if not same:
        writer.setFillColor(look.ink)
        writer.setFont(look.face, look.size, look.leading)


def _write(writer: PDFTextObject, line: TextLine) -> None:
    """Set a line and go on to the next."""
    text, look = line.text, line.look
    if line.spans:
        runs = tuple(run for span in line.spans for run in fonts.runs(span.text, span.face))
    else:
        runs = fonts.runs(text, look.face)
    if len(runs) == 1 and runs[0].face == look.face:
        writer.textLine(text)
        return
    for run in runs:
        writer.setFont(run.face, look.size, look.leading)
        writer.textOut(run.text)
    writer.setFont(look.face, look.size, look.leading)
    writer.textLine("")


def _draw_head(canvas: Canvas, line: TextLine, x: float, y: float, width: float) -> None:
    """A line with a sign, a mark or a rule, or a title."""
    look = line.look
    start = x + look.indent
    if line.mark:
        writer = canvas.beginText()
        _begin(writer, look, start - MARK - look.size * _width(line.mark, look.face), y, same=False)
        writer.textLine(line.mark)
        canvas.drawText(writer)
    if line.side:
        parts.side_sign(canvas, line.side, start + 4, y - look.leading / 2, min(8.0, look.size))
        start += SIGN
    writer = canvas.beginText()
    _begin(writer, look, start, y, same=False)
    _write(writer, line)
    if look.level:
        with tagging.title(canvas, look.level):
            canvas.drawText(writer)
    else:
        canvas.drawText(writer)
    if look.ruled:
        parts.rule(canvas, x, y - look.leading - 1, x + width, styles.MEDIUM)


class Columns(Flowable):
    """A text in ``count`` columns, as even as they can be, or ``full`` high; it goes on on the next page.

    ``before``: space over it, unless it begins a page.
    """

    def __init__(self, text: Text, width: float, count: int, *, full: float = 0, before: float = 0) -> None:
        super().__init__()
        self.text, self.width, self.count, self.full = text, width, count, full
        self.height = full
        self.spaceBefore = before

    @property
    def even_height(self) -> float:
        """About the height that all of it takes."""
        return self.text.height / self.count

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        if not self.full:
            self.height = self._even_height(aH) if self._fits(aH) else aH + 1
        return self.width, self.height

    def split(self, aW: float, aH: float) -> list[Flowable]:
        """What fills the page, and the rest; nothing where it is not worth beginning."""
        text, ends = self.text, self._ends(aH)
        if ends[0] - text.start < min(FEWEST, len(text)):
            return []
        return [
            Columns(text.part(text.start, ends[-1]), self.width, self.count, full=aH),
            Columns(text.part(ends[-1], text.end), self.width, self.count),
        ]

    def draw(self) -> None:
        width = column_width(self.width, self.count)
        start = self.text.start
        for number, end in enumerate(self._ends(self.height)):
            draw_lines(self.canv, self.text.lines[start:end], number * (width + GAP), self.height, width)
            start = end

    def _ends(self, height: float) -> list[int]:
        """Where each column ends."""
        ends = [self.text.filled(self.text.start, height)]
        while len(ends) < self.count:
            ends.append(self.text.filled(ends[-1], height))
        return ends

    def _fits(self, height: float) -> bool:
        return self._ends(height)[-1] == self.text.end

    def _even_height(self, most: float) -> float:
        """The least height in which all of it fits."""
        if self.count == 1:
            return self.text.height
        low, high = self.text.height / self.count, most
        while high - low > 1:
            middle = (low + high) / 2
            low, high = (low, middle) if self._fits(middle) else (middle, high)
        return high


class Pair(Flowable):
    """Two texts side by side, each in its own column."""

    def __init__(self, left: Text, right: Text, width: float) -> None:
        super().__init__()
        self.texts, self.width = (left, right), width
        self.height = max(left.height, right.height)

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        return self.width, self.height

    def split(self, aW: float, aH: float) -> list[Flowable]:
        """What has room on the page, and the rest; nothing where it is not worth beginning."""
        ends = [text.filled(text.start, aH) for text in self.texts]
        if any(end - text.start < min(FEWEST, len(text)) for text, end in zip(self.texts, ends, strict=True)):
            return []
        (left, right), (end, other) = self.texts, ends
        return [
            Pair(left.part(left.start, end), right.part(right.start, other), self.width),
            Pair(left.part(end, left.end), right.part(other, right.end), self.width),
        ]

    def draw(self) -> None:
        column = column_width(self.width, 2)
        for number, text in enumerate(self.texts):
            draw_lines(self.canv, text.shown(), number * (column + GAP), self.height, column)


def column_width(width: float, count: int) -> float:
    """The width of one of ``count`` columns."""
    return (width - GAP * (count - 1)) / count

"""The victory scale: the pack's grades along a ruler of the margin, and where the campaign stood after each mission.

The margin is the Allied Victory Points less those of the Axis. The Allied lead lies to the left, as their
columns do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from campaigns.documents.kit import parts, sheet, styles
from campaigns.documents.kit.fonts import width
from campaigns.documents.kit.parts import Box, put
from campaigns.documents.kit.sheet import USUAL, SideNames
from campaigns.documents.kit.text import fit
from campaigns.standing.victory_table import GradeRow

PIN: Final = 10.5
LANE: Final = 12.0
"""Height of one row of pins."""
LANES: Final = 2
BAR: Final = 26.0
RULER: Final = 13.0
CAPTION: Final = 62.0
"""Least width at both ends of the ruler where words stand instead of figures."""
PLAIN_REACH: Final = 30
"""How far a scale without grades goes to both sides."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The margin after a mission."""

    label: str
    margin: int


@dataclass(frozen=True, slots=True)
class VictoryScale:
    """Grades and marks in ``box``; ``standing`` is a sentence beside the heading."""

    grades: tuple[GradeRow, ...]
    marks: tuple[Mark, ...]
    standing: str
    box: Box
    names: SideNames = USUAL
    of_points: bool = False
    """A ruler of one side's points, as in solitaire campaigns, instead of the margin between two."""

    @property
    def reach(self) -> tuple[float, float]:
        """The least and the greatest margin that the ruler shows."""
        ends = [end for grade in self.grades for end in (grade.low, grade.high) if end is not None]
        if not ends:
            return -PLAIN_REACH, PLAIN_REACH
        spare = max(8.0, 0.3 * (max(ends) - min(ends)))
        return min(ends) - spare, max(ends) + spare

    def at(self, margin: float) -> float:
        """Where ``margin`` lies across the page; one beyond the ruler lies at its end."""
        low, high = self.reach
        place = self.box.x + self.box.width * (high - margin) / (high - low)
        return min(max(place, self.box.x), self.box.right)

    def draw(self, canvas: Canvas) -> None:
        rest = sheet.heading(canvas, self.box, "Victory scale")
        top, _ = self.box.cut_top(sheet.HEADING - 3)
        put(canvas, top.columns((2, 9))[1], self.standing, styles.CELL_BOLD, "right")
        ruler, rest = rest.cut_bottom(RULER)
        bar, lanes = rest.cut_bottom(BAR)
        self._draw_bar(canvas, bar)
        self._draw_ruler(canvas, ruler)
        self._draw_marks(canvas, lanes)

    def _draw_bar(self, canvas: Canvas, bar: Box) -> None:
        for number, grade in enumerate(sorted(self.grades, key=_lowest)):
            left = self.box.x if grade.high is None else self.at(grade.high + 0.5)
            right = self.box.right if grade.low is None else self.at(grade.low - 0.5)
            band = Box(left, bar.y, right - left, bar.height)
            if number % 2:
                parts.shade(canvas, band)
            draw_grade(canvas, _names(grade), band.inset(3, 2))
            if number:
                parts.upright(canvas, band.right, bar.y, bar.top)
        parts.outline(canvas, bar, styles.MEDIUM)

    def _draw_ruler(self, canvas: Canvas, ruler: Box) -> None:
        low, high = self.reach
        unit = self.box.width / (high - low)
        fine, coarse = next((f, c) for f, c in _steps() if f * unit >= 3.5 and c * unit >= 22)
        ends = (
            ("more points", "fewer") if self.of_points else [f"{self.names.of(side)} ahead by" for side in sheet.SIDES]
        )
        caption = max(CAPTION, *map(_room, ends))
        for margin in range(int(low) + 1, int(high) + (high != int(high))):
            if margin % fine:
                continue
            x = self.at(margin)
            long = margin % coarse == 0
            parts.upright(canvas, x, ruler.top - (5 if long else 2.5), ruler.top)
            if long and ruler.x + caption < x - 11 and x + 11 < ruler.right - caption:
                figure = margin if self.of_points else abs(margin)
                put(canvas, Box(x - 11, ruler.y + 0.5, 22, 7), figure, styles.LABEL, "centre")
        words = Box(ruler.x, ruler.y + 0.5, ruler.width, 7)
        put(canvas, words.cut_left(caption)[0], ends[0], styles.LABEL)
        put(canvas, words.cut_right(caption)[0], ends[1], styles.LABEL, "right")

    def _draw_marks(self, canvas: Canvas, lanes: Box) -> None:
        """Numbered pins: a pin that would cover another stands a lane higher, or aside."""
        places: list[tuple[float, int]] = []
        for mark in self.marks:
            places.append(self._free_place(self.at(mark.margin), places))
        radius = PIN / 2
        pins = [(x, lanes.y + 3 + radius + lane * LANE) for x, lane in places]
        canvas.setStrokeColor(styles.BLACK)
        canvas.setLineWidth(styles.MEDIUM)
        for mark, (x, y) in zip(self.marks, pins, strict=True):
            canvas.line(self.at(mark.margin), lanes.y, x, y)
        for mark, (x, y) in zip(self.marks, pins, strict=True):
            last = mark is self.marks[-1]
            canvas.setFillColor(styles.BLACK if last else styles.WHITE)
            canvas.circle(x, y, radius, stroke=1, fill=1)
            ink = styles.WHITE if last else styles.BLACK
            put(canvas, Box(x - radius, y - radius, PIN, PIN), mark.label, styles.MARK, "centre", ink=ink)

    def _free_place(self, x: float, taken: Sequence[tuple[float, int]]) -> tuple[float, int]:
        """The place for a pin nearest to ``x`` that covers no other: across the page, and its lane."""
        width = PIN + 1
        steps = int(self.box.width / width) + 1
        for aside in (0, *(sign * step for step in range(1, steps) for sign in (1, -1))):
            place = x + aside * width
            if not self.box.x + width / 2 <= place <= self.box.right - width / 2:
                place = min(max(place, self.box.x + width / 2), self.box.right - width / 2)
            for lane in range(LANES):
                if all(lane != other or abs(place - there) >= width for there, other in taken):
                    return place, lane
        return x, LANES - 1


def draw_grade(canvas: Canvas, names: tuple[str, str], box: Box) -> None:
    """What both sides call a grade: one name, or two with the sides' signs before them."""
    allied, axis = names
    if allied == axis:
        put(canvas, box, allied, styles.GRADE, "centre")
        return
    lines = box.rows(2)
    sign = 7.0
    for line, side, title in zip(lines, sheet.SIDES, names, strict=True):
        words = fit(title, styles.GRADE, line.width - sign - 3, line.height)
        start = line.x + (line.width - sign - 3 - words.width) / 2
        parts.side_sign(canvas, side, start + sign / 2, line.middle, sign)
        put(canvas, Box(start + sign + 3, line.y, line.right - start - sign - 3, line.height), title, styles.GRADE)


def words_for(grades: Sequence[GradeRow], margin: int, names: SideNames = USUAL) -> str:
    """What both sides call the grade that holds ``margin``; empty if none does."""
    return next((both_names(_names(grade), names) for grade in grades if grade.holds(margin)), "")


def both_names(grade: tuple[str, str], names: SideNames) -> str:
    """What both sides call a grade, in words."""
    allied, axis = grade
    return allied if allied == axis else f"{names.allied} {allied.lower()}, {names.axis} {axis.lower()}"


def _names(grade: GradeRow) -> tuple[str, str]:
    return grade.titles["allied"], grade.titles["axis"]


def _lowest(grade: GradeRow) -> float:
    return float("-inf") if grade.low is None else grade.low


def _room(words: str) -> float:
    """What a label takes, with a hair to spare."""
    style = styles.LABEL
    return width(words.upper(), style.face, style.size) + style.tracking * len(words) + 1


def _steps() -> Iterator[tuple[int, int]]:
    """Fine and coarse steps of a ruler: (1, 5), (5, 10), (5, 25), (10, 50), (50, 100) …"""
    size = 1
    while True:
        yield from ((size, 5 * size), (5 * size, 10 * size), (5 * size, 25 * size))
        size *= 10

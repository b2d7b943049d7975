"""The track of a progressive campaign: its spaces to lay a counter on, and the way of the marker by missions. [SUP 27]

Positions count from 0, the end that the Allied side wins at, to one more than the spaces, the end of the Axis: the
Allied end lies to the left, as the Allied columns do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from campaigns.documents.kit import parts, sheet, styles, tagging
from campaigns.documents.kit.parts import Box, put
from campaigns.documents.kit.text import fit
from campaigns.documents.logs.victory_scale import draw_grade

END: Final = 50.0
"""Width of an end of the track."""
ACROSS: Final = 16
"""Spaces side by side; a longer track goes on below."""
SPACES: Final = 84.0
"""Height of a row of spaces with nothing below it."""
GRADES: Final = 24.0
BADGE: Final = 15.0


@dataclass(frozen=True, slots=True)
class Space:
    """A space: its number, as the pack counts it, its title and text, and what happens when the marker comes here."""

    number: int
    title: str
    text: str = ""
    events: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Track:
    """The spaces from the Allied end to the Axis one; ``grades`` what either side calls each position, ends included.

    ``start`` and ``marker`` are positions; a blank sheet has no ``marker``.
    """

    spaces: tuple[Space, ...]
    grades: tuple[tuple[str, str], ...]
    start: int
    marker: int | None = None

    @property
    def positions(self) -> int:
        """With both ends."""
        return len(self.spaces) + 2

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The positions of its spaces, a row of the page after the other."""
        numbers = range(1, len(self.spaces) + 1)
        count = -(-len(self.spaces) // ACROSS)
        size = -(-len(self.spaces) // count)
        return tuple(tuple(numbers[first : first + size]) for first in range(0, len(numbers), size))

    @property
    def height(self) -> float:
        """What it needs with its heading."""
        return sheet.HEADING + 4 + len(self.rows) * (SPACES + GRADES)


def draw_track(canvas: Canvas, box: Box, track: Track, standing: str) -> None:
    """The spaces under a heading, ``standing`` in words beside it, and under each what it is graded as."""
    rest = sheet.heading(canvas, box, "The track")
    put(canvas, box.cut_top(sheet.HEADING - 3)[0].columns((2, 9))[1], standing, styles.CELL_BOLD, "right")
    rest, _ = rest.cut_bottom(rest.height - 4)
    rows = track.rows
    for number, (positions, row) in enumerate(zip(rows, rest.rows(len(rows)), strict=True)):
        left, line = row.cut_left(END)
        line, right = line.cut_left(line.width - END)
        places = dict(zip(positions, line.columns([1.0] * len(positions)), strict=True))
        if number == 0:
            places[0] = left
        if number == len(rows) - 1:
            places[track.positions - 1] = right
        for position, place in places.items():
            _draw_position(canvas, place.cut_top(place.height - GRADES)[0], track, position)
        _draw_grades(canvas, track, {at: place.cut_bottom(GRADES)[0] for at, place in sorted(places.items())})


def _draw_position(canvas: Canvas, box: Box, track: Track, position: int) -> None:
    is_end = position in (0, track.positions - 1)
    is_here = position == track.marker
    parts.outline(canvas, box, styles.HEAVY if is_here else styles.LIGHT, styles.PALE if is_end else None)
    if is_end:
        parts.side_sign(canvas, "axis" if position else "allied", box.x + box.width / 2, box.middle, 15)
        if is_here:
            _draw_badge(canvas, box.x + box.width / 2, box.top - 4 - BADGE / 2, "", here=True)
        return
    space = track.spaces[position - 1]
    inner = box.inset(4, 4)
    head, rest = inner.cut_top(BADGE)
    _draw_badge(canvas, head.x + BADGE / 2, head.middle, str(space.number), here=is_here)
    if position == track.start:
        put(canvas, head.cut_left(BADGE + 3)[1], "start", styles.LABEL)
    title, rest = rest.cut_top(2)[1].cut_top(25)
    put(canvas, title.inset(0, 1), space.title, styles.SPACE, valign="top")
    events = "; ".join(space.events)
    text, below = rest.cut_top(0.5 * rest.height if events else rest.height)
    if not fit(space.text, styles.SPACE_TEXT, text.width, text.height).cut:
        put(canvas, text, space.text, styles.SPACE_TEXT, valign="top")
    if events:
        put(canvas, below, f"→ {events}", styles.SPACE_EVENT, valign="bottom")


def _draw_badge(canvas: Canvas, x: float, y: float, label: str, *, here: bool) -> None:
    """A number in a ring; a full disc where the marker stands."""
    canvas.setStrokeColor(styles.BLACK)
    canvas.setLineWidth(styles.MEDIUM)
    canvas.setFillColor(styles.BLACK if here else styles.WHITE)
    canvas.circle(x, y, BADGE / 2, stroke=1, fill=1)
    box = Box(x - BADGE / 2 + 1.5, y - BADGE / 2 + 1, BADGE - 3, BADGE - 2)
    put(canvas, box, label, styles.GRADE, "centre", ink=styles.WHITE if here else styles.BLACK)


def _draw_grades(canvas: Canvas, track: Track, places: dict[int, Box]) -> None:
    """What the positions of a row are graded as: one band for neighbours of one grade."""
    for number, (names, of_grade) in enumerate(groupby(places, key=lambda at: track.grades[at])):
        positions = list(of_grade)
        first, last = places[positions[0]], places[positions[-1]]
        band = Box(first.x, first.y, last.right - first.x, GRADES).inset(0, 1.5)
        parts.outline(canvas, band, ink=styles.PALE if number % 2 else styles.WHITE)
        draw_grade(canvas, names, band.inset(2, 1.5))


@dataclass(frozen=True, slots=True)
class Way:
    """The way of the marker beside the rows of a table: ``stops`` are its positions, None where a pen goes on.

    ``before`` is where it stood when the first row begins. Where it ends, it stands in black: not where a further page
    goes on.
    """

    track: Track
    before: int | None
    stops: tuple[int | None, ...]
    goes_on: bool = False

    def draw(self, canvas: Canvas, head: Box, rows: Sequence[Box]) -> None:
        """``head`` is the column's place in the head of the table, ``rows`` its places in the rows of missions."""
        columns = head.columns([1.0] * self.track.positions)
        self._draw_head(canvas, columns)
        low = min((row.y for row in rows), default=head.y)
        for column in columns[1:]:
            parts.dotted(canvas, column.x, head.y, column.x, low)
        points = [] if self.before is None else [(_middle(columns[self.before]), head.y)]
        marks = []
        for stop, row in zip(self.stops, rows, strict=True):
            if stop is not None:
                marks.append((_middle(columns[stop]), row.middle))
        description = "The way of the marker" if marks else ""
        with tagging.figure(canvas, description):
            end = marks[-1] if marks and not self.goes_on else None
            self._draw_way(canvas, [*points, *marks], marks, end, min(columns[0].width * 0.36, 5.0))

    def _draw_head(self, canvas: Canvas, columns: Sequence[Box]) -> None:
        for position, column in enumerate(columns):
            lower = column.cut_bottom(column.height / 2)[0]
            if position in (0, self.track.positions - 1):
                side = "axis" if position else "allied"
                parts.side_sign(canvas, side, _middle(column), lower.middle, min(column.width * 0.7, 8))
            else:
                number = str(self.track.spaces[position - 1].number)
                put(canvas, lower.inset(0.5, 2), number, styles.MARK, "centre")

    @staticmethod
    def _draw_way(
        canvas: Canvas,
        points: Sequence[tuple[float, float]],
        marks: Sequence[tuple[float, float]],
        end: tuple[float, float] | None,
        radius: float,
    ) -> None:
        canvas.setStrokeColor(styles.BLACK)
        canvas.setLineWidth(1.2)
        for one, two in pairwise(points):
            canvas.line(*one, *two)
        if points and points[0] not in marks:
            canvas.setFillColor(styles.WHITE)
            canvas.circle(*points[0], 2.5, stroke=1, fill=1)
        for place in marks:
            canvas.setFillColor(styles.BLACK if place is end else styles.WHITE)
            canvas.circle(*place, radius, stroke=1, fill=1)


def _middle(box: Box) -> float:
    return box.x + box.width / 2

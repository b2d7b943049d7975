"""Counters to cut out, two-sided squares of 20 mm: units with their letters, and the markers of a game.

Each side of the war has an outline of its own kind and its sign, so that counters are told apart without colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import Final, Literal

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from campaigns.documents.cards.cutting import Grid, render_cuts
from campaigns.documents.kit import fonts, styles
from campaigns.documents.kit.marks import draw_mark
from campaigns.documents.kit.outlines import draw_outline
from campaigns.documents.kit.parts import Box, put, side_sign
from campaigns.documents.kit.styles import Paper, TextStyle

SIZE: Final = 20 * mm
GRIDS: Final[Mapping[Paper, Grid]] = MappingProxyType(
    {"A4": Grid(9, 13, SIZE, SIZE), "letter": Grid(9, 12, SIZE, SIZE)}
)
LETTER: Final = TextStyle(fonts.CONDENSED.bold, 15, 6)
NUMBER: Final = TextStyle(fonts.CONDENSED.bold, 27, 8)
CAPTION: Final = TextStyle(fonts.CONDENSED.bold, 7, 4.2, leading=1.05)
ALONE: Final = TextStyle(fonts.CONDENSED.bold, 11, 5, leading=1.05)
SAFE: Final = 3.2
SIGN: Final = 10.0

Look = Literal["full", "hollow", "mirrored"]
"""How the drawing of a counter stands: hollow of what is damaged, mirrored of what flies the other way."""


@dataclass(frozen=True, slots=True)
class CounterFace:
    """One side of a counter; all empty: only the sign of its side, as of what is secret."""

    value: str = ""
    """Large, of a few characters."""
    caption: str = ""
    mark: str = ""
    """A drawing of ``static/img/marks.svg``."""
    outline: str = ""
    """Or the outline of an aircraft: a shape of ``fixtures/shapes``."""
    look: Look = "full"
    arrow: bool = False
    """Points where the counter faces."""
    is_filled: bool = False
    """White on the ink of its side, as of a Leader."""


@dataclass(frozen=True, slots=True)
class Counter:
    """One counter to cut out; ``side`` is empty of what belongs to the game."""

    front: CounterFace
    back: CounterFace
    side: str = ""
    is_aircraft: bool = False
    """Its value is a letter beside the drawing of a type."""

    def draw(self, canvas: Canvas, box: Box, *, is_back: bool) -> None:
        """One of its faces."""
        _draw(canvas, box, self, self.back if is_back else self.front)


@dataclass(frozen=True, slots=True)
class Counters:
    """Counters that are printed together; those of a side stand in rows of their own."""

    title: str
    subject: str
    counters: tuple[Counter, ...]


def render(sheet: Counters, paper: Paper = "A4") -> bytes:
    """The counters as a PDF, fronts and on the next page their backs. The same counters give the same bytes."""
    grid = GRIDS[paper]
    return render_cuts(
        list(_rows(sheet.counters, grid.columns)),
        grid,
        paper,
        title=sheet.title,
        subject=sheet.subject,
        name=lambda number: f"Counters, sheet {number}",
        hint="Counters of 20 mm.",
    )


def _rows(counters: Sequence[Counter], columns: int) -> Iterator[Counter | None]:
    """The counters in order, the row filled up with empty cells where another side begins."""
    for _, group in groupby(counters, lambda counter: counter.side):
        row = list(group)
        yield from row
        yield from [None] * (-len(row) % columns)


def _draw(canvas: Canvas, box: Box, counter: Counter, face: CounterFace) -> None:
    inner = box.inset(SAFE, SAFE)
    _draw_outline(canvas, inner, counter.side, is_filled=face.is_filled)
    if face == CounterFace():
        side_sign(canvas, counter.side, box.x + box.width / 2, box.middle, 24)
        return
    if counter.side:
        x, y = inner.x + SIGN / 2 + 2.5, inner.top - SIGN / 2 - 2.5
        if face.is_filled:
            canvas.setFillColor(styles.WHITE)
            canvas.circle(x + 1, y - 0.5, SIGN * 0.72, stroke=0, fill=1)
        side_sign(canvas, counter.side, x + face.is_filled, y - face.is_filled / 2, SIGN * (1 - 0.15 * face.is_filled))
    if counter.is_aircraft:
        _draw_aircraft(canvas, inner, face)
    else:
        _draw_marker(canvas, inner.inset(2.5, 2.5), face, has_sign=bool(counter.side))


def _draw_outline(canvas: Canvas, box: Box, side: str, *, is_filled: bool) -> None:
    ink = styles.SIDE_INKS.get(side, styles.BLACK)
    canvas.setStrokeColor(ink)
    canvas.setFillColor(ink)
    canvas.setLineWidth(styles.HEAVY if side == "allied" else styles.LIGHT)
    canvas.roundRect(box.x, box.y, box.width, box.height, 3, fill=int(is_filled))
    if side == "axis":
        canvas.setStrokeColor(styles.WHITE if is_filled else ink)
        canvas.roundRect(box.x + 1.6, box.y + 1.6, box.width - 3.2, box.height - 3.2, 2)


def _draw_aircraft(canvas: Canvas, box: Box, face: CounterFace) -> None:
    """The letter at the upper right, the drawing in the middle, the name below, an arrow at the edge it faces."""
    caption, rest = box.inset(2.5, 2.5).cut_bottom(9)
    head, below = rest.cut_top(12)
    put(canvas, head.cut_right(head.width * 0.45)[0], face.value, LETTER, "right", "top")
    if face.arrow:
        _draw_arrow(canvas, box)
        below = rest.cut_top(6.5)[1].inset(6)  # a nose has room between sign and letter
    if face.mark:
        looks = {"outlined": face.look == "hollow", "mirrored": face.look == "mirrored"}
        draw_mark(canvas, face.mark, below.inset(2, 0.5), **looks)
    elif face.outline:
        draw_outline(canvas, face.outline, below.inset(2, 0.5), outlined=face.look == "hollow")
    put(canvas, caption, face.caption, CAPTION, "centre", "bottom")


def _draw_arrow(canvas: Canvas, box: Box) -> None:
    middle = box.x + box.width / 2
    path = canvas.beginPath()
    path.moveTo(middle, box.top - 1.4)
    path.lineTo(middle - 4.5, box.top - 7)
    path.lineTo(middle + 4.5, box.top - 7)
    path.close()
    canvas.setFillColor(styles.BLACK)
    canvas.drawPath(path, stroke=0, fill=1)


def _draw_marker(canvas: Canvas, box: Box, face: CounterFace, *, has_sign: bool) -> None:
    """A large value or a drawing over its caption, or the caption alone."""
    ink = styles.WHITE if face.is_filled else styles.BLACK
    if not face.value and not face.mark and not face.outline:
        below = box.cut_top(SIGN)[1] if has_sign else box
        put(canvas, below, face.caption, ALONE, "centre", ink=ink)
        return
    caption, rest = box.cut_bottom(8)
    put(canvas, caption, face.caption, CAPTION, "centre", ink=ink)
    beside = rest.cut_left(SIGN)[1] if has_sign else rest
    picture = (beside if has_sign else rest).inset(1, 1.5)
    if face.mark:
        draw_mark(canvas, face.mark, picture)
    elif face.outline:
        draw_outline(canvas, face.outline, picture)
    else:
        put(canvas, beside, face.value, NUMBER, "centre", ink=ink)

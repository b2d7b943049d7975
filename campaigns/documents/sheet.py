"""What the log sheets of all campaign kinds share: masthead, ruled table, check-off list, victory scale, aces.

Each function draws into a box that its caller measured out. A value that is missing leaves room for a pen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from campaigns.documents import parts, styles
from campaigns.documents.parts import Align, Box, put
from campaigns.documents.styles import TextStyle
from campaigns.documents.text import Fitted, fit

SIDES: Final = ("allied", "axis")
SIDE_NAMES: Final = {"allied": "Allied", "axis": "Axis"}

PAD: Final = 4.0
TABLE_HEAD: Final = 27.0
STRIP: Final = 12.0
"""Height of the strip over the missions of a stage."""
HEADING: Final = 15.0
CHECK_LEAST: Final = 11.0
"""The least height of a line in a check-off list."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the mission table. ``share`` is its part of the width; ``group`` a heading over neighbours."""

    head: str
    share: float
    style: TextStyle = styles.CELL
    align: Align = "left"
    group: str = ""
    side: str = ""
    """Whose sign stands in the head."""
    writing: bool = False
    """Faint lines to write on where the cell is empty."""
    close: bool = False
    """No rule between this column and the one before."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in one cell: a text, a second one under it, and a sign before it."""

    text: str = ""
    under: str = ""
    sign: str = ""


def table_height(rows: Sequence[Row], row: float) -> float:
    """The height of a table whose rows are ``row`` high."""
    return TABLE_HEAD + len(rows) * row + STRIP * sum(bool(each.strip) for each in rows)


def masthead_title(canvas: Canvas, box: Box, kicker: str, title: str, lead: str) -> None:
    """The name of the sheet, the campaign's title under it in large letters, and a line about it."""
    top, rest = box.cut_top(12)
    put(canvas, top, kicker, styles.KICKER, valign="top")
    name, under = rest.cut_top(rest.height - 15)
    put(canvas, name, title, styles.TITLE)
    put(canvas, under, lead, styles.LEAD)


def side_panel(canvas: Canvas, box: Box, side: str, force: str, commander: str, points: int | None) -> None:
    """A side's sign, name and force, its commander, and its Victory Points in a frame."""
    total, names = box.cut_right(58)
    canvas.setStrokeColor(styles.BLACK)
    canvas.setLineWidth(styles.MEDIUM)
    canvas.rect(total.x, total.y, total.width, total.height)
    label, figure = total.cut_top(13)
    put(canvas, label, "Points", styles.LABEL, "centre")
    if points is not None:
        put(canvas, figure.inset(3, 2), points, styles.TOTAL, "centre")
    names, _ = names.cut_left(names.width - 10)
    upper, lower = names.cut_top(26)
    parts.side_sign(canvas, side, upper.x + 7.5, upper.middle, 15)
    text = upper.cut_left(21)[1]
    name = put(canvas, text, SIDE_NAMES[side], styles.SIDE)
    put(canvas, text.cut_left(name.width + 7)[1], force, styles.CELL_ITALIC)
    parts.write_line(canvas, lower.cut_bottom(20)[0], "Commander", commander)


def heading(canvas: Canvas, box: Box, title: str, aside: str = "", sign: str = "") -> Box:
    """A small heading over a rule, with an ``aside`` at the right; gives the box under it."""
    strip, rest = box.cut_top(HEADING)
    line = Box(strip.x, strip.y + 3, strip.width, strip.height - 3)
    left = line
    if sign:
        parts.side_sign(canvas, sign, line.x + 5, line.middle, 9)
        left = line.cut_left(14)[1]
    name = put(canvas, left, title, styles.HEADING)
    put(canvas, left.cut_left(name.width + 8)[1], aside, styles.LABEL, "right")
    parts.rule(canvas, strip.x, strip.y, strip.right, styles.MEDIUM)
    return rest


@dataclass(frozen=True, slots=True)
class Row:
    """One cell a column; an empty one is to be filled by hand. ``strip`` and ``aside`` head a new stage."""

    cells: tuple[Cell, ...]
    strip: str = ""
    aside: str = ""


@dataclass(frozen=True, slots=True)
class MissionTable:
    """The ruled table of missions."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    box: Box

    @property
    def row_boxes(self) -> tuple[Box, ...]:
        """The rows without their strips, all of one height."""
        _, rest = self.box.cut_top(TABLE_HEAD)
        height = (self.box.height - table_height(self.rows, 0)) / len(self.rows)
        boxes = []
        for row in self.rows:
            _, rest = rest.cut_top(STRIP if row.strip else 0)
            box, rest = rest.cut_top(height)
            boxes.append(box)
        return tuple(boxes)

    def cells_of(self, row: Box) -> tuple[Box, ...]:
        return row.columns([column.share for column in self.columns])

    def fitted(self, row: int, column: int) -> Fitted:
        """How the text of a cell without second text fits; tells whether it is cut."""
        box = self.cells_of(self.row_boxes[row])[column].inset(PAD, 3)
        return fit(self.rows[row].cells[column].text, self.columns[column].style, box.width, box.height)

    def draw(self, canvas: Canvas) -> None:
        head, body = self.box.cut_top(TABLE_HEAD)
        self._draw_head(canvas, head)
        for number, (row, box) in enumerate(zip(self.rows, self.row_boxes, strict=True)):
            places = self.cells_of(box)
            for column, cell, place in zip(self.columns, row.cells, places, strict=True):
                self._draw_cell(canvas, column, cell, place)
                if place.x > box.x and not column.close:
                    parts.upright(canvas, place.x, box.y, box.top)
            if row.strip:
                self._draw_strip(canvas, row, Box(box.x, box.top, box.width, STRIP))
            elif number:
                parts.rule(canvas, box.x, box.top, box.right)
        parts.rule(canvas, head.x, head.top, head.right, styles.HEAVY)
        parts.rule(canvas, head.x, head.y, head.right, styles.MEDIUM)
        parts.rule(canvas, body.x, body.y, body.right, styles.MEDIUM)

    def _draw_head(self, canvas: Canvas, head: Box) -> None:
        places = self.cells_of(head)
        group_start = 0
        for number, (column, place) in enumerate(zip(self.columns, places, strict=True)):
            if not column.group:
                put(canvas, place.inset(PAD, 2), column.head, styles.LABEL, column.align)
                continue
            upper, lower = place.cut_top(TABLE_HEAD / 2)
            if self.columns[number - 1].group != column.group:
                group_start = number
            last = number + 1 == len(self.columns) or self.columns[number + 1].group != column.group
            if last:
                start = places[group_start].x
                span = Box(start, upper.y, place.right - start, upper.height)
                put(canvas, span.inset(PAD, 1), column.group, styles.LABEL, "centre", "bottom")
                parts.rule(canvas, span.x + PAD, span.y - 1, span.right - PAD)
            self._draw_subhead(canvas, column, lower)

    @staticmethod
    def _draw_strip(canvas: Canvas, row: Row, strip: Box) -> None:
        canvas.setFillColor(styles.PALE)
        canvas.rect(strip.x, strip.y, strip.width, strip.height, stroke=0, fill=1)
        parts.rule(canvas, strip.x, strip.y, strip.right)
        parts.rule(canvas, strip.x, strip.top, strip.right)
        left, right = strip.inset(PAD + 1).columns((3, 2), gap=8)
        put(canvas, left, row.strip, styles.STRIP)
        put(canvas, right, row.aside, styles.CELL_ITALIC, "right")

    @staticmethod
    def _draw_subhead(canvas: Canvas, column: Column, box: Box) -> None:
        inner = Box(box.x + PAD, box.y, box.width - 2 * PAD, box.height - 2)
        sign_width = 11.0 if column.side and column.head else 8.0 if column.side else 0.0
        words = fit(column.head, styles.LABEL, inner.width - sign_width, inner.height)
        start = inner.x
        if column.align == "centre":
            start += (inner.width - words.width - sign_width) / 2
        if column.side:
            parts.side_sign(canvas, column.side, start + 4, inner.middle, 8)
        put(
            canvas,
            Box(start + sign_width, inner.y, inner.right - start - sign_width, inner.height),
            column.head,
            styles.LABEL,
        )

    @staticmethod
    def _draw_cell(canvas: Canvas, column: Column, cell: Cell, place: Box) -> None:
        box = place.inset(PAD, 3)
        if cell.sign:
            words = fit(cell.text, column.style, box.width - 12, box.height)
            start = box.x + (box.width - words.width - 12) / 2
            parts.side_sign(canvas, cell.sign, start + 4, box.middle, 8)
            put(canvas, Box(start + 12, box.y, box.right - start - 12, box.height), cell.text, column.style)
        elif cell.under:
            upper = fit(cell.text, column.style, box.width, 0.6 * box.height)
            lower = fit(cell.under, styles.CELL_ITALIC, box.width, box.height - upper.height - 3)
            block = Box(box.x, box.y, box.width, box.height)
            height = upper.height + 3 + lower.height
            top = block.middle + height / 2
            put(
                canvas,
                Box(box.x, top - upper.height, box.width, upper.height),
                cell.text,
                column.style,
                column.align,
                "top",
            )
            below = max(lower.height, top - upper.height - 3 - box.y)
            put(
                canvas,
                Box(box.x, top - upper.height - 3 - below, box.width, below),
                cell.under,
                styles.CELL_ITALIC,
                column.align,
                "top",
            )
        elif cell.text:
            put(canvas, box, cell.text, column.style, column.align)
        elif column.writing:
            parts.ruled(canvas, Box(box.x, place.y, box.width, place.height), 15)


@dataclass(frozen=True, slots=True)
class Check:
    """A line of a check-off list: ticked when it was used, with the number of the mission."""

    title: str
    used: str = ""


def check_list(canvas: Canvas, box: Box, checks: Sequence[Check], lines: int) -> None:
    """Boxes to tick, spaced for ``lines`` of them, so that lists side by side keep in step.

    A list too long goes on in a second column; what still finds no room is counted.
    """
    pitch = 20.0
    room = int(box.height / CHECK_LEAST)
    if len(checks) <= room:
        _check_column(canvas, box, checks, min(pitch, box.height / max(lines, len(checks), 1)))
        return
    left, right = box.columns((1, 1), gap=8)
    shown = list(checks[: 2 * room])
    if len(checks) > len(shown):
        shown[-1] = Check(f"and {len(checks) - len(shown) + 1} more")
    _check_column(canvas, left, shown[:room], CHECK_LEAST)
    _check_column(canvas, right, shown[room:], CHECK_LEAST)


def _check_column(canvas: Canvas, box: Box, checks: Sequence[Check], pitch: float) -> None:
    rest = box
    for check in checks:
        line, rest = rest.cut_top(pitch)
        parts.tick_box(canvas, line.x + 0.5, line.middle - 4, 8, ticked=bool(check.used))
        used, name = line.cut_left(14)[1].cut_right(24)
        put(canvas, Box(name.x, name.y, name.width - 4, name.height), check.title, styles.CELL)
        if check.used:
            put(canvas, used, check.used, styles.CELL_ITALIC, "right")
        else:
            parts.dotted(canvas, used.x + 6, line.middle - 4, used.right)


@dataclass(frozen=True, slots=True)
class Ace:
    """A pilot of the table of aces."""

    name: str
    side: str
    flew: str
    """His service and aircraft, as far as known."""
    victories: str
    """As people write them: 2, 2½."""
    missions: int


def ace_table(canvas: Canvas, box: Box, aces: Sequence[Ace], *, both_sides: bool) -> None:
    """Pilots with their victories and missions, each with his side's sign in a table of both; free rows for a pen."""
    head, body = box.cut_top(11)
    signs = 16.0 if both_sides else 0.0
    for place, title, align in zip(
        head.cut_left(signs)[1].columns(_ACE_SHARES), ("Pilot", "Flew", "Kills", "Missions"), _ACE_ALIGNS, strict=True
    ):
        put(canvas, place.inset(2), title, styles.LABEL, align)
    rows = body.rows(max(int(body.height / 14), 1))
    for row, ace in zip(rows, [*aces[: len(rows)], *([None] * (len(rows) - len(aces)))], strict=True):
        parts.dotted(canvas, row.x, row.y, row.right)
        if ace is None:
            continue
        if both_sides:
            parts.side_sign(canvas, ace.side, row.x + 6, row.middle, 8)
        places = row.cut_left(signs)[1].columns(_ACE_SHARES)
        texts = (ace.name, ace.flew, ace.victories, str(ace.missions))
        looks = (styles.CELL_BOLD, styles.CELL, styles.CELL_BOLD, styles.CELL)
        for place, text, look, align in zip(places, texts, looks, _ACE_ALIGNS, strict=True):
            put(canvas, place.inset(2, 1), text, look, align)


_ACE_SHARES: Final = (92.0, 110.0, 26.0, 38.0)
_ACE_ALIGNS: Final[tuple[Align, ...]] = ("left", "left", "right", "right")


def signatures(canvas: Canvas, box: Box, labels: Sequence[str]) -> None:
    """Lines to sign on."""
    for place, label in zip(box.columns([1.0] * len(labels), gap=16), labels, strict=True):
        parts.write_line(canvas, place, label)

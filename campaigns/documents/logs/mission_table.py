"""The ruled table of missions, and what each kind of log writes into it.

A cell that is empty is to be filled by hand; the strip over a stage or a period may have lines for a pen too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, NextPageTemplate, PageBreak

from campaigns.documents.kit import parts, styles
from campaigns.documents.kit.parts import Align, Box, put
from campaigns.documents.kit.styles import TextStyle
from campaigns.documents.kit.text import Fitted, fit
from campaigns.documents.logs.mission_report import MissionReport

PAD: Final = 4.0
TABLE_HEAD: Final = 27.0
STRIP: Final = 12.0
"""Height of the strip over the missions of a stage."""
AIR: Final = 2.0
"""Between the two texts of a cell."""
FIELD_STRIP: Final = 17.0
"""Of one with lines to write on."""


@dataclass(frozen=True, slots=True)
class SideResult:
    """What a debriefed mission brought one side."""

    brought: str
    """The Resource it used; in a campaign without any the aircraft it flew."""
    points: int
    lost: int
    damaged: int
    by_flak: int = 0
    """Of those lost."""


@dataclass(frozen=True, slots=True)
class LogMission:
    """A mission of the log. Results are None until it is debriefed.

    ``margin`` is the Allied less the Axis Victory Points of the campaign after this mission.
    """

    number: int
    date: str
    title: str
    place: str = ""
    allied: SideResult | None = None
    axis: SideResult | None = None
    margin: int | None = None
    notes: str = ""
    achieved: str = ""
    """What became of its target."""
    report: MissionReport | None = None
    """The mission in full, for a page of its own."""

    @property
    def told(self) -> str:
        """What was achieved, and the notes."""
        return ". ".join(part for part in (self.achieved, self.notes) if part)


@dataclass(frozen=True, slots=True)
class MissionTableColumn:
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


@dataclass(frozen=True, slots=True)
class Field:
    """A label in a strip with what is written behind it, or a line for a pen. ``share`` is its part of the width."""

    label: str
    value: str = ""
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class MissionTableRow:
    """One cell a column; none at all where there is nothing but the strip.

    ``strip`` heads a new stage or period, with ``fields`` or an ``aside`` at its right.
    """

    cells: tuple[Cell, ...]
    strip: str = ""
    aside: str = ""
    fields: tuple[Field, ...] = ()

    @property
    def strip_height(self) -> float:
        return (FIELD_STRIP if self.fields else STRIP) if self.strip else 0.0

    def height(self, row: float) -> float:
        """With its strip, where a row of cells is ``row`` high."""
        return self.strip_height + (row if self.cells else 0)


def table_height(rows: Sequence[MissionTableRow], row: float) -> float:
    """The height of a table whose rows of cells are ``row`` high."""
    return TABLE_HEAD + sum(each.height(row) for each in rows)


@dataclass(frozen=True, slots=True)
class MissionTable:
    """The ruled table of missions. Strips write over the first ``strip_columns``, or over all of them."""

    columns: tuple[MissionTableColumn, ...]
    rows: tuple[MissionTableRow, ...]
    box: Box
    strip_columns: int | None = None

    @property
    def row_boxes(self) -> tuple[Box, ...]:
        """The rows without their strips, all of one height."""
        _, rest = self.box.cut_top(TABLE_HEAD)
        height = (self.box.height - table_height(self.rows, 0)) / max(sum(bool(row.cells) for row in self.rows), 1)
        boxes = []
        for row in self.rows:
            _, rest = rest.cut_top(row.strip_height)
            box, rest = rest.cut_top(height if row.cells else 0)
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
            if row.cells:
                self._draw_row(canvas, row, box)
            if row.strip:
                self._draw_strip(canvas, row, Box(box.x, box.top, box.width, row.strip_height))
            elif number:
                parts.rule(canvas, box.x, box.top, box.right)
        parts.rule(canvas, head.x, head.top, head.right, styles.HEAVY)
        parts.rule(canvas, head.x, head.y, head.right, styles.MEDIUM)
        parts.rule(canvas, body.x, body.y, body.right, styles.MEDIUM)

    def _draw_row(self, canvas: Canvas, row: MissionTableRow, box: Box) -> None:
        for column, cell, place in zip(self.columns, row.cells, self.cells_of(box), strict=True):
            self._draw_cell(canvas, column, cell, place)
            if place.x > box.x and not column.close:
                parts.upright(canvas, place.x, box.y, box.top)

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

    def _draw_strip(self, canvas: Canvas, row: MissionTableRow, strip: Box) -> None:
        if not row.fields:
            parts.shade(canvas, strip)
        parts.rule(canvas, strip.x, strip.y, strip.right)
        parts.rule(canvas, strip.x, strip.top, strip.right, styles.MEDIUM if row.fields else styles.LIGHT)
        inner = strip
        if self.strip_columns is not None:
            last = self.cells_of(strip)[self.strip_columns - 1]
            inner = Box(strip.x, strip.y, last.right - strip.x, strip.height)
        inner = inner.inset(PAD + 1)
        if not row.fields:
            left, right = inner.columns((3, 2), gap=8)
            put(canvas, left, row.strip, styles.STRIP)
            put(canvas, right, row.aside, styles.CELL_ITALIC, "right")
            return
        shares = (STRIP_SHARE, *(field.share for field in row.fields))
        title, *places = inner.columns(shares, gap=10)
        name = put(canvas, title, row.strip, styles.STRIP)
        put(canvas, title.cut_left(name.width + 6)[1], row.aside, styles.CELL_ITALIC)
        for place, field in zip(places, row.fields, strict=True):
            parts.write_line(canvas, place.inset(0, 2), field.label, field.value)

    @staticmethod
    def _draw_subhead(canvas: Canvas, column: MissionTableColumn, box: Box) -> None:
        inner = Box(box.x + PAD, box.y, box.width - 2 * PAD, box.height - 2)
        sign_width = 11.0 if column.side and column.head else 8.0 if column.side else 0.0
        words = fit(column.head, styles.LABEL, inner.width - sign_width, inner.height)
        start = inner.x
        if column.align == "centre":
            start += (inner.width - words.width - sign_width) / 2
        if column.side:
            parts.side_sign(canvas, column.side, start + 4, inner.middle, 8)
        words_place = Box(start + sign_width, inner.y, inner.right - start - sign_width, inner.height)
        put(canvas, words_place, column.head, styles.LABEL)

    @staticmethod
    def _draw_cell(canvas: Canvas, column: MissionTableColumn, cell: Cell, place: Box) -> None:
        box = place.inset(PAD, 2.5)
        if cell.sign:
            words = fit(cell.text, column.style, box.width - 12, box.height)
            start = box.x + (box.width - words.width - 12) / 2
            parts.side_sign(canvas, cell.sign, start + 4, box.middle, 8)
            put(canvas, Box(start + 12, box.y, box.right - start - 12, box.height), cell.text, column.style)
        elif cell.under:
            upper = fit(cell.text, column.style, box.width, 0.6 * box.height)
            lower = fit(cell.under, styles.CELL_ITALIC, box.width, box.height - upper.height - AIR)
            top = box.middle + (upper.height + AIR + lower.height) / 2
            first = Box(box.x, top - upper.height, box.width, upper.height)
            put(canvas, first, cell.text, column.style, column.align, "top")
            below = max(lower.height, first.y - AIR - box.y)
            second = Box(box.x, first.y - AIR - below, box.width, below)
            put(canvas, second, cell.under, styles.CELL_ITALIC, column.align, "top")
        elif cell.text:
            put(canvas, box, cell.text, column.style, column.align)
        elif column.writing:
            parts.ruled(canvas, Box(box.x, place.y, box.width, place.height), 15)


STRIP_SHARE: Final = 2.6
"""What the title of a strip takes of its width, where a field takes its own share."""

LOSS_COLUMNS: Final = (
    MissionTableColumn("lost", 39, styles.CELL, "centre", group="Losses", side="allied"),
    MissionTableColumn("dam.", 29, styles.CELL, "centre", group="Losses", close=True),
    MissionTableColumn("lost", 39, styles.CELL, "centre", group="Losses", side="axis"),
    MissionTableColumn("dam.", 29, styles.CELL, "centre", group="Losses", close=True),
)


def loss_cells(result: SideResult | None) -> tuple[Cell, Cell]:
    """Aircraft lost, and how many of them to flak; aircraft Damaged."""
    if result is None:
        return Cell(), Cell()
    return (
        Cell(str(result.lost or "–"), f"{result.by_flak} flak" if result.by_flak else ""),
        Cell(str(result.damaged or "–")),
    )


def margin_cell(margin: int | None) -> Cell:
    """How far a side is ahead, with its sign."""
    if margin is None:
        return Cell()
    if margin == 0:
        return Cell("0")
    return Cell(str(abs(margin)), sign="allied" if margin > 0 else "axis")


def cut_in(tables: Iterable[MissionTable], column: int) -> set[str]:
    """The first cells of the rows whose text in ``column`` did not fit its cell."""
    return {
        row.cells[0].text
        for table in tables
        for number, row in enumerate(table.rows)
        if row.cells and table.fitted(number, column).cut
    }


def notes_in_full(missions: Sequence[LogMission], numbers: set[str]) -> Iterator[Flowable]:
    """On pages of their own, the notes of the missions with these numbers."""
    too_long = [mission for mission in missions if str(mission.number) in numbers]
    if too_long:
        yield NextPageTemplate("columns")
        yield PageBreak()
        yield parts.Heading("Notes in full")
    for mission in too_long:
        yield parts.subheading(f"{mission.number} · {mission.title}")
        yield from parts.paragraphs(mission.told)

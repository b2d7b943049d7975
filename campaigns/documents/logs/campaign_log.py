"""What the logs of all kinds of campaigns have in common: data, masthead, and the pages behind the sheet itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak

from campaigns.documents.kit import parts, sheet, styles
from campaigns.documents.kit.parts import Box, Sized, put
from campaigns.documents.kit.sheet import USUAL, Ace, LogSide, Loss, SideNames
from campaigns.documents.kit.text import printable
from campaigns.documents.kit.theatre import MapSheet
from campaigns.documents.logs import mission_report, pool_sheet
from campaigns.documents.logs.mission_table import (
    LogMission,
    MissionTable,
    MissionTableColumn,
    MissionTableRow,
    cut_in,
    notes_in_full,
    table_height,
)
from campaigns.documents.logs.pool_sheet import PoolSheet
from config.common.charts import ChartData


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignLog:
    """``title`` is the pack's, ``name`` that of this running of it; a blank log has none.

    ``chart`` is drawn without figures while it has no values but those at the start.
    """

    title: str
    name: str = ""
    dates: str = ""
    allied: LogSide
    axis: LogSide
    chart: ChartData
    aces: tuple[Ace, ...] = ()
    losses: tuple[Loss, ...] | None = None
    """By type, where the men have no names and nobody is an ace."""
    names: SideNames = USUAL
    pools: tuple[PoolSheet, ...] = ()
    """Of the sides that the reader may see."""
    map: MapSheet | None = None
    """Of a pack that has one."""

    @property
    def has_resources(self) -> bool:
        return bool(self.allied.resources or self.axis.resources)


class LogPage(Sized):
    """A page of a log that fills its frame; ``box`` is where the frame lies on the page."""

    def __init__(self, outline_title: str, box: Box) -> None:
        super().__init__(box.width, box.height)
        self.outline_title = printable(outline_title, parts.LONGEST_HEADING)


class TablePage(LogPage):
    """Rows that fill a page, or as much of it as they may be high; ``row`` is the greatest height of one."""

    def __init__(
        self,
        outline_title: str,
        columns: tuple[MissionTableColumn, ...],
        rows: tuple[MissionTableRow, ...],
        row: float,
        box: Box,
        strip_columns: int | None = None,
    ) -> None:
        super().__init__(outline_title, box)
        height = min(table_height(rows, row), self.box.height)
        self.table = MissionTable(columns, rows, self.box.cut_top(height)[0], strip_columns)

    def draw(self) -> None:
        self.table.draw(self.canv)


class MapPage(LogPage):
    """The map of the campaign."""

    def __init__(self, told: MapSheet, box: Box) -> None:
        super().__init__("The map", box)
        self.told = told

    def draw(self) -> None:
        title = self.told.told.theatre.title
        rest = sheet.heading(self.canv, self.box, "The map", title)
        self.told.draw(self.canv, rest.cut_top(6)[1])


def masthead(canvas: Canvas, box: Box, kicker: str, log: CampaignLog, sides: Sequence[tuple[str, LogSide]]) -> None:
    """The sheet's name, the title of the pack, the name of this running of it, and a panel for each side."""
    about, *panels = box.columns((40, *(60 / len(sides) for _ in sides)), gap=14)
    upper, lower = about.cut_top(58)
    sheet.masthead_title(canvas, upper, kicker, log.title, log.dates)
    parts.write_line(canvas, lower.cut_bottom(20)[0], "Campaign", log.name)
    for panel, (side, data) in zip(panels, sides, strict=True):
        sheet.side_panel(canvas, panel.cut_bottom(66)[0], side, log.names.of(side), data)


def lines_of_figures(canvas: Canvas, box: Box, lines: Sequence[tuple[str, str]], width: float) -> None:
    """Words and what they are worth, line under line; ``width`` is that of the figures."""
    height = min(15.0, box.height / max(len(lines), 1))
    for words, worth in lines:
        line, box = box.cut_top(height)
        figure, name = line.cut_right(width)
        put(canvas, name.inset(2, 1), words, styles.CELL)
        put(canvas, figure.inset(2, 1), worth, styles.CELL_BOLD, "right")
        parts.dotted(canvas, line.x, line.y, line.right)


def pages_behind(
    log: CampaignLog, missions: Sequence[LogMission], tables: Iterable[MissionTable], notes: int, body: Box
) -> Iterator[Flowable]:
    """The map, the pools, a page for each mission that is told in full, and what the column ``notes`` of ``tables``
    cuts.
    """
    if log.map is not None:
        yield PageBreak()
        yield MapPage(log.map, body)
    for pool in log.pools:
        for page in pool_sheet.pages(pool, body, log.names):
            yield PageBreak()
            yield page
    for mission in missions:
        if mission.report is not None:
            yield PageBreak()
            yield from mission_report.pages(mission.report, body, log.names)
    yield from notes_in_full(missions, cut_in(tables, notes))

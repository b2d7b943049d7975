"""The log of a campaign of single missions: one landscape sheet with every mission, to pin on the wall, pages for the
pools of an operation, and a page for each mission that is debriefed. [WBY 15.0, SUP 24.3, 25]

A campaign with Resources logs which of them each side used, one without the aircraft that it flew. What the data
leave out stays free for a pen, so that a blank sheet can be played on and a filled one continued.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from reportlab.platypus import Flowable, PageBreak

from campaigns.documents.kit import sheet, styles
from campaigns.documents.kit.chart import line_chart
from campaigns.documents.kit.document import HEAD, body_box
from campaigns.documents.kit.parts import Box
from campaigns.documents.kit.sheet import GAP, SIDES
from campaigns.documents.logs.campaign_log import CampaignLog, LogPage, TablePage, masthead, pages_behind
from campaigns.documents.logs.mission_table import (
    LOSS_COLUMNS,
    Cell,
    LogMission,
    MissionTable,
    MissionTableColumn,
    MissionTableRow,
    loss_cells,
    margin_cell,
    table_height,
)
from campaigns.documents.logs.sharing import evenly, on_first_page
from campaigns.documents.logs.victory_scale import Mark, VictoryScale, words_for
from campaigns.packs.schema import Kind
from campaigns.standing.victory_table import GradeRow

KICKERS: Mapping[Kind, str] = {
    "land": "Land Campaign Log",
    "operation": "Operation Log",
    "dogfights": "Dogfight Log",
}

FIRST_PAGE_ROWS: Final = 7
"""Missions on the first page; further ones follow on pages of their own."""
FIRST_PAGE_LEAST: Final = 4
"""Of a log that needs more pages, where a stage ends there."""
FURTHER_PAGE_ROWS: Final = 12

SCALE: Final = 80.0
ROW: Final = 45.0
"""Height of a mission's row where the page has room."""
LOWER_LEAST, LOWER_MOST = 92.0, 150.0
"""Height of the part with Resources and aces."""
SHIPS: Final = 16.0
"""Height of the line of ships."""


@dataclass(frozen=True, slots=True)
class LogStage:
    """A stage of the campaign and how many missions it has."""

    title: str
    dates: str
    missions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LandLog(CampaignLog):
    """``length`` is the number of missions of the whole campaign, and ``missions`` those so far, in order."""

    length: int
    kind: Kind = "land"
    stages: tuple[LogStage, ...] = ()
    missions: tuple[LogMission, ...] = ()
    grades: tuple[GradeRow, ...] = ()
    ships: tuple[tuple[str, str], ...] = ()
    """Ships whose fate matters, with what they have come to. [SUP 26]"""

    @property
    def kicker(self) -> str:
        return KICKERS[self.kind]

    @property
    def debriefed(self) -> tuple[LogMission, ...]:
        return tuple(mission for mission in self.missions if mission.margin is not None)

    @property
    def standing(self) -> str:
        """Where the campaign stands, in a sentence; empty before the first debrief."""
        if not self.debriefed or self.debriefed[-1].margin is None:
            return ""
        margin, flown = self.debriefed[-1].margin, len(self.debriefed)
        leader = self.names.of("allied" if margin > 0 else "axis")
        lead = f"{leader} ahead by {abs(margin)}" if margin else "level"
        grade = words_for(self.grades, margin, self.names)
        after = "At the end" if flown >= self.length else f"After {flown} of {self.length} missions"
        return f"{after}: {lead}" + (f" · {grade}" if grade else "")


def story(log: LandLog, page: Box) -> Iterator[Flowable]:
    """The pages of the log; ``page`` is the page within its margins."""
    rows = _rows(log)
    cut = _end_of_first_page(rows)
    first = FirstPage(log, rows[:cut], body_box(page, 0))
    yield first
    tables = [first.table]
    further = rows[cut:]
    body = body_box(page, HEAD)
    for page_rows in evenly([1] * len(further), FURTHER_PAGE_ROWS):
        yield PageBreak()
        part = further[page_rows]
        next_page = TablePage(f"Missions from {part[0].cells[0].text}", _columns(log), part, ROW, body)
        tables.append(next_page.table)
        yield next_page
    yield from pages_behind(log, log.missions, tables, NOTES, body)


def _end_of_first_page(rows: Sequence[MissionTableRow]) -> int:
    """How many rows stand on the first page: all, or up to the stage that would be torn apart, or as many as fit."""
    if len(rows) <= FIRST_PAGE_ROWS:
        return len(rows)
    most = on_first_page(len(rows), FIRST_PAGE_ROWS)
    openings = (number for number in range(FIRST_PAGE_LEAST, most + 1) if rows[number].strip)
    return max(openings, default=most)


class FirstPage(LogPage):
    """The sheet itself."""

    def __init__(self, log: LandLog, rows: tuple[MissionTableRow, ...], box: Box) -> None:
        super().__init__(log.kicker, box)
        self.log = log
        self.masthead, rest = self.box.cut_top(sheet.MASTHEAD)
        self.signatures, rest = rest.cut_bottom(sheet.SIGNATURES)
        self.scale, rest = rest.cut_top(rest.height - GAP)[0].cut_bottom(SCALE)
        self.ships, rest = rest.cut_bottom(SHIPS + GAP if log.ships else 0)
        middle = rest.cut_top(rest.height - GAP)[0].cut_bottom(rest.height - GAP - 6)[0]
        wanted = table_height(rows, ROW)
        least = max(LOWER_LEAST, sheet.resources_height((log.allied, log.axis)))
        lower = min(max(middle.height - GAP - wanted, least), LOWER_MOST)
        self.lower, rest = middle.cut_bottom(lower)
        self.table = MissionTable(_columns(log), rows, rest.cut_top(rest.height - GAP)[0])

    def draw(self) -> None:
        log, canvas = self.log, self.canv
        sides = tuple(zip(SIDES, (log.allied, log.axis), strict=True))
        masthead(canvas, self.masthead, log.kicker, log, sides)
        self.table.draw(canvas)
        self._draw_lower()
        if log.ships:
            sheet.ships(canvas, self.ships.cut_top(SHIPS)[0], log.ships)
        margins = tuple(Mark(str(m.number), m.margin) for m in log.debriefed if m.margin is not None)
        VictoryScale(log.grades, margins, log.standing, self.scale, log.names).draw(canvas)
        sheet.signatures(canvas, self.signatures, log.names.signing)

    def _draw_lower(self) -> None:
        log, canvas = self.log, self.canv
        if log.has_resources:
            *lists, aces, chart = self.lower.columns((18, 18, 30, 19), gap=14)
            lines = max(len(log.allied.resources), len(log.axis.resources))
            for box, side, data in zip(lists, SIDES, (log.allied, log.axis), strict=True):
                sheet.resources(canvas, box, side, data, lines)
            sheet.ace_table(canvas, sheet.heading(canvas, aces, "Victories"), log.aces, both_sides=True)
        else:
            *lists, chart = self.lower.columns((15, 15, 12), gap=16)
            for box, side in zip(lists, SIDES, strict=True):
                sheet.deeds_of_side(canvas, box, side, log.aces, log.losses)
        points = sheet.open_ended(log.chart, len(log.debriefed), log.length)
        line_chart(canvas, sheet.heading(canvas, chart, "Victory Points"), points)


def _columns(log: LandLog) -> tuple[MissionTableColumn, ...]:
    brought = ("Resource used", 88.0) if log.has_resources else ("Aircraft flown", 96.0)
    return (
        MissionTableColumn("No", 24, styles.FIGURE, "centre"),
        MissionTableColumn("Date", 68),
        MissionTableColumn("Dogfight" if log.kind == "dogfights" else "Mission", 148, styles.CELL_BOLD, writing=True),
        MissionTableColumn(log.names.allied, brought[1], group=brought[0], side="allied"),
        MissionTableColumn(log.names.axis, brought[1], group=brought[0], side="axis"),
        MissionTableColumn("", 32, styles.FIGURE, "centre", group="Victory Points", side="allied"),
        MissionTableColumn("", 32, styles.FIGURE, "centre", group="Victory Points", side="axis", close=True),
        MissionTableColumn("Margin", 50, styles.FIGURE, "centre", group="Victory Points"),
        *LOSS_COLUMNS,
        MissionTableColumn("Notes" if log.kind == "dogfights" else "Target and notes", 150, styles.NOTE, writing=True),
    )


NOTES: Final = 12
"""The column of notes."""


def _rows(log: LandLog) -> tuple[MissionTableRow, ...]:
    known = {mission.number: mission for mission in log.missions}
    opens: dict[int, LogStage] = {}
    in_stages = 0
    for stage in log.stages:
        opens[1 + in_stages] = stage
        in_stages += stage.missions
    rows = []
    for number in range(1, max([log.length, in_stages, *known]) + 1):
        cells, opened = _cells(number, known.get(number)), opens.get(number)
        rows.append(MissionTableRow(cells, opened.title, opened.dates) if opened else MissionTableRow(cells))
    return tuple(rows)


def _cells(number: int, mission: LogMission | None) -> tuple[Cell, ...]:
    if mission is None:
        return (Cell(str(number)), *[Cell()] * NOTES)
    results = (mission.allied, mission.axis)
    return (
        Cell(str(number)),
        Cell(mission.date),
        Cell(mission.title, mission.place),
        *(Cell(result.brought if result else "") for result in results),
        *(Cell(str(result.points) if result else "") for result in results),
        margin_cell(mission.margin),
        *(cell for result in results for cell in loss_cells(result)),
        Cell(mission.told),
    )

"""The campaign log: one landscape sheet with every mission of a campaign, to pin on the wall, and a page for each
mission that is debriefed. [supplement 24]

A Land Campaign logs the Resource each side used, a campaign of dogfights the aircraft it flew. What the data
leave out stays free for a pen, so that a blank sheet can be played on and a filled one continued.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Final, Literal

from reportlab.platypus import Flowable, NextPageTemplate, PageBreak

from campaigns.charts import ChartData
from campaigns.documents import mission_report, parts, sheet, styles
from campaigns.documents.chart import line_chart
from campaigns.documents.document import HEAD, Document, body_box
from campaigns.documents.mission_report import LogScore, LogSortie, MissionReport
from campaigns.documents.parts import Box
from campaigns.documents.sheet import SIDES, Ace, Cell, Check, Column, MissionTable, Row
from campaigns.documents.styles import Paper
from campaigns.documents.victory_scale import Grade, Mark, VictoryScale, words_for

__all__ = [
    "Ace",
    "Grade",
    "Kind",
    "LandLog",
    "LogMission",
    "LogResource",
    "LogScore",
    "LogSide",
    "LogSortie",
    "LogStage",
    "MissionReport",
    "Paper",
    "SideResult",
    "render",
]

Kind = Literal["land", "operation", "dogfights"]
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

MASTHEAD: Final = 80.0
SCALE: Final = 80.0
SIGNATURES: Final = 17.0
ROW: Final = 45.0
"""Height of a mission's row where the page has room."""
LOWER_LEAST, LOWER_MOST = 92.0, 150.0
"""Height of the part with Resources and aces."""
EMPTY_REACH: Final = 40.0
"""Victory Points that the grid of a blank chart would reach to; it shows no figures."""
GAP: Final = 9.0


@dataclass(frozen=True, slots=True)
class LogResource:
    """A Resource of a side and the number of the mission that used it up."""

    title: str
    used_in: int | None = None


@dataclass(frozen=True, slots=True)
class LogSide:
    """A side in the masthead and its check-off list. ``points`` is None on a blank sheet."""

    force: str = ""
    commander: str = ""
    points: int | None = None
    resources: tuple[LogResource, ...] = ()


@dataclass(frozen=True, slots=True)
class LogStage:
    """A stage of the campaign and how many missions it has."""

    title: str
    dates: str
    missions: int


@dataclass(frozen=True, slots=True)
class SideResult:
    """What a debriefed mission brought one side."""

    brought: str
    """The Resource it used; in a campaign of dogfights the aircraft it flew."""
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


@dataclass(frozen=True, slots=True)
class LandLog:
    """All that the sheet shows.

    ``title`` is the pack's, ``name`` that of this running of it; ``length`` is the number of missions of the
    whole campaign, and ``missions`` those so far, in order. ``chart`` is drawn without figures while it has
    no values but those at the start.
    """

    title: str
    length: int
    allied: LogSide
    axis: LogSide
    chart: ChartData
    name: str = ""
    dates: str = ""
    kind: Kind = "land"
    stages: tuple[LogStage, ...] = ()
    missions: tuple[LogMission, ...] = ()
    grades: tuple[Grade, ...] = ()
    aces: tuple[Ace, ...] = ()

    @property
    def debriefed(self) -> tuple[LogMission, ...]:
        return tuple(mission for mission in self.missions if mission.margin is not None)

    @property
    def standing(self) -> str:
        """Where the campaign stands, in a sentence; empty before the first debrief."""
        if not self.debriefed or self.debriefed[-1].margin is None:
            return ""
        margin, flown = self.debriefed[-1].margin, len(self.debriefed)
        leader = sheet.SIDE_NAMES["allied" if margin > 0 else "axis"]
        lead = f"{leader} ahead by {abs(margin)}" if margin else "level"
        grade = words_for(self.grades, margin)
        after = "At the end" if flown >= self.length else f"After {flown} of {self.length} missions"
        return f"{after}: {lead}" + (f" · {grade}" if grade else "")


def render(log: LandLog, paper: Paper = "A4") -> bytes:
    """The log as a PDF. The same log gives the same bytes."""
    target = BytesIO()
    kicker = KICKERS[log.kind]
    document = Document(
        target,
        title=f"{log.name or log.title}: {kicker}",
        subject=f"{log.title}, {kicker.lower()}",
        paper=paper,
        landscape=True,
    )
    document.produce(list(_story(log, kicker, document.page_box)))
    return target.getvalue()


def _story(log: LandLog, kicker: str, page: Box) -> Iterator[Flowable]:
    rows = _rows(log)
    cut = _end_of_first_page(rows)
    first = FirstPage(log, kicker, rows[:cut], body_box(page, 0))
    yield first
    tables = [first.table]
    further = rows[cut:]
    for start in range(0, len(further), FURTHER_PAGE_ROWS):
        yield PageBreak()
        part = further[start : start + FURTHER_PAGE_ROWS]
        next_page = FurtherPage(log, part, body_box(page, HEAD))
        tables.append(next_page.table)
        yield next_page
    for mission in log.missions:
        if mission.report is not None:
            yield PageBreak()
            yield from mission_report.pages(mission.report, body_box(page, HEAD))
    too_long = _cut_notes(tables)
    missions = [mission for mission in log.missions if mission.number in too_long]
    if missions:
        yield NextPageTemplate("columns")
        yield PageBreak()
        yield parts.Heading("Notes in full")
    for mission in missions:
        yield parts.subheading(f"{mission.number} · {mission.title}")
        yield from parts.paragraphs(mission.notes)


def _end_of_first_page(rows: Sequence[Row]) -> int:
    """How many rows stand on the first page: all, or up to the stage that would be torn apart, or as many as fit."""
    if len(rows) <= FIRST_PAGE_ROWS:
        return len(rows)
    openings = (number for number in range(FIRST_PAGE_LEAST, FIRST_PAGE_ROWS + 1) if rows[number].strip)
    return max(openings, default=FIRST_PAGE_ROWS)


def _cut_notes(tables: list[MissionTable]) -> set[int]:
    """The numbers of the missions whose notes did not fit their cell."""
    return {
        int(table.rows[number].cells[0].text)
        for table in tables
        for number in range(len(table.rows))
        if table.fitted(number, len(table.columns) - 1).cut
    }


class LogPage(Flowable):
    """A page of the log that fills its frame; ``box`` is where the frame lies on the page."""

    def __init__(self, outline_title: str, box: Box) -> None:
        super().__init__()
        self.outline_title = outline_title
        self.box = Box(0, 0, box.width, box.height)

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        return self.box.width, self.box.height


class FurtherPage(LogPage):
    """Missions that found no room on the first page."""

    def __init__(self, log: LandLog, rows: tuple[Row, ...], box: Box) -> None:
        super().__init__(f"Missions from {rows[0].cells[0].text}", box)
        height = min(sheet.table_height(rows, ROW), self.box.height)
        self.table = MissionTable(_columns(log), rows, self.box.cut_top(height)[0])

    def draw(self) -> None:
        self.table.draw(self.canv)


class FirstPage(LogPage):
    """The sheet itself."""

    def __init__(self, log: LandLog, kicker: str, rows: tuple[Row, ...], box: Box) -> None:
        super().__init__(kicker, box)
        self.log = log
        self.kicker = kicker
        self.masthead, rest = self.box.cut_top(MASTHEAD)
        self.signatures, rest = rest.cut_bottom(SIGNATURES)
        self.scale, rest = rest.cut_top(rest.height - GAP)[0].cut_bottom(SCALE)
        middle = rest.cut_top(rest.height - GAP)[0].cut_bottom(rest.height - GAP - 6)[0]
        wanted = sheet.table_height(rows, ROW)
        checks = max(len(side.resources) for side in (log.allied, log.axis))
        least = max(LOWER_LEAST, sheet.HEADING + sheet.CHECK_LEAST * checks + 1)
        lower = min(max(middle.height - GAP - wanted, least), LOWER_MOST)
        self.lower, rest = middle.cut_bottom(lower)
        self.table = MissionTable(_columns(log), rows, rest.cut_top(rest.height - GAP)[0])

    def draw(self) -> None:
        self._draw_masthead()
        self.table.draw(self.canv)
        self._draw_lower()
        margins = tuple(Mark(str(m.number), m.margin) for m in self.log.debriefed if m.margin is not None)
        VictoryScale(self.log.grades, margins, self.log.standing, self.scale).draw(self.canv)
        sheet.signatures(self.canv, self.signatures, ("Allied commander", "Axis commander", "Umpire", "Date"))

    def _draw_masthead(self) -> None:
        log = self.log
        title, *panels = self.masthead.columns((40, 30, 30), gap=14)
        upper, lower = title.cut_top(58)
        sheet.masthead_title(self.canv, upper, self.kicker, log.title, log.dates)
        parts.write_line(self.canv, lower.cut_bottom(20)[0], "Campaign", log.name)
        for panel, side, data in zip(panels, SIDES, (log.allied, log.axis), strict=True):
            sheet.side_panel(self.canv, panel.cut_bottom(66)[0], side, data.force, data.commander, data.points)

    def _draw_lower(self) -> None:
        log, canvas = self.log, self.canv
        if log.kind != "dogfights":
            *lists, aces, chart = self.lower.columns((17, 17, 28, 22), gap=16)
            lines = max(len(log.allied.resources), len(log.axis.resources))
            for box, side, data in zip(lists, SIDES, (log.allied, log.axis), strict=True):
                checks = [
                    Check(resource.title, "" if resource.used_in is None else str(resource.used_in))
                    for resource in data.resources
                ]
                body = sheet.heading(canvas, box, "Resources", "mission", sign=side)
                sheet.check_list(canvas, body, checks, lines)
            sheet.ace_table(canvas, sheet.heading(canvas, aces, "Victories"), log.aces, both_sides=True)
        else:
            *lists, chart = self.lower.columns((15, 15, 12), gap=16)
            for box, side in zip(lists, SIDES, strict=True):
                own = [ace for ace in log.aces if ace.side == side]
                sheet.ace_table(canvas, sheet.heading(canvas, box, "Victories", sign=side), own, both_sides=False)
        line_chart(canvas, sheet.heading(canvas, chart, "Victory Points"), _open_ended(log))


def _open_ended(log: LandLog) -> ChartData:
    """The chart with room on its scale for the missions that are left, to be drawn on by hand."""
    highest = max((value for line in log.chart.series for value in line.values), default=0.0)
    if not highest:
        return replace(log.chart, reach=EMPTY_REACH)
    return replace(log.chart, reach=highest * max(log.length / max(len(log.debriefed), 1), 1))


def _columns(log: LandLog) -> tuple[Column, ...]:
    brought = ("Resource used", 88.0) if log.kind != "dogfights" else ("Aircraft flown", 96.0)
    return (
        Column("No", 24, styles.FIGURE, "centre"),
        Column("Date", 68),
        Column("Mission" if log.kind != "dogfights" else "Dogfight", 148, styles.CELL_BOLD, writing=True),
        Column("Allied", brought[1], group=brought[0], side="allied"),
        Column("Axis", brought[1], group=brought[0], side="axis"),
        Column("", 32, styles.FIGURE, "centre", group="Victory Points", side="allied"),
        Column("", 32, styles.FIGURE, "centre", group="Victory Points", side="axis", close=True),
        Column("Margin", 50, styles.FIGURE, "centre", group="Victory Points"),
        Column("lost", 39, styles.CELL, "centre", group="Losses", side="allied"),
        Column("dam.", 29, styles.CELL, "centre", group="Losses", close=True),
        Column("lost", 39, styles.CELL, "centre", group="Losses", side="axis"),
        Column("dam.", 29, styles.CELL, "centre", group="Losses", close=True),
        Column("Notes", 150, styles.NOTE, writing=True),
    )


def _rows(log: LandLog) -> tuple[Row, ...]:
    known = {mission.number: mission for mission in log.missions}
    opens: dict[int, LogStage] = {}
    for stage in log.stages:
        opens[1 + sum(earlier.missions for earlier in opens.values())] = stage
    rows = []
    for number in range(1, max([log.length, *known]) + 1):
        cells, opened = _cells(number, known.get(number)), opens.get(number)
        rows.append(Row(cells, opened.title, opened.dates) if opened else Row(cells))
    return tuple(rows)


def _cells(number: int, mission: LogMission | None) -> tuple[Cell, ...]:
    if mission is None:
        return (Cell(str(number)), *[Cell()] * 12)
    results = (mission.allied, mission.axis)
    return (
        Cell(str(number)),
        Cell(mission.date),
        Cell(mission.title, ". ".join(part for part in (mission.place, mission.achieved) if part)),
        *(Cell(result.brought if result else "") for result in results),
        *(Cell(str(result.points) if result else "") for result in results),
        _margin(mission.margin),
        *(cell for result in results for cell in _losses(result)),
        Cell(mission.notes),
    )


def _losses(result: SideResult | None) -> tuple[Cell, Cell]:
    """Aircraft lost, and how many of them to flak; aircraft Damaged."""
    if result is None:
        return Cell(), Cell()
    return (
        Cell(str(result.lost or "–"), f"{result.by_flak} flak" if result.by_flak else ""),
        Cell(str(result.damaged or "–")),
    )


def _margin(margin: int | None) -> Cell:
    if margin is None:
        return Cell()
    if margin == 0:
        return Cell("0")
    return Cell(str(abs(margin)), sign="allied" if margin > 0 else "axis")

"""The log of a solitaire campaign against flying bombs: its weeks, the pool of the patrols, a page for each week flown.
[SUP 28]

What the data leave out stays free for a pen, so that a blank log can be played on and a filled one continued.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak

from campaigns.documents.kit import sheet, styles
from campaigns.documents.kit.chart import line_chart
from campaigns.documents.kit.document import HEAD, body_box
from campaigns.documents.kit.parts import Box
from campaigns.documents.kit.sheet import GAP
from campaigns.documents.logs.campaign_log import (
    CampaignLog,
    LogPage,
    TablePage,
    lines_of_figures,
    masthead,
    pages_behind,
)
from campaigns.documents.logs.mission_table import (
    TABLE_HEAD,
    Cell,
    LogMission,
    MissionTable,
    MissionTableColumn,
    MissionTableRow,
    table_height,
)
from campaigns.documents.logs.sharing import evenly, on_first_page
from campaigns.documents.logs.victory_scale import Mark, VictoryScale, words_for
from campaigns.standing.victory_table import GradeRow
from config.common.figures import figure

SCALE: Final = 80.0
ROW: Final = 46.0
ROW_LEAST: Final = 27.0
LOWER_LEAST, LOWER_MOST = 92.0, 150.0


@dataclass(frozen=True, slots=True)
class Bombs:
    """What became of the flying bombs of a week, and what it cost. [SUP 28]"""

    wave: int
    by_fighters: int
    by_guns: int
    through: int
    lost: int
    """Fighters."""
    damaged: int
    points: int


@dataclass(frozen=True, slots=True)
class LogWeek:
    """A week of the log: what is known before it is flown, and its mission once it is drawn.

    ``weather`` and ``units`` (how many patrols may fly) are words; ``patrols`` is who flew them.
    """

    title: str
    dates: str
    weather: str = ""
    units: str = ""
    mission: LogMission | None = None
    patrols: str = ""
    bombs: Bombs | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekLog(CampaignLog):
    """``scoring`` is what gives and costs points, in words and figures."""

    kicker: ClassVar[str] = "Solitaire Campaign Log"
    weeks: tuple[LogWeek, ...]
    scoring: tuple[tuple[str, str], ...]
    grades: tuple[GradeRow, ...] = ()

    @property
    def missions(self) -> tuple[LogMission, ...]:
        return tuple(week.mission for week in self.weeks if week.mission is not None)

    @property
    def flown(self) -> tuple[LogMission, ...]:
        """Those that are debriefed."""
        return tuple(mission for mission in self.missions if mission.margin is not None)

    @property
    def standing(self) -> str:
        """Where the campaign stands, in a sentence; empty before the first debrief."""
        if not self.flown or self.flown[-1].margin is None:
            return ""
        points, flown = self.flown[-1].margin, len(self.flown)
        after = "At the end" if flown >= len(self.weeks) else f"After {flown} of {len(self.weeks)} weeks"
        grade = words_for(self.grades, points, self.names)
        return f"{after}: {figure(points)} points" + (f" · {grade}" if grade else "")


def story(log: WeekLog, page: Box) -> Iterator[Flowable]:
    """The pages of the log; ``page`` is the page within its margins."""
    body = body_box(page, HEAD)
    rows = tuple(_row(number, week) for number, week in enumerate(log.weeks, start=1))
    first = WeeksPage(log, rows, body_box(page, 0))
    tables = [first.table]
    yield first
    left = rows[len(first.table.rows) :]
    for page_rows in evenly([ROW_LEAST] * len(left), body.height - TABLE_HEAD):
        yield PageBreak()
        further = TablePage("More weeks", _COLUMNS, left[page_rows], ROW, body)
        tables.append(further.table)
        yield further
    yield from pages_behind(log, log.missions, tables, NOTES, body)


_COLUMNS: Final = (
    MissionTableColumn("No", 24, styles.FIGURE, "centre"),
    MissionTableColumn("Week", 100, styles.CELL_BOLD, writing=True),
    MissionTableColumn("Weather", 76, writing=True),
    MissionTableColumn("Units", 30, styles.CELL_BOLD, "centre"),
    MissionTableColumn("Patrols and their belts", 150, writing=True),
    MissionTableColumn("Wave", 34, styles.FIGURE, "centre", group="Flying bombs"),
    MissionTableColumn("fighters", 38, styles.FIGURE, "centre", group="Flying bombs"),
    MissionTableColumn("guns", 32, styles.FIGURE, "centre", group="Flying bombs"),
    MissionTableColumn("through", 36, styles.FIGURE, "centre", group="Flying bombs"),
    MissionTableColumn("lost", 30, styles.FIGURE, "centre", group="Fighters"),
    MissionTableColumn("dam.", 30, styles.CELL, "centre", group="Fighters"),
    MissionTableColumn("week", 34, styles.FIGURE, "centre", group="Points"),
    MissionTableColumn("total", 38, styles.FIGURE, "centre", group="Points"),
    MissionTableColumn("Notes", 134, styles.NOTE, writing=True),
)
NOTES: Final = 13
"""The column of notes."""


def _row(number: int, week: LogWeek) -> MissionTableRow:
    bombs, mission = week.bombs, week.mission
    figures = (bombs.wave, bombs.by_fighters, bombs.by_guns, bombs.through, bombs.lost) if bombs else ("",) * 5
    margin = mission.margin if mission else None
    return MissionTableRow(
        (
            Cell(str(mission.number if mission else number)),
            Cell(mission.title if mission else week.title, mission.date if mission else week.dates),
            Cell(week.weather),
            Cell(week.units),
            Cell(week.patrols),
            *(Cell(str(figure)) for figure in figures),
            Cell(str(bombs.damaged or "–") if bombs else ""),
            Cell(str(bombs.points) if bombs else ""),
            Cell("" if margin is None else figure(margin)),
            Cell(mission.notes if mission else ""),
        )
    )


def _fitting(rows: tuple[MissionTableRow, ...], height: float) -> tuple[MissionTableRow, ...]:
    """As many as stand on the first page, where a row has the least height."""
    return rows[: on_first_page(len(rows), max(int((height - TABLE_HEAD) / ROW_LEAST), 1))]


class WeeksPage(LogPage):
    """The sheet itself."""

    def __init__(self, log: WeekLog, rows: tuple[MissionTableRow, ...], box: Box) -> None:
        super().__init__(log.kicker, box)
        self.log = log
        self.masthead, rest = self.box.cut_top(sheet.MASTHEAD)
        self.signatures, rest = rest.cut_bottom(sheet.SIGNATURES)
        self.scale, rest = rest.cut_top(rest.height - GAP)[0].cut_bottom(SCALE)
        middle = rest.cut_top(rest.height - GAP)[0].cut_bottom(rest.height - GAP - 6)[0]
        shown = _fitting(rows, middle.height - GAP - LOWER_LEAST)
        lower = min(max(middle.height - GAP - table_height(shown, ROW), LOWER_LEAST), LOWER_MOST)
        self.lower, rest = middle.cut_bottom(lower)
        self.table = MissionTable(_COLUMNS, shown, rest.cut_top(rest.height - GAP)[0])

    def draw(self) -> None:
        log, canvas = self.log, self.canv
        sides = (("allied", log.allied),)
        masthead(canvas, self.masthead, log.kicker, log, sides)
        self.table.draw(canvas)
        scoring, aces, chart = self.lower.columns((26, 48, 26), gap=16)
        self._draw_scoring(canvas, scoring)
        sheet.ace_table(canvas, sheet.heading(canvas, aces, "Victories"), log.aces, both_sides=False)
        points = sheet.open_ended(log.chart, len(log.flown), len(log.weeks))
        line_chart(canvas, sheet.heading(canvas, chart, "Points"), points)
        marks = tuple(Mark(str(week.number), week.margin) for week in log.flown if week.margin is not None)
        VictoryScale(log.grades, marks, log.standing, self.scale, log.names, of_points=True).draw(canvas)
        sheet.signatures(canvas, self.signatures, ("Player", "Date"))

    def _draw_scoring(self, canvas: Canvas, box: Box) -> None:
        body = sheet.heading(canvas, box, "Points", f"against {self.log.axis.force}")
        lines_of_figures(canvas, body, self.log.scoring, 40)

"""The log of a progressive campaign: the track to lay a counter on, then its periods with their missions and the way of
the marker beside them, pages for each side's pool, and a page for each mission that is debriefed. [SUP 27]

What the data leave out stays free for a pen, so that a blank log can be played on and a filled one continued.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak

from campaigns.documents.kit import parts, sheet, styles
from campaigns.documents.kit.chart import line_chart
from campaigns.documents.kit.document import HEAD, body_box
from campaigns.documents.kit.parts import Box
from campaigns.documents.kit.sheet import GAP, SIDES, Check
from campaigns.documents.logs.campaign_log import (
    CampaignLog,
    LogPage,
    TablePage,
    lines_of_figures,
    masthead,
    pages_behind,
)
from campaigns.documents.logs.mission_table import (
    LOSS_COLUMNS,
    TABLE_HEAD,
    Cell,
    Field,
    LogMission,
    MissionTable,
    MissionTableColumn,
    MissionTableRow,
    loss_cells,
    margin_cell,
)
from campaigns.documents.logs.sharing import evenly
from campaigns.documents.logs.track import Track, Way, draw_track
from campaigns.documents.logs.victory_scale import both_names

ROW_LEAST, ROW_MOST = 25.0, 38.0
"""Height of a mission's row."""
LISTS_LEAST: Final = 70.0
FOOT_LEAST: Final = 88.0
"""Height of the part with aces and chart."""


@dataclass(frozen=True, slots=True)
class TrackMission:
    """A mission and what it did to the marker: spaces to the right, toward the Axis end, or less than none to the left.

    All is None until the mission is debriefed, and of a void one.
    """

    mission: LogMission
    by_points: int | None = None
    """By its Victory Points. [SUP 27.7]"""
    otherwise: int | None = None
    """By events, or because supplies ran out, since the mission before."""
    stands: int | None = None
    """The position that the marker has come to."""


@dataclass(frozen=True, slots=True)
class LogPeriod:
    """A period: its missions so far, and how many are left to be flown in it. Weather and units are words."""

    number: int
    dates: str
    stage: str = ""
    """The title of the stage that begins with it."""
    weather: str = ""
    units: str = ""
    """How many units each side may fly in a mission."""
    missions: tuple[TrackMission, ...] = ()
    free: int = 0


@dataclass(frozen=True, slots=True)
class LogEvent:
    """Something that happens once: ``when`` it may, and the period or mission in which it did. [SUP 27.8]"""

    title: str
    when: str
    happened: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressLog(CampaignLog):
    """``moves`` says what margin of points moves the marker how far."""

    kicker: ClassVar[str] = "Progressive Campaign Log"
    length: int
    """Missions, if every period flies all of its own."""
    track: Track
    periods: tuple[LogPeriod, ...]
    moves: tuple[tuple[str, str], ...]
    events: tuple[LogEvent, ...] = ()

    @property
    def missions(self) -> tuple[LogMission, ...]:
        """Those so far, in order."""
        return tuple(each.mission for period in self.periods for each in period.missions)

    @property
    def debriefed(self) -> int:
        return sum(mission.margin is not None for mission in self.missions)

    @property
    def standing(self) -> str:
        """Where the marker stands, in a sentence; empty on a blank sheet."""
        track = self.track
        if track.marker is None:
            return ""
        if 0 < track.marker < track.positions - 1:
            space = track.spaces[track.marker - 1]
            where = f"at {space.title}, space {space.number} of {len(track.spaces)}"
        else:
            where = f"off the {self.names.axis if track.marker else self.names.allied} end"
        flown = f"After {self.debriefed} mission{'' if self.debriefed == 1 else 's'}" if self.debriefed else "Now"
        return f"{flown}: {where} · {both_names(track.grades[track.marker], self.names)}"


def story(log: ProgressLog, page: Box) -> Iterator[Flowable]:
    """The pages of the log; ``page`` is the page within its margins."""
    body = body_box(page, HEAD)
    yield TrackPage(log, body_box(page, 0))
    tables: list[MissionTable] = []
    before: int | None = log.track.start
    parts_of_it = tuple(_parted(log.periods, body.height))
    for number, part in enumerate(parts_of_it, start=1):
        yield PageBreak()
        goes_on = any(line.stop is not None for later in parts_of_it[number:] for line in later)
        title = f"{'More' if tables else 'Periods and'} missions"
        missions = MissionsPage(title, log, part, before, body, goes_on=goes_on)
        before = next((stop for stop in reversed(missions.stops) if stop is not None), before)
        tables.append(missions.table)
        yield missions
    yield from pages_behind(log, log.missions, tables, NOTES, body)


@dataclass(frozen=True, slots=True)
class _Line:
    """A row of the table with where the marker came to stand."""

    row: MissionTableRow
    stop: int | None


def _parted(periods: Sequence[LogPeriod], height: float) -> Iterator[tuple[_Line, ...]]:
    """The rows of each page. A period is torn apart only where it is longer than a page."""
    room = height - TABLE_HEAD
    blocks = [block for period in periods for block in _blocks(_lines(period), room)]
    for page in evenly([_height(block) for block in blocks], room):
        yield tuple(line for block in blocks[page] for line in block)


def _blocks(lines: Sequence[_Line], room: float) -> Iterator[Sequence[_Line]]:
    """A period as what is kept together: as one, or as pages of it."""
    if _height(lines) <= room:
        yield lines
        return
    for page in evenly([line.row.height(ROW_LEAST) for line in lines], room):
        yield lines[page]


def _height(lines: Sequence[_Line]) -> float:
    return sum(line.row.height(ROW_LEAST) for line in lines)


def _lines(period: LogPeriod) -> list[_Line]:
    fields = (Field("Weather", period.weather, 1.7), Field("Units", period.units, 0.8))
    strip = f"Period {period.number} · {period.dates}"
    rows = [_Line(MissionTableRow(_cells(each)), each.stands) for each in period.missions]
    rows += [_Line(MissionTableRow((Cell(),) * COLUMNS), None)] * period.free
    opening = _Line(MissionTableRow((), strip, period.stage, fields), None)
    if not rows:
        return [opening]
    first, *others = rows
    return [_Line(MissionTableRow(first.row.cells, strip, period.stage, fields), first.stop), *others]


def _cells(each: TrackMission) -> tuple[Cell, ...]:
    mission = each.mission
    results = (mission.allied, mission.axis)
    return (
        Cell(str(mission.number)),
        Cell(mission.date),
        Cell(mission.title, mission.place),
        *(Cell(str(result.points) if result else "") for result in results),
        *(cell for result in results for cell in loss_cells(result)),
        Cell(mission.told),
        *(margin_cell(None if moved is None else -moved) for moved in (each.by_points, each.otherwise)),
        Cell(),
    )


COLUMNS: Final = 13
NOTES: Final = 9
"""The column of notes."""
STRIPS: Final = 12
"""Columns that the strip of a period writes over: all but the way of the marker."""


def _columns(track: Track) -> tuple[MissionTableColumn, ...]:
    return (
        MissionTableColumn("No", 22, styles.CELL_BOLD, "centre"),
        MissionTableColumn("Date", 50),
        MissionTableColumn("Mission", 120, styles.CELL_BOLD, writing=True),
        MissionTableColumn("", 25, styles.CELL_BOLD, "centre", group="Points", side="allied"),
        MissionTableColumn("", 25, styles.CELL_BOLD, "centre", group="Points", side="axis", close=True),
        *LOSS_COLUMNS,
        MissionTableColumn("Target and notes", 118, styles.NOTE, writing=True),
        MissionTableColumn("points", 36, styles.CELL_BOLD, "centre", group="Marker moves"),
        MissionTableColumn("else", 34, styles.CELL_BOLD, "centre", group="Marker moves"),
        MissionTableColumn("", min(max(20.0 * track.positions, 190), 290), group="The marker after it"),
    )


class MissionsPage(TablePage):
    """Periods with their missions, and the way of the marker beside them."""

    def __init__(
        self, title: str, log: ProgressLog, lines: Sequence[_Line], before: int | None, box: Box, *, goes_on: bool
    ) -> None:
        rows = tuple(line.row for line in lines)
        super().__init__(title, _columns(log.track), rows, ROW_MOST, box, STRIPS)
        self.stops = tuple(line.stop for line in lines if line.row.cells)
        self.way = Way(log.track, before, self.stops, goes_on)

    def draw(self) -> None:
        super().draw()
        table = self.table
        head = table.cells_of(table.box.cut_top(TABLE_HEAD)[0])[-1]
        pairs = zip(table.rows, table.row_boxes, strict=True)
        rows = [table.cells_of(box)[-1] for row, box in pairs if row.cells]
        self.way.draw(self.canv, head, rows)


class TrackPage(LogPage):
    """The sheet itself: the track, what moves the marker, events, Resources, victories."""

    def __init__(self, log: ProgressLog, box: Box) -> None:
        super().__init__(log.kicker, box)
        self.log = log

    def draw(self) -> None:
        log, canvas = self.log, self.canv
        head, rest = self.box.cut_top(sheet.MASTHEAD)
        signatures, rest = rest.cut_bottom(sheet.SIGNATURES)
        sides = tuple(zip(SIDES, (log.allied, log.axis), strict=True))
        masthead(canvas, head, log.kicker, log, sides)
        track, rest = rest.cut_top(GAP)[1].cut_top(log.track.height)
        draw_track(canvas, track, log.track, log.standing)
        room = rest.cut_top(GAP)[1].cut_bottom(GAP)[1]
        needed = max(sheet.resources_height((log.allied, log.axis)), sheet.HEADING + 12.0 * (len(log.events) + 1) / 2)
        lists = min(max(needed, LISTS_LEAST, 0.5 * room.height), max(room.height - GAP - FOOT_LEAST, LISTS_LEAST))
        upper, lower = room.cut_top(lists)
        self._draw_lists(upper)
        self._draw_foot(lower.cut_top(GAP)[1])
        sheet.signatures(canvas, signatures, log.names.signing)

    def _draw_lists(self, box: Box) -> None:
        log, canvas = self.log, self.canv
        events, *lists = box.columns((50, 25, 25) if log.has_resources else (64, 36), gap=16)
        checks = [Check(f"{event.when} · {event.title}", event.happened) for event in log.events]
        body = sheet.heading(canvas, events, "Events", "period or mission" if checks else "")
        if checks:
            sheet.check_list(canvas, body, checks, len(checks))
        else:
            parts.ruled(canvas, body, 15)
        if log.has_resources:
            lines = max(len(log.allied.resources), len(log.axis.resources))
            for place, side, data in zip(lists, SIDES, (log.allied, log.axis), strict=True):
                sheet.resources(canvas, place, side, data, lines)
        else:
            self._draw_moves(canvas, lists[0])

    def _draw_foot(self, box: Box) -> None:
        log, canvas = self.log, self.canv
        data = sheet.open_ended(log.chart, log.debriefed, log.length)
        if log.has_resources:
            moves, aces, chart = box.columns((25, 45, 30), gap=16)
            self._draw_moves(canvas, moves)
            sheet.ace_table(canvas, sheet.heading(canvas, aces, "Victories"), log.aces, both_sides=True)
        else:
            *aces_of, chart = box.columns((34, 34, 32), gap=16)
            for place, side in zip(aces_of, SIDES, strict=True):
                sheet.deeds_of_side(canvas, place, side, log.aces, log.losses)
        line_chart(canvas, sheet.heading(canvas, chart, "Victory Points"), data)

    def _draw_moves(self, canvas: Canvas, box: Box) -> None:
        body = sheet.heading(canvas, box, "The marker moves", "spaces")
        lines_of_figures(canvas, body, self.log.moves, 30)

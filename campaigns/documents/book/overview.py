"""A campaign at a glance, before a book's chapters: where it stands, charts, every mission in a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import CondPageBreak, Flowable, Spacer

from campaigns.documents.kit import parts, sheet, styles
from campaigns.documents.kit.chart import bar_chart, bars_height, line_chart
from campaigns.documents.kit.parts import Box
from campaigns.documents.kit.rows import Column, Rows
from campaigns.documents.kit.styles import TextStyle
from campaigns.documents.kit.text import fit
from config.common.charts import BarData, ChartData

_Data = TypeVar("_Data")

CHARTS: Final = (176.0, 140.0, 112.0)
"""Heights of a chart: the tallest with which all stands on one page."""
LIST: Final = 120.0
"""Room at the foot of a page in which a list of missions begins that is too long for it."""
TITLE: Final = 40.0
"""Height of the part's title over it."""
MOST_BARS: Final = 24


class MissionLine(NamedTuple):
    """A mission in the list of all, as its columns have it; points are empty until it is debriefed."""

    number: int
    date: str
    title: str
    place: str
    how: str
    """``by the engine``, ``at the table``, ``void`` …"""
    allied: str = ""
    axis: str = ""
    ahead: str = ""
    """The side that is ahead in the campaign after it, and by how much."""


class GradeLine(NamedTuple):
    """A row of the victory table, as its columns have it."""

    allied: str
    axis: str
    ends: str
    """Of a hundred ends so many come to it, with what they lie between."""


@dataclass(frozen=True, slots=True)
class Ends:
    """How a campaign might end, flown on again and again from where it stood; ``sentences`` say when, and who wins."""

    sentences: tuple[str, ...]
    chart: ChartData
    grades: tuple[GradeLine, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """``sentences`` say where the campaign stands; ``ends`` how it might end, if somebody has looked."""

    sentences: tuple[str, ...]
    charts: tuple[ChartData, ...]
    bars: tuple[BarData, ...]
    missions: tuple[MissionLine, ...]
    ends: Ends | None = None


def story(overview: Overview, body: Box, titles: Mapping[str, str]) -> Iterator[Flowable]:
    """A page, or several of a long campaign. ``titles``: what the sides are called."""
    tried = [list(_story(overview, body, titles, chart)) for chart in CHARTS]
    yield from next((made for made in tried if _height(made, body) <= body.height - TITLE), tried[0])


def _height(flowables: Iterable[Flowable], body: Box) -> float:
    """What they take, one under the other."""
    return sum(
        each.getSpaceBefore() + each.wrap(body.width, body.height)[1] + each.getSpaceAfter() for each in flowables
    )


def _story(overview: Overview, body: Box, titles: Mapping[str, str], chart_height: float) -> Iterator[Flowable]:
    for sentence in overview.sentences:
        yield from parts.paragraphs(sentence)
    for chart in overview.charts:
        yield from _headed(chart.title, body.width, chart_height, line_chart, chart)
    for bars in overview.bars:
        whole = bars_height(bars)
        height = min(whole, whole * MOST_BARS / max(len(bars.bars), 1), body.height - 60)
        yield from _headed(bars.title, body.width, height, bar_chart, bars)
    if overview.ends is not None:
        yield from _ends(overview.ends, body, titles, chart_height)
    if overview.missions:
        title = parts.subheading("Mission by mission")
        rows = Rows(_columns(titles, overview.missions, body.width), overview.missions, body.width)
        yield CondPageBreak(min(_height([title, rows], body), LIST))
        yield title
        yield rows


def _ends(ends: Ends, body: Box, titles: Mapping[str, str], chart_height: float) -> Iterator[Flowable]:
    yield from _headed(ends.chart.title, body.width, chart_height, line_chart, ends.chart)
    for sentence in ends.sentences:
        yield from parts.paragraphs(sentence)
    columns = (
        Column(titles["allied"], 180, styles.CELL_BOLD),
        Column(titles["axis"], 180),
        Column("In 100 ends", 90, styles.CELL, "right"),
    )
    yield Rows(columns, ends.grades, body.width)
    yield Spacer(0, 10)


def _headed(
    title: str, width: float, height: float, draw: Callable[[Canvas, Box, _Data], None], data: _Data
) -> Iterator[Flowable]:
    box = Box(0, 0, width, height + sheet.HEADING + 6)

    def drawn(canvas: Canvas, place: Box) -> None:
        draw(canvas, sheet.heading(canvas, place, title).cut_top(6)[1], data)

    yield parts.Drawn(width, box.height, drawn)
    yield Spacer(0, 10)


def _columns(titles: Mapping[str, str], missions: Sequence[MissionLine], width: float) -> tuple[Column, ...]:
    """What the sides are called has the room that it takes; the place of a mission has what is left."""
    allied, axis = (max(_taken(titles[side], styles.LABEL), POINTS) for side in ("allied", "axis"))
    ahead = max(_taken(mission.ahead, styles.CELL) for mission in missions)
    others = (NUMBER, DATE, MISSION, HOW, allied, axis, ahead)
    return (
        Column("No.", NUMBER, styles.CELL_BOLD, "right"),
        Column("Date", DATE),
        Column("Mission", MISSION, styles.CELL_BOLD),
        Column("Place", max(width - sum(others), NARROW)),
        Column("How", HOW, styles.CELL_ITALIC),
        Column(titles["allied"], allied, styles.CELL_BOLD, "right"),
        Column(titles["axis"], axis, styles.CELL_BOLD, "right"),
        Column("Ahead", ahead, styles.CELL, "right"),
    )


def _taken(text: str, look: TextStyle) -> float:
    return min(fit(text, look, WIDEST, TITLE).width, WIDEST) + AIR


NUMBER, DATE, MISSION, HOW, POINTS = 20.0, 68.0, 116.0, 60.0, 34.0
NARROW: Final = 80.0
WIDEST: Final = 80.0
AIR: Final = 6.0

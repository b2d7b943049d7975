"""A campaign at a glance, before a book's chapters: where it stands, charts, every mission in a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import CondPageBreak, Flowable, Spacer

from campaigns.charts import BarData, ChartData
from campaigns.documents import parts, sheet, styles
from campaigns.documents.chart import bar_chart, bars_height, line_chart
from campaigns.documents.parts import Box
from campaigns.documents.rows import Column, Row, Rows

CHART: Final = 176.0
MOST_BARS: Final = 24


@dataclass(frozen=True, slots=True)
class MissionLine:
    """A mission in the list of all; points are empty until it is debriefed."""

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


@dataclass(frozen=True, slots=True)
class Overview:
    """``sentences`` say where the campaign stands."""

    sentences: tuple[str, ...]
    charts: tuple[ChartData, ...]
    bars: tuple[BarData, ...]
    missions: tuple[MissionLine, ...]


def story(overview: Overview, body: Box, titles: Mapping[str, str]) -> Iterator[Flowable]:
    """Some pages. ``titles``: what the sides are called."""
    for sentence in overview.sentences:
        yield from parts.paragraphs(sentence)
    for chart in overview.charts:
        yield from _headed(chart.title, body.width, CHART, partial(_draw_lines, chart))
    for bars in overview.bars:
        height = min(bars_height(bars), bars_height_of(MOST_BARS, bars), body.height - 60)
        yield from _headed(f"{bars.title}", body.width, height, partial(_draw_bars, bars))
    if overview.missions:
        yield CondPageBreak(120)
        yield parts.subheading("Mission by mission")
        yield Rows(_columns(titles), [_row(mission) for mission in overview.missions], body.width)


def bars_height_of(count: int, bars: BarData) -> float:
    """The height of ``count`` of these bars, at least one."""
    return bars_height(bars) * count / max(len(bars.bars), 1)


def _headed(title: str, width: float, height: float, draw: partial[None]) -> Iterator[Flowable]:
    box = Box(0, 0, width, height + sheet.HEADING + 6)

    def drawn(canvas: Canvas, place: Box) -> None:
        draw(canvas, sheet.heading(canvas, place, title).cut_top(6)[1])

    yield parts.Drawn(width, box.height, drawn)
    yield Spacer(0, 10)


def _draw_lines(chart: ChartData, canvas: Canvas, box: Box) -> None:
    line_chart(canvas, box, chart)


def _draw_bars(bars: BarData, canvas: Canvas, box: Box) -> None:
    bar_chart(canvas, box, bars)


def _columns(titles: Mapping[str, str]) -> tuple[Column, ...]:
    return (
        Column("No.", 24, styles.CELL_BOLD, "right"),
        Column("Date", 78),
        Column("Mission", 120, styles.CELL_BOLD),
        Column("Place", 100),
        Column("How", 72, styles.CELL_ITALIC),
        Column(titles["allied"], 40, styles.CELL_BOLD, "right"),
        Column(titles["axis"], 40, styles.CELL_BOLD, "right"),
        Column("Ahead", 72, styles.CELL, "right"),
    )


def _row(mission: MissionLine) -> Row:
    return Row(
        (
            str(mission.number),
            mission.date,
            mission.title,
            mission.place,
            mission.how,
            mission.allied,
            mission.axis,
            mission.ahead,
        )
    )

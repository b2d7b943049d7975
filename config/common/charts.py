"""Charts as plain data: the numbers once, for the page's SVG and for the PDFs.

``ChartData`` is what is shown; ``plot()`` lays it out as points, ticks and labels in user units, origin at
the top left as in SVG. Nothing here knows Django or ReportLab.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import ceil, floor

from config.common.figures import figure

MARGIN_LEFT = 34.0
MARGIN_RIGHT = 64.0
"""At least: beside the end of a line stand its name and its last value."""
LABEL_LEFT = 14.0
"""From the end of a line to its label, and from there to the edge."""
LABEL_LETTER = 6.2
"""About the width of a letter of a label."""
MOST_BESIDE = 0.4
"""Of a chart's width that labels take, however long they are."""
MARGIN_TOP = 14.0
MARGIN_BOTTOM = 26.0
MARK_GAP = 12.0
"""Between the marks of two lines that meet in a point, where the points leave so much room."""
MOST_MARKED = 40
"""Points of a line: of one with more only the last is marked, for the marks would hide it."""
LABEL_GAP = 14.0
"""Least distance between the labels at the ends of two lines."""


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a chart. ``side`` is ``allied``, ``axis`` or empty and decides the colour."""

    name: str
    side: str
    values: tuple[float, ...]


Span = tuple[float, float]
"""From the lower value to the higher."""


@dataclass(frozen=True, slots=True)
class Band:
    """What may come, from the label ``start`` on: for each label a middle, and between which values it may lie."""

    start: int
    middle: tuple[float, ...]
    half: tuple[Span, ...]
    """Half of what may come lies there."""
    most: tuple[Span, ...]
    """And 90 in 100 there."""


@dataclass(frozen=True, slots=True)
class ChartData:
    """A line chart: ``labels`` along the x axis, and for each of them one value of every series.

    A series may end early, as that of a campaign under way does; a ``band`` may tell how it might go on. The y axis
    reaches at least to ``reach``.
    """

    title: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    unit: str = "VP"
    reach: float = 0
    band: Band | None = None

    def __post_init__(self) -> None:
        if self.band is not None and self.band.start + len(self.band.most) > len(self.labels):
            raise ValueError(f"The band runs past the last of {len(self.labels)} labels")
        for line in self.series:
            if len(line.values) > len(self.labels):
                raise ValueError(f"{line.name}: {len(line.values)} values for {len(self.labels)} labels")

    def summary(self) -> str:
        """The chart in a sentence, for those who do not see it."""
        if not any(line.values for line in self.series):
            return f"{self.title}: nothing yet."
        ends = "; ".join(
            f"{line.name} {figure(line.values[-1], 'g')} {self.unit}" for line in self.series if line.values
        )
        last = max(len(line.values) for line in self.series) - 1
        told = f"{self.title}, {self.labels[0]} to {self.labels[last]}. At the end: {ends}."
        if self.band is None or not self.band.most:
            return told
        by = self.labels[self.band.start + len(self.band.most) - 1]
        half, most = (
            " and ".join(figure(value, "g") for value in spans[-1]) for spans in (self.band.half, self.band.most)
        )
        return f"{told} By {by} half of what may come lies between {half}, 90 in 100 between {most}."


def ticks(low: float, high: float, most: int = 6) -> tuple[float, ...]:
    """Round values from at or below ``low`` to at or above ``high``, at most ``most`` + 1 of them.

    >>> ticks(0, 23)
    (0.0, 5.0, 10.0, 15.0, 20.0, 25.0)
    """
    span = max(high - low, 1.0)
    step = next(s for s in _steps() if span / s <= most - 1)
    first, last = floor(low / step), ceil(high / step)
    return tuple(n * step for n in range(first, max(last, first + 1) + 1))


def _steps() -> Iterator[float]:
    """1, 2, 5, 10, 20, 50 …"""
    size = 1.0
    while True:
        yield from (size, 2 * size, 5 * size)
        size *= 10


Point = tuple[float, float]


def polyline(points: Iterable[Point]) -> str:
    """The points as SVG's ``polyline`` and ``polygon`` want them, to a tenth of a unit."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


@dataclass(frozen=True, slots=True)
class Tick:
    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a line. ``is_shared``: a line drawn before it runs there too, so that this one is dashed over it."""

    points: tuple[Point, ...]
    is_shared: bool

    @property
    def path(self) -> str:
        """The points as SVG's ``polyline`` wants them."""
        return polyline(self.points)


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A series laid out. ``end`` is where the line stops, ``label_y`` where its name goes without overlap."""

    name: str
    side: str
    points: tuple[Point, ...]
    stretches: tuple[Stretch, ...]
    marks: tuple[Point, ...]
    """Where its points are marked: beside those of the lines that it meets there."""
    value: str
    end: Point
    label_y: float


@dataclass(frozen=True, slots=True)
class BandShape:
    """A band laid out: what lies within it goes along its lower edge and comes back along its upper one."""

    most: tuple[Point, ...]
    half: tuple[Point, ...]
    middle: tuple[Point, ...]

    @property
    def paths(self) -> tuple[str, str, str]:
        """The same as SVG's ``polygon`` and ``polyline`` want them."""
        most, half, middle = (polyline(points) for points in (self.most, self.half, self.middle))
        return most, half, middle


@dataclass(frozen=True, slots=True)
class Plot:
    """A chart laid out in a box of ``width`` by ``height``."""

    title: str
    summary: str
    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    lines: tuple[ChartLine, ...]
    band: BandShape | None


def plot(chart: ChartData, width: float = 640, height: float = 240) -> Plot:
    """Lay out ``chart``; with more than twelve labels only some of them are written."""
    finals = [figure(line.values[-1], "g") if line.values else "" for line in chart.series]
    labels = [f"{line.name} {final}" for line, final in zip(chart.series, finals, strict=True)]
    left, right = MARGIN_LEFT, width - _room_beside(labels, width)
    top, bottom = MARGIN_TOP, height - MARGIN_BOTTOM
    values = [value for line in chart.series for value in line.values]
    values += [value for span in (chart.band.most if chart.band else ()) for value in span]
    marks = ticks(min([0.0, *values]), max([chart.reach, *values]))
    low, high = marks[0], marks[-1]
    count = len(chart.labels)

    def x(index: int) -> float:
        return left + (right - left) * (index / (count - 1) if count > 1 else 0)

    def y(value: float) -> float:
        return bottom - (bottom - top) * (value - low) / (high - low)

    every = max(1, ceil(count / 12))
    ends = [(x(len(line.values) - 1), y(line.values[-1])) if line.values else (left, bottom) for line in chart.series]
    over = LABEL_GAP if chart.band is not None else 0  # else the middle of the band would run through the label
    heights = _spread([end[1] - over for end in ends], top, bottom)
    laid = [tuple((x(n), y(value)) for n, value in enumerate(line.values)) for line in chart.series]

    def marked(points: Sequence[Point]) -> Sequence[Point]:
        return points if count <= MOST_MARKED else points[-1:]

    gap = min(MARK_GAP, (right - left) / max(count - 1, 1) / 2)
    return Plot(
        title=chart.title,
        summary=chart.summary(),
        width=width,
        height=height,
        left=left,
        right=right,
        top=top,
        bottom=bottom,
        x_ticks=tuple(Tick(x(n), chart.labels[n]) for n in range(0, count, every)),
        y_ticks=tuple(Tick(y(mark), figure(mark, "g")) for mark in marks),
        lines=tuple(
            ChartLine(
                name=line.name,
                side=line.side,
                points=points,
                stretches=tuple(_stretches(points, laid[:number])),
                marks=tuple(_beside(point, number, laid, gap, (left, right)) for point in marked(points)),
                value=final,
                end=end,
                label_y=label_y,
            )
            for number, (line, points, final, end, label_y) in enumerate(
                zip(chart.series, laid, finals, ends, heights, strict=True)
            )
        ),
        band=None if chart.band is None else _band_shape(chart.band, x, y),
    )


def line_plots(chart: ChartData) -> dict[str, Plot]:
    """``chart`` laid out for a page: ``wide`` for a desk, ``narrow`` for a phone."""
    return {"wide": plot(chart, 640, 260), "narrow": plot(chart, 340, 240)}


def _room_beside(labels: Iterable[str], width: float) -> float:
    """What the labels at the ends of the lines take of the width."""
    longest = max(map(len, labels), default=0)
    return min(max(MARGIN_RIGHT, LABEL_LEFT + LABEL_LETTER * longest), width * MOST_BESIDE)


def _band_shape(band: Band, x: Callable[[int], float], y: Callable[[float], float]) -> BandShape:
    """``x`` lays out the number of a label, ``y`` a value."""

    def within(spans: Sequence[Span]) -> tuple[Point, ...]:
        lower = [(x(n), y(low)) for n, (low, _) in enumerate(spans, band.start)]
        upper = [(x(n), y(high)) for n, (_, high) in enumerate(spans, band.start)]
        return (*lower, *reversed(upper))

    middle = tuple((x(n), y(value)) for n, value in enumerate(band.middle, band.start))
    return BandShape(within(band.most), within(band.half), middle)


def _stretches(points: Sequence[Point], before: Sequence[Sequence[Point]]) -> Iterator[Stretch]:
    """A line parted where it begins or ceases to run along one of those before it."""
    taken = {step for line in before for step in pairwise(line)}
    for is_shared, steps in groupby(pairwise(points), taken.__contains__):
        first, *others = steps
        yield Stretch((*first, *(step[1] for step in others)), is_shared)


def _beside(
    point: Point, number: int, lines: Sequence[Sequence[Point]], gap: float, edges: tuple[float, float]
) -> Point:
    """Where the mark of line ``number`` stands for a point that other lines may go through: within the ``edges``."""
    here = [each for each, line in enumerate(lines) if point in line]
    back = {edges[0]: 0.0, edges[1]: 1.0}.get(point[0], 0.5)
    return point[0] + gap * (here.index(number) - back * (len(here) - 1)), point[1]


def _spread(heights: list[float], top: float, bottom: float) -> list[float]:
    """The same heights, moved apart where two labels would lie on one another, inside the box."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed = list(heights)
    for before, index in pairwise(order):
        placed[index] = max(placed[index], placed[before] + LABEL_GAP)
    if order and placed[order[-1]] > bottom:
        limit = bottom
        for index in reversed(order):
            placed[index] = min(placed[index], limit)
            limit = placed[index] - LABEL_GAP
    return [max(height, top) for height in placed]


BAR_ROW = 26.0
"""Height of a bar with the space around it."""
LABEL_ROW = 18.0
"""Height of a label that stands over its bar."""
BAR_LABELS = 0.34
"""The labels' part of the width."""
BAR_VALUE = 40.0
"""Room for the figure after the longest bar."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A value with what it is of. ``side`` is ``allied``, ``axis`` or empty and decides the sign and the colour."""

    label: str
    side: str
    value: float


@dataclass(frozen=True, slots=True)
class BarData:
    """A chart of level bars, one under the other, in the order in which they are given."""

    title: str
    bars: tuple[Bar, ...]
    unit: str

    def summary(self) -> str:
        """The chart in a sentence, for those who do not see it."""
        if not self.bars:
            return f"{self.title}: nothing yet."
        told = "; ".join(f"{bar.label} {figure(bar.value, 'g')}" for bar in self.bars)
        return f"{self.title}, in {self.unit}: {told}."


@dataclass(frozen=True, slots=True)
class BarLine:
    """A bar laid out: it begins at the plot's ``left``, its middle is at ``y``, that of its label at ``label_y``."""

    label: str
    side: str
    value: str
    y: float
    label_y: float
    length: float


@dataclass(frozen=True, slots=True)
class BarPlot:
    """A chart of bars laid out in a box of ``width`` by ``height``."""

    summary: str
    width: float
    height: float
    left: float
    """Where the bars begin; 0: their labels stand over them."""
    thickness: float
    bars: tuple[BarLine, ...]


def plot_bars(chart: BarData, width: float = 640, *, stacked: bool = False) -> BarPlot:
    """Lay out ``chart``; its height follows from the number of bars. ``stacked``: each label stands over its bar."""
    left = 0.0 if stacked else width * BAR_LABELS
    over = LABEL_ROW if stacked else 0.0
    row = BAR_ROW + over
    longest = max((bar.value for bar in chart.bars), default=0) or 1
    room = width - left - BAR_VALUE
    return BarPlot(
        summary=chart.summary(),
        width=width,
        height=row * len(chart.bars),
        left=left,
        thickness=BAR_ROW * 0.6,
        bars=tuple(
            BarLine(bar.label, bar.side, figure(bar.value, "g"), y, y - over, room * bar.value / longest)
            for y, bar in ((row * n + over + BAR_ROW / 2, bar) for n, bar in enumerate(chart.bars))
        ),
    )


def bar_plots(chart: BarData) -> dict[str, BarPlot]:
    """``chart`` laid out for a page: ``wide`` for a desk, ``narrow`` for a phone."""
    return {"wide": plot_bars(chart, 640), "narrow": plot_bars(chart, 340, stacked=True)}

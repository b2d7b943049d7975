"""A figure over time with the range in which it lies, laid out for the page's SVG.

Nothing here knows Django. Units are the user's, origin at the top left as in SVG.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from config.common.charts import Point, Tick, polyline, ticks
from config.common.figures import figure

MARGIN_LEFT = 44.0
MARGIN_RIGHT = 52.0
"""Beside the last point stands what it comes to."""
MARGIN_TOP = 12.0
MARGIN_BOTTOM = 28.0
LABEL_ROOM = 84.0
"""Between the middles of two labels of the x axis, at least."""
WHISKER = 5.0
"""Half of the bar that ends the range of the last point."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeData:
    """Of each label a figure, and from where to where it may be off."""

    labels: Sequence[str]
    values: Sequence[float]
    spans: Sequence[tuple[float, float]]
    summary: str
    """The chart in a sentence, for those who do not see it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RangePlot:
    """Laid out in a box of ``width`` by ``height``."""

    width: float
    height: float
    left: float
    right: float
    bottom: float
    line: str
    """The points as SVG's ``polyline`` wants them."""
    band: str
    """The range as a ``polygon``."""
    end: Point
    whisker: str
    """The range of the last point, as a path."""
    value: str
    y_ticks: tuple[Tick, ...]
    x_ticks: tuple[Tick, ...]
    summary: str


def laid_out(data: RangeData, width: float, height: float) -> RangePlot:
    """At least one label is needed."""
    left, right = MARGIN_LEFT, width - MARGIN_RIGHT
    top, bottom = MARGIN_TOP, height - MARGIN_BOTTOM
    marks = ticks(min(low for low, _ in data.spans), max(high for _, high in data.spans), 5)
    count = len(data.labels)

    def x(index: int) -> float:
        return left + (right - left) * (index / (count - 1) if count > 1 else 0.5)

    def y(value: float) -> float:
        return bottom - (bottom - top) * (value - marks[0]) / (marks[-1] - marks[0])

    points = [(x(n), y(value)) for n, value in enumerate(data.values)]
    lower = [(x(n), y(low)) for n, (low, _) in enumerate(data.spans)]
    upper = [(x(n), y(high)) for n, (_, high) in enumerate(data.spans)]
    every = max(1, ceil(count * LABEL_ROOM / (right - left)))
    (end, foot), head = lower[-1], upper[-1][1]
    bars = (f"M{end - WHISKER:.1f},{at:.1f}h{2 * WHISKER:.1f}" for at in (foot, head))
    return RangePlot(
        width=width,
        height=height,
        left=left,
        right=right,
        bottom=bottom,
        line=polyline(points),
        band=polyline([*lower, *reversed(upper)]),
        end=points[-1],
        whisker=f"M{end:.1f},{foot:.1f}V{head:.1f}{''.join(bars)}",
        value=figure(data.values[-1], "g"),
        y_ticks=tuple(Tick(y(mark), figure(mark, "g")) for mark in marks),
        x_ticks=tuple(Tick(x(n), data.labels[n]) for n in range(count - 1, -1, -every)),
        summary=data.summary,
    )


def both_widths(data: RangeData) -> dict[str, RangePlot]:
    """``wide`` for a desk, ``narrow`` for a phone."""
    return {"wide": laid_out(data, 640, 220), "narrow": laid_out(data, 340, 200)}

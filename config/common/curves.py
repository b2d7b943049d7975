"""A curve of chances as plain data, laid out for the page's SVG: how a contest of two stood, from its begin to its end.

Nothing here knows Django. Units are the user's, origin at the top left as in SVG.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from config.common.charts import Point, Tick, polyline

MARGIN_LEFT = 40.0
MARGIN_RIGHT = 12.0
MARGIN_TOP = 30.0
MARGIN_BOTTOM = 24.0
FLAG = 10.0
"""The radius of a flag's head."""
FLAG_GAP = 24.0
"""Between the middles of two heads, at least."""
TICK_GAP = 46.0
"""Between two labels of the x axis, at least."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A place on the curve that is named."""

    at: float
    """Where it is, in the curve's own measure."""
    url: str
    title: str


@dataclass(frozen=True, slots=True)
class CurveData:
    """Chances in percent of the first of two sides."""

    points: Sequence[tuple[float, float]]
    """Where, from 0 to ``length``, and the chance there."""
    length: float
    sides: tuple[tuple[str, str], tuple[str, str]]
    """Of each the slug, which decides the colour, and the name."""
    stretches: Sequence[tuple[float, str]]
    """Where each begins, and what it is called."""
    marks: Sequence[Mark]
    summary: str
    """The curve in a sentence, for those who do not see it."""
    now: float | None = None


@dataclass(frozen=True, slots=True)
class Flag:
    """A mark as a number on a pole."""

    number: int
    url: str
    title: str
    head: Point
    foot: Point
    """On the curve."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve laid out in a box of ``width`` by ``height``."""

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    middle: float
    line: str
    """The points as SVG's ``polyline`` wants them."""
    under: str
    """What lies under the line, as a ``polygon``."""
    sides: tuple[tuple[str, str], tuple[str, str]]
    y_ticks: tuple[Tick, ...]
    x_ticks: tuple[Tick, ...]
    flags: tuple[Flag, ...]
    now: Point | None
    summary: str

    @property
    def across(self) -> float:
        return self.right - self.left

    @property
    def tall(self) -> float:
        return self.bottom - self.top


def laid_out(data: CurveData, width: float, height: float) -> Curve:
    """In a box of so many units; one point at least is needed."""
    left, right, top, bottom = MARGIN_LEFT, width - MARGIN_RIGHT, MARGIN_TOP, height - MARGIN_BOTTOM

    def x(at: float) -> float:
        return left + (right - left) * at / data.length

    def y(chance: float) -> float:
        return bottom - (bottom - top) * chance / 100

    points = [(x(at), y(chance)) for at, chance in data.points]
    line = polyline(points)
    heads = _apart([x(mark.at) for mark in data.marks], left, right)
    feet = [_at(data.points, mark.at) for mark in data.marks]
    return Curve(
        width=width,
        height=height,
        left=left,
        right=right,
        top=top,
        bottom=bottom,
        middle=y(50),
        line=line,
        under=polyline([(left, bottom), *points, (right, bottom)]),
        sides=data.sides,
        y_ticks=tuple(Tick(y(chance), f"{chance} %") for chance in (100, 50, 0)),
        x_ticks=tuple(_ticks([Tick(x(at), text) for at, text in data.stretches], right)),
        flags=tuple(
            Flag(number, mark.url, mark.title, (head, top - FLAG - 4), (x(mark.at), y(foot)))
            for number, (mark, head, foot) in enumerate(zip(data.marks, heads, feet, strict=True), 1)
        ),
        now=None if data.now is None else (x(data.now), y(_at(data.points, data.now))),
        summary=data.summary,
    )


def _at(points: Sequence[tuple[float, float]], at: float) -> float:
    """The chance at a place between two points."""
    for (start, before), (end, after) in pairwise(points):
        if start <= at <= end:
            return before + (after - before) * (at - start) / (end - start) if end > start else after
    return points[-1][1]


def _apart(places: Sequence[float], left: float, right: float) -> list[float]:
    """The same places in their order, moved apart where two heads would lie on one another.

    >>> _apart([100, 105, 395], 40, 400)
    [100, 124.0, 390.0]
    """
    placed: list[float] = []
    for place in places:
        placed.append(max(place, placed[-1] + FLAG_GAP if placed else left + FLAG))
    limit = right - FLAG
    for index in reversed(range(len(placed))):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - FLAG_GAP
    return placed


def _ticks(wanted: Sequence[Tick], right: float) -> list[Tick]:
    """As many of them as there is room for: every one, every second, every third …"""
    for every in range(1, len(wanted) + 1):
        kept = wanted[::every]
        if all(after.at - before.at >= TICK_GAP for before, after in pairwise(kept)):
            return [tick for tick in kept if tick.at + TICK_GAP <= right or tick is kept[0]]
    return []

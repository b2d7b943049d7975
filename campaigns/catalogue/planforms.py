"""The geometry of outlines: wings as edges over the half span, the sides of fuselages and pods. Metres, y backwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import pi, radians, sqrt, tan
from typing import Final, TypeAlias

from campaigns.catalogue.shapes import Plan, PodLook, Shape, Width

Point: TypeAlias = tuple[float, float]
Run: TypeAlias = tuple[Point, ...]
"""A step from where one is: to a point, or by two control points."""
Side: TypeAlias = tuple[Point, tuple[Run, ...]]
"""The right half of what is the same on both sides, from the middle in front to the middle behind."""

ROUND: Final = 0.5523
"""How far the control points of a quarter of an ellipse reach towards its corner."""
SAMPLES: Final = 24
"""Places over the half span at which it is asked what is seen of a lower wing."""
THIN: Final = 0.04
"""Metres: a narrower strip is not drawn."""
STRAIGHT: Final = 0.02
"""Metres: a corner that is no further off the line is left out."""


@dataclass(frozen=True, slots=True)
class Wing:
    """The right half of a wing: stations of x, leading and trailing edge, straight between them up to ``tip``."""

    stations: tuple[tuple[float, float, float], ...]
    tip: float
    """Where the edges begin to round in."""
    end: Point
    """The tip itself."""

    def edges(self, x: float) -> Point:
        """Leading and trailing edge at ``x``, both at the tip from there on."""
        if x <= self.tip:
            return self._straight(x)
        if x >= self.end[0]:
            return self.end[1], self.end[1]
        front, back = self._straight(x)
        (_, front_corner), (_, back_corner) = self.corners
        bent = 1 - sqrt(1 - ((x - self.tip) / (self.end[0] - self.tip)) ** 2)
        return front + (self.end[1] - front_corner) * bent, back + (self.end[1] - back_corner) * bent

    @property
    def corners(self) -> tuple[Point, Point]:
        """Where the edges would end, were the tip not rounded."""
        x = self.end[0]
        front, back = self._straight(x)
        return (x, front), (x, back)

    def _straight(self, x: float) -> Point:
        """Of the station's stretch in which ``x`` is; in the tip of the stretch in which that begins."""
        at = min(x, self.tip)
        for (x0, front0, back0), (x1, front1, back1) in pairwise(self.stations):
            if at <= x1:
                share = (x - x0) / (x1 - x0)
                return front0 + (front1 - front0) * share, back0 + (back1 - back0) * share
        raise ValueError(f"The wing ends before {x}.")

    def side(self) -> Side:
        inner = [station for station in self.stations if station[0] < self.tip]
        front, back = self._straight(self.tip)
        (x, front_corner), (_, back_corner) = self.corners
        out = [(each[0], each[1]) for each in inner] + [(self.tip, front)]
        home = [(self.tip, back)] + [(each[0], each[2]) for each in reversed(inner)]
        runs: list[Run] = [(point,) for point in out[1:]]
        runs.append((_towards(out[-1], (x, front_corner)), _towards(self.end, (x, front_corner)), self.end))
        runs.append((_towards(self.end, (x, back_corner)), _towards(home[0], (x, back_corner)), home[0]))
        runs += [(point,) for point in home[1:]]
        return out[0], tuple(runs)

    def without(self, part: float) -> Wing:
        """With so many metres less at the trailing edge."""
        return replace(
            self,
            stations=tuple((x, front, max(back - part, front)) for x, front, back in self.stations),
            end=(self.end[0], self.end[1] - part / 2),
        )


def _towards(point: Point, corner: Point) -> Point:
    return point[0] + (corner[0] - point[0]) * ROUND, point[1] + (corner[1] - point[1]) * ROUND


def wing(plan: Plan, length: float, span: float, chord: float) -> Wing:
    """A wing of this form; ``chord`` is the root's."""
    half, begin = span / 2, plan.at * length
    stations = tuple(
        (x * half, begin + front, begin + front + c * chord) for x, front, c in _stations(plan, half, chord)
    )
    tip = half * (1 - plan.tip)
    made = Wing(stations, tip, (half, 0.0))
    (_, front), (_, back) = made.corners
    return replace(made, end=(half, front + (back - front) * plan.tip_at))


def _stations(plan: Plan, half: float, chord: float) -> list[tuple[float, float, float]]:
    """Share of the half span, metres behind the root's leading edge, chords of the root."""
    if plan.plan:
        return [(x, front * chord, c) for x, front, c in plan.plan]
    inner = plan.centre * half * tan(radians(plan.centre_sweep))
    outer = inner + (1 - plan.centre) * half * tan(radians(plan.sweep))
    middle = [(plan.centre, inner, 1.0)] if plan.centre else []
    return [(0.0, 0.0, 1.0), *middle, (1.0, outer, plan.taper)]


def main_chord(shape: Shape) -> float:
    """The root's chord of the main wing, with which all wings together have the area of the aircraft."""
    others = [each for each in (shape.middle, shape.lower) if each]
    reckoned = _area(shape.wing, shape.span) + sum(_area(each, each.span) * each.chord for each in others)
    return shape.area / reckoned


def _area(plan: Plan, span: float) -> float:
    """Of a wing whose root has a chord of one metre."""
    unit = wing(plan, 1.0, span, 1.0)
    (x, front), (_, back) = unit.corners
    places = [
        *(station for station in unit.stations if station[0] < unit.tip),
        (unit.tip, *unit.edges(unit.tip)),
        (x, front, back),
    ]
    straight = sum((d - c + b - a) / 2 * (x1 - x0) for (x0, a, b), (x1, c, d) in pairwise(places))
    return 2 * (straight - (back - front) * (x - unit.tip) * (1 - pi / 4))


def seen_below(below: Wing, above: Sequence[Wing], gap: float) -> Iterator[list[tuple[float, float, float]]]:
    """What is seen of a wing beside those above it, ``gap`` apart from them: pieces as x with front and back edge."""
    half = below.end[0]
    places = {half * (1 - (1 - number / SAMPLES) ** 2) for number in range(SAMPLES + 1)}
    places |= {x for each in above for x in (each.end[0], each.end[0] + 0.01) if x < half}
    for behind in (True, False):
        piece: list[tuple[float, float, float]] = []
        for x in sorted(places):
            front, back = below.edges(x)
            hiding = [each.edges(x) for each in above if x <= each.end[0]]
            if behind:
                front = max([front, *(edge + gap for _, edge in hiding)])
            elif hiding:
                back = min([back, *(edge - gap for edge, _ in hiding)])
            else:
                back = front
            if back - front > THIN or (piece and x == half and back - front > -THIN):
                piece.append((x, front, max(back, front)))
            elif piece:
                yield piece
                piece = []
        if len(piece) > 1:
            yield piece


def round_about(piece: Iterable[tuple[float, float, float]]) -> list[Point]:
    """The corners of a piece, out along its front and home along its back, without those on a straight line."""
    listed = list(piece)
    return _plain([(x, front) for x, front, _ in listed]) + _plain([(x, back) for x, _, back in reversed(listed)])


def _plain(points: Sequence[Point]) -> list[Point]:
    """Without corners that are hardly any."""
    if len(points) < 3:
        return list(points)
    (x0, y0), (x1, y1) = points[0], points[-1]
    long = sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2) or 1.0
    off = [abs((x1 - x0) * (y0 - y) - (x0 - x) * (y1 - y0)) / long for x, y in points]
    worst = max(range(len(points)), key=off.__getitem__)
    if off[worst] <= STRAIGHT:
        return [points[0], points[-1]]
    return _plain(points[: worst + 1])[:-1] + _plain(points[worst:])


def body_side(widths: Sequence[Width], width: float, begin: float, end: float) -> Side:
    """The side of a fuselage from ``begin`` to ``end``, smooth through its widths and never wider between them."""
    knots = [(begin + t * (end - begin), w * width / 2) for t, w in widths]
    slopes = _slopes(knots)
    runs: list[Run] = [((knots[0][1], knots[0][0]),)]
    for ((y0, x0), slope0), ((y1, x1), slope1) in pairwise(zip(knots, slopes, strict=True)):
        third = (y1 - y0) / 3
        runs.append(((x0 + slope0 * third, y0 + third), (x1 - slope1 * third, y1 - third), (x1, y1)))
    runs.append(((0.0, knots[-1][0]),))
    return (0.0, knots[0][0]), tuple(runs)


def _slopes(knots: Sequence[Point]) -> list[float]:
    """Of a cubic that has no bumps of its own. [Fritsch and Butland 1984]"""
    steep = [(x1 - x0) / (y1 - y0) for (y0, x0), (y1, x1) in pairwise(knots)]
    inner = [0.0 if a * b <= 0 else 2 * a * b / (a + b) for a, b in pairwise(steep)]
    return [steep[0], *inner, steep[-1]]


def pod_side(look: PodLook, width: float, begin: float, long: float) -> Side:
    """The side of a pod, around its own middle."""
    half = width / 2
    end, full, narrows = begin + long, begin + long * look.full, begin + long * look.narrows
    nose, stern = half * look.nose, half * look.stern
    reach = full - begin
    return (0.0, begin), (
        ((nose, begin),),
        (
            (nose + (half - nose) * (0.3 + 0.6 * look.blunt), begin + reach * 0.3 * (1 - look.blunt)),
            (half, begin + reach * (0.6 - 0.4 * look.blunt)),
            (half, full),
        ),
        ((half, narrows),),
        (
            (half, narrows + (end - narrows) * 0.45),
            (stern + (half - stern) * 0.35, narrows + (end - narrows) * 0.8),
            (stern, end),
        ),
        ((0.0, end),),
    )

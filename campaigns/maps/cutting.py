"""Coasts cut to a theatre: clipped to its box, projected, simplified, and written as paths of whole units."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from campaigns.catalogue.theatres import WIDTH, Box, Point
from campaigns.maps.topology import Ring

MARGIN: Final = 40.0
"""Units beyond the box to which land is cut, so that its edge is no coast on the map."""
LEAST_BEND: Final = 2.0
"""Square units: a point that bends the coast by less is left out."""
LEAST_ISLAND: Final = 12.0
"""Square units of the smallest island that is kept: two pixels wide on a page."""


def cut(rings: Iterable[Ring], box: Box) -> Iterator[str]:
    """The land in a box, the largest first."""
    found = []
    for ring in rings:
        if _touches(ring, box):
            kept = simplified(_clipped([box.project(place.lat, place.lon) for place in ring[:-1]], box.height))
            if len(kept) > 2 and (size := abs(_area(kept))) >= LEAST_ISLAND:
                found.append((size, kept))
    found.sort(key=lambda pair: -pair[0])
    yield from (path(kept) for _, kept in found)


def path(points: Sequence[Point]) -> str:
    """A closed path of SVG in whole units, each step from the one before."""
    places = [(round(x), round(y)) for x, y in points]
    x, y = places[0]
    steps = []
    for across, down in places[1:]:
        if (across, down) != (x, y):
            steps.append(f"{across - x}{'' if down < y else ','}{down - y}")
            x, y = across, down
    return f"M{places[0][0]},{places[0][1]}l{' '.join(steps)}z"


def simplified(points: Sequence[Point]) -> list[Point]:
    """A ring without the points that bend it least, by the triangle that each makes with its neighbours [Visvalingam].

    What is left of a triangle grows with those taken away beside it, so that a coast keeps its character.
    """
    count = len(points)
    before = [(at - 1) % count for at in range(count)]
    after = [(at + 1) % count for at in range(count)]
    bends = [_bend(points, before[at], at, after[at]) for at in range(count)]
    waiting = [(bend, at) for at, bend in enumerate(bends)]
    heapq.heapify(waiting)
    gone = [False] * count
    left = count
    while waiting and left > 3:
        bend, at = heapq.heappop(waiting)
        if gone[at] or bend != bends[at]:
            continue
        if bend >= LEAST_BEND:
            break
        gone[at] = True
        left -= 1
        one, two = before[at], after[at]
        after[one], before[two] = two, one
        for near in (one, two):
            bends[near] = max(_bend(points, before[near], near, after[near]), bend)
            heapq.heappush(waiting, (bends[near], near))
    return [point for point, is_gone in zip(points, gone, strict=True) if not is_gone]


def _bend(points: Sequence[Point], one: int, at: int, two: int) -> float:
    (ax, ay), (bx, by), (cx, cy) = points[one], points[at], points[two]
    return abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2


def _area(points: Sequence[Point]) -> float:
    return sum(a.x * b.y - b.x * a.y for a, b in zip(points, [*points[1:], points[0]], strict=True)) / 2


def _touches(ring: Ring, box: Box) -> bool:
    """Whether any of it may lie in the box, by its own box."""
    margin = MARGIN / box.scale
    return (
        max(place.lon for place in ring) >= box.west - margin
        and min(place.lon for place in ring) <= box.east + margin
        and max(place.lat for place in ring) >= box.south - margin
        and min(place.lat for place in ring) <= box.north + margin
    )


class _Edge(NamedTuple):
    """A side of the frame: what lies within, and where a line crosses it."""

    is_within: Callable[[Point], bool]
    crossing: Callable[[Point, Point], Point]


def _clipped(points: Sequence[Point], height: float) -> list[Point]:
    """A ring cut to the frame, side by side [Sutherland and Hodgman]."""
    kept = list(points)
    for edge in (
        _across(-MARGIN, 1),
        _across(WIDTH + MARGIN, -1),
        _down(-MARGIN, 1),
        _down(height + MARGIN, -1),
    ):
        given, kept = kept, []
        for one, two in zip([*given[-1:], *given[:-1]], given, strict=True):
            if edge.is_within(one) != edge.is_within(two):
                kept.append(edge.crossing(one, two))
            if edge.is_within(two):
                kept.append(two)
    return kept


def _across(at: float, way: int) -> _Edge:
    return _Edge(
        lambda point: (point.x - at) * way >= 0,
        lambda one, two: Point(at, one.y + (two.y - one.y) * (at - one.x) / (two.x - one.x)),
    )


def _down(at: float, way: int) -> _Edge:
    return _Edge(
        lambda point: (point.y - at) * way >= 0,
        lambda one, two: Point(one.x + (two.x - one.x) * (at - one.y) / (two.y - one.y), at),
    )

"""TopoJSON, as far as land needs it: rings that are put together from arcs, whose points are quantised steps.

https://github.com/topojson/topojson-specification
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from campaigns.catalogue.theatres import Place

Ring: TypeAlias = list[Place]


def rings(topology: dict[str, Any], name: str) -> Iterator[Ring]:
    """Every ring of the polygons of an object, each closed: coasts, and the shores of what water lies within.

    Raises ``ValueError`` of what is no polygon.
    """
    arcs = [_arc(steps, topology["transform"]) for steps in topology["arcs"]]
    for geometry in _geometries(topology["objects"][name]):
        for polygon in _polygons(geometry):
            for numbers in polygon:
                yield _ring(numbers, arcs)


def _geometries(thing: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if thing["type"] == "GeometryCollection":
        for each in thing["geometries"]:
            yield from _geometries(each)
    else:
        yield thing


def _polygons(geometry: dict[str, Any]) -> list[list[list[int]]]:
    match geometry["type"]:
        case "Polygon":
            return [geometry["arcs"]]
        case "MultiPolygon":
            many: list[list[list[int]]] = geometry["arcs"]
            return many
    raise ValueError(f"{geometry['type']} is no land.")


def _arc(steps: Sequence[Sequence[int]], transform: dict[str, Any]) -> list[Place]:
    (across, up), (west, south) = transform["scale"], transform["translate"]
    x = y = 0
    points = []
    for east, north in steps:
        x, y = x + east, y + north
        points.append(Place(y * up + south, x * across + west))
    return points


def _ring(numbers: Sequence[int], arcs: Sequence[list[Place]]) -> Ring:
    """Arcs one after the other; each begins where the last one ended. ``~n`` is arc n from its end."""
    ring: Ring = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        ring += arc[1:] if ring else arc
    return ring

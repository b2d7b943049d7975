"""The theatres that maps show: their boxes, how a place on the globe falls on the map, and where land lies.

Coasts and lakes are data (``fixtures/maps``), which ``manage.py cut_theatres`` cuts from Natural Earth. Mercator's
projection is used: north is up, a line has its true bearing, and shapes stay what they are in a box of any height.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from math import log, pi, radians, tan
from typing import Any, Final, NamedTuple

from engine.core.fixtures import FIXTURES

WIDTH: Final = 1600
"""Units across each map: half a pixel of one that fills a page."""
FOLDER: Final = FIXTURES / "maps"


class Point(NamedTuple):
    """On a map, from its upper left corner."""

    x: float
    y: float


class Place(NamedTuple):
    """On the globe, in degrees; south and west are less than 0."""

    lat: float
    lon: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """What a map shows, in degrees."""

    south: float
    west: float
    north: float
    east: float

    @property
    def scale(self) -> float:
        """Units for a degree of longitude."""
        return WIDTH / (self.east - self.west)

    @property
    def height(self) -> float:
        """Units from the upper edge of its map to the lower."""
        return self.project(self.south, self.west).y

    def project(self, lat: float, lon: float) -> Point:
        return Point((lon - self.west) * self.scale, (_northing(self.north) - _northing(lat)) * self.scale)

    def degrees_off(self, place: Place) -> float:
        """How far outside a place lies; 0 of one within."""
        return max(self.south - place.lat, place.lat - self.north, self.west - place.lon, place.lon - self.east, 0.0)

    @property
    def extent(self) -> str:
        """``30° to 34° N, 19° to 26° E``."""
        return f"{_span(self.south, self.north, 'S', 'N')}, {_span(self.west, self.east, 'W', 'E')}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Theatre:
    slug: str
    title: str
    box: Box
    land: tuple[str, ...]
    """Each coast or island as an SVG path in units, closed."""
    lakes: tuple[str, ...]
    """Shores of lakes, and of the islands in them, as the coasts are."""
    source: str

    @property
    def shores(self) -> tuple[str, ...]:
        """Every line between land and water: land is what an odd number of them surrounds (SVG's rule ``evenodd``)."""
        return self.land + self.lakes


@cache
def theatres() -> dict[str, Theatre]:
    """All that are kept, by slug."""
    return {
        path.stem: read_theatre(path.stem, path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))
    }


def read_theatre(slug: str, text: str) -> Theatre:
    """One that ``manage.py cut_theatres`` has written. Raises ``KeyError`` and ``TOMLDecodeError``."""
    told: dict[str, Any] = tomllib.loads(text)
    return Theatre(
        slug=slug,
        title=told["title"],
        box=Box(**told["box"]),
        land=tuple(told.get("land", ())),
        lakes=tuple(told.get("lakes", ())),
        source=told.get("source", ""),
    )


def _northing(lat: float) -> float:
    """Mercator's, in degrees of longitude."""
    return log(tan(pi / 4 + radians(lat) / 2)) * 180 / pi


def _span(low: float, high: float, below: str, above: str) -> str:
    """
    >>> _span(-4.5, 3, "W", "E")
    '4.5° W to 3° E'
    """
    if low >= 0 or high <= 0:
        ends = sorted((abs(low), abs(high)))
        return f"{ends[0]:g}° to {ends[1]:g}° {above if low >= 0 else below}"
    return f"{-low:g}° {below} to {high:g}° {above}"

"""A situation laid out: where everything stands on a map of some width, so that nothing lies over anything else.

Units are pixels, or points on paper. What is placed first has the best place: the missions, from the newest back,
then the names of towns, then those of bases. A name that finds no room is left out; every mark tells its own anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, pi, radians, sin
from typing import Final, NamedTuple

from campaigns.catalogue.theatres import WIDTH, Place, Point, Theatre
from campaigns.maps.situation import BaseMark, MissionMark, Result, Situation
from campaigns.packs.schema import SIDES
from config.common.vocabulary import day

LETTER: Final = 0.53
"""Width of a letter in heights of the text."""
LOSSES: Final = 1.1
"""Width of what a side lost, under a mark, in heights of the text."""
CORNER: Final = 1.22
"""How far the mark of a mission in which the Axis was ahead, which stands on its corner, reaches, in its radius."""
EDGE: Final = 7.0
"""From the edge of the map to what lies off it."""
LENGTHS: Final = (5, 10, 20, 50, 100, 200, 500)
"""Kilometres of a scale."""
KILOMETRES: Final = 111.32
"""In a degree of longitude at the equator."""
TURNS: Final = 12
"""Places tried around a point at each distance."""
RINGS: Final = 9
"""Distances at which a mark is tried."""


@dataclass(frozen=True, slots=True)
class Size:
    """Of a map: the most that it may be wide and high, and the height of its smallest text."""

    width: float
    tallest: float
    text: float
    most_numbered: int
    """Missions that have a mark with their number; those before are dots."""
    is_brief: bool = False
    """Only the ways of the numbered missions and their bases are shown, and these without their names."""

    @property
    def radius(self) -> float:
        """Of a mission's mark."""
        return round(self.text * 0.72, 1)


WIDE: Final = Size(1040, 900, 12.5, 40)
NARROW: Final = Size(340, 600, 11, 14)
SMALL: Final = Size(640, 440, 11.5, 8, is_brief=True)
"""Among other things on a page."""
SMALL_NARROW: Final = Size(320, 400, 11, 6, is_brief=True)


class Room(NamedTuple):
    """A rectangle that something takes."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Room) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


@dataclass(frozen=True, slots=True)
class Stroke:
    """A river, a front, a border or a route."""

    kind: str
    title: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Leg:
    """The way of a side to a mission."""

    side: str
    start: Point
    end: Point
    is_old: bool


@dataclass(frozen=True, slots=True)
class Spot:
    """A town or a base."""

    kind: str
    """``town`` or ``base``."""
    side: str
    at: Point
    name: str
    """What is written beside it, if there is room; empty: nothing."""
    title: str
    off: float | None
    """Of what lies off the map: the way there, in degrees clockwise from east."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A mission."""

    number: int
    result: Result
    at: Point
    """Where it was fought."""
    mark: Point
    """Where its mark stands."""
    is_dot: bool
    lost: tuple[tuple[str, int], ...]
    """By side, of those that lost something."""
    title: str


@dataclass(frozen=True, slots=True)
class Label:
    kind: str
    text: str
    at: Point
    anchor: str
    """``start``, ``middle`` or ``end``."""

    def width(self, size: Size) -> float:
        """About how wide it is."""
        return len(self.text) * size.text * LETTER


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """All that is drawn, and in which order: strokes, legs, spots, missions, labels."""

    size: Size
    width: float
    height: float
    scale: float
    """Of the theatre's land."""
    strokes: tuple[Stroke, ...]
    legs: tuple[Leg, ...]
    spots: tuple[Spot, ...]
    missions: tuple[Drawn, ...]
    labels: tuple[Label, ...]
    kilometres: int
    length: float
    """Of the scale."""
    summary: str


@dataclass(frozen=True, slots=True)
class Pictures:
    """One map for wide screens and for narrow ones; where there is always little room, for these alone."""

    theatre: Theatre
    wide: Picture | None
    narrow: Picture


def full(told: Situation, titles: Mapping[str, str]) -> Pictures:
    """For a page of its own. ``titles``: what the sides are called."""
    return Pictures(told.theatre, draw(told, WIDE, titles), draw(told, NARROW, titles))


def small(told: Situation, titles: Mapping[str, str]) -> Pictures:
    """For a place among other things."""
    return Pictures(told.theatre, draw(told, SMALL, titles), draw(told, SMALL_NARROW, titles))


def beside(told: Situation, titles: Mapping[str, str]) -> Pictures:
    """For a narrow column."""
    return Pictures(told.theatre, None, draw(told, SMALL_NARROW, titles))


def draw(told: Situation, size: Size, titles: Mapping[str, str]) -> Picture:
    """``titles``: what the sides are called."""
    return _Layout(told, size, titles).picture()


class _Layout:
    def __init__(self, told: Situation, size: Size, titles: Mapping[str, str]) -> None:
        self.told, self.size, self.titles = told, size, titles
        self.scale = min(size.width / WIDTH, size.tallest / told.theatre.box.height)
        self.width = round(WIDTH * self.scale, 1)
        self.height = round(told.theatre.box.height * self.scale, 1)
        self.taken: list[Room] = []

    def picture(self) -> Picture:
        kilometres, length = self._scale_bar()
        self.taken.append(Room(0, self.height - 2.4 * self.size.text, length + 30, self.height))
        missions = sorted(self._missions(), key=lambda drawn: drawn.number)
        spots = [*self._towns(), *self._bases()]
        self.taken += [Room(*_around(spot.at, 4)) for spot in spots]
        newest = max((drawn.number for drawn in missions), default=0)
        return Picture(
            size=self.size,
            width=self.width,
            height=self.height,
            scale=self.scale,
            strokes=tuple(
                Stroke(line.kind, line.title, tuple(self._point(Place(*at)) for at in line.points))
                for line in self.told.lines
            ),
            legs=tuple(self._legs(newest)),
            spots=tuple(spots),
            missions=tuple(missions),
            labels=tuple(self._labels(spots)),
            kilometres=kilometres,
            length=length,
            summary=self._summary(),
        )

    def _point(self, place: Place) -> Point:
        x, y = self.told.theatre.box.project(*place)
        return Point(round(x * self.scale, 1), round(y * self.scale, 1))

    def _inside(self, place: Place) -> tuple[Point, float | None]:
        """A place, or the place at the edge that stands for one off the map, with the way that it points."""
        there = self._point(place)
        here = Point(min(max(there.x, EDGE), self.width - EDGE), min(max(there.y, EDGE), round(self.height - EDGE, 1)))
        if 0 <= there.x <= self.width and 0 <= there.y <= self.height:
            return there, None
        return here, round(degrees(atan2(there.y - here.y, there.x - here.x)), 1)

    def _missions(self) -> Iterator[Drawn]:
        """From the newest back, so that the newest stand where they belong."""
        marks = self.told.missions
        for age, mark in enumerate(reversed(marks)):
            at, _ = self._inside(mark.at)
            lost = tuple((side, mark.flown.lost[side]) for side in SIDES if mark.flown.lost.get(side))
            is_dot = age >= self.size.most_numbered
            stands = at if is_dot else self._free(at, self._reach(mark.result), len(lost))
            yield Drawn(mark.flown.number, mark.result, at, stands, is_dot, lost, self._sentence(mark))

    def _reach(self, result: Result) -> float:
        """How far a mark with a number is from its middle, its line included."""
        return self.size.radius * (CORNER if result == "axis" else 1) + (1.5 if result == "next" else 0.5)

    def _free(self, at: Point, reach: float, losses: int) -> Point:
        """The nearest place to a point at which a mark stands free; the point itself if there is none."""
        radius = self.size.radius
        for ring in range(RINGS):
            for turn in range(TURNS if ring else 1):
                angle = 2 * pi * (turn / TURNS + ring / 24) - pi / 2
                far = ring * radius * 1.15
                x, y = at.x + far * cos(angle), at.y + far * sin(angle)
                room = self._room_of_mark(x, y, reach, losses)
                if self._is_free(room):
                    self.taken.append(room)
                    return Point(round(x, 1), round(y, 1))
        return at

    def _room_of_mark(self, x: float, y: float, reach: float, losses: int) -> Room:
        below = max(reach, self.size.radius + self.size.text * 0.8 + 0.5 if losses else 0)
        beside = max(reach, losses * self.size.text * LOSSES / 2 + 0.5)
        return Room(x - beside, y - reach, x + beside, y + below)

    def _is_free(self, room: Room) -> bool:
        return (
            room.left >= 0
            and room.top >= 0
            and room.right <= self.width
            and room.bottom <= self.height
            and not any(room.meets(other) for other in self.taken)
        )

    def _legs(self, newest: int) -> Iterator[Leg]:
        for mark in self._with_ways():
            end, _ = self._inside(mark.at)
            for way in mark.ways:
                start, _ = self._inside(way.start)
                if hypot(end.x - start.x, end.y - start.y) > 2:
                    yield Leg(way.side, start, end, mark.flown.number < newest)

    def _towns(self) -> Iterator[Spot]:
        for town in self.told.towns:
            if town.kind != "sea":
                yield Spot(town.kind, "", self._point(Place(*town.at)), town.title, town.title, None)

    def _bases(self) -> Iterator[Spot]:
        for base in self._known_bases():
            at, off = self._inside(base.at)
            there = base.title or f"Where the {self.titles[base.side]} side came from"
            title = f"{there}, off the map" if off is not None else there
            squadrons = f": {', '.join(base.squadrons)}" if base.squadrons else ""
            name = "" if self.size.is_brief else base.title
            yield Spot("base", base.side, at, name, title + squadrons, off)

    def _with_ways(self) -> tuple[MissionMark, ...]:
        """The missions whose ways are drawn."""
        return self.told.missions[-self.size.most_numbered :] if self.size.is_brief else self.told.missions

    def _known_bases(self) -> Iterator[BaseMark]:
        """Those that squadrons are at, and those that have been flown from before."""
        stationed = () if self.size.is_brief else self.told.bases
        yield from stationed
        known = {(base.side, base.at) for base in stationed}
        for mark in self._with_ways():
            for way in mark.ways:
                if (way.side, way.start) not in known:
                    known.add((way.side, way.start))
                    yield BaseMark(way.side, way.base, way.start, ())

    def _labels(self, spots: Iterable[Spot]) -> Iterator[Label]:
        names: set[str] = set()
        for town in self.told.towns:
            if town.kind == "sea":
                yield from self._beside("sea", town.title, self._point(Place(*town.at)), centred=True)
        for spot in spots:
            if spot.name and spot.name not in names:
                found = list(self._beside("base" if spot.kind == "base" else "town", spot.name, spot.at, centred=False))
                names.update(label.text for label in found)
                yield from found

    def _beside(self, kind: str, text: str, at: Point, *, centred: bool) -> Iterator[Label]:
        """A name at the first of the places around a point at which it stands free."""
        size = self.size.text
        wide = len(text) * size * LETTER
        for dx, dy, anchor in ((0, 0, "middle"),) if centred else _AROUND:
            x, y = at.x + dx, at.y + dy * size / 10
            left = x if anchor == "start" else x - wide if anchor == "end" else x - wide / 2
            room = Room(left - 1, y - size * 0.62, left + wide + 1, y + size * 0.62)
            if self._is_free(room):
                self.taken.append(room)
                yield Label(kind, text, Point(round(x, 1), round(y, 1)), anchor)
                return

    def _scale_bar(self) -> tuple[int, float]:
        """A round number of kilometres that is about a sixth of the map, at the middle of its height."""
        box = self.told.theatre.box
        across = KILOMETRES * cos(radians((box.south + box.north) / 2)) / (box.scale * self.scale)
        best = min(LENGTHS, key=lambda km: abs(km / across - self.width / 6))
        return best, round(best / across, 1)

    def _sentence(self, mark: MissionMark) -> str:
        flown = mark.flown
        about = f"Mission {flown.number}: {flown.title}, {flown.place}, {day(flown.date)}"
        if mark.result == "next":
            return f"{about}: not debriefed yet"
        return f"{about}: {result_of(mark, self.titles)}"

    def _summary(self) -> str:
        told = self.told
        count = len(told.missions)
        where = f"Map: {told.theatre.title}, {day(told.day)}"
        return (
            f"{where}. {count} mission{'' if count == 1 else 's'}, told one by one in the table on the map’s own page."
        )


def result_of(mark: MissionMark, titles: Mapping[str, str]) -> str:
    """``Axis ahead, 4 to 2; lost: Allied 1``."""
    points = mark.flown.points
    other = {"allied": "axis", "axis": "allied"}
    ahead = (
        f"{titles[mark.result]} ahead, {points[mark.result]} to {points[other[mark.result]]}"
        if mark.result in other
        else f"level, {points['allied']} each"
    )
    lost = ", ".join(f"{titles[side]} {mark.flown.lost[side]}" for side in SIDES if mark.flown.lost.get(side))
    return f"{ahead}; lost: {lost}" if lost else f"{ahead}; nothing lost"


_AROUND: Final = (
    (7.0, 0.0, "start"), (-7.0, 0.0, "end"), (0.0, -10.0, "middle"), (0.0, 11.0, "middle"),
    (5.0, -8.0, "start"), (5.0, 9.0, "start"), (-5.0, -8.0, "end"), (-5.0, 9.0, "end"),
    (13.0, 0.0, "start"), (-13.0, 0.0, "end"), (0.0, -17.0, "middle"), (0.0, 19.0, "middle"),
)  # fmt: skip
"""Where a name may stand beside its dot: how far across, how far down in tenths of its height, and from which end."""


def _around(at: Point, far: float) -> tuple[float, float, float, float]:
    return at.x - far, at.y - far, at.x + far, at.y + far

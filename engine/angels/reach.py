"""Where a move can lead: every path and every maneuver, laid out once for each choice of speeds.

The nose points north here; ``Graph.towards`` turns all of it. Where moves end are *spots*, and at each there are as
many faces as facings, ``FACES * spot + facing``. An end of a move is one of these; what it is worth is found by its
number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, product
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

from engine.angels.actions import (
    AHEAD,
    CLIMB,
    DIFFICULT,
    EFFECT,
    POWER_DIVE,
    SLIP_LEFT,
    SLIP_RIGHT,
    STAY,
    TIGHT_TURN,
    TURN_LEFT,
    TURN_RIGHT,
)
from engine.angels.hexes import AROUND, COLUMN, STEP

FACES: Final = len(STEP)

Place: TypeAlias = tuple[int, int]
"""Steps ahead and steps ahead right from where the move begins, its nose to the north."""
Path: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]
"""Its end, the places on the way, the actions."""
Pick: TypeAlias = Callable[[Sequence[Any]], tuple[Any, ...]]
_AHEAD: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""By facing."""
_TURNS: Final = ((AHEAD, 0), (TURN_LEFT, 5), (TURN_RIGHT, 1))
_SIDEWAYS: Final = {SLIP_LEFT: 5, SLIP_RIGHT: 1}


def _grouped() -> tuple[tuple[int, ...], ...]:
    """The difficult maneuvers that differ in their success alone."""
    found: dict[tuple[int, ...], list[int]] = {}
    for action in range(DIFFICULT, len(EFFECT)):
        kind, _, _, climb, turn_failed, climb_failed = EFFECT[action]
        found.setdefault((kind, climb, turn_failed, climb_failed), []).append(action)
    return tuple(map(tuple, found.values()))


GROUPS: Final = _grouped()
WORTHWHILE: Final = frozenset(
    action
    for action, (kind, _, _, climb, _, _) in enumerate(EFFECT[DIFFICULT:], DIFFICULT)
    if kind in (CLIMB, TIGHT_TURN) or (kind == POWER_DIVE and climb == -1)
)
"""Those that are looked at where nothing is required; the others bring too little."""


def column_half(d: int) -> tuple[int, int]:
    """Columns and half hexes of a difference."""
    down = (d + 128) % 256 - 128
    return (d - down) >> COLUMN, down


class Ends:
    """Where some paths end."""

    __slots__ = ("mask", "of", "paths")

    of: Callable[[Sequence[float]], tuple[float, ...]]
    """Of what each end is worth: what these are."""
    mask: int
    """A bit for each of them."""
    paths: tuple[Path, ...]

    def __init__(self, paths: Iterable[Path]) -> None:
        self.paths = tuple(paths)
        ends = dict.fromkeys(end for end, _, _ in self.paths)
        self.of = itemgetter(*ends, next(iter(ends)))
        self.mask = sum([1 << end for end in ends])


def together(several: Iterable[Ends]) -> Ends:
    return Ends(path for ends in several for path in ends.paths)


class Attempt(NamedTuple):
    """A maneuver of a group at a point of a move: what comes of it, and what went before."""

    speed: int
    over: tuple[int, ...]
    before: tuple[int, ...]
    actions: tuple[tuple[int, Ends], ...]
    succeeds: Ends
    fails: Ends


class Graph:
    """All moves at some speeds."""

    spots: tuple[int, ...]
    """The place of each, by its number."""
    away: tuple[tuple[int, ...], tuple[int, ...]]
    """Of the spots of flights, and of all: the difference of hexes from there to where the move begins."""
    index: dict[int, int]
    """The first face of each spot, by that difference."""
    ends: tuple[dict[int, int], dict[int, int]]
    """The numbers of the ends of flights, and of all, by face."""
    pick: tuple[Pick, Pick]
    """Of what all faces of these spots have: what these ends have, and one more."""
    ranges: dict[int, list[tuple[int, int]]]
    """By difference of hexes from where the move begins: the spots within firing range of there, each with its first
    face and the difference from it."""

    flights: list[tuple[int, Ends]]
    """Speed, and all paths without a difficult maneuver."""
    plain: int
    """So many ends, the first, are those of flights; maneuvers have others too."""
    ways: dict[int, list[tuple[int, Path]]]
    """Speed and path, by end."""
    attempts: list[tuple[int, int, list[tuple[Ends, list[Attempt]]]]]
    """Group, whether at high speed; in lots, with where all the successes of a lot lead."""

    def __init__(self, speeds: tuple[tuple[int, int], ...], first: tuple[int, ...], straight: bool) -> None:
        self.most = max(speed for speed, _ in speeds)
        self.flights, self.attempts = [], []
        self._places: dict[Place, int] = {}
        self._spots: dict[int, int] = {}
        self._ends: dict[int, int] = {}
        self._turned: dict[int, Turned] = {}
        for speed, high in speeds:
            if flown := _flown((0, 0), 0, speed, high, first, straight):
                self.flights.append((speed, Ends(self._told(*each) for each in flown)))
        self.plain, of_flights = len(self._ends), len(self._spots)
        self.ways = {}
        for speed, ends in self.flights:
            for path in ends.paths:
                self.ways.setdefault(path[0], []).append((speed, path))
        found: dict[tuple[int, int], list[list[Attempt]]] = {}
        for speed, high in () if straight else speeds:
            for left, number in product(range(speed, 0, -1), range(len(GROUPS))):
                tried = list(self._tried(number, speed, left, high, first))
                if tried:
                    found.setdefault((number, high), []).append(tried)
        for (number, high), lots in sorted(found.items()):
            self.attempts.append((number, high, [(together(each.succeeds for each in lot), lot) for lot in lots]))
        self.spots = tuple(self._spots)
        places = list(self._places)
        away = tuple(-(a * STEP[0] + b * STEP[1]) for a, b in (places[place] for place in self.spots))
        self.away = away[:of_flights], away
        self.index = {d: FACES * spot for spot, d in enumerate(away)}
        self.ends = dict(islice(self._ends.items(), self.plain)), self._ends
        self.pick = itemgetter(*self.ends[0], 0), itemgetter(*self.ends[1], 0)
        self.ranges = {}
        for (spot, face), d in product(self.index.items(), AROUND):
            self.ranges.setdefault(d - spot, []).append((face, d))

    def _tried(self, number: int, speed: int, left: int, high: int, first: tuple[int, ...]) -> Iterator[Attempt]:
        """The maneuvers of a group with so many hexes left."""
        for way, facing, before in _before(speed, left, high, first):
            here = way[-1] if way else (0, 0)
            only = first if first and not way else WORTHWHILE
            successes = []
            for action in GROUPS[number]:
                if action in only:
                    _, where, turn, _, turn_failed, _ = EFFECT[action]
                    there = here if where == STAY else _step(here, facing + _SIDEWAYS.get(where, 0))
                    successes.append((action, self._after(way, there, facing + turn, left, high)))
                    fails = self._after(way, _step(here, facing), facing + turn_failed, left, high)
            if successes:
                over = tuple(map(self._number, way))
                best = together(ends for _, ends in successes)
                yield Attempt(speed, over, before, tuple(successes), best, fails)

    def _after(self, way: tuple[Place, ...], there: Place, facing: int, left: int, high: int) -> Ends:
        """Where a way leads that a maneuver brings there."""
        on = _flown(there, facing % 6, left - 1, high, (AHEAD,) if high else ())
        return Ends(self._told((*way, there, *rest), end, actions) for rest, end, actions in on)

    def _told(self, way: tuple[Place, ...], facing: int, actions: tuple[int, ...]) -> Path:
        places = tuple(map(self._number, way))
        face = FACES * self._spots.setdefault(places[-1], len(self._spots)) + facing
        return self._ends.setdefault(face, len(self._ends)), places, actions

    def _number(self, place: Place) -> int:
        return self._places.setdefault(place, len(self._places))

    def towards(self, facing: int) -> Turned:
        found = self._turned.get(facing)
        if found is None:
            found = self._turned[facing] = Turned(list(self._places), self.spots, facing)
        return found


class Turned:
    """The places of a graph when the nose points another way."""

    def __init__(self, places: list[Place], spots: tuple[int, ...], facing: int) -> None:
        self.places = tuple(a * STEP[facing] + b * STEP[(facing + 1) % 6] for a, b in places)
        """By number of place: what is added to where the move begins."""
        self.ways = tuple(map(column_half, self.places))
        """By place: columns to the east and half hexes to the south."""
        ways = [self.ways[place] for place in spots]
        self.rims = (
            tuple(down for _, down in ways),
            tuple(-across for across, _ in ways),
            tuple(-down for _, down in ways),
            tuple(across for across, _ in ways),
        )
        """By edge and spot: what is left more of the way to the edge."""


@cache
def north(d: int, facing: int) -> int:
    """A difference of hexes as it is when that facing is turned to the north."""
    across, down = column_half(d)
    for _ in range(facing):
        across, down = (across + down) // 2, (down - 3 * across) // 2
    return (across << COLUMN) + down


def _step(place: Place, facing: int) -> Place:
    ahead = _AHEAD[facing % 6]
    return place[0] + ahead[0], place[1] + ahead[1]


def _flown(
    place: Place, facing: int, left: int, high: int, first: tuple[int, ...], straight: bool = False
) -> list[tuple[tuple[Place, ...], int, tuple[int, ...]]]:
    """Every way on without a difficult maneuver: places, facing at the end, actions."""
    if not left:
        return [((), facing, ())]
    found = []
    there = _step(place, facing)
    for action, turn in _TURNS:
        if (first and action not in first) or (straight and action):
            continue
        barred = (AHEAD,) if high and action else ()
        for way, end, actions in _flown(there, (facing + turn) % 6, left - 1, high, barred, straight):
            found.append(((there, *way), end, (action, *actions)))
    return found


def _before(
    speed: int, left: int, high: int, first: tuple[int, ...]
) -> Iterator[tuple[tuple[Place, ...], int, tuple[int, ...]]]:
    """The ways to each point at which a maneuver may begin with so many hexes left, one for each point.

    At high speed, where most fail, that is looked at only where one is required.
    """
    if left == speed:
        if any(action >= DIFFICULT for action in first) or not (first or high):
            yield (), 0, ()
        return
    if high:
        return
    seen = set()
    for way, facing, actions in _flown((0, 0), 0, speed - left, high, first):
        if (way[-1], facing) not in seen:
            seen.add((way[-1], facing))
            yield way, facing, actions


@cache
def graph(speeds: tuple[tuple[int, int], ...], first: tuple[int, ...] = (), straight: bool = False) -> Graph:
    """All moves at some speeds, each with 1 if it is a high one; ``first``: the actions of which the first must be
    one."""
    return Graph(speeds, first, straight)

"""What the ends of a move are worth to an aircraft, for the player by rules of thumb; see ``shots``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain, islice
from operator import add
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from engine.angels import attacks
from engine.angels.dangers import BALLOON_BIT
from engine.angels.hexes import COLUMN, FIRING_RANGE, HALVES, STEP
from engine.angels.moves import stacks
from engine.angels.reach import FACES, Ends, Graph, Path, column_half, north
from engine.angels.shots import (
    BELOW,
    FLEETING,
    HEIGHT,
    NO_SHOT,
    NO_SHOTS,
    NO_THREATS,
    STANCES,
    THREAT,
    Meetings,
    Prices,
    aims,
    fires,
    priced,
    relation,
    sees,
    threats,
)
from engine.angels.tables import BALLOON_ALTITUDE
from engine.angels.terms import CLIMBING, DIVING, FLYING, NEUTRAL, NORTH, OF_SIDE, SIDE_OF, SOUTH

if TYPE_CHECKING:
    from engine.angels.game import AngelsGame

CROWDED: Final = 3.0
"""What it costs to go back for a friend."""
DANGER: Final = 1.5
"""What flying through flak or cables costs."""
EDGE: Final = 1.5
"""What each hex less than ``ROOM`` ahead of the nose costs."""
ROOM: Final = 3
HEADING: Final = 3.0
"""What each hex nearer an edge is worth that is to be reached."""
GONE: Final = -1000.0
"""Less than anything on the map is worth."""
RIM: Final = 80
"""The number of an edge in ``RIMS``."""
_FREE: Final = (
    {0: 2, 1: 1, 5: 1},
    {1: 1, 2: 1},
    {3: 2, 2: 1, 4: 1},
    {4: 1, 5: 1},
)
"""By edge and facing that leads there: what is left less of the way with each hex."""


def _rim(edge: int, margin: int, facing: int) -> float:
    if margin < 0:
        return GONE
    free = margin // _FREE[edge][facing] if facing in _FREE[edge] else ROOM
    return -EDGE * max(0, ROOM - free)


RIMS: Final = tuple(
    tuple(
        [tuple([_rim(edge, margin, (end + facing) % FACES) for end in range(FACES)]) for margin in range(-RIM, RIM)]
        for facing in range(FACES)
    )
    for edge in range(4)
)
"""By edge, the facing that is turned to the north, what is left of the way to the edge, and facing: what it costs to be
so near."""

T = TypeVar("T")
Found: TypeAlias = tuple[float, int, tuple[int, ...]]
"""What a flight is worth, its speed, its actions."""
Guns: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
Table: TypeAlias = Callable[[int, bool, int], Meetings]
Shots: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]
"""By gun, ends and the shots that are had there."""


def goal(game: AngelsGame, who: int) -> tuple[int, float]:
    """The edge that it is to reach, -1 for none, and what a band of altitude is worth to it. [A20 Scenarios]"""
    wanted, side = game.conditions, who >> SIDE_OF
    if wanted.scenario == "escort" and side == wanted.side and game.sheets[who].aircraft.token:
        return wanted.edge, 0.0
    if wanted.scenario == "limited-fuel" and who in wanted.units and game.turn >= wanted.until - 1:
        return wanted.edge, 0.0
    if wanted.scenario == "interceptors" and side == wanted.side:
        return -1, 4.0
    if wanted.scenario == "schnellbomber" and who in wanted.units:
        return -1, -2.0
    return -1, 0.0


def enemies(game: AngelsGame, who: int) -> list[int]:
    return [n for n in OF_SIDE[1 - (who >> SIDE_OF)] if game.fate[n] == FLYING]


# What the ends of a graph have to do with an edge or with one enemy: the same from game to game, so it is kept for as
# many edges and enemies as have lately been met


def _of_ends(flown: Graph, whole: bool, rows: Iterable[tuple[T, ...]]) -> Iterator[T]:
    """What the ends have of what all faces of the spots have."""
    return islice(flown.pick[whole](list(chain.from_iterable(rows))), len(flown.ends[whole]))


@lru_cache(maxsize=1024)
def _rimmed(flown: Graph, whole: bool, facing: int, near: tuple[tuple[int, int], ...]) -> tuple[float, ...]:
    """What it costs each end to be near edges; ``near``: those and what is left of the way to them."""
    found = [0.0] * len(flown.ends[whole])
    rims = flown.towards(facing).rims
    for edge, margin in near:
        table = RIMS[edge][facing]
        rows = [table[margin + RIM + left] for left in rims[edge]]
        found = list(map(add, found, _of_ends(flown, whole, rows)))
    return tuple(found)


@lru_cache(maxsize=4096)
def _lies(flown: Graph, whole: bool, apart: int, nose: int, base: int) -> tuple[float, ...]:
    """How each end lies to an enemy."""
    stances = STANCES[apart][nose]
    return tuple(_of_ends(flown, whole, [stances[base + each] for each in flown.away[whole]]))


@lru_cache(maxsize=4096)
def _coming(
    flown: Graph, whole: bool, speeds: tuple[tuple[int, int], ...], gun: int, nose: int, base: int
) -> tuple[tuple[int, int], ...]:
    """The ends that an enemy can fly to shoot at, and its best shots there."""
    shots = threats(speeds, gun, nose)
    rows = [shots.get(base + each, NO_THREATS) for each in flown.away[whole]]
    return tuple([(end, shot) for end, shot in enumerate(_of_ends(flown, whole, rows)) if shot != NO_SHOT])


@lru_cache(maxsize=4096)
def _met(table: Table, flown: Graph, whole: bool, guns: Guns, lower: bool, nose: int, base: int) -> Shots:
    """The shots of guns between the ends and an enemy there; nothing, if there are none."""
    ends, found = flown.ends[whole], []
    for gun, _ in guns:
        meetings = table(gun, lower, nose)
        found.append(
            tuple(
                [
                    (ends[first + mine], shot)
                    for first, d in flown.ranges[base]
                    for mine, shot in meetings.get(d, NO_SHOTS).items()
                    if first + mine in ends
                ]
            )
        )
    return tuple(found) if any(found) else ()


class Outlook:
    """What the ends of a graph's moves, all of them or those of flights, are worth to an aircraft, the others where
    they are."""

    def __init__(
        self, game: AngelsGame, who: int, others: list[int], flown: Graph, caution: float, *, whole: bool
    ) -> None:
        self.game, self.who, self.caution = game, who, caution
        self.sheet = game.sheets[who]
        self.graph = flown
        self.turned = flown.towards(game.facing[who])
        self.whole = whole
        self.altitude = game.altitude[who]
        self.start = start = game.place[who]
        self.facing = facing = game.facing[who]
        self.enemies = [(n, north(game.place[n] - start, facing), (game.facing[n] - facing) % 6) for n in others]
        self.taken, back = stacks(game)
        self.idle = game.balked | sum([1 << n for n, _, _ in back])
        self.goal, self.low = goal(game, who)
        self._worths: dict[tuple[int, bool], list[float]] = {}
        self._limit(game)
        self._beyond: list[tuple[int, float]] = []
        self._levels = self._sitting(self._still())
        self._near = list(self._meet())

    def _limit(self, game: AngelsGame) -> None:
        """Where the map ends, moved as far as the others allow, and which of that or of dangers may be met."""
        west, east, north, south = 1, game.options.width, 2, 2 * game.options.height + 1
        others = [game.place[n] for n in game.present if n != self.who and game.fate[n] == FLYING]
        if others and not game.options.fixed:
            columns, halves = [place >> COLUMN for place in others], [place & HALVES for place in others]
            west, east = west - east + max(columns), east - west + min(columns)
            north, south = north - south + max(halves), south - north + min(halves)
        column, half = self.start >> COLUMN, self.start & HALVES
        self.margins = half - north, east - column, south - half, column - west
        """Hexes, or half hexes, from the edges."""
        most = self.graph.most
        steps = half - north >> 1, east - column, south - half >> 1, column - west
        self.near = [edge for edge, left in enumerate(steps) if left < most + ROOM]
        self.may_leave = min(steps) < most
        fields, start = game.fields, self.start
        self.tolls = bool(fields) and any(start + place in fields for place in self.turned.places)

    def off_map(self, number: int) -> bool:
        """Whether a place of the graph is."""
        across, down = self.turned.ways[number]
        north, east, south, west = self.margins
        return across > east or -across > west or down > south or -down > north

    def above(self) -> int:
        """1 if no enemy flies below, -1 if none flies above."""
        heights = [self.game.altitude[other] - self.altitude for other, _, _ in self.enemies] or [0]
        return 1 if min(heights) >= 0 else -1 if max(heights) <= 0 else 0

    # What ends are worth

    def worths(self, altitude: int, *, steady: bool = False) -> list[float]:
        """Of the ends at an altitude."""
        key = altitude, steady and self.sheet.dice_steady > 0
        found = self._worths.get(key)
        if found is None:
            found = self._worths[key] = self._worth(*key)
        return found

    def _worth(self, altitude: int, steady: bool) -> list[float]:
        game, gains = self.game, dict[int, float]()
        values = self._levels.copy()
        if altitude != self.altitude:
            more = self._level(altitude) - self._level(self.altitude)
            values = [value + more for value in values]
        for other, seen, upon, suffered, against in self._near:
            height = game.altitude[other] - altitude
            if -2 < height < 2:
                if seen and (paid := self._given(other, height, upon, steady)):
                    for gun, shots in enumerate(seen):
                        price = paid[gun]
                        for number, shot in shots:
                            gain = price[shot]
                            if gain > gains.get(number, 0.0):
                                gains[number] = gain
                if suffered and (paid := self._taken(other, height, against, self.caution)):
                    for gun, shots in enumerate(suffered):
                        price = paid[gun]
                        for number, shot in shots:
                            values[number] -= price[shot]
        for number, gain in gains.items():
            values[number] += gain
        self._make_room(values, gains, altitude)
        for number, value in self._beyond:
            values[number] = value
        return values

    def _level(self, altitude: int) -> float:
        """What it is worth to fly so high."""
        level = self.low * altitude
        if not self.sheet.aircraft.token:
            for other, _, _ in self.enemies:
                level += HEIGHT * max(-2, min(2, altitude - self.game.altitude[other]))
        return level

    def _make_room(self, values: list[float], gains: dict[int, float], altitude: int) -> None:
        """Where a friend is, nobody who comes later may attack. [A20 Stacking]"""
        band = self.who >> SIDE_OF << 24 | altitude << 20
        for taken in self.taken:
            if taken >> 20 == band >> 20:
                first = self.graph.index.get(-north(taken - band - self.start, self.facing))
                if first is not None:
                    for facing in range(FACES):
                        crowded = self.graph.ends[self.whole].get(first + facing)
                        if crowded is not None:
                            values[crowded] -= CROWDED + gains.get(crowded, 0.0)

    def _still(self) -> list[float]:
        """What it costs each end to be near an edge, and what it is worth to be nearer the goal."""
        flown = self.graph
        near = tuple([(edge, self.margins[edge]) for edge in self.near])
        found = list(_rimmed(flown, self.whole, self.facing, near))
        if self.goal >= 0 or (self.may_leave and found and min(found) < GONE / 2):
            for number, face in enumerate(flown.ends[self.whole]):
                if found[number] < GONE / 2:
                    self._beyond.append((number, self._gone(flown.spots[face // FACES])))
                elif self.goal >= 0:
                    facing = (face + self.facing) % FACES
                    found[number] -= HEADING * self._to_go(flown.spots[face // FACES], facing)
        return found

    def _sitting(self, found: list[float]) -> list[float]:
        """Besides, how each end lies to the enemies, bombers do not care; and what attacks cost that those may fly to
        who have still to move."""
        game, flown, whole = self.game, self.graph, self.whole
        fights = not self.sheet.aircraft.token
        for other, base, nose in self.enemies:
            apart = abs(game.altitude[other] - self.altitude)
            if game.to_move >> other & 1 and apart < len(THREAT):
                sheet = game.sheets[other]
                speeds = sheet.paces[game.crippled(other)]
                near = relation(base)[0] <= flown.most + speeds[-1][0] + FIRING_RANGE
                if near and sees(game, other, self.who):
                    shots = _coming(flown, whole, speeds, sheet.guns[0][0], nose, base)
                    against = attacks.standing(game, other, self.who)
                    price = self._taken(other, 0, against, self.caution * THREAT[apart])[0]
                    for end, shot in shots:
                        found[end] -= price[shot]
            if fights:
                found = list(map(add, found, _lies(flown, whole, apart, nose, base)))
        return found

    def _meet(self) -> Iterator[tuple[int, Shots, int, Shots, int]]:
        """The enemies near, the shots at them that ends of a move allow and, if they have moved, those that they
        have, each with what bears on an attack wherever the two are."""
        game, flown, whole, who, mine = self.game, self.graph, self.whole, self.who, self.sheet
        for other, base, nose in self.enemies:
            if base in flown.ranges:
                sheet = game.sheets[other]
                seen: Shots = ()
                suffered: Shots = ()
                if not game.balked >> who & 1 and sees(game, who, other):
                    seen = _met(aims, flown, whole, mine.guns, mine.aspect_lower, nose, base)
                if not (game.to_move | self.idle) >> other & 1 and sees(game, other, who):
                    suffered = _met(fires, flown, whole, sheet.guns, sheet.aspect_lower, nose, base)
                if seen or suffered:
                    upon, against = attacks.standing(game, who, other), attacks.standing(game, other, who)
                    yield other, seen, upon, suffered, against

    def _given(self, other: int, height: int, upon: int, steady: bool) -> Prices:
        """By gun, what shots at an enemy so much higher are worth."""
        game, who = self.game, self.who
        status = NEUTRAL
        if height:
            if not game.options.advanced or self.sheet.aircraft.token:
                return ()
            status = CLIMBING if height > 0 else DIVING
        share = FLEETING if game.to_move >> other & 1 else 1.0
        return priced(game, who, other, upon, (status, game.status[other]), height < 0, steady, share)

    def _taken(self, other: int, height: int, against: int, share: float) -> Prices:
        """By gun, what the shots of an enemy so much higher cost."""
        game, status = self.game, NEUTRAL
        if not game.to_move >> other & 1:
            status = game.status[other]
            if height and -height != BELOW.get(status):
                return ()
        steady = not game.maneuvered[other]
        return priced(game, other, self.who, against, (status, NEUTRAL), height > 0, steady, share)

    # The edges of the map, and what is in the sky

    def _gone(self, number: int) -> float:
        """What it is worth to leave the map at a place."""
        if self.goal >= 0 and self._to_go(number) < 0:
            return 40.0
        return -20.0 - self.sheet.aircraft.cost / 2

    def _to_go(self, number: int, facing: int = -1) -> float:
        """Hexes from a place to the goal, or from what lies ahead of it."""
        across, down = self.turned.ways[number]
        if facing >= 0:
            more = column_half(STEP[facing])
            across, down = across + more[0], down + more[1]
        way = self.margins[self.goal] - (-down, across, down, -across)[self.goal]
        return way / 2 if self.goal in (NORTH, SOUTH) else way

    def best(self, ends: Ends, values: list[float], altitude: int) -> float:
        """The best of some paths."""
        return max(self._along(path, values, altitude) for path in ends.paths) if self.tolls else max(ends.of(values))

    def path(self, flights: list[tuple[int, Ends]], values: list[float], altitude: int) -> Found:
        """The best path of some flights: what it is worth, its speed and its actions; all that is met on the way is
        considered."""
        if not self.tolls:
            most = max(values[: self.graph.plain])
            for speed, (_, places, actions) in self.graph.ways[values.index(most)]:
                if not (self.may_leave and any(map(self.off_map, places[:-1]))):
                    return most, speed, actions
        ways = ((path, speed) for speed, ends in flights for path in ends.paths)
        best, speed = max(ways, key=lambda way: self._along(way[0], values, altitude))
        return self._along(best, values, altitude), speed, best[2]

    def _along(self, path: Path, values: list[float], altitude: int) -> float:
        """What a path is worth."""
        value = values[path[0]]
        for number in path[1]:
            if self.off_map(number):
                return self._gone(number)
            dangers = self.game.fields.get(self.start + self.turned.places[number], 0)
            if dangers >> altitude & 1 or (dangers & BALLOON_BIT and altitude == BALLOON_ALTITUDE):
                value -= DANGER
        return value

"""Where a move can lead: every path and every maneuver, laid out once for each choice of speeds.

The nose points north here; ``Graph.towards`` turns all of it. What an end of a move is worth is found by its number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from operator import itemgetter
from typing import Final, TypeAlias

from engine.angels.actions import (
    AHEAD,
    BREAK,
    CLIMB,
    DIFFICULT,
    EFFECT,
    SLIP_LEFT,
    SLIP_RIGHT,
    SPLIT_S,
    STAY,
    TIGHT_TURN,
    TURN_LEFT,
    TURN_RIGHT,
)
from engine.angels.hexes import AROUND, COLUMN, STEP

Place: TypeAlias = tuple[int, int]
"""Steps ahead and steps ahead right from where the move begins, its nose to the north."""
Path: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]
"""Its end, the places on the way, the actions."""
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
    if kind in (BREAK, CLIMB, SPLIT_S, TIGHT_TURN) or climb == -1
)
"""Those that are looked at where nothing is required; the others lead nowhere that these do not."""


class Ends:
    """Where some paths end."""

    __slots__ = ("of", "paths")

    of: Callable[[Sequence[float]], tuple[float, ...]]
    """Of what each end is worth: what these are."""
    paths: tuple[Path, ...]

    def __init__(self, paths: Iterable[Path]) -> None:
        self.paths = tuple(paths)
        ends = dict.fromkeys(end for end, _, _ in self.paths)
        self.of = itemgetter(*ends, next(iter(ends)))


def column_half(d: int) -> tuple[int, int]:
    """Columns and half hexes of a difference."""
    down = (d + 128) % 256 - 128
    return (d - down) >> COLUMN, down


class Attempt:
    """A maneuver of a group at a point of a move: what comes of it, and what went before."""

    __slots__ = ("actions", "before", "fails", "over", "speed", "succeeds")

    def __init__(
        self,
        speed: int,
        over: tuple[int, ...],
        before: tuple[int, ...],
        actions: tuple[tuple[int, Ends], ...],
        succeeds: Ends,
        fails: Ends,
    ) -> None:
        self.speed = speed
        self.over = over
        self.before = before
        self.actions = actions
        self.succeeds = succeeds
        self.fails = fails


class Graph:
    """All moves at some speeds."""

    __slots__ = ("_places", "_turned", "attempts", "ends", "flights", "most", "plain")

    ends: list[tuple[int, int]]
    """Place, by number, and facing."""
    flights: list[tuple[int, Ends]]
    """Speed, and all paths without a difficult maneuver."""
    plain: int
    """So many ends, the first, are those of flights; maneuvers have others too."""
    attempts: list[tuple[int, int, bool, list[tuple[Ends, list[Attempt]]]]]
    """Group, whether at high speed, whether its ends are others than those of flights; in lots, with where all the
    successes of a lot lead."""

    def __init__(self, speeds: tuple[tuple[int, int], ...], first: tuple[int, ...], straight: bool) -> None:
        self.most = max(speed for speed, _ in speeds)
        self.flights, self.attempts, self.ends = [], [], []
        self._turned: dict[int, Turned] = {}
        self._places: dict[Place, int] = {}
        numbers: dict[tuple[int, int], int] = {}

        def told(way: tuple[Place, ...], facing: int, actions: tuple[int, ...]) -> Path:
            places = tuple(self._places.setdefault(place, len(self._places)) for place in way)
            end = places[-1], facing
            if end not in numbers:
                numbers[end] = len(numbers)
                self.ends.append(end)
            return numbers[end], places, actions

        found: dict[tuple[int, int], list[list[Attempt]]] = {}
        for speed, high in speeds:
            flown = _flown((0, 0), 0, speed, high, first, straight)
            if flown:
                self.flights.append((speed, Ends(told(*each) for each in flown)))
        self.plain = len(self.ends)
        for speed, high in speeds:
            if straight:
                continue
            for left in range(speed, 0, -1):
                for number in range(len(GROUPS)):
                    found.setdefault((number, high), []).append([])
                for way, facing, actions in _before(speed, left, high, first):
                    here = way[-1] if way else (0, 0)
                    over = tuple(self._places.setdefault(place, len(self._places)) for place in way)
                    for number, group in enumerate(GROUPS):
                        if way or not first:
                            some = [action for action in group if action in WORTHWHILE]
                        else:
                            some = [action for action in group if action in first]
                        if not some:
                            continue
                        _, _, _, _, turn_failed, _ = EFFECT[some[0]]
                        straight_on = _step(here, facing)
                        fails = [
                            told((*way, straight_on, *rest), end, after)
                            for rest, end, after in _flown(
                                straight_on, (facing + turn_failed) % 6, left - 1, high, (AHEAD,) if high else ()
                            )
                        ]
                        single = []
                        for action in some:
                            _, where, turn, _, _, _ = EFFECT[action]
                            there = here if where == STAY else _step(here, facing + _SIDEWAYS.get(where, 0))
                            single.append(
                                (
                                    action,
                                    Ends(
                                        told((*way, there, *rest), end, after)
                                        for rest, end, after in _flown(
                                            there, (facing + turn) % 6, left - 1, high, (AHEAD,) if high else ()
                                        )
                                    ),
                                )
                            )
                        together = Ends(path for _, ends in single for path in ends.paths)
                        found[number, high][-1].append(
                            Attempt(speed, over, actions, tuple(single), together, Ends(fails))
                        )
        for (number, high), lots in sorted(found.items()):
            tried = [(_union(attempts), attempts) for attempts in lots if attempts]
            if tried:
                paths = [path for _, lot in tried for each in lot for path in (*each.succeeds.paths, *each.fails.paths)]
                self.attempts.append((number, high, any(path[0] >= self.plain for path in paths), tried))

    def towards(self, facing: int) -> Turned:
        found = self._turned.get(facing)
        if found is None:
            found = self._turned[facing] = Turned(self, list(self._places), facing)
        return found


def _union(attempts: list[Attempt]) -> Ends:
    return Ends(path for attempt in attempts for path in attempt.succeeds.paths)


class Turned:
    """The ends of a graph when the nose points another way."""

    __slots__ = ("away", "facings", "index", "places", "ranges", "rims", "spots", "to", "ways")

    def __init__(self, graph: Graph, places: list[Place], facing: int) -> None:
        self.places = tuple(a * STEP[facing] + b * STEP[(facing + 1) % 6] for a, b in places)
        """By number of place: what is added to where the move begins."""
        self.spots = tuple(self.places[place] for place, _ in graph.ends)
        """By end, the same."""
        self.facings = tuple((end + facing) % 6 for _, end in graph.ends)
        self.ways = tuple(map(column_half, self.places))
        """By place: columns to the east and half hexes to the south."""
        ways = [self.ways[place] for place, _ in graph.ends]
        parts = slice(graph.plain), slice(graph.plain, None)
        to = [8 * spot + end for spot, end in zip(self.spots, self.facings, strict=True)]
        self.to = tuple(tuple(to[part]) for part in parts)
        """By part of the ends, those of flights first, and by end: its place and facing in one number."""
        self.away = tuple(
            tuple(end - 8 * spot for spot, end in zip(self.spots[part], self.facings[part], strict=True))
            for part in parts
        )
        """The same with the place taken the other way."""
        self.index = tuple({key: number for number, key in enumerate(keys)} for keys in self.to)
        self.ranges = tuple(
            frozenset(key + 8 * d for key in {key & -8 for key in keys} for d in AROUND) for keys in self.to
        )
        """By part: 8 times the places within firing range of its ends."""
        self.rims = tuple(
            tuple(
                tuple(8 * left + end for left, end in zip(lefts[part], self.facings[part], strict=True))
                for lefts in (
                    [down for _, down in ways],
                    [-across for across, _ in ways],
                    [-down for _, down in ways],
                    [across for across, _ in ways],
                )
            )
            for part in parts
        )
        """By part, edge and end: 8 times what is left more of the way to the edge, and the facing."""


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

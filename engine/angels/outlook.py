"""What the ends of a move are worth to an aircraft, for the player by rules of thumb; see ``shots``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from engine.angels import attacks
from engine.angels.dangers import BALLOON_BIT
from engine.angels.hexes import COLUMN, FIRING_RANGE, HALVES, STEP
from engine.angels.moves import stacks
from engine.angels.reach import Ends, Graph, Path, column_half
from engine.angels.shots import (
    BELOW,
    FLEETING,
    HEIGHT,
    STANCE,
    STANCES,
    THREAT,
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

POISED: Final = 1.0
"""How much of a shot counts for which the nose must first go up or down."""
CROWDED: Final = 3.0
"""What it costs to go back for a friend."""
DANGER: Final = 1.5
"""What flying through flak or cables costs."""
EDGE: Final = 1.5
"""What each hex less than ``ROOM`` ahead of the nose costs."""
ROOM: Final = 3
HEADING: Final = 3.0
"""What each hex nearer an edge is worth that is to be reached."""
FAR: Final = 99
"""Hexes: to no enemy at all."""
GONE: Final = -1000.0
"""Less than anything on the map is worth."""
RIM: Final = 8 * 80
"""The number of edge and facing 0 in ``RIMS``."""
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
    [_rim(edge, margin, facing) for margin in range(-RIM // 8, RIM // 8) for facing in range(8)] for edge in range(4)
)
"""By edge, 8 times what is left of the way to it, and facing: what it costs to be so near."""

Found: TypeAlias = tuple[float, int, tuple[int, ...]]
"""What a flight is worth, its speed, its actions."""
Shots: TypeAlias = list[tuple[int, int]]
"""Ends by number, and the shot that is had there."""


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


class Outlook:
    """What the ends of a graph's moves are worth to an aircraft, the others where they are."""

    def __init__(self, game: AngelsGame, who: int, flown: Graph, caution: float) -> None:
        self.game, self.who, self.caution = game, who, caution
        self.sheet = game.sheets[who]
        self.side = who >> SIDE_OF
        self.graph = flown
        self.turned = flown.towards(game.facing[who])
        self.start = game.place[who]
        fate = game.fate
        self.enemies = [n for n in OF_SIDE[1 - self.side] if fate[n] == FLYING]
        self.taken, back = stacks(game)
        self.idle = game.balked | sum([1 << n for n, _, _ in back])
        self.guns = self.sheet.guns
        self.goal, self.low = goal(game, who)
        self.others = [
            (other, 8 * (game.place[other] - self.start), relation(game.place[other] - self.start)[0])
            for other in self.enemies
        ]
        heights = [game.altitude[other] - game.altitude[who] for other in self.enemies] or [0]
        self.above = 1 if min(heights) >= 0 else -1 if max(heights) <= 0 else 0
        """1 if no enemy flies below, -1 if none flies above."""
        self.nearest = min((far for _, _, far in self.others), default=FAR)
        self._worths: dict[tuple[int, bool, bool], list[float]] = {}
        self._stills: dict[int, list[float]] = {}
        self._beyond: dict[int, list[tuple[int, float]]] = {}
        self._stances: dict[int, dict[int, list[float]]] = {}
        self._fears: dict[int, dict[int, list[float]]] = {}
        self._seen: dict[tuple[int, int, int], Shots] = {}
        self._suffered: dict[tuple[int, int, int], Shots] = {}
        self._paid: dict[tuple[int, int, bool], Prices] = {}
        self._costs: dict[tuple[int, int], Prices] = {}
        self._limit(game)

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
        self.near = [edge for edge in range(4) if self.margins[edge] < (2, 1, 2, 1)[edge] * (most + ROOM)]
        self.may_leave = any(self.margins[edge] < (2, 1, 2, 1)[edge] * most for edge in self.near)
        fields, start = game.fields, self.start
        self.tolls = bool(fields) and any(start + place in fields for place in self.turned.places)

    def off_map(self, number: int) -> bool:
        """Whether a place of the graph is."""
        across, down = self.turned.ways[number]
        north, east, south, west = self.margins
        return across > east or -across > west or down > south or -down > north

    # What ends are worth

    def worths(self, altitude: int, *, whole: bool, steady: bool = False) -> list[float]:
        """Of the ends at an altitude: of all of them or of those without difficult maneuvers."""
        key = altitude, whole, steady and self.sheet.dice_steady > 0
        found = self._worths.get(key)
        if found is None:
            found = self.worths(altitude, whole=False) + self._worth(altitude, 1, False) if whole else None
            found = self._worths[key] = found or self._worth(altitude, 0, key[2])
        return found

    def _worth(self, altitude: int, part: int, steady: bool) -> list[float]:
        game = self.game
        values = self._still(part)
        level = self.low * altitude
        if not self.sheet.aircraft.token:
            for other in self.enemies:
                level += HEIGHT * max(-2, min(2, altitude - game.altitude[other]))
        for height, sits in self._sits(part).items():
            apart = abs(altitude - height)
            weight = STANCE / (1 + 0.3 * apart)
            fears = self._threats(part).get(height) if apart < len(THREAT) else None
            if fears is None:
                values = [value + level + weight * sit for value, sit in zip(values, sits, strict=True)]
            else:
                share = THREAT[apart]
                values = [
                    value + level + weight * sit - share * fear
                    for value, sit, fear in zip(values, sits, fears, strict=True)
                ]
            level = 0.0
        gains: dict[int, float] = {}
        ranges = self.turned.ranges[part]
        for other, base, _ in self.others:
            height = game.altitude[other] - altitude
            if -2 < height < 2 and base in ranges:
                for gun, paid in self._prices(other, height, steady):
                    for number, shot in self._given(other, gun, part):
                        if paid[shot] > gains.get(number, 0.0):
                            gains[number] = paid[shot]
                if not game.to_move >> other & 1:
                    for gun, paid in self._feared(other, height):
                        for number, shot in self._taken(other, gun, part):
                            values[number] -= paid[shot]
        for number, gain in gains.items():
            values[number] += gain
        if level:
            values = [value + level for value in values]
        self._make_room(values, gains, altitude, part)
        for number, value in self._beyond[part]:
            values[number] = value
        return values

    def _make_room(self, values: list[float], gains: dict[int, float], altitude: int, part: int) -> None:
        """Where a friend is, nobody who comes later may attack. [A20 Stacking]"""
        band = self.side << 24 | altitude << 20
        for taken in self.taken:
            if taken >> 20 == band >> 20:
                for facing in range(6):
                    crowded = self.turned.index[part].get(8 * (taken - band - self.start) + facing)
                    if crowded is not None:
                        values[crowded] -= CROWDED + gains.get(crowded, 0.0)

    # What does not hang on the altitude

    def _still(self, part: int) -> list[float]:
        """What it costs each end to be near an edge, and what it is worth to be nearer the goal."""
        found = self._stills.get(part)
        if found is not None:
            return found
        turned = self.turned
        found = [0.0] * len(turned.away[part])
        for edge in self.near:
            base, table = 8 * self.margins[edge] + RIM, RIMS[edge]
            found = [value + table[base + key] for value, key in zip(found, turned.rims[part][edge], strict=True)]
        beyond = []
        if self.may_leave or self.goal >= 0:
            first = part * self.graph.plain
            for number, value in enumerate(found):
                place = self.graph.ends[first + number][0]
                if value < GONE / 2:
                    beyond.append((number, self._gone(place)))
                elif self.goal >= 0:
                    found[number] -= HEADING * self._to_go(place, turned.facings[first + number])
        self._stills[part], self._beyond[part] = found, beyond
        return found

    def _sits(self, part: int) -> dict[int, list[float]]:
        """How well each end lies to the enemies, by their altitude; bombers do not care."""
        found = self._stances.get(part)
        if found is None:
            found = self._stances[part] = {}
            game, away = self.game, self.turned.away[part]
            for other, base, _ in self.others:
                table, height = STANCES[game.facing[other]], game.altitude[other]
                if self.sheet.aircraft.token:
                    found[height] = [0.0] * len(away)
                elif height in found:
                    found[height] = [sit + table[base + key] for sit, key in zip(found[height], away, strict=True)]
                else:
                    found[height] = [table[base + key] for key in away]
        return found

    def _threats(self, part: int) -> dict[int, list[float]]:
        """What attacks cost each end that enemies may fly to who have still to move, by their altitude."""
        found = self._fears.get(part)
        if found is None:
            found = self._fears[part] = {}
            game, to = self.game, self.turned.to[part]
            for other, base, far in self.others:
                speeds = game.sheets[other].paces[game.crippled(other)]
                if not game.to_move >> other & 1 or far > self.graph.most + speeds[-1][0] + FIRING_RANGE:
                    continue
                for gun, paid in self._feared(other, 0)[:1]:
                    shots = threats(speeds, gun, game.facing[other])
                    fears = [paid[shots[key - base]] for key in to]
                    height = game.altitude[other]
                    before = found.get(height)
                    found[height] = [a + b for a, b in zip(before, fears, strict=True)] if before else fears
        return found

    def _given(self, other: int, gun: int, part: int) -> Shots:
        """From which ends what shots can be had at an enemy with a gun."""
        found = self._seen.get((other, gun, part))
        if found is None:
            shots = aims(gun, self.sheet.aspect_lower, self.game.facing[other])
            found = self._seen[other, gun, part] = self._met(other, shots, part)
        return found

    def _taken(self, other: int, gun: int, part: int) -> Shots:
        """At which ends what shots an enemy has with a gun."""
        found = self._suffered.get((other, gun, part))
        if found is None:
            shots = fires(gun, self.game.sheets[other].aspect_lower, self.game.facing[other])
            found = self._suffered[other, gun, part] = self._met(other, shots, part)
        return found

    def _met(self, other: int, shots: dict[int, int], part: int) -> Shots:
        """Those of some shots, by where they are from an enemy, that ends of a move allow."""
        base, index = 8 * (self.game.place[other] - self.start), self.turned.index[part]
        return [(index[base + key], shot) for key, shot in shots.items() if base + key in index]

    def _prices(self, other: int, height: int, steady: bool) -> Prices:
        """By gun, what shots at an enemy so much higher are worth."""
        found = self._paid.get((other, height, steady))
        if found is not None:
            return found
        game, who, sheet = self.game, self.who, self.sheet
        share = FLEETING if game.to_move >> other & 1 else 1.0
        status = NEUTRAL
        found = []
        if height:
            status = CLIMBING if height > 0 else DIVING
            share *= POISED * (game.options.advanced and not sheet.aircraft.token)
        if share and not game.balked >> who & 1 and sees(game, who, other):
            mask = attacks.standing(game, who, other) | attacks.STEADY * steady
            mask |= attacks.poised(sheet, game.sheets[other], status, game.status[other], height < 0)
            for gun, dice in self.guns:
                found.append((gun, priced(game, who, other, dice, mask, share)))
        self._paid[other, height, steady] = found
        return found

    def _feared(self, other: int, height: int) -> Prices:
        """By gun, what the shots of an enemy so much higher cost."""
        found = self._costs.get((other, height))
        if found is not None:
            return found
        game, who = self.game, self.who
        sheet, status, weight = game.sheets[other], game.status[other], self.caution
        if game.to_move >> other & 1:
            status = NEUTRAL
        elif (height and -height != BELOW.get(status)) or self.idle >> other & 1:
            weight = 0.0
        found = []
        if weight and sees(game, other, who):
            mask = attacks.standing(game, other, who) | attacks.poised(sheet, self.sheet, status, NEUTRAL, height > 0)
            if not game.maneuvered[other]:
                mask |= attacks.STEADY
            for gun, dice in sheet.guns:
                found.append((gun, priced(game, other, who, dice, mask, weight)))
        self._costs[other, height] = found
        return found

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
            most = max(values)
            for speed, ends in flights:
                if most in ends.of(values):
                    for end, places, actions in ends.paths:
                        if values[end] == most and not (self.may_leave and any(map(self.off_map, places[:-1]))):
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

"""What a place in the sky is worth to an aircraft, for the player by rules of thumb.

Points are those of a stat card: an aircraft that is sure to be shot down is worth its cost.
"""

from __future__ import annotations

from functools import cache
from math import atan2, degrees, sqrt
from typing import TYPE_CHECKING, Final

from engine.angels import attacks
from engine.angels.hexes import AROUND, COLUMN, HALVES, STEP, distance
from engine.angels.odds import reaching
from engine.angels.state import State
from engine.angels.tables import BANDITS_HIGH, NATURAL_HITS
from engine.angels.terms import (
    CLIMBING,
    DARKNESS,
    DIVING,
    EAST,
    EVADING_LEFT,
    EVADING_RIGHT,
    FLYING,
    HIGHEST,
    NEUTRAL,
    NORTH,
    OF_SIDE,
    SIDE_OF,
    SOUTH,
)

if TYPE_CHECKING:
    from engine.angels.game import AngelsGame

POINT: Final = (1.0, 1.0, 0.45, 0.3, 0.25, 0.2)
"""What a point of damage is worth, by the hit points left before it, as a share of the aircraft."""
STANCE: Final = 4.0
"""What it is worth to sit right behind an enemy, one hex off."""
NEAR: Final = 4
"""Hexes within which stance counts fully."""
UNMOVED: Final = 0.6
"""How much of what an enemy could fire where it is counts while it has still to move."""
HEIGHT: Final = 0.15
"""What a band above an enemy is worth."""
EDGE: Final = 1.5
"""What each hex less than ``ROOM`` ahead of the nose costs."""
ROOM: Final = 3
HEADING: Final = 3.0
"""What each hex nearer an edge is worth that is to be reached."""
BIAS: Final = 32 << COLUMN | 64
"""Places are this much higher here than in the game, so that none beyond an edge falls below 0."""
STATUS_COST: Final = (0.0, 0.8, 0.7, 0.7, 0.4)
"""What the maneuver costs that a status requires, by status."""


@cache
def relation(d: int) -> tuple[int, float]:
    """Hexes and bearing in degrees to what lies a difference of hexes away."""
    down = (d + 128) % 256 - 128
    across = (d - down) // 256
    return distance(across, down), degrees(atan2(sqrt(3) * across, -down)) % 360


def _from_nose(bearing: float, facing: int) -> float:
    off = (bearing - 60 * facing) % 360
    return min(off, 360 - off)


@cache
def stance(d: int, facing: int, other_facing: int) -> float:
    """How well one flies to another that lies at ``d``: 1 right behind it, −1 right before it. Fades with range."""
    far, bearing = relation(d)
    if not far:
        return 0.0
    mine = _from_nose(bearing, facing)
    other = _from_nose((bearing + 180) % 360, other_facing)
    return (other - mine) / 180 * min(1.0, NEAR / far)


def worth(state: State, attacker: int, target: int) -> float:
    """What an attack may be expected to win."""
    dice = attacks.dice(state, attacker, target)
    number = attacks.number(state, attacker, target)
    added = attacks.modifier(state, attacker, target)
    natural = 1 if state.options.bandits_high and number - added >= BANDITS_HIGH else NATURAL_HITS
    card = state.sheets[target].aircraft
    killed = reaching(dice, number - added, natural, card.vital)
    damaged = reaching(dice, number - added, natural, card.armor) - killed
    left = card.hits - state.hits[target]
    return card.cost * (killed + damaged * POINT[min(left, len(POINT) - 1)])


class Outlook:
    """One aircraft in a situation; it can be put elsewhere in it."""

    def __init__(self, game: AngelsGame, who: int, caution: float) -> None:
        self.who = who
        self.caution = caution
        self.state = game.copy()
        self.state.place = [place + BIAS for place in game.place]
        self.state.clouded &= ~(1 << who)
        self.state.balked &= ~(1 << who)
        self.side = who >> SIDE_OF
        self.enemies = [n for n in OF_SIDE[1 - self.side] if game.fate[n] == FLYING]
        self.friends = [n for n in OF_SIDE[self.side] if game.fate[n] == FLYING and n != who]
        self.waiting = game.to_move
        self.card = game.sheets[who].aircraft
        self.west, self.east, self.north, self.south = self._limits(game)
        self.goal, self.low = self._goal(game)
        self.advanced = game.options.advanced and not self.card.token

    def _limits(self, game: AngelsGame) -> tuple[int, int, int, int]:
        """First and last columns and half hexes that it can get to, the map being moved as far as others allow."""
        west, east = 1 + (BIAS >> COLUMN), game.options.width + (BIAS >> COLUMN)
        north, south = 2 + (BIAS & HALVES), 2 * game.options.height + 1 + (BIAS & HALVES)
        if game.options.fixed:
            return west, east, north, south
        columns = [self.state.place[n] >> COLUMN for n in (*self.enemies, *self.friends)] or [west, east]
        halves = [self.state.place[n] & HALVES for n in (*self.enemies, *self.friends)] or [north, south]
        return (
            west - (east - max(columns)),
            east + (min(columns) - west),
            north - (south - max(halves)),
            south + (min(halves) - north),
        )

    def _goal(self, game: AngelsGame) -> tuple[int, float]:
        """The edge that it is to reach, -1 for none, and what a band of altitude is worth to it. [A20 Scenarios]"""
        wanted = game.conditions
        if wanted.scenario == "escort" and self.card.token and self.side == wanted.side:
            return wanted.edge, 0.0
        if wanted.scenario == "limited-fuel" and self.who in wanted.units and game.turn >= wanted.until - 1:
            return wanted.edge, 0.0
        if wanted.scenario == "interceptors" and self.side == wanted.side:
            return -1, 2.0
        if wanted.scenario == "schnellbomber" and self.who in wanted.units:
            return -1, -2.0
        return -1, 0.0

    def on_map(self, place: int) -> bool:
        column = place >> COLUMN
        return self.west <= column <= self.east and self.north <= place & HALVES <= self.south

    def gone(self, place: int) -> float:
        """What it is worth to leave the map there."""
        if self.goal >= 0 and self._to_go(place) < 0:
            return 40.0
        return -20.0 - self.card.cost / 2

    def face(self, facing: int) -> None:
        self.state.facing[self.who] = facing

    def at(self, place: int, facing: int, altitude: int, steady: bool) -> float:
        """What it is worth to end the move like that."""
        state, who = self.state, self.who
        state.place[who], state.facing[who], state.altitude[who] = place, facing, altitude
        state.maneuvered[who] = not steady
        state.status[who] = NEUTRAL
        value = self.value() + self._room(place, facing)
        if any(state.place[n] == place and state.altitude[n] == altitude for n in self.friends):
            value -= 3.0
        if self.goal >= 0:
            value -= HEADING * self._to_go(place + STEP[facing])
        if self.low:
            value += self.low * altitude
        return value

    def _to_go(self, place: int) -> float:
        column, half = place >> COLUMN, place & HALVES
        if self.goal == NORTH:
            return (half - self.north) / 2
        if self.goal == SOUTH:
            return (self.south - half) / 2
        return float(self.east - column if self.goal == EAST else column - self.west)

    def _room(self, place: int, facing: int) -> float:
        for ahead in range(ROOM):
            place += STEP[facing]
            if not self.on_map(place):
                return EDGE * (ahead - ROOM)
        return 0.0

    def value(self) -> float:
        """Fire given and taken, and stance for the turn to come."""
        return self.gain() - self.caution * self.risk() + sum(map(self.stance, self.enemies))

    def stance(self, other: int) -> float:
        """How well it sits to an enemy; bombers do not care."""
        if self.card.token:
            return 0.0
        state, who = self.state, self.who
        height = state.altitude[who] - state.altitude[other]
        sits = stance(state.place[other] - state.place[who], state.facing[who], state.facing[other])
        return STANCE * sits / (1 + 0.3 * abs(height)) + HEIGHT * max(-2, min(2, height))

    def gain(self) -> float:
        """The best attack that it has; what enemies that have still to move leave of it is guessed."""
        best = 0.0
        for other in self.enemies:
            found = self._attack(self.who, other)
            if found:
                best = max(best, found * UNMOVED if self.waiting >> other & 1 else found)
        return best

    def risk(self) -> float:
        """The attacks of all enemies upon it."""
        total = 0.0
        for other in self.enemies:
            found = self._attack(other, self.who)
            if found:
                total += found * UNMOVED if self.waiting >> other & 1 else found
        return total

    def _attack(self, attacker: int, target: int) -> float:
        """What an attack is worth, the attacker poised for it if it is the one that moves."""
        state = self.state
        d = state.place[target] - state.place[attacker]
        if d not in AROUND or not self._sees(attacker, target):
            return 0.0
        height = state.altitude[target] - state.altitude[attacker]
        before = state.status[attacker]
        if attacker == self.who and self.advanced and height in (-1, 1) and before == NEUTRAL:
            state.status[attacker] = DIVING if height < 0 else CLIMBING
            found = worth(state, attacker, target) if attacks.dice_at(state, attacker, target) else 0.0
            state.status[attacker] = before
            return found * 0.8
        return worth(state, attacker, target) if attacks.dice_at(state, attacker, target) else 0.0

    def _sees(self, attacker: int, target: int) -> bool:
        """Whether clouds and darkness let it attack; searchlights may yet find the target."""
        state = self.state
        if attacks.may_attack(state, attacker, target):
            return True
        lit = state.options.light == DARKNESS and state.options.searchlights[attacker >> SIDE_OF]
        return lit and not (state.clouded >> attacker | state.clouded >> target) & 1

    def of_status(self, status: int) -> float:
        """What it is worth to be poised so."""
        state, who = self.state, self.who
        state.status[who] = status
        best = 0.0
        for other in self.enemies:
            d = state.place[other] - state.place[who]
            if d in AROUND and self._sees(who, other) and attacks.dice_at(state, who, other):
                best = max(best, worth(state, who, other) * (UNMOVED if self.waiting >> other & 1 else 1))
        near = sum(
            self.waiting >> other & 1 and relation(state.place[other] - state.place[who])[0] <= 6
            for other in self.enemies
        )
        feared = self.risk() + near * (0.8 if status in (EVADING_LEFT, EVADING_RIGHT) else 1.6)
        value = best - self.caution * feared - STATUS_COST[status]
        if status == CLIMBING:
            value += 0.1 * (HIGHEST - state.altitude[who]) * (not near)
        elif status in (EVADING_LEFT, EVADING_RIGHT):
            turned = (state.facing[who] + (1 if status == EVADING_RIGHT else 5)) % 6
            value += 0.2 * self._room(state.place[who], turned)
            value += 0.3 * sum(
                stance(state.place[other] - state.place[who], turned, state.facing[other]) for other in self.enemies
            )
        return value

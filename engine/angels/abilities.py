"""What an aircraft can do, special abilities and all, laid out for quick use. [A20 Aircraft Stats]"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.angels.actions import (
    AHEAD,
    CLIMB,
    DIFFICULT,
    EFFECT,
    MANEUVERS,
    POWER_DIVE,
    SPEED,
    TIGHT_LEFT,
    TIGHT_RIGHT,
    TURN_LEFT,
    TURN_RIGHT,
    allowed_at,
)
from engine.angels.aircraft import Aircraft
from engine.angels.tables import ABILITIES
from engine.angels.terms import CLIMBING, DIVING, EVADING_LEFT, EVADING_RIGHT, HIGHEST, LOWEST, STATUSES

_ALTITUDES: Final = range(LOWEST, HIGHEST + 1)
USED: Final = 1
"""Of a move's maneuvers, a bit: its one difficult maneuver has been attempted."""
USED_FREE: Final = 2
"""The same: the one more that an ability gives has been."""
FRONT, REAR, ANYWHERE = range(3)
"""Where a gun fires."""
UNLIMITED: Final = 4
"""So many ways to have used them."""


class Sheet:
    """One aircraft's ratings with all that its abilities do to them; made once for each, never changed."""

    aircraft: Aircraft
    speeds: tuple[int, ...]
    """The speed actions that it may choose."""
    crippled_speeds: tuple[int, ...]
    """The same when it is crippled. [A20 Crippled]"""
    paces: tuple[tuple[tuple[int, int], ...], ...]
    """The speeds themselves, each with 1 if it is a high one; of one that is crippled."""
    check: tuple[tuple[tuple[int, ...], ...], ...]
    """The bonus of a check: ``check[high speed][maneuver][altitude]``."""
    offers: tuple[tuple[int, ...], ...]
    """What it may do with a hex of its move, by ``altitude * UNLIMITED`` + the maneuvers used."""
    required: tuple[tuple[tuple[int, ...], ...], ...]
    """The same of the first hex: ``required[status][altitude]``; empty where nothing is required."""
    free: int
    """A mask of maneuvers of which one more may be attempted."""
    attack: tuple[int, ...]
    """Attack dice by range."""
    rear: tuple[int, ...]
    guns: tuple[tuple[int, tuple[int, ...]], ...]
    """Where its guns fire, each with its dice."""
    dice_steady: int
    """Attack dice more after a move without difficult maneuvers, as the next against a damaged target."""
    dice_damaged: int
    attacked: int
    """What is added to each die of attackers ahead of it."""
    adjust: int
    """Hex sides that it may turn after all have moved."""
    initiative: int
    """What it adds to its side's roll."""
    sees: bool
    """Whether it does in the dark."""
    steady_hand: bool
    """Whether its own evading costs its fire nothing."""
    aspect_lower: bool
    """Whether its shots from in between take the lower number."""

    __slots__ = tuple(__annotations__)

    def __init__(self, aircraft: Aircraft) -> None:
        effects = [ABILITIES[slug] for slug in sorted(aircraft.abilities)]
        self.aircraft = aircraft
        normal = range(aircraft.normal[0], aircraft.normal[1] + 1)
        high = range(aircraft.high[0], aircraft.high[1] + 1) if aircraft.high[1] else range(0)
        self.crippled_speeds = tuple(SPEED[speed] for speed in normal)
        self.speeds = tuple(SPEED[speed] for speed in sorted({*normal, *high}))
        usual = tuple((speed, 0) for speed in normal)
        self.paces = (usual + tuple((speed, 1) for speed in high if speed > normal[-1]), usual)
        skills = (
            aircraft.roll,
            aircraft.roll,
            aircraft.climb,
            aircraft.dive,
            aircraft.roll,
            aircraft.turn,
            aircraft.turn,
        )
        self.check = tuple(
            tuple(
                tuple(
                    skill
                    + sum(
                        effect["check"]
                        for effect in effects
                        if "check" in effect
                        and name in effect["maneuvers"]
                        and altitude in effect.get("altitudes", _ALTITUDES)
                        and (fast or not effect.get("high_speed"))
                    )
                    for altitude in range(HIGHEST + 1)
                )
                for name, skill in zip(MANEUVERS, skills, strict=True)
            )
            for fast in (False, True)
        )
        self.free = sum(
            1 << MANEUVERS.index(name) for name in {name for each in effects for name in each.get("free", ())}
        )
        self.offers = tuple(
            self._offers(altitude, used) for altitude in range(HIGHEST + 1) for used in range(UNLIMITED)
        )
        self.required = tuple(
            tuple(_required(status, altitude) for altitude in range(HIGHEST + 1)) for status in range(len(STATUSES))
        )
        self.attack = (0, *aircraft.attack)
        self.rear = (0, *aircraft.rear)
        behind = ((REAR, self.rear),) if any(aircraft.rear) else ()
        self.guns = ((ANYWHERE, self.attack),) if aircraft.all_round else ((FRONT, self.attack), *behind)
        self.dice_steady = sum(each["dice"] for each in effects if each.get("when") == "steady")
        self.dice_damaged = sum(each["dice"] for each in effects if each.get("when") == "damaged")
        self.attacked = sum(each.get("attacked", 0) for each in effects)
        self.adjust = max((each.get("adjust", 0) for each in effects), default=0)
        self.initiative = max((each.get("initiative", 0) for each in effects), default=0)
        self.sees = any(each.get("sees") for each in effects)
        self.steady_hand = any(each.get("steady_hand") for each in effects)
        self.aspect_lower = any(each.get("in_between") for each in effects)

    def is_high(self, speed: int) -> int:
        """1 for a speed of its high range, which is not also one of its normal range. [A20 Choose Speed]"""
        return int(speed > self.aircraft.normal[1])

    def _offers(self, altitude: int, used: int) -> tuple[int, ...]:
        offered = [AHEAD, TURN_LEFT, TURN_RIGHT]
        if not self.aircraft.token and altitude >= LOWEST:
            for action in range(DIFFICULT, len(EFFECT)):
                free = self.free >> EFFECT[action][0] & 1 and not used & USED_FREE
                if (free or not used & USED) and allowed_at(action, altitude):
                    offered.append(action)
        return tuple(offered)


def _required(status: int, altitude: int) -> tuple[int, ...]:
    """The maneuvers of which the first hex must be one. [A20 Required Maneuver]"""
    if status == EVADING_LEFT:
        return (TURN_LEFT, TIGHT_LEFT)
    if status == EVADING_RIGHT:
        return (TURN_RIGHT, TIGHT_RIGHT)
    wanted = {DIVING: POWER_DIVE, CLIMBING: CLIMB}.get(status, -1)
    return tuple(
        action
        for action in range(DIFFICULT, len(EFFECT))
        if EFFECT[action][0] == wanted and allowed_at(action, altitude)
    )


@lru_cache(maxsize=512)
def sheet(aircraft: Aircraft) -> Sheet:
    """The sheet of an aircraft."""
    return Sheet(aircraft)

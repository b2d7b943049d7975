"""What shots are worth and how aircraft sit to each other, for the player by rules of thumb.

Points are those of a stat card: an aircraft that is sure to be shot down is worth its cost. Who lies how to whom stands
in tables by difference and facing; what a shot is worth, in one by range, number and side.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache
from math import atan2, degrees, sqrt
from typing import Final, TypeAlias

from engine.angels import attacks
from engine.angels.abilities import ANYWHERE
from engine.angels.hexes import ARC, AROUND, ASPECT, ASPECT_LOWER, FRONT_HALF, distance
from engine.angels.moves import stacks
from engine.angels.odds import reaching
from engine.angels.reach import graph
from engine.angels.state import State
from engine.angels.tables import BANDITS_HIGH, NATURAL_HITS
from engine.angels.terms import CLIMBING, DARKNESS, DIVING, SIDE_OF

POINT: Final = (1.0, 1.0, 0.45, 0.3, 0.25, 0.2)
"""What a point of damage is worth, by the hit points left before it, as a share of the aircraft."""
STANCE: Final = 5.0
"""What it is worth to sit right behind an enemy, one hex off."""
NEAR: Final = 4
"""Hexes within which stance counts fully."""
FLEETING: Final = 0.2
"""How much of a shot at an enemy counts who has still to move."""
THREAT: Final = (0.45, 0.25)
"""How much of the best shot counts that such an enemy can fly to, by bands between."""
HEIGHT: Final = 0.15
"""What a band above an enemy is worth."""
BELOW: Final = {DIVING: -1, CLIMBING: 1}
"""The other band into which an aircraft of that status attacks."""

SHOTS: Final = tuple(
    (far, number, ahead)
    for far in range(1, 4)
    for number in sorted({number for row in ASPECT for number in row.values()})
    for ahead in (False, True)
)
"""The shots that there are: range, target number, whether from the target's front half."""
_SHOT: Final = {shot: n for n, shot in enumerate(SHOTS)}
NO_SHOT: Final = -1
"""In the place of one; of it, too, it is known what it is worth."""
Prices: TypeAlias = list[tuple[int, tuple[float, ...]]]
"""By gun, what each of ``SHOTS`` is worth."""


@cache
def aims(gun: int, lower: bool, facing: int) -> dict[int, int]:
    """The shots at a target of that facing, by 8 times the attacker's place from it, plus his facing."""
    number, front = (ASPECT_LOWER if lower else ASPECT)[facing], FRONT_HALF[facing]
    return {
        -8 * d + mine: _SHOT[far, number[-d], -d in front] for mine in range(6) for d, far in _arc(gun, mine).items()
    }


@cache
def fires(gun: int, lower: bool, facing: int) -> dict[int, int]:
    """The shots of an attacker of that facing, by 8 times the target's place from him, plus its facing."""
    numbers = ASPECT_LOWER if lower else ASPECT
    return {
        8 * d + other: _SHOT[far, numbers[other][-d], -d in FRONT_HALF[other]]
        for d, far in _arc(gun, facing).items()
        for other in range(6)
    }


@cache
def threats(speeds: tuple[tuple[int, int], ...], gun: int, facing: int) -> dict[int, int]:
    """The best shot that normal turns bring an attacker of that facing to, as ``fires`` has it, or none."""
    flown = graph(speeds)
    turned = flown.towards(facing)
    found: dict[int, int] = defaultdict(lambda: NO_SHOT)
    for spot, nose in zip(turned.spots[: flown.plain], turned.facings, strict=False):
        for key, shot in fires(gun, False, nose).items():
            before = found.get(8 * spot + key)
            if before is None or SHOTS[shot][:2] < SHOTS[before][:2]:
                found[8 * spot + key] = shot
    return found


@lru_cache(maxsize=4096)
def prices(
    dice: tuple[int, ...],
    added: int,
    ahead: int,
    bandits_high: bool,
    cost: float,
    armor: int,
    vital: int,
    left: int,
) -> tuple[float, ...]:
    """What each of ``SHOTS`` may be expected to win, and no shot."""
    found = []
    for far, number, front in SHOTS:
        least = number - added - ahead * front
        natural = 1 if bandits_high and least >= BANDITS_HIGH else NATURAL_HITS
        killed = reaching(dice[far], least, natural, vital)
        damaged = reaching(dice[far], least, natural, armor) - killed
        found.append(cost * (killed + damaged * POINT[min(left, len(POINT) - 1)]))
    return (*found, 0.0)


def priced(
    state: State, attacker: int, target: int, dice: tuple[int, ...], mask: int, share: float = 1.0
) -> tuple[float, ...]:
    """A share of the same of two aircraft, from a gun's dice and a mask of all that bears on it but the target's front
    half."""
    sheet, other = state.sheets[attacker], state.sheets[target]
    card, hits = other.aircraft, state.hits[target]
    more = sheet.dice_steady * bool(mask & attacks.STEADY) + sheet.dice_damaged * bool(hits)
    if more:
        dice = tuple(n and n + more for n in dice)
    added = attacks.ADDED[mask & attacks.FROM_AHEAD - 1]
    high, cost = state.options.bandits_high, share * card.cost
    return prices(dice, added, other.attacked, high, cost, card.armor, card.vital, card.hits - hits)


def _arc(gun: int, facing: int) -> dict[int, int]:
    return AROUND if gun == ANYWHERE else ARC[(facing + 3 * gun) % 6]


@cache
def relation(d: int) -> tuple[int, float]:
    """Hexes and bearing in degrees to what lies a difference of hexes away."""
    down = (d + 128) % 256 - 128
    across = (d - down) // 256
    return distance(across, down), degrees(atan2(sqrt(3) * across, -down)) % 360


def _from_nose(bearing: float, facing: int) -> float:
    off = (bearing - 60 * facing) % 360
    return min(off, 360 - off)


class Stances(dict[int, float]):
    """How well one flies to another of a facing, by 8 times where the other lies, plus the own facing: 1 right behind
    it, −1 right before it. Fades with range."""

    def __init__(self, facing: int) -> None:
        self.facing = facing

    def __missing__(self, key: int) -> float:
        far, bearing = relation(key >> 3)
        found = 0.0
        if far:
            mine = _from_nose(bearing, key & 7)
            other = _from_nose((bearing + 180) % 360, self.facing)
            found = (other - mine) / 180 * min(1.0, NEAR / far)
        self[key] = found
        return found


STANCES: Final = tuple(map(Stances, range(6)))
"""By the other's facing."""


def sees(state: State, attacker: int, target: int) -> bool:
    """Whether clouds and darkness let it attack; searchlights may yet find the target."""
    if state.options.light == DARKNESS and state.options.searchlights[attacker >> SIDE_OF]:
        return not (state.clouded >> attacker | state.clouded >> target) & 1
    return attacks.may_attack(state, attacker, target)


def worth(state: State, attacker: int, target: int) -> float:
    """What an attack may be expected to win."""
    mask = attacks.bearing(state, attacker, target)
    place, other = state.place[attacker], state.place[target]
    sheet = state.sheets[attacker]
    for gun, dice in sheet.guns:
        shot = aims(gun, sheet.aspect_lower, state.facing[target]).get(8 * (place - other) + state.facing[attacker])
        if shot is not None:
            return priced(state, attacker, target, dice, mask)[shot]
    return 0.0


def stance(state: State, who: int, other: int, facing: int) -> float:
    """How well it sits to an enemy, its nose pointing there."""
    height = state.altitude[who] - state.altitude[other]
    sits = STANCES[state.facing[other]][8 * (state.place[other] - state.place[who]) + facing]
    return STANCE * sits / (1 + 0.3 * abs(height)) + HEIGHT * max(-2, min(2, height))


def idle(state: State) -> int:
    """A mask: those who make room for a friend, and so do not attack. [A20 Stacking]"""
    return state.balked | sum(1 << who for who, _, _ in stacks(state)[1])

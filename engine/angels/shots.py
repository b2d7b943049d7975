"""What shots are worth and how aircraft sit to each other, for the player by rules of thumb.

Points are those of a stat card: an aircraft that is sure to be shot down is worth its cost. Who lies how to whom stands
in tables by difference and facing; what a shot is worth, in one by range, number and side.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import atan2, degrees, sqrt
from typing import Final, TypeAlias

from engine.angels import attacks
from engine.angels.abilities import ANYWHERE, Sheet
from engine.angels.hexes import ARC, AROUND, ASPECT, ASPECT_LOWER, FRONT_HALF, distance
from engine.angels.moves import stacks
from engine.angels.odds import reaching
from engine.angels.reach import FACES, graph
from engine.angels.state import State
from engine.angels.tables import BANDITS_HIGH, NATURAL_HITS
from engine.angels.terms import CLIMBING, DARKNESS, DIVING, HIGHEST, NEUTRAL, SIDE_OF

POINT: Final = (1.0, 1.0, 0.45, 0.3, 0.25, 0.2)
"""What a point of damage is worth, by the hit points left before it, as a share of the aircraft."""
STANCE: Final = 5.0
"""What it is worth to sit right behind an enemy, one hex off; as much is lost by sitting right before him."""
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
NEUTRALS: Final = (NEUTRAL, NEUTRAL)
NO_SHOT: Final = len(SHOTS)
"""In the place of one; of it, too, it is known what it is worth."""
NO_SHOTS: Final[dict[int, int]] = {}
NO_THREATS: Final = (NO_SHOT,) * FACES
Prices: TypeAlias = tuple[tuple[float, ...], ...]
"""By gun, what each of ``SHOTS`` is worth, and ``NO_SHOT``."""
Meetings: TypeAlias = dict[int, dict[int, int]]
"""How two aircraft may meet: the shots by where the other lies from one's own place, and by the own facing."""


@cache
def aims(gun: int, lower: bool, facing: int) -> Meetings:
    """The shots at a target of that facing."""
    number, front = (ASPECT_LOWER if lower else ASPECT)[facing], FRONT_HALF[facing]
    return {
        d: {mine: _SHOT[far, number[-d], -d in front] for mine in range(FACES) if d in _arc(gun, mine)}
        for d, far in AROUND.items()
    }


@cache
def fires(gun: int, lower: bool, facing: int) -> Meetings:
    """The shots of an enemy of that facing."""
    numbers = ASPECT_LOWER if lower else ASPECT
    return {
        -d: {mine: _SHOT[far, numbers[mine][-d], -d in FRONT_HALF[mine]] for mine in range(FACES)}
        for d, far in _arc(gun, facing).items()
    }


@cache
def threats(speeds: tuple[tuple[int, int], ...], gun: int, facing: int) -> dict[int, tuple[int, ...]]:
    """The best shots that normal turns bring an enemy of that facing to, as ``fires`` has them, for every facing."""
    flown = graph(speeds)
    places = flown.towards(facing).places
    found: dict[int, tuple[int, ...]] = {}
    for face in flown.ends[0]:
        spot, nose = divmod(face, FACES)
        for d, shots in fires(gun, False, (nose + facing) % FACES).items():
            start = d - places[flown.spots[spot]]
            found[start] = tuple(map(_better, found.get(start, NO_THREATS), shots.values()))
    return found


def _better(shot: int, other: int) -> int:
    """Of two shots, the nearer; of these, the one with the lower number."""
    return other if shot == NO_SHOT or SHOTS[other][:2] < SHOTS[shot][:2] else shot


@lru_cache(maxsize=4096)
def prices(sheet: Sheet, other: Sheet, hits: int, added: int, steady: bool, bandits_high: bool, share: float) -> Prices:
    """A share of what each of ``SHOTS`` may be expected to win, and no shot."""
    most = share * other.aircraft.cost
    return tuple(
        [(*[most * part for part in row], 0.0) for row in _parts(sheet, other, hits, added, steady, bandits_high)]
    )


@lru_cache(maxsize=1024)
def _parts(sheet: Sheet, other: Sheet, hits: int, added: int, steady: bool, bandits_high: bool) -> Prices:
    """By gun, which part of the target each of ``SHOTS`` may be expected to win."""
    card, found = other.aircraft, []
    more = sheet.dice_steady * steady + sheet.dice_damaged * bool(hits)
    point = POINT[min(card.hits - hits, len(POINT) - 1)]
    for _, dice in sheet.guns:
        row = []
        for far, number, ahead in SHOTS:
            least = number - added - ahead * other.attacked
            natural = 1 if bandits_high and least >= BANDITS_HIGH else NATURAL_HITS
            thrown = dice[far] and dice[far] + more
            killed = reaching(thrown, least, natural, card.vital)
            damaged = reaching(thrown, least, natural, card.armor) - killed
            row.append(killed + damaged * point)
        found.append(tuple(row))
    return tuple(found)


def priced(
    state: State,
    attacker: int,
    target: int,
    mask: int,
    statuses: tuple[int, int],
    below: bool,
    steady: bool,
    share: float = 1.0,
) -> Prices:
    """The same of two aircraft that are poised so; ``mask``: their ``attacks.standing``, ``below``: the target is."""
    sheet, other = state.sheets[attacker], state.sheets[target]
    if statuses != NEUTRALS:
        mask |= attacks.poised(sheet, other, *statuses, below)
    return prices(sheet, other, state.hits[target], attacks.ADDED[mask], steady, state.options.bandits_high, share)


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


@cache
def _lies(d: int) -> tuple[float, tuple[float, ...], tuple[float, ...]]:
    """How much it counts that another is there; by facing, degrees from the nose to there, and from there."""
    far, bearing = relation(d)
    ahead = tuple([_from_nose(bearing, facing) for facing in range(FACES)])
    behind = tuple([_from_nose((bearing + 180) % 360, facing) for facing in range(FACES)])
    return min(1.0, NEAR / far) if far else 0.0, ahead, behind


class Stances(dict[int, tuple[float, ...]]):
    """What it is worth to sit so to another of a facing, by where it lies, and by the own facing. Fades with range and
    bands between."""

    def __init__(self, facing: int, apart: int) -> None:
        self.facing = facing
        self.worth = STANCE / 180 / (1 + 0.3 * apart)

    def __missing__(self, d: int) -> tuple[float, ...]:
        fades, ahead, behind = _lies(d)
        worth, other = self.worth, behind[self.facing]
        found = self[d] = tuple([worth * (other - mine) * fades for mine in ahead])
        return found


STANCES: Final = tuple([Stances(facing, apart) for facing in range(6)] for apart in range(HIGHEST))
"""By bands between, the other's facing and where it lies."""


def sees(state: State, attacker: int, target: int) -> bool:
    """Whether clouds and darkness let it attack; searchlights may yet find the target."""
    light = state.options.light
    if light != DARKNESS and not (state.clouded or state.balked):
        return True
    if light == DARKNESS and state.options.searchlights[attacker >> SIDE_OF]:
        return not (state.clouded >> attacker | state.clouded >> target) & 1
    return attacks.may_attack(state, attacker, target)


def worth(state: State, attacker: int, target: int) -> float:
    """What an attack may be expected to win."""
    d, facing = state.place[target] - state.place[attacker], state.facing[attacker]
    below, steady = state.altitude[target] < state.altitude[attacker], not state.maneuvered[attacker]
    statuses = state.status[attacker], state.status[target]
    mask = attacks.standing(state, attacker, target)
    paid = priced(state, attacker, target, mask, statuses, below, steady)
    for (gun, _), price in zip(state.sheets[attacker].guns, paid, strict=True):
        shot = aims(gun, state.sheets[attacker].aspect_lower, state.facing[target]).get(d, NO_SHOTS).get(facing)
        if shot is not None:
            return price[shot]
    return 0.0


def stance(state: State, who: int, other: int, facing: int) -> float:
    """How well it sits to an enemy, its nose pointing there."""
    height = state.altitude[who] - state.altitude[other]
    sits = STANCES[abs(height)][state.facing[other]][state.place[other] - state.place[who]][facing]
    return sits + HEIGHT * max(-2, min(2, height))


def idle(state: State) -> int:
    """A mask: those who make room for a friend, and so do not attack. [A20 Stacking]"""
    return state.balked | sum([1 << who for who, _, _ in stacks(state)[1]])

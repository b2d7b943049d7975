"""The figures of a stat card, derived from an aircraft's historical performance.

The rulebook prints one card and names some figures of five others (``fixed`` in the aircraft files); all else comes
from this formula, which ``docs/explanation/ratings-angels.md`` explains with a worked example. Pure functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import floor
from typing import Any, Final, Literal, TypeAlias

from engine.angels.aircraft import PRICE
from engine.angels.terms import QUALITIES

Block: TypeAlias = dict[str, Any]
"""The ``angels`` table of an aircraft, as it stands in a file."""
Protection: TypeAlias = Literal["none", "light", "full"]
Ailerons: TypeAlias = Literal["heavy", "fair", "light", "superb"]

LEAST_SPEED: Final = 2
"""Hexes that every aircraft can fly in a turn, and the slowest that it can."""
SPEED_STEPS: Final = (300, 430, 540, 630, 720)
"""Top speeds in km/h from which it can fly one hex more, at high speed. [A20 Design Notes: Game Scale]"""
MOST_NORMAL: Final = 4
"""Hexes beyond which speed is always high."""

CLIMB: Final = (3.0, -0.2)
"""m/s for each point of Climb, and what is added."""
DIVE: Final = (65.0, 440.0)
"""km/h for each point of Dive, beyond so many."""
TURN: Final = (33.0, 9.2)
"""kg/m² that cost a point of Turn, taken from so many."""
ROLL: Final[Mapping[str, int]] = {"heavy": 3, "fair": 4, "light": 5, "superb": 6}
"""By the weight of its ailerons at fighting speed."""
SECOND_ENGINE: Final = 1
"""What engines on the wings cost in Turn and Roll, and earn in vital armor and hit points."""

STRUCTURE: Final = 0.6
TONNE: Final = 0.6
MOST_TONNES: Final = 4.5
AIR_COOLED: Final = 0.4
PROTECTED: Final[Mapping[str, float]] = {"none": 0.0, "light": 0.6, "full": 0.9}
"""Armor: of any aircraft, of a ton up to so many, of an engine without radiators, of armour plate and safe tanks."""
VITAL: Final = 3
"""Hits beyond armor that destroy it outright."""
HIT_POINTS: Final = 2
"""Without any protection; with some, one more."""

GUN_WEIGHT: Final[Mapping[str, int]] = {"machine_guns": 2, "heavy_machine_guns": 5, "cannon_20": 11}
"""What one gun adds to the weight of fire, as in Wild Blue Yonder's ratings."""
ATTACK: Final = (10.0, 4.4)
"""Weight of fire for each attack die at range 1, and what is added."""
FALL: Final = (2, 2)
"""Dice lost from range 1 to 2 and from 2 to 3."""

WORTH: Final[Mapping[str, float]] = {
    "speed": 3.0,
    "climb": 1.0,
    "dive": 0.5,
    "turn": 1.5,
    "roll": 1.0,
    "armor": 3.0,
    "hit_points": 3.0,
    "attack": 0.6,
}
"""What one of each is worth: of ``speed`` the top, of ``attack`` each die at any range."""
USUAL: Final[Mapping[str, int]] = {
    "speed": 4,
    "climb": 4,
    "dive": 4,
    "turn": 4,
    "roll": 4,
    "armor": 3,
    "hit_points": 3,
    "attack": 12,
}
USUAL_COST: Final = 22.0
"""Points for an aircraft of ``USUAL`` figures with an Average pilot."""
WORTH_SHARE: Final = 0.45
"""Points of cost for each point of worth."""
ABILITY_COST: Final[Mapping[str, int]] = {
    "poor-at-altitude": -1,
    "powered-roll": 1,
    "steady-shooter": 3,
    "killer-instinct": 2,
    "expert-dogfighter": 3,
    "boom-and-zoom": 3,
    "expert-flier": 3,
    "leader": 2,
    "high-altitude": 1,
    "energy-fighter": 1,
    "night-eyes": 1,
    "rear-gun": 2,
    "snap-shot": 1,
    "deflection": 2,
    "fast-dive": 1,
}


@dataclass(frozen=True, slots=True)
class Performance:
    """Public figures of one aircraft, in metric units at its best height and normal take-off weight."""

    speed_kmh: int
    climb_ms: float
    """The best that it climbs, in metres a second."""
    dive_kmh: int
    """The fastest that its makers or its pilots' notes let it dive."""
    weight_kg: int
    wing_m2: float
    engines: int = 1
    machine_guns: int = 0
    heavy_machine_guns: int = 0
    cannon_20: int = 0
    """Forward guns by calibre: to 9 mm, to 13.2 mm, and above."""
    short_cannon: bool = False
    """Its cannon are of low muzzle velocity: good at arm's length only."""
    defensive_guns: int = 0
    air_cooled: bool = False
    protection: Protection = "light"
    """Armour and safe tanks: none, some, or both throughout."""
    ailerons: Ailerons = "fair"
    """How it rolls at fighting speed, by what its pilots say of it."""

    @property
    def wing_loading(self) -> float:
        """kg to the square metre."""
        return self.weight_kg / self.wing_m2

    @property
    def weight_of_fire(self) -> int:
        """Forward guns by ``GUN_WEIGHT``."""
        return sum(weight * int(getattr(self, guns)) for guns, weight in GUN_WEIGHT.items())


def derive(p: Performance, pilot: str, abilities: Sequence[str], standing: Block) -> Block:
    """The whole ``angels`` block of an aircraft but for ``provenance``; what ``standing`` fixes is kept, and priced.

    Raises ``KeyError`` when ``fixed`` names a figure that the block lacks.
    """
    speed, climb, dive = _speeds(p), _steps(p.climb_ms, CLIMB), _round((p.dive_kmh - DIVE[1]) / DIVE[0])
    wing_engines = SECOND_ENGINE if p.engines > 1 else 0
    armor = _armor(p)
    block: Block = {
        "pilot": pilot,
        "cost": 0,
        "normal": speed[0],
        "high": speed[1],
        "climb": climb,
        "dive": dive,
        "turn": _round(TURN[1] - p.wing_loading / TURN[0]) - wing_engines,
        "roll": ROLL[p.ailerons] - wing_engines,
        "armor": armor,
        "vital_armor": armor + VITAL + wing_engines,
        "hit_points": HIT_POINTS + (p.protection != "none") + wing_engines,
        "attack": _attack(p),
        "rear": [p.defensive_guns + 1, p.defensive_guns, 0] if p.defensive_guns else [0, 0, 0],
        "abilities": list(abilities),
    }
    fixed = standing.get("fixed", {})
    for path in fixed:
        _keep(block, standing, path)
    if "cost" not in fixed:
        block["cost"] = cost(block)
    return block


def cost(block: Block) -> int:
    """Points that an aircraft of these figures costs with this pilot and these abilities."""
    worth = WORTH_SHARE * sum(weight * (_figure(block, name) - USUAL[name]) for name, weight in WORTH.items())
    abilities: Iterable[str] = block["abilities"]
    price = (USUAL_COST + worth) * PRICE[QUALITIES.index(block["pilot"])]
    return _round(price + sum(ABILITY_COST[ability] for ability in abilities))


def _figure(block: Block, name: str) -> int:
    if name == "speed":
        return int(max(*block["normal"], *block["high"]))
    return int(sum(block[name]) if name == "attack" else block[name])


def _keep(block: Block, standing: Block, path: str) -> None:
    """Put the fixed figure at ``path``, ``cost`` or ``attack.2``, in place of the derived one."""
    name, _, place = path.partition(".")
    if name not in block:
        raise KeyError(path)
    if place:
        block[name][int(place) - 1] = standing[name][int(place) - 1]
    else:
        block[name] = standing[name]


def _speeds(p: Performance) -> tuple[list[int], list[int]]:
    """Normal and high speed, each the least and the most hexes of a turn. [A20 How to Read a Stat Card]"""
    top = LEAST_SPEED + sum(p.speed_kmh >= step for step in SPEED_STEPS)
    normal = max(LEAST_SPEED, min(MOST_NORMAL, top - 1))
    return [LEAST_SPEED, normal], [normal + 1, top] if top > normal else []


def _armor(p: Performance) -> int:
    tonnes = min(p.weight_kg / 1000, MOST_TONNES)
    return _round(STRUCTURE + TONNE * tonnes + PROTECTED[p.protection] + (AIR_COOLED if p.air_cooled else 0.0))


def _attack(p: Performance) -> list[int]:
    """Dice at ranges 1, 2 and 3: heavy machine guns carry further, short cannon less far."""
    weight = p.weight_of_fire
    first = _steps(weight, ATTACK)
    flat = 2 * p.heavy_machine_guns * GUN_WEIGHT["heavy_machine_guns"] >= weight
    second = first - FALL[0] + flat - p.short_cannon
    return [first, second, max(0, second - FALL[1])]


def _steps(value: float, line: tuple[float, float]) -> int:
    """The rating on a straight line of so much a point."""
    return _round(value / line[0] + line[1])


def _round(value: float) -> int:
    """Half up."""
    return floor(value + 0.5)

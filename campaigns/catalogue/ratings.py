"""Wild Blue Yonder ratings derived from an aircraft's historical performance.

No list of the printed cards is public. The rulebooks fix some figures (``fixed`` in the aircraft files);
all others come from this formula, which ``docs/explanation/ratings.md`` explains with a worked example.
Pure functions: no Django, no files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor
from typing import Any, Literal, TypeAlias

Block: TypeAlias = dict[str, Any]
"""The ``wildblue`` table of an aircraft, as it stands in a file."""
Protection: TypeAlias = Literal["none", "light", "full"]
"""Armour and self-sealing tanks: none, some, or both throughout."""

Mode: TypeAlias = Literal["level", "dive", "saturation", "torpedo"]
"""A way to bomb. [WBY 17.1, 17.2, 17.3.4]"""

LOADS = {
    "bombs": "bombs",
    "torpedoes": "torpedoes",
    "mines": "mines",
    "cargo": "cargo",
    "air-rockets": "Aerial Rockets",
    "ground-rockets": "Air-to-Ground Rockets",
    "drop-tanks": "drop tanks",
    "gun-pods-20": "20 mm Gun Pods",
    "gun-pods-30": "30 mm Gun Pods",
}
"""Every kind of load, and what it is called. [WBY 18]"""
FORMATION_CLASSES = ("medium-bomber", "heavy-bomber")
CEILINGS = ("low", "medium", "high", "very-high")
CEILING_METRES = (0, 3000, 5500, 8500)
"""Lowest service ceiling in metres that earns each level of ``CEILINGS``."""

COUNTED_SPEED = 720
"""km/h beyond which speed earns no more Performance: what a jet has on top becomes its Speed rating."""
BOMB_LOAD_COST = 1000
"""Metres of service ceiling that a bomber in Formation gives up under load."""
LOW_CEILING = 10_000
"""Metres: below this an engine is short of breath where most of the fighting was done."""
JET_AIRSPEED = 100
"""m/s at which a jet's thrust is turned into an equivalent shaft power."""
TURBO_GAIN = 1.2
"""A turbocharger keeps its power at heights where other engines have lost a sixth."""

GUN_WEIGHT = {"machine_guns": 2, "heavy_machine_guns": 5, "cannon_20": 11, "cannon_heavy": 6}
"""What one gun adds to the weight of fire; the punch of heavy cannon is in their "+#" or Heavy Gun rating."""
STRAFE_WEIGHT = GUN_WEIGHT | {"cannon_heavy": 14}
"""The same against the ground, where heavy shells need not hit an aircraft."""
BURST_STEPS = (15, 44, 72)
HORSEPOWER_STEPS = (0.30, 0.47, 0.66)
STRAFE_STEPS = (4, 14, 28, 50)
BOMB_STEPS = (1, 300, 800, 1500, 2600, 4500)
"""Kilograms of bombs for 1, 2, 3 … bomb cards."""
DIVE_CARDS = 1
"""Bomb cards more for an aircraft that dives on its target."""
CARGO_STEPS = (1, 1000, 2000, 3500, 5000, 7000, 9000)
"""Kilograms of freight for 1, 2, 3 … Cargo Points."""

DEFENSIVE_WEIGHT = {"defensive_guns": 1, "defensive_heavy": 2, "defensive_cannon": 3}
"""What one gun of the crew adds to the weight of its defence."""
TURRET_STEPS = (1, 6, 16)
"""Weight of defence for a Turret Defense of 1, 2, 3."""
SUPPORT_STEP = 10
"""Weight of defence for each Turret Support lent: only heavy guns reach as far as the next bomber."""
HARD_TO_CATCH = 550
"""km/h from which a bomber's speed is worth one card of Turret Defense."""
SPEED_STEP = 80
"""km/h for each point of Formation Speed, and of a Slow #."""
MOST_FORMATION_SPEED = 7
MISSION_SPEED = 6
"""Of every Fighter and Light Bomber that is not Slow. [WBY 17.5.3]"""
LEAST_SPEED = 4

DAY_FIGHTER = 1
"""Night Combat rating without radar; each generation of it adds one. [SUP 23.5]"""
OBLIQUE_WEIGHT = {"oblique_cannon_20": 0.75, "oblique_cannon_heavy": 1.5}

WORTH = {
    "performance": 1.5,
    "horsepower": 0.75,
    "burst": 1.65,
    "burst_plus": 1.2,
    "gunner": 0.7,
    "damage": 0.85,
    "offensive": 1.35,
    "defensive": 0.2,
    "turbo": 0.35,
    "boost": 1.0,
    "jet_speed": 0.4,
    "heavy_guns": 0.25,
}
"""Victory Points that one of each is worth to an Element: fitted to games between all pairs of fighters."""
WORTH_OF_NONE = -10.4
"""Sets the scale to that of the four Elements whose value is known. [WBY 13.1]"""

TOUGHNESS = {"none": 0.0, "light": 0.45, "full": 0.65}


@dataclass(frozen=True, slots=True)
class Performance:
    """Public figures of one aircraft, in metric units at its best height and normal take-off weight."""

    speed_kmh: int
    weight_kg: int
    wing_m2: float
    ceiling_m: int
    engines: int = 1
    power_hp: int = 0
    """All engines together; 0 for a jet."""
    thrust_kn: float = 0.0
    """All engines together; 0 for a propeller."""
    machine_guns: int = 0
    heavy_machine_guns: int = 0
    cannon_20: int = 0
    cannon_heavy: int = 0
    """Forward guns by calibre: to 9 mm, to 13.2 mm, 15 to 23 mm, and above."""
    defensive_guns: int = 0
    defensive_heavy: int = 0
    defensive_cannon: int = 0
    """Guns that its gunners serve: to 9 mm, to 13.2 mm, and above."""
    turret: bool = False
    """A turret is a fighter's main armament."""
    rocket: bool = False
    """Its engine is a rocket."""
    turbo: bool = False
    boost: bool = False
    """Injection of water, methanol or nitrous oxide."""
    air_cooled: bool = False
    protection: Protection = "light"
    bomb_kg: int = 0
    modes: Sequence[Mode] = ()
    """How it bombed, the usual way first; empty: a bomber in Formation by saturation, all others level."""
    dive_brakes: bool = False
    torpedoes: int = 0
    cargo_kg: int = 0
    """Freight as a transport that lands."""
    drop_kg: int = 0
    """Freight or parachutists with their arms that it dropped."""
    stores: Sequence[str] = ()
    """Loads beside bombs, torpedoes and cargo, by the names of ``LOADS``."""
    radar: int = 0
    """Generation of a Night Fighter's set: 1 the first metric ones, 2 later ones and the first of 9 cm, 3 the last."""
    oblique_cannon_20: int = 0
    oblique_cannon_heavy: int = 0
    """Guns that fire upwards, to 23 mm and above; not among the forward guns."""

    @property
    def wing_loading(self) -> float:
        """kg to the square metre."""
        return self.weight_kg / self.wing_m2

    @property
    def power(self) -> float:
        """Horsepower; a jet's equivalent at ``JET_AIRSPEED``."""
        return self.power_hp or self.thrust_kn * JET_AIRSPEED / 0.7457

    @property
    def counted_speed(self) -> int:
        return min(self.speed_kmh, COUNTED_SPEED)

    @property
    def weight_of_fire(self) -> int:
        """Forward guns by ``GUN_WEIGHT``."""
        return self._sum(GUN_WEIGHT)

    @property
    def weight_on_the_ground(self) -> int:
        """Forward guns by ``STRAFE_WEIGHT``."""
        return self._sum(STRAFE_WEIGHT)

    @property
    def weight_of_defence(self) -> int:
        """Guns of the crew by ``DEFENSIVE_WEIGHT``."""
        return self._sum(DEFENSIVE_WEIGHT)

    @property
    def gunners(self) -> bool:
        return self.weight_of_defence > 0

    def _sum(self, weights: Mapping[str, int]) -> int:
        return sum(weight * getattr(self, figure) for figure, weight in weights.items())


def derive(performance: Performance, aircraft_class: str) -> Block:
    """The whole ``wildblue`` block of an aircraft, but for ``provenance`` and ``fixed``."""
    if aircraft_class in FORMATION_CLASSES:
        return _formation(performance)
    return _element(performance)


def mission_speed(p: Performance, aircraft_class: str) -> int:
    """What it takes off a Mission's base durations: Formation Speed, or 6 or a Slow #. [WBY 17.3.1a, 17.5.3]"""
    most = MOST_FORMATION_SPEED if aircraft_class in FORMATION_CLASSES else MISSION_SPEED
    return min(most, max(LEAST_SPEED, _round(p.speed_kmh / SPEED_STEP)))


def keep_fixed(derived: Block, standing: Block) -> Block:
    """``derived`` with each figure that ``standing`` lists under ``fixed`` as it stands there.

    Raises ``KeyError`` when ``fixed`` names a figure that the block lacks.
    """
    kept = {key: dict(value) if isinstance(value, dict) else value for key, value in derived.items()}
    fixed = standing.get("fixed", {})
    for path in fixed:
        table, _, key = path.rpartition(".")
        source = standing[table] if table else standing
        (kept[table] if table else kept)[key] = source[key]
    return kept


def _round(value: float) -> int:
    return floor(value + 0.5)


def _steps(value: float, steps: tuple[float, ...]) -> int:
    return sum(value >= step for step in steps)


def _ceiling(metres: int) -> str:
    return CEILINGS[_steps(metres, CEILING_METRES) - 1]


def _lower(ceiling: str) -> str:
    return CEILINGS[max(0, CEILINGS.index(ceiling) - 1)]


def performance_rating(p: Performance) -> int:
    """Speed and turn: 1.2 a 100 km/h less 1 a 100 kg/m²; gunners aboard, engines on the wings, a low ceiling cost."""
    value = 0.45 + 1.2 * p.counted_speed / 100 - p.wing_loading / 100
    if p.gunners:
        value -= 1.0
    elif p.engines > 1:
        value -= 0.3
    if p.ceiling_m < LOW_CEILING:
        value -= 0.4
    return min(8, max(2, _round(value)))


def horsepower_rating(p: Performance) -> int:
    """Power to weight, corrected by speed for drag; a turbocharger counts a fifth more."""
    index = p.power / p.weight_kg * p.counted_speed / 550 * (TURBO_GAIN if p.turbo else 1.0)
    return 1 + _steps(index, HORSEPOWER_STEPS)


def damage_rating(p: Performance) -> int:
    """Hits that damage it: weight up to 6.5 t, air cooling, armour. It is destroyed at twice as many."""
    tonnes = min(p.weight_kg, 6500) / 1000
    return max(2, _round(0.6 + 0.6 * tonnes + (0.5 if p.air_cooled else 0.0) + TOUGHNESS[p.protection]))


def is_agile(p: Performance) -> bool:
    """Light in itself and light on its wings; who is very light on these may weigh a little more."""
    return (p.weight_kg <= 2400 and p.wing_loading <= 140) or (p.weight_kg <= 2600 and p.wing_loading <= 110)


def balance_values(offensive: int, **ratings: float) -> tuple[int, int]:
    """Balance Value of a Leader and Value Modifier of his Wingman, from the keys of ``WORTH``. [WBY 13.1, 5.4.6]"""
    ratings["offensive"] = offensive
    element = max(2, _round(WORTH_OF_NONE + sum(WORTH[key] * value for key, value in ratings.items())))
    wingman = min(element // 2, _round(2.5 * offensive - 1))
    return element - wingman, wingman


def bomb_ratings(p: Performance, usual: Mode) -> dict[str, int]:
    """Bomb cards by mode; a dive or a torpedo is aimed better than its weight says. [WBY 5.2.8]"""
    cards = _steps(p.bomb_kg, BOMB_STEPS)
    ratings: dict[str, int] = {}
    for mode in p.modes or (usual,):
        if cards:
            ratings[mode] = cards + DIVE_CARDS if mode == "dive" else cards
    if p.torpedoes:
        ratings["torpedo"] = 1 + p.torpedoes
    return ratings


def _damaged(ratings: dict[str, int]) -> dict[str, int]:
    return {mode: max(1, cards - 1) for mode, cards in ratings.items()}


def loads(p: Performance) -> list[str]:
    """The loads it may carry, in the order of ``LOADS``. [WBY 18]"""
    implied = {"bombs": p.bomb_kg, "torpedoes": p.torpedoes, "cargo": p.cargo_kg}
    return [load for load in LOADS if implied.get(load) or load in p.stores]


def _cargo(p: Performance) -> tuple[dict[str, int], dict[str, int]]:
    """Cargo Points on both sides of the card; a Damaged Transport delivers half. [WBY 17.4.1, SUP 21.8]"""
    points = {"cargo": _steps(p.cargo_kg, CARGO_STEPS), "cargo_drop": _steps(p.drop_kg, CARGO_STEPS)}
    points = {key: value for key, value in points.items() if value}
    return points, {key: value // 2 for key, value in points.items()}


def _at_night(p: Performance) -> dict[str, int]:
    """Night Combat and Oblique Guns, of Night Fighters only. [WBY 17.1.1, 17.5.2]"""
    if not p.radar:
        return {}
    ratings = {"night_combat": DAY_FIGHTER + p.radar}
    oblique = sum(weight * getattr(p, guns) for guns, weight in OBLIQUE_WEIGHT.items())
    if oblique:
        ratings["oblique_guns"] = _round(1 + oblique)
    return ratings


def _element(p: Performance) -> Block:
    """Ratings of an aircraft that flies as Leader or as Wingman. [WBY 5]"""
    performance, horsepower = performance_rating(p), horsepower_rating(p)
    burst = 0 if p.turret else _steps(p.weight_of_fire, BURST_STEPS)
    plus = p.cannon_heavy // 2
    gunner = 2 if p.turret else int(p.gunners)
    damage, ceiling = damage_rating(p), _ceiling(p.ceiling_m)
    low = ceiling if p.air_cooled or p.engines > 1 else _lower(ceiling)
    bomb, strafe = bomb_ratings(p, "level"), _steps(p.weight_on_the_ground, STRAFE_STEPS)
    cargo, cargo_damaged = _cargo(p)
    offensive = (performance + horsepower + 2 * (burst + plus) + gunner + 1) // 5
    defensive = max(1, (performance + horsepower + gunner) // 3)
    special = [
        name
        for name, has in (
            ("agile", is_agile(p)),
            ("multi-engined", p.engines > 1),
            ("power-boost", p.boost),
            ("turret-fighter", p.turret),
            ("rocket-fighter", p.rocket),
        )
        if has
    ]
    jet_speed, jet_thrust = _jet(p)
    turbo = p.turbo or jet_speed > 0
    heavy_guns = 2 if p.cannon_heavy == 1 else 0
    balance, wingman_balance = balance_values(
        performance=performance,
        horsepower=horsepower,
        burst=burst,
        burst_plus=plus,
        gunner=gunner,
        damage=damage,
        offensive=offensive,
        defensive=defensive,
        turbo=turbo,
        boost=p.boost,
        jet_speed=jet_speed,
        heavy_guns=heavy_guns,
    )
    leader: Block = {
        "performance": performance,
        "horsepower": horsepower,
        "burst": burst,
        "burst_plus": plus,
        "gunner": gunner,
        "damage": damage,
        "ceiling": ceiling,
        "bomb": bomb,
        "strafe": strafe,
        **cargo,
    }
    wingman: Block = {
        "offensive": offensive,
        "offensive_plus": plus,
        "defensive": defensive,
        "damage": damage,
        "ceiling": ceiling,
    }
    return {
        "balance": balance,
        "wingman_balance": wingman_balance,
        "special": special,
        "turbo": turbo,
        "jet_speed": jet_speed,
        "jet_thrust": jet_thrust,
        "heavy_guns": heavy_guns,
        **_at_night(p),
        "carries": loads(p),
        "leader": leader,
        "leader_damaged": _damaged_leader(leader, low) | cargo_damaged,
        "wingman": wingman,
        "wingman_damaged": _damaged_wingman(wingman, low),
    }


def _jet(p: Performance) -> tuple[int, int]:
    """Jet Speed and Jet Thrust, 0 of what has propellers alone."""
    if p.thrust_kn <= 0:
        return 0, 0
    return (
        max(1, _round((p.speed_kmh - COUNTED_SPEED) / 50)),
        max(1, _round(5 * p.thrust_kn / (p.weight_kg * 0.00981))),
    )


def _damaged_leader(card: Block, ceiling: str) -> Block:
    """The other side of a Leader's card, which says ``ceiling``; cargo apart."""
    return card | {
        "performance": max(1, card["performance"] - 2),
        "horsepower": max(1, card["horsepower"] - 1),
        "burst": min(card["burst"], 1),
        "damage": 2 * card["damage"],
        "ceiling": ceiling,
        "bomb": _damaged(card["bomb"]),
        "strafe": max(0, card["strafe"] - 1),
    }


def _damaged_wingman(card: Block, ceiling: str) -> Block:
    """The other side of a Wingman's card, which says ``ceiling``."""
    return card | {
        "offensive": max(0, card["offensive"] - 1),
        "defensive": max(0, card["defensive"] - 1),
        "damage": 2 * card["damage"],
        "ceiling": ceiling,
    }


def _formation(p: Performance) -> Block:
    """Ratings of an aircraft that flies in Formation. [WBY 17.3]"""
    damage, ceiling = damage_rating(p) + (p.engines > 2), _ceiling(p.ceiling_m - BOMB_LOAD_COST)
    bomb = bomb_ratings(p, "saturation")
    defense = _steps(p.weight_of_defence, TURRET_STEPS) + (p.speed_kmh >= HARD_TO_CATCH)
    cargo, cargo_damaged = _cargo(p)
    special = [name for name, has in (("single-engined", p.engines == 1), ("dive-brakes", p.dive_brakes)) if has]
    return {
        "special": special,
        "carries": loads(p),
        "formation": {
            "speed": mission_speed(p, FORMATION_CLASSES[0]),
            "turret_defense": defense,
            "turret_support": p.weight_of_defence // SUPPORT_STEP,
            "damage": damage,
            "ceiling": ceiling,
            "bomb": bomb,
            **cargo,
        },
        "formation_damaged": {
            "speed": mission_speed(p, FORMATION_CLASSES[0]),
            "turret_defense": max(0, defense - 1),
            "turret_support": 0,
            "damage": 2 * damage,
            "ceiling": _lower(ceiling),
            "bomb": _damaged(bomb),
            **cargo_damaged,
        },
    }

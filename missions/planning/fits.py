"""How a unit of a mission flies with one of its types, as a staff sees it.

It hangs on the pack alone, not on what a campaign has come to: so it is found once for each unit and type, and kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from campaigns.catalogue.library import ALTITUDES, library
from campaigns.packs.identity import ThisPack
from campaigns.packs.schema import UNIT_EFFECTS, Side
from campaigns.standing.stocks import unit_fuel
from config.common import seeds
from engine.core.chance import Chance
from missions.planning.briefing import use_at_target
from missions.planning.choices import AircraftChoice, Choices, UnitChoice, units

EFFECT_WORTH = 4
"""Of an effect that brings no unit, and of each bomber of a Formation, in Balance Values."""
PAIR = 2
USEFUL = {
    "torpedo": {"low": 3, "very-low": 2},
    "dive": {"medium": 4, "low": 2},
    "strafe": {"low": 4, "very-low": 1},
    "level": {"medium": 3, "low": 3, "high": 1},
    "saturation": {"medium": 4, "high": 2, "low": 1},
    "cargo": {"low": 3, "medium": 2, "very-low": 1},
}
"""How gladly strikers begin at an Altitude, by what they do at the target. [SUP 21.2-21.7]"""


class Fit:
    """A unit with one of its types, as far as it always flies alike."""

    __slots__ = ("_altitudes", "aircraft", "fewest", "flown", "fuel", "load", "mode", "most", "unit")

    def __init__(self, unit: UnitChoice, aircraft: AircraftChoice, load: tuple[str, ...]) -> None:
        self.unit = unit
        self.aircraft = aircraft
        self.load = load
        self.mode = next(iter(unit.modes(aircraft.type, load)), None)
        self.flown = unit.flown_by(aircraft.type)
        self.most = unit.size or max(self.flown.strengths)
        """Aircraft with which it flies at most out of a pool."""
        self.fewest = max(min(self.most, PAIR), unit.fewest)
        """With fewer it is not worth while."""
        self.fuel = min(unit_fuel(each, unit.formation) for each in aircraft.loads)
        """The least that it takes of a stock."""
        self._altitudes: dict[tuple[str | None, str | None], _Altitudes] = {}

    def altitude(self, together: str | None, escorted: str | None, chance: Chance) -> str | None:
        """At which it begins. ``together``: the Formations do; ``escorted``: whoever it escorts does."""
        key = together, escorted
        if key not in self._altitudes:
            self._altitudes[key] = _altitudes(self, together, escorted)
        levels, weights = self._altitudes[key]
        if weights:
            return seeds.pick(levels, weights, chance)
        return levels[0] if levels else None


class Worth(NamedTuple):
    """What a resource is worth where all that it brings flies."""

    effects: int
    units: Mapping[str, int]
    """By what it brings."""


class Fits:
    """Those of all units that a side may have in a mission, whichever of its resources it spends."""

    def __init__(self, choices: Choices, *, counts_fuel: bool) -> None:
        self._counts_fuel = counts_fuel
        self._wanted = _loads_wanted(choices, counts_fuel=counts_fuel)
        self._known: dict[tuple[str | None, str, str], Fit] = {}
        self._weights: dict[tuple[str | None, str], Sequence[float]] = {}
        self._worth: dict[str, Worth] = {}

    def of(self, resource: str | None, unit: UnitChoice, aircraft: str) -> Fit:
        """``resource``: the one with which the mission has the unit."""
        key = resource, unit.id, aircraft
        if key not in self._known:
            choice = unit.aircraft_of(aircraft)
            assert choice is not None
            self._known[key] = Fit(unit, choice, self._load(unit, choice))
        return self._known[key]

    def weights(self, resource: str | None, unit: UnitChoice) -> Sequence[float]:
        """How gladly it flies each of its types: the better ones more."""
        key = resource, unit.id
        if key not in self._weights:
            values = [_value(unit, choice) for choice in unit.aircraft]
            self._weights[key] = [2.0 ** (value - min(values)) for value in values]
        return self._weights[key]

    def worth(self, choices: Choices, resource: str) -> Worth:
        """Of a resource that is usable by ``choices``."""
        if resource not in self._worth:
            self._worth[resource] = _worth(choices, resource)
        return self._worth[resource]

    def _load(self, unit: UnitChoice, aircraft: AircraftChoice) -> tuple[str, ...]:
        """Strikers carry what they can; the others what is wanted, and nothing else in the way."""
        if unit.role == "striker":
            return max(aircraft.loads, key=len)
        loads = aircraft.loads
        if self._counts_fuel:  # drop tanks are filled from the stock [SUP 27 step 6]
            loads = tuple(sorted(loads, key=lambda load: "drop-tanks" in load))
        return next((load for load in loads if self._wanted.intersection(load)), loads[0])


def fits_of(choices: Choices) -> Fits:
    """What ``choices`` offers units from, whatever has been used up by now."""
    counts_fuel = choices.pool is not None and choices.pool.fuel is not None
    kept, key = _kept(ThisPack(choices.pack)), (choices.mission, choices.side, counts_fuel)
    if key not in kept:
        kept[key] = Fits(choices, counts_fuel=counts_fuel)
    return kept[key]


@lru_cache(maxsize=50)
def _kept(of: ThisPack) -> dict[tuple[str, Side, bool], Fits]:
    """By mission, side and whether its fuel is counted."""
    return {}


def _loads_wanted(choices: Choices, *, counts_fuel: bool) -> frozenset[str]:
    """What those carry gladly who do not strike: who meets Formations, what hurts these."""
    wanted = {"drop-tanks"} if choices.pack.options.fuel and not counts_fuel else set()
    if any(
        line.side != choices.side and library().aircraft[line.aircraft[0]].in_formation
        for line in choices.definition.units
    ):
        wanted |= {"air-rockets", "gun-pods-20", "gun-pods-30"}
    return frozenset(wanted)


def _worth(choices: Choices, resource: str) -> Worth:
    others = [effect for effect in choices.effects(resource) if effect.effect not in UNIT_EFFECTS]
    all_units = units(choices.pack, choices.mission, choices.side, resource)
    brought = [unit for unit in all_units if unit.resource == resource]
    return Worth(
        effects=EFFECT_WORTH * len(others),
        units={unit.id: max(_value(unit, choice) for choice in unit.aircraft) for unit in brought},
    )


def _value(unit: UnitChoice, choice: AircraftChoice) -> int:
    """Balance Value of the unit with this type; bombers in Formation have none of their own. [WBY 13.1]"""
    return (
        EFFECT_WORTH * unit.size
        if unit.formation
        else choice.type.balance(unit.flown_by(choice.type).wingman != "never")
    )


_Altitudes: TypeAlias = tuple[Sequence[str], Sequence[float]]
"""Where a unit may begin, and how gladly it begins there; with no weights it begins at the first, if there is one."""


def _altitudes(fit: Fit, together: str | None, escorted: str | None) -> _Altitudes:
    """Strikers begin where they hit their target, escorts with them; for the others height is an asset."""
    unit = fit.unit
    levels = [level for level in ALTITUDES if level in fit.aircraft.altitudes]
    if not levels:
        return (), ()
    if unit.formation and together in levels:
        return (together,), ()  # [WBY 17.3.2]
    if unit.role == "striker":
        use = use_at_target(fit.aircraft.type, fit.load, fit.mode)
        if unit.formation and use == "torpedo":
            return levels[:1], ()  # released at Very Low, and Formations stay where they are [WBY 17.3.2, SUP 21.6]
        useful = USEFUL[use]
        weights = [useful.get(level, 0) for level in levels]
        if any(weights):
            return levels, weights
    if escorted:
        above = ALTITUDES[min(ALTITUDES.index(escorted) + 1, len(ALTITUDES) - 1)]
        near = [3 if each == escorted else 1 if each == above else 0 for each in levels]
        if any(near):
            return levels, near
    return levels, [float(1 + ALTITUDES.index(level)) ** 3 for level in levels]

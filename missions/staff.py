"""The engine's staff: it plans for a side that no person commands, from the same choices and by the same rules.

A plan draws from a generator of its own, derived from the mission's seed and the side, so that it tells
nothing about the flight and comes out the same however often it is asked for.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from campaigns import seeds
from campaigns.packs.library import ALTITUDES, AircraftType
from engine.core.chance import Chance
from missions.choices import DOCTRINES, AircraftChoice, Choices, PilotChoice, UnitChoice
from missions.orders import validated

DOCTRINE_WEIGHTS = (1, 3, 2)
"""Cautious, steady, bold."""


def plan(choices: Choices, *, seed: int, missions_left: int) -> dict[str, Any]:
    """Orders for ``choices.side``, as ``missions.orders.validated`` gives them.

    ``missions_left`` counts this mission and those to come: resources are spread over them.
    """
    chance = seeds.chance(seed, "staff", choices.side)
    resource = _resource(choices, missions_left, chance)
    flying: set[int] = set()
    units = []
    for unit in choices.units(resource):
        aircraft = _aircraft(unit, chance)
        wingman = unit.wingman != "never"
        leader, second = _pilots(choices, resource, unit, aircraft.type, wingman, flying)
        units.append(
            {
                "id": unit.id,
                "aircraft": aircraft.slug,
                "wingman": wingman,
                "altitude": _altitude(unit, aircraft, chance),
                "load": unit.loads[-1],
                "leader_pilot": leader,
                "wingman_pilot": second,
                "escorts": unit.escorts[(unit.number - 1) % len(unit.escorts)] if unit.escorts else None,
            }
        )
    doctrine = seeds.pick(DOCTRINES, DOCTRINE_WEIGHTS, chance)
    return validated(choices, {"resource": resource, "doctrine": doctrine, "units": units})


def _resource(choices: Choices, missions_left: int, chance: Chance) -> str | None:
    """The best of the resources that may be used, as often as it takes to have used most of them at the end."""
    usable = [choice.key for choice in choices.resources if choice.usable]
    unused = sum(not choice.used for choice in choices.resources)
    if not usable or chance.random() * missions_left >= unused:
        return None
    return seeds.pick(usable, [1 + _strength(choices, key) for key in usable], chance)


def _strength(choices: Choices, resource: str) -> int:
    """Balance Value that a resource adds."""
    brought = (unit for unit in choices.units(resource) if unit.resource == resource)
    return sum(max(_value(unit, choice) for choice in unit.aircraft) for unit in brought)


def _value(unit: UnitChoice, choice: AircraftChoice) -> int:
    """Balance Value of the unit with this type; bombers in Formation have none. [WBY 13.1]"""
    return 0 if unit.formation else choice.type.balance(unit.wingman != "never")


def _aircraft(unit: UnitChoice, chance: Chance) -> AircraftChoice:
    """The better types more often."""
    values = [_value(unit, choice) for choice in unit.aircraft]
    return seeds.pick(unit.aircraft, [2.0 ** (value - min(values)) for value in values], chance)


def _altitude(unit: UnitChoice, aircraft: AircraftChoice, chance: Chance) -> str:
    """Height is an asset: the higher the likelier. Strikers stay low enough to hit their target."""
    levels = [level for level in ALTITUDES if level in aircraft.altitudes]
    weights = [float(1 + ALTITUDES.index(level)) ** 3 for level in levels]
    if unit.role == "striker":
        weights = [0.5 if level == "very-high" else 2.0 if level == "high" else 4.0 for level in levels]
    return seeds.pick(levels, weights, chance)


def _pilots(
    choices: Choices,
    resource: str | None,
    unit: UnitChoice,
    aircraft: AircraftType,
    wingman: bool,
    flying: set[int],
) -> tuple[int | None, int | None]:
    """The best free pilot leads, the next flies on his wing."""
    if not unit.pilots:
        return None, None
    leader = _best(choices.pilots_for(aircraft, resource), flying)
    second = _best(choices.pilots_for(aircraft, resource), flying) if wingman else None
    return leader, second


def _best(pilots: Collection[PilotChoice], flying: set[int]) -> int | None:
    free = [pilot for pilot in pilots if pilot.id not in flying]
    if not free:
        return None
    best = max(free, key=lambda pilot: (len(pilot.skills), pilot.kills, pilot.missions, -pilot.id))
    flying.add(best.id)
    return best.id

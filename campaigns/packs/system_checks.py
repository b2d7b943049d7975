"""What is checked of a pack whose system knows its own missions, which is any but Wild Blue Yonder.

The system itself looks at each mission, as it will when the mission is planned.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

import engine
from campaigns.packs.definition import PackDefinition
from campaigns.packs.errors import Path
from campaigns.packs.mission_checks import Found, check_aircraft, check_both_sides, in_service_by
from campaigns.packs.schema import SIDES, MissionDefinition, UnitLine
from engine.core.campaigns import CampaignRules, MissionOrder, MissionUnit
from engine.core.errors import BadSetup

KINDS = ("land", "progressive", "operation")
OF_ITS_OWN = ("striker", "target", "base", "night", "week")
"""What only Wild Blue Yonder's missions say; other systems say it in their ``setup``."""
OF_UNITS = ("section", "load", "altitudes", "mode", "arrives", "phase", "over_target", "belt")
MOST_UNITS = 8
"""Of a side."""


def check_of_system(pack: PackDefinition, rules: CampaignRules) -> Iterator[Found]:
    """Every mistake in what a pack says of its system's missions."""
    title = engine.systems()[pack.system].title
    if pack.kind not in KINDS:
        yield ("kind",), f"{title} has no campaigns of kind {pack.kind}. Use one of {', '.join(KINDS)}."
        return
    for key in ("resources", "budget", "skilled_on"):
        if getattr(pack, key):
            yield (key,), f"{title} knows no {key.replace('_', ' ')}. Remove it."
    if pack.options.fuel:
        yield ("options", "fuel"), f"{title} keeps no account of fuel. Remove it."
    if not pack.names_men:
        for path in _men(pack):
            yield path, f"{title} does not name the men in its aircraft. Remove it."
    for key, mission in pack.missions.items():
        right = True
        for found in _mission(pack, rules, mission, ("missions", key)):
            right = False
            yield found
        if right:
            yield from _flown(pack, rules, mission, ("missions", key))


def _men(pack: PackDefinition) -> Iterator[Path]:
    """Where a pack speaks of men by name."""
    if pack.options.careers:
        yield ("options", "careers")
    for side in SIDES:
        yield from (("sides", side, "pilots", nation) for nation, men in pack.sides[side].pilots.items() if men)
    yield from (("squadrons", key, "pilots") for key, squadron in pack.squadrons.items() if squadron.pilots)
    yield from (("replacements", place, "pilots") for place, line in enumerate(pack.replacements) if line.pilots)
    for key, event in pack.events.items():
        yield from (("events", key, "gives", place, "pilots") for place, each in enumerate(event.gives) if each.pilots)


def _mission(pack: PackDefinition, rules: CampaignRules, mission: MissionDefinition, path: Path) -> Iterator[Found]:
    if not any(line.mission == path[-1] for stage in pack.stages for line in stage.table):
        yield path, "No stage draws this Mission. Add it to a table or remove it."
    if mission.type != "air-combat":
        yield (*path, "type"), "Missions of this system are of type air-combat; what they are about stands in setup."
    fresh = MissionDefinition.model_fields
    for key in OF_ITS_OWN:
        if getattr(mission, key) != fresh[key].default:
            yield (*path, key), f"A Mission of this system has no {key}. Say it in setup, if its rules know it."
    units = (*path, "units")
    yield from check_both_sides(mission.units, units)
    for side in SIDES:
        if (count := sum(unit.count for unit in mission.units if unit.side == side)) > MOST_UNITS:
            yield units, f"The {side} side could fly {count} units. At most {MOST_UNITS} can."
    date = in_service_by(pack, (str(path[-1]),))
    for index, unit in enumerate(mission.units):
        yield from check_aircraft(pack, unit.aircraft, unit.side, date, (*units, index, "aircraft"))
        yield from _unit(rules, unit, (*units, index))


def _unit(rules: CampaignRules, unit: UnitLine, path: Path) -> Iterator[Found]:
    fewest, most = rules.sizes
    for place, size in enumerate(unit.size):
        if not fewest <= size <= most:
            yield (*path, "size", place), f"A unit of this system has {fewest} to {most} aircraft, not {size}."
    fresh = UnitLine.model_fields
    for key in OF_UNITS:
        if getattr(unit, key) != fresh[key].default:
            yield (*path, key), f"A unit of this system has no {key.replace('_', ' ')}. Remove it."


def _flown(pack: PackDefinition, rules: CampaignRules, mission: MissionDefinition, path: Path) -> Iterator[Found]:
    """What the system says to the mission with its units as strong as they may be, each type of each once."""
    lines = [line for line in mission.units for _ in range(line.count)]
    said: set[str] = set()
    for types in zip_longest(*(line.aircraft for line in lines)):
        numbers = dict.fromkeys(SIDES, 0)
        units = []
        for line, slug in zip(lines, types, strict=True):
            numbers[line.side] += 1
            size = max(line.size)
            units.append(
                MissionUnit(
                    id=f"{line.side}-{numbers[line.side]}",
                    side=line.side,
                    role=line.role,
                    aircraft=(slug or line.aircraft[0],) * size,
                    men=(None,) * size,
                )
            )
        month = in_service_by(pack, (str(path[-1]),)).isoformat()[:7]
        order = MissionOrder(mission.setup_document, month, tuple(units))
        try:
            engine.systems()[pack.system].check(rules.setup(order))
        except BadSetup as problem:
            if str(problem) not in said:
                said.add(str(problem))
                yield path, f"The rules refuse this Mission: {problem} Correct its setup or its units."

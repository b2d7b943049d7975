"""What a pack says that its system does not know, and what the system says to a mission told in its own words.

The system itself looks at such a mission, as it will when the mission is planned.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import zip_longest

import engine
from campaigns.packs.definition import PackDefinition
from campaigns.packs.errors import Path
from campaigns.packs.mission_checks import Found, in_service_by
from campaigns.packs.schema import SIDES, MissionDefinition, Model
from engine.core.campaigns import MissionOrder, MissionUnit
from engine.core.errors import BadSetup

OF_PACKS: Mapping[str, object] = {"resources": {}, "budget": {}, "skilled_on": ()}
OF_MISSIONS: Mapping[str, object] = {
    "type": "air-combat", "striker": None, "target": None, "base": None, "night": False, "week": None, "setup": {},
}  # fmt: skip
OF_UNITS: Mapping[str, object] = {
    "section": False, "load": (), "altitudes": (), "mode": None, "arrives": (1,), "phase": None, "over_target": False,
    "belt": None,
}  # fmt: skip
"""What not every system knows, and how it stands where nothing is said of it."""
OTHERWISE = {
    "type": "Missions of this system are of type air-combat; what they are about stands in setup.",
    "setup": "{}'s Missions have no setup. Remove it.",
}
"""What is said of these words of a mission instead of that it has none."""


def check_words(pack: PackDefinition) -> Iterator[Found]:
    """Whatever a pack says that means nothing in its system."""
    system = engine.systems()[pack.system]
    rules, knows, title = system.campaign, system.campaign.knows, system.title
    if pack.kind not in rules.kinds:
        yield ("kind",), f"{title} has no campaigns of kind {pack.kind}. Use one of {', '.join(rules.kinds)}."
        return
    for key in _unknown(knows, pack, OF_PACKS):
        yield (key,), f"{title} knows no {key.replace('_', ' ')}. Remove it."
    if pack.options.fuel and "fuel" not in knows:
        yield ("options", "fuel"), f"{title} keeps no account of fuel. Remove it."
    if not pack.names_men:
        for path in _men(pack):
            yield path, f"{title} does not name the men in its aircraft. Remove it."
    for name, mission in pack.missions.items():
        here: Path = ("missions", name)
        for key in _unknown(knows, mission, OF_MISSIONS):
            text = f"A Mission of this system has no {key}. Say it in setup, if its rules know it."
            yield (*here, key), OTHERWISE.get(key, text).format(title)
        for index, unit in enumerate(mission.units):
            for key in _unknown(knows, unit, OF_UNITS):
                text = f"A unit of this system has no {key.replace('_', ' ')}. Remove it."
                yield (*here, "units", index, key), text


def _unknown(knows: Collection[str], part: Model, words: Mapping[str, object]) -> dict[str, object]:
    """What a part of a pack says in these words and its system does not know, as if it were not said."""
    return {key: usual for key, usual in words.items() if key not in knows and getattr(part, key) != usual}


def as_known(pack: PackDefinition) -> PackDefinition:
    """The same without what its system does not know."""
    knows = pack.rules.knows
    missions = {
        key: mission.but(
            units=tuple(unit.but(**_unknown(knows, unit, OF_UNITS)) for unit in mission.units),
            **_unknown(knows, mission, OF_MISSIONS),
        )
        for key, mission in pack.missions.items()
    }
    return pack.but(missions=missions, **_unknown(knows, pack, OF_PACKS))


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


def check_setup(pack: PackDefinition, mission: MissionDefinition, path: Path) -> Iterator[Found]:
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
            engine.systems()[pack.system].check(pack.rules.setup(order))
        except BadSetup as problem:
            if str(problem) not in said:
                said.add(str(problem))
                yield path, f"The rules refuse this Mission: {problem} Correct its setup or its units."

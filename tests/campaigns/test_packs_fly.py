"""What the packs ask of the engine: every Air Combat Mission can be flown, and dogfights are fair."""

from __future__ import annotations

from itertools import product
from statistics import mean

import pytest

import engine
from campaigns.packs import PackDefinition, read_pack
from campaigns.packs.library import ALTITUDES, FIXTURES, library
from campaigns.packs.planning import UnitSlot, resource_choices, unit_slots
from campaigns.packs.schema import SIDES
from engine.core.errors import BadSetup
from engine.core.game import Document
from engine.core.players import fly, heuristic_player
from engine.core.report import Report
from engine.wildblue.tables import GREEN_PILOT, SKILLS

PACKS = {
    path.stem: read_pack(path.read_text(encoding="utf-8"), path.name)
    for path in sorted((FIXTURES / "packs").glob("*.toml"))
}
FIGHTERS = sorted(slug for slug, each in library().aircraft.items() if each.aircraft_class == "fighter")
AIR_COMBAT = [(slug, key) for slug, pack in PACKS.items() for key, each in pack.all_missions() if each.type == "air-combat"]


def set_up(pack: PackDefinition, slots: list[UnitSlot], choice: int) -> Document:
    """The engine's set-up when each commander takes the ``choice``-th aircraft (or his last) everywhere."""
    units = []
    for side in SIDES:
        for number, slot in enumerate((slot for slot in slots if slot.side == side), 1):
            slug = slot.aircraft[min(choice, len(slot.aircraft) - 1)]
            altitudes = slot.altitude_choices(library().aircraft[slug])
            unit: Document = {"id": f"{side}-{number}", "side": side, "aircraft": slug}
            units.append(unit | {"wingman": slot.wingman == "always", "altitude": altitudes[len(altitudes) // 2]})
    return {"kind": "dogfight", "units": units} | ({"bonus": "balance"} if pack.scoring.balance else {})


def flown(setup: Document, seed: int) -> Report:
    game = engine.new("wildblue", setup, seed)
    return fly(game, {side: heuristic_player("wildblue", side, seed) for side in SIDES}).report()


@pytest.mark.parametrize(("slug", "key"), AIR_COMBAT, ids=[key for _, key in AIR_COMBAT])
def test_every_air_combat_mission_flies_with_every_resource_and_choice(slug: str, key: str) -> None:
    pack = PACKS[slug]
    choices = [[None, *resource_choices(pack, key, side)] for side in SIDES]
    for number, picked in enumerate(product(*choices)):
        slots = [
            slot for side, resource in zip(SIDES, picked, strict=True) for slot in unit_slots(pack, key, side, resource)
        ]
        setup = set_up(pack, slots, number % 3)
        report = flown(setup, number)
        aircraft = sum(2 if unit["wingman"] else 1 for unit in setup["units"])
        assert len(report.aircraft) == aircraft


def test_the_dogfights_of_the_desert_are_fair_once_balance_values_are_counted() -> None:
    pack = PACKS["desert-dogfights"]
    margins = {}
    for key, _ in pack.all_missions():
        setup = set_up(pack, [slot for side in SIDES for slot in unit_slots(pack, key, side)], 0)
        reports = [flown(setup, seed) for seed in range(30)]
        margins[key] = mean(report.points("allied") - report.points("axis") for report in reports)
    assert max(abs(margin) for margin in margins.values()) < 7, margins
    assert abs(mean(margins.values())) < 2, margins


@pytest.mark.parametrize("slug", FIGHTERS)
def test_planning_offers_exactly_the_altitudes_at_which_the_engine_lets_an_aircraft_begin(slug: str) -> None:
    side = library().aircraft[slug].side
    other = "allied" if side == "axis" else "axis"
    enemy = "bf-109e-3" if other == "axis" else "spitfire-i"
    taken = []
    for altitude in ALTITUDES:
        unit = {"id": f"{side}-1", "side": side, "aircraft": slug, "wingman": False, "altitude": altitude}
        against = {"id": f"{other}-1", "side": other, "aircraft": enemy, "wingman": False}
        try:
            engine.new("wildblue", {"kind": "dogfight", "units": [unit, against]}, 1)
        except BadSetup:
            continue
        taken.append(altitude)
    assert tuple(taken) == library().aircraft[slug].start_altitudes


def test_every_skilled_pilot_has_skills_that_the_engine_knows() -> None:
    for pilots in library().pilots.values():
        for pilot in pilots:
            assert set(pilot.skills) <= set(SKILLS) - {GREEN_PILOT}, pilot

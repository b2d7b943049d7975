"""What the packs ask of the engine: every mission can be flown as it can be planned, and dogfights are fair."""

from __future__ import annotations

from functools import cache
from itertools import product
from statistics import mean

import pytest

import engine
from campaigns.catalogue.library import ALTITUDES, FIXTURES, library
from campaigns.packs import PackDefinition, read_pack
from campaigns.packs.schema import SIDES, Side
from campaigns.standing import Standing
from engine import heuristic_player
from engine.core.errors import BadSetup
from engine.core.game import Document, Game
from engine.core.players import fly
from engine.core.report import Report
from engine.wildblue.tables import CREW_SKILLS, GREEN_PILOT, SKILLS
from missions.planning import choices as planning
from missions.planning import setups, staff
from missions.planning.choices import Choices, UnitChoice, spread_arrivals
from missions.planning.mission_context import MissionContext
from missions.planning.orders import SideOrders, UnitOrders
from missions.planning.places import seats
from missions.planning.validation import as_flown, validated
from missions.results.questionnaire import sheet
from tests import make
from tests.each import for_each
from tests.engine.rules import rule

SHIPPED = sorted(path.stem for path in (FIXTURES / "packs").glob("*.toml"))
SOME = (make.DOGFIGHTS, "buzz-bomb", "flying-circus-1917")
SOME_HERE = [pytest.param(each, marks=() if each in SOME else pytest.mark.sweep) for each in SHIPPED]
FIGHTERS = sorted(
    slug for slug, each in library().aircraft.items() if each.aircraft_class == "fighter" and each.system == "wildblue"
)


@cache
def manned(slug: str) -> PackDefinition:
    """With whatever a Mission names for everybody: what squadrons have left of it is the matter of whole campaigns."""
    return read_pack(make.source(slug), f"{slug}.toml").model_copy(update={"squadrons": {}})


def offered(pack: PackDefinition, key: str, side: Side) -> Choices:
    """What a side without named pilots may choose."""
    dates = [line.date or stage.last for stage in pack.stages for line in stage.table if line.mission == key]
    dates += [place.date for stage in pack.stages for place in stage.locations if key.startswith(f"{place.key}-")]
    standing = Standing(pack, events=dict.fromkeys(pack.events, 0))
    return planning.build(pack, key, side, month=f"{max(dates):%Y-%m}", standing=standing)


def orders(choices: Choices, resource: str | None, turn: int) -> SideOrders:
    """Orders that take the ``turn``-th of all that is offered for each unit, beginning anew after the last.

    Formations of one type stay together. [WBY 17.3.2]
    """
    units = choices.units(resource)
    arrivals = spread_arrivals(units)
    given = [unit_orders(unit, turn, arrivals[unit.id]) for unit in units]
    height: dict[str | None, str | None] = {}
    for place, unit in enumerate(units):
        if unit.formation:
            together = height.setdefault(given[place].aircraft, given[place].altitude)
            given[place] = given[place].model_copy(update={"altitude": together})
    return validated(choices, SideOrders(resource=resource, units=tuple(given)))


def unit_orders(unit: UnitChoice, turn: int, arrives: int) -> UnitOrders:
    aircraft = unit.aircraft[turn % len(unit.aircraft)]
    load = aircraft.loads[turn % len(aircraft.loads)]
    modes = unit.modes(aircraft.type, load)
    level = ("medium", "low", "high")[turn % 3]
    usual = aircraft.altitudes[-1] if aircraft.altitudes else None
    return UnitOrders(
        id=unit.id,
        aircraft=aircraft.slug,
        models=(aircraft.slug,) * unit.sizes[turn % len(unit.sizes)] if unit.formation else None,
        altitude=next((each for each in (level, "low") if each in aircraft.altitudes), usual),
        wingman=unit.wingman == "always" or (unit.wingman == "optional" and turn % 2 == 0),
        load=load,
        mode=modes[turn % len(modes)] if modes else None,
        arrives=arrives,
    )


def as_they_fly(pack: PackDefinition, key: str, both: dict[Side, SideOrders]) -> dict[Side, SideOrders]:
    spent = [own.resource for own in both.values()]
    return {side: as_flown(pack, key, side, own, spent) for side, own in both.items()}


def flown(pack: PackDefinition, key: str, both: dict[Side, SideOrders]) -> MissionContext:
    month = offered(pack, key, "axis").month
    return MissionContext(pack=pack, key=key, month=month, orders=as_they_fly(pack, key, both), standing=Standing(pack))


def set_up(pack: PackDefinition, key: str, both: dict[Side, SideOrders]) -> Document:
    return setups.setup(flown(pack, key, both))


def told(pack: PackDefinition, key: str, both: dict[Side, SideOrders], game: Game) -> Report:
    """The report as the campaign reads it."""
    return pack.rules.retold(setups.order_of(flown(pack, key, both)), game.report())


def played(setup: Document, seed: int, system: str = "wildblue") -> Game:
    game = engine.new(system, setup, seed)
    return fly(game, {side: heuristic_player(system, side, seed) for side in SIDES})


@pytest.mark.slow("flies a campaign's missions with all that it may have")
@pytest.mark.parametrize("slug", SOME_HERE)
def test_every_mission_flies_with_every_resource_and_choice(slug: str, subtests: pytest.Subtests) -> None:
    pack = manned(slug)
    for key, _ in pack.all_missions():
        with subtests.test(key):
            flies_with_every_resource_and_choice(pack, key)


def flies_with_every_resource_and_choice(pack: PackDefinition, key: str) -> None:
    both = {side: offered(pack, key, side) for side in SIDES}
    usable = [[None, *(each.key for each in both[side].resources if each.usable)] for side in SIDES]
    for number, picked in enumerate(product(*usable)):
        signed = {side: orders(both[side], resource, number) for side, resource in zip(SIDES, picked, strict=True)}
        report = told(pack, key, signed, played(set_up(pack, key, signed), number, pack.system))
        took_off = [
            seat
            for side in SIDES
            for unit in as_flown(pack, key, side, signed[side], picked).units
            for seat in seats(unit)
        ]
        with_men = [each for each in report.aircraft if each.aircraft_class != "flying-bomb"]
        assert len(with_men) == len(took_off)


@pytest.mark.slow("flies up to thirty missions")
@pytest.mark.parametrize("slug", SOME_HERE)
def test_every_mission_flies_as_the_staff_plans_it(slug: str, subtests: pytest.Subtests) -> None:
    for key, _ in manned(slug).all_missions():
        with subtests.test(key):
            flies_as_the_staff_plans_it(manned(slug), key, seed=0)


@pytest.mark.sweep
@pytest.mark.parametrize("slug", SHIPPED)
def test_every_mission_flies_as_the_staff_plans_it_whatever_the_seed(slug: str, subtests: pytest.Subtests) -> None:
    for key, _ in manned(slug).all_missions():
        with subtests.test(key):
            for seed in range(1, 4):
                flies_as_the_staff_plans_it(manned(slug), key, seed)


def flies_as_the_staff_plans_it(pack: PackDefinition, key: str, seed: int) -> None:
    signed = {side: staff.plan(offered(pack, key, side), seed=seed, missions_left=2) for side in SIDES}
    assert {side: validated(offered(pack, key, side), plan) for side, plan in signed.items()} == signed
    game = played(set_up(pack, key, signed), seed, pack.system)
    assert engine.replay(game.record).report() == game.report()


def test_the_dogfights_of_the_desert_are_fair_once_balance_values_are_counted() -> None:
    pack = manned(make.DOGFIGHTS)
    margins = {}
    for key, _ in pack.all_missions():
        setup = set_up(pack, key, {side: orders(offered(pack, key, side), None, 0) for side in SIDES})
        for unit in setup["units"]:
            aircraft = library().aircraft[unit["aircraft"]]
            unit["altitude"] = aircraft.start_altitudes[len(aircraft.start_altitudes) // 2]
        reports = [played(setup, seed).report() for seed in range(30)]
        margins[key] = mean(report.points("allied") - report.points("axis") for report in reports)
    assert max(abs(margin) for margin in margins.values()) < 7, margins
    assert abs(mean(margins.values())) < 2, margins


@for_each(FIGHTERS)
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


def test_every_skilled_man_has_skills_that_the_engine_knows() -> None:
    for pilots in library().pilots.values():
        for pilot in pilots:
            assert set(pilot.skills) <= set(SKILLS) - {GREEN_PILOT}, pilot
    for crews in library().crews.values():
        for crew in crews:
            assert set(crew.skills) <= set(CREW_SKILLS), crew


@rule("WBY 10")
def test_a_night_fighters_wingman_of_earlier_orders_does_not_fly_and_stands_in_the_sheet_of_what_was_flown() -> None:
    pack, key = manned("8th-air-force-1943"), "night-fighters"
    both = {side: orders(offered(pack, key, side), None, 0) for side in SIDES}
    alone = next(unit for unit in both["axis"].units if unit.aircraft == "bf-110g-4")
    assert not alone.wingman
    units = tuple(unit.but(wingman=True, section=False) if unit is alone else unit for unit in both["axis"].units)
    earlier = both["axis"].but(units=units)
    assert validated(offered(pack, key, "axis"), earlier) == both["axis"]
    context = flown(pack, key, both | {"axis": earlier})
    game = played(setups.setup(context), 1)
    assert not any(each.unit == alone.id and each.seat == "wingman" for each in game.report().aircraft)
    assert f"{alone.id} wingman" in {line.key for line in sheet(context).lines}

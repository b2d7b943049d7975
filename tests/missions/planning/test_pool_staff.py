"""What the staff sends of a pool, what it keeps back, and whom it spares. [SUP 25, 27]"""

from __future__ import annotations

import pytest

from campaigns.operations.campaigns import start_campaign
from campaigns.packs import read_pack
from campaigns.packs.schema import SIDES
from campaigns.standing import Standing
from missions.flights import context
from missions.models import Mission
from missions.planning import staff
from missions.planning.choices import Choices
from missions.planning.staff_allocation import reserve, types_to_come
from missions.planning.validation import validated
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.rules import rule
from tests.missions.planning.pools import front, offered, standing_of

MEASURE_ALL = 20
"""Seeds with which every plan of the staff is looked at."""


@pytest.mark.parametrize("weather", ["Clear", "Low cloud", "Dust"])
@pytest.mark.parametrize("key", ["port", "sweep", "crossroads", "coaster"])
def test_the_staffs_plan_from_a_pool_is_one_that_a_person_might_sign(key: str, weather: str):
    for side in SIDES:
        choices = offered(key, side, standing_of(front(), weather))
        for seed in range(MEASURE_ALL):
            plan = staff.plan(choices, seed=seed, missions_left=1 + seed % 4)
            assert validated(choices, plan) == plan
            assert staff.plan(choices, seed=seed, missions_left=1 + seed % 4) == plan


def test_the_staff_sends_an_escort_with_the_first_striker_before_the_second():
    for seed in range(MEASURE_ALL):
        plan = staff.plan(offered("port", "axis", capped(2)), seed=seed, missions_left=1)
        assert [unit.id for unit in plan.flying] == ["axis-1", "axis-3"]
        assert plan.units[2].escorts == "axis-1"


def capped(units: int) -> Standing:
    standing = standing_of()
    assert standing.period
    standing.period.caps = dict.fromkeys(SIDES, units)
    return standing


def test_the_staff_spends_no_resource_whose_unit_would_stay_at_home():
    text = make.source(make.PERIODS).replace('"flak-guns"', '"element", aircraft = ["hurricane-i"]', 1)
    standing = standing_of(read_pack(text.replace("green = 2", "green = 0"), "element.toml"))
    assert standing.period
    spent = {}
    for cap in (1, 2, 3):
        standing.period.caps = dict.fromkeys(SIDES, cap)
        choices = offered("sweep", "allied", standing)
        brought = {unit.id for unit in choices.units("flak-train") if unit.resource}
        plans = [staff.plan(choices, seed=seed, missions_left=1) for seed in range(5)]
        spending = [plan for plan in plans if plan.resource]
        for plan in spending:
            assert brought & {unit.id for unit in plan.flying}
        spent[cap] = bool(spending)
    assert spent == {1: False, 2: False, 3: True}


def flying_units(choices: Choices, missions_left: int) -> list[str]:
    plan = staff.plan(choices, seed=1, missions_left=missions_left)
    return [unit.id for unit in plan.flying]


def with_stukas(standing: Standing, serviceable: int, in_repair: int = 0) -> Standing:
    """The Stukas that are neither have been lost."""
    own = [each for each in standing.airframes.values() if each.squadron == "stuka"]
    assert len(own) >= serviceable + in_repair
    for airframe in own[serviceable:]:
        airframe.status = "lost"
    for airframe in own[serviceable : serviceable + in_repair]:
        airframe.status = "repair"
    return standing


@pytest.mark.parametrize(("serviceable", "in_repair", "flies"), [(5, 0, True), (4, 1, False), (4, 0, False)])
def test_a_small_squadron_of_the_staff_flies_a_second_pair_if_one_aircraft_stays_at_home(
    serviceable: int, in_repair: int, flies: bool
):
    choices = offered("port", "axis", with_stukas(standing_of(), serviceable, in_repair))
    assert flying_units(choices, 5) == (["axis-1", "axis-2", "axis-3"] if flies else ["axis-1", "axis-3"])


def test_the_staff_keeps_no_reserve_in_the_last_mission():
    choices = offered("port", "axis", with_stukas(standing_of(), 4))
    assert flying_units(choices, 1) == ["axis-1", "axis-2", "axis-3"]


def test_of_a_big_squadron_the_staff_keeps_two_aircraft():
    text = make.source(make.OPERATION).replace("strength = 8", "strength = 30")
    choices = offered("first-carrier", "axis", standing_of(read_pack(text, "big.toml")))
    assert choices.pool
    assert types_to_come(choices, choices.pool, 4) >= {each.type.slug for each in choices.pool.squadrons}
    assert {each.key: reserve(each) for each in choices.pool.squadrons} == {"stuka": 2, "folgore": 2}


@rule("SUP 25")
def test_in_an_operation_the_staff_keeps_nothing_that_no_mission_to_come_asks_for():
    text = make.source(make.OPERATION)
    sweep, freighter = ('mission = "sweep"', 'mission = "freighter"')
    sweep_last = text.replace(sweep, "later", 1).replace(freighter, sweep, 1).replace("later", freighter, 1)
    flying = {}
    for last, order in (("freighter", text), ("sweep", sweep_last)):
        standing = with_stukas(standing_of(read_pack(order, f"{last}.toml")), 4)
        flying[last] = flying_units(offered("second-carrier", "axis", standing), 2)
    assert flying == {"freighter": ["axis-1", "axis-3"], "sweep": ["axis-1", "axis-2", "axis-3"]}


def test_the_staff_spares_its_green_men():
    choices = offered("sweep", "allied")
    green = {man.pk for man in choices.pilots if man.is_green}
    assert green
    for seed in range(MEASURE_ALL):
        plan = staff.plan(choices, seed=seed, missions_left=4)
        flying = {man for unit in plan.flying for man in unit.pilots}
        assert not green & flying


def test_the_staff_saves_fuel_when_the_stock_is_short():
    standing = standing_of()
    standing.stocks["allied"]["fuel"] = 2
    plan = staff.plan(offered("sweep", "allied", standing), seed=1, missions_left=30)
    assert [unit.id for unit in plan.flying] == ["allied-1"]
    standing.stocks["allied"]["fuel"] = 20
    plan = staff.plan(offered("sweep", "allied", standing), seed=1, missions_left=30)
    assert len(plan.flying) == 2


def test_the_staff_that_can_send_nobody_signs_that_everybody_stays_at_home():
    plan = staff.plan(offered("port", "axis", capped(0)), seed=1, missions_left=3)
    assert not plan.flying


def test_the_staff_plans_a_whole_campaign_from_its_pools(cast: Cast):
    campaign = start_campaign(
        actor=cast.owner,
        pack=make.pack(make.PERIODS),
        name="Staff against staff",
        seats={"allied": "staff", "axis": "staff"},
        seed=3,
    )
    for _ in range(4):
        mission = make.drawn(campaign)
        assert mission.status == Mission.Status.READY
        if context.why_grounded(mission):
            break
        make.record(mission)
        make.debrief(mission)
        assert_reconciled(campaign)

"""The staff plans for the sides that nobody commands: by the rules, in secret, and the same every time."""

from __future__ import annotations

from collections import Counter

import pytest

from campaigns.access import viewer
from campaigns.packs.schema import SIDES
from missions.flights import context
from missions.models import Mission, Orders
from missions.planning import staff
from missions.planning.validation import validated
from missions.selectors import missions
from tests import make
from tests.cast import Cast


def test_the_staff_signs_when_the_mission_is_drawn(cast: Cast):
    mission = make.drawn(make.campaign(cast.owner, allied="me", axis="staff"))
    (orders,) = Orders.objects.filter(mission=mission)
    assert (orders.side, orders.signed_by) == ("axis", None)
    assert mission.status == Mission.Status.PLANNING
    both = make.drawn(make.campaign(cast.owner, allied="staff", axis="staff"))
    assert both.status == Mission.Status.READY


@pytest.mark.parametrize(
    "key", ["via-balbia", "gazala", "agedabia", "scelidima", "mechili"]
)  # strikes with and without defenders, and dogfights
def test_a_plan_is_one_that_a_person_might_sign(cast: Cast, key: str):
    mission = make.land_mission(cast.owner, key)
    for side in SIDES:
        choices = context.choices(mission, side)
        for seed in range(20):
            plan = staff.plan(choices, seed=seed, missions_left=1 + seed % 3)
            assert validated(choices, plan) == plan


def test_a_plan_that_brings_formations_is_one_that_a_person_might_sign(cast: Cast):
    mission = make.land_mission(cast.owner, "brevity", number=3)
    choices = context.choices(mission, "allied")
    plan = staff.plan(choices, seed=1, missions_left=1)
    assert validated(choices, plan) == plan
    assert plan.units[0].leader_pilot is None  # the Blenheims


@pytest.mark.parametrize("pack", ["kursk", "flying-circus-1917", "big-week", "angels-over-kent"])  # one of each game
def test_a_staff_that_has_planned_much_thinks_as_one_that_has_just_come(cast: Cast, pack: str):
    mission = make.drawn(make.campaign(cast.owner, pack))
    for side in SIDES:
        choices = context.choices(mission, side)
        old = staff.Staff(choices, 5)
        for seed in range(30):
            plan = old.plan(seed)
            assert plan == staff.plan(choices, seed=seed, missions_left=5)
            assert validated(choices, plan) == plan


def test_a_plan_comes_of_the_missions_seed_and_nothing_else(cast: Cast):
    mission = make.land_mission(cast.owner, "scelidima")
    choices = context.choices(mission, "axis")
    plans = [staff.plan(choices, seed=seed, missions_left=3) for seed in (5, 5, *range(6, 26))]
    assert plans[0] == plans[1]
    assert len({str(plan) for plan in plans}) > 5


def test_the_sides_of_one_mission_draw_from_generators_of_their_own(cast: Cast):
    mission = make.land_mission(cast.owner, "scelidima")
    doctrines = [
        [staff.plan(context.choices(mission, side), seed=seed, missions_left=3).doctrine for seed in range(20)]
        for side in SIDES
    ]
    assert doctrines[0] != doctrines[1]


@pytest.mark.sweep
def test_the_staff_spreads_its_resources_over_the_campaign(cast: Cast):
    spent = Counter[int]()
    for seed in range(12):
        campaign = make.campaign(cast.owner, make.LAND, allied="staff", axis="staff", seed=seed)
        for _ in range(3):
            mission = make.recorded(campaign)
            make.debrief(mission)
            spent[mission.number] += sum(bool(orders.document["resource"]) for orders in mission.orders.all())
    assert all(spent[number] > 12 for number in (1, 2, 3))  # of 24 chances each


def test_nobody_sees_the_staffs_orders_before_the_flight(cast: Cast):
    campaign = make.campaign(cast.owner, allied="staff", axis="staff")
    mission = make.drawn(campaign)
    member = viewer(campaign, cast.owner)
    assert member is not None
    assert member.is_umpire
    page = missions.mission_page(mission, member)
    assert all(plan.is_signed and plan.orders is None for plan in page.plans.values())
    make.record(mission)
    page = missions.mission_page(mission, member)
    assert all(plan.orders is not None for plan in page.plans.values())

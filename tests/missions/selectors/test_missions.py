"""What the pages of missions show, and to whom."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries

from campaigns.access import Viewer, viewer
from campaigns.models import Campaign
from campaigns.selectors.standings import standing_of
from config.common.refusals import Refusal
from missions.models import Mission
from missions.operations import endings, flights
from missions.operations.orders import sign_orders
from missions.selectors import missions
from missions.selectors.next_step import next_step_of
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast


def member(campaign: Campaign, user: User) -> Viewer:
    found = viewer(campaign, user)
    assert found is not None
    return found


def step(campaign: Campaign, user: User) -> tuple[str, int, tuple[str, ...], tuple[str, ...]]:
    campaign.refresh_from_db()
    found = next_step_of(campaign, member(campaign, user), standing_of(campaign))
    return found.action, found.mission, found.sides, found.own_sides


def test_a_campaign_always_knows_what_it_waits_for(cast: Cast):
    campaign = make.club(cast, make.LAND)
    assert step(campaign, cast.allied) == ("draw", 1, (), ())
    mission = make.drawn(campaign)
    assert step(campaign, cast.allied) == ("plan", 1, ("allied", "axis"), ("allied",))
    sign_orders(actor=cast.allied, mission=mission, side="allied", document=make.orders(mission, "allied"))
    assert step(campaign, cast.allied) == ("plan", 1, ("axis",), ())
    assert step(campaign, cast.axis) == ("plan", 1, ("axis",), ("axis",))
    sign_orders(actor=cast.axis, mission=mission, side="axis", document=make.orders(mission, "axis"))
    assert step(campaign, cast.reader) == ("fly", 1, (), ())
    make.record(mission)
    assert step(campaign, cast.reader) == ("debrief", 1, (), ())
    make.debrief(mission)
    assert step(campaign, cast.reader) == ("draw", 2, (), ())
    for _ in range(2):
        make.debriefed(campaign)
    assert step(campaign, cast.reader) == ("over", 4, (), ())
    assert_reconciled(campaign)


def test_an_archived_campaign_waits_for_nobody_who_reads_it(cast: Cast):
    campaign = make.led(make.on_terms(make.club(cast, make.PERIODS), orders_hours=24)).campaign
    everybody = (cast.owner, cast.umpire, cast.allied, cast.axis, cast.pilot, cast.reader)
    assert [step(campaign, each)[-1] for each in everybody] == [(), (), ("allied",), ("axis",), (), ()]
    endings.archive(actor=cast.owner, campaign=campaign)
    campaign.refresh_from_db()
    for each in everybody:
        found = next_step_of(campaign, member(campaign, each), standing_of(campaign))
        assert (found.action, found.sides) == ("plan", ("allied", "axis")), each
        asked = (found.own_sides, found.own_parts, found.to_decide, found.due)
        assert (found.may_act, *asked) == (False, (), (), (), ()), each


def signed_by_both(cast: Cast) -> Mission:
    return make.planned(make.club(cast))


def orders_seen(mission: Mission, user: User) -> list[str]:
    """The sides whose orders are on the page of this person."""
    mission = Mission.objects.get(pk=mission.pk)
    page = missions.mission_page(mission, member(mission.campaign, user))
    return [side for side, plan in page.plans.items() if plan.orders is not None]


def test_orders_are_secret_until_the_mission_is_flown(cast: Cast):
    mission = signed_by_both(cast)
    assert {name: orders_seen(mission, getattr(cast, name)) for name in Cast.__slots__ if name != "stranger"} == {
        "owner": ["allied", "axis"],  # he is an umpire
        "umpire": ["allied", "axis"],
        "allied": ["allied"],
        "axis": ["axis"],
        "pilot": [],
        "reader": [],
    }
    make.record(mission)
    assert orders_seen(mission, cast.reader) == ["allied", "axis"]


def test_no_altitude_or_pilot_of_the_other_side_is_anywhere_in_the_page_data(cast: Cast):
    mission = signed_by_both(cast)
    page = missions.mission_page(mission, member(mission.campaign, cast.allied))
    axis = next(orders.document for orders in mission.orders.all() if orders.side == "axis")
    flying = {unit[seat] for unit in axis["units"] for seat in ("leader_pilot", "wingman_pilot")}
    names = set(mission.campaign.pilots.filter(pk__in=flying).values_list("name", flat=True))
    assert names
    text = repr(page.plans)
    assert not any(name in text for name in names)


@pytest.mark.parametrize(
    ("who", "may"),
    [
        ("owner", (True, True, False)),
        ("allied", (True, True, False)),
        ("pilot", (False, False, False)),
        ("reader", (False, False, False)),
    ],
)
def test_a_ready_mission_is_flown_or_recorded_by_commanders(cast: Cast, who: str, may: tuple[bool, bool, bool]):
    mission = signed_by_both(cast)
    page = missions.mission_page(mission, member(mission.campaign, getattr(cast, who)))
    assert (page.may_fly, page.may_record, page.may_debrief) == may


def test_while_the_engine_flies_nothing_else_may_be_done(cast: Cast):
    mission = signed_by_both(cast)
    job = flights.queue_flight(actor=cast.owner, mission=mission)
    page = missions.mission_page(mission, member(mission.campaign, cast.allied))
    assert page.job == job
    assert (page.may_fly, page.may_record, page.plans["allied"].may_plan) == (False, False, False)


def test_a_strike_is_for_the_engine_or_the_table(cast: Cast):
    mission = make.land_mission(cast.owner, "gazala")
    for side in ("allied", "axis"):
        document = make.orders(mission, side)
        sign_orders(actor=cast.owner, mission=mission, side=side, document=document)
    mission.refresh_from_db()
    page = missions.mission_page(mission, member(mission.campaign, cast.owner))
    assert (page.may_fly, page.may_record) == (True, True)
    assert page.target is not None


def test_the_page_costs_the_same_queries_for_every_mission(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
):
    mission = make.flown(make.club(cast))
    campaign = Campaign.objects.select_related("pack").prefetch_related("seats__user").get(pk=mission.campaign_id)
    mission = Mission.objects.select_related("flight", "debrief").get(pk=mission.pk)
    mission.campaign = campaign
    watcher = member(campaign, cast.axis)
    with django_assert_max_num_queries(3):
        missions.mission_page(mission, watcher)
    with django_assert_max_num_queries(1):
        missions.debrief_page(mission, watcher)
    with django_assert_max_num_queries(0):
        missions.replay(mission, watcher)


def hands(view: dict[str, Any]) -> dict[str, list[Any]]:
    """The hands on a table as a viewer has it, by side."""
    return {
        side: [unit["hand"] for unit in view["units"].values() if unit["side"] == side] for side in ("allied", "axis")
    }


def shown(mission: Mission, user: User) -> set[str]:
    """The sides of whose hands this person sees a card in any step of the replay."""
    replay = missions.replay(mission, member(mission.campaign, user))
    return {
        side
        for frame in replay.frames
        for side, cards in hands(frame.view).items()
        if any(isinstance(hand, list) and hand for hand in cards)
    }


def test_a_replay_shows_each_commander_his_own_hands_until_the_debrief(cast: Cast):
    mission = make.flown(make.club(cast))
    assert shown(mission, cast.allied) == {"allied"}
    assert shown(mission, cast.axis) == {"axis"}
    assert shown(mission, cast.umpire) == {"allied", "axis"}
    for user in (cast.pilot, cast.reader):
        with pytest.raises(Refusal, match="after the debrief"):
            missions.replay(mission, member(mission.campaign, user))
    make.debrief(mission)
    mission = Mission.objects.get(pk=mission.pk)
    assert shown(mission, cast.reader) == {"allied", "axis"}


def test_a_replay_is_of_the_flight_that_was_flown(cast: Cast):
    campaign = make.campaign(cast.owner)
    mission = make.flown(campaign)
    frames = missions.replay(mission, member(campaign, cast.owner)).frames
    assert [frame.number for frame in frames] == list(range(len(frames)))
    assert json.loads(make.flight(mission).record.split("\n", 1)[0])["seed"] == mission.seed
    last = frames[-1].view["units"]
    fates = {(a["unit"], a["seat"]): a["status"] for a in make.flight(mission).report["aircraft"]}
    gone = {unit for unit in last if last[unit]["status"] == "destroyed"}
    assert all(fates[unit, "leader"] == "destroyed" for unit in gone)


def test_there_is_no_replay_of_a_mission_flown_at_the_table(cast: Cast):
    campaign = make.campaign(cast.owner)
    mission = make.recorded(campaign)
    with pytest.raises(Refusal, match="flown by the engine or on screen"):
        missions.replay(mission, member(campaign, cast.owner))


def test_the_debrief_page_puts_points_beside_what_earned_them(cast: Cast):
    campaign = make.club(cast, make.LAND)
    mission = make.recorded(campaign)
    page = missions.debrief_page(mission, member(campaign, cast.reader))
    assert (page.may_debrief, page.may_withdraw) == (False, False)
    down = [row for row in page.told.rows["axis"] if row.report.status == "destroyed"]
    assert len(down) == 1
    victor = page.told.rows["allied"][0]
    assert victor.kills == (f"{down[0].aircraft_name} ({down[0].report.pilot})",)
    assert missions.debrief_page(mission, member(campaign, cast.axis)).may_debrief
    make.debrief(mission)
    mission = Mission.objects.get(pk=mission.pk)
    assert missions.debrief_page(mission, member(campaign, cast.umpire)).may_withdraw
    assert not missions.debrief_page(mission, member(campaign, cast.axis)).may_withdraw
    assert_reconciled(campaign)


def test_there_is_nothing_to_debrief_before_the_flight(cast: Cast):
    campaign = make.campaign(cast.owner)
    with pytest.raises(Refusal, match="has not been flown"):
        missions.debrief_page(make.planned(campaign), member(campaign, cast.owner))

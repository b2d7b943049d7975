"""A campaign that is under way on paper comes in: its missions one by one, as they were, with its men and aircraft."""

from __future__ import annotations

import datetime

import pytest
from django.contrib.auth.models import User

from campaigns.models import Campaign, Role
from campaigns.operations import changes, seats
from campaigns.packs.schema import SIDES, Side
from campaigns.selectors import journal_entries, standings
from campaigns.standing.kinds import Drawn
from config.common.refusals import Refusal
from missions.models import Mission
from missions.operations import drawing, flights
from missions.operations.orders import open_orders, sign_orders
from missions.selectors.archive import export
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast

DAY = datetime.date(1941, 4, 7)


def entered(campaign: Campaign, key: str, date: datetime.date = DAY) -> Mission:
    return drawing.draw_on_paper(actor=campaign.owner, campaign=campaign, key=key, date=date)


@pytest.mark.portable
def test_a_mission_on_paper_is_named_dated_recorded_and_debriefed_as_any_other(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    mission = entered(campaign, "gazala", datetime.date(1941, 4, 9))
    assert (mission.key, mission.date, mission.status) == ("gazala", "1941-04-09", Mission.Status.READY)
    assert not mission.orders_are_open
    assert {orders.signed_by for orders in mission.orders.all()} == {None}, "the staff says what it would have done"
    (drawn,) = journal_entries.of_kind(journal_entries.in_force(campaign), Drawn)
    assert (drawn.data["cards"], drawn.data["paper"]) == ([], True)
    make.record(mission)
    make.debrief(mission)
    assert_reconciled(campaign)
    make.finished(campaign)
    assert campaign.missions.count() == 3
    assert campaign.missions.filter(key="gazala").count() == 1, "it is not drawn again"
    assert_reconciled(campaign)


def test_the_umpire_says_who_flew_on_paper_on_either_side_until_the_orders_are_opened(cast: Cast):
    campaign = make.club(cast, make.LAND)
    mission = entered(campaign, "gazala")
    flown = {side: make.orders(mission, side) for side in SIDES}
    signers: list[tuple[User, Side]] = [(cast.umpire, "allied"), (cast.umpire, "axis"), (cast.axis, "axis")]
    for actor, side in signers:
        signed = sign_orders(actor=actor, mission=mission, side=side, document=flown[side])
        assert signed.signed_by == actor
    sign_orders(actor=cast.umpire, mission=mission, side="axis", document=flown["axis"])
    others: list[tuple[User, Side]] = [(cast.allied, "axis"), (cast.reader, "axis"), (cast.pilot, "allied")]
    for actor, side in others:
        with pytest.raises(Refusal, match="do not command"):
            sign_orders(actor=actor, mission=mission, side=side, document=flown[side])
    open_orders(mission=mission)
    with pytest.raises(Refusal, match="opened"):
        sign_orders(actor=cast.umpire, mission=mission, side="axis", document=flown["axis"])


def test_the_owner_says_who_flew_for_the_staff_and_for_no_other_person(cast: Cast):
    mission = entered(make.campaign(cast.owner, make.LAND), "gazala")
    bold = mission.orders.get(side="axis").document | {"doctrine": "bold"}
    sign_orders(actor=cast.owner, mission=mission, side="axis", document=bold)
    assert mission.orders.get(side="axis").document["doctrine"] == "bold"
    seats.give_seat(actor=cast.owner, campaign=mission.campaign, user=cast.axis, role=Role.COMMANDER, side="axis")
    with pytest.raises(Refusal, match="do not command"):
        sign_orders(actor=cast.owner, mission=mission, side="axis", document=bold)


def test_the_umpire_signs_nobodys_orders_of_a_mission_that_is_yet_to_be_flown(cast: Cast):
    mission = make.drawn(make.club(cast, make.LAND))
    for actor in (cast.owner, cast.umpire):
        with pytest.raises(Refusal, match="do not command"):
            sign_orders(actor=actor, mission=mission, side="axis", document=make.orders(mission, "axis"))


def test_the_orders_on_paper_are_checked_like_any_others(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    mission = entered(campaign, "gazala")
    document = mission.orders.get(side="axis").document
    with pytest.raises(Refusal, match="cannot be read at units: ") as refused:
        sign_orders(actor=cast.owner, mission=mission, side="axis", document={"units": None})
    assert refused.value.field == "units"
    assert mission.orders.get(side="axis").document == document


@pytest.mark.portable
def test_the_engine_does_not_fly_what_has_been_flown_on_paper(cast: Cast):
    mission = entered(make.campaign(cast.owner, make.LAND), "gazala")
    with pytest.raises(Refusal, match="on paper"):
        flights.queue_flight(actor=cast.owner, mission=mission)
    assert not mission.jobs.exists()


def test_pools_and_weeks_come_in_from_paper_too(cast: Cast):
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)
    drawing.open_period(actor=cast.owner, campaign=campaign, weather="Clear")
    pilot = campaign.pilots.filter(squadron="jagd", delivery="")[0]
    changes.set_career(
        actor=cast.owner, campaign=campaign, pilot=pilot, experience=6, kills=2, missions=4, reason="From the ledger"
    )
    mission = entered(campaign, "sweep", datetime.date(1941, 4, 16))
    make.record(mission)
    make.debrief(mission)
    standing = standings.standing_of(campaign)
    assert standing.airmen[pilot.pk].missions >= 4
    assert any(airframe.sorties for airframe in standing.airframes.values())
    assert_reconciled(campaign)
    make.finished(campaign)
    assert_reconciled(campaign)


@pytest.mark.parametrize(
    ("slug", "key", "date", "field"),
    [
        (make.LAND, "nowhere", DAY, "mission"),
        (make.LAND, "gazala", datetime.date(1939, 9, 1), "date"),
        (make.PERIODS, "sweep", datetime.date(1941, 4, 28), "date"),
        (make.PERIODS, "nowhere", datetime.date(1941, 4, 15), "mission"),
    ],
)
def test_what_cannot_have_been_next_is_refused(cast: Cast, slug: str, key: str, date: datetime.date, field: str):
    campaign = make.campaign(cast.owner, slug, allied="me", axis="me", seed=2)
    if slug == make.PERIODS:
        drawing.open_period(actor=cast.owner, campaign=campaign, weather="Clear")
    before = campaign.entries.count()
    with pytest.raises(Refusal) as refused:
        entered(campaign, key, date)
    assert refused.value.field == field
    assert campaign.entries.count() == before
    assert not Mission.objects.exists()


def test_a_mission_flown_already_does_not_come_in_again(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    mission = entered(campaign, "gazala")
    make.record(mission)
    make.debrief(mission)
    with pytest.raises(Refusal, match="cannot be the next"):
        entered(campaign, "gazala")
    assert_reconciled(campaign)


def test_only_the_umpire_brings_missions_in(cast: Cast):
    campaign = make.club(cast, make.LAND)
    with pytest.raises(Refusal, match="Only the owner and the umpires"):
        drawing.draw_on_paper(actor=cast.axis, campaign=campaign, key="gazala", date=DAY)
    assert not Mission.objects.exists()


def test_a_mission_on_paper_goes_along_in_an_export(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    entered(campaign, "gazala")
    taken = make.brought_in(actor=cast.stranger, content=export(campaign))
    mission = taken.missions.get()
    assert mission.is_on_paper
    sign_orders(actor=cast.stranger, mission=mission, side="axis", document=make.orders(mission, "axis"))
    make.record(mission)
    make.debrief(mission)
    assert_reconciled(taken)

"""A campaign that is under way on paper comes in: its missions one by one, as they were, with its men and aircraft."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from campaigns import changes, journal, standings
from campaigns.models import Campaign, Entry
from campaigns.refusals import Refusal
from missions import operations
from missions.models import Mission
from missions.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast

DAY = datetime.date(1941, 4, 7)


def entered(campaign: Campaign, key: str, date: datetime.date = DAY, **orders: Any) -> Mission:
    return operations.draw_on_paper(actor=campaign.owner, campaign=campaign, key=key, date=date, orders=orders)  # type: ignore[arg-type]


def test_a_mission_on_paper_is_named_dated_recorded_and_debriefed_as_any_other(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    mission = entered(campaign, "gazala", datetime.date(1941, 4, 9))
    assert (mission.key, mission.date, mission.status) == ("gazala", "1941-04-09", Mission.Status.READY)
    assert mission.orders_are_open
    (drawn,) = journal.of_kind(journal.in_force(campaign), Entry.Kind.DRAWN)
    assert (drawn.data["cards"], drawn.data["paper"]) == ([], True)
    make.record(mission)
    make.debrief(mission)
    assert_reconciled(campaign)
    make.finished(campaign)
    assert campaign.missions.count() == 3
    assert campaign.missions.filter(key="gazala").count() == 1, "it is not drawn again"
    assert_reconciled(campaign)


def test_the_orders_on_paper_are_checked_like_any_others(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    with pytest.raises(Refusal, match="do not list their units") as refused:
        entered(campaign, "gazala", axis={"units": None})
    assert refused.value.field == "orders.axis.units"
    assert not Mission.objects.exists()
    assert campaign.entries.count() == 1
    mission = entered(campaign, "gazala")
    document = mission.orders.get(side="axis").document
    other = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    nobody = [unit | {"leader_pilot": None, "wingman_pilot": None} for unit in document["units"]]
    taken = entered(other, "gazala", axis={"units": nobody, "resource": document["resource"], "doctrine": "bold"})
    assert taken.orders.get(side="axis").document["doctrine"] == "bold"
    assert taken.orders.get(side="axis").signed_by == cast.owner


def test_pools_and_weeks_come_in_from_paper_too(cast: Cast):
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)
    operations.open_period(actor=cast.owner, campaign=campaign, weather="Clear")
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
        operations.open_period(actor=cast.owner, campaign=campaign, weather="Clear")
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
        operations.draw_on_paper(actor=cast.axis, campaign=campaign, key="gazala", date=DAY, orders={})
    assert not Mission.objects.exists()

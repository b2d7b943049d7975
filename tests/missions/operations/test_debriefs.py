"""A report is applied to the journal once, and may be taken back until the next mission is drawn."""

from __future__ import annotations

from uuid import uuid4

import pytest

from campaigns.models import Campaign
from campaigns.selectors import journal_entries
from campaigns.selectors.definitions import definition
from campaigns.standing import Standing
from campaigns.standing.kinds import Finished
from campaigns.standing.result_kinds import Kill, Resource, Sortie
from config.common.refusals import Refusal
from engine.core.report import Report
from missions.models import Debrief, Mission
from missions.operations import debriefs
from missions.results.outcomes import Outcome
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """A mission that has been flown at the table."""
    return make.recorded(make.campaign(cast.owner, make.LAND, seed=1))


def test_a_debrief_writes_what_the_report_says(mission: Mission):
    report = Report.from_json(make.flight(mission).report)
    make.debrief(mission)
    entries = journal_entries.in_force(mission.campaign)
    sorties = journal_entries.of_kind(entries, Sortie)
    assert [(s.side, s.data["unit"], s.data["seat"], s.data["status"]) for s in sorties] == [
        (a.side, a.unit, a.seat, a.status) for a in report.aircraft
    ]
    assert [sortie.pilot.name if sortie.pilot else "" for sortie in sorties] == [a.pilot for a in report.aircraft]
    (kill,) = journal_entries.of_kind(entries, Kill)
    assert (kill.side, kill.data["victim"]["unit"]) == ("allied", "axis-1")
    assert journal_entries.points_by_side(entries) == {side: report.points(side) for side in ("allied", "axis")}
    spent = {entry.side: entry.data["key"] for entry in journal_entries.of_kind(entries, Resource)}
    assert spent == {o.side: o.document["resource"] for o in mission.orders.all() if o.document["resource"]}
    assert_reconciled(mission.campaign)


def test_all_entries_of_a_debrief_share_batch_actor_and_time(mission: Mission):
    debrief = make.debrief(mission)
    entries = list(mission.campaign.entries.filter(batch=debrief.batch))
    assert len(entries) > 5
    assert {(entry.actor, entry.at) for entry in entries} == {(mission.campaign.owner, debrief.at)}
    assert_reconciled(mission.campaign)


def test_the_same_act_again_gets_the_same_answer(mission: Mission):
    key = uuid4()
    first, applied = debriefs.debrief(actor=mission.campaign.owner, mission=mission, key=key)
    count = mission.campaign.entries.count()
    again, applied_again = debriefs.debrief(actor=mission.campaign.owner, mission=mission, key=key)
    assert (applied, applied_again) == (True, False)
    assert first == again
    assert mission.campaign.entries.count() == count
    assert_reconciled(mission.campaign)


def test_another_act_is_refused(mission: Mission):
    make.debrief(mission)
    count = mission.campaign.entries.count()
    with pytest.raises(Refusal, match="has been debriefed already"):
        make.debrief(mission)
    assert mission.campaign.entries.count() == count
    assert_reconciled(mission.campaign)


def test_a_mission_that_has_not_been_flown_is_not_debriefed(cast: Cast):
    mission = make.planned(make.campaign(cast.owner))
    with pytest.raises(Refusal, match="has not been flown"):
        make.debrief(mission)
    assert_reconciled(mission.campaign)


def test_a_page_of_another_mission_is_refused(cast: Cast):
    key = uuid4()
    missions = [make.recorded(make.campaign(cast.owner, seed=seed)) for seed in (1, 2)]
    debriefs.debrief(actor=cast.owner, mission=missions[0], key=key)
    with pytest.raises(Refusal, match="belongs to another mission"):
        debriefs.debrief(actor=cast.owner, mission=missions[1], key=key)
    assert Debrief.objects.count() == 1
    for mission in missions:
        assert_reconciled(mission.campaign)


@pytest.mark.portable
def test_a_debrief_may_be_taken_back_and_the_record_corrected(mission: Mission):
    campaign = mission.campaign
    make.debrief(mission)
    before = campaign.entries.count()
    debriefs.withdraw_debrief(actor=campaign.owner, mission=mission)
    mission.refresh_from_db()
    assert mission.status == Mission.Status.FLOWN
    assert journal_entries.points_by_side(journal_entries.in_force(campaign)) == {"allied": 0, "axis": 0}
    assert campaign.entries.count() > before  # nothing was removed
    make.record(mission, Outcome())
    make.debrief(mission)
    assert journal_entries.of_kind(journal_entries.in_force(campaign), Kill) == []
    assert_reconciled(campaign)


def test_a_debrief_stands_once_the_next_mission_is_drawn(mission: Mission):
    make.debrief(mission)
    make.drawn(mission.campaign)
    with pytest.raises(Refusal, match="The next mission has been drawn"):
        debriefs.withdraw_debrief(actor=mission.campaign.owner, mission=mission)
    assert_reconciled(mission.campaign)


def test_what_has_not_been_debriefed_is_not_taken_back(mission: Mission):
    with pytest.raises(Refusal, match="has not been debriefed"):
        debriefs.withdraw_debrief(actor=mission.campaign.owner, mission=mission)
    assert_reconciled(mission.campaign)


@pytest.mark.parametrize("slug", broad([make.LAND, make.DOGFIGHTS], 1))
def test_the_last_debrief_ends_the_campaign_and_grades_it(cast: Cast, slug: str):
    campaign = make.campaign(cast.owner, slug, seed=2)
    pack = definition(campaign.pack)
    for _ in range(pack.missions_in_all):
        campaign.refresh_from_db()
        assert campaign.status == Campaign.Status.RUNNING
        mission = make.debriefed(campaign)
    campaign.refresh_from_db()
    assert campaign.status == Campaign.Status.FINISHED
    points = journal_entries.points_by_side(journal_entries.in_force(campaign))
    (end,) = journal_entries.of_kind(journal_entries.in_force(campaign), Finished)
    grade = Standing(pack, points=points).grade
    assert end.data["margin"] == points["allied"] - points["axis"]
    assert (end.data["grade"], end.data["text"]) == ({"allied": grade.allied, "axis": grade.axis}, grade.text)
    assert end.batch == mission.debrief.batch
    assert_reconciled(campaign)


@pytest.mark.portable
def test_taking_back_the_last_debrief_lets_the_campaign_run_again(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND)
    mission = [make.debriefed(campaign) for _ in range(3)][-1]
    debriefs.withdraw_debrief(actor=cast.owner, mission=mission)
    assert_reconciled(campaign)
    assert campaign.status == Campaign.Status.RUNNING
    make.debrief(mission)
    assert_reconciled(campaign)
    assert campaign.status == Campaign.Status.FINISHED
    ends = campaign.entries.filter(kind=Finished.kind)
    assert [end.reverses_id is not None for end in ends.order_by("number")] == [False, True, False]

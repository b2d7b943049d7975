"""The journal is only ever added to, and what it comes to is folded from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet

from campaigns.models import AppendOnly, Campaign, Entry
from campaigns.operations.journal import Batch
from campaigns.selectors import journal_entries, standings
from campaigns.standing import NewLine
from campaigns.standing.kinds import Drawn, Finished, NoteWritten, PeriodBegun, SkillLearned, Started
from campaigns.standing.result_kinds import Debriefed, FateMet, Kill, Scored, Sortie
from campaigns.standing.said import Said
from missions.operations import debriefs
from missions.selectors.reconcile import NotReconciled, assert_reconciled, problems
from tests import make
from tests.cast import Cast


def rewrite(entry: Entry, **values: Any) -> None:
    """Change a stored entry behind the house's back."""
    QuerySet(Entry).filter(pk=entry.pk).update(**values)


@pytest.mark.parametrize(
    "tamper",
    [
        lambda entry: entry.save(),
        lambda entry: entry.delete(),
        lambda entry: Entry.objects.filter(pk=entry.pk).update(number=9),
        lambda entry: Entry.objects.filter(pk=entry.pk).delete(),
        lambda entry: Entry.objects.bulk_update([entry], ["number"]),
        lambda entry: entry.campaign.entries.update(number=9),
    ],
)
def test_no_door_leads_to_changing_or_removing_an_entry(cast: Cast, tamper: Callable[[Entry], object]):
    campaign = make.campaign(cast.owner)
    entry = campaign.entries.get()
    with pytest.raises(AppendOnly):
        tamper(entry)
    assert campaign.entries.get().number == 1
    assert_reconciled(campaign)


def test_totals_are_folded_from_the_entries(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND, seed=3)
    mission = make.debriefed(campaign)
    entries = journal_entries.in_force(campaign)
    flight = make.flight(mission)
    assert journal_entries.points_by_side(entries) == {
        side: sum(score["points"] for score in flight.report["scores"] if score["side"] == side)
        for side in ("allied", "axis")
    }
    standing = standings.standing_of(campaign)
    losses = standing.flown_by_type
    assert sum(row.sorties for row in losses.values()) == len(flight.report["aircraft"])
    assert sum(row.destroyed for row in losses.values()) == 1
    assert sum(row.damaged for row in losses.values()) == 1
    kill = next(entry for entry in entries if entry.kind == Kill.kind)
    side, lost = next(of for of, row in losses.items() if row.destroyed)
    assert standing.downed_by_type == {(kill.side, lost): 1}
    assert kill.side != side
    flew = {entry.pilot_id for entry in entries if entry.kind == Sortie.kind and entry.pilot_id}
    airmen = standing.airmen
    assert {pk for pk, airman in airmen.items() if airman.missions == 1} == flew
    assert sum(airman.kills for airman in airmen.values()) == 1
    assert_reconciled(campaign)


def test_a_reversed_entry_no_longer_counts(cast: Cast):
    campaign = make.campaign(cast.owner)
    mission = make.debriefed(campaign)
    debriefs.withdraw_debrief(actor=cast.owner, mission=mission)
    entries = journal_entries.in_force(campaign)
    assert journal_entries.points_by_side(entries) == {"allied": 0, "axis": 0}
    standing = standings.standing_of(campaign)
    assert standing.flown_by_type == {}
    assert not any(airman.missions for airman in standing.airmen.values())
    assert {entry.kind for entry in entries} == {Started.kind, Drawn.kind}
    assert_reconciled(campaign)


@pytest.mark.portable
@pytest.mark.parametrize(
    ("kind", "change", "complaint"),
    [
        (Scored.kind, {"data__points": 99}, "do not add up"),
        (Sortie.kind, {"data__status": "undamaged"}, "was not destroyed"),
        (Sortie.kind, {"mission": 2}, "not debriefed"),
        (Kill.kind, {"pilot": None}, "did not fly that aircraft"),
        (Started.kind, {"number": 1000}, "have a gap"),
        (Debriefed.kind, {"actor": None}, "another actor"),
    ],
)
def test_a_journal_that_was_tampered_with_does_not_reconcile(
    cast: Cast, kind: str, change: dict[str, Any], complaint: str
):
    campaign = make.campaign(cast.owner)
    make.debriefed(campaign)
    for entry in campaign.entries.filter(kind=kind):
        data = dict(entry.data)
        row = {}
        for key, value in change.items():
            if key.startswith("data__"):
                data[key.removeprefix("data__")] = value
            else:
                row[key] = value
        rewrite(entry, data=data, **row)
    with pytest.raises(NotReconciled, match=complaint):
        assert_reconciled(campaign)


@pytest.mark.portable
def test_two_whole_claims_to_one_aircraft_do_not_reconcile(cast: Cast):
    campaign = make.campaign(cast.owner)
    make.debriefed(campaign)
    kill, *_ = campaign.entries.filter(kind=Kill.kind)
    claimed_again = campaign.entries.filter(kind=Scored.kind, batch=kill.batch).first()
    assert claimed_again
    rewrite(claimed_again, kind=Kill.kind, side=kill.side, pilot=kill.pilot, data=kill.data)
    assert any("More than one victory" in problem for problem in problems(campaign))


@pytest.mark.parametrize(
    ("kind", "change", "complaint"),
    [
        (Sortie, {"airframe": "FF-F"}, "somebody or something else fly than the orders"),
        (Sortie, {"squadron": "stuka"}, "somebody or something else fly than the orders"),
        (Drawn, {"key": "sweep", "period": 2}, "drew another mission"),
        (PeriodBegun, {"number": 9}, "do not begin one after the other"),
        (Started, {"version": "0.9"}, "another version of the pack"),
    ],
)
def test_a_journal_of_pools_that_was_tampered_with_does_not_reconcile(
    cast: Cast, kind: type[Said], change: dict[str, Any], complaint: str
):
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)
    make.debriefed(campaign)
    entry = journal_entries.of_kind(journal_entries.in_force(campaign), kind)[0]
    rewrite(entry, data=entry.data | change)
    with pytest.raises(NotReconciled, match=complaint):
        assert_reconciled(campaign)


@pytest.mark.portable
def test_a_fate_that_is_not_there_is_missed(cast: Cast):
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)
    make.debriefed(campaign)
    fate = campaign.entries.get(kind=FateMet.kind)
    rewrite(fate, kind=NoteWritten.kind)
    assert any("as many fate entries" in problem for problem in problems(campaign))


def test_a_mission_that_only_its_row_calls_void_does_not_reconcile(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND)
    mission = make.drawn(campaign)
    type(mission).objects.filter(pk=mission.pk).update(status="void")
    assert any("whether it is void" in problem for problem in problems(campaign))


def test_an_end_that_is_not_what_the_journal_comes_to_does_not_reconcile(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND)
    make.finished(campaign)
    end = campaign.entries.get(kind=Finished.kind)
    rewrite(end, data=end.data | {"margin": 99})
    assert any("is not what its journal comes to" in problem for problem in problems(campaign))


@pytest.mark.portable
def test_what_does_not_fit_without_any_correction_does_not_reconcile(cast: Cast):
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)
    make.debriefed(campaign)
    fit = campaign.entries.filter(kind=Sortie.kind).first()
    assert fit is not None
    assert fit.pilot is not None
    batch = Batch(campaign, cast.owner)
    batch.add(SkillLearned(code="H"), side=fit.side, pilot=fit.pilot)
    batch.write()
    assert any(problem.startswith("Nothing was corrected, and yet") for problem in problems(campaign))


@pytest.mark.portable
def test_a_lost_entry_is_missed(cast: Cast):
    campaign = make.campaign(cast.owner)
    make.debriefed(campaign)
    lost = campaign.entries.filter(kind=Sortie.kind).last()
    assert lost is not None
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM campaigns_entry WHERE id = %s", [lost.pk])
    assert any("gap" in problem for problem in problems(campaign))
    assert any("sortie" in problem for problem in problems(campaign))


def test_a_campaign_that_says_it_is_over_without_an_entry_does_not_reconcile(cast: Cast):
    campaign = make.campaign(cast.owner)
    Campaign.objects.filter(pk=campaign.pk).update(status=Campaign.Status.FINISHED)
    with pytest.raises(NotReconciled, match="says finished"):
        assert_reconciled(campaign)


@pytest.mark.portable
def test_a_reversal_repeats_what_it_takes_back(cast: Cast):
    campaign = make.campaign(cast.owner)
    started = campaign.entries.get()
    batch = Batch(campaign, cast.owner)
    batch.put(NewLine.saying(Started(pack="another", version="9.9"), moment=started.moment), reverses=started)
    batch.write()
    assert any("does not say what entry 1 said" in problem for problem in problems(campaign))

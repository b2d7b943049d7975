"""Results are decided, approved and counted: the umpire’s part, and the clock’s."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest import mock
from uuid import uuid4

import pytest
from django.utils import timezone

from campaigns.models import Campaign, Role
from campaigns.operations import seats
from campaigns.selectors.definitions import definition
from campaigns.standing.kinds import Finished
from campaigns.standing.result_kinds import Debriefed
from config.common.refusals import Refusal
from engine.core.report import Report
from missions import tasks
from missions.flights.context import sheet_of
from missions.models import Debrief, Flight, Mission, Submission
from missions.operations import approvals, corrections, debriefs, submissions
from missions.results import reports
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors.reconcile import assert_reconciled
from missions.selectors.results import on_its_way
from missions.selectors.submissions import version
from notices.models import Happening
from tests import make
from tests.cast import Cast
from tests.missions.operations.told_results import (
    Status,
    answer,
    approve,
    first,
    fresh,
    kinds,
    refused,
    said,
    steps,
    viewed_by,
)


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """A mission of a club, its orders open; results are confirmed, and stand after two days."""
    return make.opened(make.confirmed(make.club(cast), hours=48))


@pytest.mark.portable
def test_what_is_disputed_waits_for_the_umpire_who_decides_it(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    fate = f"{first(mission, 'axis')}.fate"
    assert said(told)[fate] == "destroyed"
    disputed = answer(told, cast.axis, **{fate: "damaged"})
    assert disputed.status == Status.DISPUTED
    remark = disputed.remarks.get(agrees=False)
    assert (remark.fact, remark.value, remark.words, remark.by) == (fate, "damaged", "I saw it.", cast.axis)
    refused(lambda: approve(told, cast.umpire), "Decide first")
    refused(
        lambda: approvals.decide(
            actor=cast.axis, submission=told, values={fate: "damaged"}, expected_version=version(told)
        ),
        "Only the owner and the umpires",
    )
    approvals.decide(actor=cast.umpire, submission=told, values={fate: "damaged"}, expected_version=version(told))
    assert fresh(told).status == Status.AGREED
    assert said(told)[fate] == "damaged"
    assert fresh(told).due_at is None, "what was disputed waits for the umpire"
    decided = told.steps.get(what="decided")
    assert decided.by == cast.umpire
    assert "Damaged (told: Shot down)" in decided.words
    approve(told, cast.owner)
    report = Report.from_json(Flight.objects.get(mission=mission).report)
    assert not any(each.kills for each in report.aircraft if each.side == "allied")
    assert_reconciled(mission.campaign)


def test_the_umpire_may_keep_what_was_told_or_take_a_third_value_and_approve_at_once(
    cast: Cast, mission: Mission
) -> None:
    told = make.told(mission, cast.pilot)
    answer(told, cast.axis, turns=2, **{f"{first(mission, 'axis')}.fate": "undamaged"})
    approvals.decide(
        actor=cast.umpire,
        submission=told,
        values={"turns": 3, f"{first(mission, 'axis')}.fate": "destroyed"},
        expected_version=version(told),
        approve=True,
    )
    report = Report.from_json(Flight.objects.get(mission=mission).report)
    assert report.turns == 3
    assert next(each.status for each in report.aircraft if each.side == "axis") == "destroyed"
    assert_reconciled(mission.campaign)


def test_a_decision_that_leaves_something_open_approves_nothing(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    answer(told, cast.axis, turns=2, **{f"{first(mission, 'axis')}.fate": "undamaged"})
    refused(
        lambda: approvals.decide(
            actor=cast.umpire, submission=told, values={"turns": 3}, expected_version=version(told), approve=True
        ),
        "Decide first",
    )
    assert not Debrief.objects.exists()


def test_who_told_it_does_not_approve_it_over_the_other_sides_head(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.umpire)
    refused(lambda: approve(told, cast.umpire), "You told this result yourself, and the Allied and the Axis side")
    refused(lambda: approve(told, cast.allied), "Only the owner and the umpires")
    approve(told, cast.owner)
    assert Debrief.objects.get().actor == cast.owner


def test_with_nobody_to_answer_who_may_approve_does_it_by_telling(cast: Cast) -> None:
    mission = make.opened(make.confirmed(make.campaign(cast.owner)))
    told = make.told(mission, cast.owner)
    assert told.status == Status.APPROVED
    assert [what for what, _ in steps(told)] == ["told", "approved"]
    assert_reconciled(mission.campaign)


def test_a_week_of_flying_bombs_is_told_and_approved_in_one_act(cast: Cast) -> None:
    mission = make.opened(make.confirmed(make.campaign(cast.owner, "buzz-bomb")))
    hunter = sheet_of(mission).lines[0].key
    told = make.told(mission, cast.owner, Outcome(aircraft=(AircraftOutcome(hunter, bombs=2),), wave=8, by_guns=1))
    assert told.status == Status.APPROVED
    assert_reconciled(mission.campaign)


def test_a_side_of_the_staff_does_not_answer_and_the_umpire_approves(cast: Cast) -> None:
    campaign = make.confirmed(make.campaign(cast.owner))
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.pilot, role=Role.PILOT, side="allied")
    told = make.told(make.opened(campaign), cast.pilot)
    assert told.status == Status.AGREED
    approve(told, cast.owner)
    assert Debrief.objects.count() == 1


def due(submission: Submission) -> None:
    Submission.objects.filter(pk=submission.pk).update(due_at=timezone.now() - timedelta(seconds=1))


@pytest.mark.portable
def test_an_unopposed_result_stands_when_its_time_has_come(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    tasks.results_due()
    assert fresh(told).status == Status.WAITING, "not before"
    due(told)
    tasks.results_due()
    tasks.results_due()
    assert fresh(told).status == Status.APPROVED
    assert steps(told) == [("told", "pilot"), ("stood", "")]
    assert Debrief.objects.get().actor is None
    assert mission.campaign.entries.get(kind=Debriefed.kind).by == "The clock"
    assert "result-due" in kinds()
    assert_reconciled(mission.campaign)


def test_a_disputed_result_waits_for_the_umpire_however_long(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    answer(told, cast.axis, turns=2)
    due(told)
    tasks.results_due()
    assert fresh(told).status == Status.DISPUTED
    approvals.decide(actor=cast.umpire, submission=told, values={"turns": 2}, expected_version=version(told))
    tasks.results_due()
    assert fresh(told).status == Status.AGREED


def test_the_clock_lets_nothing_stand_in_a_mission_that_is_void(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    due(told)
    corrections.void(actor=cast.umpire, mission=mission, reason="Fog.", expected_version=make.version(mission.campaign))
    assert approvals.results_due() == 0
    refused(lambda: approvals.stand(told), "declared void")
    assert not Debrief.objects.exists()


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (make.drawn, "orders are not signed"),
        (make.planned, "Open the orders of both sides first"),
        (make.flown, "The engine has flown this mission"),
    ],
)
def test_there_is_a_time_for_results(state: Any, sentence: str, cast: Cast) -> None:
    mission = state(make.confirmed(make.club(cast)))
    refused(
        lambda: submissions.submit(actor=cast.pilot, mission=mission, table_number=1, outcome=Outcome(), key=uuid4()),
        sentence,
    )
    assert not Submission.objects.exists()


@pytest.mark.portable
def test_a_result_for_a_mission_that_another_table_has_closed_changes_nothing(cast: Cast) -> None:
    mission = make.opened(make.confirmed(make.club(cast), tables=2))
    told = make.told(mission, cast.pilot)
    answer(told, cast.axis)
    approve(told, cast.umpire)
    assert not Debrief.objects.exists(), "the second table may still tell"
    approvals.close(actor=cast.umpire, mission=mission, tables=[1])
    before = mission.campaign.entries.count()
    late = refused(lambda: make.told(mission, cast.axis, table=2), "Mission 1 is closed: the result of table 1")
    assert "approved by umpire" in late.sentence
    assert mission.campaign.entries.count() == before
    assert Submission.objects.count() == 1
    assert_reconciled(mission.campaign)


def test_the_last_table_that_is_approved_closes_the_mission(cast: Cast) -> None:
    mission = make.opened(make.confirmed(make.club(cast), tables=2, merge="sum"))
    for number, outcome in ((1, make.rough(mission)), (2, Outcome())):
        told = make.told(mission, cast.pilot, outcome, table=number)
        answer(told, cast.axis)
        approve(told, cast.umpire)
    report = Report.from_json(Flight.objects.get(mission=mission).report)
    assert {score.reason.split(":")[0] for score in report.scores} <= {"table 1", "table 2"}
    assert report.notes[0] == "2 tables: all points are added."
    assert_reconciled(mission.campaign)


@pytest.mark.portable
def test_the_umpire_closes_with_the_tables_he_was_shown_and_the_others_are_left_out(cast: Cast) -> None:
    mission = make.opened(make.confirmed(make.club(cast), tables=3))
    tables = [make.told(mission, cast.pilot, table=number) for number in (1, 2, 3)]
    refused(lambda: approvals.close(actor=cast.umpire, mission=mission, tables=[]), "No table’s result")
    for told in tables[:2]:
        answer(told, cast.axis)
        approve(told, cast.umpire)
    refused(lambda: approvals.close(actor=cast.umpire, mission=mission, tables=[1]), "Another table")
    refused(lambda: approvals.close(actor=cast.axis, mission=mission, tables=[1, 2]), "Only the owner and the umpires")
    approvals.close(actor=cast.umpire, mission=mission, tables=[2, 1])
    assert fresh(tables[2]).status == Status.WITHDRAWN
    assert tables[2].steps.last().words == "The mission was closed without it."  # type: ignore[union-attr]
    assert_reconciled(mission.campaign)


@pytest.mark.portable
def test_after_the_debrief_was_taken_back_the_result_waits_for_approval_again(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    answer(told, cast.axis)
    approve(told, cast.umpire)
    debriefs.withdraw_debrief(actor=cast.umpire, mission=mission)
    mission.refresh_from_db()
    assert mission.status == Mission.Status.READY
    assert fresh(told).status == Status.AGREED
    assert_reconciled(mission.campaign)
    submissions.submit(
        actor=cast.pilot,
        mission=mission,
        table_number=1,
        outcome=replace(make.rough(mission), turns=2),
        key=uuid4(),
        expected_version=version(told),
    )
    answer(told, cast.axis)
    approve(told, cast.umpire)
    assert Report.from_json(Flight.objects.get(mission=mission).report).turns == 2
    assert_reconciled(mission.campaign)


def test_a_mission_that_tables_closed_can_be_corrected(cast: Cast) -> None:
    mission = make.opened(make.confirmed(make.club(cast), tables=2, merge="mean"))
    for number, outcome in ((1, make.rough(mission)), (2, Outcome())):
        told = make.told(mission, cast.pilot, outcome, table=number)
        answer(told, cast.axis)
        approve(told, cast.umpire)
    mission.refresh_from_db()
    corrections.amend(
        actor=cast.umpire,
        mission=mission,
        key=uuid4(),
        expected_version=make.version(mission.campaign),
        outcome=make.rough(mission),
    )
    report = Report.from_json(Flight.objects.get(mission=mission).report)
    assert report.scores == reports.report(sheet_of(mission), make.rough(mission)).scores, (
        "one result now, and the rules score it"
    )
    assert_reconciled(mission.campaign)


def test_a_decision_about_one_fact_leaves_all_others_as_they_were_told(cast: Cast) -> None:
    seed = make.seed_that_draws(make.LAND, "via-balbia")
    mission = make.opened(make.confirmed(make.club(cast, make.LAND, seed=seed)))
    lines = sheet_of(mission).lines
    foes = [line.key for line in lines if line.side == "allied"]
    strikers = [line for line in lines if line.strikes]
    accounts = [AircraftOutcome(line.key, over_target=True) for line in strikers]
    accounts[0] = replace(accounts[0], struck=3)
    accounts[1] = replace(accounts[1], status="destroyed", by=foes[0], shared_with=tuple(foes[1:2]), over_target=False)
    outcome = Outcome(aircraft=tuple(accounts), turns=5, target_damage=7, notes="Dust.")
    before = reports.report(sheet_of(mission), outcome)
    told = make.told(mission, cast.pilot, outcome)
    answer(told, cast.axis, turns=6)
    approvals.decide(
        actor=cast.umpire, submission=told, values={"turns": 6}, expected_version=version(told), approve=True
    )
    report = Report.from_json(Flight.objects.get(mission=mission).report)
    assert report == replace(before, turns=6, duration=report.duration)
    assert_reconciled(mission.campaign)


def test_the_result_that_leaves_nothing_to_fly_ends_the_campaign_and_all_are_told(cast: Cast) -> None:
    campaign = make.club(cast)
    length = definition(campaign.pack).missions_in_all
    for _ in range(length - 1):
        make.debriefed(campaign)
    assert "campaign-finished" not in kinds()
    told = make.told(make.opened(make.confirmed(campaign)), cast.pilot)
    answer(told, cast.axis)
    approve(told, cast.umpire)
    campaign.refresh_from_db()
    assert campaign.is_finished
    text = campaign.entries.get(kind=Finished.kind).data["text"]
    assert Happening.objects.get(kind="campaign-finished").data == {"text": text}


def test_after_its_deadline_nobody_of_the_table_changes_a_result_even_where_no_worker_runs(
    cast: Cast, mission: Mission
) -> None:
    told = make.told(mission, cast.pilot)
    before = steps(told)
    later = timezone.now() + timedelta(hours=49)
    with mock.patch.object(timezone, "now", return_value=later):
        for act in (
            lambda: answer(told, cast.axis),
            lambda: answer(told, cast.axis, turns=3),
            lambda: submissions.withdraw(actor=cast.pilot, submission=told, expected_version=version(told)),
            lambda: submissions.submit(
                actor=cast.pilot,
                mission=mission,
                table_number=1,
                outcome=replace(make.rough(mission), notes="Another light."),
                key=uuid4(),
                expected_version=version(told),
            ),
        ):
            with pytest.raises(Refusal, match=r"Nobody opposed this result until .*: it stands"):
                act()
        assert steps(told) == before
        assert approvals.results_due() == 1
    assert fresh(told).status == Status.APPROVED
    assert_reconciled(mission.campaign)


def test_a_result_waits_for_no_side_that_everybody_has_left(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.umpire)
    with pytest.raises(Refusal, match="the Allied and the Axis side has not answered yet"):
        approve(told, cast.umpire)
    for user in (cast.axis, cast.allied, cast.pilot):
        seat = mission.campaign.seats.get(user=user)
        seats.take_away(actor=cast.owner, campaign=mission.campaign, seat=seat.pk)
    campaign = Campaign.objects.get(pk=mission.campaign_id)
    on_the_way = on_its_way(Mission.objects.get(pk=mission.pk), viewed_by(campaign, cast.umpire))
    assert on_the_way is not None
    row = on_the_way.tables[0]
    assert (row.act, "nobody else is there to answer; it waits for approval" in row.sentence) == ("approve", True)
    approve(told, cast.umpire)
    assert fresh(told).status == Status.APPROVED
    assert_reconciled(campaign)

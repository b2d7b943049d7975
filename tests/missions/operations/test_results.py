"""A result from the table on its way into the journal: told, confirmed or disputed, decided, approved."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest import mock
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.access import Viewer, viewer
from campaigns.models import Campaign, Role
from campaigns.operations import seats
from campaigns.selectors.definitions import definition
from campaigns.standing.kinds import Finished
from campaigns.standing.result_kinds import Debriefed
from config.common.refusals import Refusal
from engine.core.report import Report
from missions import tasks
from missions.flights.context import sheet_of
from missions.models import Debrief, Flight, Mission, Remark, Submission, SubmissionStep
from missions.operations import approvals, corrections, debriefs, flights, orders, submissions
from missions.operations.submissions import Dispute
from missions.results import facts_of_report, reports
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors.missions import mission_page
from missions.selectors.reconcile import assert_reconciled
from missions.selectors.results import on_its_way
from missions.selectors.submissions import version
from notices.models import Happening
from tests import make
from tests.cast import Cast

Status = Submission.Status


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """A mission of a club, its orders open; results are confirmed, and stand after two days."""
    return make.opened(make.confirmed(make.club(cast), hours=48))


def fresh(submission: Submission) -> Submission:
    return Submission.objects.get(pk=submission.pk)


def said(submission: Submission) -> dict[str, Any]:
    """The facts of a result."""
    mission = Mission.objects.get(pk=submission.mission_id)
    outcome = Outcome.from_json(fresh(submission).outcome)
    return dict(facts_of_report.said(sheet_of(mission), reports.report(sheet_of(mission), outcome)))


def answer(submission: Submission, actor: User, **disputes: Any) -> Submission:
    """Say of every fact that it was so, but for ``disputes``: what these were instead."""
    return submissions.answer(
        actor=actor,
        submission=submission,
        disputes={name: Dispute(value, "I saw it.") for name, value in disputes.items()},
        expected_version=version(submission),
    )


def approve(submission: Submission, actor: User) -> Submission:
    return approvals.approve(actor=actor, submission=submission, expected_version=version(submission))


def steps(submission: Submission) -> list[tuple[str, str]]:
    """What was done, and by whom."""
    return [(each.what, each.by.get_username() if each.by else "") for each in submission.steps.all()]


def kinds() -> set[str]:
    return set(Happening.objects.values_list("kind", flat=True))


def first(mission: Mission, side: str) -> str:
    """The first aircraft of a side, as the facts name it."""
    return next(line.key for line in sheet_of(mission).lines if line.side == side)


def refused(act: Any, part: str) -> Refusal:
    with pytest.raises(Refusal, match=part) as caught:
        act()
    return caught.value


def test_an_outcome_is_the_same_after_it_was_kept(mission: Mission) -> None:
    outcome = replace(make.rough(mission), turns=4, fuel={"allied-1": 3}, answers={"dice": 4})
    shared = replace(outcome.aircraft[0], shared_with=("axis-1 wingman",))
    outcome = replace(outcome, aircraft=(shared, *outcome.aircraft[1:]))
    assert Outcome.from_json(outcome.as_json()) == outcome


def test_a_pilot_tells_the_other_side_confirms_and_the_umpire_approves(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    assert (told.status, told.side) == (Status.WAITING, "allied")
    assert told.due_at is not None
    assert 47 < (told.due_at - timezone.now()).total_seconds() / 3600 <= 48
    assert answer(told, cast.axis).status == Status.AGREED
    approve(told, cast.umpire)
    assert steps(told) == [("told", "pilot"), ("confirmed", "axis"), ("approved", "umpire")]
    flight, debrief = Flight.objects.get(mission=mission), Debrief.objects.get(mission=mission)
    assert flight.way == Flight.Way.TABLE
    assert Report.from_json(flight.report) == reports.report(sheet_of(mission), make.rough(mission))
    assert debrief.actor == cast.umpire
    entry = mission.campaign.entries.get(kind=Debriefed.kind)
    assert entry.by == "umpire"
    assert {"result-told", "result-agreed", "result-approved", "debriefed"} <= kinds()
    assert_reconciled(mission.campaign)


def test_only_the_side_that_has_to_answer_is_told_of_a_new_result(cast: Cast, mission: Mission) -> None:
    make.told(mission, cast.pilot)
    happening = Happening.objects.get(kind="result-told")
    assert (happening.side, happening.actor, happening.mission) == ("axis", cast.pilot, 1)
    assert happening.data["table"] == 1


@pytest.mark.portable
def test_nobody_without_a_part_in_the_fight_tells_how_it_went(cast: Cast, mission: Mission) -> None:
    for person in (cast.reader, cast.stranger):
        refused(lambda person=person: make.told(mission, person), "Only who plays")
    assert not Submission.objects.exists()


def test_a_result_of_an_umpire_is_answered_by_both_sides(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.umpire)
    assert told.side == ""
    assert answer(told, cast.axis).status == Status.WAITING
    assert answer(told, cast.pilot).status == Status.AGREED


@pytest.mark.portable
def test_nobody_answers_his_own_result_nor_that_of_his_side(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    refused(lambda: answer(told, cast.pilot), "You told this result yourself")
    for person in (cast.allied, cast.reader, cast.umpire):
        refused(lambda person=person: answer(told, person), "The Axis side answers")
    assert not Remark.objects.exists()


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


def test_what_cannot_have_happened_is_no_dispute(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    assert refused(lambda: answer(told, cast.axis, turns=77), "Turns played: a whole number").field == "turns"
    fate = f"{first(mission, 'axis')}.fate"
    refused(lambda: answer(told, cast.axis, **{fate: "eaten"}), "Choose one of these")
    refused(lambda: answer(told, cast.axis, weather="foul"), "no such fact")
    assert fresh(told).status == Status.WAITING


def test_a_dispute_is_taken_back_by_answering_again(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    answer(told, cast.axis, turns=2)
    assert answer(told, cast.axis).status == Status.AGREED
    assert [what for what, _ in steps(told)] == ["told", "disputed", "confirmed"]


def test_the_same_answer_again_is_no_other_step(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    seen = version(told)
    for _ in range(2):
        submissions.answer(actor=cast.axis, submission=told, disputes={}, expected_version=seen)
    assert [what for what, _ in steps(told)] == ["told", "confirmed"]


def test_a_confirmation_is_of_what_was_shown(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    seen = version(told)
    submissions.submit(
        actor=cast.pilot,
        mission=mission,
        table_number=1,
        outcome=Outcome(),
        key=uuid4(),
        expected_version=version(told),
    )
    refused(
        lambda: submissions.answer(actor=cast.axis, submission=told, disputes={}, expected_version=seen),
        "has moved on since",
    )
    refused(lambda: approvals.approve(actor=cast.umpire, submission=told, expected_version=seen), "has moved on since")
    assert not Remark.objects.exists()


def test_a_fact_that_is_told_anew_loses_its_confirmation_and_the_others_keep_theirs(
    cast: Cast, mission: Mission
) -> None:
    told = make.told(mission, cast.pilot)
    answer(told, cast.axis)
    again = replace(make.rough(mission), turns=3, notes="Counted again.")
    submissions.submit(
        actor=cast.pilot, mission=mission, table_number=1, outcome=again, key=uuid4(), expected_version=version(told)
    )
    assert fresh(told).status == Status.WAITING
    assert set(said(told)) - set(told.remarks.values_list("fact", flat=True)) == {"turns"}
    assert told.steps.get(what="changed").words == "turns played"
    answer(told, cast.axis)
    assert fresh(told).status == Status.AGREED


def test_telling_it_anew_overturns_no_decision(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    answer(told, cast.axis, turns=2)
    approvals.decide(actor=cast.umpire, submission=told, values={"turns": 2}, expected_version=version(told))
    refused(
        lambda: submissions.submit(
            actor=cast.pilot,
            mission=mission,
            table_number=1,
            outcome=make.rough(mission),
            key=uuid4(),
            expected_version=version(told),
        ),
        "the umpire has decided this",
    )
    assert said(told)["turns"] == 2


def test_the_same_form_again_finds_what_it_told(cast: Cast, mission: Mission) -> None:
    key = uuid4()
    both = [
        submissions.submit(actor=cast.pilot, mission=mission, table_number=1, outcome=Outcome(), key=key)
        for _ in range(2)
    ]
    assert both[0] == both[1]
    assert [what for what, _ in steps(both[0])] == ["told"]


def test_a_table_has_one_result_and_who_told_it_is_named(cast: Cast, mission: Mission) -> None:
    make.told(mission, cast.pilot)
    refused(lambda: make.told(mission, cast.axis), "pilot has told the result of table 1 already")
    refused(lambda: make.told(mission, cast.pilot), "has moved on since")
    assert Submission.objects.count() == 1


def test_there_is_no_table_that_the_terms_do_not_know(cast: Cast, mission: Mission) -> None:
    assert refused(lambda: make.told(mission, cast.pilot, table=2), "Tables 1 to 1").field == "table"
    refused(lambda: make.told(mission, cast.pilot, table=0), "Tables 1 to 1")


def test_a_result_that_was_withdrawn_leaves_the_table_free(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    refused(
        lambda: submissions.withdraw(actor=cast.axis, submission=told, expected_version=version(told)),
        "Only who told a result, or an umpire",
    )
    submissions.withdraw(actor=cast.pilot, submission=told, expected_version=version(told))
    assert steps(told)[-1] == ("withdrawn", "pilot")
    refused(lambda: answer(told, cast.axis), "has moved on since")
    again = make.told(mission, cast.axis)
    assert again.pk != told.pk
    submissions.withdraw(actor=cast.umpire, submission=again, expected_version=version(again))


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


def test_between_two_friends_one_tells_and_the_other_confirms(cast: Cast) -> None:
    campaign = make.confirmed(make.campaign(cast.owner))
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.axis, role=Role.COMMANDER, side="axis")
    mission = make.opened(campaign)
    told = make.told(mission, cast.owner)
    answer(told, cast.axis)
    assert steps(told) == [("told", "owner"), ("confirmed", "axis"), ("approved", "")], "by the terms"
    assert Debrief.objects.get().actor is None


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


def test_a_void_mission_and_a_plain_campaign_take_no_results(cast: Cast, mission: Mission) -> None:
    corrections.void(actor=cast.umpire, mission=mission, reason="Fog.", expected_version=make.version(mission.campaign))
    refused(lambda: make.told(mission, cast.pilot, Outcome()), "declared void")
    plain = make.opened(make.campaign(cast.owner))
    refused(lambda: make.told(plain, cast.owner), "a commander records the result")


def test_where_results_are_confirmed_no_commander_records_them_alone(cast: Cast, mission: Mission) -> None:
    refused(lambda: make.record(mission), "confirmed by the other side")


def test_what_was_flown_on_paper_is_entered_as_ever(cast: Cast) -> None:
    mission = make.on_paper(make.confirmed(make.club(cast)))
    orders.open_orders(mission=mission)
    make.record(mission)
    make.debrief(mission)
    assert_reconciled(mission.campaign)


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


def test_the_engine_does_not_fly_what_a_table_has_told(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    refused(lambda: flights.queue_flight(actor=cast.owner, mission=mission), "A table has told how it went")
    submissions.withdraw(actor=cast.pilot, submission=told, expected_version=version(told))
    flights.queue_flight(actor=cast.owner, mission=mission)
    refused(lambda: make.told(mission, cast.pilot, Outcome()), "The engine")


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


@pytest.mark.portable
def test_steps_are_never_changed(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    before = list(SubmissionStep.objects.values())
    answer(told, cast.axis)
    approve(told, cast.umpire)
    assert list(SubmissionStep.objects.values())[:1] == before


def test_a_page_that_told_what_was_withdrawn_tells_it_again(cast: Cast, mission: Mission) -> None:
    def tell(actor: User, outcome: Outcome) -> Submission:
        return submissions.submit(actor=actor, mission=mission, table_number=1, outcome=outcome, key=key)

    key, outcome = uuid4(), make.rough(mission)
    for again in (outcome, replace(outcome, notes="Another light.")):
        withdrawn = tell(cast.pilot, outcome)
        submissions.withdraw(actor=cast.pilot, submission=withdrawn, expected_version=version(withdrawn))
        told = tell(cast.pilot, again)
        assert (told.status, told.pk == withdrawn.pk) == (Status.WAITING, False)
        submissions.withdraw(actor=cast.pilot, submission=told, expected_version=version(told))


def test_a_page_that_has_told_one_result_tells_no_other(cast: Cast) -> None:
    mission = make.opened(make.confirmed(make.club(cast), tables=2))
    key, outcome = uuid4(), make.rough(mission)
    submissions.submit(actor=cast.pilot, mission=mission, table_number=1, outcome=outcome, key=key)
    for actor, number in ((cast.pilot, 2), (cast.axis, 2), (cast.axis, 1)):
        with pytest.raises(Refusal, match="has told another result"):
            submissions.submit(actor=actor, mission=mission, table_number=number, outcome=outcome, key=key)
    assert Submission.objects.count() == 1


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


@pytest.mark.parametrize("is_open", [False, True])
def test_where_results_are_confirmed_no_commander_has_the_engine_fly_in_the_place_of_the_table(
    cast: Cast, is_open: bool
) -> None:
    campaign = make.confirmed(make.club(cast))
    mission = make.opened(campaign) if is_open else make.planned(campaign)
    for commander in (cast.allied, cast.axis):
        assert not mission_page(mission, viewed_by(campaign, commander)).may_fly
        with pytest.raises(Refusal, match="only an umpire has the engine fly"):
            flights.queue_flight(actor=commander, mission=mission, debrief=True)
    assert not mission.jobs.exists()
    assert mission_page(mission, viewed_by(campaign, cast.umpire)).may_fly
    assert flights.queue_flight(actor=cast.umpire, mission=mission).mission == mission


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


def viewed_by(campaign: Campaign, user: User) -> Viewer:
    """What somebody who takes part in the campaign is there."""
    found = viewer(campaign, user)
    assert found is not None
    return found

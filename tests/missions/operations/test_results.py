"""Results are told, answered by the other side, told anew and taken back."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.models import Role
from campaigns.operations import seats
from campaigns.standing.result_kinds import Debriefed
from config.common.refusals import Refusal
from engine.core.report import Report
from missions.flights.context import sheet_of
from missions.models import Debrief, Flight, Mission, Remark, Submission, SubmissionStep
from missions.operations import approvals, corrections, flights, orders, submissions
from missions.results import reports
from missions.results.outcomes import Outcome
from missions.selectors.missions import mission_page
from missions.selectors.reconcile import assert_reconciled
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


def test_between_two_friends_one_tells_and_the_other_confirms(cast: Cast) -> None:
    campaign = make.confirmed(make.campaign(cast.owner))
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.axis, role=Role.COMMANDER, side="axis")
    mission = make.opened(campaign)
    told = make.told(mission, cast.owner)
    answer(told, cast.axis)
    assert steps(told) == [("told", "owner"), ("confirmed", "axis"), ("approved", "")], "by the terms"
    assert Debrief.objects.get().actor is None


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


def test_the_engine_does_not_fly_what_a_table_has_told(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    refused(lambda: flights.queue_flight(actor=cast.owner, mission=mission), "A table has told how it went")
    submissions.withdraw(actor=cast.pilot, submission=told, expected_version=version(told))
    flights.queue_flight(actor=cast.owner, mission=mission)
    refused(lambda: make.told(mission, cast.pilot, Outcome()), "The engine")


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

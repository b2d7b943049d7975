"""A dispute stays until who raised it, the commander of the side or an umpire takes it back; the rest signs nobody."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.models import Role
from campaigns.operations import seats
from campaigns.standing.result_kinds import Debriefed
from config.common.refusals import Refusal
from missions import tasks
from missions.models import Debrief, Mission, Submission
from missions.operations import submissions
from missions.operations.submissions import Dispute
from missions.selectors.reconcile import assert_reconciled
from missions.selectors.submissions import version
from tests import make
from tests.cast import Cast, client_of
from tests.missions.views.test_results import url

Status = Submission.Status


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """A mission of a club whose results are confirmed; the stranger and the owner are pilots of the Axis."""
    campaign = make.confirmed(make.club(cast), hours=48)
    for user in (cast.stranger, cast.owner):
        seats.give_seat(actor=cast.owner, campaign=campaign, user=user, role=Role.PILOT, side="axis")
    return make.opened(campaign)


def answer(submission: Submission, actor: User, **disputes: Any) -> Submission:
    """Say of every fact that it was so, but for ``disputes``: what these were instead."""
    said = {name: Dispute(value, "I saw it.") for name, value in disputes.items()}
    return submissions.answer(actor=actor, submission=submission, disputes=said, expected_version=version(submission))


def tell_anew(submission: Submission, actor: User, **changes: Any) -> Submission:
    mission = submission.mission
    return submissions.submit(
        actor=actor,
        mission=mission,
        table_number=1,
        outcome=replace(make.rough(mission), **changes),
        key=uuid4(),
        expected_version=version(submission),
    )


def disputed(submission: Submission) -> dict[str, tuple[Any, str]]:
    """What is disputed, what it should be instead, and who says so."""
    return {
        each.fact: (each.value, each.by.get_username())
        for each in submission.remarks.filter(agrees=False).select_related("by")
    }


def steps(submission: Submission) -> list[tuple[str, str, str]]:
    """What was done, by whom or by what, and in which words."""
    return [
        (each.what, each.by.get_username() if each.by else each.get_itself_display(), each.words)
        for each in submission.steps.select_related("by")
    ]


def test_what_one_of_a_side_disputes_stays_when_another_of_it_says_that_it_was_so(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    answer(told, cast.axis, turns=2)
    for _ in range(2):
        assert answer(told, cast.stranger).status == Status.DISPUTED
    assert disputed(told) == {"turns": (2, "axis")}
    assert not Debrief.objects.exists()


@pytest.mark.portable
def test_whoever_cannot_take_a_dispute_back_still_confirms_what_was_told_anew(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    answer(told, cast.axis, turns=2)
    changed = replace(make.rough(mission).aircraft[0], status="damaged")
    tell_anew(told, cast.pilot, aircraft=(changed, *make.rough(mission).aircraft[1:]))
    answer(told, cast.stranger)
    assert disputed(told) == {"turns": (2, "axis")}
    fate = f"{changed.key}.fate"
    assert told.remarks.get(fact=fate).by == cast.stranger
    assert steps(told)[-1] == ("confirmed", "stranger", "But for turns played, which axis disputes.")


def test_nobody_puts_another_value_into_the_dispute_of_somebody_else(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    answer(told, cast.axis, turns=2)
    with pytest.raises(Refusal, match="axis disputes this already") as caught:
        answer(told, cast.stranger, turns=3)
    assert caught.value.field == "turns"
    assert disputed(told) == {"turns": (2, "axis")}


def test_another_of_the_side_disputes_more_and_each_dispute_keeps_its_name(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    fate = f"{make.rough(mission).aircraft[0].key}.fate"
    answer(told, cast.stranger, turns=2)
    answer(told, cast.axis, turns=2, **{fate: "damaged"})
    assert disputed(told) == {"turns": (2, "stranger"), fate: ("damaged", "axis")}
    answer(told, cast.stranger)
    assert disputed(told) == {fate: ("damaged", "axis")}


@pytest.mark.parametrize("who", ["stranger", "axis", "owner"])
def test_who_disputed_the_commander_and_an_umpire_of_the_side_take_a_dispute_back(
    cast: Cast, mission: Mission, who: str
) -> None:
    person = getattr(cast, who)
    told = make.told(mission, cast.pilot)
    answer(told, cast.stranger, turns=2)
    assert answer(told, person).status == Status.AGREED
    assert not disputed(told)
    assert steps(told)[-1] == ("confirmed", who, "Taken back: turns played.")


def test_telling_it_anew_lifts_a_dispute_only_by_giving_in(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot, replace(make.rough(mission), turns=4))
    answer(told, cast.axis, turns=2)
    assert tell_anew(told, cast.pilot, turns=3).status == Status.DISPUTED
    assert disputed(told) == {"turns": (2, "axis")}
    assert tell_anew(told, cast.pilot, turns=2).status == Status.WAITING
    assert not disputed(told)
    assert answer(told, cast.stranger).status == Status.AGREED


def test_who_told_a_result_does_not_get_rid_of_a_dispute_by_withdrawing_it(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    answer(told, cast.axis, turns=2)
    assert b"Withdraw this result" not in client_of(cast.pilot).get(url(mission, "mission-result", 1)).content
    with pytest.raises(Refusal, match="It is disputed: tell it anew as it was, or ask an umpire"):
        submissions.withdraw(actor=cast.pilot, submission=told, expected_version=version(told))
    assert disputed(told) == {"turns": (2, "axis")}
    answer(told, cast.axis)
    submissions.withdraw(actor=cast.pilot, submission=told, expected_version=version(told))


def test_a_result_that_the_terms_approve_names_nobody(cast: Cast) -> None:
    campaign = make.confirmed(make.campaign(cast.owner))
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.axis, role=Role.COMMANDER, side="axis")
    told = make.told(make.opened(campaign), cast.owner)
    answer(told, cast.axis)
    assert [(what, who) for what, who, _ in steps(told)] == [
        ("told", "owner"),
        ("confirmed", "axis"),
        ("approved", "The terms"),
    ]
    assert Debrief.objects.get().actor is None
    entry = campaign.entries.get(kind=Debriefed.kind)
    assert (entry.actor, entry.by) == (None, "The terms")
    assert_reconciled(campaign)


def test_a_result_that_nobody_opposed_in_time_is_signed_by_the_clock(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    Submission.objects.filter(pk=told.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    tasks.results_due()
    assert steps(told)[-1][:2] == ("stood", "The clock")
    entry = mission.campaign.entries.get(kind=Debriefed.kind)
    assert (entry.actor, entry.by) == (None, "The clock")
    assert_reconciled(mission.campaign)

"""Two people at one result in the same moment: still one result, one approval, one debrief. On both databases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError
from django.utils import timezone

from campaigns.standing.result_kinds import Debriefed
from config.common.refusals import Refusal
from missions.models import Debrief, Flight, Mission, Remark, Submission, SubmissionStep
from missions.operations import approvals, submissions, under_lock
from missions.operations import results as results_
from missions.operations.submissions import Dispute
from missions.results.outcomes import Outcome
from missions.selectors.reconcile import assert_reconciled
from missions.selectors.submissions import version
from tests import make
from tests.cast import Cast
from tests.concurrency.test_once import PATIENCE, all_at_once, kinds, unlocked

pytestmark = pytest.mark.django_db(transaction=True)

Status = Submission.Status


@pytest.fixture
def mission(cast: Cast) -> Mission:
    return make.opened(make.confirmed(make.club(cast), hours=48))


def tell(mission: Mission, actor: Any, **more: Any) -> Callable[[], object]:
    """An act that tells the result of table 1."""
    wanted: dict[str, Any] = {"outcome": make.rough(mission), "key": uuid4(), "table_number": 1} | more
    return lambda: submissions.submit(actor=actor, mission=mission, **wanted)


def approve(cast: Cast, told: Submission) -> Callable[[], object]:
    seen = version(told)
    return lambda: approvals.approve(actor=cast.umpire, submission=told, expected_version=seen)


def answer(cast: Cast, told: Submission, **disputes: Any) -> Callable[[], object]:
    seen, wanted = version(told), {name: Dispute(value) for name, value in disputes.items()}
    return lambda: submissions.answer(actor=cast.axis, submission=told, disputes=wanted, expected_version=seen)


def confirmed(cast: Cast, mission: Mission) -> Submission:
    told = make.told(mission, cast.pilot)
    answer(cast, told)()
    return told


@contextmanager
def meeting(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> Iterator[None]:
    """No lock is held, and two threads wait for each other once ``owner.name`` has guarded them."""
    barrier = Barrier(2, timeout=PATIENCE)
    call = getattr(owner, name)

    def wait_for_the_other(*args: Any, **kwargs: Any) -> Any:
        found = call(*args, **kwargs)
        barrier.wait()
        return found

    for module in (under_lock, results_):
        monkeypatch.setattr(module, "locked", unlocked)
    monkeypatch.setattr(owner, name, wait_for_the_other)
    yield
    monkeypatch.undo()


def test_two_who_tell_the_same_table_at_once_leave_one_result(cast: Cast, mission: Mission) -> None:
    results = all_at_once(*(tell(mission, person) for person in (cast.pilot, cast.axis, cast.allied, cast.umpire)))
    assert kinds(results) == {"Submission": 1, "Refusal": 3}, results
    assert Submission.objects.count() == 1
    assert SubmissionStep.objects.count() == 1


def test_without_the_lock_only_the_constraint_keeps_a_table_to_one_result(
    cast: Cast, mission: Mission, monkeypatch: pytest.MonkeyPatch
) -> None:
    acts = (tell(mission, cast.pilot), tell(mission, cast.axis))
    with meeting(monkeypatch, submissions, "live_of"):
        results = all_at_once(*acts)
    assert kinds(results) == {"Submission": 1, IntegrityError.__name__: 1}, results
    assert Submission.objects.count() == 1


def test_a_double_click_tells_once(cast: Cast, mission: Mission) -> None:
    key = uuid4()
    results = all_at_once(*[tell(mission, cast.pilot, key=key)] * 4)
    assert kinds(results) == {"Submission": 4}, results
    assert Submission.objects.count() == SubmissionStep.objects.count() == 1


def test_two_approvals_at_once_enter_it_once(cast: Cast, mission: Mission) -> None:
    told = confirmed(cast, mission)
    seen = version(told)
    results = all_at_once(
        *[
            lambda person=person: approvals.approve(actor=person, submission=told, expected_version=seen)
            for person in (cast.umpire, cast.owner, cast.umpire, cast.owner)
        ]
    )
    assert kinds(results) == {"Submission": 4}, results
    assert Debrief.objects.count() == Flight.objects.count() == 1
    assert told.steps.filter(what="approved").count() == 1
    assert mission.campaign.entries.filter(kind=Debriefed.kind).count() == 1
    assert_reconciled(mission.campaign)


def test_without_the_lock_two_approvals_both_count(
    cast: Cast, mission: Mission, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = confirmed(cast, mission)
    acts = [approve(cast, told)] * 2
    with meeting(monkeypatch, approvals, "_refuse_disputed"):
        results = all_at_once(*acts)
    assert told.steps.filter(what="approved").count() == 2, results
    assert IntegrityError.__name__ in kinds(results), "only the constraint on flights held"


def test_what_is_told_anew_while_it_is_approved_is_either_approved_or_told(cast: Cast, mission: Mission) -> None:
    told = confirmed(cast, mission)
    again = tell(mission, cast.pilot, outcome=Outcome(turns=2), expected_version=version(told))
    results = all_at_once(approve(cast, told), again)
    assert kinds(results) == {"Submission": 1, "Refusal": 1}, results
    told.refresh_from_db()
    if Debrief.objects.exists():
        assert Outcome.from_json(told.outcome) == make.rough(mission), "what was approved is what the umpire saw"
    else:
        assert (told.status, Outcome.from_json(told.outcome).turns) == (Status.WAITING, 2)
    assert_reconciled(mission.campaign)


def test_without_the_lock_something_is_approved_that_the_umpire_never_saw(
    cast: Cast, mission: Mission, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = confirmed(cast, mission)
    approving = approve(cast, told)
    told_anew, checked = Barrier(2, timeout=PATIENCE), Barrier(2, timeout=PATIENCE)
    approve_now = approvals.approve_now

    def late(*args: Any) -> None:
        checked.wait()
        told_anew.wait()
        args[0].refresh_from_db(fields=["outcome"])
        approve_now(*args)

    def tell_it_anew() -> object:
        checked.wait()
        found = tell(mission, cast.pilot, outcome=Outcome(turns=2), expected_version=version(told))()
        told_anew.wait()
        return found

    for module in (under_lock, results_):
        monkeypatch.setattr(module, "locked", unlocked)
    monkeypatch.setattr(approvals, "approve_now", late)
    results = all_at_once(approving, tell_it_anew)
    assert kinds(results) == {"Submission": 2}, results
    assert Flight.objects.get(mission=mission).report["turns"] == 2, "nobody had confirmed that"


def test_a_result_is_confirmed_or_withdrawn_never_both(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    seen = version(told)
    results = all_at_once(
        answer(cast, told), lambda: submissions.withdraw(actor=cast.pilot, submission=told, expected_version=seen)
    )
    assert sum(isinstance(each, Refusal) for each in results) == 1, results
    told.refresh_from_db()
    assert (told.status == Status.WITHDRAWN) == (not Remark.objects.exists())
    assert told.steps.count() == 2


def test_the_clock_lets_it_stand_or_somebody_disputes_it(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    Submission.objects.filter(pk=told.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    results = all_at_once(answer(cast, told, turns=2), approvals.results_due, approvals.results_due)
    told.refresh_from_db()
    stood = told.steps.filter(what="stood").count()
    disputed = told.steps.filter(what="disputed").count()
    assert stood + disputed == 1, results
    assert told.status == (Status.APPROVED if stood else Status.DISPUTED)
    assert Debrief.objects.count() == stood
    assert_reconciled(mission.campaign)


def test_the_last_two_tables_approved_at_once_close_the_mission_once(cast: Cast) -> None:
    mission = make.opened(make.confirmed(make.club(cast), tables=2, merge="vote"))
    both = []
    for number in (1, 2):
        told = make.told(mission, cast.pilot, table=number)
        answer(cast, told)()
        both.append(approve(cast, told))
    results = all_at_once(*both)
    assert kinds(results) == {"Submission": 2}, results
    assert Debrief.objects.count() == 1
    assert Submission.objects.filter(status=Status.APPROVED).count() == 2
    assert_reconciled(mission.campaign)


def test_a_table_that_hands_in_while_the_mission_is_closed_is_in_time_or_too_late(cast: Cast) -> None:
    mission = make.opened(make.confirmed(make.club(cast), tables=3))
    told = make.told(mission, cast.pilot)
    answer(cast, told)()
    approve(cast, told)()
    results = all_at_once(
        lambda: approvals.close(actor=cast.umpire, mission=mission, tables=[1]),
        tell(mission, cast.axis, table_number=2),
    )
    assert results[0] is None
    late = Submission.objects.filter(table=2).first()
    assert isinstance(results[1], Refusal) if late is None else late.status == Status.WITHDRAWN
    assert Debrief.objects.count() == 1
    assert_reconciled(mission.campaign)

"""The umpire's part of a result, and the clock's: disputes decided, results approved, missions closed.

What several tables come to is in ``missions.results.merging``.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from uuid import uuid4

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.access import refuse_unless_umpire
from campaigns.models import Itself
from campaigns.selectors import standings
from campaigns.selectors.sides import side_titles
from config.common.refusals import Refusal
from missions.flights.context import sheet_of
from missions.models import Mission, Remark, Submission, SubmissionStep
from missions.operations import debriefs
from missions.operations.results import drop, listed, locked_result, note, otherwise, settle_status, tell_of
from missions.operations.under_lock import locked_mission
from missions.results import facts, facts_of_report, reports
from missions.results.outcomes import Outcome
from missions.selectors.approvals import approved, merged_report
from missions.selectors.submissions import DUE, OPEN, STALE, answering, refuse_unless_open, stands, version

logger = logging.getLogger(__name__)


def decide(
    *, actor: User, submission: Submission, values: Mapping[str, object], expected_version: str, approve: bool = False
) -> Submission:
    """Decide disputed facts: ``values`` says how each of them was, as told, as disputed or otherwise.

    Other facts may be named too where they have to change with those. ``approve``: approve it in the same act.
    """
    with locked_result(submission) as submission:
        refuse_unless_umpire(submission.mission.campaign, actor)
        mission = submission.mission
        if submission.status not in OPEN or expected_version != version(submission):
            raise Refusal(STALE)
        refuse_unless_open(mission)
        disputed = {each.fact for each in submission.remarks.filter(agrees=False, is_settled=False)}
        if not disputed:
            raise Refusal("Nothing of this result is disputed.")
        if not disputed & set(values):
            raise Refusal("Say how it was.", min(disputed))
        asked = sheet_of(mission)
        told = facts_of_report.said(asked, reports.report(asked, Outcome.from_json(submission.outcome)))
        if unknown := next((name for name in values if name not in told), None):
            raise Refusal("There is no such fact in this result.", unknown)
        outcome = otherwise(asked, submission, {**told, **values})
        submission.outcome, submission.due_at = outcome.as_json(), None
        submission.save(update_fields=["outcome", "due_at"])
        now_said = facts_of_report.said(asked, reports.report(asked, outcome))
        changed = {name for name in now_said if now_said[name] != told[name]}
        settled = (disputed & set(values)) | changed
        _settle(submission, settled, actor)
        known = facts.asked_of(asked)
        words = [
            f"{known[name].whole_label}: {known[name].shown(now_said[name])}"
            + (f" (told: {known[name].shown(told[name])})" if name in changed else " (as told)")
            for name in now_said
            if name in settled
        ]
        note(submission, SubmissionStep.What.DECIDED, actor, listed(words))
        settle_status(submission, asked)
        if approve:
            _refuse_disputed(submission)
            approve_now(submission, actor)
        return submission


def _settle(submission: Submission, names: set[str], actor: User) -> None:
    """Mark the facts as decided, those too of which nobody had said anything."""
    submission.remarks.filter(fact__in=names).update(is_settled=True)
    known = set(submission.remarks.values_list("fact", flat=True))
    Remark.objects.bulk_create(
        Remark(submission=submission, fact=name, agrees=True, is_settled=True, by=actor, at=timezone.now())
        for name in sorted(names - known)
    )


def approve(*, actor: User, submission: Submission, expected_version: str) -> Submission:
    """Approve a result; where no other table is to fly the mission, it is entered in the journal by the same act.

    Who told it waits until the other side has answered, if anybody plays there; another umpire need not.
    """
    with locked_result(submission) as submission:
        refuse_unless_umpire(submission.mission.campaign, actor)
        if submission.status == Submission.Status.APPROVED:
            return submission
        if submission.status not in OPEN or expected_version != version(submission):
            raise Refusal(STALE)
        refuse_unless_open(submission.mission)
        _refuse_disputed(submission)
        waited_for = answering(submission) if submission.status == Submission.Status.WAITING else ()
        if waited_for and submission.by_id == actor.pk:
            titles = side_titles(submission.mission.campaign)
            sides = " and the ".join(titles[side] for side in waited_for)
            raise Refusal(f"You told this result yourself, and the {sides} side has not answered yet.")
        approve_now(submission, actor)
        return submission


def _refuse_disputed(submission: Submission) -> None:
    if submission.status == Submission.Status.DISPUTED:
        raise Refusal("Decide first what is disputed.")


def approve_now(submission: Submission, signer: User | Itself) -> None:
    """Approve a result, part of an operation that has checked it.

    By the clock: nobody has opposed it in time. By the terms: the other side has confirmed it, and only who told it
    could approve.
    """
    submission.status = Submission.Status.APPROVED
    submission.save(update_fields=["status"])
    stood = signer is Itself.CLOCK
    step = note(submission, SubmissionStep.What.STOOD if stood else SubmissionStep.What.APPROVED, signer)
    tell_of(submission, step, "result-due" if stood else "result-approved")
    mission = submission.mission
    if len(approved(mission)) >= mission.campaign.tables:
        _close(mission, signer)


def close(*, actor: User, mission: Mission, tables: Sequence[int]) -> None:
    """Close a mission with the tables whose results have been approved; what others told is left out.

    ``tables`` are those that the umpire was shown: if others have been approved since, nothing is closed.
    """
    with locked_mission(mission) as mission:
        refuse_unless_umpire(mission.campaign, actor)
        refuse_unless_open(mission)
        found = approved(mission)
        if not found:
            raise Refusal("No table’s result has been approved yet.")
        if {each.table for each in found} != set(tables):
            raise Refusal("Another table’s result has been approved or withdrawn since you looked. Look again.")
        _close(mission, actor)


def _close(mission: Mission, signer: User | Itself) -> None:
    folding, rest = standings.folding_before(mission.campaign, mission.number)
    report = merged_report(mission, approved(mission), folding.standing)
    for submission in Submission.objects.filter(mission=mission, status__in=OPEN):
        drop(submission, signer, "The mission was closed without it.")
    folding = standings.go_on(mission.campaign, folding, rest)
    debriefs.enter_result(signer=signer, mission=mission, report=report, key=uuid4(), onto=folding)


def results_due() -> int:
    """Let every result stand that nobody has opposed in time; returns how many. Safe to run twice and at once."""
    due = Submission.objects.filter(
        status__in=DUE,
        due_at__lte=timezone.now(),
        mission__status=Mission.Status.READY,
        mission__campaign__archived_at=None,
    ).select_related("mission")
    count = 0
    for submission in due.order_by("pk"):
        try:
            count += stand(submission)
        except Refusal as refusal:
            logger.warning("result %s cannot stand: %s", submission.pk, refusal)
    return count


def stand(submission: Submission) -> bool:
    """Let a result stand whose time has come; returns whether it does now and did not before."""
    with locked_result(submission) as submission:
        if not stands(submission):
            return False
        refuse_unless_open(submission.mission)
        approve_now(submission, Itself.CLOCK)
        return True

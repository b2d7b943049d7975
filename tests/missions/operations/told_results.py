"""Results that a table has told, answered and approved by people of its campaign."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from campaigns.access import Viewer, viewer
from campaigns.models import Campaign
from config.common.refusals import Refusal
from missions.flights.context import sheet_of
from missions.models import Mission, Submission
from missions.operations import approvals, submissions
from missions.operations.submissions import Dispute
from missions.results import facts_of_report, reports
from missions.results.outcomes import Outcome
from missions.selectors.submissions import version
from notices.models import Happening

Status = Submission.Status


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


def viewed_by(campaign: Campaign, user: User) -> Viewer:
    """What somebody who takes part in the campaign is there."""
    found = viewer(campaign, user)
    assert found is not None
    return found

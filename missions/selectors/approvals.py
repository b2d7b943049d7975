"""Whose approval a result waits for, and what approved results come to together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from campaigns.models import Campaign, Role
from campaigns.standing import Standing
from config.common.refusals import Refusal
from engine.core.report import Report
from missions.flights.context import sheet_of
from missions.models import Mission, Submission
from missions.results import merging, reports
from missions.results.merging import Rule, TableResult
from missions.results.outcomes import Outcome


def approvers(campaign: Campaign) -> set[int]:
    """The people who approve results: umpires, and the owner if the campaign has no other umpire."""
    umpires = campaign.seats.filter(role=Role.UMPIRE, user__isnull=False).values_list("user_id", flat=True)
    return set(umpires) or {campaign.owner_id}


def approved(mission: Mission) -> list[Submission]:
    """The results that have been approved, in the order in which the tables handed them in."""
    found = Submission.objects.filter(mission=mission, status=Submission.Status.APPROVED)
    return list(found.order_by("pk"))


def merged_report(mission: Mission, submissions: Sequence[Submission], standing: Standing | None = None) -> Report:
    """What these tables come to by the campaign's rule. They are in the order in which they were handed in.

    ``standing``: what the campaign had come to before the mission, if that has been folded.
    """
    asked = sheet_of(mission, standing)
    told = [
        TableResult(each.table, merging.in_full(asked, outcome), reports.report(asked, outcome))
        for each in submissions
        for outcome in (Outcome.from_json(each.outcome),)
    ]
    rule = cast(Rule, mission.campaign.merge)
    found = merging.merged(rule, asked, told)
    try:
        report = reports.report(asked, found)
    except Refusal:
        report = merging.closest(found, told).report
    return merging.scored(rule, told, report)

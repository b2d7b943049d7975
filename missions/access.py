"""Missions and jobs for views: always fetched through the campaign they belong to."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404

from campaigns.access import MemberRequest, Viewer, campaign_or_404
from campaigns.models import Campaign, Role
from missions.models import Job, Mission


def mission_or_404(
    request: MemberRequest, pk: int, number: int, *, at_least: Role = Role.READER
) -> tuple[Mission, Viewer]:
    """Mission ``number`` of campaign ``pk`` (as ``mission.campaign``) and what the person is in it."""
    campaign, viewer = campaign_or_404(request, pk, at_least=at_least)
    mission = Mission.objects.filter(campaign=campaign, number=number).select_related("flight", "debrief").first()
    if mission is None:
        raise Http404("This campaign has no such mission.")
    mission.campaign = campaign
    return mission, viewer


def job_or_404(request: MemberRequest, job_id: UUID) -> Job:
    """A job of one of the person's campaigns, with its mission and campaign."""
    job = (
        Job.objects.filter(pk=job_id, mission__campaign__in=Campaign.objects.for_user(request.user.pk))
        .select_related("mission__campaign")
        .first()
    )
    if job is None:
        raise Http404("There is no such job among yours.")
    return job

"""Whose a campaign is, and a new one like it."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from campaigns.access import campaign_or_404
from campaigns.models import Role
from campaigns.packs.schema import SIDES
from campaigns.selectors.sides import side_titles
from campaigns.selectors.squadrons import sees_pool
from campaigns.views.common import render_campaign
from clubs.access import run_by
from clubs.forms.clubs import CopyForm, OwnerForm
from clubs.operations import clubs as operations
from clubs.operations import copying
from config.common.web import MemberRequest, sent


@require_http_methods(["GET", "HEAD", "POST"])
def campaign_club(request: MemberRequest, pk: int) -> HttpResponse:
    """Give the campaign to a club, or take it back."""
    campaign, viewer = campaign_or_404(request, pk, at_least=Role.UMPIRE, to_write=True)
    if not viewer.is_owner:
        raise PermissionDenied("Only its owner says whose a campaign is.")
    clubs = run_by(request.user)
    if campaign.club is not None and campaign.club not in clubs:
        clubs.append(campaign.club)
    now = {"club": str(campaign.club_id or "")}
    form = OwnerForm(clubs, sent(request), initial=now)
    if form.is_valid():
        with form.showing_refusals():
            moved = operations.move_campaign(actor=request.user, campaign=campaign, club=form.chosen)
            whose = f"{moved.club}’s: every member may read it" if moved.club else "yours alone"
            messages.success(request, f"The campaign is {whose}.")
            return redirect("campaign", pk)
    return render_campaign(request, "clubs/campaigns/club.html", campaign, form=form, clubs=clubs)


@require_http_methods(["GET", "HEAD", "POST"])
def campaign_copy(request: MemberRequest, pk: int) -> HttpResponse:
    """Begin another campaign that is set up like this one."""
    campaign, viewer = campaign_or_404(request, pk)
    clubs, may_copy_seats = run_by(request.user), viewer.ranks(Role.UMPIRE)
    begins = {"name": f"{campaign.name[:70]}, again", "club": ""}
    if campaign.club in clubs:
        begins["club"] = str(campaign.club_id)
    form = CopyForm(clubs, sent(request), may_copy_seats=may_copy_seats, initial=begins)
    if form.is_valid():
        with form.showing_refusals():
            new = copying.copy_campaign(
                actor=request.user,
                viewer=viewer,
                campaign=campaign,
                name=form.cleaned_data["name"],
                club=form.chosen,
                with_seats=form.cleaned_data.get("with_seats", False),
            )
            messages.success(request, f"{new.name} has begun, set up as {campaign.name}.")
            return redirect("campaign", new.pk)
    titles = side_titles(campaign)
    return render_campaign(
        request,
        "clubs/campaigns/copy.html",
        campaign,
        form=form,
        clubs=clubs,
        unseen=[titles[side] for side in SIDES if not sees_pool(campaign, viewer, side)],
    )

"""A finished operation that counts as a Mission of a Land campaign: choosing it, and its page. [SUP 25]"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from campaigns.access import Viewer, campaign_or_404
from campaigns.models import Role
from campaigns.selectors.standings import standing_of
from campaigns.views.common import render_campaign
from config.common.web import MemberRequest, asking, render_page, sent
from missions.forms.counted_operations import OperationForm
from missions.models import Mission
from missions.operations import counted_operations


@asking
def campaign_operation(request: MemberRequest, pk: int) -> HttpResponse:
    """Count a finished operation as the campaign's next mission."""
    campaign, _ = campaign_or_404(request, pk, at_least=Role.UMPIRE, to_write=True)
    standing = standing_of(campaign)
    why_not = counted_operations.why_not(campaign, standing)
    form = OperationForm(counted_operations.choices(request.user, standing), sent(request))
    if form.is_valid():
        with form.showing_refusals():
            mission = counted_operations.count_operation(
                actor=request.user, campaign=campaign, operation=form.cleaned_data["operation"]
            )
            messages.success(request, f"{mission.title} counts as mission {mission.number}. It is in the journal.")
            return redirect("campaign", pk)
    return render_campaign(
        request,
        "missions/counted_operations/count_operation.html",
        campaign,
        form=form,
        number=max(standing.missions, default=0) + 1,
        why_not=why_not,
    )


def operation_page(request: MemberRequest, mission: Mission, viewer: Viewer) -> HttpResponse:
    """The page of a mission that an operation counts as."""
    context = {"nav": "campaigns", "mission": mission, "page": counted_operations.page(mission, viewer)}
    return render_page(request, "missions/counted_operations/operation.html", context)

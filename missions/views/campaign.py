"""The page of a campaign, with the mission that it waits for."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from campaigns.access import MemberRequest, campaign_or_404
from campaigns.charts import plot
from campaigns.models import Role
from campaigns.packs.schema import SIDES
from campaigns.refusals import Refusal
from campaigns.selectors import campaign_page
from campaigns.views.common import only_post, render_page, tell_refusal
from missions import operations
from missions.selectors import next_step


@require_safe
def campaign(request: MemberRequest, pk: int) -> HttpResponse:
    found, viewer = campaign_or_404(request, pk)
    page = campaign_page(found, viewer)
    return render_page(
        request,
        "missions/campaign.html",
        {
            "nav": "campaigns",
            "page": page,
            "step": next_step(found, viewer),
            "may_command": viewer.may(Role.COMMANDER),
            "wide_plot": plot(page.chart, 640, 240),
            "narrow_plot": plot(page.chart, 340, 220),
            "sides": SIDES,
        },
    )


@only_post("campaign")
def campaign_draw(request: MemberRequest, pk: int) -> HttpResponse:
    found, _ = campaign_or_404(request, pk, at_least=Role.COMMANDER)
    try:
        mission = operations.draw_mission(actor=request.user, campaign=found)
    except Refusal as refusal:
        tell_refusal(request, refusal)
        return redirect("campaign", pk)
    messages.success(request, f"Mission {mission.number} is on the board: {mission.title}.")
    return redirect("mission", pk, mission.number)

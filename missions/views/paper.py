"""A campaign that is under way on paper, brought in: its periods and missions in order, as they were."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from campaigns.access import campaign_or_404
from campaigns.models import Role
from campaigns.selectors.standings import standing_of
from campaigns.views.common import render_campaign
from config.common.web import UNPROCESSABLE, MemberRequest, sent
from missions.forms.paper import PaperPeriodForm, next_form
from missions.operations import drawing
from missions.selectors.next_step import under_way


@require_http_methods(["GET", "HEAD", "POST"])
def campaign_paper(request: MemberRequest, pk: int) -> HttpResponse:
    """Enter what comes next on paper: a period with its weather, or a mission with its day."""
    campaign, _ = campaign_or_404(request, pk, at_least=Role.UMPIRE, to_write=True)
    standing = standing_of(campaign)
    form = next_form(standing, sent(request))
    if form is not None and form.is_valid():
        with form.showing_refusals():
            if isinstance(form, PaperPeriodForm):
                drawing.open_period(actor=request.user, campaign=campaign, **form.cleaned_data)
                messages.success(request, f"Period {form.number} has begun.")
                return redirect("campaign-paper", pk)
            given = form.cleaned_data
            mission = drawing.draw_on_paper(
                actor=request.user, campaign=campaign, key=given["mission"], date=given["date"]
            )
            messages.success(request, f"Mission {mission.number} is entered. Now say who flew in it.")
            return redirect("mission", pk, mission.number)
    return render_campaign(
        request,
        "missions/paper/paper.html",
        campaign,
        standing=standing,
        form=form,
        under_way=under_way(campaign) if form is None else None,
        status=UNPROCESSABLE if request.method == "POST" else 200,
    )

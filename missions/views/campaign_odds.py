"""How a campaign might end, for all its members."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from campaigns.access import campaign_or_404
from campaigns.models import Role
from campaigns.selectors.campaigns import campaign_page
from campaigns.views.common import render_campaign
from config.common.charts import line_plots
from config.common.web import MemberRequest, asking, leading_back, only_post
from missions.operations import campaign_odds
from missions.selectors.campaign_odds import panel


@asking
@leading_back("campaign")
def odds(request: MemberRequest, pk: int) -> HttpResponse:
    """The latest look, and a button for another. While one is flown the page asks for itself again."""
    if request.method == "POST":
        found, _ = campaign_or_404(request, pk, at_least=Role.PILOT)
        campaign_odds.order(actor=request.user, campaign=found)
        return redirect("campaign-odds", pk)
    found, viewer = campaign_or_404(request, pk)
    page = campaign_page(found, viewer)
    looked = panel(found, viewer, page)
    plots = line_plots(looked.shown.chart) if looked.shown is not None else None
    return render_campaign(
        request, "missions/campaign/odds_page.html", found, partial="odds", odds=looked, odds_plots=plots
    )


@only_post("campaign-odds")
def cancel(request: MemberRequest, pk: int) -> HttpResponse:
    """Call off what is being flown."""
    found, _ = campaign_or_404(request, pk, at_least=Role.PILOT)
    campaign_odds.cancel(actor=request.user, campaign=found)
    messages.success(request, "It is called off.")
    return redirect("campaign-odds", pk)

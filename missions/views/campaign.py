"""The page of a campaign, with the step that it stands at and what does it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from campaigns.access import campaign_or_404, club_of
from campaigns.models import Role
from campaigns.packs.schema import SIDES
from campaigns.selectors.board import board, rounds
from campaigns.selectors.campaigns import campaign_page
from campaigns.selectors.maps import small_map
from campaigns.selectors.terms import men_said
from campaigns.views.common import render_campaign
from config.common.charts import line_plots
from config.common.web import MemberRequest, number_asked, only_post
from missions.operations import drawing
from missions.selectors.campaign_odds import panel
from missions.selectors.next_step import next_step_of
from missions.views.campaign_parts import alike, pools


@require_safe
def campaign(request: MemberRequest, pk: int) -> HttpResponse:
    found, viewer = campaign_or_404(request, pk)
    page = campaign_page(found, viewer, part=max(number_asked(request, "missions"), 1))
    shown = board(page.standing, found, viewer)
    odds = panel(found, viewer, page)
    return render_campaign(
        request,
        "missions/campaign/page.html",
        found,
        page=page,
        club=club_of(found, viewer),
        board=shown,
        alike=alike(page, found),
        pools=pools(shown, page, found),
        map=small_map(page, found, viewer),
        rounds=rounds(page),
        next_step=next_step_of(found, viewer, page.standing),
        of_men=men_said(found),
        may_export=viewer.ranks(Role.UMPIRE),
        odds=odds,
        odds_plots=line_plots(odds.shown.chart) if odds.shown is not None else None,
        sides=SIDES,
    )


@only_post("campaign")
def campaign_period(request: MemberRequest, pk: int) -> HttpResponse:
    """Open the next period with its weather card."""
    found, _ = campaign_or_404(request, pk, at_least=Role.COMMANDER)
    drawing.open_period(actor=request.user, campaign=found)
    return redirect("campaign", pk)


@only_post("campaign")
def campaign_draw(request: MemberRequest, pk: int) -> HttpResponse:
    found, _ = campaign_or_404(request, pk, at_least=Role.COMMANDER)
    mission = drawing.draw_mission(actor=request.user, campaign=found)
    messages.success(request, f"Mission {mission.number} is on the board: {mission.title}.")
    return redirect("mission", pk, mission.number)


@only_post("campaign")
def campaign_choose(request: MemberRequest, pk: int) -> HttpResponse:
    """Choose the next mission from the table of its stage."""
    found, _ = campaign_or_404(request, pk, at_least=Role.COMMANDER)
    mission = drawing.choose_mission(actor=request.user, campaign=found, key=request.POST.get("mission", ""))
    messages.success(request, f"Mission {mission.number} is on the board: {mission.title}.")
    return redirect("mission", pk, mission.number)

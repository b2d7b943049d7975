"""What was in a fight: asked for, waited for, read."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import engine
from config.common.refusals import Refusal
from config.common.web import MemberRequest, leading_back, only_post, render_page
from missions.access import mission_or_404, own_skirmish_or_404, skirmish_or_404
from missions.operations import analyses
from missions.selectors.analyses import page_of_mission, page_of_skirmish, why_not_of_mission, why_not_of_skirmish
from missions.views.common import render_mission


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@leading_back("mission")
def of_mission(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """The analysis of a mission, or the button that orders it. While it is made the page asks for itself again."""
    mission, viewer = mission_or_404(request, pk, number)
    if why := why_not_of_mission(mission, viewer):
        raise Refusal(why)
    if request.method == "POST":
        analyses.order_for_mission(actor=request.user, mission=mission)
        return redirect("mission-analysis", pk, number)
    return render_mission(
        request,
        "missions/analyses/analysis.html",
        mission,
        "watch",
        partial="analysis",
        head="parts/mission_head.html",
        page=page_of_mission(mission, request.user.pk),
        is_corrected=mission.flight.corrected_at is not None,
    )


@only_post("mission-analysis")
def cancel_of_mission(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Call off what one has ordered."""
    mission, _ = mission_or_404(request, pk, number)
    analyses.cancel_for_mission(actor=request.user, mission=mission)
    return redirect("mission-analysis", pk, number)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@leading_back("skirmish")
def of_skirmish(request: MemberRequest, number: int) -> HttpResponse:
    """The same of a skirmish."""
    skirmish = skirmish_or_404(request, number)
    if why := why_not_of_skirmish(skirmish):
        raise Refusal(why)
    if request.method == "POST":
        analyses.order_for_skirmish(actor=request.user, skirmish=skirmish)
        return redirect("skirmish-analysis", number)
    context = {
        "nav": "skirmishes",
        "head": "missions/skirmishes/head.html",
        "skirmish": skirmish,
        "system": engine.systems()[skirmish.system],
        "page": page_of_skirmish(skirmish, request.user.pk),
    }
    return render_page(request, "missions/analyses/analysis.html", context, partial="analysis")


@only_post("skirmish-analysis")
def cancel_of_skirmish(request: MemberRequest, number: int) -> HttpResponse:
    """The same of a skirmish."""
    analyses.cancel_for_skirmish(actor=request.user, skirmish=own_skirmish_or_404(request, number))
    return redirect("skirmish-analysis", number)

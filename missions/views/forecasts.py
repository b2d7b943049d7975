"""How a mission might go, for the eyes of the side that plans it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.models import Role
from campaigns.packs.schema import Side
from config.common.charts import plot
from config.common.web import MemberRequest, only_post, render_page
from missions.access import mission_or_404, plans
from missions.models import Mission
from missions.odds.calibration import calibration
from missions.odds.strengths import strengths
from missions.operations import forecasts
from missions.selectors.forecasts import ForecastPanel, panel
from missions.views.common import render_mission, side_or_404


@login_not_required
@require_safe
def odds(request: HttpRequest) -> HttpResponse:
    """How true forecasts have come, and how strong the levels of the staff are."""
    held = calibration()
    plots = {"wide_plot": plot(held.chart, 640, 240), "narrow_plot": plot(held.chart, 320, 240)}
    return render_page(request, "missions/odds.html", {"held": held, "strengths": strengths(), **plots})


@require_safe
@never_cache
def forecast(request: MemberRequest, pk: int, number: int, side: str) -> HttpResponse:
    """The forecasts of a side's plans. While one is flown the page asks for itself again."""
    mission, planned = _of_ones_own(request, pk, number, side)
    odds = panel(mission, planned)
    if odds is None:
        raise Http404("Nobody has asked yet how this mission might go. Its page of orders does.")
    return _shown(request, mission, planned, odds)


@only_post("mission-forecast")
def forecast_cancel(request: MemberRequest, pk: int, number: int, side: str) -> HttpResponse:
    """Call off what is being flown."""
    mission, planned = _of_ones_own(request, pk, number, side)
    forecasts.cancel(actor=request.user, mission=mission, side=planned)
    if request.htmx:
        return _shown(request, mission, planned, panel(mission, planned))
    messages.success(request, "It is called off.")
    return redirect("mission-forecast", pk, number, side)


def _shown(request: MemberRequest, mission: Mission, side: Side, odds: ForecastPanel | None) -> HttpResponse:
    return render_mission(
        request, "missions/orders/forecast.html", mission, "plan", partial="odds", side=side, odds=odds
    )


def _of_ones_own(request: MemberRequest, pk: int, number: int, side: str) -> tuple[Mission, Side]:
    mission, viewer = mission_or_404(request, pk, number, at_least=Role.COMMANDER)
    planned = side_or_404(side)
    if not plans(mission, viewer, planned):
        raise PermissionDenied("Only the commander of a side sees how its plans might go.")
    return mission, planned

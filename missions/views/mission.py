"""A mission's own page, having the engine fly it, and the job that does."""

from __future__ import annotations

from uuid import NAMESPACE_OID, UUID, uuid5

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.models import Role
from campaigns.selectors.definitions import definition_of
from config.common.web import MemberRequest, only_post
from engine.core.report import Score
from missions.access import job_or_404, mission_or_404
from missions.flights.context import sheet_of
from missions.forms.engine_flight import EngineFlightForm
from missions.models import Mission
from missions.operations import deadlines, debriefs, flights, orders
from missions.planning import briefing
from missions.prints.briefing import offered
from missions.results import reports
from missions.selectors.maps import mission_map
from missions.selectors.missions import mission_page
from missions.selectors.result_drafts import begun
from missions.views.common import render_mission
from missions.views.counted_operations import operation_page


@require_safe
def mission(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    found, viewer = mission_or_404(request, pk, number, operations=True)
    if found.is_operation:
        return operation_page(request, found, viewer)
    page = mission_page(found, viewer)
    rules = definition_of(found.campaign).rules
    return render_mission(
        request,
        "missions/mission/page.html",
        found,
        page=page,
        flight_form=EngineFlightForm() if page.may_fly else None,
        card=briefing.target_card(rules, page.definition),
        special_rules=rules.special_rules(page.definition.type),
        balance=_balance(found),
        map=mission_map(found, page),
        begun=begun(found, viewer.user_id),
        briefings=offered(found, viewer),
    )


def _balance(mission: Mission) -> tuple[Score, ...]:
    """What the weaker side has before the first card, once everybody may know who flies what. [WBY 13.1]"""
    scoring = definition_of(mission.campaign).scoring
    is_void = mission.status == Mission.Status.VOID  # perhaps before anybody had signed
    if is_void or not mission.orders_are_open or scoring is None or not scoring.balance:
        return ()
    return reports.balance(sheet_of(mission))


@only_post("mission")
def mission_open(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Lay both sides' orders open, to fly the mission at the table or, ``then=screen``, on screen."""
    found, _ = mission_or_404(request, pk, number, at_least=Role.COMMANDER)
    deadlines.carry_out(found)
    orders.open_orders(mission=found, actor=request.user)
    if request.POST.get("then") == "screen":
        messages.success(request, "The orders are open. Say who decides, and take the controls.")
        return redirect("mission-screen", pk, number)
    messages.success(request, "The orders are open. Set up the table by them, and record the result here.")
    return redirect("mission", pk, number)


@only_post("mission")
def mission_fly(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Have the engine fly the mission by pilots of a level, and debrief it too if the box is ticked."""
    found, _ = mission_or_404(request, pk, number, at_least=Role.COMMANDER)
    form = EngineFlightForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["level"])))
        return redirect("mission", pk, number)
    deadlines.carry_out(found)
    job = flights.queue_flight(actor=request.user, mission=found, **form.cleaned_data)
    return redirect("job", job.pk)


@only_post("mission")
def mission_ground(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Debrief a mission that nobody can fly. A second click is the same act."""
    found, _ = mission_or_404(request, pk, number, at_least=Role.COMMANDER)
    deadlines.carry_out(found)
    debriefs.ground_mission(actor=request.user, mission=found, key=uuid5(NAMESPACE_OID, f"grounded {found.pk}"))
    messages.success(request, f"Mission {number} was not flown. It is in the journal.")
    return redirect("campaign", pk)


@require_safe
@never_cache
def job(request: MemberRequest, job_id: UUID) -> HttpResponse:
    """How far a job is. The progress asks for itself again until the job has ended."""
    found = job_or_404(request, job_id)
    if found.mission is None:
        raise Http404("This work is about no mission.")
    return render_mission(request, "missions/flights/job.html", found.mission, "fly", job=found, partial="progress")

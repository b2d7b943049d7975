"""A side's secret orders for a mission."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.access import MemberRequest
from campaigns.models import Role
from campaigns.packs.schema import Side as SideName
from campaigns.refusals import Refusal
from campaigns.sides import side_titles
from campaigns.views.common import UNPROCESSABLE, render_page
from missions import briefing, briefing_sheets, loading, operations
from missions.access import may_plan, mission_or_404
from missions.forms.orders import OrdersForm, initial_orders
from missions.models import Mission
from missions.orders import validated
from missions.views.common import side_or_404, stages


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def plan(request: MemberRequest, pk: int, number: int, side: str) -> HttpResponse:
    """Write and sign the orders of a side that one commands, or say who flew for it on paper.

    ``redraw`` in the form asks for the choices that go with what has been ticked so far, ``check`` whether it could be
    signed and what it leaves for tomorrow; neither signs anything.
    """
    mission, viewer = mission_or_404(request, pk, number, at_least=Role.COMMANDER)
    planned = side_or_404(side)
    if not may_plan(mission, viewer, planned):
        raise PermissionDenied("Only the commander of a side opens its orders.")
    if mission.orders_are_open:
        messages.info(request, mission.why_orders_stand)
        return redirect("mission", pk, number)
    choices = loading.choices(mission, planned)
    if request.method != "POST":
        signed = mission.orders.filter(side=planned).first()
        form = OrdersForm(choices, initial_orders(signed.document) if signed else {})
        return _page(request, mission, planned, form)
    if "redraw" in request.POST:
        return _page(request, mission, planned, OrdersForm(choices, request.POST))
    form = OrdersForm(choices, request.POST, data=request.POST)
    if form.is_valid():
        try:
            if "check" in request.POST:
                validated(choices, form.document())
                return _page(request, mission, planned, form, is_checked=True)
            operations.sign_orders(actor=request.user, mission=mission, side=planned, document=form.document())
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            messages.success(
                request,
                f"It is entered who flew on the {side_titles(mission.campaign)[planned]} side."
                if mission.is_on_paper
                else "Your orders are signed and sealed. You may change them until they are opened or flown.",
            )
            return redirect("mission", pk, number)
    return _page(request, mission, planned, form, status=UNPROCESSABLE)


def _page(
    request: MemberRequest,
    mission: Mission,
    side: SideName,
    form: OrdersForm,
    *,
    status: int = 200,
    is_checked: bool = False,
) -> HttpResponse:
    choices = form.choices
    definition = choices.definition
    effects = form.resource.gives if form.resource else ()
    return render_page(
        request,
        "missions/plan.html",
        {
            "nav": "campaigns",
            "mission": mission,
            "definition": definition,
            "side": side,
            "form": form,
            "tomorrow": form.tomorrow,
            "is_checked": is_checked,
            "period": choices.standing.period,
            "duration": briefing.duration(definition, form.strikers, effects),
            "target": briefing.target_card(definition, effects),
            "rewards": briefing.rewards(definition),
            "fuel": choices.pack.options.fuel,
            "briefing": "" if briefing_sheets.why_none(mission, side) else f"briefing/{mission.number}/{side}",
            "stages": stages(mission, "plan"),
        },
        partial="orders",
        status=status,
    )

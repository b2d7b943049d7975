"""The deadline of a mission's orders, what becomes of those that did not come, and of those whose signer has left."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from campaigns.models import Role
from campaigns.selectors.sides import side_titles
from config.common.web import MemberRequest, asking, only_post, sent
from missions.access import mission_or_404
from missions.forms.deadlines import DeadlineForm
from missions.operations import bequests, deadlines
from missions.selectors.sealed_orders import sealed
from missions.views.common import render_mission, side_or_404


@asking
def deadline(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Set until when orders are taken, earlier or later."""
    mission, viewer = mission_or_404(request, pk, number, at_least=Role.UMPIRE, to_write=True)
    form = DeadlineForm(mission.campaign.time_zone, mission.orders_due, data=sent(request))
    if form.is_valid() and form.due is not None:
        with form.showing_refusals():
            deadlines.move_deadline(actor=request.user, mission=mission, due=form.due)
            messages.success(request, "The deadline is set, and everybody is told.")
            return redirect("mission", pk, number)
    return render_mission(
        request,
        "missions/orders/deadline.html",
        mission,
        "plan",
        form=form,
        sealed=sealed(mission, viewer),
    )


@only_post("mission")
def late(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Carry out a deadline that has passed; with ``side`` and ``how``, what the umpire decides for that side."""
    mission, _ = mission_or_404(request, pk, number, at_least=Role.COMMANDER)
    deadlines.carry_out(mission)
    if "side" not in request.POST:
        return redirect("mission", pk, number)
    side = side_or_404(request.POST["side"])
    deadlines.decide(
        actor=request.user,
        mission=mission,
        side=side,
        how="last" if request.POST.get("how") == "last" else "staff",
    )
    messages.success(request, f"The {side_titles(mission.campaign)[side]} orders are in.")
    return redirect("mission", pk, number)


@only_post("mission")
def left(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """What becomes of a side's orders whose signer has left: ``how`` is ``kept`` or ``withdrawn``."""
    mission, _ = mission_or_404(request, pk, number, at_least=Role.UMPIRE)
    side = side_or_404(request.POST.get("side", ""))
    title = side_titles(mission.campaign)[side]
    withdraws = request.POST.get("how") == "withdrawn"
    bequests.decide(actor=request.user, mission=mission, side=side, how="withdrawn" if withdraws else "kept")
    done = "are withdrawn, and everybody is told" if withdraws else "stand"
    messages.success(request, f"The {title} orders {done}.")
    return redirect("mission", pk, number)

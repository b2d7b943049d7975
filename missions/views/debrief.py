"""The debrief: the report of a mission, applied to the journal once, and taken back if it was wrong."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.models import Role
from campaigns.packs.schema import SIDES
from config.common.refusals import Refusal
from config.common.web import UNPROCESSABLE, MemberRequest, only_post, render_page, tell_refusal, telling_refusals
from missions.access import mission_or_404
from missions.forms.debrief import DebriefForm
from missions.operations import debriefs
from missions.selectors.missions import debrief_page
from missions.views.common import stages


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def debrief(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    at_least = Role.COMMANDER if request.method == "POST" else Role.READER
    mission, viewer = mission_or_404(request, pk, number, at_least=at_least)
    try:
        page = debrief_page(mission, viewer)
    except Refusal as refusal:
        tell_refusal(request, refusal)
        return redirect("mission", pk, number)
    if request.method == "POST":
        form = DebriefForm(request.POST)
    else:
        form = DebriefForm(initial={"key": uuid.uuid4(), "seen": page.flight.version})
    if form.is_valid():
        with telling_refusals(request):
            key, seen = form.cleaned_data["key"], form.cleaned_data["seen"]
            _, applied = debriefs.debrief(actor=request.user, mission=mission, key=key, expected_version=seen)
            said = "It is in the journal." if applied else "This debrief was in the journal already; nothing was added."
            messages.success(request, said)
        return redirect("mission-debrief", pk, number)
    status = UNPROCESSABLE if form.is_bound else 200
    context = {
        "nav": "campaigns",
        "page": page,
        "mission": mission,
        "form": form,
        "sides": SIDES,
        "stages": stages(mission, "debrief"),
    }
    return render_page(request, "missions/debriefs/debrief.html", context, status=status)


@only_post("mission-debrief")
def withdraw(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Take the debrief of the latest mission back."""
    mission, _ = mission_or_404(request, pk, number, at_least=Role.UMPIRE)
    debriefs.withdraw_debrief(actor=request.user, mission=mission)
    messages.success(request, "The debrief is taken back; the journal shows both.")
    return redirect("mission-debrief", pk, number)

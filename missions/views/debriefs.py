"""The debrief: the report of a mission, applied to the journal once, and taken back if it was wrong."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from campaigns.models import Role
from campaigns.packs.schema import SIDES
from config.common.web import MemberRequest, asking, leading_back, only_post, sent, telling_refusals
from missions.access import mission_or_404
from missions.forms.debriefs import DebriefForm
from missions.operations import debriefs
from missions.selectors.missions import debrief_page
from missions.views.common import render_mission


@asking
@leading_back("mission")
def debrief(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    at_least = Role.COMMANDER if request.method == "POST" else Role.READER
    mission, viewer = mission_or_404(request, pk, number, at_least=at_least)
    page = debrief_page(mission, viewer)
    form = DebriefForm(sent(request), initial={"key": uuid.uuid4(), "seen": page.flight.version})
    if form.is_valid():
        with telling_refusals(request):
            key, seen = form.cleaned_data["key"], form.cleaned_data["seen"]
            _, applied = debriefs.debrief(actor=request.user, mission=mission, key=key, expected_version=seen)
            said = "It is in the journal." if applied else "This debrief was in the journal already; nothing was added."
            messages.success(request, said)
        return redirect("mission-debrief", pk, number)
    return render_mission(
        request,
        "missions/debriefs/debrief.html",
        mission,
        "debrief",
        page=page,
        form=form,
        sides=SIDES,
    )


@only_post("mission-debrief")
def withdraw(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Take the debrief of the latest mission back."""
    mission, _ = mission_or_404(request, pk, number, at_least=Role.UMPIRE)
    debriefs.withdraw_debrief(actor=request.user, mission=mission)
    messages.success(request, "The debrief is taken back; the journal shows both.")
    return redirect("mission-debrief", pk, number)

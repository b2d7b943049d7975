"""A single mission as a file: out once it is debriefed, and into another copy of its campaign, after a look."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.models import Role
from config.common.web import UNPROCESSABLE, MemberRequest, as_file, leading_back, sent
from missions.access import mission_or_404
from missions.forms.archive import MissionFileForm
from missions.models import Submission
from missions.operations import mission_files
from missions.operations.mission_files import MissionBrought
from missions.selectors.mission_files import export_mission
from missions.views.common import render_mission


@require_safe
@leading_back("mission")
def mission_file(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """The file of a mission that has been debriefed; everybody may read what it holds."""
    found, _ = mission_or_404(request, pk, number)
    return as_file(export_mission(found), f"{found.campaign.name} mission {number}", "json", usual="mission")


@require_http_methods(["GET", "HEAD", "POST"])
def mission_bring_in(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Choose the file and see what it would come to; ``confirm`` brings it in."""
    found, _ = mission_or_404(request, pk, number, at_least=Role.UMPIRE, to_write=True)
    form = MissionFileForm(sent(request), request.FILES or None)
    shown: MissionBrought | None = None
    if form.is_valid():
        with form.showing_refusals():
            if "confirm" in request.POST:
                brought = mission_files.bring_in(actor=request.user, mission=found, file=form.mission_file)
                if isinstance(brought, Submission):
                    waits = brought.status != Submission.Status.APPROVED
                    how = "waits like any other result" if waits else "is approved: nobody else has to confirm it"
                    messages.success(request, f"It is told as it was flown there, and {how}.")
                    return redirect("mission-result", pk, number, brought.table)
                messages.success(request, f"Mission {number} stands as it was flown there. Now debrief it.")
                return redirect("mission-debrief", pk, number)
            shown = mission_files.preview(actor=request.user, mission=found, file=form.mission_file)
    is_wrong = request.method == "POST" and shown is None
    return render_mission(
        request,
        "missions/archive/mission.html",
        found,
        form=form,
        shown=shown,
        status=UNPROCESSABLE if is_wrong else 200,
    )

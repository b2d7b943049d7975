"""A mission flown at the table: what happened to whom, the points reviewed, then stored."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.access import MemberRequest
from campaigns.models import Campaign, Role
from campaigns.refusals import Refusal
from campaigns.sides import side_titles
from campaigns.views.common import UNPROCESSABLE, render_page, whole_number
from engine.core.report import Report
from missions import operations, submissions, table
from missions.access import mission_or_404
from missions.forms.table import TableForm, initial_outcome
from missions.models import Flight, Mission, Submission
from missions.reports import report_page
from missions.results import live_of, refuse_unless_open, version
from missions.selectors import flight_of
from missions.sheet import Sheet
from missions.sheet import sheet as sheet_of
from missions.table import Outcome
from missions.views.common import stages


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def record(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """One page for the whole table: filled in, reviewed (``review``), corrected (``edit``) or stored (``store``).

    Where results are confirmed everybody who plays tells one, of the table that the page is about (``table``).
    """
    confirmed = Campaign.objects.filter(pk=pk, results=Campaign.Results.CONFIRMED).exists()
    mission, viewer = mission_or_404(request, pk, number, at_least=Role.PILOT if confirmed else Role.COMMANDER)
    if not mission.is_told_and_confirmed and not viewer.may(Role.COMMANDER):
        raise PermissionDenied("That is for a commander of this campaign.")
    asked = request.POST if request.method == "POST" else request.GET
    at = whole_number(asked.get("table", "")) or 1
    if (why_not := _why_not(mission, at)) is not None:
        messages.info(request, why_not)
        return redirect("mission", pk, number)
    if request.method != "POST" and (others := _told_by_others(request, mission, at)):
        messages.info(request, others)
        return redirect("mission-result", pk, number, at)
    sheet = sheet_of(mission)
    if request.method != "POST":
        return _sheet_page(request, mission, TableForm(sheet, initial=_stored(mission, sheet, at)), at)
    form = TableForm(sheet, data=request.POST)
    if "edit" in request.POST:
        return _sheet_page(request, mission, form, at)
    if not form.is_valid():
        return _sheet_page(request, mission, form, at, status=UNPROCESSABLE)
    try:
        report = table.report(mission, form.outcome(), sheet)
        if "store" in request.POST:
            return _store(request, mission, form, at)
    except Refusal as refusal:
        form.refuse(refusal)
        return _sheet_page(request, mission, form, at, status=UNPROCESSABLE)
    return _review_page(request, mission, form, report, at)


def _told_by_others(request: MemberRequest, mission: Mission, at: int) -> str:
    """Why this person does not tell the result of table ``at`` any more, in a sentence; empty if they may."""
    live = live_of(mission, at) if mission.is_told_and_confirmed else None
    if live is None or (live.by_id == request.user.pk and live.status != Submission.Status.APPROVED):
        return ""
    if live.status == Submission.Status.APPROVED:
        return f"The result of table {at} has been approved: it stands."
    return f"{live.by.get_username()} has told the result of table {at} already. Confirm it or dispute it here."


def _stored(mission: Mission, sheet: Sheet, at: int) -> dict[str, Any] | None:
    """What has been told already, as the values of the page's fields, with its version."""
    if mission.is_told_and_confirmed:
        live = live_of(mission, at)
        if live is None:
            return None
        told = table.report(mission, Outcome.from_json(live.outcome), sheet)
        return {**initial_outcome(told, sheet), "seen": version(live)}
    flight = flight_of(mission)
    return {**initial_outcome(Report.from_json(flight.report), sheet), "seen": flight.version} if flight else None


def _store(request: MemberRequest, mission: Mission, form: TableForm, at: int) -> HttpResponse:
    """Store what the page says, or tell it to those who confirm it."""
    key, seen = form.cleaned_data["key"], form.cleaned_data["seen"]
    place = (mission.campaign_id, mission.number)
    if not mission.is_told_and_confirmed:
        operations.record_table(actor=request.user, mission=mission, outcome=form.outcome(), key=key, seen=seen)
        messages.success(request, "The result is stored. Debrief the mission to enter it in the journal.")
        return redirect("mission-debrief", *place)
    told = submissions.submit(
        actor=request.user, mission=mission, table_number=at, outcome=form.outcome(), key=key, seen=seen
    )
    if told.status == Submission.Status.APPROVED:
        messages.success(request, "The result is approved: nobody else has to confirm it.")
    else:
        messages.success(request, "Handed in. Whoever answers or approves it has been told, and so will you be.")
    return redirect("mission-result", *place, at)


def _why_not(mission: Mission, at: int) -> str | None:
    """Why nothing may be recorded now, or told of table ``at``, in a sentence."""
    if mission.is_told_and_confirmed:
        if not 1 <= at <= mission.campaign.tables:
            return f"Tables 1 to {mission.campaign.tables} fly this mission."
        try:
            refuse_unless_open(mission)
        except Refusal as refusal:
            return refusal.sentence
        return None
    flight = flight_of(mission)
    if mission.status == Mission.Status.PLANNING:
        return "Both sides sign their orders first; then the page knows who took off."
    if not mission.orders_are_open:
        return "Open the orders of both sides first. Then everybody may read them, and nobody can change them any more."
    if mission.status == Mission.Status.DEBRIEFED:
        return "The mission has been debriefed. Take the debrief back to correct it."
    if flight is not None and flight.way == Flight.Way.ENGINE:
        return "The engine has flown this mission."
    return None


def _sheet_page(
    request: MemberRequest, mission: Mission, form: TableForm, at: int, *, status: int = 200
) -> HttpResponse:
    context = {
        "nav": "campaigns",
        "mission": mission,
        "form": form,
        "table": _several(mission, at),
        "turns_hint": _turns_hint(form.sheet),
        "balance": table.balance(mission, form.sheet),
        "stages": stages(mission, "fly"),
    }
    return render_page(request, "missions/table.html", context, status=status)


def _several(mission: Mission, at: int) -> int:
    """The table that the page is about, of a mission that several fly; 0 of any other."""
    return at if mission.is_told_and_confirmed and mission.campaign.tables > 1 else 0


def _turns_hint(sheet: Sheet) -> str:
    """How many turns there may have been, and of what kind."""
    bound, over, home = sheet.phases
    if not bound:
        return f"{sheet.turns}; fewer if it ended early."
    return (
        f"{sheet.turns}: {bound} Target-Bound, {over} Over Target, {home} Home-Bound. Fewer if it ended early; "
        "one more with a Straggler Turn."
    )


def _review_page(request: MemberRequest, mission: Mission, form: TableForm, report: Report, at: int) -> HttpResponse:
    return render_page(
        request,
        "missions/table_review.html",
        {
            "nav": "campaigns",
            "mission": mission,
            "answers": form.answers(),
            "table": _several(mission, at),
            "is_confirmed": mission.is_told_and_confirmed,
            "told": report_page(report, form.sheet.type, titles=side_titles(mission.campaign)),
            "stages": stages(mission, "fly"),
        },
    )

"""A mission flown at the table: what happened to whom, the points reviewed, then stored."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.access import MemberRequest
from campaigns.models import Role
from campaigns.refusals import Refusal
from campaigns.sides import side_titles
from campaigns.views.common import UNPROCESSABLE, render_page
from engine.core.report import Report
from missions import operations, table
from missions.access import mission_or_404
from missions.forms.table import TableForm, initial_outcome
from missions.models import Flight, Mission
from missions.reports import report_page
from missions.selectors import flight_of
from missions.sheet import Sheet
from missions.sheet import sheet as sheet_of
from missions.views.common import stages


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def record(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """One page for the whole table: filled in, reviewed (``review``), corrected (``edit``) or stored (``store``)."""
    mission, _ = mission_or_404(request, pk, number, at_least=Role.COMMANDER)
    if (why_not := _why_not(mission)) is not None:
        messages.info(request, why_not)
        return redirect("mission", pk, number)
    sheet = sheet_of(mission)
    if request.method != "POST":
        flight = flight_of(mission)
        stored = {**initial_outcome(Report.from_json(flight.report), sheet), "seen": flight.version} if flight else None
        return _sheet_page(request, mission, TableForm(sheet, initial=stored))
    form = TableForm(sheet, data=request.POST)
    if "edit" in request.POST:
        return _sheet_page(request, mission, form)
    if not form.is_valid():
        return _sheet_page(request, mission, form, status=UNPROCESSABLE)
    try:
        report = table.report(mission, form.outcome())
        if "store" in request.POST:
            operations.record_table(
                actor=request.user,
                mission=mission,
                outcome=form.outcome(),
                key=form.cleaned_data["key"],
                seen=form.cleaned_data["seen"],
            )
    except Refusal as refusal:
        form.refuse(refusal)
        return _sheet_page(request, mission, form, status=UNPROCESSABLE)
    if "store" in request.POST:
        messages.success(request, "The result is stored. Debrief the mission to enter it in the journal.")
        return redirect("mission-debrief", pk, number)
    return _review_page(request, mission, form, report)


def _why_not(mission: Mission) -> str | None:
    """Why nothing may be recorded now, in a sentence."""
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


def _sheet_page(request: MemberRequest, mission: Mission, form: TableForm, *, status: int = 200) -> HttpResponse:
    context = {
        "nav": "campaigns",
        "mission": mission,
        "form": form,
        "turns_hint": _turns_hint(form.sheet),
        "balance": table.balance(mission, form.sheet),
        "stages": stages(mission, "fly"),
    }
    return render_page(request, "missions/table.html", context, status=status)


def _turns_hint(sheet: Sheet) -> str:
    """How many turns there may have been, and of what kind."""
    bound, over, home = sheet.phases
    if not bound:
        return f"{sheet.turns}; fewer if it ended early."
    return (
        f"{sheet.turns}: {bound} Target-Bound, {over} Over Target, {home} Home-Bound. Fewer if it ended early; "
        "one more with a Straggler Turn."
    )


def _review_page(request: MemberRequest, mission: Mission, form: TableForm, report: Report) -> HttpResponse:
    return render_page(
        request,
        "missions/table_review.html",
        {
            "nav": "campaigns",
            "mission": mission,
            "answers": form.answers(),
            "told": report_page(report, form.sheet.type, titles=side_titles(mission.campaign)),
            "stages": stages(mission, "fly"),
        },
    )

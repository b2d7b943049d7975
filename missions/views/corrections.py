"""Corrections: amend a mission, declare it void, resolve conflicts, move to a newer pack."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect

from campaigns.access import Viewer, campaign_or_404
from campaigns.models import Role
from campaigns.selectors import journal_entries
from campaigns.views.common import render_campaign
from config.common.refusals import Refusal
from config.common.web import UNPROCESSABLE, MemberRequest, asking, leading_back, sent
from engine.core.report import Report
from missions.access import mission_or_404
from missions.flights.context import sheet_of
from missions.forms.corrections import AllConflictsForm, ConflictForm, ReasonForm
from missions.forms.table import TableForm, initial_outcome
from missions.models import Mission
from missions.operations import corrections, pack_versions
from missions.results import reports
from missions.selectors.corrections import conflicts_page, seen
from missions.selectors.missions import flight_of
from missions.selectors.reports import report_of_mission
from missions.views.common import render_mission


@asking
def amend(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """A debriefed mission, told anew: filled in, its effects looked at (``review``), then entered (``store``)."""
    mission, viewer = mission_or_404(request, pk, number, at_least=Role.UMPIRE, to_write=True)
    flight = flight_of(mission)
    if mission.status != Mission.Status.DEBRIEFED or flight is None or flight.way == flight.Way.GROUNDED:
        messages.info(request, "Only a mission that has been flown and debriefed is corrected here.")
        return redirect("mission", pk, number)
    sheet = sheet_of(mission)
    if request.method != "POST":
        told = initial_outcome(Report.from_json(flight.report), sheet)
        return _amend_page(request, mission, TableForm(sheet, initial=told))
    form = TableForm(sheet, data=request.POST)
    if "edit" in request.POST or not form.is_valid():
        return _amend_page(request, mission, form)
    try:
        if "store" in request.POST:
            corrections.amend(
                actor=request.user,
                mission=mission,
                key=form.cleaned_data["key"],
                expected_version=request.POST.get("confirm", ""),
                outcome=form.outcome(),
            )
            messages.success(request, "The correction is in the journal; the original stays, struck out.")
            return _after(request, pk)
        return _amend_review(request, mission, viewer, form)
    except Refusal as refusal:
        form.refuse(refusal)
        return _amend_page(request, mission, form)


def _after(request: MemberRequest, pk: int) -> HttpResponse:
    """Where a correction leads: to the conflicts that it leaves, or back to the campaign."""
    campaign, viewer = campaign_or_404(request, pk)
    if conflicts_page(campaign, viewer).open:
        messages.warning(request, "Something no longer fits. Say how it was.")
        return redirect("campaign-conflicts", pk)
    return redirect("campaign", pk)


def _amend_page(request: MemberRequest, mission: Mission, form: TableForm) -> HttpResponse:
    return render_mission(
        request,
        "missions/table/table.html",
        mission,
        "debrief",
        form=form,
        heading="Correct the result",
        subline="Say how it really went. Before anything is written you see what it changes.",
        submit="See what it changes",
        balance=reports.balance(form.sheet),
    )


def _amend_review(request: MemberRequest, mission: Mission, viewer: Viewer, form: TableForm) -> HttpResponse:
    outcome = form.outcome()
    changes = corrections.preview_amend(mission, outcome=outcome)
    return render_mission(
        request,
        "missions/corrections/amend_review.html",
        mission,
        "debrief",
        answers=form.answers(),
        confirm=journal_entries.version(mission.campaign),
        changes=seen(mission.campaign, viewer, changes),
        told=report_of_mission(mission, reports.report(form.sheet, outcome)),
    )


@asking
@leading_back("mission")
def void(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Declare a mission void, after a look at what that changes."""
    mission, viewer = mission_or_404(request, pk, number, at_least=Role.UMPIRE, operations=True, to_write=True)
    changes = corrections.preview_void(mission)
    version = journal_entries.version(mission.campaign)
    form = ReasonForm(sent(request), initial={"confirm": version})
    if form.is_valid():
        with form.showing_refusals():
            corrections.void(
                actor=request.user,
                mission=mission,
                reason=form.cleaned_data["reason"],
                expected_version=form.cleaned_data["confirm"],
            )
            messages.success(request, f"Mission {number} is void. It stays in the list and counts for nothing.")
            return _after(request, pk)
    return render_mission(
        request,
        "missions/corrections/void.html",
        mission,
        "debrief",
        form=form,
        confirm=version,
        changes=seen(mission.campaign, viewer, changes),
    )


@asking
def conflicts(request: MemberRequest, pk: int) -> HttpResponse:
    """What no longer fits after a correction, and what is said about it."""
    at_least = Role.UMPIRE if request.method == "POST" else Role.READER
    campaign, viewer = campaign_or_404(request, pk, at_least=at_least)
    page = conflicts_page(campaign, viewer)
    refused = None
    all_at_once = AllConflictsForm()
    if "all" in request.POST:
        all_at_once = AllConflictsForm(request.POST)
        if all_at_once.is_valid():
            with all_at_once.showing_refusals():
                count = corrections.accept_conflicts(
                    actor=request.user,
                    campaign=campaign,
                    conflicts=all_at_once.shown,
                    reason=all_at_once.cleaned_data["reason"],
                )
                messages.success(request, f"All {count} are accepted, and the journal says so.")
                return redirect("campaign-conflicts", pk)
    elif request.method == "POST":
        row = next((row for row in page.open if row.conflict.key == request.POST.get("conflict")), None)
        if row is None:
            messages.info(request, "This does not stand open any more.")
            return redirect("campaign-conflicts", pk)
        form = ConflictForm(request.POST, instead=row.instead)
        if form.is_valid():
            other = row.offers.get(form.cleaned_data["instead"])
            try:
                corrections.resolve_conflict(
                    actor=request.user,
                    campaign=campaign,
                    conflict=row.conflict.key,
                    reason=form.cleaned_data["reason"],
                    instead=(row.place, other) if row.place and other else None,
                )
            except Refusal as refusal:
                form.add_error(None, refusal.sentence)
            else:
                messages.success(request, "It is settled, and the journal says how.")
                return redirect("campaign-conflicts", pk)
        refused = form
    about = refused.data.get("conflict") if refused else None
    rows = [
        (row, refused if row.conflict.key == about else ConflictForm(initial={"conflict": row.conflict.key}))
        for row in page.open
    ]
    return render_campaign(
        request,
        "missions/corrections/conflicts.html",
        campaign,
        rows=rows,
        all_at_once=all_at_once,
        resolved=page.resolved,
        may_resolve=viewer.may(Role.UMPIRE),
        status=UNPROCESSABLE if refused or all_at_once.errors else 200,
    )


@asking
def pack_version(request: MemberRequest, pk: int) -> HttpResponse:
    """Move a running campaign to a newer version of its pack, after a look at what that changes."""
    campaign, viewer = campaign_or_404(request, pk, at_least=Role.UMPIRE)
    newer = pack_versions.newer_versions(campaign)
    wanted = request.POST.get("version", request.GET.get("version", ""))
    chosen = next((pack for pack in newer if pack.version == wanted), newer[0] if newer and not wanted else None)
    if wanted and chosen is None:
        raise Http404("There is no newer version of that number.")
    changes, why_not = None, ""
    if chosen is not None:
        try:
            if request.method == "POST":
                pack_versions.move_to_pack(
                    actor=request.user, campaign=campaign, pack=chosen, expected_version=request.POST.get("confirm", "")
                )
                messages.success(request, f"The campaign goes on with version {chosen.version}.")
                return _after(request, pk)
            changes = seen(campaign, viewer, pack_versions.preview_move(campaign, chosen))
        except Refusal as refusal:
            why_not = refusal.sentence
    return render_campaign(
        request,
        "missions/corrections/pack_version.html",
        campaign,
        newer=newer,
        chosen=chosen,
        changes=changes,
        confirm=journal_entries.version(campaign),
        may_move=viewer.may(Role.UMPIRE),
        why_not=why_not,
        status=UNPROCESSABLE if why_not and request.method == "POST" else 200,
    )

"""A mission flown at the table: what happened to whom, the points reviewed, then stored."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from campaigns.access import only_for, viewer
from campaigns.models import Campaign, Role
from config.common import clock
from config.common.refusals import Refusal
from config.common.web import MemberRequest, asking, only_post, render_page, tell_refusal
from engine.core.report import Report
from missions.access import mission_or_404
from missions.flights.context import sheet_of
from missions.forms.table import TableForm, initial_kept, initial_outcome, initial_said
from missions.models import Mission, ResultDraft, Submission
from missions.operations import result_drafts, submissions, table
from missions.results import reports
from missions.results.outcomes import Outcome
from missions.results.questionnaire import Questionnaire
from missions.selectors.companion import has_taps, said_of
from missions.selectors.lineups import may_say
from missions.selectors.missions import flight_of
from missions.selectors.reports import report_of_mission
from missions.selectors.result_drafts import NO_USE, begun_at, has_other_orders, told_by_others
from missions.selectors.submissions import live_of, version, why_not_told
from missions.views.common import key_of_page, render_mission, table_asked


@asking
def record(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """One page for the whole table: filled in, reviewed (``review``), corrected (``edit``) or stored (``store``).

    Where results are confirmed everybody who plays tells one, of the table that the page is about (``table``). What
    somebody has kept (``keep``) stands in it when they come back, unless another result has been stored since: then
    only if they ask for it (``?kept=1``). What was tapped while it was played stands in it if they ask for that
    (``?taps=1``), above all else.
    """
    mission = _mission_to_tell(request, pk, number)
    at = table_asked(request)
    if why_not := why_not_told(mission, at):
        return _led_away(request, mission, at, why_not, "mission", pk, number)
    if request.method != "POST":
        if why_not := told_by_others(mission, at, request.user.pk):
            return _led_away(request, mission, at, why_not, "mission-result", pk, number, at)
        return _first_page(request, mission, at)
    sheet = sheet_of(mission)
    form = TableForm(sheet, data=request.POST)
    if "edit" in request.POST or not form.is_valid():
        return _sheet_page(request, mission, form, at)
    try:
        report = reports.report(sheet, form.outcome())
        if "store" in request.POST:
            return _store(request, mission, form, at)
        _keep(request, mission, form, at)
    except Refusal as refusal:
        form.refuse(refusal)
        return _sheet_page(request, mission, form, at)
    return _review_page(request, mission, form, report, at)


@only_post("mission-table")
def keep(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Keep what has been filled in, for whoever filled it in alone; by htmx, while they go on."""
    mission = _mission_to_tell(request, pk, number)
    at = table_asked(request)
    try:
        kept = None if why_not_told(mission, at) else TableForm(sheet_of(mission), data=request.POST)
        draft = _keep(request, mission, kept, at)
    except Refusal as refusal:
        if request.htmx:
            return render_page(request, "missions/table/table.html", {"kept_not": refusal.sentence}, partial="kept")
        tell_refusal(request, refusal)
        return redirect("mission", pk, number)
    if request.POST.get("then") == "lineup":
        return redirect("mission-lineup", pk, number)
    if request.htmx:
        context = {"mission": mission, "table": _several(mission, at), "at": at, "kept_now": draft and _now(mission)}
        return render_page(request, "missions/table/table.html", context, partial="kept")
    messages.success(request, "What you have filled in is kept, for you alone. It stands there when you come back.")
    return redirect("mission", pk, number)


@only_post("mission-table")
def discard(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Throw away what one has kept."""
    mission, _ = mission_or_404(request, pk, number)
    if result_drafts.discard(actor=request.user, mission=mission, table_number=table_asked(request)):
        messages.success(request, "What you had filled in is thrown away.")
    return redirect("mission", pk, number)


def _mission_to_tell(request: MemberRequest, pk: int, number: int) -> Mission:
    """The mission, for whoever tells how it went. Raises 404 and 403."""
    confirmed = Campaign.objects.filter(pk=pk, results=Campaign.Results.CONFIRMED).exists()
    mission, viewer = mission_or_404(
        request, pk, number, at_least=Role.PILOT if confirmed else Role.COMMANDER, to_write=True
    )
    if not mission.is_told_and_confirmed and not viewer.ranks(Role.COMMANDER):
        raise only_for(Role.COMMANDER)
    return mission


def _led_away(request: MemberRequest, mission: Mission, at: int, why_not: str, page: str, *args: int) -> HttpResponse:
    """To where the result is, with a sentence; of what they had kept that it is of no more use."""
    kept = ResultDraft.objects.filter(mission=mission, table=at, by=request.user).exists()
    lost = f" {NO_USE} Throw it away on the page of the mission." if kept else ""
    messages.info(request, f"{why_not}{lost}")
    return redirect(page, *args)


def _first_page(request: MemberRequest, mission: Mission, at: int) -> HttpResponse:
    """The page as somebody comes to it: as it was stored, or as they left it."""
    sheet = sheet_of(mission)
    stored = _stored(mission, sheet, at) or {}
    begun = begun_at(mission, at, request.user.pk)
    if "taps" in request.GET:
        left = initial_kept(begun.draft.answers, sheet) if begun is not None else {}
        tapped = initial_said(said_of(mission, sheet, at))
        return _sheet_page(request, mission, TableForm(sheet, initial=stored | left | tapped), at, from_taps=True)
    offers_taps = has_taps(mission, at)
    if begun is None:
        return _sheet_page(request, mission, TableForm(sheet, initial=stored), at, offers_taps=offers_taps)
    moved_on = begun.draft.seen != stored.get("seen", "")
    is_shown = not moved_on or "kept" in request.GET
    initial = stored | initial_kept(begun.draft.answers, sheet) if is_shown else stored
    more = {
        "begun": begun,
        "is_shown": is_shown,
        "moved_on": moved_on,
        "other_orders": has_other_orders(mission, begun.draft),
        "offers_taps": offers_taps,
    }
    return _sheet_page(request, mission, TableForm(sheet, initial=initial), at, keeps=is_shown, **more)


def _keep(request: MemberRequest, mission: Mission, form: TableForm | None, at: int) -> ResultDraft | None:
    """Keep what a form says, good or not."""
    return result_drafts.keep(
        actor=request.user,
        mission=mission,
        table_number=at,
        answers=form.kept() if form is not None else {},
        key=key_of_page(request),
        expected_version=request.POST.get("seen", ""),
    )


def _now(mission: Mission) -> str:
    return f"{clock.local(timezone.now(), mission.campaign.time_zone):%H:%M}"


def _stored(mission: Mission, sheet: Questionnaire, at: int) -> dict[str, Any] | None:
    """What has been told already, as the values of the page's fields, with its version."""
    if mission.is_told_and_confirmed:
        live = live_of(mission, at)
        if live is None:
            return None
        told = reports.report(sheet, Outcome.from_json(live.outcome))
        return {**initial_outcome(told, sheet), "seen": version(live)}
    flight = flight_of(mission)
    return {**initial_outcome(Report.from_json(flight.report), sheet), "seen": flight.version} if flight else None


def _store(request: MemberRequest, mission: Mission, form: TableForm, at: int) -> HttpResponse:
    """Store what the page says, or tell it to those who confirm it."""
    key, seen = form.cleaned_data["key"], form.cleaned_data["seen"]
    place = (mission.campaign_id, mission.number)
    if not mission.is_told_and_confirmed:
        table.record_table(actor=request.user, mission=mission, outcome=form.outcome(), key=key, expected_version=seen)
        messages.success(request, "The result is stored. Debrief the mission to enter it in the journal.")
        return redirect("mission-debrief", *place)
    told = submissions.submit(
        actor=request.user, mission=mission, table_number=at, outcome=form.outcome(), key=key, expected_version=seen
    )
    if told.status == Submission.Status.APPROVED:
        messages.success(request, "The result is approved: nobody else has to confirm it.")
    else:
        messages.success(request, "Handed in. Whoever answers or approves it has been told, and so will you be.")
    return redirect("mission-result", *place, at)


def _sheet_page(
    request: MemberRequest,
    mission: Mission,
    form: TableForm,
    at: int,
    *,
    keeps: bool = True,
    **more: Any,
) -> HttpResponse:
    """``keeps``: it is kept by itself while it is filled in."""
    return render_mission(
        request,
        "missions/table/table.html",
        mission,
        "fly",
        form=form,
        table=_several(mission, at),
        balance=reports.balance(form.sheet),
        at=at,
        may_keep=True,
        keeps=keeps,
        may_say_who_flew=_may_say_who_flew(request, mission),
        **more,
    )


def _may_say_who_flew(request: MemberRequest, mission: Mission) -> bool:
    """Whether the page leads to where that is said. No query."""
    member = viewer(mission.campaign, request.user)
    return member is not None and may_say(mission, member)


def _several(mission: Mission, at: int) -> int:
    """The table that the page is about, of a mission that several fly; 0 of any other."""
    return at if mission.is_told_and_confirmed and mission.campaign.tables > 1 else 0


def _review_page(request: MemberRequest, mission: Mission, form: TableForm, report: Report, at: int) -> HttpResponse:
    return render_mission(
        request,
        "missions/table/review.html",
        mission,
        "fly",
        answers=form.answers(),
        table=_several(mission, at),
        is_confirmed=mission.is_told_and_confirmed,
        told=report_of_mission(mission, report),
        notes=form.cleaned_data["notes"],
    )

"""Skirmishes at the table: the sheet, what is told of them, and whose book they stand in."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import engine
from campaigns.documents.logs import skirmish_log as document
from campaigns.documents.people import logbook
from campaigns.views.paper import paper_asked
from config.common.refusals import Refusal
from config.common.web import MemberRequest, as_file, asking, leading_back, only_post, render_page
from engine.core.report import Report
from missions.access import own_pilot_or_404, own_skirmish_or_404, skirmish_or_404
from missions.forms.skirmish_tables import BookForm, TakeBackForm
from missions.forms.table import TableForm, initial_kept, initial_outcome
from missions.models import OwnPilot, ResultDraft, Skirmish
from missions.operations import own_pilots, result_drafts, skirmish_tables
from missions.prints.own_logbook import own_logbook
from missions.prints.skirmish_log import skirmish_log
from missions.results import reports
from missions.results.questionnaire import Questionnaire
from missions.selectors.own_pilots import book_of, books_of
from missions.selectors.result_drafts import begun_of_skirmish
from missions.selectors.skirmish_tables import (
    live_telling,
    report_told,
    sheet_of_skirmish,
    told_in_full,
    told_version,
)
from missions.selectors.skirmishes import report_of
from missions.views.common import key_of_page

KEPT_IN = "missions/skirmish_tables/table.html"
NAV = {"nav": "skirmishes"}


@asking
@leading_back("skirmish")
def skirmish_table(request: MemberRequest, number: int) -> HttpResponse:
    """How it went at the table: filled in, reviewed (``review``), corrected (``edit``) or stored (``store``)."""
    found = own_skirmish_or_404(request, number)
    sheet = sheet_of_skirmish(found)
    if request.method != "POST":
        return _first_page(request, found, sheet)
    form = TableForm(sheet, data=request.POST)
    if "edit" in request.POST or not form.is_valid():
        return _sheet(request, found, form)
    try:
        report = reports.report(sheet, form.outcome())
        if "store" in request.POST:
            skirmish_tables.tell(
                actor=request.user,
                skirmish=found,
                outcome=form.outcome(),
                key=form.cleaned_data["key"],
                expected_version=form.cleaned_data["seen"],
                why=request.POST.get("why", ""),
            )
            messages.success(request, "The result is kept.")
            return redirect("skirmish", number)
        _keep(request, found, form)
    except Refusal as refusal:
        form.refuse(refusal)
        return _sheet(request, found, form)
    return _review(request, found, form, report)


def _first_page(request: MemberRequest, found: Skirmish, sheet: Questionnaire) -> HttpResponse:
    """The page as somebody comes to it: as it was told, or as they left it unless it has been told anew since."""
    live = live_telling(found)
    stored = initial_outcome(told_in_full(found, live), sheet) if live is not None else {}
    stored |= {"seen": told_version(live)}
    begun = begun_of_skirmish(found, request.user.pk)
    if begun is None:
        return _sheet(request, found, TableForm(sheet, initial=stored))
    moved_on = begun.draft.seen != stored["seen"]
    is_shown = not moved_on or "kept" in request.GET
    initial = stored | initial_kept(begun.draft.answers, sheet) if is_shown else stored
    shown = {"begun": begun, "is_shown": is_shown, "moved_on": moved_on}
    return _sheet(request, found, TableForm(sheet, initial=initial), keeps=is_shown, **shown)


@only_post("skirmish-table")
@leading_back("skirmish")
def skirmish_table_keep(request: MemberRequest, number: int) -> HttpResponse:
    """Keep what has been filled in, for whoever filled it in alone; by htmx, while they go on."""
    found = own_skirmish_or_404(request, number)
    try:
        draft = _keep(request, found, TableForm(sheet_of_skirmish(found), data=request.POST))
    except Refusal as refusal:
        if not request.htmx:
            raise
        return render_page(request, KEPT_IN, {"kept_not": refusal.sentence}, partial="kept")
    if request.htmx:
        kept_now = draft and f"{timezone.localtime():%H:%M}"
        return render_page(request, KEPT_IN, {"skirmish": found, "kept_now": kept_now}, partial="kept")
    messages.success(request, "What you have filled in is kept, for you alone. It stands there when you come back.")
    return redirect("skirmish", number)


@only_post("skirmish-table")
def skirmish_table_discard(request: MemberRequest, number: int) -> HttpResponse:
    """Throw away what one has kept."""
    if result_drafts.discard_of_skirmish(actor=request.user, skirmish=own_skirmish_or_404(request, number)):
        messages.success(request, "What you had filled in is thrown away.")
    return redirect("skirmish", number)


def _keep(request: MemberRequest, found: Skirmish, form: TableForm) -> ResultDraft | None:
    """Keep what a form says, good or not."""
    return result_drafts.keep_of_skirmish(
        actor=request.user,
        skirmish=found,
        answers=form.kept(),
        key=key_of_page(request),
        expected_version=request.POST.get("seen", ""),
    )


def _sheet(
    request: MemberRequest, found: Skirmish, form: TableForm, *, keeps: bool = True, **more: object
) -> HttpResponse:
    """``keeps``: it is kept by itself while it is filled in."""
    balance = reports.balance(form.sheet)
    return _page(request, "table", found, form=form, balance=balance, keeps=keeps, **more)


def _review(request: MemberRequest, found: Skirmish, form: TableForm, report: Report) -> HttpResponse:
    told = report_of(found, report_told(found, report))
    return _page(request, "review", found, answers=form.answers(), told=told, is_anew=bool(form.cleaned_data["seen"]))


def _page(request: MemberRequest, template: str, found: Skirmish, **more: object) -> HttpResponse:
    context = {**NAV, "skirmish": found, "system": engine.systems()[found.system], **more}
    return render_page(request, f"missions/skirmish_tables/{template}.html", context)


@only_post("skirmish")
@leading_back("skirmish")
def skirmish_take_back(request: MemberRequest, number: int) -> HttpResponse:
    """What was told is taken back; the trace keeps it."""
    found = own_skirmish_or_404(request, number)
    form = TakeBackForm(request.POST)
    if not form.is_valid():
        raise Refusal(" ".join(str(error) for errors in form.errors.values() for error in errors))
    skirmish_tables.take_back(
        actor=request.user,
        skirmish=found,
        key=form.cleaned_data["key"],
        why=form.cleaned_data["why"],
        expected_version=form.cleaned_data["seen"],
    )
    messages.success(request, "The result is taken back. It stands in the trace.")
    return redirect("skirmish", number)


@require_safe
@never_cache
@leading_back("skirmish")
def skirmish_log_file(request: MemberRequest, number: int) -> HttpResponse:
    """The log sheet, to keep at the table or with what was told."""
    found = skirmish_or_404(request, number)
    return as_file(document.render(skirmish_log(found), paper_asked(request)), f"{found.title} log")


@asking
@leading_back("skirmish")
def skirmish_book(request: MemberRequest, number: int) -> HttpResponse:
    """Enter it in the book of a pilot of one's own."""
    found = skirmish_or_404(request, number)
    if found.report is None:
        raise Refusal("It stands in a pilot’s book once its result is there.")
    pilots = list(OwnPilot.objects.filter(owner=request.user))
    form = BookForm(found, pilots, request.POST if request.method == "POST" else None)
    if not form.fields["place"].choices:  # type: ignore[attr-defined]  # a ChoiceField
        raise Refusal("Nobody goes by name in this game: its flights are counted together, and have no pilots.")
    if form.is_valid():
        unit, _, seat = form.cleaned_data["place"].partition(" ")
        with form.showing_refusals():
            entry = own_pilots.enter(
                actor=request.user,
                skirmish=found,
                unit=unit,
                seat=seat,
                pilot=form.chosen,
                name=form.cleaned_data["name"],
            )
            messages.success(request, f"It stands in the book of {entry.pilot.name}.")
            return redirect("own-pilot", entry.pilot_id)
    return _page(request, "book", found, form=form)


@only_post("skirmish")
def skirmish_book_strike(request: MemberRequest, number: int, pilot: int) -> HttpResponse:
    """Take it out of a pilot's book again."""
    own_pilots.strike(
        actor=request.user, skirmish=skirmish_or_404(request, number), pilot=own_pilot_or_404(request, pilot)
    )
    messages.success(request, "It is taken out of the book.")
    return redirect("skirmish", number)


@require_safe
@never_cache
def own_pilot_list(request: MemberRequest) -> HttpResponse:
    """One's own pilots."""
    context = {**NAV, "books": books_of(request.user.pk), "most": own_pilots.MOST_PILOTS}
    return render_page(request, "missions/skirmish_tables/pilots.html", context)


@require_safe
@never_cache
def own_pilot(request: MemberRequest, pilot: int) -> HttpResponse:
    """The book of one of them."""
    book = book_of(own_pilot_or_404(request, pilot))
    return render_page(request, "missions/skirmish_tables/pilot.html", {**NAV, "book": book})


@require_safe
@never_cache
def own_pilot_logbook(request: MemberRequest, pilot: int) -> HttpResponse:
    """The same printed."""
    book = book_of(own_pilot_or_404(request, pilot))
    return as_file(logbook.render(own_logbook(book), paper_asked(request)), f"{book.pilot.name} logbook")


@only_post("own-pilots")
def own_pilot_delete(request: MemberRequest, pilot: int) -> HttpResponse:
    """Throw one away with his book."""
    found = own_pilot_or_404(request, pilot)
    own_pilots.delete(actor=request.user, pilot=found)
    messages.success(request, f"{found.name} and his book have been deleted. The skirmishes stay.")
    return redirect("own-pilots")

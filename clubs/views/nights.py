"""A club's nights: the list of them, one of them, and the plan of its tables."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import club_or_404
from clubs.forms.nights import AnswerForm, EditNightForm, NewNightForm, NightForm, SeatsForm, TableForm
from clubs.models import Club, ClubRole, Membership, Night, NightTable, Rsvp
from clubs.operations import nights, tables
from clubs.operations.nights import Announcement
from clubs.selectors import night_times
from clubs.selectors import nights as nights_page
from clubs.selectors.own_clock import own_zone
from clubs.selectors.polls import open_polls
from clubs.selectors.tables import coming_to, plan_of, playable, suggestion, version
from clubs.selectors.words_reports import mark_of
from clubs.views.clubs import render_club
from clubs.views.polls import remind_form
from config.common import clock
from config.common.refusals import Refusal
from config.common.web import (
    UNPROCESSABLE,
    MemberRequest,
    as_file,
    number_asked,
    only_post,
    sent,
    whole_number,
)
from notices.selectors import calendars


def night_or_404(
    request: MemberRequest, pk: int, night: int, *, at_least: ClubRole = ClubRole.READER, to_write: bool = False
) -> tuple[Night, Membership]:
    """A night (with ``night.club``) and the signed-in person's place in the club; ``to_write`` as of the club."""
    club, membership = club_or_404(request, pk, at_least=at_least, to_write=to_write)
    found = Night.objects.filter(club=club, pk=night).first()
    if found is None:
        raise Http404("This club has no such night.")
    found.club = club
    return found, membership


@require_safe
def club_nights(request: MemberRequest, pk: int) -> HttpResponse:
    """Nights to come, and a page of those that are over."""
    club, membership = club_or_404(request, pk)
    return render_club(
        request,
        "clubs/nights/nights.html",
        club,
        membership,
        coming=nights_page.coming(club, request.user.pk),
        past=nights_page.past(club, request.user.pk, number_asked(request, "page")),
        polls=open_polls(club),
        remind_form=remind_form(membership),
        own_zone=own_zone(request.user.pk),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def night_new(request: MemberRequest, pk: int) -> HttpResponse:
    """Announce a night, or a series of them."""
    club, membership = club_or_404(request, pk, at_least=ClubRole.UMPIRE, to_write=True)
    form = NewNightForm(sent(request))
    if form.is_valid():
        said, weeks = form.announcement, form.cleaned_data["weeks"]
        with form.showing_refusals():
            made = nights.announce(actor=request.user, club=club, said=said, weeks=weeks)
            how_many = f"{weeks} nights are" if weeks > 1 else "The night is"
            messages.success(request, f"{how_many} announced.")
            for week in range(weeks):
                _say_what_comes_twice(request, club, said, week)
            return redirect("night", club.pk, made[0].pk) if weeks == 1 else redirect("club-nights", club.pk)
    return render_club(request, "clubs/nights/edit.html", club, membership, form=form)


@require_http_methods(["GET", "HEAD", "POST"])
def night_edit(request: MemberRequest, pk: int, night: int) -> HttpResponse:
    """Say something else of a night."""
    found, membership = night_or_404(request, pk, night, at_least=ClubRole.UMPIRE, to_write=True)
    later = night_times.later_of(found).count()
    form = EditNightForm(sent(request), initial=NightForm.of(found), later=later)
    if form.is_valid():
        said, seen = form.announcement, form.cleaned_data["revision"]
        with form.showing_refusals():
            changed = nights.change(
                actor=request.user,
                night=found,
                said=said,
                revision=-1 if seen is None else seen,
                and_later=form.takes_later,
                stood=form.cleaned_data["stood"],
            )
            if form.takes_later:
                messages.success(
                    request, "The night and the later ones of its series are changed, and the members are told."
                )
            else:
                done = "changed, and its members are told." if changed.revision != found.revision else "as it was."
                messages.success(request, f"The night is {done}")
            _say_what_comes_twice(request, found.club, said, 0)
            return redirect("night", pk, night)
    return render_club(
        request,
        "clubs/nights/edit.html",
        found.club,
        membership,
        night=found,
        form=form,
        later=later,
        stands=f"{mark_of(found.title)} {mark_of(found.notes)}",
    )


def _say_what_comes_twice(request: MemberRequest, club: Club, said: Announcement, weeks: int) -> None:
    for local in said.local(weeks):
        if local is not None and clock.comes_twice(local, club.time_zone):
            messages.warning(request, _twice(local))


def _twice(local: datetime) -> str:
    return (
        f"On {clock.day(local)} the clocks are put back and {local:%H:%M} comes twice: the first of the two is meant."
    )


@require_safe
def night(request: MemberRequest, pk: int, night: int) -> HttpResponse:
    """One night: when, where, who comes, who sits where."""
    club, membership = club_or_404(request, pk)
    return _night(request, club, membership, night, AnswerForm())


def _night(request: MemberRequest, club: Club, membership: Membership, number: int, form: AnswerForm) -> HttpResponse:
    page = nights_page.night_page(club, number, request.user.pk, may_plan=membership.ranks(ClubRole.UMPIRE))
    if page is None:
        raise Http404("This club has no such night.")
    pressed = form.pressed or page.answer
    return render_club(request, "clubs/nights/night.html", club, membership, page=page, form=form, pressed=pressed)


@require_safe
def night_calendar(request: MemberRequest, pk: int, night: int) -> HttpResponse:
    """The night for a calendar program."""
    found, _ = night_or_404(request, pk, night)
    content = calendars.of_night(found, request.build_absolute_uri(reverse("night", args=(pk, night))))
    return as_file(content, found.title, "ics", usual="night")


@only_post("night")
def night_answer(request: MemberRequest, pk: int, night: int) -> HttpResponse:
    """Say whether one comes."""
    found, membership = night_or_404(request, pk, night)
    form = AnswerForm(request.POST)
    if form.is_valid():
        with form.showing_refusals():
            given = nights.answer(actor=request.user, night=found, **form.cleaned_data)
            messages.success(request, f"Noted: {given.get_answer_display().lower()}.")
            return redirect("night", pk, night)
    return _night(request, found.club, membership, night, form)


@only_post("night")
def night_cancel(request: MemberRequest, pk: int, night: int) -> HttpResponse:
    """Call a night off."""
    found, _ = night_or_404(request, pk, night, at_least=ClubRole.UMPIRE)
    nights.cancel(actor=request.user, night=found, and_later=request.POST.get("and_later") == "on")
    messages.success(request, "The night is cancelled, and its members are told.")
    return redirect("night", pk, night)


@require_http_methods(["GET", "HEAD", "POST"])
def night_tables(request: MemberRequest, pk: int, night: int) -> HttpResponse:
    """The plan of tables, and where everybody sits who comes; ``?suggest=seats`` proposes more places."""
    found, membership = night_or_404(request, pk, night, at_least=ClubRole.UMPIRE, to_write=True)
    people, plan = coming_to(found), plan_of(found)
    if request.method != "POST":
        more = suggestion(found, plan) if request.GET.get("suggest") == "seats" else None
        seats = SeatsForm(people, plan, initial=_initial(plan, more or {}))
        suggested = "" if more is None else _suggested(people, plan, more)
        return _plan(request, found, membership, plan, seats, suggested=suggested)
    form = SeatsForm(people, plan, request.POST)
    if form.is_valid():
        try:
            tables.seat_people(
                actor=request.user, night=found, places=form.places, expected_version=form.cleaned_data["seen"]
            )
        except Refusal as refusal:
            if refusal.sentence == tables.CHANGED:
                # Saved over, what the other person has done would be lost: the form begins anew.
                form = SeatsForm(people, plan, initial=_initial(plan, {}))
                messages.error(request, refusal.sentence)
            else:
                form.refuse(refusal)
        else:
            messages.success(request, "The tables are kept as they stand below.")
            return redirect("night", pk, night)
    return _plan(request, found, membership, plan, form, status=UNPROCESSABLE)


def _initial(plan: list[NightTable], more: dict[int, tuple[int, str]]) -> dict[str, str]:
    return SeatsForm.of(plan, more) | {"seen": version(plan)}


def _plan(
    request: MemberRequest,
    night: Night,
    membership: Membership,
    plan: list[NightTable],
    seats: SeatsForm,
    *,
    table: TableForm | None = None,
    number: int = 0,
    suggested: str = "",
    status: int = 200,
) -> HttpResponse:
    """``table``: a form of a table that was refused, of table ``number`` or of a new one."""
    missions = list(playable(night.club).select_related("campaign"))
    drawn = [
        (
            view,
            table
            if table is not None and number == each.number
            else TableForm(
                missions, auto_id=f"table-{each.number}-%s", initial={"mission": each.mission_id, "title": each.title}
            ),
        )
        for each, view in zip(plan, nights_page.table_views(night.club, plan), strict=True)
    ]
    return render_club(
        request,
        "clubs/nights/tables.html",
        night.club,
        membership,
        status=status,
        night=night,
        when=clock.when(night.begins_at, night.ends_at, night.club.time_zone),
        is_open=night.cancelled_at is None and not night_times.is_over(night, timezone.now()),
        drawn=drawn,
        seats=seats,
        suggested=suggested,
        new=table if table is not None and not number else TableForm(missions),
    )


@only_post("night-tables")
def night_tables_act(request: MemberRequest, pk: int, night: int, what: str) -> HttpResponse:
    """Lay a table, play something else at one, or take one away."""
    found, membership = night_or_404(request, pk, night, at_least=ClubRole.UMPIRE)
    number = whole_number(request.POST.get("number", ""))
    if what == "clear":
        tables.clear(actor=request.user, night=found, number=number)
        return redirect("night-tables", pk, night)
    if what not in ("lay", "relay"):
        raise Http404("Nothing of that kind is done with tables.")
    form = TableForm(list(playable(found.club).select_related("campaign")), request.POST)
    if form.is_valid():
        mission, title = form.mission_chosen, form.title_given
        try:
            if what == "lay":
                number = tables.lay(actor=request.user, night=found, mission=mission, title=title).number
            else:
                tables.relay(actor=request.user, night=found, number=number, mission=mission, title=title)
        except Refusal as refusal:
            if what == "relay" and not found.tables.filter(number=number).exists():
                raise
            form.refuse(refusal)
        else:
            return redirect(f"{reverse('night-tables', args=(pk, night))}#table-{number}")
    people, plan = coming_to(found), plan_of(found)
    seats = SeatsForm(people, plan, initial=_initial(plan, {}))
    changed = number if what == "relay" else 0
    return _plan(request, found, membership, plan, seats, table=form, number=changed, status=UNPROCESSABLE)


def _suggested(people: list[Rsvp], plan: list[NightTable], more: dict[int, tuple[int, str]]) -> str:
    """What the suggestion came to, in a sentence or two."""
    placed = {place.user_id for table in plan for place in table.places.all()} | more.keys()
    left = [each.user.get_username() for each in people if each.user_id not in placed]
    done = f"Places for {len(more)} {'person' if len(more) == 1 else 'people'} are proposed below. Save to keep them."
    if not more:
        done = "Nobody else has a seat in what is played at these tables."
    return f"{done} Without a place: {', '.join(left)}." if left else done

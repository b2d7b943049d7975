"""How a club finds an evening: polls of dates, open seats, one's own reminders."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import club_or_404
from clubs.forms.meeting import PollAnswersForm, PollForm, RemindForm
from clubs.models import Club, ClubRole, DatePoll, Membership
from clubs.operations import nights, open_seats, polls
from clubs.selectors.open_seats import open_seats as seats_of
from clubs.selectors.own_clock import own_zone
from clubs.selectors.polls import PollPage, poll_page, poll_rows
from clubs.views.clubs import render_club
from config.common.web import MemberRequest, only_post, sent, telling_refusals, whole_number


@require_safe
def club_polls(request: MemberRequest, pk: int) -> HttpResponse:
    """The polls of a club, open ones first."""
    club, membership = club_or_404(request, pk)
    return render_club(request, "clubs/polls/polls.html", club, membership, rows=poll_rows(club, request.user.pk))


@require_http_methods(["GET", "HEAD", "POST"])
def poll_new(request: MemberRequest, pk: int) -> HttpResponse:
    """Ask when everybody can come."""
    club, membership = club_or_404(request, pk, at_least=ClubRole.UMPIRE, to_write=True)
    form = PollForm(sent(request))
    if form.is_valid():
        with form.showing_refusals():
            made = polls.ask(actor=request.user, club=club, question=form.question)
            messages.success(request, "The members are asked.")
            return redirect("poll", pk, made.pk)
    return render_club(request, "clubs/polls/new.html", club, membership, form=form)


@require_http_methods(["GET", "HEAD", "POST"])
def poll(request: MemberRequest, pk: int, poll: int) -> HttpResponse:
    """One poll; a POST answers it."""
    club, membership = club_or_404(request, pk)
    page = _page_or_404(request, club, poll)
    form = PollAnswersForm(page.dates, sent(request))
    if form.is_valid():
        with form.showing_refusals():
            found = DatePoll.objects.get(pk=page.pk)
            polls.answer(actor=request.user, poll=found, answers=form.answers)
            messages.success(request, "Noted.")
            return redirect("poll", pk, poll)
    return render_club(request, "clubs/polls/poll.html", club, membership, page=page, form=form)


def _page_or_404(request: MemberRequest, club: Club, number: int) -> PollPage:
    page = poll_page(club, number, request.user.pk, own_zone(request.user.pk))
    if page is None:
        raise Http404("This club has no such poll.")
    return page


@only_post("poll")
def poll_close(request: MemberRequest, pk: int, poll: int) -> HttpResponse:
    """Choose the evening, or none."""
    club, _ = club_or_404(request, pk, at_least=ClubRole.UMPIRE)
    found = DatePoll.objects.filter(club=club, pk=poll).first()
    if found is None:
        raise Http404("This club has no such poll.")
    date = request.POST.get("date", "")
    night = polls.close(actor=request.user, poll=found, date=None if date == "none" else whole_number(date))
    if night is None:
        messages.success(request, "The poll is closed, and no evening came of it.")
        return redirect("poll", pk, poll)
    messages.success(request, "The night is announced, with the answers of the poll.")
    return redirect("night", pk, night.pk)


@require_safe
def club_seats(request: MemberRequest, pk: int) -> HttpResponse:
    """Seats in the club's campaigns that wait for somebody."""
    club, membership = club_or_404(request, pk)
    return render_club(request, "clubs/seats/seats.html", club, membership, seats=seats_of(club, membership))


@only_post("club-seats")
def club_seat_ask(request: MemberRequest, pk: int) -> HttpResponse:
    """Ask the umpires of a campaign for a seat, in its talk."""
    club, _ = club_or_404(request, pk)
    campaign, side = whole_number(request.POST.get("campaign", "")), request.POST.get("side", "")
    said = open_seats.ask_for(actor=request.user, club=club, campaign=campaign, side=side)
    messages.success(request, "You have asked, in the talk of the campaign: its umpires are told.")
    return redirect("campaign-talk", said.campaign_id)


@only_post("club-nights")
def club_remind(request: MemberRequest, pk: int) -> HttpResponse:
    """Say how long before a night one is reminded."""
    club, _ = club_or_404(request, pk)
    form = RemindForm(request.POST)
    with telling_refusals(request):
        hours = form.cleaned_data["hours"] if form.is_valid() else -1
        nights.remind_before(actor=request.user, club=club, hours=hours)
        messages.success(request, "You are reminded so from now on.")
    return redirect("club-nights", pk)


def remind_form(membership: Membership) -> RemindForm:
    """The small form on the page of nights. No query."""
    hours = membership.remind_hours
    return RemindForm(initial={"hours": str(24 if hours is None else hours)}, auto_id="remind-%s")

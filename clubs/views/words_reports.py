"""Words of seasons, nights, answers and polls that members report to the owners and umpires of their club."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubs.access import club_or_404
from clubs.forms.order import DecisionForm
from clubs.models import Club, ClubRole, DatePoll, Membership, SeasonGame
from clubs.operations import words_reports
from clubs.selectors.words_reports import (
    Words,
    find,
    title_of_night,
    title_of_season,
    words_of_answer,
    words_of_night,
    words_of_poll,
    words_of_season,
    words_on_game,
    words_page,
    words_row,
)
from clubs.views.clubs import render_club
from clubs.views.nights import night_or_404
from clubs.views.reports import DONE
from clubs.views.seasons import season_or_404
from config.common.web import MemberRequest, asking, number_asked, sent
from missions.forms.talk import ReportForm


@require_safe
def club_reports(request: MemberRequest, pk: int) -> HttpResponse:
    """What has been reported to who looks."""
    club, membership = club_or_404(request, pk, at_least=ClubRole.UMPIRE)
    page = words_page(club, membership, number_asked(request, "page") or 1)
    return render_club(request, "clubs/reports/reports.html", club, membership, page=page)


@asking
def club_report(request: MemberRequest, pk: int, report: UUID) -> HttpResponse:
    """One report, and what becomes of the words."""
    club, membership = club_or_404(request, pk, at_least=ClubRole.UMPIRE)
    found = find(club, membership, report)
    if found is None:
        raise Http404("There is no such report for you to decide.")
    form = DecisionForm(sent(request), of_club=True)
    if form.is_valid():
        with form.showing_refusals():
            words_reports.decide(actor=request.user, report=found, **form.decided)
            messages.success(request, DONE[form.cleaned_data["decision"]].format(author=found.author))
            return redirect("club-reports", pk)
    row = words_row(club, found)
    return render_club(request, "clubs/reports/report.html", club, membership, row=row, form=form)


@asking
def season_report(request: MemberRequest, pk: int, season: int) -> HttpResponse:
    """Report what is said of a season."""
    found, membership = season_or_404(request, pk, season, to_write=True)
    tell = partial(words_reports.report_season, season=found)
    return _report(request, found.club, membership, words_of_season(found), tell, ("season", pk, season))


@asking
def season_title_report(request: MemberRequest, pk: int, season: int) -> HttpResponse:
    """Report what a season is called."""
    found, membership = season_or_404(request, pk, season, to_write=True)
    tell = partial(words_reports.report_season, season=found, is_title=True)
    return _report(request, found.club, membership, title_of_season(found), tell, ("season", pk, season))


@asking
def season_game_report(request: MemberRequest, pk: int, season: int, game: int) -> HttpResponse:
    """Report the word on a game of a season."""
    found, membership = season_or_404(request, pk, season, to_write=True)
    row = SeasonGame.objects.filter(season=found, pk=game).select_related("answered_by", "season").first()
    if row is None:
        raise Http404("This season has no such game.")
    tell = partial(words_reports.report_game, game=row)
    return _report(request, found.club, membership, words_on_game(row), tell, ("season", pk, season))


@asking
def poll_report(request: MemberRequest, pk: int, poll: int) -> HttpResponse:
    """Report what a poll says."""
    club, membership = club_or_404(request, pk, to_write=True)
    found = DatePoll.objects.filter(club=club, pk=poll).select_related("made_by").first()
    if found is None:
        raise Http404("This club has no such poll.")
    tell = partial(words_reports.report_poll, poll=found)
    return _report(request, club, membership, words_of_poll(found), tell, ("poll", pk, poll))


@asking
def night_answer_report(request: MemberRequest, pk: int, night: int, author: int) -> HttpResponse:
    """Report the words with somebody's answer to a night."""
    found, membership = night_or_404(request, pk, night, to_write=True)
    said = words_of_answer(found, author)

    def tell(*, actor: User, words: str) -> None:
        words_reports.report_answer(actor=actor, night=found, author=User.objects.get(pk=author), words=words)

    return _report(request, found.club, membership, said, tell, ("night", pk, night))


@asking
def night_report(request: MemberRequest, pk: int, night: int) -> HttpResponse:
    """Report what is said of a night."""
    found, membership = night_or_404(request, pk, night, to_write=True)
    tell = partial(words_reports.report_night, night=found)
    return _report(request, found.club, membership, words_of_night(found), tell, ("night", pk, night))


@asking
def night_title_report(request: MemberRequest, pk: int, night: int) -> HttpResponse:
    """Report what a night is called."""
    found, membership = night_or_404(request, pk, night, to_write=True)
    tell = partial(words_reports.report_night, night=found, is_title=True)
    return _report(request, found.club, membership, title_of_night(found), tell, ("night", pk, night))


def _report(
    request: MemberRequest,
    club: Club,
    membership: Membership,
    said: Words | None,
    tell: Callable[..., object],
    back: tuple[str, int, int],
) -> HttpResponse:
    """The form by which what has been ``said`` is reported. ``back``: where it stands."""
    if said is None:
        raise Http404("Nothing is said there.")
    if said.author.pk == request.user.pk:
        raise PermissionDenied("Those are your own words. Change them yourself.")
    form = ReportForm(sent(request))
    name, *args = back
    if form.is_valid():
        with form.showing_refusals():
            tell(actor=request.user, words=form.cleaned_data["words"])
            messages.success(request, "The owners and umpires of the club are told. You hear what they decide.")
            return redirect(name, *args)
    return render_club(
        request,
        "clubs/reports/words.html",
        club,
        membership,
        form=form,
        said=said,
        back=reverse(name, args=args),
    )

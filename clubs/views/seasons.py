"""A club's seasons of skirmishes: the list, one with its table, opening one, and what is done in it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import engine
from campaigns.documents.logs import season_sheet as document
from campaigns.views.paper import paper_asked
from clubs.access import club_or_404
from clubs.forms.seasons import EnterForm, SeasonForm, SeasonMemberForm, WordsForm
from clubs.models import ClubRole, Membership, Season, SeasonGame
from clubs.operations import fixtures, seasons
from clubs.prints.seasons import season_sheet
from clubs.selectors.league import league_of
from clubs.selectors.seasons import may_run, members_outside, open_to, rules_of, season_page, seasons_of
from clubs.selectors.words_reports import mark_of
from clubs.views.clubs import render_club
from config.common.refusals import Refusal
from config.common.web import MemberRequest, as_file, asking, leading_back, only_post, render_page, sent, to_the_top
from missions.access import skirmish_or_404


def season_or_404(
    request: MemberRequest, pk: int, season: int, *, at_least: ClubRole = ClubRole.READER, to_write: bool = False
) -> tuple[Season, Membership]:
    """A season (with ``season.club``) and the signed-in person's place in the club; ``to_write`` as of the club."""
    club, membership = club_or_404(request, pk, at_least=at_least, to_write=to_write)
    found = Season.objects.filter(club=club, pk=season).select_related("organiser").first()
    if found is None:
        raise Http404("This club has no such season.")
    found.club = club
    return found, membership


@require_safe
def club_seasons(request: MemberRequest, pk: int) -> HttpResponse:
    """Those that run, and those that are over."""
    club, membership = club_or_404(request, pk)
    found = seasons_of(club)
    return render_club(
        request,
        "clubs/seasons/seasons.html",
        club,
        membership,
        may_open=membership.may(ClubRole.PLAYER),
        running=[each for each in found if each.closed_at is None],
        over=[each for each in found if each.closed_at is not None],
    )


@require_safe
@never_cache
def club_league(request: MemberRequest, pk: int) -> HttpResponse:
    """How its members are rated, those who show it."""
    club, membership = club_or_404(request, pk)
    tables = league_of(club, request.user.pk)
    return render_club(request, "clubs/seasons/league.html", club, membership, tables=tables)


@asking
@leading_back("club-seasons")
def season_new(request: MemberRequest, pk: int) -> HttpResponse:
    """Open one."""
    club, membership = club_or_404(request, pk, at_least=ClubRole.PLAYER, to_write=True)
    form = SeasonForm(sent(request), initial=SeasonForm.of(None))
    if form.is_valid():
        with form.showing_refusals():
            made = seasons.open_season(actor=request.user, club=club, terms=form.terms)
            messages.success(request, "The season is open.")
            return redirect("season", pk, made.pk)
    return render_club(request, "clubs/seasons/edit.html", club, membership, form=form)


@asking
@leading_back("season")
def season_edit(request: MemberRequest, pk: int, season: int) -> HttpResponse:
    """Say something else of it."""
    found, membership = season_or_404(request, pk, season, at_least=ClubRole.PLAYER, to_write=True)
    if found.closed_at is not None or not may_run(found, membership):
        raise Refusal("Only its organiser and the umpires of the club run a season, until it is closed.")
    form = SeasonForm(sent(request), initial=SeasonForm.of(found))
    if form.is_valid():
        with form.showing_refusals():
            stood = form.cleaned_data["stood"]
            seasons.change(actor=request.user, season=found, terms=form.terms, stood=stood)
            messages.success(request, "The season is changed.")
            return redirect("season", pk, season)
    stands = f"{mark_of(found.notes)} {mark_of(found.title)}"
    return render_club(
        request, "clubs/seasons/edit.html", found.club, membership, form=form, season=found, stands=stands
    )


@require_safe
@never_cache
def season(request: MemberRequest, pk: int, season: int) -> HttpResponse:
    """Its table and its games."""
    return _season(request, *season_or_404(request, pk, season))


def _season(
    request: MemberRequest, found: Season, membership: Membership, *, refused: WordsForm | None = None, at: int = 0
) -> HttpResponse:
    """``refused``: a word on game ``at``."""
    page = season_page(found, membership)
    return render_club(
        request,
        "clubs/seasons/season.html",
        found.club,
        membership,
        season=found,
        page=page,
        rules=rules_of(found),
        member_form=SeasonMemberForm(members_outside(found)) if page.may_run else None,
        refused=refused,
        refused_at=at,
    )


@require_safe
@never_cache
def season_print(request: MemberRequest, pk: int, season: int) -> HttpResponse:
    """The same printed."""
    found, _ = season_or_404(request, pk, season)
    return as_file(document.render(season_sheet(found), paper_asked(request)), f"{found.title} season")


@only_post("season")
def season_act(request: MemberRequest, pk: int, season: int, what: str) -> HttpResponse:
    """Take part, drop out, have a member take part, draw up who meets whom, close it."""
    found, _ = season_or_404(request, pk, season)
    match what:
        case "join":
            seasons.take_part(actor=request.user, season=found)
            messages.success(request, "You take part.")
        case "leave":
            seasons.drop_out(actor=request.user, season=found)
            messages.success(request, "You take part no more.")
        case "member":
            form = SeasonMemberForm(members_outside(found), request.POST)
            if not form.is_valid():
                raise Refusal("Choose a player of the club who does not take part yet.")
            seasons.take_part(actor=request.user, season=found, user=form.chosen)
            messages.success(request, f"{form.chosen.get_username()} takes part.")
        case "fixtures":
            fixtures.draw_up(actor=request.user, season=found)
            messages.success(request, "Who meets whom is drawn up.")
        case "close":
            seasons.close(actor=request.user, season=found)
            messages.success(request, "The season is closed. Its table stands.")
        case _:
            raise Http404("Nothing of that name is done in a season.")
    return redirect("season", pk, season)


_DONE = {
    "confirm": "Confirmed: it counts.",
    "dispute": "Noted. The organiser settles it.",
    "count": "It counts.",
    "out": "It is taken out of the season.",
    "withdraw": "It is taken out of the season.",
}


@only_post("season")
def season_game(request: MemberRequest, pk: int, season: int, game: int, what: str) -> HttpResponse:
    """Confirm a game or dispute it; the organiser's word on it; or taking it out again."""
    found, membership = season_or_404(request, pk, season)
    row = SeasonGame.objects.filter(season=found, pk=game).first()
    if row is None:
        raise Http404("This season has no such game.")
    row.season = found
    if what not in _DONE:
        raise Http404("Nothing of that name is done with a game.")
    form = WordsForm(request.POST)
    if form.is_valid():
        words = form.cleaned_data["words"]
        with form.showing_refusals():
            match what:
                case "confirm" | "dispute":
                    agrees = what == "confirm"
                    seasons.answer(actor=request.user, game=row, agrees=agrees, words=words, points=form.points)
                case "count" | "out":
                    seasons.settle(actor=request.user, game=row, counts=what == "count", words=words)
                case _:
                    seasons.withdraw(actor=request.user, game=row)
            messages.success(request, _DONE[what])
            return to_the_top("season", pk, season)
    return _season(request, found, membership, refused=form, at=row.pk)


@asking
@leading_back("skirmish")
def skirmish_season(request: MemberRequest, number: int) -> HttpResponse:
    """Enter a skirmish in a season."""
    found = skirmish_or_404(request, number)
    offered = open_to(found, request.user)
    if not offered:
        raise Refusal("No season in which you take part is open to this skirmish.")
    system = engine.systems()[found.system]
    form = EnterForm(offered, request.user, system.sides, request.POST if request.method == "POST" else None)
    if form.is_valid():
        with form.showing_refusals():
            seasons.enter(
                actor=request.user,
                season=form.chosen,
                skirmish=found,
                opponent=form.against,
                side=form.cleaned_data["side"],
            )
            messages.success(request, f"Entered. It counts once {form.against.get_username()} has confirmed it.")
            return redirect("season", form.chosen.club_id, form.chosen.pk)
    context = {"nav": "skirmishes", "skirmish": found, "system": system, "form": form}
    return render_page(request, "clubs/seasons/enter.html", context)

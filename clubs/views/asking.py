"""Joining on approval: the clubs that may be asked, asking one, and who asks this one."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import club_or_404
from clubs.forms.order import AskForm, LetInForm, TurnAwayForm
from clubs.models import Asked, Club, ClubRole, Membership
from clubs.operations import asking
from clubs.selectors.asking import again_at, asked_rows, last_of, open_club, open_clubs
from clubs.selectors.members import roles_open_to
from clubs.selectors.own_clock import zone_told_to
from clubs.views.clubs import render_club
from config.common import clock
from config.common.web import MemberRequest, number_asked, only_post, render_page, sent, to_the_top


@require_safe
def clubs_open(request: MemberRequest) -> HttpResponse:
    """The clubs that take people who ask."""
    page = open_clubs(request.user.pk, number_asked(request, "page") or 1)
    return render_page(request, "clubs/asking/open.html", {"nav": "clubs", "page": page})


@require_http_methods(["GET", "HEAD", "POST"])
def club_join(request: MemberRequest, pk: int) -> HttpResponse:
    """Ask a club to be let in, see what has become of it, or take it back."""
    found = open_club(pk, request.user.pk)
    if found is None:
        raise Http404("There is no such club that may be asked.")
    if found.is_mine:
        return redirect("club", pk)
    club = Club.objects.get(pk=pk)
    if request.POST.get("what") == "take-back":
        asking.take_back(actor=request.user, club=club)
        messages.success(request, "You ask no more.")
        return redirect("clubs-open")
    form = AskForm(sent(request))
    if form.is_valid():
        with form.showing_refusals():
            asking.ask(actor=request.user, club=club, words=form.cleaned_data["words"])
            messages.success(request, f"{club.name} has your request. You are told when it is answered.")
            return redirect("club-join", pk)
    last = last_of(pk, request.user.pk)
    again = again_at(club, request.user.pk)
    about = {
        "nav": "clubs",
        "club": club,
        "found": found,
        "form": form,
        "waits": last if last is not None and last.status == Asked.Status.OPEN else None,
        "refused": last if last is not None and last.status == Asked.Status.REFUSED else None,
        "again": clock.day(clock.local(again, zone_told_to(request.user.pk, club.time_zone))) if again else "",
    }
    return render_page(request, "clubs/asking/join.html", about)


@require_safe
def club_asked(request: MemberRequest, pk: int) -> HttpResponse:
    """Who asks to be let in."""
    return _asked(request, *club_or_404(request, pk, at_least=ClubRole.UMPIRE))


def _asked(
    request: MemberRequest,
    club: Club,
    membership: Membership,
    *,
    refused: LetInForm | TurnAwayForm | None = None,
    at: int = 0,
) -> HttpResponse:
    """``refused``: an answer to request ``at``."""
    waiting, answered = asked_rows(club)
    return render_club(
        request,
        "clubs/asking/asked.html",
        club,
        membership,
        waiting=waiting,
        answered=answered,
        roles=roles_open_to(membership.role),
        usual=ClubRole.PLAYER,
        refused=refused,
        refused_at=next((row.pk for row in waiting if row.pk == at), None),
    )


@only_post("club-asked")
def club_asked_act(request: MemberRequest, pk: int, asked: int, what: str) -> HttpResponse:
    """Let somebody in, or turn them away."""
    found, membership = club_or_404(request, pk, at_least=ClubRole.UMPIRE)
    form: LetInForm | TurnAwayForm
    if what == "let-in":
        form = LetInForm(roles_open_to(membership.role), request.POST)
    elif what == "turn-away":
        form = TurnAwayForm(request.POST)
    else:
        raise Http404("Nothing of that kind is done about who asks.")
    if form.is_valid():
        with form.showing_refusals():
            if what == "let-in":
                done = asking.approve(actor=request.user, club=found, asked=asked, role=form.cleaned_data["role"])
                messages.success(request, f"{done.user} is a member now, and is told.")
            else:
                done = asking.refuse(actor=request.user, club=found, asked=asked, answer=form.cleaned_data["answer"])
                messages.success(request, f"{done.user} is not let in, and is told.")
            return to_the_top("club-asked", pk)
    return _asked(request, found, membership, refused=form, at=asked)

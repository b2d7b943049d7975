"""The end of a club, and who owns it next: archived, opened again, deleted, handed over."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import club_or_404
from clubs.forms.endings import DeleteForm
from clubs.models import Club, ClubRole, Membership
from clubs.operations import endings, handovers
from clubs.selectors.endings import campaigns_left_behind
from clubs.selectors.handovers import handover_state
from clubs.views.clubs import render_club
from config.common.web import MemberRequest, telling_refusals

ACTS: Mapping[str, tuple[Callable[..., object], str]] = {
    "archive": (endings.archive, "The club is archived. It can be opened again whenever you like."),
    "open": (endings.open_again, "The club is open again."),
    "keep": (endings.bring_back, "The club stays. It is archived still: open it to go on."),
}
"""What is done to the club itself, and what is said afterwards."""
HANDOVERS: Mapping[str, tuple[Callable[..., object], str]] = {
    "ask": (handovers.ask, "Its owners have been written to. Unless one says no, the club will be yours."),
    "accept": (handovers.accept, "The club is yours now."),
    "refuse": (handovers.refuse, "You have said no: it stays as it is."),
    "take-back": (handovers.take_back, "That has been taken back."),
}


@require_safe
def club_end(request: MemberRequest, pk: int) -> HttpResponse:
    """How it stands, and what the viewer may do about it."""
    club, membership = club_or_404(request, pk)
    return _page(request, club, membership, DeleteForm())


@require_http_methods(["GET", "HEAD", "POST"])
def club_end_act(request: MemberRequest, pk: int, what: str) -> HttpResponse:
    """One of ``ACTS`` or ``HANDOVERS``, or ``delete``; a link to it shows the page. Each has its own guard."""
    club, membership = club_or_404(request, pk)
    if what not in {*ACTS, *HANDOVERS, "delete"}:
        raise Http404("Nothing of that kind is done to a club.")
    if request.method != "POST":
        return redirect("club-end", pk)
    if what == "delete":
        form = DeleteForm(request.POST)
        if form.is_valid():
            with form.showing_refusals():
                endings.delete(actor=request.user, club=club, name=form.cleaned_data["name"])
                messages.success(request, "Every member is told. As long as it is here you can bring it back.")
                return redirect("club-end", pk)
        return _page(request, club, membership, form)
    with telling_refusals(request):
        if what in ACTS:
            done, said = ACTS[what]
            done(actor=request.user, club=club)
        else:
            done, said = HANDOVERS[what]
            done(actor=request.user, it=club)
        messages.success(request, said)
    return redirect("club-end", pk)


def _page(request: MemberRequest, club: Club, membership: Membership, form: DeleteForm) -> HttpResponse:
    is_owner = membership.role == ClubRole.OWNER
    return render_club(
        request,
        "clubs/clubs/end.html",
        club,
        membership,
        may_archive=is_owner,
        may_delete=is_owner,
        handover=handover_state(club, request.user),
        left_behind=campaigns_left_behind(club),
        form=form,
        grace=settings.DELETION_GRACE,
    )

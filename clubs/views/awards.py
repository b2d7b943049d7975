"""The awards of a club."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from clubs.access import club_or_404
from clubs.forms.awards import AwardForm
from clubs.models import ClubRole
from clubs.operations import awards
from clubs.selectors.awards import award_rows
from clubs.views.clubs import render_club
from config.common import clock
from config.common.web import MemberRequest, only_post, sent


@require_http_methods(["GET", "HEAD", "POST"])
def club_awards(request: MemberRequest, pk: int) -> HttpResponse:
    """What the club has honoured its members with; owners and umpires give another."""
    found, membership = club_or_404(request, pk)
    if request.method == "POST" and not membership.ranks(ClubRole.UMPIRE):
        raise PermissionDenied(awards.ONLY)
    today = clock.local(timezone.now(), found.time_zone).date()
    form = AwardForm(sent(request), initial={"name": request.GET.get("name", "")[:150], "day": today})
    if form.is_valid():
        with form.showing_refusals():
            made = awards.give(actor=request.user, club=found, **form.cleaned_data)
            messages.success(request, f"{made.user} has it, and is told: {made.title}.")
            return redirect("club-awards", pk)
    rows = award_rows(found, membership)
    may_give = membership.ranks(ClubRole.UMPIRE)
    return render_club(request, "clubs/members/awards.html", found, membership, rows=rows, form=form, may_give=may_give)


@only_post("club-awards")
def club_award_withdraw(request: MemberRequest, pk: int, award: int) -> HttpResponse:
    """Take an award back, or give one back that is one's own."""
    found, membership = club_or_404(request, pk)
    if not membership.ranks(ClubRole.UMPIRE) and not found.awards.filter(pk=award, user=request.user).exists():
        raise PermissionDenied("Owners and umpires of a club withdraw its awards, and whoever has one gives it back.")
    ended = awards.withdraw(actor=request.user, club=found, award=award)
    messages.success(request, f"Nobody is shown this award any more: {ended.title}.")
    return redirect("club-awards", pk)

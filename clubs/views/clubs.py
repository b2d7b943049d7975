"""Clubs: mine, one of them, its members, and what is decided about them."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import club_or_404
from clubs.forms.clubs import BanForm, ClubForm, HandOverForm, ReasonForm, RoleForm
from clubs.models import Club, ClubRole, Membership
from clubs.operations import bans, handovers
from clubs.operations import clubs as operations
from clubs.selectors import words_reports
from clubs.selectors.asking import how_many_wait, waits_for
from clubs.selectors.bans import ban_rows
from clubs.selectors.clubs import club_page, member_rows, members_of, my_clubs, parting
from clubs.selectors.endings import closed_context
from config.common.refusals import Refusal
from config.common.web import UNPROCESSABLE, MemberRequest, only_post, render_page, sent, tell_refusal


@require_safe
def clubs(request: MemberRequest) -> HttpResponse:
    """The clubs that this person is in, and those that have been asked."""
    shown = {"clubs": my_clubs(request.user.pk), "waits_for": waits_for(request.user.pk)}
    return render_page(request, "clubs/clubs/clubs.html", {"nav": "clubs", **shown})


@require_http_methods(["GET", "HEAD", "POST"])
def club_new(request: MemberRequest) -> HttpResponse:
    form = ClubForm(sent(request), initial={"time_zone": "Europe/London"})
    if form.is_valid():
        with form.showing_refusals():
            club = operations.found(actor=request.user, **form.cleaned_data)
            messages.success(request, f"{club.name} is founded. Invite the others, and start a campaign for them.")
            return redirect("club", club.pk)
    return render_page(request, "clubs/clubs/new.html", {"nav": "clubs", "form": form})


@require_safe
def club(request: MemberRequest, pk: int) -> HttpResponse:
    """Its campaigns, its next dates, its best men and its latest results."""
    found, membership = club_or_404(request, pk)
    page = club_page(found, request.user.pk)
    return render_club(request, "clubs/clubs/page.html", found, membership, page=page)


def render_club(
    request: MemberRequest,
    template: str,
    club: Club,
    membership: Membership,
    *,
    partial: str = "",
    status: int = 0,
    **context: object,
) -> HttpResponse:
    """A page of one club, for a member.

    ``shows_form``: the form of a page on which something else stands too; of an archived club only to tell whoever has
    sent it just now.
    """
    about: dict[str, object] = {
        "nav": "clubs",
        "club": club,
        "membership": membership,
        "may_run": membership.may(ClubRole.UMPIRE),
        "shows_form": not club.is_archived or request.method == "POST",
    }
    about |= closed_context(club, "club-end")
    return render_page(request, template, {**about, **context}, partial=partial, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def club_settings(request: MemberRequest, pk: int) -> HttpResponse:
    found, membership = club_or_404(request, pk, at_least=ClubRole.OWNER)
    now = {"name": found.name, "about": found.about, "time_zone": found.time_zone}
    form = ClubForm(sent(request), initial=now)
    if form.is_valid():
        with form.showing_refusals():
            operations.change(actor=request.user, club=found, **form.cleaned_data)
            messages.success(request, "The club’s page says so now.")
            return redirect("club", pk)
    return render_club(request, "clubs/clubs/settings.html", found, membership, form=form)


@require_safe
def club_members(request: MemberRequest, pk: int) -> HttpResponse:
    found, membership = club_or_404(request, pk)
    rows = member_rows(found, membership)
    runs = membership.ranks(ClubRole.UMPIRE)
    return render_club(
        request,
        "clubs/members/members.html",
        found,
        membership,
        rows=rows,
        waiting=how_many_wait(found) if runs else 0,
        reported=words_reports.how_many_wait(found, membership) if runs else 0,
        former=found.former_members.all(),
    )


@only_post("club-members")
def club_member_role(request: MemberRequest, pk: int, member: int) -> HttpResponse:
    """Give a member another role."""
    found, membership = club_or_404(request, pk, at_least=ClubRole.UMPIRE)
    other = _member_or_404(found, member)
    form = RoleForm(ClubRole, request.POST)
    if not form.is_valid():
        rows = member_rows(found, membership)
        return render_club(request, "clubs/members/members.html", found, membership, rows=rows, wrong=form)
    operations.change_role(actor=request.user, club=found, user=other.user, role=form.cleaned_data["role"])
    messages.success(request, f"{other.user}: {form.cleaned_data['role'].label.lower()} of the club from now on.")
    return redirect("club-members", pk)


def _member_or_404(club: Club, member: int) -> Membership:
    found = Membership.objects.filter(club=club, pk=member).select_related("user").first()
    if found is None:
        raise Http404("The club has no such member.")
    return found


@require_http_methods(["GET", "HEAD", "POST"])
def club_member_remove(request: MemberRequest, pk: int, member: int) -> HttpResponse:
    """Remove a member: first what they give up by it."""
    found, membership = club_or_404(request, pk, at_least=ClubRole.UMPIRE, to_write=True)
    other = _member_or_404(found, member)
    if membership.role != ClubRole.OWNER and other.role >= membership.role:
        raise PermissionDenied("Only an owner removes an umpire or an owner.")
    form = ReasonForm(sent(request))
    if form.is_valid():
        banned = form.cleaned_data["ban"]
        with form.showing_refusals():
            if banned:
                bans.ban(actor=request.user, club=found, user=other.user, reason=form.cleaned_data["reason"])
            else:
                operations.remove(actor=request.user, club=found, user=other.user)
            back = "and banned" if banned else "and may come back by any link that is still open"
            messages.success(request, f"{other.user} is no longer a member, {back}.")
            return redirect("club-members", pk)
    about = parting(found, other.user)
    return render_club(request, "clubs/clubs/part.html", found, membership, other=other, parting=about, form=form)


@require_http_methods(["GET", "HEAD", "POST"])
def club_bans(request: MemberRequest, pk: int) -> HttpResponse:
    """Whom the club lets in no more, since when and by whom; a POST bans somebody by name."""
    found, membership = club_or_404(request, pk, at_least=ClubRole.UMPIRE)
    form = BanForm(sent(request))
    if form.is_valid():
        with form.showing_refusals():
            banned = bans.ban_by_name(actor=request.user, club=found, **form.cleaned_data)
            messages.success(request, f"{banned.user} is banned: no link of the club lets them in.")
            return redirect("club-bans", pk)
    names = found.banned_names.all()
    return render_club(
        request, "clubs/members/bans.html", found, membership, rows=ban_rows(found), names=names, form=form
    )


@only_post("club-bans")
def club_ban_lift(request: MemberRequest, pk: int, ban: int) -> HttpResponse:
    """Lift a ban."""
    found, _ = club_or_404(request, pk, at_least=ClubRole.UMPIRE)
    lifted = bans.lift(actor=request.user, club=found, ban=ban)
    messages.success(request, f"The ban of {lifted.user} is lifted: an invitation lets them in again.")
    return redirect("club-bans", pk)


@only_post("club-bans")
def club_ban_name_lift(request: MemberRequest, pk: int, banned: int) -> HttpResponse:
    """Let in who is called so."""
    found, _ = club_or_404(request, pk, at_least=ClubRole.UMPIRE)
    name = bans.lift_name(actor=request.user, club=found, banned=banned)
    messages.success(request, f"Whoever is called {name} may be let in again.")
    return redirect("club-bans", pk)


@require_http_methods(["GET", "HEAD", "POST"])
def club_leave(request: MemberRequest, pk: int) -> HttpResponse:
    """Leave the club: first what one gives up by it."""
    found, membership = club_or_404(request, pk)
    status = 200
    if request.method == "POST":
        try:
            operations.leave(actor=request.user, club=found)
        except Refusal as refusal:
            tell_refusal(request, refusal)
            status = UNPROCESSABLE
        else:
            messages.success(request, f"You have left {found.name}.")
            return redirect("clubs")
    about = parting(found, request.user)
    return render_club(request, "clubs/clubs/part.html", found, membership, parting=about, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def club_hand_over(request: MemberRequest, pk: int) -> HttpResponse:
    """Offer the club to another member, who becomes its owner once they agree."""
    found, membership = club_or_404(request, pk, at_least=ClubRole.OWNER)
    others = list(members_of(found).exclude(role=ClubRole.OWNER))
    form = HandOverForm(others, sent(request))
    if form.is_valid():
        with form.showing_refusals():
            handovers.offer(actor=request.user, it=found, heir=form.heir)
            messages.success(request, f"{form.heir} is asked whether they take {found.name} over.")
            return redirect("club-end", pk)
    return render_club(request, "clubs/clubs/hand_over.html", found, membership, form=form, others=others)

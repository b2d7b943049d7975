"""Invitations: those of a club or a campaign, and the page that the link itself leads to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.access import campaign_or_404
from campaigns.models import Campaign, Role
from campaigns.selectors.sides import side_titles
from clubs.access import club_or_404
from clubs.forms.clubs import InvitationForm
from clubs.models import Club, ClubRole, Invitation
from clubs.operations import invitations
from clubs.operations.invitations import Welcome
from clubs.selectors.endings import closed_context
from clubs.selectors.invitations import NO_LINK, by_token, promise, state_of, token_of, why_not, why_not_for, with_uses
from clubs.selectors.members import place_of, roles_open_to
from config.common import clock, qr
from config.common.refusals import Refusal
from config.common.web import UNPROCESSABLE, MemberRequest, number_asked, only_post, render_page, sent

SHOWN = 100
"""Invitations on one page, the newest."""
SESSION = "invitation"
"""Where a visitor's session keeps the link by which they came, so that they may sign up."""
GONE = 410


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """An invitation in the list."""

    pk: int
    to: str
    by: str
    until: str
    uses: int
    most_uses: int
    state: str
    who: tuple[str, ...]
    """Who came in by it."""


def _rows(found: QuerySet[Invitation], zone: str) -> tuple[InvitationRow, ...]:
    """Two queries."""
    listed = found.prefetch_related("used__user")[:SHOWN]
    return tuple(
        InvitationRow(
            pk=each.pk,
            to=promise(each),
            by=each.made_by.get_username(),
            until=clock.when(each.expires_at, None, zone),
            uses=len(users := [use.user.get_username() for use in each.used.all()]),
            most_uses=each.most_uses,
            state=state_of(each, len(users)),
            who=tuple(users),
        )
        for each in listed
    )


@dataclass(frozen=True, slots=True)
class Shown:
    """The link of one invitation, to copy and to scan."""

    row: InvitationRow
    address: str
    code: qr.Code


def _shown(request: HttpRequest, rows: Sequence[InvitationRow]) -> Shown | None:
    """The invitation whose link ``?show=`` asks for, while it lets anybody in."""
    wanted = number_asked(request, "show")
    row = next((row for row in rows if row.pk == wanted and row.state == "open"), None)
    if row is None:
        return None
    token = token_of(row.pk)
    address = request.build_absolute_uri(reverse("invitation", args=(token,)))
    return Shown(row, address, qr.code_of(address))


@require_http_methods(["GET", "HEAD", "POST"])
def club_invitations(request: MemberRequest, pk: int) -> HttpResponse:
    """The invitations of a club, and a new one."""
    club, membership = club_or_404(request, pk, at_least=ClubRole.UMPIRE)
    running = Campaign.objects.for_user(request.user.pk, Role.UMPIRE).filter(
        club=club, status=Campaign.Status.RUNNING, archived_at=None
    )
    invites = membership.may(ClubRole.UMPIRE) or request.method == "POST"
    roles, campaigns = roles_open_to(membership.role), list(running.order_by("name", "pk"))
    form = InvitationForm(sent(request), roles=roles, campaigns=campaigns) if invites else None
    if form is not None and form.is_valid():
        made = _invite(request, form, club)
        if made is not None:
            return redirect(f"{reverse('club-invitations', args=(pk,))}?show={made.pk}")
    rows = _rows(with_uses().filter(club=club), club.time_zone)
    about: dict[str, object] = {"club": club, "membership": membership, "withdraw": "club-invitation-withdraw"}
    context = about | closed_context(club, "club-end")
    return _listed(request, "clubs/invitations/invitations.html", form, rows, context)


@require_http_methods(["GET", "HEAD", "POST"])
def campaign_invitations(request: MemberRequest, pk: int) -> HttpResponse:
    """The invitations to the seats of a campaign alone, and a new one."""
    campaign, viewer = campaign_or_404(request, pk, at_least=Role.UMPIRE)
    invites = viewer.may(Role.UMPIRE) or request.method == "POST"
    form = InvitationForm(sent(request), campaigns=[campaign], sides=side_titles(campaign)) if invites else None
    if form is not None and form.is_valid():
        made = _invite(request, form, None)
        if made is not None:
            return redirect(f"{reverse('campaign-invitations', args=(pk,))}?show={made.pk}")
    rows = _rows(with_uses().filter(club=None, campaign=campaign), campaign.time_zone)
    about: dict[str, object] = {"campaign": campaign, "withdraw": "campaign-invitation-withdraw"}
    context = about | closed_context(campaign, "campaign-end")
    return _listed(request, "clubs/invitations/of_campaign.html", form, rows, context)


def _invite(request: MemberRequest, form: InvitationForm, club: Club | None) -> Invitation | None:
    """The new invitation, unless it is refused: the form says why then."""
    with form.showing_refusals():
        return invitations.invite(actor=request.user, club=club, **form.asked)
    return None


def _listed(
    request: MemberRequest,
    template: str,
    form: InvitationForm | None,
    rows: Sequence[InvitationRow],
    context: dict[str, object],
) -> HttpResponse:
    about = context | {
        "nav": "clubs" if "club" in context else "campaigns",
        "form": form,
        "open": [row for row in rows if row.state == "open"],
        "ended": [row for row in rows if row.state != "open"],
        "shown": _shown(request, rows),
    }
    return render_page(request, template, about)


@only_post("club-invitations")
def club_invitation_withdraw(request: MemberRequest, pk: int, invitation: int) -> HttpResponse:
    club, _ = club_or_404(request, pk, at_least=ClubRole.UMPIRE)
    _withdraw(request, Invitation.objects.filter(club=club), invitation)
    return redirect("club-invitations", pk)


@only_post("campaign-invitations")
def campaign_invitation_withdraw(request: MemberRequest, pk: int, invitation: int) -> HttpResponse:
    campaign, _ = campaign_or_404(request, pk, at_least=Role.UMPIRE)
    _withdraw(request, Invitation.objects.filter(club=None, campaign=campaign), invitation)
    return redirect("campaign-invitations", pk)


def _withdraw(request: MemberRequest, among: QuerySet[Invitation], pk: int) -> None:
    found = among.filter(pk=pk).first()
    if found is None:
        raise Http404("There is no such invitation here.")
    invitations.withdraw(actor=request.user, invitation=found)
    messages.success(request, "The invitation is withdrawn: its link lets nobody in any more.")


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What a link invites to; whoever is signed in accepts it, whoever is not signs up or in first and comes back."""
    found = by_token(token)
    if found is None:
        return _door(request, {"sentence": NO_LINK}, status=404)
    user = request.user
    sentence = why_not(found)
    if not user.is_authenticated:
        if sentence:
            return _door(request, {"sentence": sentence}, status=GONE)
        request.session[SESSION] = token
        if request.method == "POST":
            return redirect_to_login(request.path)
        return _door(request, {"invitation": found, "promise": promise(found)})
    status = 200
    if request.method == "POST":
        try:
            welcome = invitations.accept(user, token)
        except Refusal as refusal:
            sentence, status = refusal.sentence, UNPROCESSABLE
        else:
            request.session.pop(SESSION, None)
            return _welcome(request, welcome)
    elif found.used.filter(user=user).exists() and (found.club is None or place_of(found.club, user)):
        return _door(request, {"invitation": found, "is_in": True})
    else:
        sentence = sentence or why_not_for(found, user)
        status = GONE if sentence else 200
    if sentence:
        return _door(request, {"sentence": sentence}, status=status)
    return _door(request, {"invitation": found, "promise": promise(found)})


def _welcome(request: HttpRequest, welcome: Welcome) -> HttpResponse:
    messages.success(
        request, f"Welcome to {welcome.club or welcome.campaign}." if welcome.is_new else "You are in already."
    )
    if welcome.campaign is not None:
        return redirect("campaign", welcome.campaign.pk)
    assert welcome.club is not None
    return redirect("club", welcome.club.pk)


def _door(request: HttpRequest, context: dict[str, object], *, status: int = 200) -> HttpResponse:
    return render_page(request, "clubs/invitations/invitation.html", {"here": request.path, **context}, status=status)

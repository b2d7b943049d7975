"""Which invitations hold, and what they promise."""

from __future__ import annotations

from typing import Literal

from django.contrib.auth.models import User
from django.core import signing
from django.db.models import Count, QuerySet
from django.utils import timezone

from campaigns import access
from campaigns.models import Campaign, Role
from campaigns.selectors.sides import side_titles
from clubs.models import Club, ClubRole, Invitation, Membership
from clubs.selectors.bans import banned_from, banning
from clubs.selectors.endings import why_closed
from clubs.selectors.members import place_of, roles_open_to

SALT = "clubs.invitations"


State = Literal["open", "withdrawn", "expired", "used up"]


def _signer() -> signing.Signer:
    return signing.Signer(salt=SALT, sep=".")


def token_of(number: int) -> str:
    """The secret part of the link of the invitation of that number."""
    return _signer().sign(str(number))


def by_token(token: str) -> Invitation | None:
    """The invitation that a link leads to, with what its page shows; ``None``: it is no link of ours. One query."""
    try:
        pk = int(_signer().unsign(token))
    except (signing.BadSignature, ValueError):
        return None
    return with_uses().filter(pk=pk).first()


def with_uses() -> QuerySet[Invitation]:
    """Invitations with what their pages show, and how often each has been ``uses``."""
    return Invitation.objects.select_related("club", "campaign__pack", "made_by").annotate(uses=Count("used"))


def promise(invitation: Invitation) -> str:
    """What it leads to: ``Player of Wing 12 and Pilot, Allied, in Desert evenings``."""
    parts = []
    if invitation.club is not None and invitation.role is not None:
        parts.append(f"{ClubRole(invitation.role).label} of {invitation.club}")
    if invitation.campaign is not None and invitation.seat is not None:
        side = f", {side_titles(invitation.campaign)[invitation.side]}," if invitation.side else ""
        parts.append(f"{Role(invitation.seat).label}{side} in {invitation.campaign}")
    return " and ".join(parts)


def state_of(invitation: Invitation, uses: int) -> State:
    """Whether it still lets anybody in."""
    if invitation.withdrawn_at is not None:
        return "withdrawn"
    if invitation.expires_at <= timezone.now():
        return "expired"
    return "used up" if uses >= invitation.most_uses else "open"


WHY_NOT: dict[State, str] = {
    "withdrawn": "This invitation has been withdrawn.",
    "expired": "This invitation has expired.",
    "used up": "This invitation has been used as often as it was meant for.",
}


ASK = "Ask whoever sent it for a new one."


NO_LINK = "This is not an invitation of this Ready Room. Look whether the whole link was copied."


def is_valid(token: str) -> bool:
    """Whether somebody could come in by it now."""
    invitation = by_token(token)
    return invitation is not None and why_not(invitation) == ""


def why_not(invitation: Invitation) -> str:
    """Why nobody can come in by it any more, in a sentence; empty while somebody can."""
    state = state_of(invitation, invitation.used.count())
    if state != "open":
        return f"{WHY_NOT[state]} {ASK}"
    if invitation.campaign is not None and invitation.campaign.is_finished:
        return sentence_over(invitation.campaign)
    for it in (invitation.club, invitation.campaign):
        if it is not None and (why := why_closed(it)):
            return why
    if not _may_give(invitation):
        return f"Whoever sent this invitation may no longer invite to that. {ASK}"
    return ""


def why_not_for(invitation: Invitation, user: User) -> str:
    """Why this person in particular does not come in by it, in a sentence; empty if they do."""
    of_campaign = invitation.campaign.club_id if invitation.campaign else None
    clubs = [pk for pk in (invitation.club_id, of_campaign) if pk is not None]
    club = Club.objects.filter(banning(user), pk__in=clubs).first()
    return banned_from(club) if club else ""


def sentence_over(campaign: Campaign) -> str:
    return f"{campaign.name} is over: nobody takes a seat in it any more."


def _may_give(invitation: Invitation) -> bool:
    """Whoever made it could still make it now."""
    if invitation.club is not None:
        place = place_of(invitation.club, invitation.made_by)
        if place is None or invitation.role not in roles_open_to(place.role):
            return False
    return invitation.campaign is None or access.is_umpire(invitation.campaign, invitation.made_by)


def may_withdraw(user: User, invitation: Invitation) -> bool:
    """Who made it may, and umpires of what it leads to."""
    if invitation.made_by_id == user.pk:
        return True
    if invitation.club is not None:
        return Membership.objects.filter(club=invitation.club, user=user, role__gte=ClubRole.UMPIRE).exists()
    return invitation.campaign is not None and access.is_umpire(invitation.campaign, user)

"""Links that let people in: to a club, to a seat in a campaign, or to both.

The link is the invitation's number, signed: the database holds no secret, and the page can show the link again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.db.models import Count, QuerySet
from django.utils import timezone

from campaigns import access
from campaigns.models import ON_A_SIDE, Campaign, Role, Side
from campaigns.operations import campaigns as campaign_operations
from campaigns.operations import seats
from campaigns.selectors.sides import side_titles
from clubs.models import Ban, Club, ClubRole, Invitation, InvitationUse, Membership
from clubs.operations.clubs import add, banned_from, place_of, roles_open_to
from clubs.operations.locks import locked
from config.common.refusals import Refusal
from notices.outbox import tell

SALT = "clubs.operations.invitations"
LONGEST = timedelta(days=90)
MOST_USES = 500
MOST_OPEN = 100
"""Invitations of one club, or of one campaign, that are open at once."""
SEATS = tuple(role for role in reversed(Role) if role != Role.LEADER)
"""Seats that an invitation may give: who leads a squadron is said once it is known who comes."""

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
        return _is_over(invitation.campaign)
    if not _may_give(invitation):
        return f"Whoever sent this invitation may no longer invite to that. {ASK}"
    return ""


def why_not_for(invitation: Invitation, user: User) -> str:
    """Why this person in particular does not come in by it, in a sentence; empty if they do."""
    clubs = {invitation.club_id, invitation.campaign.club_id if invitation.campaign else None}
    ban = Ban.objects.filter(club__in=clubs - {None}, user=user, lifted_at=None).select_related("club").first()
    return banned_from(ban.club) if ban else ""


def _is_over(campaign: Campaign) -> str:
    return f"{campaign.name} is over: nobody takes a seat in it any more."


def _may_give(invitation: Invitation) -> bool:
    """Whoever made it could still make it now."""
    if invitation.club is not None:
        place = place_of(invitation.club, invitation.made_by)
        if place is None or invitation.role not in roles_open_to(place.role):
            return False
    return invitation.campaign is None or access.is_umpire(invitation.campaign, invitation.made_by)


def invite(
    *,
    actor: User,
    lasts: timedelta,
    most_uses: int,
    club: Club | None = None,
    role: ClubRole | None = None,
    campaign: Campaign | None = None,
    seat: Role | None = None,
    side: str = "",
) -> Invitation:
    """Make a link into a club as ``role``, to a ``seat`` in a campaign, or both. It lasts up to 90 days."""
    if not timedelta(0) < lasts <= LONGEST:
        raise Refusal(f"An invitation lasts up to {LONGEST.days} days.", "lasts")
    if not 1 <= most_uses <= MOST_USES:
        raise Refusal(f"An invitation is good for 1 to {MOST_USES} people.", "most_uses")
    if (club is None) != (role is None) or (campaign is None) != (seat is None) or (club is None and campaign is None):
        raise Refusal("Say what the invitation leads to.")
    if seat is not None and (seat not in SEATS or (seat in ON_A_SIDE) != (side in Side.values)):
        raise Refusal(
            "Commanders, intelligence officers and pilots sit on one side, umpires and readers on none.", "seat"
        )
    if seat is None and side:
        raise Refusal("A side belongs to a seat.", "seat")
    if seat == Role.COMMANDER and most_uses > 1:
        raise Refusal("Each side has one commander: such an invitation is good for one person.", "most_uses")
    if club is not None:
        with locked(club.pk) as club:
            assert role is not None
            place = place_of(club, actor)
            if place is None or place.role < ClubRole.UMPIRE:
                raise Refusal("Only owners and umpires of a club invite to it.")
            if role not in roles_open_to(place.role):
                raise Refusal("Only an owner invites umpires and owners.", "role")
            if campaign is not None and campaign.club_id != club.pk:
                raise Refusal("That campaign is not one of this club.", "campaign")
            return _make(
                Invitation(club=club, role=role, campaign=campaign, seat=seat, side=side), actor, lasts, most_uses
            )
    with transaction.atomic():
        return _make(Invitation(campaign=campaign, seat=seat, side=side), actor, lasts, most_uses)


def _make(invitation: Invitation, actor: User, lasts: timedelta, most_uses: int) -> Invitation:
    if invitation.campaign is not None:
        with campaign_operations.locked(invitation.campaign.pk) as campaign:
            if not access.is_umpire(campaign, actor):
                raise Refusal("Only the owner and the umpires of a campaign invite to its seats.", "campaign")
            if campaign.is_finished:
                raise Refusal(_is_over(campaign), "campaign")
    now = timezone.now()
    of = Invitation.objects.filter(club=invitation.club, withdrawn_at=None, expires_at__gt=now)
    if invitation.club is None:
        of = of.filter(campaign=invitation.campaign)
    if of.count() >= MOST_OPEN:
        raise Refusal(f"{MOST_OPEN} invitations are open. Withdraw some that are no longer needed first.")
    invitation.made_by, invitation.expires_at, invitation.most_uses = actor, now + lasts, most_uses
    invitation.save()
    return invitation


@contextmanager
def locked_invitation(pk: int) -> Iterator[Invitation]:
    """One act on an invitation: its row is locked first, before the club's and the campaign's."""
    with transaction.atomic():
        yield (
            Invitation.objects.select_for_update(of=("self",)).select_related("club", "campaign", "made_by").get(pk=pk)
        )


@dataclass(frozen=True, slots=True)
class Welcome:
    """Where somebody has come by an invitation."""

    club: Club | None
    campaign: Campaign | None
    is_new: bool
    """It was used now; not when it had been before."""


def accept(actor: User, token: str) -> Welcome:
    """Come in by an invitation. The same person once more is the same act; a role that is higher is kept.

    Raises ``Refusal`` if it lets nobody in any more, or leads the actor nowhere new.
    """
    known = by_token(token)
    if known is None:
        raise Refusal(NO_LINK)
    with locked_invitation(known.pk) as invitation:
        club, campaign = invitation.club, invitation.campaign
        if InvitationUse.objects.filter(invitation=invitation, user=actor).exists():
            if club is not None and place_of(club, actor) is None:
                raise Refusal(f"You came into {club.name} by this invitation before, and have left since. {ASK}")
            return Welcome(club, campaign, is_new=False)
        if sentence := why_not(invitation) or why_not_for(invitation, actor):
            raise Refusal(sentence)
        # Whoever joins a club is told to all its members, whoever invited them among these.
        was_told = club is not None and place_of(club, actor) is None and place_of(club, invitation.made_by) is not None
        changed = _let_in(invitation, actor)
        if not changed:
            raise Refusal(
                f"You are in already: this invitation to {club or campaign} gives you nothing that you do not have."
            )
        InvitationUse.objects.create(invitation=invitation, user=actor)
        if not was_told:
            tell(
                "invitation-used",
                f"{invitation.pk} {actor.pk}",
                club=club,
                campaign=None if club else campaign,
                person=invitation.made_by,
                actor=actor,
                data={"user": actor.pk},
            )
    return Welcome(club, campaign, is_new=True)


def _let_in(invitation: Invitation, actor: User) -> bool:
    """Give what the invitation promises; whether that is more than the actor had."""
    changed = False
    if invitation.club is not None:
        with locked(invitation.club.pk) as club:
            assert invitation.role is not None
            changed = add(club=club, user=actor, role=ClubRole(invitation.role))[1]
    if invitation.campaign is not None and invitation.seat is not None:
        seat, side = Role(invitation.seat), invitation.side
        with campaign_operations.locked(invitation.campaign.pk) as campaign:
            if campaign.is_finished:
                raise Refusal(_is_over(campaign))
            held = campaign.seats.filter(role=seat, side=side)
            if held.filter(user=actor).exists():
                return changed
            if seat == Role.COMMANDER and held.exclude(user=None).exists():
                raise Refusal(f"Somebody else commands that side of {campaign.name} by now. {ASK}")
            seats.give_seat(
                actor=invitation.made_by, campaign=campaign, user=actor, role=seat, side=side, how="invited"
            )
            changed = True
    return changed


def withdraw(*, actor: User, invitation: Invitation) -> None:
    """Let nobody in by it from now on. Whoever made it does, and the club's owners and umpires; or the campaign's."""
    with locked_invitation(invitation.pk) as invitation:
        if not may_withdraw(actor, invitation):
            raise Refusal("Only whoever made an invitation and those who may invite to the same withdraw it.")
        if invitation.withdrawn_at is None:
            invitation.withdrawn_at = timezone.now()
            invitation.save(update_fields=["withdrawn_at"])


def may_withdraw(user: User, invitation: Invitation) -> bool:
    if invitation.made_by_id == user.pk:
        return True
    if invitation.club is not None:
        return Membership.objects.filter(club=invitation.club, user=user, role__gte=ClubRole.UMPIRE).exists()
    return invitation.campaign is not None and access.is_umpire(invitation.campaign, user)

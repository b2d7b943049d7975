"""Links that let people in: to a club, to a seat in a campaign, or to both.

The link is the invitation's number, signed: the database holds no secret, and the page can show the link again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns import access
from campaigns.models import ON_A_SIDE, Campaign, Role, Side
from campaigns.operations import campaigns as campaign_operations
from campaigns.operations import seats
from clubs.models import Club, ClubRole, Invitation, InvitationUse
from clubs.operations.clubs import add
from clubs.operations.locks import locked
from clubs.selectors.invitations import ASK, NO_LINK, by_token, may_withdraw, sentence_over, why_not, why_not_for
from clubs.selectors.members import place_of, refuse_unless, roles_open_to
from config.common.refusals import Refusal
from notices.operations.outbox import tell

LONGEST = timedelta(days=90)
MOST_USES = 500
MOST_OPEN = 100
"""Invitations of one club, or of one campaign, that are open at once."""
SEATS = tuple(role for role in reversed(Role) if role != Role.LEADER)
"""Seats that an invitation may give: who leads a squadron is said once it is known who comes."""


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
            place = refuse_unless(club, actor, ClubRole.UMPIRE, "Only owners and umpires of a club invite to it.")
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
                raise Refusal(sentence_over(campaign), "campaign")
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
                raise Refusal(sentence_over(campaign))
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

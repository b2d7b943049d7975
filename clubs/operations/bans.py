"""Bans: whom a club lets in no more, by whichever of its links.

Who was removed may come back by any invitation that is still open; who is banned does not, nor to a seat in a campaign
of the club, until the ban is lifted. A lifted ban stays on the list.
"""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.operations import seats
from campaigns.operations.moderation import note
from clubs.models import Ban, BannedName, Club, ClubRole, ModerationEntry
from clubs.operations import asking
from clubs.operations.clubs import heir_of, part_with, refuse_unless_below
from clubs.operations.locks import locked
from clubs.selectors.members import by_name, place_of, refuse_unless
from config.common.lengths import refuse_longer
from config.common.refusals import Refusal

REASON_LENGTH = 200
ONLY = "Only owners and umpires of a club ban people from it."


def ban(*, actor: User, club: Club, user: User, reason: str = "") -> Ban:
    """Let somebody in no more: a member is removed by it, and every seat in a campaign of the club ends.

    That is so in finished campaigns too, which a correction may open again. Who is banned already stays so.
    """
    reason = " ".join(reason.split())
    refuse_longer(reason, REASON_LENGTH, "reason", "The reason is")
    with locked(club.pk) as club:
        own = refuse_unless(club, actor, ClubRole.UMPIRE, ONLY)
        if user.pk == actor.pk:
            raise Refusal("You cannot ban yourself: leave the club instead.", "name")
        place = place_of(club, user)
        if place is not None:
            refuse_unless_below(own, place, "Only an owner bans an umpire or an owner.")
        found, is_new = Ban.objects.get_or_create(
            club=club, user=user, lifted_at=None, defaults={"by": actor, "reason": reason}
        )
        if is_new:
            BannedName.objects.filter(club=club, name__iexact=user.get_username()).delete()
            asking.end_of(club, user, actor)
            note(ModerationEntry.Act.BANNED, actor=actor, club=club, whom=user, why=reason)
            # All rows are held before anybody looks who sits there: whoever is just taking a seat is seen, or refused.
            campaigns = list(Campaign.objects.select_for_update(of=("self",)).filter(club=club).order_by("pk"))
            if place is not None:
                part_with(club, place, actor)
            for campaign in campaigns:
                seats.give_up_seats(actor=actor, campaign=campaign, user=user)
                campaign.refresh_from_db(fields=["owner"])
                if campaign.owner_id == user.pk:
                    seats.pass_on(actor=actor, campaign=campaign, user=heir_of(club))
    return found


def ban_by_name(*, actor: User, club: Club, name: str, reason: str = "") -> Ban:
    """Ban somebody whom the actor knows by name: most likely a former member."""
    refuse_unless(club, actor, ClubRole.UMPIRE, ONLY)
    return ban(actor=actor, club=club, user=by_name(name), reason=reason)


def lift(*, actor: User, club: Club, ban: int) -> Ban:
    """Let somebody in again who has an invitation. A ban that was lifted already stays as it is."""
    with locked(club.pk) as club:
        refuse_unless(club, actor, ClubRole.UMPIRE, "Only owners and umpires of a club lift bans.")
        found = Ban.objects.select_related("user").filter(club=club, pk=ban).first()
        if found is None:
            raise Refusal("The club has no such ban.")
        if found.lifted_at is None:
            found.lifted_at, found.lifted_by = timezone.now(), actor
            found.save(update_fields=["lifted_at", "lifted_by"])
            note(ModerationEntry.Act.BAN_LIFTED, actor=actor, club=club, whom=found.user)
    return found


def lift_name(*, actor: User, club: Club, banned: int) -> str:
    """Let in who is called so, of whom the club's file says that they were banned where it comes from."""
    with locked(club.pk) as club:
        refuse_unless(club, actor, ClubRole.UMPIRE, "Only owners and umpires of a club lift bans.")
        found = BannedName.objects.filter(club=club, pk=banned).first()
        if found is None:
            raise Refusal("The club has no such ban.")
        BannedName.objects.filter(pk=found.pk).delete()
        note(ModerationEntry.Act.BAN_LIFTED, actor=actor, club=club, what=f"Whoever is called {found.name}")
    return found.name

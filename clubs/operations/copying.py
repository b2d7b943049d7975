"""A new campaign set up as another one: the pack, the terms, the men as they were at the beginning, seats if wished.

Nothing that has happened is copied: the journal begins anew, and the new campaign draws by a seed of its own.
"""

from __future__ import annotations

import secrets

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.access import Viewer, is_umpire
from campaigns.models import Campaign, Role, Seat, Side
from campaigns.models.terms import Terms
from campaigns.operations import campaigns as campaign_operations
from campaigns.operations import seats
from campaigns.operations.campaigns import Flyer
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.squadrons import sees_pool
from campaigns.standing.recruits import Man
from campaigns.standing.rosters import recruits
from clubs.models import Club
from clubs.operations import clubs
from clubs.selectors.bans import banned_people
from config.common import seeds
from config.common.refusals import Refusal

TERMS = tuple(field.name for field in Terms._meta.get_fields())


def copy_campaign(
    *, actor: User, viewer: Viewer, campaign: Campaign, name: str, club: Club | None, with_seats: bool
) -> Campaign:
    """Begin a campaign like ``campaign``, for ``club`` or as the actor's own.

    The men of a side into whose pools the actor may look are the same; of another side they are drawn anew, for nobody
    is told who they are, nor which squadron somebody leads: there they lead none in particular. Seats are copied by who
    is umpire there, but of nobody whom the club has banned; without them the actor sits as umpire.
    """
    seed = secrets.randbits(seeds.BITS)
    with transaction.atomic():
        if with_seats and not is_umpire(campaign, actor):
            raise Refusal("Only the owner and the umpires of a campaign copy its seats.", "with_seats")
        banned = banned_people(club.pk if club else None).values("pk")
        sat = campaign.seats.exclude(user=None).exclude(user__in=banned).select_related("user").order_by("pk")
        held = list(sat) if with_seats else []
        own = {seat.side for seat in held if seat.role == Role.COMMANDER and seat.user_id == actor.pk}
        flown_by: dict[str, Flyer] = {side: "me" if side in own else "staff" for side in Side.values}
        men = _men(campaign, viewer, seed)
        if club is not None:
            new = clubs.start_campaign(
                actor=actor, club=club, pack=campaign.pack, name=name, flown_by=flown_by, men=men
            )
        else:
            new = campaign_operations.start_campaign(
                actor=actor, pack=campaign.pack, name=name, seats=flown_by, seed=seed, men=men
            )
        for term in TERMS:
            setattr(new, term, getattr(campaign, term))
        new.save(update_fields=TERMS)
        for seat in held:
            # Whoever copies commands a side as before or is umpire: another seat beside it may show too much.
            if seat.user != actor or seat.role == Role.UMPIRE:
                squadron = seat.squadron if sees_pool(campaign, viewer, seat.side) else ""
                _give(actor, new, seat, squadron)
    return new


def _men(campaign: Campaign, viewer: Viewer, seed: int) -> list[Man]:
    """Who is there at the beginning, and who joins later: as in ``campaign`` of the sides that the viewer knows."""
    pack = definition_of(campaign)
    same, anew = recruits(pack, campaign.seed), recruits(pack, seed)
    return [
        man for side in Side.values for man in (same if sees_pool(campaign, viewer, side) else anew) if man.side == side
    ]


def _give(actor: User, campaign: Campaign, seat: Seat, squadron: str) -> None:
    assert seat.user is not None
    seats.give_seat(
        actor=actor,
        campaign=campaign,
        user=seat.user,
        role=Role(seat.role),
        side=seat.side,
        squadron=squadron,
    )

"""Seats in a club's campaigns that wait for somebody."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from campaigns.access import with_seats
from campaigns.models import Campaign, Role, Seat, Side
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.seats import asking_for
from campaigns.selectors.sides import side_titles
from clubs.models import Club, Membership
from clubs.models.clubs import ClubRole
from missions.models import Comment


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSeat:
    """A seat that somebody could take."""

    campaign: int
    name: str
    side: str
    side_title: str
    role: int
    role_title: str
    may_join: bool
    """The viewer may take it themselves, on the campaign's page of people."""
    may_ask: bool
    """The viewer may ask the campaign's umpires for it."""
    why_not: str
    """Why the viewer may do neither, in a sentence; empty if they may."""
    has_asked: bool = False
    """The viewer has, in the talk of the campaign."""

    @property
    def asking(self) -> str:
        """What is said there for somebody who asks for the command."""
        return asking_for(self.side_title)


def open_seats(club: Club, membership: Membership) -> tuple[OpenSeat, ...]:
    """Commands that the staff holds, and pilots' seats where anybody may join, by campaign. Four queries."""
    campaigns = with_seats().filter(club=club, status=Campaign.Status.RUNNING, archived_at=None)
    campaigns = campaigns.order_by("name", "pk")
    found = [seat for campaign in campaigns for seat in of_campaign(campaign, membership)]
    asked = set(words_of(membership.user_id, found).values_list("campaign", "text"))
    return tuple(
        replace(
            seat,
            has_asked=seat.may_ask and (seat.campaign, seat.asking) in asked,
            may_ask=seat.may_ask and not club.is_archived,
        )
        for seat in found
    )


def words_of(user_id: int, seats: Iterable[OpenSeat]) -> QuerySet[Comment]:
    """Where somebody asks for one of these seats already."""
    return Comment.objects.filter(
        author=user_id,
        campaign__in={seat.campaign for seat in seats},
        text__in={seat.asking for seat in seats},
        removed_at=None,
    )


def of_campaign(campaign: Campaign, membership: Membership) -> list[OpenSeat]:
    """Those of one campaign of ``with_seats``. No query."""
    seats, titles = list(campaign.seats.all()), side_titles(campaign)
    is_solitaire = definition_of(campaign).kind == "solitaire"
    mine = [seat for seat in seats if seat.is_held_by(membership.user_id)]
    found = []
    for side in Side.values:
        if is_solitaire and side == Side.AXIS:
            continue
        why_not = _why_not(campaign, membership, mine, side)
        staffed = any(seat.is_staff and seat.role == Role.COMMANDER and seat.side == side for seat in seats)
        joins = campaign.joining == Campaign.Joining.FREELY
        for role in (Role.COMMANDER,) * staffed + (Role.PILOT,) * joins:
            held = any(seat.side == side and seat.role == role for seat in mine)
            found.append(
                OpenSeat(
                    campaign=campaign.pk,
                    name=campaign.name,
                    side=side,
                    side_title=titles[side],
                    role=role.value,
                    role_title=role.label,
                    may_join=not why_not and not held and role == Role.PILOT,
                    may_ask=not why_not and not held and role == Role.COMMANDER,
                    why_not=why_not or ("You have it." if held else ""),
                )
            )
    return found


def _why_not(campaign: Campaign, membership: Membership, mine: list[Seat], side: str) -> str:
    """Why somebody may not sit on this side, in a sentence; empty if they may."""
    if membership.role < ClubRole.PLAYER:
        return "Readers of the club take no seat: an umpire of the club can make you a player."
    if campaign.both_sides:
        return ""
    if any(seat.role == Role.UMPIRE for seat in mine):
        return "You are its umpire, and know both sides."
    return "" if all(seat.side in ("", side) for seat in mine) else "You have a seat on the other side."

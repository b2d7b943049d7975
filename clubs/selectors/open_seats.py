"""Seats in a club's campaigns that wait for somebody."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.access import with_seats
from campaigns.models import Campaign, Role, Seat, Side
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.sides import side_titles
from clubs.models import Club, Membership
from clubs.models.clubs import ClubRole


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


def open_seats(club: Club, membership: Membership) -> tuple[OpenSeat, ...]:
    """Commands that the staff holds, and pilots' seats where anybody may join, by campaign. Three queries."""
    campaigns = with_seats().filter(club=club, status=Campaign.Status.RUNNING).order_by("name", "pk")
    return tuple(seat for campaign in campaigns for seat in of_campaign(campaign, membership))


def of_campaign(campaign: Campaign, membership: Membership) -> list[OpenSeat]:
    """Those of one campaign of ``with_seats``. No query."""
    seats, titles = list(campaign.seats.all()), side_titles(campaign)
    is_solitaire = definition_of(campaign).kind == "solitaire"
    mine = [seat for seat in seats if seat.is_held_by(membership.user_id)]
    found = []
    for side in Side.values:
        if is_solitaire and side == Side.AXIS:
            continue
        is_free = membership.role >= ClubRole.PLAYER and _may_sit(campaign, mine, side)
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
                    may_join=is_free and not held and role == Role.PILOT,
                    may_ask=is_free and not held and role == Role.COMMANDER,
                )
            )
    return found


def _may_sit(campaign: Campaign, mine: list[Seat], side: str) -> bool:
    """Nobody sits on both sides, or plans beside an umpire's seat, unless the terms let them."""
    if campaign.both_sides:
        return True
    return all(seat.side in ("", side) and seat.role != Role.UMPIRE for seat in mine)

"""Who sits where: what tests of seats and of players ask of a campaign."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User

from campaigns import access
from campaigns.access import viewer, with_seats
from campaigns.models import Campaign, Pilot, Role, Seat
from campaigns.operations import seats
from campaigns.selectors.journal import JournalFilter, journal_page
from clubs.models import Club, ClubRole
from clubs.operations import clubs
from tests.cast import Cast

DAY = timedelta(days=1)


def give(campaign: Campaign, user: User, role: Role, side: str = "", squadron: str = "") -> Seat:
    return seats.give_seat(actor=campaign.owner, campaign=campaign, user=user, role=role, side=side, squadron=squadron)


def seat_of(campaign: Campaign, user: User, role: Role | None = None) -> Seat:
    found = campaign.seats.filter(user=user)
    return found.get(role=role) if role else found.get()


def seen(campaign: Campaign, user: User) -> access.Viewer:
    found = viewer(with_seats().get(pk=campaign.pk), user)
    assert found is not None
    return found


def said(campaign: Campaign, user: User) -> list[str]:
    """The journal's sentences that a person reads, the newest first."""
    page = journal_page(campaign, seen(campaign, user), JournalFilter())
    return [line.text for batch in page.batches for line in batch.lines]


def guild_of(cast: Cast) -> Club:
    """A club: its players are those of the cast who play."""
    club = clubs.found(actor=cast.owner, name="The Tuesday Club")
    for user in (cast.umpire, cast.allied, cast.axis, cast.pilot):
        clubs.add(club=club, user=user, role=ClubRole.PLAYER)
    clubs.add(club=club, user=cast.reader, role=ClubRole.READER)
    return club


def man_of(campaign: Campaign, side: str = "allied", **named: Any) -> Pilot:
    """Somebody on the roster who keeps no name by a card."""
    return campaign.pilots.filter(side=side, resource="", on_roster=True, **named).order_by("pk")[0]

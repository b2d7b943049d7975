"""Quiet hours of clubs: while they last, nothing of a club leaves the house. The inbox has it at once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from clubs.models import Club
from notices.models import Happening


def quiet_until(club: Club, now: datetime) -> datetime | None:
    """When the quiet hours end that last now, by the club's clock; ``None``: there are none now. No query.

    They may go over midnight. An end that the clocks leave out is where they are put forward to.
    """
    if club.quiet_from is None or club.quiet_until is None:
        return None
    zone = ZoneInfo(club.time_zone)
    local = now.astimezone(zone)
    for day in (local.date() - timedelta(days=1), local.date()):
        over_midnight = club.quiet_until <= club.quiet_from
        begins = datetime.combine(day, club.quiet_from, zone)
        ends = datetime.combine(day + timedelta(days=over_midnight), club.quiet_until, zone)
        if begins.timestamp() <= now.timestamp() < ends.timestamp():
            return ends
    return None


def quiet_clubs(now: datetime) -> Mapping[int, datetime]:
    """Until when each club is quiet that is quiet now. One query, of the clubs that have such hours."""
    found = Club.objects.exclude(quiet_from=None)
    ends = ((club.pk, quiet_until(club, now)) for club in found.only("time_zone", "quiet_from", "quiet_until"))
    return {pk: end for pk, end in ends if end is not None}


def club_of(happening: Happening) -> int | None:
    """Whose quiet hours count for it. Fetched with its campaign."""
    return happening.campaign.club_id if happening.campaign is not None else happening.club_id

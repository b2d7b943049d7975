"""The tables of a club night: which missions may be played, who sits where, what is proposed."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable

from django.db.models import Q, QuerySet

from campaigns.models import Campaign, Seat, Side
from clubs.models import Club, Night, NightTable, Rsvp
from missions.models import Mission

MOST_AT_A_TABLE = 8


PLAYABLE = (Mission.Status.PLANNING, Mission.Status.READY, Mission.Status.FLOWN)


COMING = (Rsvp.Answer.YES, Rsvp.Answer.MAYBE)
"""Answers of those who may be given a place."""


def playable(club: Club) -> QuerySet[Mission]:
    """The missions that may be played at a table of the club's nights."""
    return (
        Mission.objects.filter(
            campaign__club=club,
            campaign__status=Campaign.Status.RUNNING,
            campaign__archived_at=None,
            status__in=PLAYABLE,
        )
        .exclude(key="")  # an operation, which has a campaign of its own
        .order_by("campaign__name", "campaign_id", "number")
    )


def version(tables: Iterable[NightTable]) -> str:
    """Of a plan, its places fetched; another plan has another."""
    plan = [
        (
            table.number,
            table.campaign_id,
            table.mission_id,
            table.title,
            sorted((p.user_id, p.side) for p in table.places.all()),
        )
        for table in tables
    ]
    return hashlib.sha256(repr(plan).encode()).hexdigest()[:16]


def plan_of(night: Night) -> list[NightTable]:
    """The tables of a night with what is shown of them. Two queries."""
    tables = night.tables.select_related("night", "campaign__pack", "mission").prefetch_related("places__user")
    return list(tables)


def suggestion(night: Night, tables: Iterable[NightTable]) -> dict[int, tuple[int, str]]:
    """Places for those who come and have none: at a table of a campaign in which they have a seat on a side.

    Commanders first, then squadron leaders, intelligence officers and pilots; of several tables of one campaign each
    gets the next one of a side. Whoever has no such seat gets no place.
    """
    tables = list(tables)
    seated = {place.user_id for table in tables for place in table.places.all()}
    sure = [each.user_id for each in coming_to(night) if each.answer == Rsvp.Answer.YES]
    free = {user for user in sure if user not in seated}
    crowd = {table.number: table.places.count() for table in tables}
    on_side = {
        (table.number, side): sum(place.side == side for place in table.places.all())
        for table in tables
        for side in Side.values
    }
    at = {table.campaign_id: [each for each in tables if each.campaign_id == table.campaign_id] for table in tables}
    found: dict[int, tuple[int, str]] = {}
    for seat in seats_of(night, [pk for pk in at if pk is not None], free):
        user = user_of(seat, night)
        if user not in free or user in found:
            continue
        open_tables = [table.number for table in at[seat.campaign_id] if crowd[table.number] < MOST_AT_A_TABLE]
        if open_tables:
            number = min(open_tables, key=lambda each: (on_side[each, seat.side], each))
            found[user] = (number, seat.side)
            crowd[number] += 1
            on_side[number, seat.side] += 1
    return found


def coming_to(night: Night) -> list[Rsvp]:
    """Who may be given a place, by name: they come, or perhaps."""
    return by_name(night.rsvps.filter(answer__in=COMING).select_related("user"))


def by_name(rsvps: Iterable[Rsvp]) -> list[Rsvp]:
    """As people look names up: Élodie among those with an E."""
    return sorted(rsvps, key=lambda each: unicodedata.normalize("NFKD", each.user.get_username()).casefold())


def seats_of(night: Night, campaigns: list[int], people: set[int]) -> QuerySet[Seat]:
    """The seats on a side that these people have on that night, the highest first."""
    return Seat.objects.filter(
        Q(user__in=people) | Q(stand_in__in=people, stand_in_until__gt=night.begins_at),
        campaign__in=campaigns,
        side__in=Side.values,
    ).order_by("-role", "id")


def user_of(seat: Seat, night: Night) -> int | None:
    """Who acts from a seat on that night: its stand-in, if it has one then."""
    if seat.stand_in_id is not None and seat.stand_in_until is not None and seat.stand_in_until > night.begins_at:
        return seat.stand_in_id
    return seat.user_id

"""The plan of tables of a club's night: what is played at which, and who sits there.

Places are given by seats in the campaigns, which every member may read: nothing that a side has planned decides them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.operations import posts
from clubs.models import Club, Night, NightTable, TablePlace
from clubs.operations import nights
from clubs.operations.locks import locked
from clubs.selectors.tables import MOST_AT_A_TABLE, coming_to, plan_of, playable, seats_of, user_of, version
from config.common import clock
from config.common.refusals import Refusal
from missions.models import Mission

MOST_TABLES = 20
CHANGED = "Somebody else has changed the tables meanwhile. Look at them again; nothing of yours has been kept."


def lay(*, actor: User, night: Night, mission: Mission | None = None, title: str = "") -> NightTable:
    """Lay one more table: for a mission of one of the club's campaigns, or for what the title says.

    Raises ``Refusal``.
    """
    with locked(night.club_id) as club:
        nights.umpire(club, actor)
        night = nights.fresh(night)
        campaign = _checked(club, actor, mission, title)
        taken = set(night.tables.values_list("number", flat=True))
        if len(taken) >= MOST_TABLES:
            raise Refusal(f"A night has up to {MOST_TABLES} tables.")
        number = next(each for each in count(1) if each not in taken)
        return NightTable.objects.create(night=night, number=number, campaign=campaign, mission=mission, title=title)


def relay(*, actor: User, night: Night, number: int, mission: Mission | None = None, title: str = "") -> NightTable:
    """Play something else at a table. Who sits there stays, if they may. Raises ``Refusal``."""
    with locked(night.club_id) as club:
        nights.umpire(club, actor)
        table = _table(nights.fresh(night), number)
        table.campaign, table.mission, table.title = _checked(club, actor, mission, title), mission, title
        table.save()
        _check_sides(table, [(place.user, place.side) for place in table.places.select_related("user")])
    return table


def clear(*, actor: User, night: Night, number: int) -> None:
    """Take a table away; who sat there has no place. The others keep their numbers. Raises ``Refusal``."""
    with locked(night.club_id) as club:
        nights.umpire(club, actor)
        _table(nights.fresh(night), number).delete()


def seat_people(
    *, actor: User, night: Night, places: Mapping[int, tuple[int, str] | None], expected_version: str
) -> list[NightTable]:
    """Give each person (by number of the user) a place, a table's number and a side or none, or no place.

    ``expected_version``: the ``version`` of the plan that was looked at. Who is not named keeps their place. Raises
    ``Refusal``.
    """
    with locked(night.club_id) as club:
        nights.umpire(club, actor)
        night = nights.fresh(night)
        tables = {table.number: table for table in plan_of(night)}
        if version(tables.values()) != expected_version:
            raise Refusal(CHANGED)
        coming = {rsvp.user_id: rsvp.user for rsvp in coming_to(night)}
        for user, place in places.items():
            if place is None:
                continue
            if user not in coming:
                raise Refusal("Somebody who is to be seated does not come any more. Look at the tables again.")
            if place[0] not in tables:
                raise Refusal(f"There is no table {place[0]}.")
        held = {place.user_id: (table.number, place.side) for table in tables.values() for place in table.places.all()}
        wanted = {user: place for user, place in {**held, **places}.items() if place is not None}
        for number, table in tables.items():
            sitting = [(user, side) for user, (at, side) in wanted.items() if at == number]
            if len(sitting) > MOST_AT_A_TABLE:
                raise Refusal(f"Table {number} has room for {MOST_AT_A_TABLE} people.")
            _check_sides(table, [(coming[user], side) for user, side in sitting if user in coming])
        moved = {user for user in held.keys() | wanted.keys() if held.get(user) != wanted.get(user)}
        TablePlace.objects.filter(table__night=night, user__in=moved).delete()
        TablePlace.objects.bulk_create(
            TablePlace(table=tables[wanted[user][0]], user_id=user, side=wanted[user][1])
            for user in sorted(moved & wanted.keys())
        )
        if moved:
            # once a day at most: a plan is made in many steps
            today = clock.local(timezone.now(), club.time_zone)
            nights.tell_of("tables-planned", f"{night.pk} {today:%Y-%m-%d}", club, night, actor)
        return plan_of(night)


def _checked(club: Club, actor: User, mission: Mission | None, title: str) -> Campaign | None:
    """The campaign of what is to be played. Raises ``Refusal``."""
    if mission is None:
        if not title:
            raise Refusal("Choose a mission, or say what is played.", "title")
        posts.write_in(club, actor, field="title", counts=False)
        return None
    found = playable(club).filter(pk=mission.pk).select_related("campaign").first()
    if found is None:
        raise Refusal("That mission is not to be played at a table of this club.", "mission")
    return found.campaign


def _table(night: Night, number: int) -> NightTable:
    table = night.tables.select_related("campaign", "night").filter(number=number).first()
    if table is None:
        raise Refusal(f"There is no table {number}. Somebody has taken it away.")
    return table


def _check_sides(table: NightTable, people: Sequence[tuple[User, str]]) -> None:
    """Nobody is seated beside the secrets of the side that they fly against. Raises ``Refusal``."""
    campaign = table.campaign
    if campaign is None or campaign.both_sides:
        return
    own: dict[int | None, set[str]] = {}
    for seat in seats_of(table.night, [campaign.pk], {user.pk for user, _ in people}):
        own.setdefault(user_of(seat, table.night), set()).add(seat.side)
        own.setdefault(seat.user_id, set()).add(seat.side)
    for user, side in people:
        if side and user.pk in own and side not in own[user.pk]:
            raise Refusal(f"{user.get_username()} flies for the other side in {campaign.name}.")

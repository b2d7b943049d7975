"""What somebody is in a club, and which roles they may give."""

from __future__ import annotations

from functools import cache
from zoneinfo import available_timezones

from django.contrib.auth.models import User

from clubs.models import Club, ClubRole, Membership
from config.common.refusals import Refusal


@cache
def time_zones() -> tuple[str, ...]:
    """The zones that a club may tell its times in: places, and UTC."""
    areas = ("Africa/", "America/", "Antarctica/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")
    return ("UTC", *sorted(zone for zone in available_timezones() if zone.startswith(areas)))


def place_of(club: Club, user: User) -> Membership | None:
    """Somebody's place in the club; ``None``: they are no member."""
    return Membership.objects.filter(club=club, user=user).first()


def refuse_unless(club: Club, user: User, at_least: ClubRole, sentence: str) -> Membership:
    """The actor's place in the club, if it is high enough."""
    place = place_of(club, user)
    if place is None or place.role < at_least:
        raise Refusal(sentence)
    return place


def place_or_refusal(club: Club, user: User) -> Membership:
    place = place_of(club, user)
    if place is None:
        raise Refusal(f"{user} is no member of {club.name}.")
    return place


def by_name(name: str) -> User:
    """Somebody with an account here, by name. Raises ``Refusal``."""
    user = User.objects.filter(username__iexact=name.strip(), is_active=True).first()
    if user is None:
        raise Refusal("Nobody here is called that. Copy the name as it stands in a journal or a list.", "name")
    return user


def roles_open_to(role: int) -> tuple[ClubRole, ...]:
    """Roles that a member of ``role`` may give: owners all of them, umpires those below their own, others none."""
    if role < ClubRole.UMPIRE:
        return ()
    return tuple(each for each in ClubRole if role == ClubRole.OWNER or each < role)

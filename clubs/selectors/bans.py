"""Who is banned from a club."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from clubs.models import Ban, BannedName, Club
from config.common import clock


def banned_people(club_id: int | None) -> QuerySet[User]:
    """Whom a club lets in no more: by a ban that nobody has lifted, or by a name that came with its file."""
    bans = Ban.objects.in_force(club_id).order_by().values("user")
    names = BannedName.objects.filter(club=club_id) if club_id is not None else BannedName.objects.none()
    called = names.order_by().annotate(lower=Lower("name")).values("lower")
    return User.objects.annotate(lower=Lower("username")).filter(Q(pk__in=bans) | Q(lower__in=called))


def banning(user: User) -> Q:
    """Of a club: it lets this person in no more."""
    of_name = Q(banned_names__name__iexact=user.get_username())
    return Q(pk__in=Ban.objects.filter(user=user, lifted_at=None).order_by().values("club")) | of_name


def is_banned(club_id: int | None, user: User) -> bool:
    """One query, none of no club."""
    return club_id is not None and Club.objects.filter(banning(user), pk=club_id).exists()


@dataclass(frozen=True, slots=True, kw_only=True)
class BanRow:
    """Somebody who is, or was, banned."""

    pk: int
    who: str
    by: str
    since: str
    reason: str
    lifted_by: str
    """Empty while it is in force."""
    lifted: str


def ban_rows(club: Club) -> tuple[BanRow, ...]:
    """Those in force first, the newest first. For owners and umpires of the club alone. One query."""
    found = Ban.objects.filter(club=club).select_related("user", "by", "lifted_by").order_by("-at", "-pk")
    rows = (
        BanRow(
            pk=each.pk,
            who=each.user.get_username(),
            by=each.by.get_username(),
            since=clock.day(clock.local(each.at, club.time_zone)),
            reason=each.reason,
            lifted_by=each.lifted_by.get_username() if each.lifted_by else "",
            lifted=clock.day(clock.local(each.lifted_at, club.time_zone)) if each.lifted_at else "",
        )
        for each in found
    )
    return tuple(sorted(rows, key=lambda row: bool(row.lifted)))


def banned_from(club: Club) -> str:
    """What somebody is told whom the club has banned."""
    return f"{club.name} has banned you: no invitation lets you in until one of its owners or umpires lifts the ban."

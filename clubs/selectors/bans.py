"""Who is banned from a club."""

from __future__ import annotations

from dataclasses import dataclass

from clubs.models import Ban, Club
from config.common import clock


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

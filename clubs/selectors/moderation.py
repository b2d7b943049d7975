"""Who is muted in a club, and what its moderators did."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.paginator import Paginator
from django.db.models import Q
from django.utils import timezone

from campaigns.models import Campaign, Role, Seat
from clubs.models import Club, ModerationEntry, Mute
from config.common import clock

ON_A_PAGE = 50
SHOWN_MUTES = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class MuteRow:
    """Somebody who is, or was, muted."""

    pk: int
    who: str
    by: str
    since: str
    until: str
    reason: str
    is_over: bool
    lifted_by: str
    """Empty if nobody ended it before its time."""


def mute_rows(club: Club) -> tuple[MuteRow, ...]:
    """Those in force first, the newest first. For owners and umpires of the club alone. One query."""
    now = timezone.now()
    found = Mute.objects.filter(club=club).select_related("user", "by", "ended_by").order_by("-at", "-pk")
    rows = (
        MuteRow(
            pk=each.pk,
            who=each.user.get_username(),
            by=each.by.get_username(),
            since=clock.day(clock.local(each.at, club.time_zone)),
            until=clock.when(each.until, None, club.time_zone),
            reason=each.reason,
            is_over=each.ended_at is not None or each.until <= now,
            lifted_by=each.ended_by.get_username() if each.ended_by and each.ended_at != each.until else "",
        )
        for each in found[:SHOWN_MUTES]
    )
    return tuple(sorted(rows, key=lambda row: row.is_over))


@dataclass(frozen=True, slots=True, kw_only=True)
class LogRow:
    """One thing that a moderator did."""

    at: str
    by: str
    act: str
    whom: str
    what: str
    why: str
    campaign: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """A page of what moderators did, the newest first."""

    rows: tuple[LogRow, ...]
    page: int
    pages: int


def log_page(club: Club, owner_id: int, page: int = 1) -> Log:
    """For an owner of the club. Three queries.

    What is about words of one side alone stands there only for who hears that side, or once the campaign is over. That
    words of the owner's own were reported and stay is not among it: they are told of a report only if it was right. Nor
    is who left: that was their own doing, and stands in the file of all that was done.
    """
    entries = ModerationEntry.objects.filter(_heard(club, owner_id), club=club)
    entries = entries.exclude(act=ModerationEntry.Act.POST_KEPT, whom=owner_id).exclude(act=ModerationEntry.Act.LEFT)
    found = entries.select_related("by", "whom", "campaign").order_by("-at", "-pk")
    shown = Paginator(found, ON_A_PAGE).get_page(max(page, 1))
    return Log(
        rows=tuple(
            LogRow(
                at=clock.when(each.at, None, club.time_zone),
                by=each.by.get_username(),
                act=each.get_act_display(),
                whom=each.whom.get_username() if each.whom else "",
                what=each.what,
                why=each.why,
                campaign=each.campaign.name if each.campaign else "",
            )
            for each in shown
        ),
        page=shown.number,
        pages=shown.paginator.num_pages,
    )


def _heard(club: Club, user_id: int) -> Q:
    """Lines that are for somebody's eyes: as ``campaigns.selectors.audience`` has it of talk."""
    heard = Q(side="") | Q(campaign__status=Campaign.Status.FINISHED)
    for seat in Seat.objects.held_by(user_id).filter(campaign__club=club):
        if seat.role == Role.UMPIRE:
            heard |= Q(campaign=seat.campaign_id)
        elif seat.side:
            heard |= Q(campaign=seat.campaign_id, side=seat.side)
    return heard

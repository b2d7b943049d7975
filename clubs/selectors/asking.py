"""Who asks to be let into a club, and which clubs may be asked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign
from clubs.models import Asked, Club
from config.common import clock

ON_A_PAGE = 20
SHOWN_ANSWERED = 50
REFUSED_FOR = timedelta(days=30)
"""After which somebody who was refused may ask again."""
OFTEN = 3
"""Times that somebody may ask one club and take it back within ``REFUSED_FOR``: its umpires are told of each."""


def again_at(club: Club, user_id: int) -> datetime | None:
    """From when on somebody who was refused may ask again; ``None``: now. One query."""
    last = Asked.objects.filter(club=club, user=user_id, status=Asked.Status.REFUSED).order_by("-answered_at").first()
    if last is None or last.answered_at is None:
        return None
    again = last.answered_at + REFUSED_FOR
    return again if again > timezone.now() else None


def often_until(club: Club, user_id: int) -> datetime | None:
    """From when on somebody may ask again who has taken it back too often; ``None``: now. One query."""
    taken_back = Asked.objects.filter(club=club, user=user_id, status=Asked.Status.WITHDRAWN)
    lately = taken_back.filter(at__gt=timezone.now() - REFUSED_FOR)
    times = list(lately.order_by("-at").values_list("at", flat=True)[:OFTEN])
    return times[-1] + REFUSED_FOR if len(times) == OFTEN else None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenClub:
    """A club that may be asked, for anybody who is signed in."""

    pk: int
    name: str
    is_open: bool
    """Anybody may ask. Of a club that is not open, of which somebody has asked once, no more is told than its name."""
    about: str
    """Markdown."""
    members: int
    campaigns: int
    """Running ones."""
    is_mine: bool
    waits: bool
    """The viewer has asked, and waits."""
    public_page: str
    """Where its public page stands, if its owners want that found; else empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenClubs:
    rows: tuple[OpenClub, ...]
    page: int
    pages: int


def open_clubs(user_id: int, page: int = 1) -> OpenClubs:
    """The clubs that may be asked, by name. Two queries."""
    found = Club.objects.filter(takes_askers=True, archived_at=None)
    shown = Paginator(_counted(found, user_id), ON_A_PAGE).get_page(max(page, 1))
    return OpenClubs(rows=tuple(_open(each) for each in shown), page=shown.number, pages=shown.paginator.num_pages)


def open_club(pk: int, user_id: int) -> OpenClub | None:
    """One club, for somebody who would ask: it takes people who ask, or has something of theirs. One query.

    Of one that was archived while they wrote they are told that, as long as everybody can see its public page.
    """
    asked = Asked.objects.filter(user=user_id).exclude(status=Asked.Status.WITHDRAWN).values("club")
    shown = Q(archived_at=None) | Q(public_key__isnull=False, goes_at=None)
    found = Club.objects.filter(Q(shown, takes_askers=True) | Q(pk__in=asked), pk=pk)
    return next((_open(each) for each in _counted(found, user_id)), None)


def _counted(found: QuerySet[Club], user_id: int) -> QuerySet[Club]:
    running = Q(campaigns__status=Campaign.Status.RUNNING, campaigns__archived_at=None)
    return found.annotate(
        people=Count("members", distinct=True),
        running=Count("campaigns", filter=running, distinct=True),
        mine=Count("members", filter=Q(members__user=user_id), distinct=True),
        waiting=Count("asked", filter=Q(asked__user=user_id, asked__status=Asked.Status.OPEN), distinct=True),
    ).order_by("name", "pk")


def _open(club: Club) -> OpenClub:
    counted = vars(club)
    is_open = club.takes_askers and not club.is_archived
    return OpenClub(
        pk=club.pk,
        name=club.name,
        is_open=is_open,
        about=club.about if is_open else "",
        members=counted["people"] if is_open else 0,
        campaigns=counted["running"] if is_open else 0,
        is_mine=bool(counted["mine"]),
        waits=bool(counted["waiting"]),
        public_page=reverse("public-club", args=(club.public_key,))
        if club.is_listed and club.public_key and club.goes_at is None
        else "",
    )


def waits_for(user_id: int) -> tuple[tuple[int, str], ...]:
    """Number and name of each club that somebody has asked, and that has not answered. One query."""
    found = Club.objects.filter(asked__user=user_id, asked__status=Asked.Status.OPEN).order_by("name", "pk")
    return tuple(found.values_list("pk", "name"))


def last_of(club_id: int, user_id: int) -> Asked | None:
    """What somebody has asked of a club last. One query."""
    return Asked.objects.filter(club=club_id, user=user_id).order_by("-at", "-pk").first()


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedRow:
    """Somebody who asks, or has asked."""

    pk: int
    who: str
    words: str
    when: str
    status: str
    answer: str
    by: str
    """Who answered; empty while it waits."""


def asked_rows(club: Club) -> tuple[tuple[AskedRow, ...], tuple[AskedRow, ...]]:
    """Those who wait, the first first, and the latest who were answered. For owners and umpires. Two queries."""
    found = Asked.objects.filter(club=club).select_related("user", "answered_by")
    waiting = found.filter(status=Asked.Status.OPEN).order_by("at", "pk")
    answered = found.exclude(status=Asked.Status.OPEN).order_by("-answered_at", "-pk")[:SHOWN_ANSWERED]
    return tuple(_row(club, each) for each in waiting), tuple(_row(club, each) for each in answered)


def how_many_wait(club: Club) -> int:
    """One query."""
    return Asked.objects.filter(club=club, status=Asked.Status.OPEN).count()


def _row(club: Club, asked: Asked) -> AskedRow:
    return AskedRow(
        pk=asked.pk,
        who=asked.user.get_username(),
        words=asked.words,
        when=clock.when(asked.at, None, club.time_zone),
        status=asked.get_status_display(),
        answer=asked.answer,
        by=asked.answered_by.get_username() if asked.answered_by else "",
    )

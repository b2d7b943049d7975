"""What the pages of club nights show, as plain data. Every member of the club sees the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.safestring import SafeString

from campaigns.selectors.sides import USUAL, side_titles
from clubs.models import Club, Membership, Night, NightTable, Rsvp
from clubs.selectors.night_times import MOST_COMING, USUAL_LENGTH, going_on, is_over, not_over
from clubs.selectors.own_clock import own_zone_in, told_there
from clubs.selectors.tables import by_name, plan_of
from clubs.selectors.words_reports import PLAIN_NIGHT, mark_of
from config.common import clock
from config.common.markdown import html
from config.common.prepared import Given, Prepared, moment, number

ON_A_PAGE = 20
"""Past nights."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRow:
    """A night in a list."""

    pk: int
    club_pk: int
    title: str
    begins: datetime
    """By the club's clock, and so ``ends``."""
    ends: datetime | None
    when: str
    own: str
    """By the viewer's own clock, where that shows another hour; else empty."""
    until: str
    """How long until it begins; empty from then on."""
    place: str
    yes: int
    maybe: int
    mine: str
    """The viewer's own answer in words; empty if there is none."""
    is_cancelled: bool
    is_over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PastNights:
    """A page of nights that are over."""

    rows: tuple[NightRow, ...]
    page: int
    pages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRow:
    """Somebody who has answered."""

    name: str
    note: str
    author: int | None
    """By which number the viewer may report the note; ``None``: they may not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """Those who gave one answer."""

    answer: str
    label: str
    people: tuple[AnswerRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A table as it is drawn."""

    number: int
    title: str
    detail: str
    campaign: int | None
    """Where the title leads: the campaign and the number of the mission."""
    mission: int | None
    sides: tuple[tuple[str, str, tuple[str, ...]], ...]
    """Side, what it is called, who sits there."""
    others: tuple[str, ...]
    """Who sits there without a side."""

    @property
    def is_empty(self) -> bool:
        return not self.others and not any(people for _, _, people in self.sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPage:
    """A night, as a member sees it."""

    row: NightRow
    notes: SafeString
    answers: tuple[Answered, ...]
    silent: int
    """Members who have not answered."""
    answer: str
    note: str
    stood: str
    """The mark of the note."""
    may_answer: bool
    may_change: bool
    tables: tuple[TableView, ...]
    standing: tuple[str, ...]
    """Who comes and has no place, once there are tables."""
    may_report: bool
    """The viewer may tell the owners and umpires that its notes should not stand there."""
    may_report_title: bool


def coming(club: Club, user_id: int, most: int = MOST_COMING) -> tuple[NightRow, ...]:
    """The nights of a club that are not over, the next first. One query."""
    now = timezone.now()
    found = _coming(most)(club=club.pk, user=user_id, now=now, since=now - USUAL_LENGTH)
    return tuple(_row(club, night, now) for night in found)


@cache
def _coming(most: int) -> Prepared[Night]:
    def found() -> QuerySet[Night]:
        nights = going_on(moment("now"), moment("since")).filter(club=number("club"))
        return _counted(nights, number("user")).order_by("begins_at", "id")[:most]

    return Prepared(found)


def past(club: Club, user_id: int, page: int = 1) -> PastNights:
    """Nights that are over, the last first. Two queries."""
    now = timezone.now()
    over = Night.objects.filter(club=club).exclude(pk__in=not_over(now).values("pk"))
    newest = _counted(over, user_id).order_by("-begins_at", "-id")
    shown = Paginator(newest, ON_A_PAGE).get_page(max(page, 1))
    rows = tuple(_row(club, night, now) for night in shown)
    return PastNights(rows=rows, page=shown.number, pages=shown.paginator.num_pages)


def night_page(club: Club, number: int, user_id: int, *, may_plan: bool) -> NightPage | None:
    """One night; ``None`` if the club has none of that number. Six queries."""
    now = timezone.now()
    night = _counted(Night.objects.filter(club=club), user_id).filter(pk=number).first()
    if night is None:
        return None
    row = _row(club, night, now)
    rsvps = by_name(night.rsvps.select_related("user"))
    mine = next((each for each in rsvps if each.user_id == user_id), None)
    plan = plan_of(night)
    seated = {place.user_id for table in plan for place in table.places.all()}
    is_open = not row.is_cancelled and not row.is_over and not club.is_archived
    may_report = not club.is_archived
    return NightPage(
        row=row,
        notes=html(night.notes),
        answers=tuple(
            Answered(
                answer=value,
                label=label,
                people=tuple(
                    AnswerRow(
                        name=_name(each),
                        note=each.note,
                        author=each.user_id if may_report and each.note and each.user_id != user_id else None,
                    )
                    for each in rsvps
                    if each.answer == value
                ),
            )
            for value, label in Rsvp.Answer.choices
        ),
        silent=Membership.objects.filter(club=club).exclude(user__in=[each.user_id for each in rsvps]).count(),
        answer=mine.answer if mine else "",
        note=mine.note if mine else "",
        stood=mark_of(mine.note) if mine else "",
        may_answer=is_open and night.begins_at > now,
        may_change=is_open and may_plan,
        tables=tuple(_table(club, table) for table in plan),
        standing=tuple(
            _name(each) for each in rsvps if plan and each.answer == Rsvp.Answer.YES and each.user_id not in seated
        ),
        may_report=may_report and night.notes_author_id != user_id and bool(night.notes.strip()),
        may_report_title=may_report and night.title_author_id != user_id and night.title != PLAIN_NIGHT,
    )


def table_views(club: Club, plan: Iterable[NightTable]) -> tuple[TableView, ...]:
    """The tables of a plan (``tables.plan_of``) as they are drawn. No query."""
    return tuple(_table(club, table) for table in plan)


def _counted(found: QuerySet[Night], user_id: int | Given) -> QuerySet[Night]:
    mine = Rsvp.objects.filter(night=OuterRef("pk"), user=user_id).values("answer")[:1]
    return found.annotate(
        yes=Count("rsvps", filter=Q(rsvps__answer=Rsvp.Answer.YES)),
        maybe=Count("rsvps", filter=Q(rsvps__answer=Rsvp.Answer.MAYBE)),
        mine=Subquery(mine),
        own_zone=own_zone_in(user_id),
    )


def _row(club: Club, night: Night, now: datetime) -> NightRow:
    counted: Mapping[str, Any] = vars(night)
    return NightRow(
        pk=night.pk,
        club_pk=club.pk,
        title=night.title,
        begins=clock.local(night.begins_at, club.time_zone),
        ends=None if night.ends_at is None else clock.local(night.ends_at, club.time_zone),
        when=clock.when(night.begins_at, night.ends_at, club.time_zone),
        own=told_there(night.begins_at, night.ends_at, club.time_zone, counted["own_zone"] or ""),
        until=clock.how_long(night.begins_at, now) if night.begins_at > now else "",
        place=night.place,
        yes=counted["yes"],
        maybe=counted["maybe"],
        mine=Rsvp.Answer(counted["mine"]).label if counted["mine"] else "",
        is_cancelled=night.cancelled_at is not None,
        is_over=is_over(night, now),
    )


def _name(rsvp: Rsvp) -> str:
    return rsvp.user.get_username()


def _table(club: Club, table: NightTable) -> TableView:
    campaign, mission = table.campaign, table.mission
    title, detail, is_ours = table.title, "", campaign is not None and campaign.club_id == club.pk
    if campaign is not None and is_ours:
        title = campaign.name
        detail = f"Mission {mission.number}: {mission.title}" if mission is not None else ""
    elif campaign is not None or not title:
        title = "A campaign that has left the club"
    titles = side_titles(campaign) if campaign is not None and is_ours else USUAL
    places = sorted(table.places.all(), key=lambda place: place.user.get_username().casefold())
    return TableView(
        number=table.number,
        title=title,
        detail=detail,
        campaign=table.campaign_id if is_ours else None,
        mission=mission.number if mission is not None and is_ours else None,
        sides=tuple(
            (side, called, tuple(place.user.get_username() for place in places if place.side == side))
            for side, called in titles.items()
            if side in USUAL
        ),
        others=tuple(place.user.get_username() for place in places if not place.side),
    )

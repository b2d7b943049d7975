"""What the first page lists: one's campaigns, by club, each in a row of few lines."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from campaigns.models import Campaign, Entry, Seat
from campaigns.packs import PackDefinition
from campaigns.packs.schema import SIDES
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.sides import side_titles
from campaigns.sequence.between import Between, between
from campaigns.standing.kinds import GIVERS, Finished, PeriodBegun, read
from campaigns.standing.lines import NewLine, saying
from campaigns.standing.result_kinds import Debriefed
from clubs.models import Club
from clubs.selectors.endings import put_away_words
from config.common.prepared import Given, Prepared, moment, number, several


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignRow:
    """A campaign in the list."""

    pk: int
    name: str
    pack_title: str
    points: Mapping[str, int] | None
    """``None`` while events of the pack may have given some: its own page counts them."""
    period: int
    """The one that is running; 0 before the first, and in campaigns without periods."""
    periods: int
    flown: int
    length: int
    is_finished: bool
    grades: Mapping[str, str]
    """By side what the victory table calls how it ended; empty while it runs."""
    sides: Mapping[str, str]
    """What each side is called."""
    between: Between | None = None
    """Of periods: what comes next while no Mission is under way; ``None`` where only a fold knows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeBoard:
    """The campaigns of one owner: the viewer's own ones, or those of a club."""

    club: Club | None
    running: tuple[CampaignRow, ...]
    others: int = 0
    """Running ones of the club in which the viewer has no part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    finished: tuple[CampaignRow, ...]
    archived: int
    """How many more are put away, on a page of their own."""
    boards: tuple[HomeBoard, ...]
    """The running ones, the viewer's own first, then club by club."""
    running: tuple[Campaign, ...]
    """The campaigns that stand in them."""


def _read_by(user: Given, now: Given) -> QuerySet[Campaign]:
    has_part = Exists(Seat.objects.held_by(user, now).filter(campaign=OuterRef("pk")))
    found = Campaign.objects.for_user(user, now=now).select_related("pack", "club")
    return found.annotate(has_part=has_part)


_READ = Prepared(lambda: _read_by(number("user"), moment("now")))


def home(user_id: int) -> Home:
    """The campaigns of a person, newest first: those in which they have a part; of a club's others how many.

    Two queries.
    """
    mine: list[Campaign] = []
    archived = 0
    others: Counter[int | None] = Counter()
    clubs: dict[int | None, Club | None] = {None: None}
    for campaign in _READ(user=user_id, now=timezone.now()):
        if campaign.is_archived:
            archived += 1
            continue
        clubs[campaign.club_id] = campaign.club
        if campaign.has_part or campaign.owner_id == user_id:  # type: ignore[attr-defined]  # annotated above
            mine.append(campaign)
        elif not campaign.is_finished:
            others[campaign.club_id] += 1
    lines = board_lines(mine)
    rows = {campaign.pk: board_row(campaign, lines[campaign.pk]) for campaign in mine}
    running: dict[int | None, list[CampaignRow]] = defaultdict(list)
    for campaign in mine:
        if not campaign.is_finished:
            running[campaign.club_id].append(rows[campaign.pk])
    owners = sorted(clubs, key=lambda pk: (club.name, club.pk) if (club := clubs[pk]) else ("", 0))
    boards = (HomeBoard(club=clubs[pk], running=tuple(running[pk]), others=others[pk]) for pk in owners)
    return Home(
        finished=tuple(row for row in rows.values() if row.is_finished),
        archived=archived,
        boards=tuple(board for board in boards if board.running or board.others),
        running=tuple(campaign for campaign in mine if not campaign.is_finished),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PutAway:
    """A campaign on the list of those that are archived."""

    row: CampaignRow
    words: str


def archived(user_id: int) -> tuple[PutAway, ...]:
    """Those that a person may read and that are put away, the latest first. Two queries."""
    found = Campaign.objects.for_user(user_id).exclude(archived_at=None).select_related("pack", "club")
    campaigns = list(found.order_by("-archived_at", "-pk"))
    lines = board_lines(campaigns)
    return tuple(PutAway(row=board_row(each, lines[each.pk]), words=put_away_words(each)) for each in campaigns)


BOARD = (*GIVERS, PeriodBegun.kind, Debriefed.kind, Finished.kind)
"""What the row of a campaign in a list is made of: few lines, so that many campaigns are listed without a fold."""


def board_lines(campaigns: Iterable[Campaign], *more: str) -> dict[int, list[NewLine]]:
    """The lines in force that ``board_row`` reads of each campaign, and those of ``more`` kinds. One query."""
    lines: dict[int, list[NewLine]] = {campaign.pk: [] for campaign in campaigns}
    for campaign, *line in _lines(frozenset((*BOARD, *more)))(campaigns=lines) if lines else ():
        lines[campaign].append(NewLine(*line))
    return lines


@cache
def _lines(kinds: frozenset[str]) -> Prepared[tuple[Any, ...]]:
    names = ("kind", "data", "side", "mission", "pilot_id", "moment", "number")
    return Prepared(
        lambda: (
            Entry.objects.in_force()
            .filter(campaign__in=several("campaigns"), kind__in=kinds)
            .order_by("number")
            .values_list("campaign_id", *names)
        )
    )


def board_row(campaign: Campaign, lines: Sequence[NewLine]) -> CampaignRow:
    """A campaign in a list, of what ``board_lines`` found."""
    pack = definition_of(campaign)
    of_kind: dict[str, list[NewLine]] = defaultdict(list)
    for line in lines:
        of_kind[line.kind].append(line)
    ended = next((said for _, said in saying(lines, Finished)), None)
    return CampaignRow(
        pk=campaign.pk,
        name=campaign.name,
        pack_title=campaign.pack.title,
        points=ended.points.by_side if ended else _points(pack, lines),
        period=len(of_kind[PeriodBegun.kind]),
        periods=pack.periods_in_all if pack.has_periods else 0,
        flown=len(of_kind[Debriefed.kind]),
        length=pack.missions_in_all,
        is_finished=campaign.is_finished,
        grades=ended.grade.by_side if ended else {},
        sides=side_titles(pack),
        between=None if campaign.is_finished else between(pack, lines),
    )


def _points(pack: PackDefinition, lines: Iterable[NewLine]) -> dict[str, int] | None:
    """Victory Points of Missions and by decision; what events give is not in the journal."""
    if any(effect.effect == "points" for event in pack.events.values() for effect in event.gives):
        return None
    total: dict[str, int] = dict.fromkeys(SIDES, 0)
    for line in lines:
        if line.kind in GIVERS:
            for side, points in read(line).gives(line.side).items():
                total[side] += points
    return total

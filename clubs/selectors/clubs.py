"""What the pages of clubs show, as plain data: a fixed number of queries, however many campaigns and members.

No journal is folded: a club may have dozens. Points, victories and results are read from the few lines that tell them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone

from campaigns.access import seated
from campaigns.models import Campaign, Pilot, Seat
from campaigns.selectors.home import CampaignRow, PutAway, board_lines, board_row
from campaigns.selectors.sides import side_titles
from campaigns.standing.careers import ACE_KILLS
from campaigns.standing.change_kinds import Change, EarlierCareer
from campaigns.standing.kinds import Ruling, read
from campaigns.standing.lines import NewLine
from campaigns.standing.men import PART
from campaigns.standing.result_kinds import Debriefed, Kill
from campaigns.standing.workings import fraction
from clubs.models import Club, ClubRole, Membership
from clubs.selectors.awards import awards_of_members
from clubs.selectors.endings import put_away_words
from clubs.selectors.members import roles_open_to
from clubs.selectors.night_times import not_over
from clubs.selectors.nights import NightRow, coming
from clubs.selectors.own_clock import both, own_zone_in, told_there
from clubs.selectors.polls import PollRow, poll_rows
from config.common import clock
from config.common.prepared import Given, Prepared, moment, number, several
from missions.models import Debrief, Mission, Submission
from missions.selectors.missions import ENDED
from missions.selectors.turns import (
    Turn,
    chosen_by_people,
    judges,
    results_of,
    turn_of,
    with_orders_in,
    with_question,
)

SHOWN_ACES = 10
SHOWN_RESULTS = 6
SHOWN_DATES = 8
SHOWN_NIGHTS = 3
MOST_EQUALS = 200
"""Men with as many victories as the last who is shown: beyond so many it does not matter who of them it is."""
NAMED_MEMBERS = 24
"""Of each role, on the page of the club; all of them have a page of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubRow:
    """A club in the list of mine."""

    pk: int
    name: str
    role: str
    members: int
    campaigns: int
    """Running ones."""
    next_night: str
    """When, by the club's clock and one's own; empty if none is announced."""
    put_away: str
    """How it stands if it is archived; else empty."""


def my_clubs(user_id: int) -> tuple[ClubRow, ...]:
    """The clubs of a person, by name. One query."""
    now = timezone.now()
    next_nights = not_over(now).filter(club=OuterRef("club"), cancelled_at=None).order_by("begins_at")
    running = Q(club__campaigns__status=Campaign.Status.RUNNING, club__campaigns__archived_at=None)
    found = (
        Membership.objects.filter(user=user_id)
        .select_related("club")
        .annotate(
            people=Count("club__members", distinct=True),
            campaigns=Count("club__campaigns", filter=running, distinct=True),
            next_night=Subquery(next_nights.values("begins_at")[:1]),
            own_zone=own_zone_in(user_id),
        )
        .order_by("club__name", "club")
    )
    return tuple(
        ClubRow(
            pk=each.club.pk,
            name=each.club.name,
            role=each.get_role_display(),
            members=each.people,
            campaigns=each.campaigns,
            next_night=both(each.next_night, each.club.time_zone, each.own_zone or "")
            if each.next_night and not each.club.is_archived
            else "",
            put_away=put_away_words(each.club) if each.club.is_archived else "",
        )
        for each in found
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubCampaign:
    """A campaign on the board of its club."""

    row: CampaignRow
    turn: Turn
    """What it waits for, as everybody may know; an umpire is asked beside it what only an umpire decides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubDate:
    """A deadline of a campaign."""

    at: datetime
    when: str
    """By the club's clock."""
    own: str
    """By the viewer's own, where that shows another hour; else empty."""
    what: str
    campaign: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubAce:
    """A man with victories, in one of the club's campaigns."""

    man: Pilot
    side_title: str
    kills: Fraction
    campaign: str

    @property
    def is_ace(self) -> bool:
        return self.kills >= ACE_KILLS


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubResult:
    """A mission that has been debriefed."""

    campaign_pk: int
    campaign: str
    number: int
    title: str
    points: Mapping[str, int]
    sides: Mapping[str, str]
    at: datetime
    when: str
    """On which day, by the club's clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberGroup:
    """The members of one role."""

    role: str
    names: tuple[str, ...]
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubPage:
    running: tuple[ClubCampaign, ...]
    finished: tuple[ClubCampaign, ...]
    polls: tuple[PollRow, ...]
    """Those that are open."""
    archived: tuple[PutAway, ...]
    nights: tuple[NightRow, ...]
    dates: tuple[ClubDate, ...]
    aces: tuple[ClubAce, ...]
    results: tuple[ClubResult, ...]
    members: tuple[MemberGroup, ...]
    count: int
    """Members in all."""


def club_page(club: Club, user_id: int) -> ClubPage:
    """The page of a club. Ten queries at most."""
    played = _CAMPAIGNS(club=club.pk)
    for campaign in played:
        campaign.club = club
    found = seated(played, user_id)
    campaigns = {campaign.pk: campaign for campaign, _ in found}
    lines = board_lines(campaigns.values(), *VICTORIES)
    judged = {campaign.pk for campaign, viewer in found if judges(viewer)}
    missions = list(_missions(campaigns, user_id, asked=bool(judged)))
    under_way = {mission.campaign_id: mission for mission in missions if mission.status not in ENDED}
    told = results_of(under_way.values())
    rows = {campaign.pk: board_row(campaign, lines[campaign.pk]) for campaign in campaigns.values()}
    at_rest = chosen_by_people({pk: row.between for pk, row in rows.items() if pk not in under_way})
    waiting: list[ClubCampaign] = []
    archived: list[PutAway] = []
    dates: list[ClubDate] = []
    for campaign, viewer in found:
        if campaign.is_archived:
            words = put_away_words(campaign)
            archived.append(PutAway(row=rows[campaign.pk], words=words))
            continue
        mission = under_way.get(campaign.pk)
        results = told[mission.pk] if mission else []
        turn = turn_of(campaign, viewer, mission, results, at_rest.get(campaign.pk))
        if mission is not None and campaign.pk in judged:
            turn = with_question(turn, campaign, mission)
        dates += _deadlines(campaign, mission, results)
        waiting.append(ClubCampaign(row=rows[campaign.pk], turn=turn))
    members, count = _members(club)
    return ClubPage(
        running=tuple(
            sorted((each for each in waiting if not each.row.is_finished), key=lambda each: not each.turn.is_mine)
        ),
        finished=tuple(each for each in waiting if each.row.is_finished),
        polls=poll_rows(club, user_id, only_open=True),
        archived=tuple(archived),
        nights=coming(club, user_id, SHOWN_NIGHTS),
        dates=tuple(sorted(dates, key=lambda date: date.at)[:SHOWN_DATES]),
        aces=_aces(campaigns, lines),
        results=tuple(_results(club, campaigns, missions, lines)),
        members=members,
        count=count,
    )


_CAMPAIGNS = Prepared(lambda: Campaign.objects.filter(club=number("club")).select_related("pack"))


def _missions(campaigns: Collection[int], user_id: int, *, asked: bool) -> list[Any]:
    """Missions under way, with the sides that have signed, and the latest that have been debriefed, with when;
    ``asked``: with the sides, too, about whose orders umpires are asked."""
    if not campaigns:
        return []
    missions, more = (_MISSIONS_ASKED, {"now": timezone.now()}) if asked else (_MISSIONS, {})
    return missions(campaigns=campaigns, user=user_id, **more)


def _shown(*, asked: bool) -> QuerySet[Any]:
    campaigns = several("campaigns")
    latest = Debrief.objects.filter(mission__campaign__in=campaigns).order_by("-at", "-pk").values("mission")
    found = Mission.objects.filter(campaign__in=campaigns)
    shown = found.filter(~Q(status__in=ENDED) | Q(pk__in=latest[:SHOWN_RESULTS])).order_by("number")
    told = with_orders_in(shown, number("user"), asked=asked, now=moment("now"))
    dated: QuerySet[Any] = told.annotate(debriefed_at=F("debrief__at"))
    return dated


_MISSIONS = Prepared(lambda: _shown(asked=False))
_MISSIONS_ASKED = Prepared(lambda: _shown(asked=True))


def _deadlines(campaign: Campaign, mission: Any, results: Sequence[Submission]) -> Iterator[ClubDate]:
    """``mission``: the one of ``_missions`` that is under way."""
    if mission is None or campaign.is_finished:
        return
    address = (campaign.pk, mission.number)
    if mission.status == Mission.Status.PLANNING and mission.orders_due is not None and not mission.is_late:
        what = f"Orders for mission {mission.number}, {mission.title}"
        url = reverse("mission", args=address)
        yield _date(mission.orders_due, mission.own_zone, what, campaign, url)
    for each in results:
        if each.due_at is not None and each.status == Submission.Status.WAITING:
            what = f"Result of mission {mission.number}, table {each.table}"
            url = reverse("mission-results", args=address)
            yield _date(each.due_at, mission.own_zone, what, campaign, url)


def _date(at: datetime, own: str | None, what: str, campaign: Campaign, url: str) -> ClubDate:
    return ClubDate(
        at=at,
        when=clock.when(at, None, campaign.time_zone),
        own=told_there(at, None, campaign.time_zone, own or ""),
        what=what,
        campaign=campaign.name,
        url=url,
    )


def _aces(campaigns: Mapping[int, Campaign], lines: Mapping[int, Sequence[NewLine]]) -> tuple[ClubAce, ...]:
    """The men with the most victories in all the club's campaigns. One query."""
    kills: dict[int, Fraction] = {}
    for pk, campaign in campaigns.items():
        kills |= victories(lines[pk], only_confirmed=campaign.only_confirmed)
    # As many more as have the same number, so that names decide between them.
    least = min(sorted(kills.values(), reverse=True)[:SHOWN_ACES], default=Fraction(0))
    men = _MEN(men=[pk for pk, count in kills.items() if count >= least][:MOST_EQUALS]) if kills else []
    made = (
        ClubAce(
            man=man,
            side_title=side_titles(campaigns[man.campaign_id])[man.side],
            kills=kills[man.pk],
            campaign=campaigns[man.campaign_id].name,
        )
        for man in men
    )
    return tuple(sorted(made, key=lambda ace: (-ace.kills, ace.man.name, ace.man.pk))[:SHOWN_ACES])


_MEN = Prepared(lambda: Pilot.objects.filter(pk__in=several("men")).order_by())
VICTORIES = (Kill.kind, Ruling.kind, Change.kind)


def victories(lines: Sequence[NewLine], *, only_confirmed: bool = False) -> dict[int, Fraction]:
    """Victories of each man by the journal's lines of them: what a fold comes to, without one. [SUP 19.5]

    ``lines``: those of ``VICTORIES``; others are passed over.
    """
    claims: dict[int, tuple[int | None, Fraction]] = {}
    shares: dict[int, dict[int, Fraction]] = {}
    ruled: set[int] = set()
    total: dict[int, Fraction] = defaultdict(Fraction)

    def count(claim: int, sign: int = 1) -> None:
        if claim in ruled or not only_confirmed:
            for pk, share in shares[claim].items():
                total[pk] = max(Fraction(0), total[pk] + sign * share)  # a record from paper may have left it out

    for line in sorted(lines, key=lambda line: (line.moment, line.number)):
        said = read(line) if line.kind in VICTORIES else None
        if isinstance(said, Kill):
            claims[line.number] = line.pilot_id, said.part
            shares[line.number] = {line.pilot_id: said.part} if line.pilot_id is not None else {}
            count(line.number)
        elif isinstance(said, Ruling) and said.kill in claims:
            claimant, share = claims[said.kill]
            count(said.kill, -1)
            own = share * PART[said.verdict]
            shares[said.kill] = {pk: own for pk in (claimant, said.sharer) if own and pk is not None}
            ruled.add(said.kill)
            count(said.kill)
        elif isinstance(said, EarlierCareer) and line.pilot_id is not None:
            total[line.pilot_id] = fraction(said.kills)
    return {pk: count for pk, count in total.items() if count}


def _results(
    club: Club, campaigns: Mapping[int, Campaign], missions: Iterable[Any], lines: Mapping[int, Sequence[NewLine]]
) -> Iterator[ClubResult]:
    debriefed = [mission for mission in missions if mission.status == Mission.Status.DEBRIEFED]
    for mission in sorted(debriefed, key=lambda mission: mission.debriefed_at, reverse=True):
        of_it = (
            line
            for line in lines[mission.campaign_id]
            if line.kind == Debriefed.kind and line.mission == mission.number
        )
        if (line := next(of_it, None)) is not None:
            campaign = campaigns[mission.campaign_id]
            yield ClubResult(
                campaign_pk=campaign.pk,
                campaign=campaign.name,
                number=mission.number,
                title=mission.title,
                points=Debriefed.of(line).points.by_side,
                sides=side_titles(campaign),
                at=mission.debriefed_at,
                when=clock.day(clock.local(mission.debriefed_at, club.time_zone)),
            )


def _members(club: Club) -> tuple[tuple[MemberGroup, ...], int]:
    """The members by role, the highest first, and how many they are. One query."""
    names = defaultdict[int, list[str]](list)
    for role, name in _NAMES(club=club.pk):
        names[role].append(name)
    groups = (
        MemberGroup(
            role=ClubRole(role).label,
            names=tuple(names[role][:NAMED_MEMBERS]),
            more=max(0, len(names[role]) - NAMED_MEMBERS),
        )
        for role in names
    )
    return tuple(groups), sum(map(len, names.values()))


def members_of(club: Club | Given) -> QuerySet[Membership]:
    """The members of a club with their names, the highest roles first."""
    return Membership.objects.filter(club=club).select_related("user").order_by("-role", "user__username", "pk")


_NAMES = Prepared(lambda: members_of(number("club")).values_list("role", "user__username"))


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRow:
    """A member, and what the viewer may decide about them."""

    pk: int
    name: str
    role: int
    role_title: str
    joined_at: datetime
    since: str
    """Since which day, by the club's clock."""
    is_me: bool
    record: str
    """Where what they have flown stands; empty if they do not show it."""
    awards: tuple[str, ...]
    roles: tuple[ClubRole, ...]
    """Those that the viewer may give them; none of somebody who is not the viewer's to decide about."""


def member_rows(club: Club, viewer: Membership) -> tuple[MemberRow, ...]:
    """All members, the highest roles first. Two queries."""
    awards = awards_of_members(club)
    roles = () if club.is_archived else roles_open_to(viewer.role)
    return tuple(
        MemberRow(
            pk=each.pk,
            name=each.user.get_username(),
            role=each.role,
            role_title=each.get_role_display(),
            joined_at=each.joined_at,
            since=clock.day(clock.local(each.joined_at, club.time_zone)),
            is_me=each.pk == viewer.pk,
            record=_record(each, viewer),
            awards=awards.get(each.user_id, ()),
            roles=roles if viewer.role == ClubRole.OWNER or each.role < viewer.role else (),
        )
        for each in members_of(club).select_related("user__shown_record")
    )


def _record(member: Membership, viewer: Membership) -> str:
    """Whoever shows it to anybody shows it to those of their clubs."""
    if member.pk == viewer.pk:
        return reverse("record")
    shows = member.user.is_active and hasattr(member.user, "shown_record")
    return reverse("person", args=(member.user_id,)) if shows else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    """What somebody gives up who leaves a club."""

    seats: tuple[tuple[str, str], ...]
    """Campaign and seat."""
    owned: tuple[str, ...]
    """Campaigns of the club that pass to an owner of it."""
    is_last_owner: bool


def parting(club: Club, user: User) -> Parting:
    """Three queries at most."""
    left = Seat.objects.filter(campaign__club=club, campaign__status=Campaign.Status.RUNNING, user=user)
    owners = Membership.objects.filter(club=club, role=ClubRole.OWNER).values_list("user", flat=True)
    return Parting(
        seats=tuple(
            (seat.campaign.name, _seat(seat))
            for seat in left.select_related("campaign__pack").order_by("campaign__name", "pk")
        ),
        owned=tuple(Campaign.objects.filter(club=club, owner=user).values_list("name", flat=True)),
        is_last_owner=list(owners) == [user.pk],
    )


def _seat(seat: Seat) -> str:
    side = side_titles(seat.campaign)[seat.side] if seat.side else ""
    return f"{seat.get_role_display()}{f', {side}' if side else ''}"

"""What somebody's inbox holds: what was told to them, of what they still belong to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import BooleanField, QuerySet
from django.db.models.expressions import RawSQL
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Role
from campaigns.selectors.sides import USUAL, side_titles
from clubs.selectors.own_clock import own_zone_in
from config.common import clock
from config.common.prepared import Prepared, moment, number, several
from notices.models import Happening, Notice
from notices.selectors.happenings import About
from notices.selectors.kinds import KINDS

PAGE = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class HappeningText:
    """A happening in words."""

    title: str
    sentence: str
    path: str
    """Where it leads, on this server."""
    where: str
    """The campaign or club that it happened in."""
    zone: str
    """By whose clock its times are told."""
    times: Mapping[str, datetime]
    """The moments that its sentence tells, by what they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """What a page of an inbox holds about one mission, or one thing that is about none. The newest first."""

    where: str
    """The campaign, or club; with the mission, if it is about one."""
    lines: tuple[tuple[Notice, HappeningText], ...]
    """A page names a notice by its happening: a number would tell how many others are told of something."""

    @property
    def is_new(self) -> bool:
        """Something of it has not been read."""
        return any(notice.read_at is None for notice, _ in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbox:
    bundles: tuple[Bundle, ...]
    unread: int
    """In all, whatever is shown."""
    campaigns: tuple[tuple[int, str], ...]
    """Those that something has come of: number and name."""
    page: int
    is_last: bool


_STILL_MINE = """EXISTS (
    SELECT 1 FROM notices_happening h WHERE h.id = notices_notice.happening_id AND (
        h.person_id = %(me)s
        OR h.campaign_id IS NULL AND h.club_id IN (SELECT club_id FROM clubs_membership WHERE user_id = %(me)s)
        OR h.side = '' AND EXISTS (
            SELECT 1 FROM campaigns_campaign c WHERE c.id = h.campaign_id AND c.status <> 'arriving' AND (
                c.owner_id = %(me)s
                OR c.club_id IN (SELECT club_id FROM clubs_membership WHERE user_id = %(me)s)
                OR EXISTS (SELECT 1 FROM campaigns_seat s WHERE s.campaign_id = c.id AND {held})
            )
        )
        OR h.side <> '' AND EXISTS (
            SELECT 1 FROM campaigns_seat s WHERE s.campaign_id = h.campaign_id AND {held}
            AND (s.side = h.side OR s.role = {umpire})
        )
    )
)""".format(
    held="(s.user_id = %(me)s OR s.stand_in_id = %(me)s AND s.stand_in_until > %(now)s)", umpire=Role.UMPIRE.value
)
"""Whether a notice tells of what somebody still belongs to, as ``Campaign.objects.for_user`` and ``held_by`` have it.

Every page asks: to put the same together from those takes Django longer than all else that a small page does. A test
holds one to the other.
"""
_NAMES = re.compile(r"%\((\w+)\)s")


_MINE, _MINE_SAYS = _NAMES.sub("%s", _STILL_MINE), tuple(_NAMES.findall(_STILL_MINE))
_UNREAD = f"SELECT COUNT(*) FROM notices_notice WHERE {_MINE} AND user_id = %s AND read_at IS NULL"


def _mine(user_id: int) -> list[Any]:
    """What ``_MINE`` asks about, in its order."""
    said = {"me": user_id, "now": connection.ops.adapt_datetimefield_value(timezone.now())}
    return [said[name] for name in _MINE_SAYS]


def notices_of(user_id: int) -> QuerySet[Notice]:
    """What a person's inbox holds. Who has left a campaign, a side or a club reads no more of it there."""
    return Notice.objects.filter(RawSQL(_MINE, _mine(user_id), BooleanField()), user=user_id)


def _given_notices() -> QuerySet[Notice]:
    """The same in a query that is put together once."""
    said = {"me": number("me"), "now": moment("now")}
    mine = RawSQL(_MINE, [said[name] for name in _MINE_SAYS], BooleanField())
    return Notice.objects.filter(mine, user=said["me"])


@lru_cache(maxsize=32)
def _shown(first: int, *, of_one: bool, only_unread: bool) -> Prepared[Any]:
    """A page of an inbox, and one more; ``of_one``: of one ``campaign``."""

    def found() -> QuerySet[Notice]:
        notices = _given_notices()
        if of_one:
            notices = notices.filter(happening__campaign=number("campaign"))
        if only_unread:
            notices = notices.filter(read_at=None)
        return with_names(notices).annotate(own_zone=own_zone_in(number("me")))[first : first + PAGE + 1]

    return Prepared(found)


_CAMPAIGNS = Prepared(
    lambda: (
        _given_notices()
        .filter(happening__campaign__isnull=False)
        .order_by("happening__campaign__name", "happening__campaign")
        .values_list("happening__campaign", "happening__campaign__name")
        .distinct()
    )
)


def unread(user_id: int) -> int:
    """How many notices wait. One query, and quickly made: every page asks."""
    with connection.cursor() as cursor:
        cursor.execute(_UNREAD, [*_mine(user_id), user_id])
        (count,) = cursor.fetchone()
    return int(count)


NAMED = ("campaign__pack", "campaign__club", "club", "actor")
"""What ``words`` reads of a happening."""


def with_names(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    """With all that ``words`` reads of their happenings."""
    return notices.select_related(*(f"happening__{name}" for name in NAMED))


def inbox(user_id: int, *, campaign: int = 0, only_unread: bool = False, page: int = 1) -> Inbox:
    """One page of somebody's inbox, newest first. Four queries."""
    who = {"me": user_id, "now": timezone.now()}
    first = (max(page, 1) - 1) * PAGE
    shown = _shown(first, of_one=bool(campaign), only_unread=only_unread)
    found = shown(campaign=campaign, **who)
    own = vars(found[0])["own_zone"] or "" if found else ""
    told = words([notice.happening for notice in found[:PAGE]], user_id, own)
    return Inbox(
        bundles=tuple(_bundled(found[:PAGE], told)),
        unread=unread(user_id),
        campaigns=tuple(_CAMPAIGNS(**who)),
        page=max(page, 1),
        is_last=len(found) <= PAGE,
    )


def _bundled(notices: Iterable[Notice], told: Mapping[str, HappeningText]) -> Iterator[Bundle]:
    """By mission, in the order of the newest of each."""
    by_mission: dict[object, list[Notice]] = {}
    for notice in notices:
        about = notice.happening
        key = (about.campaign_id, about.mission) if about.mission is not None else notice.pk
        by_mission.setdefault(key, []).append(notice)
    for each in by_mission.values():
        lines = tuple((notice, told[notice.happening.key]) for notice in each)
        mission = each[0].happening.mission
        where = lines[0][1].where
        yield Bundle(where=where if mission is None else f"{where}, mission {mission}", lines=lines)


def words(
    happenings: Sequence[Happening], reader: int | None = None, own_zone: str = "", *, stamped: bool = False
) -> Mapping[str, HappeningText]:
    """Happenings in words, by their keys, fetched with ``NAMED``. One query: what people are called.

    Times are told by the reader's own clock, or else by that of each one's club; ``stamped``: as Discord takes them,
    which shows them to each by their own.
    """
    people = dict(_names(happenings))
    return {each.key: _told(each, people, reader, own_zone or zone_of(each), stamped=stamped) for each in happenings}


def path_of(notice: Notice) -> str:
    """Where a notice leads."""
    happening = with_names(Notice.objects.filter(pk=notice.pk)).get().happening
    return words([happening])[happening.key].path


_PEOPLE = ("user", "for")


def _names(happenings: Iterable[Happening]) -> Iterable[tuple[int, str]]:
    numbers = {each.data.get(key) for each in happenings for key in _PEOPLE}
    wanted = [number for number in numbers if isinstance(number, int)]
    return _CALLED(people=wanted) if wanted else ()


_CALLED = Prepared(lambda: User.objects.filter(pk__in=several("people")).values_list("pk", "username"))


def zone_of(happening: Happening) -> str:
    """The time zone of where it happened: its club's, or else the house's."""
    club = happening.club or (happening.campaign.club if happening.campaign else None)
    return club.time_zone if club else settings.TIME_ZONE


def _told(
    happening: Happening, people: Mapping[int, str], reader: int | None, zone: str, *, stamped: bool
) -> HappeningText:
    kind, campaign = KINDS[happening.kind], happening.campaign
    sides = side_titles(campaign) if campaign else USUAL
    about = About(
        campaign=happening.campaign_id,
        club=happening.club_id,
        mission=happening.mission,
        who=happening.actor.get_username() if happening.actor else "",
        reader=reader,
        of_side=sides.get(happening.side, ""),
        sides=sides,
        people=people,
        tell=clock.stamp if stamped else lambda at: clock.when(at, None, zone),
        data=happening.data,
    )
    name, args = kind.page(about)
    where = campaign.name if campaign else happening.club.name if happening.club else "Ready Room"
    return HappeningText(
        title=kind.title,
        sentence=kind.sentence(about),
        path=reverse(name, args=args),
        where=where,
        zone=zone,
        times=about.times,
    )

"""What waits for a person beside the next step of a campaign, of all kinds and places in one query.

Each kind is asked of the same rows, and by the same guards, as the page to which it leads. The query is the same for
everybody, and is put together once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Coalesce, Concat
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign, Entry, Role, Seat
from campaigns.selectors.seats import PLANNERS
from campaigns.standing.kinds import Ruling
from clubs.models import Asked, ClubRole, Handover, SeasonGame, WordsReport
from config.common.prepared import Prepared, moment, number
from missions.models import Claim, Draft, Mission, Orders, PostReport
from missions.selectors.skirmishes import that_wait_for
from notices.models import Notice
from notices.selectors.sentences import fate_words

_ME, _NOW = number("me"), moment("now")
_STANDS = (Campaign.Status.RUNNING, Campaign.Status.FINISHED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """Something that waits for somebody's word."""

    of: str
    """The campaign, club or season that it is about."""
    words: str
    where: str
    """The address at which it is answered."""
    is_game: bool = False
    """A decision in a skirmish on screen."""
    is_news: bool = False
    """It waits to be read only."""


def matters(user_id: int) -> tuple[Matter, ...]:
    """What waits for a person: most urgent kinds first, then by what it is about. One query."""
    order = list(_KINDS)
    found = _ALL(me=user_id, now=timezone.now())
    rows = sorted(found, key=lambda row: (order.index(row[0]), row[1].casefold(), row[2:]))
    return tuple(_KINDS[kind][1](of, place, number, count) for kind, of, place, number, count in rows)


_Found: TypeAlias = QuerySet[Any, Any]


def _of_all_kinds() -> _Found:
    first, *others = (_row(kind, found()) for kind, (found, _) in _KINDS.items())
    return first.union(*others, all=True)


_ALL = Prepared(_of_all_kinds)


def _row(kind: str, found: _Found) -> _Found:
    """Kind, what it is about, two numbers of an address and how many there are, of rows that are so annotated."""
    rows: _Found = found.order_by().annotate(kind=Value(kind))
    return rows.values_list("kind", "about", "first", "second", "how_many")


def _together(found: _Found, *, of: str, place: str) -> _Found:
    """The rows of one place are one matter."""
    places: _Found = found.order_by().values(about=F(of), first=F(place))
    counted: _Found = places.annotate(second=Value(0, IntegerField()), how_many=Count("pk", distinct=True))
    return counted


def _seats(campaign: str = "campaign", **more: Any) -> QuerySet[Seat]:
    """Those that he acts from, as ``Seat.objects.held_by`` has it."""
    held = Q(user=_ME) | Q(stand_in=_ME, stand_in_until__gt=_NOW)
    return Seat.objects.filter(held, campaign=OuterRef(campaign), **more)


def _games() -> _Found:
    return that_wait_for(_ME).annotate(
        about=F("skirmish__title"),
        first=F("pk"),
        second=Value(0, IntegerField()),
        how_many=Value(1, IntegerField()),
    )


def _offered() -> _Found:
    mine = Handover.objects.filter(heir=_ME, ended_at=None, until__gt=_NOW).exclude(by=_ME)
    return _of_handovers(mine)


def _asked_for() -> _Found:
    """What somebody asks for that is the person's: it goes to them unless the owner says no."""
    own = Q(campaign__owner=_ME) | Q(club__members__user=_ME, club__members__role=ClubRole.OWNER)
    return _of_handovers(Handover.objects.filter(own, by=F("heir"), ended_at=None, until__gt=_NOW).distinct())


def _of_handovers(found: QuerySet[Handover]) -> _Found:
    """``second``: 1 of a campaign, 0 of a club."""
    is_campaign = Coalesce(F("campaign") * 0 + 1, Value(0), output_field=IntegerField())
    return found.annotate(
        about=Coalesce("campaign__name", "club__name"),
        first=Coalesce("campaign", "club"),
        second=is_campaign,
        how_many=Value(1, IntegerField()),
    )


def _askers() -> _Found:
    found = Asked.objects.filter(
        status=Asked.Status.OPEN,
        club__archived_at=None,
        club__members__user=_ME,
        club__members__role__gte=ClubRole.UMPIRE,
    )
    return _together(found, of="club__name", place="club")


def _reported_words() -> _Found:
    """As ``clubs.selectors.words_reports.reports_for`` has it: for owners and umpires, and none of their own words."""
    found = WordsReport.objects.filter(
        verdict=WordsReport.Verdict.OPEN,
        club__archived_at=None,
        club__members__user=_ME,
        club__members__role__gte=ClubRole.UMPIRE,
    )
    return _together(found.exclude(author=_ME), of="club__name", place="club")


def _reported() -> _Found:
    """As ``selectors.post_reports.reports_for`` has it: of what an umpire hears, and nothing of his own."""
    hears = Q(side="") | Exists(_seats(side=OuterRef("side")))
    reads = Q(entry=None) | Q(side="") | Exists(_seats(side=OuterRef("side"), role__in=PLANNERS))
    judges = Exists(_seats(role=Role.UMPIRE)) | Q(hears, reads, campaign__owner=_ME)
    found = PostReport.objects.filter(
        judges, verdict=PostReport.Verdict.OPEN, campaign__archived_at=None, campaign__status__in=_STANDS
    )
    return _together(found.exclude(author=_ME), of="campaign__name", place="campaign")


def _claims() -> _Found:
    """Claims of debriefed missions that nobody has judged, for umpires and for who judges his side's; not his own."""
    of_side = _seats("mission__campaign", side=OuterRef("pilot__side"), role__in=(Role.INTELLIGENCE, Role.COMMANDER))
    ruled = Entry.objects.in_force().filter(
        campaign=OuterRef("mission__campaign"),
        kind=Ruling.kind,
        mission=OuterRef("mission__number"),
        pilot=OuterRef("pilot"),
    )
    umpires = Q(mission__campaign__owner=_ME) | Exists(_seats("mission__campaign", role=Role.UMPIRE))
    found = Claim.objects.filter(
        umpires | Exists(of_side),
        ~Exists(ruled),
        verdict=Claim.Verdict.OPEN,
        mission__status=Mission.Status.DEBRIEFED,
        mission__campaign__archived_at=None,
        mission__campaign__status__in=_STANDS,
    )
    own = Q(by=_ME) | Q(pilot__player=_ME, pilot__player__isnull=False)
    return _together(found.exclude(own), of="mission__campaign__name", place="mission__campaign")


def _season_games() -> _Found:
    """As ``clubs.selectors.seasons.answers`` has it: the other one of the two players."""
    answers = Q(entered_by=F("allied"), axis=_ME) | Q(~Q(entered_by=F("allied")), allied=_ME)
    found = SeasonGame.objects.filter(
        answers,
        status=SeasonGame.Status.ENTERED,
        season__closed_at=None,
        season__club__archived_at=None,
        season__club__members__user=_ME,
    )
    together = found.order_by().values(about=F("season__title"), first=F("season__club"))
    return together.annotate(second=F("season"), how_many=Count("pk", distinct=True))


def _parts() -> _Found:
    """Missions for which a squadron leader has not handed his part in, while his side can use it.

    One matter a mission: who leads two squadrons finds the other one on the page.
    """
    handed = Draft.objects.filter(
        mission=OuterRef(OuterRef("pk")),
        side=OuterRef("side"),
        squadron=OuterRef("squadron"),
        handed_in_at__isnull=False,
    )
    signed = Orders.objects.filter(mission=OuterRef(OuterRef("pk")), side=OuterRef("side"))
    led = _seats(role=Role.LEADER).exclude(squadron="").filter(~Exists(handed), ~Exists(signed))
    found = Mission.objects.filter(
        Exists(led),
        Q(orders_due=None) | Q(orders_due__gt=_NOW),
        status=Mission.Status.PLANNING,
        campaign__archived_at=None,
        campaign__status=Campaign.Status.RUNNING,
    )
    return found.annotate(
        about=F("campaign__name"), first=F("campaign"), second=F("number"), how_many=Value(1, IntegerField())
    )


def _men() -> _Found:
    """What has become of men of the person's own, until the notice has been read."""
    data = Cast("happening__data", TextField())
    unread = Notice.objects.filter(
        user=_ME, read_at=None, happening__kind="man-fate", happening__campaign__archived_at=None
    )
    return unread.annotate(
        about=Concat("happening__campaign__name", Value(_APART), data, output_field=TextField()),
        first=F("happening__campaign"),
        second=Coalesce("happening__mission", Value(0), output_field=IntegerField()),
        how_many=Value(1, IntegerField()),
    )


def _say(what: str, name: str, many: str = "", *, second: bool = False) -> Callable[[str, int, int, int], Matter]:
    def said(of: str, place: int, number: int, count: int) -> Matter:
        words = what if count == 1 else many.format(count)
        return Matter(of=of, words=words, where=reverse(name, args=(place, number) if second else (place,)))

    return said


def _handover(what: str) -> Callable[[str, int, int, int], Matter]:
    def said(of: str, place: int, is_campaign: int, _count: int) -> Matter:
        return Matter(of=of, words=what, where=reverse("campaign-end" if is_campaign else "club-end", args=(place,)))

    return said


def _game(of: str, place: int, _second: int, _count: int) -> Matter:
    return Matter(of=of, words="A decision on screen is yours", where=reverse("game", args=(place,)), is_game=True)


def _part(of: str, place: int, number: int, _count: int) -> Matter:
    words = f"Mission {number}: your squadron’s part of the plan is missing"
    return Matter(of=of, words=words, where=reverse("mission", args=(place, number)))


def _man(about: str, place: int, number: int, _count: int) -> Matter:
    of, _, said = about.rpartition(_APART)
    data = json.loads(said)
    words = fate_words(data["pilot"], data["fate"], f"mission {number}", data.get("how", ""))
    where = f"{reverse('notices')}?campaign={place}&show=unread"
    return Matter(of=of, words=words, where=where, is_news=True)


_APART = "\n"
"""Stands before a JSON document, in which a database writes no line's end, and behind what else one column tells."""


_KINDS: Mapping[str, tuple[Callable[[], _Found], Callable[[str, int, int, int], Matter]]] = {
    "game": (_games, _game),
    "asked-for": (_asked_for, _handover("Somebody asks for it: say no in time, or it is theirs")),
    "offered": (_offered, _handover("It is offered to you: say whether you take it")),
    "part": (_parts, _part),
    "season-game": (
        _season_games,
        _say("A game waits for you to confirm it", "season", "{} games wait for you to confirm them", second=True),
    ),
    "claim": (_claims, _say("A claim is to be judged", "campaign-claims", "{} claims are to be judged")),
    "reported": (
        _reported,
        _say("A reported post waits for your decision", "campaign-reports", "{} reports wait for your decision"),
    ),
    "reported-words": (
        _reported_words,
        _say("Reported words wait for your decision", "club-reports", "{} reports of words wait for your decision"),
    ),
    "man": (_men, _man),
    "asks": (_askers, _say("Somebody asks to be let in", "club-asked", "{} people ask to be let in")),
}
"""Each kind: where it is found, and what is said of it."""

"""What a person has flown: sides, men, victories, decorations, evenings, awards of their clubs.

It is of the time in which they had a seat on a side, and stays when they have none any more. Of the journal only lines
that everybody in a campaign may read are counted. A campaign is named to who may read it, to anybody if it has public
pages, and to the person; others are counted among the rest, and nothing of them is told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Exists, Min, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.models import NOBODY, SeenBy, ShownRecord
from accounts.selectors.tenures import Hands, Tenure, tenures
from campaigns.models import Campaign, Entry, Pilot, Seat
from campaigns.selectors.sides import side_titles
from campaigns.standing.careers import ACE_KILLS
from campaigns.standing.kinds import Decorated, Finished, Named, Ruling, SeatChanged
from campaigns.standing.lines import NewLine, saying
from campaigns.standing.result_kinds import Debriefed, Kill, Sortie
from clubs.models import Membership, Rsvp
from clubs.selectors.awards import AwardRow, awards_of
from clubs.selectors.clubs import VICTORIES, victories

SHOWN_MEN = 30
SHOWN_CAMPAIGNS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class FlownSide:
    """A side of a campaign on which somebody has, or had, a seat."""

    campaign: str
    pack: str
    side: str
    side_title: str
    role: str
    has_left: bool
    """They have no seat there any more."""
    flown: int
    """Missions that were debriefed while they sat there."""
    ahead: int
    """Those of them in which the side came out ahead."""
    grade: str
    """What the victory table calls how it ended for the side; empty while it runs, and if they left before."""
    url: str
    """Where the reader looks at it; empty for who may not read it. The address of its public pages is a secret, and not
    the person's to give away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlownMan:
    """One of the person's men, who has flown."""

    name: str
    side: str
    campaign: str
    sorties: int
    kills: Fraction
    decorations: tuple[str, ...]
    url: str
    """Of his own page, if the reader may read the campaign; else empty."""

    @property
    def is_ace(self) -> bool:
        return self.kills >= ACE_KILLS


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    name: str
    since: str
    sides: tuple[FlownSide, ...]
    men: tuple[FlownMan, ...]
    """Those with most victories first."""
    awards: tuple[AwardRow, ...]
    """Of their clubs, the newest first."""
    others: int
    """Campaigns that are not the reader's to know."""
    evenings: int
    """Past club nights to which they said that they would come."""

    @property
    def flown(self) -> int:
        return sum(each.flown for each in self.sides)

    @property
    def ahead(self) -> int:
        return sum(each.ahead for each in self.sides)

    @property
    def sorties(self) -> int:
        return sum(each.sorties for each in self.men)

    @property
    def kills(self) -> Fraction:
        return sum((each.kills for each in self.men), Fraction(0))

    @property
    def aces(self) -> int:
        return sum(each.is_ace for each in self.men)


def seen_by(user: User) -> str:
    """To whom somebody shows their record. One query."""
    found = ShownRecord.objects.filter(user=user).first()
    return found.seen_by if found is not None else NOBODY


def shown_person(pk: int, reader: User | AnonymousUser) -> User | None:
    """Somebody whose record the reader may see; ``None``: there is none for them, whether there is one or not."""
    found = User.objects.filter(pk=pk, is_active=True).select_related("shown_record").first()
    if found is None or found.pk == reader.pk:
        return found
    shown = ShownRecord.objects.filter(user=found).first()
    if shown is None:
        return None
    if shown.seen_by == SeenBy.EVERYONE:
        return found
    theirs = Membership.objects.filter(user=found).values("club")
    together = reader.pk is not None and Membership.objects.filter(user=reader.pk, club__in=theirs).exists()
    return found if together else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Flown:
    """A campaign in which the person has, or had, a seat on a side."""

    campaign: Campaign
    of_side: Mapping[str, Tenure]
    lines: Sequence[NewLine]
    first: Mapping[int | None, int]
    """By mission the number of the entry that debriefed it first; by ``None`` of the one that ended the campaign."""
    is_own: bool
    """The reader may read it."""


def record_of(user: User, reader: User | AnonymousUser) -> Record:
    """Eight queries, however much there is."""
    campaigns = {campaign.pk: campaign for campaign in _campaigns(user)}
    held = defaultdict[int, list[Seat]](list)
    for seat in Seat.objects.filter(user=user, campaign__in=list(campaigns)):
        held[seat.campaign_id].append(seat)
    men = list(_men_of(user, list(campaigns)))
    lines = _lines(user, list(campaigns), [man.pk for man in men])
    of_sides = {pk: of_side for pk in campaigns if (of_side := tenures(user.pk, held[pk], lines[pk]))}
    own = _own(of_sides, reader)
    first = _first(of_sides)
    known = [
        _Flown(campaign=campaigns[pk], of_side=of_side, lines=lines[pk], first=first[pk], is_own=pk in own)
        for pk, of_side in of_sides.items()
        if pk in own or campaigns[pk].public_key is not None or user.pk == reader.pk
    ]
    sides = (side for each in known for side in _sides(each))
    return Record(
        name=user.get_username(),
        since=f"{user.date_joined:%Y}",
        sides=tuple(side for side in sides if side.flown or not side.has_left)[:SHOWN_CAMPAIGNS],
        men=tuple(_men(user, men, known))[:SHOWN_MEN],
        awards=awards_of(user, reader),
        others=len(of_sides) - len(known),
        evenings=Rsvp.objects.filter(
            user=user, answer=Rsvp.Answer.YES, night__begins_at__lt=timezone.now(), night__cancelled_at=None
        ).count(),
    )


def _campaigns(user: User) -> QuerySet[Campaign]:
    """Those of which they have a seat, or of whose seats the journal names them, the newest first."""
    # Asked of each campaign, the journal answers by its index of kinds.
    said = Entry.objects.filter(
        Q(data__people__who=user.pk) | Q(data__people__whose=user.pk), campaign=OuterRef("pk"), kind=SeatChanged.kind
    )
    held = Seat.objects.filter(user=user).exclude(side="").order_by().values("campaign")
    return Campaign.objects.filter(Q(pk__in=held) | Exists(said)).select_related("pack").order_by("-created_at", "-pk")


def _men_of(user: User, campaigns: Collection[int]) -> QuerySet[Pilot]:
    """Those who are theirs, or were."""
    given = Entry.objects.filter(campaign__in=campaigns, kind=Named.kind, data__people__who=user.pk)
    theirs = Q(player=user) | Q(pk__in=given.order_by().values("pilot"))
    return Pilot.objects.filter(theirs, campaign__in=campaigns)


def _own(campaigns: Collection[int], reader: User | AnonymousUser) -> set[int]:
    """Those that the reader may read. One query."""
    found = Campaign.objects.for_user(reader.pk).filter(pk__in=campaigns) if reader.pk is not None else []
    return {campaign.pk for campaign in found}


def _lines(user: User, campaigns: Collection[int], men: Sequence[int]) -> Mapping[int, Sequence[NewLine]]:
    """By campaign the lines that are counted, or say what counts, in order. One query."""
    found: dict[int, list[NewLine]] = defaultdict(list)
    of_all = Q(kind__in=(Debriefed.kind, Finished.kind, *VICTORIES))
    of_men = Q(kind__in=(Sortie.kind, Decorated.kind, Named.kind), pilot__in=men)
    of_seats = Q(data__people__who=user.pk) | Q(data__people__whose=user.pk)
    wanted = of_all | of_men | Q(of_seats, kind=SeatChanged.kind)
    entries = Entry.objects.in_force().filter(wanted, campaign__in=campaigns).order_by("number")
    names = ("kind", "data", "side", "mission", "pilot_id", "moment", "number")
    for campaign, *line in entries.values_list("campaign_id", *names):
        found[campaign].append(NewLine(*line))
    return found


def _first(campaigns: Collection[int]) -> Mapping[int, Mapping[int | None, int]]:
    """By campaign, as ``_Flown.first`` has it. One query."""
    found = defaultdict[int, dict[int | None, int]](dict)
    # What takes one of them back comes after it.
    ends = Entry.objects.filter(campaign__in=campaigns, kind__in=(Debriefed.kind, Finished.kind))
    for campaign, mission, first in ends.order_by().values_list("campaign", "mission").annotate(Min("number")):
        found[campaign][mission] = first
    return found


def _sides(flown: _Flown) -> Iterator[FlownSide]:
    """The one on which they are, or were, the most first."""
    campaign = flown.campaign
    ended = next((said for _, said in saying(flown.lines, Finished)), None)
    debriefed = [(flown.first[line.mission], said.points.by_side) for line, said in saying(flown.lines, Debriefed)]
    for side, tenure in sorted(flown.of_side.items(), key=lambda each: -each[1].role):
        other = "axis" if side == "allied" else "allied"
        points = [of_side for number, of_side in debriefed if tenure.holds(number)]
        yield FlownSide(
            campaign=campaign.name,
            pack=campaign.pack.title,
            side=side,
            side_title=side_titles(campaign)[side],
            role=tenure.role.label,
            has_left=tenure.is_over,
            flown=len(points),
            ahead=sum(each[side] > each[other] for each in points),
            grade=ended.grade.by_side[side] if ended is not None and tenure.holds(flown.first[None]) else "",
            url=reverse("campaign", args=(campaign.pk,)) if flown.is_own else "",
        )


def _men(user: User, men: Sequence[Pilot], known: Sequence[_Flown]) -> list[FlownMan]:
    """Those who have flown while they were the person's: nobody knows of the others yet."""
    by_campaign = {flown.campaign.pk: flown for flown in known}
    found = [
        told
        for man in men
        if (flown := by_campaign.get(man.campaign_id)) is not None
        if (tenure := flown.of_side.get(man.side)) is not None
        if (told := _man(user, man, flown, tenure)).sorties
    ]
    return sorted(found, key=lambda each: (-each.kills, -each.sorties, each.name))


def _man(user: User, man: Pilot, flown: _Flown, tenure: Tenure) -> FlownMan:
    own = [line for line in flown.lines if line.pilot_id == man.pk]
    hands = Hands(own, man.player_id)

    def counts(number: int) -> bool:
        return tenure.holds(number) and hands.whose(number) == user.pk

    missions = {mission for mission, number in flown.first.items() if counts(number)}

    def is_counted(line: NewLine) -> bool:
        return counts(line.number) if line.mission is None else line.mission in missions

    campaign = flown.campaign
    return FlownMan(
        name=man.name,
        side=man.side,
        campaign=campaign.name,
        sorties=sum(line.kind == Sortie.kind and is_counted(line) for line in own),
        kills=victories(_about(man, filter(is_counted, flown.lines)), only_confirmed=campaign.only_confirmed).get(
            man.pk, Fraction(0)
        ),
        decorations=tuple(said.name for line, said in saying(own, Decorated) if is_counted(line)),
        url=reverse("campaign-pilot", args=(campaign.pk, man.pk)) if flown.is_own else "",
    )


def _about(man: Pilot, lines: Iterable[NewLine]) -> list[NewLine]:
    """The lines that say what he has shot down: his own, and whole claims of others of which he was given a share."""
    of_victories = [line for line in lines if line.kind in VICTORIES]
    shared = {said.kill for _, said in saying(of_victories, Ruling) if said.sharer == man.pk}
    own = [line for line in of_victories if line.pilot_id == man.pk]
    kills = shared | {line.number for line in own if line.kind == Kill.kind}
    others = [line for line in of_victories if line.number in kills or line.data.get("kill") in kills]
    return list({line.number: line for line in (*own, *others)}.values())

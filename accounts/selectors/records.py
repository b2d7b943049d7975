"""What a person has flown: sides, men, victories, decorations, evenings.

Of the journal only lines that everybody in a campaign may read are counted. A campaign is named to who may read it, and
to anybody if it has public pages; others are counted among the rest, and nothing of them is told.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from accounts.models import NOBODY, SeenBy, ShownRecord
from campaigns.models import Campaign, Entry, Pilot, Role, Seat
from campaigns.selectors.sides import side_titles
from campaigns.standing.careers import ACE_KILLS
from campaigns.standing.kinds import Debriefed, Decorated, Finished, Sortie
from campaigns.standing.lines import NewLine, saying
from clubs.models import Membership, Rsvp
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
    flown: int
    """Missions that have been debriefed."""
    ahead: int
    """Those of them in which the side came out ahead."""
    grade: str
    """What the victory table calls how it ended for the side; empty while it runs."""
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


def record_of(user: User, reader: User | AnonymousUser) -> Record:
    """Eight queries, however much there is."""
    seats = list(
        Seat.objects.filter(user=user)
        .exclude(side="")
        .exclude(campaign__status=Campaign.Status.ARRIVING)
        .select_related("campaign__pack")
        .order_by("-campaign__created_at", "-role")
    )
    men = list(
        Pilot.objects.filter(player=user)
        .exclude(campaign__status=Campaign.Status.ARRIVING)
        .select_related("campaign__pack")
    )
    campaigns = {seat.campaign_id: seat.campaign for seat in seats} | {man.campaign_id: man.campaign for man in men}
    own = _own(campaigns, reader)
    known = own | {pk for pk, campaign in campaigns.items() if campaign.public_key is not None}
    lines = _lines(known, [man.pk for man in men])
    sides = {(seat.campaign_id, seat.side): seat for seat in reversed(seats) if seat.campaign_id in known}
    return Record(
        name=user.get_username(),
        since=f"{user.date_joined:%Y}",
        sides=tuple(_side(seat, lines[seat.campaign_id], own) for seat in reversed(sides.values()))[:SHOWN_CAMPAIGNS],
        men=tuple(_men(men, known, own, lines))[:SHOWN_MEN],
        others=len(campaigns.keys() - known),
        evenings=Rsvp.objects.filter(
            user=user, answer=Rsvp.Answer.YES, night__begins_at__lt=timezone.now(), night__cancelled_at=None
        ).count(),
    )


def _own(campaigns: Iterable[int], reader: User | AnonymousUser) -> set[int]:
    """Those that the reader may read. One query."""
    found = Campaign.arriving_too.for_user(reader.pk).filter(pk__in=campaigns)
    return set(found.values_list("pk", flat=True))


def _lines(campaigns: Iterable[int], men: Sequence[int]) -> Mapping[int, Sequence[NewLine]]:
    """By campaign the lines that are counted. One query."""
    found: dict[int, list[NewLine]] = defaultdict(list)
    of_all = Q(kind__in=(Debriefed.kind, Finished.kind, *VICTORIES))
    of_men = Q(kind__in=(Sortie.kind, Decorated.kind), pilot__in=men)
    entries = Entry.objects.in_force().filter(of_all | of_men, campaign__in=list(campaigns)).order_by("number")
    names = ("kind", "data", "side", "mission", "pilot_id", "moment", "number")
    for campaign, *line in entries.values_list("campaign_id", *names):
        found[campaign].append(NewLine(*line))
    return found


def _side(seat: Seat, lines: Sequence[NewLine], own: set[int]) -> FlownSide:
    """``own``: the campaigns that the reader may read."""
    other = "axis" if seat.side == "allied" else "allied"
    points = [said.points.by_side for _, said in saying(lines, Debriefed)]
    ended = next((said for _, said in saying(lines, Finished)), None)
    return FlownSide(
        campaign=seat.campaign.name,
        pack=seat.campaign.pack.title,
        side=seat.side,
        side_title=side_titles(seat.campaign)[seat.side],
        role=Role(seat.role).label,
        flown=len(points),
        ahead=sum(each[seat.side] > each[other] for each in points),
        grade=ended.grade.by_side[seat.side] if ended is not None else "",
        url=reverse("campaign", args=(seat.campaign_id,)) if seat.campaign_id in own else "",
    )


def _men(
    men: Sequence[Pilot], known: set[int], own: set[int], lines: Mapping[int, Sequence[NewLine]]
) -> list[FlownMan]:
    """Those who have flown: nobody knows of the others yet."""
    sorties = Counter(
        line.pilot_id for own in lines.values() for line in own if line.kind == Sortie.kind and line.pilot_id
    )
    kills: dict[int, Fraction] = {}
    awards: dict[int, list[str]] = defaultdict(list)
    campaigns = {man.campaign_id: man.campaign for man in men if man.campaign_id in known}
    for pk, campaign in campaigns.items():
        kills |= victories(lines[pk], only_confirmed=campaign.only_confirmed)
        for line, said in saying(lines[pk], Decorated):
            if line.pilot_id is not None:
                awards[line.pilot_id].append(said.name)
    found = [
        FlownMan(
            name=man.name,
            side=man.side,
            campaign=man.campaign.name,
            sorties=sorties[man.pk],
            kills=kills.get(man.pk, Fraction(0)),
            decorations=tuple(awards[man.pk]),
            url=reverse("campaign-pilot", args=(man.campaign_id, man.pk)) if man.campaign_id in own else "",
        )
        for man in men
        if man.campaign_id in known and sorties[man.pk]
    ]
    return sorted(found, key=lambda each: (-each.kills, -each.sorties, each.name))

"""A campaign as the API tells it: how it stands, its men, its squadrons, its journal."""

from __future__ import annotations

from collections.abc import Mapping

from api.documents.common import BySide, Document, Paged


class CampaignItem(Document):
    """A campaign in a list."""

    id: int
    name: str
    pack: str
    """What is played: the title of its pack."""
    system: str
    """Of which game: `wildblue`, `wwi`, `sabin`, `angels`."""
    sides: Mapping[str, str]
    """What each side is called."""
    is_finished: bool
    points: BySide | None
    """Victory Points; `null` where events of the pack give some: then only the campaign itself counts them."""
    grades: Mapping[str, str]
    """By side what the victory table calls how it ended; empty while it runs."""
    missions_flown: int
    missions_in_all: int
    period: int
    """The one that is running; 0 before the first, and in campaigns without periods."""
    periods: int
    url: str
    """Its page, for people."""
    href: str
    """Its document."""


class Campaigns(Paged):
    """The campaigns that the person may read, the newest first."""

    items: tuple[CampaignItem, ...]


class Grade(Document):
    """A row of the victory table."""

    label: str
    """Of a campaign with a track the spaces that it stands for; else empty."""
    low: int | None
    """The least margin (Allied less Axis points); `null` has no end."""
    high: int | None
    titles: Mapping[str, str]
    """What each side calls it."""
    is_current: bool


class Losses(Document):
    """What became of one type of aircraft."""

    side: str
    aircraft: str
    sorties: int
    damaged: int
    destroyed: int


class Ace(Document):
    """A man with victories."""

    id: int
    name: str
    side: str
    victories: float
    is_ace: bool
    flew: tuple[str, ...]
    """Types, that of most of his victories first."""


class Waiting(Document):
    """What the campaign waits for, as everybody may know."""

    sentence: str
    is_mine: bool
    """It waits for the person whose token it is; never of a token without `sides`."""
    sides: tuple[str, ...]
    """Whose commanders it waits for."""
    due: str
    """Until when in words, by the campaign's clock; empty without a deadline."""
    due_at: str | None
    """The same, ISO 8601 in UTC; `null` without a deadline."""


class Campaign(Document):
    """A campaign and its standings."""

    id: int
    name: str
    pack: str
    system: str
    sides: Mapping[str, str]
    commanders: Mapping[str, str]
    """Who commands each side."""
    club: int | None
    """Its club, if the person is a member."""
    time_zone: str
    is_finished: bool
    waits_for: Waiting | None
    """`null` once it is over."""
    points: BySide
    margin: int
    """Allied less Axis points."""
    missions_flown: int
    missions_in_all: int
    grades: tuple[Grade, ...]
    """The victory table, from the Allies' best to the Axis's."""
    aces: tuple[Ace, ...]
    """The ten best."""
    losses: tuple[Losses, ...]
    url: str


class Man(Document):
    """A man of the roster."""

    id: int
    name: str
    side: str
    squadron: str
    """Its title; empty where there are no squadrons."""
    rank: str
    state: str
    """`fit`, `wounded until mission 7`, `missing` …"""
    missions: int
    victories: float
    strikes: int
    """Missions on which he hit the target."""
    is_ace: bool
    skills: tuple[str, ...]
    """Their codes."""
    player: str
    """Whose man he is; empty: nobody's."""


class Roster(Paged):
    """The men whom the person may know: of the other side those who have flown. The best first, side by side."""

    items: tuple[Man, ...]


class Squadron(Document):
    """A squadron at a glance."""

    key: str
    side: str
    title: str
    aircraft: str
    base: str
    status: str
    """`present`, `away`, `withdrawn`, `grounded`."""
    serviceable: int
    repair: int
    lost: int
    fit: int
    unfit: int
    gone: int
    sorties: int
    victories: float


class Squadrons(Paged):
    """The squadrons of the sides into whose hangars the person may look."""

    items: tuple[Squadron, ...]
    hidden: tuple[str, ...]
    """Sides whose squadrons are not told: what they have is their own business until the campaign is over."""


class JournalLine(Document):
    """A sentence of the journal."""

    number: int
    """As this reader counts."""
    kind: str
    side: str
    mission: int | None
    sentence: str
    is_taken_back: bool


class Batch(Document):
    """What one act wrote."""

    at: str
    by: str
    lines: tuple[JournalLine, ...]


class Journal(Paged):
    """What was done, the newest first."""

    items: tuple[Batch, ...]

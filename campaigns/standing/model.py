"""The standing of a campaign: pools, men, stocks, the track, and what does not fit."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from campaigns.packs.definition import PackDefinition
from campaigns.packs.schema import SIDES, Grade, WeatherLine
from campaigns.standing.kinds import DrawnCard
from campaigns.standing.recruits import Man
from engine.core import campaigns as system

Stocks = Mapping[str, Mapping[str, int]]
"""By side and name what there is of each stock."""
AircraftStatus = Literal["serviceable", "repair", "lost", "withdrawn"]
ManStatus = Literal["fit", "wounded", "leave", "evading", "missing", "captured", "killed", "away"]
RESTING: Final = ("wounded", "leave", "evading")
"""Of who is back for a Mission to come."""


class JournalFact(NamedTuple):
    """One thing in the life of an aircraft, a man, a squadron or the campaign."""

    moment: int
    mission: int | None
    what: str
    """``delivered``, ``sortie``, ``damaged``, ``repaired``, ``lost``, ``kill``, ``wounded``, ``skill``, ``event`` …"""
    text: str
    """A sentence without a full stop; plain text, to be escaped where it is shown."""
    entry: int = 0
    """Number of the journal entry that says so; 0 if it follows from the pack."""


@dataclass(slots=True)
class Airframe:
    """One aircraft of the pool, with its own history."""

    code: str
    side: str
    aircraft: str
    squadron: str
    status: AircraftStatus = "serviceable"
    back: int = 0
    """Under repair until this period begins (campaigns of periods), or until this Mission is drawn (the others)."""
    sorties: int = 0
    kills: Fraction = Fraction(0)
    life: list[JournalFact] = field(default_factory=list)


@dataclass(slots=True)
class TypeFlown:
    """What became of one type of aircraft, in all."""

    sorties: int = 0
    damaged: int = 0
    destroyed: int = 0


@dataclass(slots=True)
class Airman:
    """A man or a crew, and what he has come to."""

    man: Man
    first_name: str = ""
    """What he was called as the campaign began, if he has another name now: what chance brings him goes by it."""
    squadron: str = ""
    status: ManStatus = "fit"
    back: int = 0
    """The first Mission that he may fly again, wounded, on leave or on his way home."""
    sought: bool = False
    """He is missing, and the next debrief searches for him. [SUP 19.5]"""
    is_green: bool = False
    skills: tuple[str, ...] = ()
    """Those he began with and those he has learned."""
    experience: Fraction = Fraction(0)
    skills_due: int = 0
    """Skills that he has earned and nobody has chosen yet. [SUP 19.5]"""
    rank: str = ""
    """What his record has made of him by the latest debrief, where the system of the pack has a word for it."""
    missions: int = 0
    claimed: int = 0
    """Enemy aircraft that he reported destroyed."""
    kills: Fraction = Fraction(0)
    """Those confirmed, shared ones by his share, and those on which nobody has ruled. The rules go by them."""
    confirmed: Fraction = Fraction(0)
    """Those that somebody has confirmed or shared, by his share, and those of a record on paper."""
    damaged: int = 0
    """Enemy aircraft that he Damaged."""
    home_damaged: int = 0
    shot_down: int = 0
    by_flak: int = 0
    strikes: int = 0
    decorations: tuple[str, ...] = ()
    picture: str = ""
    """Digest of the portrait that somebody has uploaded; empty: his is drawn."""
    life: list[JournalFact] = field(default_factory=list)

    @property
    def pk(self) -> int:
        return self.man.pk

    @property
    def name(self) -> str:
        return self.man.name

    @property
    def side(self) -> str:
        return self.man.side

    @property
    def player_id(self) -> int | None:
        """Key of the account of the player whose man he is."""
        return self.man.player_id

    @property
    def record(self) -> system.Man:
        """What his game is told of him; who is of a squadron flies its aircraft, whatever their nation."""
        nation, service = ("", "") if self.squadron else (self.man.nation, self.man.service)
        return system.Man(
            self.name, self.missions, self.kills, self.experience, self.is_green, tuple(self.skills), nation, service
        )

    @property
    def is_lost(self) -> bool:
        """He does not come back: killed, captured, or missing for good."""
        return self.status in ("killed", "captured", "missing")

    @property
    def has_left(self) -> bool:
        """He was here and was posted away; who is ``away`` otherwise has yet to join."""
        return self.status == "away" and any(fact.what == "left" for fact in self.life)

    @property
    def state_word(self) -> str:
        """His status, or ``posted``."""
        return "posted" if self.has_left else self.status


@dataclass(slots=True)
class Squadron:
    """A squadron and where it stands; its aircraft and men know that they belong to it."""

    key: str
    side: str
    title: str
    code: str
    nation: str
    service: str
    aircraft: str
    """The type that it flies now."""
    base: str = ""
    ship: str = ""
    status: Literal["present", "away", "withdrawn", "grounded"] = "present"
    """``grounded``: its carrier cannot launch. [SUP 26]"""
    names_men: bool = False
    """Men have joined it who are known by name: nobody else flies its aircraft."""
    life: list[JournalFact] = field(default_factory=list)


@dataclass(slots=True)
class Period:
    """A period that has begun. [SUP 27]"""

    number: int
    stage: str
    first: datetime.date
    last: datetime.date
    weather: WeatherLine | None = None
    card: DrawnCard | None = None
    """The weather card."""
    missions: int = 0
    """Missions to be flown in it."""
    flown: list[int] = field(default_factory=list)
    """Numbers of those debriefed."""
    caps: dict[str, int | None] = field(default_factory=lambda: dict.fromkeys(SIDES, None))
    """Units a side may fly in a Mission; ``None``: as many as it has."""

    @property
    def is_over(self) -> bool:
        """All its Missions have been flown."""
        return len(self.flown) >= self.missions


@dataclass(slots=True)
class MissionStanding:
    """A Mission that has been drawn, as the journal knows it."""

    number: int
    key: str = ""
    title: str = ""
    place: str = ""
    date: str = ""
    stage: str = ""
    """Title of its stage."""
    period: int = 0
    """0 in campaigns without periods."""
    operation: str = ""
    """When the operation began that counts as it, which tells it from all others; empty of any other. [SUP 25]"""
    is_debriefed: bool = False
    is_void: bool = False
    points: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    lost: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    """By side, aircraft destroyed."""
    marker: int | None = None
    """Where the progress marker stood after it."""

    @property
    def counts(self) -> bool:
        """It has been debriefed and is not void."""
        return self.is_debriefed and not self.is_void


@dataclass(frozen=True, slots=True)
class Conflict:
    """Something in the journal that does not fit with what comes before it, after a correction."""

    key: str
    """Stable: ``airframe:UZ-A:3``; a ``resolved`` line names it."""
    mission: int | None
    side: str
    sentence: str
    """What does not fit and what may be done."""
    resolved: str = ""
    """How it was resolved; empty while it is open."""

    @property
    def what(self) -> str:
        """What does not fit, without what may be done."""
        return self.sentence.partition(". Accept it")[0]


@dataclass(slots=True)
class Standing:
    """All of it. Made by ``fold`` and read-only from then on."""

    pack: PackDefinition
    moment: int = 1
    points: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    points_after: dict[int, dict[str, int]] = field(default_factory=dict)
    """Points after each Mission and what it brought, by its number; 0: before the first."""
    missions: dict[int, MissionStanding] = field(default_factory=dict)
    periods: list[Period] = field(default_factory=list)
    squadrons: dict[str, Squadron] = field(default_factory=dict)
    airframes: dict[str, Airframe] = field(default_factory=dict)
    """By code; a code is one side's."""
    airmen: dict[int, Airman] = field(default_factory=dict)
    """By the key of the man."""
    stocks: dict[str, dict[str, int]] = field(default_factory=lambda: {side: {} for side in SIDES})
    stocks_before: dict[int, Stocks] = field(default_factory=dict)
    """What the stocks were before each moment."""
    stocks_around: list[tuple[Stocks, Stocks]] = field(default_factory=list)
    """For each period what was there before it was opened, and when it had begun."""
    flown_by_type: dict[tuple[str, str], TypeFlown] = field(default_factory=dict)
    """By side and slug."""
    downed_by_type: dict[tuple[str, str], int] = field(default_factory=dict)
    """Enemy aircraft shot down, by the victor's side and their slug; one that is shared counts once."""
    marker: int | None = None
    """Where the progress marker stands, from 1; 0 or one past the last: it has left the track."""
    events: dict[str, int] = field(default_factory=dict)
    """Events that have happened, with their moment."""
    resources: dict[str, dict[str, int]] = field(default_factory=lambda: {side: {} for side in SIDES})
    """By side, the Resources used and in which Mission."""
    spent: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    """Points of an operation spent on Resources. [SUP 25]"""
    ships: dict[str, str] = field(default_factory=dict)
    """The level that each ship has come to: ``Deck out``, ``Sunk``. [SUP 26]"""
    badges: dict[tuple[str, str], str] = field(default_factory=dict)
    """By side and squadron the digest of the badge that somebody has uploaded; empty, or none: it is drawn."""
    rules: list[str] = field(default_factory=list)
    """House rules in force, in words."""
    conflicts: list[Conflict] = field(default_factory=list)
    only_confirmed: bool = False
    """The victories of its men are those that have been confirmed (``victories.counted``): no rule reads it."""
    life: list[JournalFact] = field(default_factory=list)
    """What happened to the campaign as a whole: periods, weather, events, the marker."""

    @property
    def period(self) -> Period | None:
        """The period that is running."""
        return self.periods[-1] if self.periods else None

    def mission(self, number: int) -> MissionStanding:
        """What it knows of a Mission, which is written into it with the first line that names it."""
        known = self.missions.get(number)
        if known is None:
            known = self.missions[number] = MissionStanding(number)
        return known

    @property
    def flown(self) -> int:
        """Missions that count: debriefed and not void."""
        return sum(mission.counts for mission in self.missions.values())

    @property
    def open_conflicts(self) -> list[Conflict]:
        return [conflict for conflict in self.conflicts if not conflict.resolved]

    @property
    def is_over(self) -> bool:
        """Nothing is left to fly, or the marker has left the track. [SUP 27 step 9]"""
        if self.is_off_track:
            return True
        if not self.pack.has_periods:
            return self.flown >= self.pack.missions_in_all
        period = self.period
        return period is not None and period.number >= self.pack.periods_in_all and period.is_over

    @property
    def is_off_track(self) -> bool:
        """The progress marker has left the track."""
        progress = self.pack.progress
        return progress is not None and self.marker is not None and not 0 < self.marker <= len(progress.spaces)

    @property
    def score(self) -> int:
        """What the victory table is read with: the space that the marker has come to, or the margin of points.

        Both as the side sees them by whose success the table goes; in a solitaire campaign it is the Allied one.
        """
        pack, progress = self.pack, self.pack.progress
        if progress is not None and self.marker is not None:
            return self.marker if pack.victory.side == progress.toward else len(progress.spaces) + 1 - self.marker
        margin = self.points["allied"] - self.points["axis"]
        return -margin if pack.victory.side == "axis" and pack.kind != "solitaire" else margin

    @property
    def grade(self) -> Grade:
        """The row of the victory table that it has come to by now. [WBY-C 24.3 D, SUP 25, 27 step 9, 28]"""
        score = self.score
        return next(grade for grade in self.pack.victory.grades if grade.least is None or score >= grade.least)

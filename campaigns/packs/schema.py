"""The shape of a pack file. ``docs/reference/packs.md`` explains it by example.

Every table may carry ``provenance`` (where its figures come from) and ``fixed``: the single facts in it
that a source gives, each with that source.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal, Self, TypeAlias, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, Strict

from config.common.vocabulary import CLASSES
from engine.core.game import Document

T = TypeVar("T")
K = TypeVar("K")
Row: TypeAlias = Annotated[tuple[T, ...], Strict(False), Field(max_length=120)]
"""A TOML array of no more entries than checks and pages can bear; its elements stay strict."""
Table: TypeAlias = Annotated[Mapping[K, T], AfterValidator(MappingProxyType)]
"""A TOML table with keys of the pack's own. Nobody changes it once it is read: a definition is shared by all."""

STRAIGHT = re.compile(r"(?<=[^\W_])'(?=[^\W\d_])|(?<=s)'(?= )")


def typeset(text: str) -> str:
    """A text as it is shown: with true apostrophes, whatever the keyboard of its author had."""
    return STRAIGHT.sub("’", text)


Text: TypeAlias = Annotated[str, Field(pattern=r"\S", max_length=4000), AfterValidator(typeset)]
Title: TypeAlias = Annotated[str, Field(pattern=r"\S", max_length=120), AfterValidator(typeset)]
Name: TypeAlias = Annotated[str, Field(pattern=r"\S", max_length=80)]
"""A person's."""
Date: TypeAlias = Annotated[datetime.date, Field(ge=datetime.date(1900, 1, 1), le=datetime.date(1999, 12, 31))]
Month: TypeAlias = Annotated[str, Field(pattern=r"^19[0-9]{2}-(0[1-9]|1[0-2])$")]
"""A year and a month."""
VictoryPoints: TypeAlias = Annotated[int, Field(ge=0, le=99)]
Prose: TypeAlias = Annotated[Text, AfterValidator(lambda text: " ".join(text.split()))]
"""Sentences; the file may break them into lines as it likes."""
SLUG = r"^[a-z0-9]+(-[a-z0-9]+)*$"
Slug: TypeAlias = Annotated[str, Field(pattern=SLUG, max_length=60)]
CardName: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*(_[0-9a-f]{12})?$", max_length=60)]
"""The slug of an aircraft; of one of the pack's own as the whole house knows it, with its mark."""
Side: TypeAlias = Literal["allied", "axis"]
Provenance: TypeAlias = Literal["rulebook", "public", "supplement", "own"]
Kind: TypeAlias = Literal["land", "progressive", "operation", "solitaire", "dogfights"]
Role: TypeAlias = Literal["striker", "escort", "interceptor", "fighter", "patrol"]
MissionType: TypeAlias = Literal[
    "strike", "air-combat", "intercept", "air-drop", "air-transport", "mine-laying", "reconnaissance", "flying-bombs"
]
Belt: TypeAlias = Literal["sea", "guns", "land"]
"""Where a patrol waits for flying bombs. [SUP 28]"""
Load: TypeAlias = Literal[
    "bombs", "torpedoes", "mines", "cargo", "air-rockets", "ground-rockets", "drop-tanks", "gun-pods-20", "gun-pods-30"
]
Mode: TypeAlias = Literal["saturation", "level", "torpedo"]
"""How a Formation bombs. [WBY 17.3.4]"""
Phase: TypeAlias = Literal["target-bound", "home-bound"]
Latitude: TypeAlias = Annotated[float, Field(ge=-85, le=85, allow_inf_nan=False)]
Longitude: TypeAlias = Annotated[float, Field(ge=-180, le=180, allow_inf_nan=False)]
At: TypeAlias = Annotated[tuple[Latitude, Longitude], Strict(False)]
"""Where something lies: degrees north and degrees east; south and west are less than 0."""
Altitude: TypeAlias = Literal["very-low", "low", "medium", "high", "very-high"]
Colour: TypeAlias = Literal["red", "white", "blue"]
EffectName: TypeAlias = Literal[
    "element", "section", "formation", "named-pilot", "skilled-pilot", "experienced-crew", "loads", "over-target",
    "blitzkrieg", "small-arms", "flak-guns", "clouds-over-target", "deceptive-course", "early-warning",
    "late-arrival", "fighter-sweep", "pathfinder", "night",
]  # fmt: skip


def _listed(value: object) -> object:
    return value if isinstance(value, list | tuple) else (value,)


def _frozen(value: Any) -> Any:
    """TOML values that nobody can change."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: _frozen(each) for key, each in value.items()})
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def _plain(value: Any) -> Any:
    """Frozen TOML values as tables and lists of one's own."""
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return list(map(_plain, value)) if isinstance(value, tuple) else value


Alternatives: TypeAlias = Annotated[Row[T], BeforeValidator(_listed)]
"""One value, which is set, or a list from which the commander chooses."""
GameTurns: TypeAlias = Annotated[Alternatives[Annotated[int, Field(ge=1, le=20)]], Field(min_length=1)]
UnitSizes: TypeAlias = Annotated[Alternatives[Annotated[int, Field(ge=1, le=18)]], Field(min_length=1)]

SIDES: tuple[Side, Side] = ("allied", "axis")
CARD_GROUPS: Mapping[str, tuple[str, ...]] = {
    "ims-1b": ("ims-1b1h", "ims-1b2h", "ims-1b-cockpit"),
    "ims-2b": ("ims-2b2h", "ims-2b3h", "ims-2b-engine", "ims-2b-fuel"),
    "ims-3b": ("ims-3b3h",),
    "oots": ("oots-1b2h", "oots-2b3h", "oots-3b4h"),
}
"""Names for all the firing cards of one kind; every other card goes by its own slug."""
UNIT_EFFECTS = ("element", "section", "formation", "fighter-sweep", "late-arrival")
"""Resource effects that bring a unit, and so name its aircraft."""
STRIKER_EFFECTS = ("experienced-crew", "blitzkrieg", "deceptive-course", "pathfinder")
"""Resource effects that only the striking side can use."""
DEFENDER_EFFECTS = ("small-arms", "flak-guns", "clouds-over-target", "early-warning")
"""Resource effects that only the side of the Mission Target can use."""
GROUND_LOADS = ("bombs", "torpedoes", "mines", "cargo", "ground-rockets")
"""Loads for the target of a Mission, and so for the striking side alone."""


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True)

    def but(self, **changed: object) -> Self:
        """The same with what is ``changed``. ``TypeError``: it has no such key."""
        if odd := changed.keys() - type(self).model_fields.keys():
            raise TypeError(f"{type(self).__name__} has no {odd}")
        return self.model_copy(update=changed)


class Sourced(Model):
    provenance: Provenance = "own"
    fixed: Table[str, Text] = Field(default={}, validate_default=True)


class Note(Model):
    """A passage of history."""

    title: Title
    text: Prose


ServiceName: TypeAlias = Annotated[str, Field(pattern=r"\S", max_length=40)]


class ManCard(Model):
    """Somebody whom a list of names has; ``skills`` only of those whom a draw or a Resource brings."""

    name: Name
    skills: Annotated[Row[Annotated[str, Field(max_length=40)]], Field(max_length=4)] = ()
    woman: bool = False


class MenCard(Model):
    """The names of a nation, by service; of a service that it lists they stand in place of the house's."""

    services: Table[ServiceName, Annotated[Row[ManCard], Field(min_length=1)]] = Field(min_length=1, max_length=12)


class CarriedCards(Model):
    """The cards that a pack carries, as ``cards`` has read them."""

    aircraft: Table[Slug, Annotated[Mapping[str, Any], AfterValidator(_frozen)]] = Field(
        default={}, validate_default=True
    )

    targets: Table[Slug, Annotated[Mapping[str, Any], AfterValidator(_frozen)]] = Field(
        default={}, validate_default=True
    )

    nations: Table[Slug, Annotated[Mapping[str, Any], AfterValidator(_frozen)]] = Field(
        default={}, validate_default=True
    )
    men: Table[CardName, MenCard] = Field(default={}, validate_default=True, max_length=12)

    @property
    def tables(self) -> tuple[Document, ...]:
        """All of them as plain tables with their slugs."""
        carried = (*self.aircraft.values(), *self.targets.values(), *self.nations.values())
        return tuple(map(_plain, carried))


class SideDefinition(Model):
    title: Title
    pilots: Table[CardName, Annotated[int, Field(ge=0, le=40)]] = Field(min_length=1, max_length=12)
    """The side's nations, and how many named pilots of each it begins with; 0 where they come with squadrons."""
    services: Row[Text] = Field(min_length=1, max_length=12)
    brief: Prose

    @property
    def nations(self) -> tuple[str, ...]:
        return tuple(self.pilots)


class UnitLine(Model):
    """One or more units that a Mission gives a side."""

    side: Side
    role: Role
    aircraft: Row[CardName] = Field(min_length=1)
    """The types its commander may choose from, for each unit; of a Formation for each aircraft, if they may mix."""
    count: int = Field(default=1, ge=1, le=8)
    wingman: Literal["always", "optional", "never"] = "always"
    section: bool = False
    """The Elements are Sections of three. [WBY 17.6]"""
    size: UnitSizes = (2,)
    """Aircraft of a Formation, or of any unit of another system; of no meaning for Elements."""
    load: Alternatives[Load] = ()
    altitudes: Row[Altitude] = ()
    """The starting Altitudes he may choose; empty: any the aircraft can. One: it is set."""
    mode: Mode | None = None
    """How a Formation bombs; left out: its commander chooses from what the aircraft can."""
    arrives: GameTurns = (1,)
    """The Game-Turn on which each unit arrives. [WBY 19.2.8]"""
    phase: Phase | None = None
    """The only phase in which it flies. [WBY 23.1.1]"""
    over_target: bool = False
    """Its Fighters may go Over Target although they strike nothing. [WBY 23.2.1]"""
    belt: Belt | None = None
    """Of a patrol against flying bombs. [SUP 28]"""


class TargetLine(Model):
    """The Mission Target and what this Mission changes of its card."""

    slug: CardName
    card: Text | None = None
    """The printed game's Target card, where known."""
    area_flak: int | None = Field(default=None, ge=0, le=6)
    target_flak: int | None = Field(default=None, ge=0, le=8)
    ship: Slug | None = None
    """The ship that it is, if what becomes of her matters later. [SUP 26]"""


class Base(Model):
    """Base durations, before the slowest striker's speed is taken off each. [WBY 23.1.1]"""

    target_bound: int = Field(ge=1, le=20)
    home_bound: int = Field(ge=1, le=20)


class MissionDefinition(Sourced):
    """One line of a Mission Target Matrix, or one match-up of a dogfight location."""

    number: int = Field(ge=1, le=999)
    title: Title
    type: MissionType
    place: Title
    at: At | None = None
    """Where it is fought or, with a target, where that lies."""
    start: Table[Side, At] = Field(default={}, validate_default=True)
    """Where each side comes from, if no squadrons of the pack say so."""
    unplaced: Title | None = None
    """Why the map does not show it."""
    striker: Side | None = None
    target: TargetLine | None = None
    base: Base | None = None
    turns: int = Field(default=6, ge=1, le=20)
    """Game-Turns of a Mission without phases."""
    over: Literal["allied", "axis", "water"] | None = None
    """Whose ground lies below, or water, for the fate of who is shot down. Left out: the defender's. [SUP 19.5]"""
    night: bool = False
    week: int | None = Field(default=None, ge=1, le=5)
    """Of flying bombs: which week of the solitaire campaign it is. [SUP 28]"""
    units: Row[UnitLine] = Field(min_length=1, max_length=16)
    setup: Annotated[Mapping[str, Any], AfterValidator(_frozen)] = Field(default={}, validate_default=True)
    """What the system of the pack wants to know of the mission, in its own words; Wild Blue Yonder has none."""
    special: Row[Prose] = ()
    """Special rules, each a sentence."""
    note: Prose

    @property
    def setup_document(self) -> Document:
        """``setup`` for its system, as plain tables and lists."""
        return {key: _plain(value) for key, value in self.setup.items()}

    def duration(self, slowest: int) -> tuple[int, int, int]:
        """Target-Bound, Over-Target and Home-Bound Turns for strikers of this speed. [WBY 23.1.1]"""
        if self.base is None:
            return 0, self.turns, 0
        return max(1, self.base.target_bound - slowest), 1, max(1, self.base.home_bound - slowest)


def faces_of(names: tuple[str, ...]) -> tuple[str, ...]:
    """Card slugs, groups spelled out."""
    return tuple(card for name in names for card in CARD_GROUPS.get(name, (name,)))


class TableLine(Model):
    """The cards that draw one Mission of a stage; in an operation the Missions stand in the order they are flown in."""

    cards: Row[Text] = ()
    mission: Slug
    date: datetime.date | None = None
    """Left out in campaigns of periods: a day of the period that it is drawn in."""


class MatchUp(Sourced):
    title: Title
    units: Row[UnitLine] = Field(min_length=2, max_length=16)
    note: Prose | None = None


class Location(Model):
    """A place of dogfights: drawn by card number; a second card's colour draws its match-up."""

    key: Annotated[str, Field(pattern=SLUG, max_length=50)]
    numbers: Annotated[tuple[int, int], Strict(False)]
    """First and last card number, both included."""
    place: Title
    at: At | None = None
    date: datetime.date
    note: Prose
    red: MatchUp
    white: MatchUp
    blue: MatchUp

    def match_up(self, colour: Colour) -> MatchUp:
        return {"red": self.red, "white": self.white, "blue": self.blue}[colour]


class WeatherLine(Sourced):
    """What one weather card of a stage brings. [SUP 27 step 1]"""

    cards: Row[Text] = Field(min_length=1)
    title: Title
    text: Prose | None = None
    cap: int | None = Field(default=None, ge=0, le=8)
    """Units that each side may fly in a Mission; left out: as many as the Mission has; 0: nobody flies."""
    missions: int | None = Field(default=None, ge=0, le=9)
    """Missions flown in the period, if fewer than usual."""
    clouds_over_target: bool = False
    """Bombs draw a card less all period, torpedoes do not. [SUP 24.6]"""


class Stage(Sourced):
    """Part of a campaign with its own Mission table or, of dogfights, its own locations."""

    key: Slug
    title: Title
    first: Date
    last: Date
    missions: int = Field(ge=1, le=20)
    """How many are flown in it; in a campaign of periods, in each of them."""
    periods: int = Field(default=1, ge=1, le=52)
    """Of a campaign of periods: how many the stage lasts. [SUP 27]"""
    chosen_by: Side | None = None
    """This side chooses each Mission from the table; left out: a card draws it. [SUP 27 step 3]"""
    weather: Row[WeatherLine] = ()
    """What the weather card of each period brings; empty: the weather does not matter."""
    table: Row[TableLine] = ()
    locations: Row[Location] = ()
    note: Prose


class Effect(Model):
    """One thing a Resource gives, in the words of SUP 24.6."""

    effect: EffectName
    aircraft: Row[CardName] = ()
    count: int = Field(default=1, ge=1, le=3)
    """Units, or Flak Guns."""
    size: UnitSizes = (2,)
    """Aircraft of a Formation that it brings."""
    load: Load | None = None
    """What ``loads`` allows, or what the unit that it brings carries."""
    arrives: GameTurns = (1,)
    phase: Phase | None = None
    pilot: Name | None = None
    skills: Row[Text] = ()


class Resource(Sourced):
    side: Side
    title: Title
    text: Prose
    gives: Row[Effect] = Field(min_length=1, max_length=8)
    missions: Row[Slug] = ()
    """Missions that allow it; empty: all. [WBY 24.6.2]"""
    cost: int = Field(default=0, ge=0, le=20)
    """What it costs of an operation's points. [SUP 25]"""
    event: Slug | None = None
    """It may be used only once this event has happened."""

    def helps_in(self, mission: MissionDefinition) -> bool:
        """Whether anything that it gives has an effect in this Mission."""
        return any(helps(effect, self.side, mission) for effect in self.gives)


def helps(effect: Effect, side: Side, mission: MissionDefinition) -> bool:
    """Whether an effect means anything to this side in a Mission. [SUP 24.6]"""
    if effect.effect == "loads":
        return mission.striker is not None and (effect.load not in GROUND_LOADS or mission.striker == side)
    if effect.effect == "over-target":
        return mission.target is not None
    if effect.effect == "night":
        return not mission.night
    if effect.effect == "early-warning":
        return any(line.side == side and line.arrives != (1,) for line in mission.units)
    if effect.effect == "deceptive-course":
        return mission.striker == side and mission.base is not None
    if effect.effect in STRIKER_EFFECTS:
        return mission.striker == side and mission.target is not None
    if effect.effect in DEFENDER_EFFECTS:
        return mission.striker not in (side, None) and mission.target is not None
    return True


class Points(Model):
    """VPs for one class of aircraft."""

    destroyed: VictoryPoints
    damaged: VictoryPoints
    home: VictoryPoints = 0
    """To its owner, for each that went Over Target and came home Undamaged."""


class BombPoints(Model):
    """VPs for flying bombs. [SUP 28]"""

    destroyed: VictoryPoints
    through: VictoryPoints
    """What each that gets through costs the Allied side."""
    closest: int | None = Field(default=None, ge=0, le=9)
    """Bursts gained by Maneuvers from which on the blast of one may reach who shoots it down; else the supplement's."""
    blast: int | None = Field(default=None, ge=0, le=9)
    """Hits of the blast beside those that are printed on the card; else the supplement's."""


class Scoring(Sourced):
    """VPs by event. [WBY-D 4.9.3, WBY-C 24.7]"""

    fighter: Points
    """In a solitaire campaign, ``destroyed`` is what each that is lost costs the Allied side. [SUP 28]"""
    flying_bomb: BombPoints | None = None
    light_bomber: Points | None = None
    medium_bomber: Points | None = None
    heavy_bomber: Points | None = None
    disengaged: VictoryPoints
    jettisoned: VictoryPoints = 0
    skill: VictoryPoints = 0
    balance: bool = False
    """Whether the side with the lower Balance Values gets the difference. [WBY-D 13.1]"""

    @property
    def by_class(self) -> dict[str, Points]:
        """What an aircraft is worth of each class that it gives points for."""
        worth = (self.fighter, self.light_bomber, self.medium_bomber, self.heavy_bomber)
        return {kind: points for kind, points in zip(CLASSES, worth, strict=True) if points is not None}


class Grade(Model):
    """One row of the victory table."""

    least: int | None = Field(default=None, ge=-999, le=999)
    """Smallest margin of this grade; none in the last row."""
    allied: Title
    axis: Title
    text: Prose


class Victory(Sourced):
    """Compares the difference of the final scores with history. [WBY-C 24.3 D]"""

    side: Side
    """Whose points less the other's are the margin."""
    grades: Row[Grade] = Field(min_length=2)


COLOURS: tuple[Colour, Colour, Colour] = ("red", "white", "blue")


def match_up_key(location: Location, colour: Colour) -> str:
    return f"{location.key}-{colour}"


def dogfight(location: Location, colour: Colour, number: int) -> MissionDefinition:
    """The Mission that a match-up of a location is flown as."""
    match_up = location.match_up(colour)
    return MissionDefinition(
        number=number,
        title=match_up.title,
        type="air-combat",
        place=location.place,
        at=location.at,
        units=match_up.units,
        note=f"{location.note} {match_up.note or ''}",
        provenance=match_up.provenance,
        fixed=match_up.fixed,
    )

"""What the lines of a journal say: one type a kind, read from JSON and written to it here alone.

Operations write these, the fold and pages read them (``Sortie.of(line)``), and the file that brings a campaign in is
checked by them. What has a usual value here was not always said: lines of an earlier time go without.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal, Protocol, TypeAlias, cast, get_args

from pydantic import Field

from campaigns.packs.schema import Colour, Side
from campaigns.standing.change_kinds import AnyChange
from campaigns.standing.said import (
    Amount,
    Count,
    Counts,
    Day,
    Moment,
    Names,
    Part,
    People,
    Said,
    SideOrNone,
    Slug,
    Text,
    Texts,
    User,
    Written,
    called,
)

# Of a mission


class Card(Part):
    number: Count
    face: Text


class DrawnCard(Card):
    colour: Colour


class PointsBySide(Part):
    allied: Amount
    axis: Amount

    @property
    def by_side(self) -> dict[str, int]:
        return {"allied": self.allied, "axis": self.axis}


class AircraftPlace(Part):
    """One aircraft of a mission."""

    unit: Text
    seat: Text
    aircraft: Text


class Grades(Part):
    allied: Text
    axis: Text

    @property
    def by_side(self) -> dict[str, str]:
        return {"allied": self.allied, "axis": self.axis}


class Operation(Part):
    """A campaign of an operation that counts as a mission of another."""

    name: Text
    began: Annotated[str, Field(min_length=1, max_length=40)]
    points: PointsBySide
    grade: Grades
    text: Text


class Drawn(Said):
    """A mission is next."""

    kind = "drawn"
    label = "Mission drawn"
    subject = "missions"
    of_mission = "must"
    key: Text
    """Empty of an ``operation``."""
    date: Annotated[str, Field(max_length=10)]
    title: Text
    place: Text
    stage: Text
    """Its title."""
    cards: Annotated[tuple[DrawnCard, ...], Field(strict=False)]
    skilled: dict[Side, Text]
    """Names of the men whom the draw brings."""
    period: Count = 0
    chosen: SideOrNone = ""
    """The side that chose it."""
    paper: bool = False
    """It was flown before the campaign came here."""
    operation: Operation | None = None


class OfResult(Said):
    """What a mission came to: a debrief writes it."""

    of_mission = "must"
    of_side: ClassVar[Names] = "must"
    is_open = True


class Resource(OfResult):
    kind = "resource"
    label = "Resource used"
    subject = "changes"
    key: Text
    title: Text
    cost: Count = 0
    """Of an operation."""


class Sortie(OfResult, AircraftPlace):
    kind = "sortie"
    label = "Sortie"
    subject = "sorties"
    of_man = "may"
    aircraft_class: Annotated[Text, called("class")]
    status: Literal["undamaged", "damaged", "destroyed"]
    exit: Text
    hits: Count
    cause: Text
    over_target: bool
    jettisoned: bool
    role: Text = ""
    number: Count = 0
    """By which its unit goes, if not as they are counted."""
    load: Texts = ()
    struck: Amount = 0
    cargo: Amount = 0
    mines: Amount = 0
    recon: Amount = 0
    fuel: Amount | None = None
    airframe: Text = ""
    """Its code."""
    squadron: Text = ""
    damaged: Count = 0
    """Enemy aircraft that it Damaged and did not destroy too, where careers are kept."""
    skills: Texts = ()
    """Of its man or crew, as the mission was flown; said of who has any."""
    differs: bool = False
    """Its unit flew otherwise than its orders say, or was added (``Differed``)."""
    man_differs: bool = False
    """Another man sat in it than its orders say, or one whom the table drew."""


class Differed(OfResult):
    """A side did not fly as its orders say: somebody or something differs from the pack."""

    kind = "differed"
    label = "Differs from the pack"
    subject = "sorties"
    what: Annotated[Texts, Field(min_length=1)]
    """Each in words, without a full stop."""


class Kill(OfResult, AircraftPlace):
    """``unit``, ``seat`` and ``aircraft`` are the victor's."""

    kind = "kill"
    label = "Enemy destroyed"
    subject = "kills"
    of_man = "may"
    victim: AircraftPlace
    share: tuple[Literal[1], Annotated[int, Field(ge=1, le=99)]] | None = Field(default=None, strict=False)
    """``[1, n]`` of n men; ``None``: he was alone."""

    @property
    def part(self) -> Fraction:
        """What part of the victim is credited. [SUP 19.5]"""
        return Fraction(*self.share) if self.share else Fraction(1)


class TargetHit(OfResult):
    kind = "target"
    label = "Target damaged"
    subject = "sorties"
    of_side = "may"
    name: Text
    damage: Amount
    level: Text
    points: Amount
    ship: Text = ""


class Scored(OfResult):
    """``unit``, ``seat`` and ``aircraft`` are empty if no aircraft is meant."""

    kind = "points"
    label = "Victory Points"
    subject = "points"
    points: Amount
    section: Text
    reason: Text
    unit: Text
    seat: Text
    aircraft: Text


class Die(Part):
    die: Count


class FateMet(OfResult, AircraftPlace):
    """What became of a man who was shot down."""

    kind = "fate"
    label = "Fate of a man"
    subject = "men"
    of_man = "may"
    airframe: Text
    card: Card | Die
    result: Text
    """Of its Bomb line."""
    fuel_tank: bool
    ground: Literal["friendly", "enemy", "water"]
    fate: Literal["unhurt", "wounded", "evading", "captured", "missing", "killed"]
    missions_out: Count
    is_wounded: bool = False
    """A prisoner who was hurt."""
    again: Card | None = None
    """The second card, where the first one sent for it; over enemy ground a man may evade by it."""
    again_result: Text = ""


class Search(OfResult):
    """For a missing man, at a mission's debrief."""

    kind = "search"
    label = "Search for a missing man"
    subject = "men"
    of_man = "must"
    card: Card
    result: Text
    fate: Literal["rescued", "missing"]


class Debriefed(Said):
    kind = "debriefed"
    label = "Mission debriefed"
    subject = "missions"
    of_mission = "must"
    way: Literal["engine", "table", "screen", "grounded", "operation"]
    """As ``missions.models.Flight.Way`` has it."""
    turns: Count
    duration: Counts = ()
    effects: dict[Side, Texts] = {}
    points: PointsBySide
    notes: Texts
    corrected: bool = False
    """The umpire corrected the result; of an earlier time such a ``way`` is always the table."""

    def gives(self, side: str) -> Mapping[str, int]:
        return self.points.by_side


class Voided(Said):
    kind = "voided"
    label = "Mission declared void"
    subject = "missions"
    corrects = True
    of_mission = "must"
    reason: Text


class Ruling(Said):
    kind = "ruling"
    label = "Claim ruled on"
    subject = "kills"
    of_mission = "must"
    of_side = "may"
    of_man = "must"
    is_open = True
    taken_back_by = "umpire"
    waits = False
    kill: Count
    """Number of the entry."""
    verdict: Literal["confirmed", "denied", "shared"]
    partner: Annotated[Count | None, called("with")]
    """The man with whom it is shared."""
    reason: Text

    @property
    def sharer(self) -> int | None:
        """With whom a claim is shared; ``None``: with nobody, or with somebody without a name."""
        return self.partner if self.verdict == "shared" else None

    def with_men(self, keys: Mapping[int, int]) -> Said:
        return self if self.partner is None else self.but(partner=keys[self.partner])


class OrdersDecided(Said):
    """What becomes of sealed orders whose signer has left."""

    kind = "orders"
    label = "Orders decided on"
    subject = "missions"
    of_mission = "must"
    of_side = "must"
    is_open = True
    how: Literal["kept", "withdrawn"]
    who: Annotated[User, Field(min_length=1)]
    """Signed them."""
    people: People = People()


# Of the campaign


class Started(Said):
    kind = "started"
    label = "Campaign started"
    subject = "missions"
    version: Text
    pack: Text = ""


class PeriodBegun(Said):
    kind = "period"
    label = "Period begun"
    subject = "missions"
    number: Count
    first: Day
    last: Day
    stage: Text
    """Its key."""
    card: DrawnCard | None
    weather: Text | None
    """Its title."""


class SkillLearned(Said):
    kind = "skill"
    label = "Skill learned"
    subject = "men"
    of_side = "may"
    of_man = "must"
    is_open = True
    taken_back_by = "side"
    listed_for = "side"
    code: Text


class Decorated(Said):
    kind = "decorated"
    label = "Decoration awarded"
    subject = "men"
    of_side = "may"
    of_man = "must"
    is_open = True
    taken_back_by = "side"
    waits = False
    listed_for = "side"
    name: Text
    reason: Text


class Resolved(Said):
    """A conflict is as it should be."""

    kind = "resolved"
    label = "Conflict resolved"
    subject = "changes"
    of_side = "may"
    is_open = True
    taken_back_by = "umpire"
    waits = False
    conflict: Text
    """Its key."""
    how: Literal["accept", "substitute"]
    reason: Text

    @classmethod
    def variant(cls, data: Mapping[str, object]) -> type[Said]:
        return Substituted if data.get("how") == "substitute" else Resolved

    def with_men(self, keys: Mapping[int, int]) -> Said:
        """A conflict about a man is called by his key; files of an earlier time have none that is known."""
        what, _, about = self.conflict.partition(":")
        who, _, rest = about.partition(":")
        if what in ("man", "twice", "search", "skill") and who.isdecimal() and int(who) in keys:
            return self.but(conflict=f"{what}:{keys[int(who)]}:{rest}")
        return self


class Substituted(Resolved):
    """Somebody or something else flew."""

    mission: Count
    unit: Text
    seat: Text
    airframe: Text = ""
    pilot: Count | None = None
    who: Text = ""
    """What the airframe or the man is called."""
    whose: Text = ""
    """What it took the place of."""

    def with_men(self, keys: Mapping[int, int]) -> Said:
        same = super().with_men(keys)
        return same if self.pilot is None else same.model_copy(update={"pilot": keys[self.pilot]})


class PackMoved(Said):
    kind = "pack"
    label = "Pack version changed"
    subject = "missions"
    corrects = True
    version: Text
    old: Annotated[Text, called("from")]


class NoteWritten(Said):
    """About a mission or none, for a side's eyes or for everybody's."""

    kind = "note"
    label = "Note"
    subject = "notes"
    of_mission = "may"
    of_side = "may"
    taken_back_by = "side"
    waits = False
    text: Text


class SeatChanged(Said):
    kind = "seat"
    label = "Seat"
    subject = "people"
    of_side = "may"
    is_open = True
    closed_by = "squadron"
    how: Literal["given", "invited", "joined", "left", "taken-away", "stand-in", "stand-in-ended", "handed-over"]
    role: Literal["reader", "pilot", "intelligence", "leader", "commander", "umpire", "owner"]
    who: Annotated[User, Field(min_length=1)]
    whose: User = ""
    """Who held it before, or for whom he stands in."""
    squadron: Annotated[str, Field(pattern=r"^[-a-zA-Z0-9_]{0,60}$")] = ""
    people: People = People()

    @classmethod
    def variant(cls, data: Mapping[str, object]) -> type[Said]:
        return StandIn if data.get("how") == "stand-in" else SeatChanged


class StandIn(SeatChanged):
    until: Moment


class TermsAgreed(Said):
    kind = "terms"
    label = "Terms"
    subject = "people"
    changed: Annotated[
        dict[str, Annotated[tuple[Any, Any], Field(strict=False)]],
        Field(min_length=1),
    ]
    """By field of ``campaigns.models.terms`` its old value and its new one."""


class Archived(Said):
    """The campaign is put away, where nothing is written in it, or taken out again; deleted later, or not."""

    kind = "archived"
    label = "Archive"
    subject = "people"
    how: Literal["archived", "opened", "going", "kept"]


class Named(Said):
    """A man is called otherwise, or is another player's. It counts from the beginning, whenever it is said."""

    kind = "named"
    label = "Man given to a player"
    subject = "men"
    of_side = "may"
    of_man = "must"

    @classmethod
    def variant(cls, data: Mapping[str, object]) -> type[Said]:
        return Given if "who" in data else Renamed


class Renamed(Named):
    was: Annotated[str, Field(pattern=r"\S", max_length=80)]
    name: Annotated[str, Field(pattern=r"\S", max_length=80)]
    reason: Text = ""


class Given(Named):
    who: User
    """The player whose man he is from now on; empty: nobody's."""
    people: People = People()


class Pictured(Said):
    """A picture that somebody has uploaded stands in the place of the drawn one, or does no longer.

    Of those about the same man or squadron the latest counts, and from the beginning, as a name does.
    """

    kind = "picture"
    label = "Picture uploaded"
    subject = "men"
    of_side = "must"
    of_man: ClassVar[Names] = "may"
    digest: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
    """Of the picture that is kept; empty: the drawn one again."""

    @classmethod
    def variant(cls, data: Mapping[str, object]) -> type[Said]:
        return BadgePictured if "squadron" in data else ManPictured


class ManPictured(Pictured):
    of_man = "must"


class BadgePictured(Pictured):
    of_man = "never"
    squadron: Slug


class Finished(Said):
    kind = "finished"
    label = "Campaign finished"
    subject = "missions"
    missions: Count
    points: PointsBySide
    margin: Amount
    """Allied less Axis."""
    least: Amount | None
    grade: Grades
    text: Text


Anything: TypeAlias = (
    Started
    | Drawn
    | Resource
    | Sortie
    | Differed
    | Kill
    | TargetHit
    | Scored
    | FateMet
    | Search
    | Debriefed
    | Voided
    | Ruling
    | OrdersDecided
    | PeriodBegun
    | SkillLearned
    | Decorated
    | Resolved
    | Substituted
    | PackMoved
    | NoteWritten
    | SeatChanged
    | StandIn
    | TermsAgreed
    | Archived
    | Renamed
    | Given
    | ManPictured
    | BadgePictured
    | Finished
    | AnyChange
)
"""All that a line may say: whoever reads any line has to know each of these."""
KINDS: Mapping[str, type[Said]] = {
    each.kind: next(parent for parent in each.__mro__ if "kind" in vars(parent)) for each in get_args(Anything)
}
"""By the word that a line holds (``Entry.kind``), the type of all that a line of that kind may say."""


class Entered(Written, Protocol):
    """The same with its kind."""

    @property
    def kind(self) -> str: ...


OF_RESULT = frozenset(each.kind for each in KINDS.values() if issubclass(each, OfResult))
"""Kinds that tell what a mission came to."""
NAMING_PEOPLE = frozenset(each.kind for each in get_args(Anything) if "people" in each.model_fields)
"""Kinds of which some entries name people by their accounts."""
GIVERS = frozenset(each.kind for each in get_args(Anything) if each.gives is not Said.gives)
"""Kinds of which some entries add to the points."""


def read(line: Entered) -> Anything:
    """What a line of any kind says."""
    return cast(Anything, KINDS[line.kind].of(line))

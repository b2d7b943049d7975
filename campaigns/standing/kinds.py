"""What the lines of a journal say: one type a kind, read from JSON and written to it here alone.

Operations write these, the fold and pages read them (``Sortie.of(line)``), and the file that brings a campaign in is
checked by them. What has a usual value here was not always said: lines of an earlier time go without.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal, Protocol, Self, TypeAlias, cast, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from campaigns.packs.schema import Colour, Side

Text: TypeAlias = Annotated[str, Field(max_length=4000)]
Texts: TypeAlias = Annotated[tuple[Text, ...], Field(strict=False)]
Count: TypeAlias = Annotated[int, Field(ge=0, le=100_000)]
Counts: TypeAlias = Annotated[tuple[Count, ...], Field(strict=False)]
Amount: TypeAlias = Annotated[int, Field(ge=-100_000, le=100_000)]
Slug: TypeAlias = Annotated[str, Field(pattern=r"^[-a-zA-Z0-9_]{1,60}$")]
"""What stands in an address: the key of a squadron, the letters of an aircraft."""
Codes: TypeAlias = Annotated[tuple[Slug, ...], Field(strict=False)]
User: TypeAlias = Annotated[str, Field(max_length=150)]
SideOrNone: TypeAlias = Literal["", "allied", "axis"]


def _day(text: str) -> str:
    datetime.date.fromisoformat(text)
    return text


def _part(text: str) -> str:
    if not 0 <= Fraction(text) <= 100_000:
        raise ValueError("this is too much")
    return text


def _moment(text: str) -> str:
    if datetime.datetime.fromisoformat(text).tzinfo is None:
        raise ValueError("this time has no zone")
    return text


Day: TypeAlias = Annotated[str, Field(max_length=10), AfterValidator(_day)]
Part: TypeAlias = Annotated[str, Field(pattern=r"^[0-9]{1,6}(/[1-9][0-9]{0,5})?$"), AfterValidator(_part)]
"""A number that may have a part: ``7/2``."""
Moment: TypeAlias = Annotated[str, Field(max_length=40), AfterValidator(_moment)]


def _called(key: str) -> Any:
    """A field that a line calls by a word of Python's."""
    return Field(validation_alias=key, serialization_alias=key)


class _Part(BaseModel):
    model_config = ConfigDict(extra="allow", frozen=True, strict=True, validate_by_name=True, validate_by_alias=True)


class Written(Protocol):
    """What holds what a line says as JSON."""

    @property
    def data(self) -> Mapping[str, object]: ...


class People(_Part):
    """Keys of the accounts of those who are named; a campaign's file leaves them out."""

    who: int | None = None
    whose: int | None = None


class Said(_Part):
    """What a line says. Keys that nobody reads stay beside."""

    kind: ClassVar[str] = ""
    of_mission: ClassVar[bool] = False
    """It is about a mission …"""
    of_side: ClassVar[bool] = False
    """… about one side …"""
    of_man: ClassVar[bool] = False
    """… about a man."""

    @classmethod
    def of(cls, line: Written) -> Self:
        """What a line of this kind says, as the type of just that. Raises ``ValidationError``."""
        return cls.said(line.data)

    @classmethod
    def said(cls, data: Mapping[str, object]) -> Self:
        """The same of the data themselves."""
        kind = cls.variant(data)
        assert issubclass(kind, cls)
        return kind.model_validate(data)

    @classmethod
    def variant(cls, data: Mapping[str, object]) -> type[Said]:
        """The type of just what ``data`` of this kind says. Raises ``KeyError`` if there is none."""
        return cls

    def as_json(self, *, accounts: bool = True) -> dict[str, object]:
        """As a row holds it, nothing that was not said; without ``accounts`` as a file does."""
        left_out = None if accounts else {"people"}
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True, exclude=left_out)

    def but(self, **changed: object) -> Self:
        """The same with what is ``changed``. ``TypeError``: it says no such thing."""
        if odd := changed.keys() - type(self).model_fields.keys():
            raise TypeError(f"{self.kind} says nothing about {odd}")
        return self.model_copy(update=changed)

    def with_men(self, keys: Mapping[int, int]) -> Said:
        """The same with the men that it names under other keys. Raises ``KeyError``."""
        return self


# Of a mission


class Card(_Part):
    number: Count
    face: Text


class DrawnCard(Card):
    colour: Colour


class Points(_Part):
    allied: Amount
    axis: Amount

    @property
    def by_side(self) -> dict[str, int]:
        return {"allied": self.allied, "axis": self.axis}


class Place(_Part):
    """One aircraft of a mission."""

    unit: Text
    seat: Text
    aircraft: Text


class Grades(_Part):
    allied: Text
    axis: Text

    @property
    def by_side(self) -> dict[str, str]:
        return {"allied": self.allied, "axis": self.axis}


class Operation(_Part):
    """A campaign of an operation that counts as a mission of another."""

    name: Text
    began: Annotated[str, Field(min_length=1, max_length=40)]
    points: Points
    grade: Grades
    text: Text


class Drawn(Said):
    """A mission is next."""

    kind = "drawn"
    of_mission = True
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


class Resource(Said):
    kind = "resource"
    of_mission = of_side = True
    key: Text
    title: Text
    cost: Count = 0
    """Of an operation."""


class Sortie(Said, Place):
    kind = "sortie"
    of_mission = of_side = True
    aircraft_class: Annotated[Text, _called("class")]
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


class Kill(Said, Place):
    """``unit``, ``seat`` and ``aircraft`` are the victor's."""

    kind = "kill"
    of_mission = of_side = True
    victim: Place
    share: tuple[Literal[1], Annotated[int, Field(ge=1, le=99)]] | None = Field(default=None, strict=False)
    """``[1, n]`` of n men; ``None``: he was alone."""

    @property
    def part(self) -> Fraction:
        """What part of the victim is credited. [SUP 19.5]"""
        return Fraction(*self.share) if self.share else Fraction(1)


class TargetHit(Said):
    kind = "target"
    of_mission = True
    name: Text
    damage: Amount
    level: Text
    points: Amount
    ship: Text = ""


class Scored(Said):
    """``unit``, ``seat`` and ``aircraft`` are empty if no aircraft is meant."""

    kind = "points"
    of_mission = of_side = True
    points: Amount
    section: Text
    reason: Text
    unit: Text
    seat: Text
    aircraft: Text


class Die(_Part):
    die: Count


class FateMet(Said, Place):
    """What became of a man who was shot down."""

    kind = "fate"
    of_mission = of_side = True
    airframe: Text
    card: Card | Die
    result: Text
    """Of its Bomb line."""
    fuel_tank: bool
    ground: Literal["friendly", "enemy", "water"]
    fate: Literal["unhurt", "wounded", "captured", "missing", "killed"]
    missions_out: Count


class Search(Said):
    """For a missing man, at a mission's debrief."""

    kind = "search"
    of_mission = of_side = of_man = True
    card: Card
    result: Text
    fate: Literal["rescued", "missing"]


class Debriefed(Said):
    kind = "debriefed"
    of_mission = True
    way: Literal["engine", "table", "grounded", "operation"]
    """As ``missions.models.Flight.Way`` has it."""
    turns: Count
    duration: Counts = ()
    effects: dict[Side, Texts] = {}
    points: Points
    notes: Texts
    corrected: bool = False
    """The umpire corrected the result; of an earlier time such a ``way`` is always the table."""


class Voided(Said):
    kind = "voided"
    of_mission = True
    reason: Text


class Ruling(Said):
    kind = "ruling"
    of_mission = of_man = True
    kill: Count
    """Number of the entry."""
    verdict: Literal["confirmed", "denied", "shared"]
    partner: Annotated[Count | None, _called("with")]
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
    of_mission = of_side = True
    how: Literal["kept", "withdrawn"]
    who: Annotated[User, Field(min_length=1)]
    """Signed them."""
    people: People = People()


# Of the campaign


class Started(Said):
    kind = "started"
    version: Text
    pack: Text = ""


class PeriodBegun(Said):
    kind = "period"
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
    of_man = True
    code: Text


class Decorated(Said):
    kind = "decorated"
    of_man = True
    name: Text
    reason: Text


class Resolved(Said):
    """A conflict is as it should be."""

    kind = "resolved"
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
    version: Text
    old: Annotated[Text, _called("from")]


class NoteWritten(Said):
    """About a mission or none, for a side's eyes or for everybody's."""

    kind = "note"
    text: Text


class SeatChanged(Said):
    kind = "seat"
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
    changed: Annotated[
        dict[str, Annotated[tuple[Any, Any], Field(strict=False)]],
        Field(min_length=1),
    ]
    """By field of ``campaigns.models.terms`` its old value and its new one."""


class Named(Said):
    """A man is called otherwise, or is another player's. It counts from the beginning, whenever it is said."""

    kind = "named"
    of_man = True

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


class Finished(Said):
    kind = "finished"
    missions: Count
    points: Points
    margin: Amount
    """Allied less Axis."""
    least: Amount | None
    grade: Grades
    text: Text


# Changes of the order of battle, by hand


class Change(Said):
    """Each is what its ``what`` says."""

    kind = "change"
    what: str
    reason: Text = ""

    @classmethod
    def variant(cls, data: Mapping[str, object]) -> type[Said]:
        return CHANGES[str(data.get("what"))]

    def as_json(self, *, accounts: bool = True) -> dict[str, object]:
        return {"what": self.what, **super().as_json(accounts=accounts)}


class NewSquadron(Change):
    what: Literal["squadron"] = "squadron"
    key: Slug
    title: Text
    code: Text
    nation: Text
    service: Text
    aircraft: Text
    base: Text


class AircraftDelivered(Change):
    what: Literal["deliver"] = "deliver"
    squadron: Slug
    codes: Codes
    aircraft: Text


class AircraftWithdrawn(Change):
    what: Literal["withdraw"] = "withdraw"
    codes: Codes


class AircraftMoved(Change):
    what: Literal["move"] = "move"
    squadron: Slug
    codes: Codes


class Repaired(Change):
    what: Literal["repair"] = "repair"
    code: Slug


class ReEquipped(Change):
    what: Literal["re-equip"] = "re-equip"
    squadron: Slug
    codes: Codes
    aircraft: Text


class SquadronWithdrawn(Change):
    what: Literal["withdraw-squadron"] = "withdraw-squadron"
    squadron: Slug


class SquadronBack(Change):
    what: Literal["bring-squadron"] = "bring-squadron"
    squadron: Slug


class Joined(Change):
    what: Literal["man"] = "man"


class Transferred(Change):
    what: Literal["transfer"] = "transfer"
    squadron: Slug


class StatusDeclared(Change):
    what: Literal["status"] = "status"
    status: Literal["fit", "wounded", "leave", "killed", "captured", "missing"]
    back: Count | None


class EarlierCareer(Change):
    what: Literal["career"] = "career"
    experience: Part
    kills: Part
    missions: Count
    green: bool
    skills: Texts


class StockChanged(Change):
    what: Literal["stock"] = "stock"
    stock: Text
    amount: Amount


class PointsGiven(Change):
    what: Literal["points"] = "points"
    points: Amount


class MarkerMoved(Change):
    what: Literal["progress"] = "progress"
    spaces: Amount


class HouseRule(Change):
    what: Literal["rule"] = "rule"
    text: Text


AnyChange: TypeAlias = (
    NewSquadron
    | AircraftDelivered
    | AircraftWithdrawn
    | AircraftMoved
    | Repaired
    | ReEquipped
    | SquadronWithdrawn
    | SquadronBack
    | Joined
    | Transferred
    | StatusDeclared
    | EarlierCareer
    | StockChanged
    | PointsGiven
    | MarkerMoved
    | HouseRule
)
Anything: TypeAlias = (
    Started
    | Drawn
    | Resource
    | Sortie
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
    | Renamed
    | Given
    | Finished
    | AnyChange
)
"""All that a line may say: whoever reads any line has to know each of these."""
CHANGES: Mapping[str, type[Change]] = {each.model_fields["what"].default: each for each in get_args(AnyChange)}
"""By ``what``."""
KINDS: Mapping[str, type[Said]] = {
    each.kind: next(parent for parent in each.__mro__ if "kind" in vars(parent)) for each in get_args(Anything)
}
"""By the word that a line holds (``Entry.Kind``), the type of all that a line of that kind may say."""


class Entered(Written, Protocol):
    """The same with its kind."""

    @property
    def kind(self) -> str: ...


def read(line: Entered) -> Anything:
    """What a line of any kind says."""
    return cast(Anything, KINDS[line.kind].of(line))


def read_change(line: Written) -> AnyChange:
    """What a line says that changes the order of battle."""
    return cast(AnyChange, Change.of(line))

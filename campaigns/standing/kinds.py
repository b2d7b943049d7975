"""What the lines of a journal say: one type a kind, read from JSON and written to it here alone.

Those of what a mission came to are in ``result_kinds``, those of changes by hand in ``change_kinds``. Operations write
these, the fold and pages read them (``Drawn.of(line)``), and the file that brings a campaign in is checked by them.
What has a usual value here was not always said: lines of an earlier time go without.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Protocol, TypeAlias, cast, get_args

from pydantic import Field

from campaigns.packs.schema import Colour, Side
from campaigns.standing.change_kinds import AnyChange
from campaigns.standing.result_kinds import AnyResult, OfResult
from campaigns.standing.said import (
    Amount,
    Card,
    Count,
    Day,
    Moment,
    Names,
    Part,
    People,
    PointsBySide,
    Said,
    SideOrNone,
    Slug,
    Text,
    User,
    Written,
    called,
)

# Of a mission


class DrawnCard(Card):
    colour: Colour


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


OfCampaign: TypeAlias = (
    Started
    | Drawn
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
)
Anything: TypeAlias = OfCampaign | AnyResult | AnyChange
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

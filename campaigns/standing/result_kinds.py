"""What entries say of how a mission went: a debrief writes them, and nobody else."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from campaigns.packs.schema import Side
from campaigns.standing.said import (
    Amount,
    Card,
    Count,
    Counts,
    Names,
    Part,
    PointsBySide,
    Said,
    Text,
    Texts,
    called,
)


class AircraftPlace(Part):
    """One aircraft of a mission."""

    unit: Text
    seat: Text
    aircraft: Text


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


AnyResult: TypeAlias = Resource | Sortie | Differed | Kill | TargetHit | Scored | FateMet | Search | Debriefed

"""What a table is asked about a mission that was flown there, as its system knows it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.core.forms import Question
from engine.core.report import AircraftReport, Exit, Status, TargetReport


@dataclass(frozen=True, slots=True)
class Ending:
    """One way in which a mission may end for an aircraft, for who tells it at the table."""

    label: str
    status: Status
    exit: Exit = ""
    by_fuel: bool = False
    """No enemy did it: its fuel was spent."""

    @property
    def value(self) -> str:
        """Names it among the endings of an aircraft."""
        if self.by_fuel:
            return "fuel"
        return "-".join(filter(None, (self.status if self.status != "undamaged" or not self.exit else "", self.exit)))


HOME: Final = Ending("Home", "undamaged")
DAMAGED: Final = Ending("Damaged", "damaged")
SHOT_DOWN: Final = Ending("Shot down", "destroyed")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSheet:
    """One aircraft that took off."""

    seat: str
    pilot: str = ""
    has_man: bool = False
    skills: tuple[str, ...] = ()
    quality: str = ""
    """How good who flies it is, of a system that rates pilots so."""
    endings: tuple[Ending, ...] = ()
    """How the mission may have ended for it."""
    leads: bool = False
    """It is the Leader's, in a system whose seats are numbers."""
    cargo: tuple[int, int] = (0, 0)
    """Cargo Points that it delivers Undamaged, and Damaged. [WBY 17.4.1]"""
    mines: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitSheet:
    """A unit with its aircraft."""

    role: str
    number: int = 0
    """The one that it goes by among those of its role; 0: as they are counted."""
    load: tuple[str, ...] = ()
    formation: bool = True
    """It is no Element, whose aircraft do everything together."""
    goes_over: bool = False
    """It strikes, or a Resource lets it go Over Target."""
    jettisons: bool = False
    """It carries ordnance that it may jettison. [WBY 16.2, 18.1.2]"""
    photographs: bool = False
    keeps_fuel: bool = False
    """Its Fuel Points are kept. [SUP 24.9]"""
    takes_hits: bool = False
    """The table counts the hits on the whole unit: its men have no names. [SUP The other systems]"""
    lines: tuple[SeatSheet, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetCard:
    """What a table may say of a Mission Target."""

    name: str
    hardened: bool
    """Whether it may not be strafed. [WBY 21.7.1]"""
    levels: tuple[tuple[str, int, int], ...]
    """Name, damage from which on, Victory Points; least first."""

    def level(self, damage: int) -> tuple[str, int]:
        """The name and the Victory Points of the level that this damage has reached; ``("", 0)`` of none."""
        reached = [(name, points) for name, least, points in self.levels if damage >= least]
        return reached[-1] if reached else ("", 0)

    def report(self, damage: int) -> TargetReport:
        """What it has suffered; one that takes Cargo has no points of its own. [SUP 21, 21.8]"""
        return TargetReport(self.name, damage, *self.level(damage))


class FlyingBombs(ABC):
    """What a table is told and may say of flying bombs. [SUP 28]"""

    name: str
    coming: str
    """How many come and what brings one down, in words."""
    most: int
    """How many come at most."""
    most_turns: int
    """Game-Turns of the longest week."""
    by_guns: str
    """The ``cause`` of those that the guns shot down."""

    @abstractmethod
    def last_turn(self, wave: int) -> int:
        """The Game-Turn in which the last of so many is through."""

    @abstractmethod
    def told(
        self, fighters: Sequence[AircraftReport], downed: Sequence[int], causes: Sequence[str], wave: int, by_guns: int
    ) -> tuple[AircraftReport, ...]:
        """The fighters with their victories, then the flying bombs, numbered as they are told.

        ``downed`` and ``causes``: by fighter, how many it shot down, and how their cause is told; not more than came.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionSheet:
    """All of it."""

    type: str = "air-combat"
    """Of mission, as ``strike``; ``flying-bombs`` of a week of the solitaire campaign."""
    striker: str = ""
    """The side that strikes; empty if none does."""
    target: TargetCard | None = None
    phases: tuple[int, int, int] = (0, 0, 0)
    """Target-Bound, Over-Target and Home-Bound Turns; all 0 of a mission without them."""
    turns: int
    """The usual number of Game-Turns."""
    effects: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Of the Resources, by side, in words."""
    recon: Mapping[str, int] = field(default_factory=dict)
    """Points of photographs, by the result of their card. [SUP 21.8.7]"""
    bombs: FlyingBombs | None = None
    """Flying bombs come, and nobody else."""
    questions: tuple[Question, ...] = ()
    """What the system asks beside what became of each aircraft."""
    units: tuple[UnitSheet, ...]

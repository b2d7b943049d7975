"""What a system says where its games are the missions of a campaign.

A campaign knows units of so many aircraft with a man in each. A system makes a set-up of them, and tells of its own
report what became of each aircraft. ``unit`` and ``seat`` are the campaign's here: ``allied-1`` and ``2`` is the second
aircraft of the first Allied unit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Protocol, TypeAlias

from engine.core.game import Document, Side
from engine.core.report import AircraftReport, Report, Score

Ground: TypeAlias = Literal["friendly", "enemy", "water"]
"""What lies below for who is shot down."""


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A type of aircraft, as lists, pools and pages know it."""

    name: str
    nation: str
    """As ``fixtures/pilots`` names its file: ``de``."""
    service: str
    side: Side
    aircraft_class: str
    """As ``AircraftReport.aircraft_class``."""
    in_service: str
    """``1917-04``."""
    note: str
    facts: tuple[tuple[str, str], ...]
    """Its ratings in the system's words: label and value."""
    provenance: str
    value: int = 1
    """About what it is worth, beside others of the system."""


@dataclass(frozen=True, slots=True)
class Man:
    """Who sits in an aircraft, and what he has come to."""

    name: str
    missions: int
    kills: Fraction
    experience: Fraction
    is_green: bool


@dataclass(frozen=True, slots=True)
class MissionUnit:
    """Aircraft that fly together."""

    id: str
    """``allied-1``."""
    side: Side
    role: str
    """``striker``, ``escort``, ``interceptor``, ``fighter`` or ``patrol``."""
    aircraft: tuple[str, ...]
    """Slugs, aircraft by aircraft; a unit has one type."""
    men: tuple[Man | None, ...]
    """One an aircraft."""


@dataclass(frozen=True, slots=True)
class MissionOrder:
    """A mission to be flown; one side may have no units yet, as while its orders are secret."""

    setup: Document
    """The pack's own table for this mission, in the system's words."""
    month: str
    """``1917-04``."""
    units: tuple[MissionUnit, ...]


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of the man of an aircraft that was destroyed."""

    drawn: Document
    """What decided it, JSON-able: ``{"die": 4}``."""
    fate: Literal["unhurt", "wounded", "captured", "missing", "killed"]
    missions_out: int = 0
    """Missions that he misses, wounded."""


def of_hits(hits: int) -> tuple[int, int]:
    """Of so many aircraft of a unit that were hit how many are damaged, and how many gone. [SUP The other systems]"""
    return hits - hits // 2, hits // 2


class CampaignRules(Protocol):
    """A system in a campaign."""

    sizes: tuple[int, int]
    """The fewest and the most aircraft of a unit."""
    has_men: bool
    """Whether the men in its aircraft have names. Where they have none, a unit takes hits, see ``of_hits``."""

    def catalogue(self) -> Mapping[str, CatalogueEntry]:
        """Every aircraft that may fly, by slug."""
        ...

    def setup(self, order: MissionOrder) -> Document:
        """The set-up document. Raises ``BadSetup``, the unit's id first where it is about a unit."""
        ...

    def flown(self, order: MissionOrder, report: Report) -> tuple[AircraftReport, ...]:
        """What became of each aircraft of each unit, by the campaign's units and seats."""
        ...

    def scores(self, order: MissionOrder, flown: tuple[AircraftReport, ...]) -> tuple[Score, ...]:
        """The points of a mission of which only is known what became of the aircraft."""
        ...

    def rank(self, man: Man) -> str:
        """What a man's record makes of him, a word; empty where the system knows no such thing."""
        ...

    def fate(self, random: Callable[[], float], ground: Ground) -> Fate | None:
        """What becomes of who was shot down; ``None``: the house's card says it."""
        ...

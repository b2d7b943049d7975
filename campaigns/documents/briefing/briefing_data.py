"""What a mission briefing shows: plain data for one side's eyes. What is empty is left to a pen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from campaigns.catalogue.library import TargetLevel

Phase = Literal["combat", "bound", "over", "home", "straggler"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A box of the turn track. One that is not ``sure`` may not come: the enemy decides, or the cards."""

    name: str
    phase: Phase = "combat"
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Tally:
    """So many boxes to tick off as they come, in tens."""

    label: str
    count: int


@dataclass(frozen=True, slots=True)
class TargetBox:
    """The target with what the mission and the side's own resource make of it."""

    name: str
    about: str
    area_flak: int
    target_flak: int
    small_arms: int
    """Cards more against strafers."""
    results: tuple[tuple[str, int], ...]
    """Damage by Bomb result: ``("Vital", 3)``; empty where nothing is damaged."""
    levels: tuple[TargetLevel, ...]
    bonus: int
    """Victory Points that the side's resource adds to any level."""


@dataclass(frozen=True, slots=True)
class Pick:
    """Something that is still to be chosen, by ticking one of ``options``; without any it is written."""

    label: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatLine:
    """An aircraft of a unit and who flies it."""

    place: str
    airframe: str = ""
    """Its code in the pool."""
    pilot: str = ""
    about: str = ""
    """``Green``, ``Veteran``."""
    skills: tuple[str, ...] = ()
    ratings: tuple[tuple[str, str], ...] = ()
    """Label and figures, the Damaged side's after a stroke."""
    damaged_at: int = 0
    lost_at: int = 0
    """Hits that damage and that destroy it; 0: nobody knows yet, or it is counted otherwise."""
    has_cockpit: bool = False
    """Hits on its cockpit are marked."""


@dataclass(frozen=True, slots=True)
class UnitBox:
    """A unit of the side: as its orders send it, or as it may be sent."""

    title: str
    aircraft: str
    terms: str
    """Strength, load and part, as far as they are settled, in words."""
    picks: tuple[Pick, ...] = ()
    altitudes: tuple[str, ...] = ()
    """Short names of all Altitudes, lowest first; empty where orders do not say at which a unit begins."""
    begins: tuple[str, ...] = ()
    """Those of them at which it begins, or may begin."""
    ratings: tuple[tuple[str, str], ...] = ()
    """Of every aircraft of the unit."""
    seats: tuple[SeatLine, ...] = ()
    hits: int = 0
    """Of a unit that takes hits as a whole: as many as it has aircraft."""
    fuel: int = 0
    tanks: int = 0
    """Fuel Points within and in drop tanks, which are spent first; 0: nobody counts them."""
    marks: tuple[str, ...] = ()
    """What may become of the whole unit, to be ticked."""


@dataclass(frozen=True, slots=True)
class ResourceLine:
    """A resource of the side. ``state``: ``used`` before, brought ``now``, ``free`` or ``closed`` to this mission."""

    title: str
    state: Literal["used", "now", "free", "closed"]
    aside: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class SquadronLine:
    """What a squadron of the side can send."""

    title: str
    aircraft: str
    serviceable: int
    repair: int
    fit: int | None
    """Men; ``None``: they have no names."""


@dataclass(frozen=True, slots=True)
class EnemyLine:
    """What the enemy may send, by the pack's table."""

    title: str
    aircraft: str
    terms: str = ""


@dataclass(frozen=True, slots=True)
class PointsLine:
    """Victory Points, one figure a column."""

    what: str
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PointsTable:
    """What earns points."""

    columns: tuple[str, ...] = ()
    lines: tuple[PointsLine, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Briefing:
    """All that the sheet shows."""

    side: Literal["allied", "axis"]
    side_title: str
    """What the game calls it."""
    force: str
    commander: str
    campaign: str
    pack: str
    number: int
    title: str
    lead: str
    """Date, place and stage."""
    kind: str
    """What sort of mission it is, in words."""
    note: str
    rules: tuple[str, ...]
    """Special rules, weather and the night, a sentence each."""
    turns: tuple[Turn, ...]
    length: str
    """How long it lasts, in words."""
    units: tuple[UnitBox, ...]
    fates: tuple[str, ...]
    """What may have become of an aircraft in the end, to be ticked."""
    resources: tuple[ResourceLine, ...]
    enemy: tuple[EnemyLine, ...]
    points: PointsTable
    is_planned: bool = False
    """The orders are signed and open to who reads this."""
    target: TargetBox | None = None
    tallies: tuple[Tally, ...] = ()
    stocks: tuple[str, ...] = ()
    """What the side has left of what is counted, in words."""
    squadrons: tuple[SquadronLine, ...] = ()
    """Where nothing is planned yet: those that can fill one of its units."""
    men: str = ""
    """Where nothing is planned yet: who may fly."""
    enemy_may: str = ""
    """Resources that the enemy has not used yet, in words."""
    asked: tuple[str, ...] = ()
    """What has to be known in the end, with a line for each."""
    url: str = ""
    """Where the result is entered; empty: no code is printed."""

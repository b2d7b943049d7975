"""Missions as the API tells them: drawn, planned, flown, reported."""

from __future__ import annotations

from collections.abc import Mapping

from api.documents.common import BySide, Document, Paged


class MissionItem(Document):
    """A mission as the journal knows it."""

    number: int
    title: str
    date: str
    place: str
    stage: str
    period: int
    """0 in campaigns without periods."""
    is_debriefed: bool
    is_void: bool
    way: str
    """`engine`, `table`, `grounded` or `operation`; empty before the debrief."""
    points: BySide
    total: BySide
    """The campaign's points after it."""
    destroyed: BySide
    damaged: BySide
    flew: Mapping[str, tuple[str, ...]]
    """Types that each side flew; none before the debrief."""
    achieved: tuple[str, ...]
    """What became of the target, in words."""
    notes: tuple[str, ...]
    href: str


class Missions(Paged):
    """The missions of a campaign, the newest first."""

    items: tuple[MissionItem, ...]


class Unit(Document):
    """A unit as its orders send it."""

    id: str
    role: str
    aircraft: str
    kind: str
    """`lone leader`, `Section of three` …; empty: an Element."""
    altitude: str
    load: str
    arrives: int
    """Game-Turn."""
    men: tuple[str, ...]
    escorts: str


class Orders(Document):
    """A side's orders, where they are open to the person."""

    resource: str
    doctrine: str
    units: tuple[Unit, ...]


class Plan(Document):
    """How far a side's planning is."""

    commander: str
    is_signed: bool
    orders: Orders | None
    """`null` unless signed and open to the person."""


class Mission(Document):
    """A mission."""

    number: int
    title: str
    date: str
    place: str
    period: int
    status: str
    """`planning`, `ready`, `flown`, `debriefed`, `void`."""
    type: str
    target: str
    """What is struck; empty if nothing is."""
    orders_due: str | None
    """Until when orders are taken, ISO 8601; `null` without a deadline."""
    orders_are_open: bool
    sides: Mapping[str, Plan]
    points: BySide | None
    """Of its report, once flown and, where a replay shows it first, debriefed."""
    voided: str
    """Why it was declared void; empty if it was not."""
    url: str
    report: str | None
    """The address of its report; `null` before there is one."""


class Flown(Document):
    """What became of one aircraft, or of several of which the same is told."""

    side: str
    unit: str
    seat: str
    aircraft: str
    pilot: str
    load: str
    status: str
    """`undamaged`, `damaged`, `destroyed` …"""
    exit: str
    cause: str
    """How it was damaged or lost."""
    kills: tuple[str, ...]
    deeds: tuple[str, ...]


class Score(Document):
    """Victory Points of one reason."""

    side: str
    who: str
    reason: str
    section: str
    """Of the rulebook, which gives them."""
    points: int


class Report(Document):
    """The report of a mission, before or after its debrief."""

    number: int
    title: str
    way: str
    is_debriefed: bool
    turns: int
    duration: str
    points: BySide
    aircraft: tuple[Flown, ...]
    scores: tuple[Score, ...]
    achieved: tuple[str, ...]
    notes: tuple[str, ...]
    url: str

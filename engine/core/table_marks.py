"""What a table keeps of units and aircraft while it plays, beside what is asked of the result: altitudes, counters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One thing that is kept: a counter, or one of several values."""

    name: str
    """``altitude``; no other mark of the same unit or aircraft has it."""
    label: str
    choices: tuple[tuple[str, str], ...] = ()
    """The values that it may have, with what people call them; none of what is counted."""
    is_ladder: bool = False
    """Its values follow each other, the lowest first: one goes up and down them."""
    starts: str = ""
    """The value before anything has happened; empty: not known."""
    count: int = 0
    """The same of what is counted."""
    most: int = 0
    each_turn: bool = False
    """It begins anew with each Game-Turn."""
    is_brief: bool = False
    """It is looked for at a glance: where a unit is, what it has suffered."""
    damages: tuple[int, int] = (0, 0)
    """At how many an aircraft is Damaged and at how many it is Destroyed; zeros of what does neither."""


@dataclass(frozen=True, slots=True)
class TableMarks:
    """All that is kept of a mission's units and of their aircraft."""

    units: dict[str, tuple[Mark, ...]] = field(default_factory=dict)
    """By unit."""
    seats: dict[tuple[str, str], tuple[Mark, ...]] = field(default_factory=dict)
    """By unit and seat."""


MOST_HITS: Final = 30
"""Hits that are counted on one aircraft; none bears as many."""
MOST_BURSTS: Final = 20
"""Bursts that are counted in one Game-Turn; nobody fires as many."""


def hits(damaged: int, destroyed: int) -> Mark:
    """Hits on one aircraft."""
    return Mark(name="hits", label="Hits", most=MOST_HITS, is_brief=True, damages=(damaged, destroyed))


def bursts() -> Mark:
    """Bursts that a unit has fired in this Game-Turn."""
    return Mark(name="bursts", label="Bursts this turn", most=MOST_BURSTS, each_turn=True)


def values(slugs: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Slugs with the words for them: ``very-high`` is *Very high*."""
    return tuple((slug, slug.replace("-", " ").capitalize()) for slug in slugs)

"""The words of Wild Blue Yonder as small ints: sides, units, aircraft, altitudes, positions, decisions.

A *unit* is an int from 0 to 15: Allied 0 to 7, Axis 8 to 15. A *craft* is a place at the table, ``4 * unit`` for the
Leader and ``4 * unit + 1`` for the Wingman; when a Wingman is promoted he moves from one place to the other. The third
man of a Section is ``4 * unit + 2``, an identity without a place of his own; of a Formation these three are its
aircraft. So ``unit >> SIDE_OF_UNIT`` and ``craft >> SIDE_OF_CRAFT`` are sides and ``craft >> 2`` is the unit.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine.core.game import SIDES

FIXTURES: Final = Path(__file__).resolve().parents[2] / "fixtures"

ALTITUDES: Final = ("very-low", "low", "medium", "high", "very-high")
VERY_LOW, LOW, MEDIUM, HIGH, VERY_HIGH = range(5)

POSITIONS: Final = ("tailed", "disadvantaged", "neutral", "advantaged", "tailing")
"""Worst to best. The opponent's position is ``4 - position``. [WBY 7.1]"""
TAILED, DISADVANTAGED, NEUTRAL, ADVANTAGED, TAILING = range(5)

MOST_UNITS: Final = 8
"""Units of a side in a mission, and of both sides together in a dogfight."""
SIDE_OF_UNIT: Final = 3
SIDE_OF_CRAFT: Final = SIDE_OF_UNIT + 2
"""A unit's and a craft's number shifted right by so many bits is its side."""
UNIT_COUNT: Final = 2 * MOST_UNITS
CRAFT_COUNT: Final = 4 * UNIT_COUNT
assert MOST_UNITS == 1 << SIDE_OF_UNIT
UNITS: Final = tuple(f"{side}-{number}" for side in SIDES for number in range(1, MOST_UNITS + 1))
UNIT_IDS: Final = f"{UNITS[0]} to {UNITS[MOST_UNITS - 1]} and {UNITS[MOST_UNITS]} to {UNITS[-1]}"
"""The names of all units, in words."""
SEATS: Final = ("leader", "wingman", "section")
PLACES: Final = ("1", "2", "3")
"""What the seats of a Formation are called."""
CRAFT: Final = tuple(f"{unit} {seat}" for unit in UNITS for seat in (*SEATS, "none"))
BOMBER: Final = tuple(f"{unit} {place}" for unit in UNITS for place in (*PLACES, "none"))
"""The names of the aircraft of Elements and of Formations, by craft."""
UNIT_NUMBER: Final = {unit: number for number, unit in enumerate(UNITS)}
CRAFT_NUMBER: Final = {
    name: craft for names in (CRAFT, BOMBER) for craft, name in enumerate(names) if craft & 3 < len(SEATS)
}

DECISIONS: Final = (
    "over",
    "altitude",
    "exchange",
    "order",
    "wingman-target",
    "wingman",
    "respond",
    "altitude-step",
    "pay",
    "follow",
    "leader",
    "hide",
    "discard",
    "draw",
)
"""Kinds of decision; ``over`` stands for none."""
(
    OVER,
    ALTITUDE,
    EXCHANGE,
    ORDER,
    WINGMAN_TARGET,
    WINGMAN,
    RESPOND,
    ALTITUDE_STEP,
    PAY,
    FOLLOW,
    LEADER,
    HIDE,
    DISCARD,
    DRAW,
) = range(14)

WINGMAN_OVER, CHANGE_OVER, ALTITUDE_OVER, LEADER_OVER, TURN_OVER = range(-5, 0)
"""In the place of a decision: a step or an altitude change is over, and the sequence of play goes on."""

FLYING, DESTROYED, DISENGAGED, IN_CLOUDS = range(4)
"""What has become of an aircraft; ``IN_CLOUDS`` left through Clouds in the last Game-Turn. [WBY 7.3.5]"""
FATES: Final = ("flying", "destroyed", "disengaged", "clouds")


def words(slug: str) -> str:
    """A slug as it is said: ``very-high`` gives ``Very High``."""
    return slug.replace("-", " ").title()

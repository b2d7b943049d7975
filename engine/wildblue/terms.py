"""The words of Wild Blue Yonder as small ints: sides, units, aircraft, altitudes, positions, decisions.

A *unit* is an int from 0 to 7: Allied 0 to 3, Axis 4 to 7. A *craft* is a place at the table, ``2 * unit`` for the
Leader and ``2 * unit + 1`` for the Wingman; when a Wingman is promoted he moves from one place to the other.
So ``unit >> 2`` and ``craft >> 3`` are sides and ``craft >> 1`` is the unit.
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

UNIT_COUNT: Final = 8
CRAFT_COUNT: Final = 16
UNITS: Final = tuple(f"{side}-{number}" for side in SIDES for number in range(1, 5))
SEATS: Final = ("leader", "wingman")
CRAFT: Final = tuple(f"{unit} {seat}" for unit in UNITS for seat in SEATS)
UNIT_NUMBER: Final = {unit: number for number, unit in enumerate(UNITS)}
CRAFT_NUMBER: Final = {craft: number for number, craft in enumerate(CRAFT)}

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

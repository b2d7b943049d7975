"""The words of the game as small ints.

A unit is a Leader with his Wingmen, a flight; its number is four times its side's, and its place among those of the
side. An aircraft, a craft, is sixteen times its unit's number and its seat: the Leader's is 0.
"""

from __future__ import annotations

from typing import Final

from engine.core.game import SIDES, Side

ALL_SIDES: Final[tuple[Side, ...]] = (*SIDES, "third", "fourth")
"""Who may play: the last two in a free-for-all alone. [WWI Free-for-All]"""
SIDE_NAMES: Final = dict(zip(ALL_SIDES, ("Entente", "Central Powers", "Third side", "Fourth side"), strict=True))
MOST_UNITS: Final = 4
"""Flights of one side."""
MOST_WINGMEN: Final = 8
"""Of one flight."""
SIDE_OF_UNIT: Final = 2
SIDE_OF_CRAFT: Final = 6
UNIT_COUNT: Final = 16
CRAFT_COUNT: Final = 256

UNITS: Final = tuple(f"{side}-{number}" for side in ALL_SIDES for number in range(1, MOST_UNITS + 1))
TITLES: Final = tuple(f"{name} {number}" for name in SIDE_NAMES.values() for number in range(1, MOST_UNITS + 1))
"""What the units are called in sentences: ``Entente 1``."""
UNIT_NUMBER: Final = {name: number for number, name in enumerate(UNITS)}
SEATS: Final = ("leader", *(f"wingman-{number}" for number in range(1, MOST_WINGMEN + 1)))
CRAFT: Final = tuple(
    f"{UNITS[craft >> 4]} {SEATS[craft & 15]}" if craft & 15 <= MOST_WINGMEN else "" for craft in range(CRAFT_COUNT)
)
"""By number; empty where there is no seat."""
CRAFT_NUMBER: Final = {name: number for number, name in enumerate(CRAFT) if name}

NONE: Final = -1

ALTITUDES: Final = ("low", "medium", "high")
LOW, MEDIUM, HIGH = range(3)

NEUTRAL, ADVANTAGED, TAILING = range(3)
"""What a Leader is to the one enemy Leader that he is on; less than Neutral if the other is on him."""
POSITIONS: Final = ("neutral", "advantaged", "tailing")
STANDS: Final = ("tailed", "disadvantaged", *POSITIONS)
"""How a Leader may stand to the enemy Leader that he is on, or that is on him; worst to best."""

ABSENT, FLYING, DESTROYED, LEFT_ALONE = range(4)
"""What becomes of an aircraft; the last: a Wingman whose Leader has been shot down."""
FATES: Final = ("", "flying", "destroyed", "removed")

WINS: Final = ("leader", "points", "last", "first-kill", "turns")
"""Ways to win: shoot down the enemy's Leaders, Victory Points at the end, last Leader in the air, first Leader shot
down, Victory Points after an agreed number of turns. [WWI How to Win, Ways to Win 1-4]"""
BY_LEADER, BY_POINTS, BY_LAST, BY_FIRST_KILL, BY_TURNS = range(5)

DECISIONS: Final = (
    "over",
    "altitude",
    "wingman",
    "respond",
    "keep",
    "wounded",
    "altitude-step",
    "pay",
    "follow",
    "leader",
    "discard",
)
"""Kinds of decision."""
OVER, ALTITUDE, WINGMAN, RESPOND, KEEP, WOUNDED, ALTITUDE_STEP, PAY, FOLLOW, LEADER, DISCARD = range(len(DECISIONS))

ABILITIES: Final = (
    "good-climb",
    "bad-climb",
    "good-dive",
    "bad-dive",
    "good-guns",
    "good-turn",
    "weak-wing",
    "high-altitude",
)
"""Special abilities beside the Gunner, who is a number of Bursts. [WWI Special Abilities]"""


def words(slug: str) -> str:
    """A slug for a sentence: ``Allied 1`` of ``allied-1``."""
    return slug.replace("-", " ").capitalize()

"""Words of the game as small ints.

A *place* is one block of airspace: column, row and depth. A *spot* is a place together with heading and pitch, and
stands for all that a flight's counter shows.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

COLUMNS: Final = tuple(f"{LETTERS[n]}-{LETTERS[n + 1]}" for n in range(0, 26, 2))
"""From the rear edge of the board to the front edge, the way the bombers fly. [SABIN Board]"""
ROWS: Final = tuple(f"{n}-{n + 1}" for n in range(0, 20, 2))
"""From the lowest up."""
DEPTHS: Final = ("left", "middle", "right")
"""From the furthest, as the bombers fly."""
HEADINGS: Final = ("forwards", "back")
PITCHES: Final = ("climb", "level", "dive")

LEFT, MIDDLE, RIGHT = range(3)
FORWARDS, BACK = range(2)
CLIMB, LEVEL, DIVE = range(3)

FACINGS: Final = 6
"""Combinations of heading and pitch: heading * 3 + pitch."""
LEVEL_FORWARDS: Final = FORWARDS * 3 + LEVEL
LEVEL_BACK: Final = BACK * 3 + LEVEL
PLACES: Final = len(COLUMNS) * len(ROWS) * len(DEPTHS)
SPOTS: Final = PLACES * FACINGS
COLUMN_OF_PLACES: Final = len(ROWS) * len(DEPTHS)
"""How many places a column has; so far apart are the same blocks of two neighbouring columns."""
COLUMN_OF_SPOTS: Final = COLUMN_OF_PLACES * FACINGS


def place(column: int, row: int, depth: int) -> int:
    return column * COLUMN_OF_PLACES + row * 3 + depth


def spot(column: int, row: int, depth: int, heading: int, pitch: int) -> int:
    return place(column, row, depth) * FACINGS + heading * 3 + pitch


PLACE: Final = tuple(n // FACINGS for n in range(SPOTS))
"""By spot."""
FACING: Final = tuple(n % FACINGS for n in range(SPOTS))
"""By spot: heading * 3 + pitch."""
HEADING: Final = tuple(n % FACINGS // 3 for n in range(SPOTS))
PITCH: Final = tuple(n % 3 for n in range(SPOTS))
COLUMN: Final = tuple(n // COLUMN_OF_SPOTS for n in range(SPOTS))
ROW: Final = tuple(n // FACINGS % COLUMN_OF_PLACES // 3 for n in range(SPOTS))
DEPTH: Final = tuple(n // FACINGS % 3 for n in range(SPOTS))
BIT: Final = (*(1 << n // FACINGS for n in range(SPOTS)), 0)
"""By spot: a mask of its place; the last, at -1, stands for being off the board."""
PLACE_TEXT: Final = tuple(
    f"{COLUMNS[n // COLUMN_OF_PLACES]} {ROWS[n % COLUMN_OF_PLACES // 3]} {DEPTHS[n % 3]}" for n in range(PLACES)
)
"""``M-N 6-7 middle``."""
PLACE_KEY: Final = tuple(text.replace(" ", ".") for text in PLACE_TEXT)
"""The same as a key: ``M-N.6-7.middle``."""
KEYED_PLACE: Final = {key: n for n, key in enumerate(PLACE_KEY)}
FACING_TEXT: Final = tuple(f"{pitch} {heading}" for heading in HEADINGS for pitch in PITCHES)
"""``level back``."""

# Units

MOST_UNITS: Final = 9
"""Of a side: three squadrons and six flights."""
UNITS: Final = tuple(f"{side}-{n}" for side in ("allied", "axis") for n in range(1, MOST_UNITS + 1))
UNIT_NUMBER: Final = {name: n for n, name in enumerate(UNITS)}
UNIT_COUNT: Final = len(UNITS)
NONE: Final = -1

ROLES: Final = ("bomber", "escort", "interceptor")
BOMBER, ESCORT, INTERCEPTOR = range(3)

TYPES: Final = ("medium", "light", "heavy", "late-heavy", "fighter-bomber", "kamikaze")
"""Of bombers."""
MEDIUM_TYPE, LIGHT_TYPE, HEAVY_TYPE, LATE_HEAVY_TYPE, FIGHTER_BOMBER_TYPE, KAMIKAZE_TYPE = range(6)
FAST_TYPES: Final = (FIGHTER_BOMBER_TYPE, KAMIKAZE_TYPE)
HEAVY_TYPES: Final = (HEAVY_TYPE, LATE_HEAVY_TYPE)
FIGHTER_TRAITS: Final = ("heavy", "slow", "weak")
BOMBER_TRAITS: Final = ("forward-guns",)
"""Of light bombers: more than one fixed machine gun that fires ahead. [SABIN Light Bombers]"""

ALTITUDES: Final = ("normal", "low", "very-low")
SKIES: Final = (
    "clear",
    "sun-back-left",
    "sun-back-right",
    "sun-front-left",
    "sun-front-right",
    "low-cloud",
    "high-cloud",
)
"""By what the die shows; the first without the advanced rule."""
CLEAR, BACK_LEFT, BACK_RIGHT, FRONT_LEFT, FRONT_RIGHT, LOW_CLOUD, HIGH_CLOUD = range(7)
APPROACHES: Final = ("rear", "front")
FROM_REAR, FROM_FRONT = range(2)
TURNING_BACK: Final = ("always", "behind", "never")
"""When the side of the bombers is asked at the end of a turn whether they turn back."""
ASK_ALWAYS, ASK_BEHIND, ASK_NEVER = range(3)

STATUSES: Final = ("flying", "to-deploy", "broke-formation", "left-inverted", "no-move", "outpaced")
"""What became of a flight; the last four are ways to leave the board."""
FLYING, TO_DEPLOY, CHOSE_TO_LEAVE, LEFT_INVERTED, NO_MOVE, OUTPACED = range(6)

PHASES: Final = ("set-up", "interceptors", "bombers", "escorts", "end-of-turn", "over")
SET_UP, INTERCEPTORS, BOMBERS, ESCORTS, END_OF_TURN, FINISHED = range(6)

DECISIONS: Final = ("over", "column", "deploy", "move", "fire", "turn-back")
OVER, CHOOSE_COLUMN, DEPLOY, MOVE, FIRE, TURN_BACK = range(6)


def apart(names: tuple[str, ...]) -> str:
    """How far a list of rows reaches: ``0-3`` of ``0-1`` and ``2-3``."""
    return f"{names[0].partition('-')[0]}-{names[-1].partition('-')[2]}"


assert all(int(a.partition("-")[2]) + 1 == int(b.partition("-")[0]) for a, b in pairwise(ROWS))

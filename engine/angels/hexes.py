"""The hexes of the map: steps, bearings, arcs, all as tables of small ints.

A hex is ``column << 8 | y``, where y counts half hexes downwards: a step north is 2 less, a step north-east a column
more and 1 less. So the difference of two hexes says how they lie to each other, and a step is one addition. Columns run
from 1; even ones lie half a hex lower. Bearings are degrees clockwise from north.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from math import atan2, degrees, sqrt
from typing import Final

from engine.angels.tables import MOST_MAP, TABLES, TAILING_RANGE
from engine.angels.terms import EAST, NORTH, SOUTH, WEST

COLUMN: Final = 8
"""A hex shifted right by so many bits is its column."""
HALVES: Final = 255
STEP: Final = (-2, 256 - 1, 256 + 1, 2, 1 - 256, -1 - 256)
"""By facing: what is added to a hex for the next one that way."""
AHEAD_LEFT: Final = (*STEP[-1:], *STEP[:-1])
AHEAD_RIGHT: Final = (*STEP[1:], *STEP[:1])
"""By facing: the same for the hexes at 10 and at 2 o'clock. [A20 Facing]"""
TURNED: Final = tuple(tuple((facing + sides) % 6 for facing in range(6)) for sides in range(6))
"""``TURNED[sides][facing]``: the facing after a turn to the right by so many hex sides."""


_BEYOND: Final = 16
"""Half hexes beyond the northern edge that still belong to their column."""
assert 2 * MOST_MAP + 2 + _BEYOND < HALVES - _BEYOND


def hex_at(column: int, row: int) -> int:
    """The hex of a column and a row, each from 1."""
    return column << COLUMN | 2 * row + (not column & 1)


def column_row(place: int) -> tuple[int, int]:
    """Column and row of a hex."""
    return place >> COLUMN, (place & HALVES) >> 1


def name(place: int) -> str:
    """A hex as texts have it: ``7.3``."""
    column, row = column_row(place)
    return f"{column}.{row}"


def key(place: int) -> str:
    """A hex as what is drawn of it is called: its name, also a few hexes off the map: ``0.3``, ``-1.5``, ``7.-1``."""
    column = place + _BEYOND >> COLUMN
    return f"{column}.{place - (column << COLUMN) >> 1}"


def of_key(text: str) -> tuple[int, int]:
    """Column and row of a hex by its key."""
    column, row = text.split(".")
    return int(column), int(row)


@cache
def hexes(width: int, height: int) -> frozenset[int]:
    """Those of a map. [A20 Managing the Battle Map]"""
    return frozenset(hex_at(column, row) for column in range(1, width + 1) for row in range(1, height + 1))


def edge_beyond(place: int, width: int) -> int:
    """The edge over which an aircraft has gone that would now be in this hex off the map."""
    column, half = place >> COLUMN, place & HALVES
    if half < 2:
        return NORTH
    if 1 <= column <= width:
        return SOUTH
    return EAST if column > width else WEST


SHIFTS: Final = (
    (2, 256 + 1, 1 - 256),
    (-256 - 1, 1 - 256),
    (-2, 256 - 1, -256 - 1),
    (256 - 1, 256 + 1),
)
"""By edge: how all aircraft may be moved a hex away from it, straight before aslant. [A20 Managing the Battle Map]"""


def distance(across: int, down: int) -> int:
    """Hexes between two hexes so many columns and half hexes apart."""
    across, down = abs(across), abs(down)
    return across + max(0, (down - across) // 2)


def _relations(most: int) -> dict[int, tuple[int, int]]:
    """Range and bearing by difference, for every hex 1 to ``most`` hexes away."""
    return {
        across * 256 + down: (
            distance(across, down),
            # thousandths of a degree: 30 and 90 are met exactly, nothing else comes near
            round(1000 * degrees(atan2(sqrt(3) * across, -down))) % 360_000,
        )
        for across in range(-most, most + 1)
        for down in range(-2 * most, 2 * most + 1)
        if (across + down) % 2 == 0 and 1 <= distance(across, down) <= most
    }


FIRING_RANGE: Final[int] = TABLES["firing"]["range"]
_HALF_ARC: Final[int] = 500 * TABLES["firing"]["arc"]
_NEAR: Final = _relations(FIRING_RANGE)
_TAILING: Final = _relations(TAILING_RANGE)
_ASPECTS: Final[list[int]] = TABLES["aspect"]["numbers"]


def _off(bearing: int, facing: int) -> int:
    """Thousandths of a degree clockwise from a facing to a bearing."""
    return (bearing - 60_000 * facing) % 360_000


def _from_nose(bearing: int, facing: int) -> int:
    off = _off(bearing, facing)
    return min(off, 360_000 - off)


ARC: Final = tuple(
    {d: far for d, (far, bearing) in _NEAR.items() if _from_nose(bearing, facing) <= _HALF_ARC} for facing in range(6)
)
"""By facing: the range by difference (target less attacker) of the firing arc. [A20 Firing Arc]"""
AROUND: Final = {d: far for d, (far, _) in _NEAR.items()}
"""The range by difference of whoever fires in any direction."""


def _numbers(choose: Callable[[Iterable[int]], int], facing: int) -> dict[int, int]:
    found = {}
    for d, (_, bearing) in _NEAR.items():
        sixth, rest = divmod(_off(bearing, facing) + 30_000, 60_000)
        sides = (sixth, sixth - 1) if rest == 0 else (sixth,)
        found[d] = choose(_ASPECTS[side % 6] for side in sides)
    return found


ASPECT: Final = tuple(_numbers(max, facing) for facing in range(6))
"""By the target's facing: the target number by difference (attacker less target); halves take the higher.
[A20 Target Aspect]"""
ASPECT_LOWER: Final = tuple(_numbers(min, facing) for facing in range(6))
"""The same, halves taking the lower."""
FRONT_HALF: Final = tuple(
    frozenset(d for d, (_, bearing) in _TAILING.items() if _from_nose(bearing, facing) < 90_000) for facing in range(6)
)
REAR_HALF: Final = tuple(
    frozenset(d for d, (_, bearing) in _TAILING.items() if _from_nose(bearing, facing) > 90_000) for facing in range(6)
)
"""By facing: the hexes before and behind, exactly abeam in neither. [A20 Tailing]"""
assert 2 * MOST_MAP + 2 < HALVES

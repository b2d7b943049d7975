"""Where flights begin, by starting situation. [A20 Starting Situations]"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from engine.angels.hexes import hex_at
from engine.angels.terms import FACING_NUMBER
from engine.core import fixtures

_TABLES: Final[dict[str, Any]] = fixtures.read("tables", "angels-situations.toml")
SITUATIONS: Final = tuple(sorted(map(int, _TABLES)))
"""1 to 6 for the Standard Scenario's die, 7 for bombers and their escort."""
ESCORT: Final = 7
TITLES: Final[dict[int, str]] = {number: _TABLES[str(number)]["title"] for number in SITUATIONS}


class Area(NamedTuple):
    """A set-up area: where a side deploys its aircraft, and how they fly there. [A20 Deploy Aircraft]"""

    places: tuple[int, ...]
    facing: int
    altitude: int
    apart: int
    """Hexes that bombers keep between one another at least; 0: as they like. [A20 Setup]"""


@dataclass(frozen=True, slots=True)
class Situation:
    """The set-up areas of both sides."""

    blue: Area
    """Of the side without the advantage, which sets up first."""
    red: Area
    bonus: int
    """Victory Points that the blue side has beforehand. [A20 Advantaged Position]"""


@cache
def situation(number: int) -> Situation:
    """One of ``SITUATIONS``. Raises ``KeyError`` for any other number."""
    table = _TABLES[str(number)]
    return Situation(_area(table["blue"]), _area(table["red"]), table["bonus"])


def _area(table: dict[str, Any]) -> Area:
    (west, east), (north, south) = table["columns"], table["rows"]
    return Area(
        tuple(hex_at(column, row) for row in range(north, south + 1) for column in range(west, east + 1)),
        FACING_NUMBER[table["facing"]],
        table["altitude"],
        table.get("apart", 0),
    )

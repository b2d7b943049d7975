"""What may be picked on the map: hexes, and the aircraft in them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from math import cos, pi, sin, sqrt
from typing import Final

from engine.angels.hexes import of_key
from engine.angels.terms import UNIT_NUMBER
from engine.core.board import Point, Shape
from engine.core.game import Document

ROW: Final = sqrt(3)
"""From hex to hex downwards; columns are 1.5 apart."""


@cache
def corners_of(x: float, y: float, radius: float = 1.0) -> tuple[Point, ...]:
    return tuple(
        (round(x + radius * cos(each * pi / 3), 3), round(y + radius * sin(each * pi / 3), 3)) for each in range(6)
    )


def stacked(shown: Mapping[str, Document]) -> dict[tuple[int, int], list[str]]:
    """The aircraft by column and row of their hex, the lowest first."""
    stacks: dict[tuple[int, int], list[str]] = {}
    for unit, each in sorted(shown.items(), key=lambda pair: pair[1]["altitude"]):
        stacks.setdefault(tuple(each["hex"]), []).append(unit)
    return stacks


def lit_hexes(lit: Collection[str]) -> list[tuple[int, int]]:
    """Columns and rows of the hexes that may be picked."""
    return [of_key(key) for key in lit if key not in UNIT_NUMBER]


def spots(
    view: Document, shown: Mapping[str, Document], middle: Callable[[int, int], Point], lit: Collection[str]
) -> tuple[Shape, ...]:
    """One for each key: a hex as a whole, or the part that an aircraft has of it among those that may be picked."""
    if not lit:
        return ()
    found = []
    stacks = stacked(shown)
    for column, row in sorted(lit_hexes(lit)):
        there = stacks.get((column, row), [])
        look = " ".join(dict.fromkeys(["spot", *(view["units"][unit]["side"] for unit in there)]))
        found.append(
            Shape(
                "polygon",
                corners_of(*middle(column, row), 0.93),
                look,
                title=_title(view, column, row, there),
                key=f"{column}.{row}",
            )
        )
    for (column, row), stack in stacks.items():
        picked = [unit for unit in stack if unit in lit]
        x, y = middle(column, row)
        wide = 2 / max(1, len(picked))
        for number, unit in enumerate(picked):
            left, right = x - 1 + number * wide, x - 1 + (number + 1) * wide
            each = view["units"][unit]
            corners = ((left, y - ROW / 2), (right, y - ROW / 2), (right, y + ROW / 2), (left, y + ROW / 2))
            title = f"{each['type']} ({each['name'] or unit.replace('-', ' ').title()}), altitude {each['altitude']}"
            found.append(
                Shape(
                    "polygon",
                    corners if len(picked) > 1 else corners_of(x, y),
                    f"spot {each['side']}",
                    title=title,
                    key=unit,
                )
            )
    return tuple(found)


def _title(view: Document, column: int, row: int, there: list[str]) -> str:
    """The hex, and who is in it."""
    sheet = view["map"]
    if not (1 <= column <= sheet["width"] and 1 <= row <= sheet["height"]):
        return "Beyond the edge of the map"
    return ": ".join([f"{column}.{row}", *filter(None, [", ".join(view["units"][unit]["type"] for unit in there)])])

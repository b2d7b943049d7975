"""The part of the board that is drawn, and where its boxes lie. [SABIN Board]"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.core.board import Point
from engine.sabin.terms import DEPTHS

BOX: Final = 3.0
"""Width of a box in units of the drawing; its height is 1 for each depth, or what ``Part.deep`` says."""
EDGE: Final = 2.0
"""Room for the rows' names at the left."""
HEAD: Final = 2.2
"""Room above the boxes for turn and tracks."""
FOOT: Final = 1.6
"""Room below them for the columns' names."""
TEXTS: Final = 33
"""Heights of the texts in the width of the board: as small as can be read on a telephone."""


@dataclass(frozen=True, slots=True)
class Part:
    """The part of the board that is drawn: where units are, with a box to spare around them."""

    columns: range
    rows: range
    deep: float = 1.0
    """Height of one depth of a box."""

    @property
    def box(self) -> float:
        """Height of a box."""
        return self.deep * len(DEPTHS)

    @property
    def right(self) -> float:
        return EDGE + len(self.columns) * BOX

    @property
    def bottom(self) -> float:
        return HEAD + len(self.rows) * self.box

    @property
    def text(self) -> float:
        return self.right / TEXTS

    def left(self, column: int) -> float:
        """The left edge of a column of boxes."""
        return EDGE + (column - self.columns.start) * BOX

    def top(self, row: int) -> float:
        """The upper edge of a row of boxes."""
        return HEAD + (self.rows.stop - 1 - row) * self.box


def box_of(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom))

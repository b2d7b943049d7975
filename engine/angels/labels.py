"""Where names stand on the map, so that they cover neither aircraft nor one another as far as there is room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.core.board import Point

SWEEPS: Final = 3
"""How often each name may look for a better place."""
CRAFT: Final = 1.1
"""Length and width of what an aircraft covers."""
OVER_CRAFT, OVER_NAME, OFF_BOARD = 6.0, 4.0, 50.0
"""What a unit of area costs that is covered twice, or lies off the drawing."""
LATER: Final = 0.02
"""What each later place costs: names stand below their aircraft unless that is worse."""


@dataclass(frozen=True, slots=True)
class Label:
    """Some lines that belong to an aircraft or a stack of them."""

    of: Point
    """The middle of what it names."""
    width: float
    height: float
    clear: float
    """From that middle to the edge of what it names."""

    def places(self) -> Iterator[Point]:
        """Where its middle may be, the best first: below, above, beside, aslant."""
        x, y = self.of
        down, along = self.clear + self.height / 2, self.clear + self.width / 2
        aslant = self.clear / 2
        yield x, y + down
        yield x, y - down
        yield x + along, y
        yield x - along, y
        for below in (down, -down):
            yield x + aslant + self.width / 2, y + below * 0.8
            yield x - aslant - self.width / 2, y + below * 0.8


@dataclass(frozen=True, slots=True)
class _Box:
    west: float
    north: float
    east: float
    south: float

    def shared(self, other: _Box) -> float:
        """The area that both cover."""
        # Compared by hand: a map asks this ten thousand times, and calls of min and max were most of its time.
        east = self.east if self.east < other.east else other.east
        west = self.west if self.west > other.west else other.west
        if east <= west:
            return 0.0
        south = self.south if self.south < other.south else other.south
        north = self.north if self.north > other.north else other.north
        return (east - west) * (south - north) if south > north else 0.0


def arranged(labels: Sequence[Label], craft: Sequence[Point], width: float, height: float) -> list[Point]:
    """The middle of each label, in a drawing of that size with aircraft at ``craft``."""
    hulls = [_around(middle, CRAFT, CRAFT) for middle in craft]
    sheet = _Box(0.0, 0.0, width, height)
    found = [next(label.places()) for label in labels]
    boxes: list[_Box | None] = [None] * len(labels)
    for _ in range(SWEEPS):
        for number, label in enumerate(labels):
            others = [box for each, box in enumerate(boxes) if box and each != number]

            def cost(ranked: tuple[int, Point], label: Label = label, others: list[_Box] = others) -> float:
                rank, middle = ranked
                box = _around(middle, label.width, label.height)
                return (
                    rank * LATER
                    + OVER_CRAFT * sum(box.shared(hull) for hull in hulls)
                    + OVER_NAME * sum(box.shared(other) for other in others)
                    + OFF_BOARD * (label.width * label.height - box.shared(sheet))
                )

            _, found[number] = min(enumerate(label.places()), key=cost)
            boxes[number] = _around(found[number], label.width, label.height)
    return found


def _around(middle: Point, width: float, height: float) -> _Box:
    x, y = middle
    return _Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

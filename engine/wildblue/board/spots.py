"""What may be picked on the table: aircraft, units, bands of sky, ways to strike the target."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

from engine.core.board import Shape
from engine.flames.board import Pick, area, circles
from engine.wildblue.board.pieces import CELL_WIDTH
from engine.wildblue.board.units import Placed, height, seat_in_words

TARGET: Final = "target"
"""With a way to strike behind it, a part of the Mission Target."""
STRIKES: Final = {
    "level": "Level bombing",
    "dive": "Dive bombing",
    "torpedo": "Torpedoes",
    "mines": "Mines",
    "cargo": "Cargo",
    "guns": "Guns and rockets",
}
"""The ways to strike, as parts of the target; the last is without a load that is dropped."""


class Ground(NamedTuple):
    """Where the Mission Target is drawn."""

    left: float
    top: float
    right: float
    bottom: float


def spots(
    lit: Collection[str],
    units: Mapping[str, Placed],
    sky: Mapping[str, tuple[float, float]],
    where: Mapping[str, str],
    ground: Ground,
    width: float,
) -> Iterator[Shape]:
    """A spot for each key that is lit and lies on the table, the larger ones first.

    ``sky``: top and height of each band; ``where``: what it is called.
    """
    for level, (top, tall) in sky.items():
        if level in lit:
            yield area(level, 0, top, width, tall, level, where[level])
    ways = [way for way in STRIKES if f"{TARGET} {way}" in lit]
    wide = (ground.right - ground.left) / max(len(ways), 1)
    for n, way in enumerate(ways):
        left = ground.left + n * wide
        yield area(f"{TARGET} {way}", left, ground.top, wide, ground.bottom - ground.top, "land", STRIKES[way])
    picks = []
    for name, unit in units.items():
        side = str(unit.document["side"])
        if name in lit:
            yield area(name, unit.x, unit.y, CELL_WIDTH, height(unit.document), side, unit.called)
        for seat, craft in unit.craft.items():
            if (key := f"{name} {seat}") in lit:
                title = f"{unit.called}, {seat_in_words(seat)}"
                picks.append(Pick(key, craft.points[0], craft.size, side, title))
    yield from circles(picks, width)

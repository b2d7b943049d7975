"""Small shapes of which the picture of the table is made, in its own units."""

from __future__ import annotations

from math import hypot
from typing import Literal

from engine.core.board import Shape

CELL_WIDTH = 200
"""Of a unit."""
SMALL, LARGE = 13, 14
"""Heights of texts."""


def box(x: float, y: float, width: float, height: float, look: str, title: str = "") -> Shape:
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Shape("polygon", corners, look, title=title)


def text(
    x: float, y: float, said: str, look: str, anchor: Literal["start", "middle", "end"] = "start", size: float = SMALL
) -> Shape:
    return Shape("text", ((x, y),), look, said, anchor=anchor, size=size)


def sign(name: str, x: float, y: float, size: float, look: str, title: str = "") -> Shape:
    """``x``, ``y``: its middle."""
    return Shape("sign", ((x, y),), look, name, title=title, size=size)


def between(a: Shape, b: Shape, look: str, drop: float = 0) -> Shape:
    """The line from the edge of one aircraft's circle to the edge of the other's; lower by ``drop`` if it is level."""
    (x, y), (x2, y2) = a.points[0], b.points[0]
    length = max(hypot(x2 - x, y2 - y), 1)
    dx, dy = (x2 - x) / length, (y2 - y) / length
    near, far = a.size / 2 + 3, b.size / 2 + 3
    low = 0 if dy else drop
    ends = ((x + dx * near, y + dy * near + low), (x2 - dx * far, y2 - dy * far + low))
    return Shape("line", ends, look)

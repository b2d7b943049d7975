"""A system's board as a picture: its shapes in, what the template writes down out. Knows no system and no Django.

The picture is scaled to a fixed width, so that lines are as strong on every board. ``least`` is the width in pixels
below which the smallest text would be too small to read: on a phone the board is then scrolled, never shrunk.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import atan2, ceil, cos, sin

from campaigns.catalogue.shapes import shape_name
from engine.core.board import Board, Point, Shape

WIDTH = 960.0
"""Of every picture in its own units."""
LEAST_TEXT = 11.0
"""Pixels."""
NARROW = 440.0
"""Of one laid out for a narrow screen."""
NAME_HEIGHT = 0.3
"""Height of an aircraft's name in lengths of the aircraft, on a board that has no texts to measure by."""
LETTER = 0.5
"""Width of a letter in heights."""
ARROW_HEAD = 14.0
"""Length of an arrow's point in units of the picture."""
MARKED_SIDES = ("allied", "axis", "third", "fourth")
"""Sides that have a mark of their own."""
MOST_KEPT = 4096
"""Shapes that are kept as they were drawn last: from one decision to the next most of a table stays as it is."""
CRAFT = {
    "aircraft": "single", "bomber": "four", "twin": "twin",
    "monoplane": "monoplane", "biplane": "biplane", "triplane": "triplane",
}  # fmt: skip
"""The plain outline of each kind of shape that is an aircraft."""
PROFILES = {"aircraft": "fighter-profile", "bomber": "bomber-profile"}
"""The sign of each kind that is seen from the side."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One shape as the template writes it."""

    tag: str
    """``polygon``, ``boxes``, ``line``, ``circle``, ``text``, ``sign`` or ``craft``."""
    look: str
    title: str = ""
    points: str = ""
    """Of a polygon; of an arrow those of its point; of boxes their path."""
    x: float = 0.0
    y: float = 0.0
    x2: float = 0.0
    y2: float = 0.0
    size: float = 0.0
    """Radius, height of text, length of an aircraft, width of a sign."""
    text: str = ""
    anchor: str = ""
    symbol: str = ""
    """The sign of an aircraft that is seen from the side."""
    outline: str = ""
    """The shape of one that is seen from above."""
    turn: float = 0.0
    mirrored: bool = False
    half: float = 0.0
    """Half the size."""
    is_damaged: bool = False
    side: str = ""
    """Whose mark stands before its name; empty if none does."""
    mark_x: float = 0.0
    """Left edge of the side's mark before an aircraft's name."""
    text_x: float = 0.0
    text_y: float = 0.0
    text_size: float = 0.0
    key: str = ""
    """What stays the same when it moves, or may be picked."""


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board, ready to be written down."""

    width: float
    height: float
    least: int
    """Pixels that it must be wide to be read."""
    shapes: tuple[Drawn, ...]
    summary: str
    is_night: bool
    narrow: BoardPicture | None
    spots: tuple[Drawn, ...]
    """What may be picked, above all shapes."""


def draw(board: Board, width: float = WIDTH) -> BoardPicture:
    """The picture of a board."""
    scale = width / board.width
    smallest = _smallest_text(board.shapes)
    return BoardPicture(
        width=width,
        height=round(board.height * scale, 1),
        least=ceil(board.width * LEAST_TEXT / smallest) if smallest else 0,
        shapes=tuple(_drawn(shape, scale, board.view, smallest * scale) for shape in board.shapes),
        summary=board.summary,
        is_night=board.is_night,
        narrow=draw(board.narrow, NARROW) if board.narrow else None,
        spots=tuple(_drawn(spot, scale, board.view, smallest * scale) for spot in board.spots),
    )


def _smallest_text(shapes: Sequence[Shape]) -> float:
    """Height of the smallest text; names of aircraft are as small. 0.0: there is nothing to read."""
    written = [shape.size for shape in shapes if shape.kind == "text"]
    named = [shape.size * NAME_HEIGHT for shape in shapes if shape.kind in CRAFT and shape.text]
    return min(written or named, default=0.0)


@lru_cache(maxsize=MOST_KEPT)
def _drawn(shape: Shape, scale: float, view: str, name_height: float) -> Drawn:
    made = _as_it_is(shape, scale, view, name_height)
    return replace(made, key=shape.key) if shape.key else made


def _as_it_is(shape: Shape, scale: float, view: str, name_height: float) -> Drawn:
    match shape.kind:
        case "polygon":
            return Drawn("polygon", shape.look, shape.title, points=_listed(shape.points, scale))
        case "boxes":
            return Drawn("boxes", shape.look, shape.title, points=_boxes(shape, scale))
        case "line":
            return _line(shape, scale)
        case kind if kind in CRAFT:
            return _craft(shape, scale, view, name_height)
    x, y = _scaled(shape.points[0], scale)
    size = round(shape.size * scale, 2)
    half = round(size / 2, 2)
    return Drawn(
        shape.kind, shape.look, shape.title, x=x, y=y, size=size, half=half, text=shape.text, anchor=shape.anchor
    )


def _boxes(shape: Shape, scale: float) -> str:
    """All as one path."""
    size = round(shape.size * scale, 2)
    corners = (_scaled((x - shape.size / 2, y - shape.size / 2), scale) for x, y in shape.points)
    return "".join(f"M{x} {y}h{size}v{size}h-{size}z" for x, y in corners)


def _line(shape: Shape, scale: float) -> Drawn:
    (x, y), (x2, y2) = (_scaled(point, scale) for point in shape.points)
    head = ""
    if "arrow" in shape.look.split():
        along = atan2(y2 - y, x2 - x)
        corners = ((x2 - ARROW_HEAD * cos(along + bend), y2 - ARROW_HEAD * sin(along + bend)) for bend in (-0.45, 0.45))
        head = _listed(((x2, y2), *corners), 1)
    return Drawn("line", shape.look, shape.title, points=head, x=x, y=y, x2=x2, y2=y2)


def _craft(shape: Shape, scale: float, view: str, height: float) -> Drawn:
    """An aircraft and its name: from above below it, with the mark of its side; from the side behind or before it."""
    x, y = _scaled(shape.points[0], scale)
    size = shape.size * scale
    side = next((word for word in shape.look.split() if word in MARKED_SIDES), "")
    room = height * 1.05 if side and view == "above" else 0.0
    if shape.name_at is not None:
        middle, level = _scaled(shape.name_at, scale)
        level += height * 0.35
    else:
        middle, level = x, y + (size * 0.5 + height * 0.8 if view == "above" else height * 0.35)
    left = middle - (room + LETTER * height * len(shape.text)) / 2 if view == "above" else x + size / 2 + height * 0.1
    return Drawn(
        "craft",
        shape.look,
        shape.title,
        x=x,
        y=y,
        size=round(size, 2),
        half=round(size / 2, 2),
        text=shape.text,
        symbol=PROFILES[shape.kind] if view == "side" else "",
        outline="" if view == "side" else shape_name(shape.type, CRAFT[shape.kind]),
        turn=round(shape.turn, 2) + 0.0,
        mirrored=shape.mirrored,
        side=side if room else "",
        is_damaged="damaged" in shape.look.split(),
        mark_x=round(left, 2),
        text_x=round(left + room, 2),
        text_y=round(level, 2),
        text_size=round(height, 2),
    )


def _scaled(point: Point, scale: float) -> Point:
    # Plus nothing: a zero has no sign, so that shapes that are alike are written alike.
    return round(point[0] * scale, 2) + 0.0, round(point[1] * scale, 2) + 0.0


def _listed(points: Iterable[Point], scale: float) -> str:
    return " ".join("{},{}".format(*_scaled(point, scale)) for point in points)

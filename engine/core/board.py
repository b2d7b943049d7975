"""A table as simple shapes, which a page or a document draws without knowing the system.

Units are the system's own; y grows downwards. Colours are not said here: ``look`` names what a thing is (``sky``,
``cloud``, ``allied`` …) and the drawer knows how that looks, by day, by night and on paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """One thing on the table; what comes later lies above what came before."""

    kind: Literal["polygon", "line", "circle", "text", "aircraft", "bomber", "monoplane", "biplane", "triplane"]
    """An aircraft is drawn as seen from above, or from the side where the board is; the last three, of wood and wire,
    from above alone."""
    points: tuple[Point, ...]
    """The corners of a polygon, the ends of a line; else the one middle."""
    look: str
    """Words for its look, apart by spaces: ``box``, ``allied damaged``."""
    text: str = ""
    """What is written there; beside an aircraft its name."""
    name_at: Point | None = None
    """Where the middle of an aircraft's name is; ``None``: close to it, where the drawer finds room."""
    title: str = ""
    """What it is, in words, for those who point at it or cannot see it."""
    size: float = 1.0
    """Radius of a circle, height of a text, length of an aircraft."""
    turn: float = 0.0
    """Degrees clockwise from pointing right."""
    mirrored: bool = False
    """Flipped upside down, as a counter is."""


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on the table."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    summary: str
    """The table in a sentence or two, for those who cannot see it."""
    view: Literal["above", "side"] = "above"

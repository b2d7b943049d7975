"""A table as simple shapes, which a page or a document draws without knowing the system.

Units are the system's own; y grows downwards. Colours are not said here: ``look`` names what a thing is (``sky``,
``cloud``, ``allied`` …) and the drawer knows how that looks, by day, by night and on paper.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """One thing on the table; what comes later lies above what came before."""

    kind: Literal[
        "polygon", "boxes", "line", "circle", "text", "sign",
        "aircraft", "bomber", "twin", "monoplane", "biplane", "triplane",
    ]  # fmt: skip
    """An aircraft is drawn as seen from above, or from the side where the board is; of one whose ``type`` is not known
    the kind says how, from the side always."""
    points: tuple[Point, ...]
    """The corners of a polygon, the middles of boxes, the ends of a line; else the one middle."""
    look: str
    """Words for its look, apart by spaces: ``box``, ``allied damaged``."""
    text: str = ""
    """What is written there; beside an aircraft its name; of a sign which: ``cloud``, ``load-bomb`` …"""
    anchor: Literal["start", "middle", "end"] = "middle"
    """Which part of a text its point is; in height always the middle."""
    name_at: Point | None = None
    """Where the middle of an aircraft's name is; ``None``: close to it, where the drawer finds room."""
    type: str = ""
    """Of an aircraft whose type is known, as the system's catalogue calls it: it is drawn as that looks from above."""
    title: str = ""
    """What it is, in words, for those who point at it or cannot see it."""
    size: float = 1.0
    """Radius of a circle, height of a text, length of an aircraft, width of a box and of a sign."""
    turn: float = 0.0
    """Degrees clockwise from pointing right."""
    mirrored: bool = False
    """Flipped upside down, as a counter is."""
    key: str = ""
    """Of a thing that stays the same when it moves; of one that may be picked, what ``Choice.at`` calls it."""


def type_of(aircraft: str | Mapping[str, Any]) -> str:
    """The slug of an aircraft; empty of one whose ratings are given without it."""
    return aircraft if isinstance(aircraft, str) else aircraft.get("slug", "")


class Gone(NamedTuple):
    """An aircraft that has left the table."""

    side: str
    called: str
    how: str
    """In a word or two."""
    is_lost: bool


class Card(NamedTuple):
    """A card in a hand: a word or two, and its full name."""

    short: str
    name: str
    fires: bool
    key: str = ""
    """What ``Choice.card`` calls it."""
    figure: str = ""
    """What stands large on it: ``3 Bursts, 3 Hits``; empty: nothing."""
    lines: tuple[str, ...] = ()
    """What it does, in our words, each a few of them."""

    @property
    def title(self) -> str:
        """Its name without what its figure says: ``In My Sights``, ``In My Sights: Engine Hit``."""
        plain, _, rest = self.name.partition(" (")
        if not self.figure or not rest:
            return self.name
        figures = self.figure.split(", ")
        own = [each for each in rest.removesuffix(")").split(", ") if each not in figures]
        return f"{plain}: {', '.join(own)}" if own else plain


class Hand(NamedTuple):
    """What a unit holds, as far as the viewer may know: ``cards``, or only their ``number``, or neither.

    Neither: an enemy's, of whom it is secret how many they are; of one's own it is empty.
    """

    unit: str
    side: str
    cards: tuple[Card, ...]
    number: int | None
    is_unseen: bool
    """Nobody has seen it, its own side neither."""
    key: str = ""
    """The unit that holds it, as ``Decision.unit`` names it."""


class Step(NamedTuple):
    """What has led to a table; nothing, if it is only looked at."""

    name: str = ""
    actor: str = ""
    action: str = ""
    before: Mapping[str, Any] = {}
    """The view before it."""
    lit: frozenset[str] = frozenset()
    """The keys of what may be picked now."""


NO_STEP = Step()


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on the table."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    summary: str
    """The table in a sentence or two, for those who cannot see it."""
    view: Literal["above", "side"] = "above"
    is_night: bool = False
    narrow: Board | None = None
    """The same table for a narrow screen, where one can be had."""
    gone: tuple[Gone, ...] = ()
    """Who has left the table, where that is not drawn."""
    hands: tuple[Hand, ...] | None = None
    """Of those who still fly; ``None`` of a game without cards."""
    spots: tuple[Shape, ...] = ()
    """What may be picked, above all shapes: one for each key of ``Step.lit``, with a ``title``."""
    played: Card | None = None
    """The card by which the step began."""

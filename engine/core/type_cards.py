"""What stands on the printed cards of a type of aircraft: figures and sentences in its system's own words."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

MOST_CHIEF = 4
"""Figures that are read across a table; a card has a corner for each."""


@dataclass(frozen=True, slots=True)
class CardFigure:
    """One rating: a label of one or two words, a value of a few characters, and what stands small beside it."""

    label: str
    value: str
    beside: str = ""
    source: str = ""
    """Where it comes from, ``rulebook`` or ``public``, if not from where its card's others do."""
    hint: str = ""
    """What it is, for who meets it for the first time."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """One side of a card."""

    title: str
    """``Leader, damaged``."""
    chief: tuple[CardFigure, ...]
    """The figures that matter most, at most ``MOST_CHIEF``."""
    rows: tuple[tuple[CardFigure, ...], ...] = ()
    """The others, line by line."""
    words: tuple[str, ...] = ()
    """What it can do beside that, each a short sentence: ``Good guns: each hit counts one more.``"""
    boxes: tuple[str, int] = ("", 0)
    """What is ticked off on the card, and how often: ``("Hit points", 3)``."""
    is_damaged: bool = False
    is_of_all: bool = False
    """Whether it says what holds for every type alike, and shows none."""

    @property
    def figures(self) -> tuple[CardFigure, ...]:
        """All of them, the chief ones first."""
        return (*self.chief, *chain.from_iterable(self.rows))


@dataclass(frozen=True, slots=True)
class TypeCard:
    """Both sides of a card."""

    seat: str
    """``leader``, ``wingman`` or what else an aircraft flies as; one type has one card for each."""
    front: CardFace
    back: CardFace
    hits: tuple[int, int] = (0, 0)
    """Hits at which it is turned to its back and is destroyed; zeros where a unit takes them as a whole."""

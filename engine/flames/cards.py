"""A deck: what each of its cards is, which cards a text means, and how the log tells of them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from engine.core.game import Side


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Deck:
    """The cards of each side. A card is a small int; what is printed on its front is its *face*."""

    bits: tuple[int, ...]
    """By card: the mask of its face."""
    faces: int
    """The mask of all faces."""
    texts: tuple[str, ...]
    """By card: how a record calls it."""
    named: Callable[[str], Collection[int]]
    """The cards that a text may mean; none, or an ``EngineError``, for a text that means none."""

    sides: tuple[Side, ...]
    """Who may have such a deck, by number."""
    side_of_craft: int
    """The number of a craft, a place at the table, shifted right by so many bits is its side's."""
    drew: int
    """The event of craft 0's drawing card 0: a craft is added from the 16th bit on, a card from the lowest."""
    reshuffled: int
    """The event that the discards of side 0 have become its Draw Pile."""
    scripted: int
    """The event that card 0 has been put on top of side 0's deck from outside; sides and cards as above."""

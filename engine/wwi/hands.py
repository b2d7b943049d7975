"""Cards shown for a check, and spent. [WWI Jam Checks, On Fire!, Leader Attack]"""

from __future__ import annotations

from typing import Final

from engine.flames.hands import drawing, turn_up
from engine.wwi.state import CHECKED, DECK, State, event
from engine.wwi.terms import CRAFT_COUNT, SIDE_OF_CRAFT

draw: Final = drawing(DECK, CRAFT_COUNT)


def show(state: State, craft: int, purpose: int) -> int:
    """Draw a card for a check of this aircraft, show it and discard it; ``NONE`` if none is left."""
    card = turn_up(state, craft >> SIDE_OF_CRAFT)
    if card >= 0:
        state.log.append(event(CHECKED, craft, purpose, card))
    return card


def spend(state: State, craft: int, face: int) -> None:
    """Discard one card with this face from a hand."""
    hand = state.hands[craft]
    hand.remove(face)
    if face not in hand:
        state.masks[craft] &= ~(1 << face)
    state.discards[craft >> SIDE_OF_CRAFT].append(face)

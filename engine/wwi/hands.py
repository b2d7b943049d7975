"""Cards from pile to hand and back. [WWI Leader Attack, Your Wingmen]"""

from __future__ import annotations

from engine.core.errors import BadRecord
from engine.wwi.cards import FACE_NUMBER, FACES
from engine.wwi.state import CHECKED, DREW_BY, RESHUFFLED, State, event
from engine.wwi.terms import ALL_SIDES, NONE, SIDE_OF_CRAFT


def draw(state: State, craft: int, count: int) -> None:
    """Draw cards into a hand or mini-hand, as many as there are."""
    pool = state.pools[craft >> SIDE_OF_CRAFT]
    size = len(pool)
    hand = state.hands[craft]
    mask = state.masks[craft]
    append = state.log.append
    base = DREW_BY[craft]
    if state.loaded or size < count:
        for _ in range(count):
            card = draw_one(state, craft >> SIDE_OF_CRAFT)
            if card < 0:
                break
            hand.append(card)
            mask |= 1 << card
            append(base + card)
        state.loaded = any(state.stacked) or not state.chance.script_is_over
    else:
        random = state.random
        for left in range(size, size - count, -1):
            card = pool.pop(int(random() * left))
            hand.append(card)
            mask |= 1 << card
            append(base + card)
    state.masks[craft] = mask


def draw_one(state: State, side: int) -> int:
    """The next card of a Draw Pile, which the discards renew when it is empty; ``NONE`` if both are."""
    pool = state.pools[side]
    stacked = state.stacked[side]
    if not stacked and not pool:
        discards = state.discards[side]
        if not discards:
            return NONE
        pool.extend(discards)
        discards.clear()
        state.log.append(event(RESHUFFLED, side))
    scripted = state.chance.scripted(ALL_SIDES[side]) if state.loaded else None
    if stacked:
        card = stacked.pop()
        if scripted is not None and scripted != FACES[card]:
            raise BadRecord(
                f"The record draws {scripted}, but {FACES[card]} lies on top of the {ALL_SIDES[side]} deck."
            )
        return card
    chosen = int(state.random() * len(pool))
    if scripted is not None:
        face = FACE_NUMBER.get(scripted, NONE)
        if face not in pool:
            raise BadRecord(f"The record gives {scripted}, which is not among the {ALL_SIDES[side]} cards.")
        if pool[chosen] != face:
            chosen = pool.index(face)
    return pool.pop(chosen)


def show(state: State, craft: int, purpose: int) -> int:
    """Draw a card for a check of this aircraft, show it and discard it; ``NONE`` if none is left."""
    side = craft >> SIDE_OF_CRAFT
    card = draw_one(state, side)
    if card >= 0:
        state.discards[side].append(card)
        state.log.append(event(CHECKED, craft, purpose, card))
        if state.loaded:
            state.loaded = any(state.stacked) or not state.chance.script_is_over
    return card


def spend(state: State, craft: int, face: int) -> None:
    """Discard one card with this face from a hand."""
    hand = state.hands[craft]
    hand.remove(face)
    if face not in hand:
        state.masks[craft] &= ~(1 << face)
    state.discards[craft >> SIDE_OF_CRAFT].append(face)


def discard_hand(state: State, craft: int) -> None:
    """Discard whatever is left in a hand or mini-hand."""
    hand = state.hands[craft]
    if hand:
        state.discards[craft >> SIDE_OF_CRAFT].extend(hand)
        hand.clear()
        state.masks[craft] = 0

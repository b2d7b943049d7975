"""Cards and counters from hand to pile and back. [WBY 4.6, 6.3, 10.1]"""

from __future__ import annotations

from typing import Final

from engine.flames.hands import discard_hand, drawing, mask_hand, take_at_random, turn_up
from engine.wildblue.cards import COUNTER, FACE, HEAVY_GUN
from engine.wildblue.missions.mission import Mission
from engine.wildblue.state import DECK, FOR_CLIMB, SHOWN, State, event
from engine.wildblue.terms import CRAFT_COUNT, SIDE_OF_CRAFT

draw: Final = drawing(DECK, CRAFT_COUNT)


def show(state: State, side: int, man: int, purpose: int) -> int:
    """Draw a card of a side's deck for an aircraft, show it and discard it; the card, or ``NONE`` if none is left.

    ``man`` is the craft of take-off of the aircraft that it is drawn for, or against: flak is drawn from the enemy's
    deck. ``purpose`` is one of ``state.PURPOSES``.
    """
    card = turn_up(state, side)
    if card >= 0:
        state.log.append(event(SHOWN, man, purpose << 1 | side, card))
    return card


def discard_at_random(state: State, craft: int) -> None:
    """Discard a card of a hand that nobody has looked at. [WBY 18.1d]"""
    side = craft >> SIDE_OF_CRAFT
    card = take_at_random(state, side, state.hands[craft])
    mask_hand(state, craft)
    state.discards[side].append(card)
    state.log.append(event(SHOWN, state.who[craft], FOR_CLIMB << 1 | side, card))


def spend(state: State, craft: int, face: int) -> None:
    """Discard one card with this face from a hand."""
    hand = state.hands[craft]
    spent = -1
    last = True
    for card in hand:
        if FACE[card] == face:
            if spent >= 0:
                last = False
                break
            spent = card
    hand.remove(spent)
    state.discards[craft >> SIDE_OF_CRAFT].append(spent)
    if last:
        state.masks[craft] &= ~(1 << face)


def play_counter(state: State, craft: int) -> None:
    """Use up one Full Throttle counter as a card. [WBY 6.3, SUP 24.9]"""
    give_counter(state, craft)
    if state.mission is not None:
        open_throttle(state.mission, craft)


def give_counter(state: State, craft: int) -> None:
    """Discard one Full Throttle counter. [WBY 8.2.1b]"""
    set_counters(state, craft, state.counters[craft] - 1)


def open_throttle(mission: Mission, craft: int) -> None:
    """Note that a Full Throttle or a counter has been played; a Leader's costs fuel. [SUP 24.9]"""
    if not craft & 1:
        mission.throttled |= 1 << (craft >> 2)


def vacate(state: State, craft: int) -> None:
    """Clear the place of an aircraft that has left it; its hand is discarded."""
    discard_hand(state, craft)
    state.masks[craft] = state.hits[craft] = state.cockpit[craft] = state.counters[craft] = 0
    state.guns[craft] = state.markers[craft] = 0
    state.damaged[craft] = False
    state.sheets[craft] = None


def set_counters(state: State, craft: int, count: int) -> None:
    state.counters[craft] = count
    state.masks[craft] = state.masks[craft] | COUNTER if count else state.masks[craft] & ~COUNTER


def set_guns(state: State, craft: int, count: int) -> None:
    """Heavy Gun markers; only a Leader uses them against Fighters, so only his mask shows them. [WBY 9.1.2]"""
    state.guns[craft] = count
    if not craft & 1:
        state.masks[craft] = state.masks[craft] | HEAVY_GUN if count else state.masks[craft] & ~HEAVY_GUN

"""Cards and counters from hand to pile and back. [WBY 4.6, 6.3, 10.1]"""

from __future__ import annotations

from engine.core.errors import BadRecord
from engine.core.game import SIDES
from engine.wildblue.cards import ALL_FACES, BIT, COUNTER, FACE, HEAVY_GUN, card_text, parse_card
from engine.wildblue.mission import Mission
from engine.wildblue.state import DREW_BY, FOR_CLIMB, NONE, RESHUFFLED, SHOWN, State, event
from engine.wildblue.terms import SIDE_OF_CRAFT


def draw(state: State, craft: int, count: int) -> None:
    """Draw cards into a hand or mini-hand, as many as there are."""
    side = craft >> SIDE_OF_CRAFT
    pool = state.pools[side]
    size = len(pool)
    if state.loaded or size < count:
        state.loaded = bool(state.stacked[0] or state.stacked[1]) or not state.chance.script_is_over
        for _ in range(count):
            card = draw_one(state, side)
            if card < 0:
                break
            state.hands[craft].append(card)
            state.masks[craft] |= BIT[card]
            state.log.append(DREW_BY[craft] + card)
        return
    random = state.random
    hand = state.hands[craft]
    mask = state.masks[craft]
    log = state.log
    base = DREW_BY[craft]
    for left in range(size, size - count, -1):
        card = pool.pop(int(random() * left))
        hand.append(card)
        mask |= BIT[card]
        log.append(base + card)
    state.masks[craft] = mask


def draw_one(state: State, side: int) -> int:
    """The next card of a Draw Pile, which the discards renew when it is empty; ``NONE`` if both are. [WBY 4.6.2]"""
    pool = state.pools[side]
    if pool and not state.loaded:
        return pool.pop(int(state.random() * len(pool)))
    stacked = state.stacked[side]
    if not stacked and not pool:
        discards = state.discards[side]
        if not discards:
            return NONE
        pool.extend(discards)
        discards.clear()
        state.log.append(event(RESHUFFLED, side))
    scripted = state.chance.scripted(SIDES[side]) if state.loaded else None
    if stacked:
        card = stacked.pop()
        if scripted is not None and parse_card(scripted) not in ((FACE[card], card), (FACE[card], NONE)):
            raise BadRecord(
                f"The record draws {scripted}, but {card_text(card)} lies on top of the {SIDES[side]} deck."
            )
        return card
    chosen = int(state.random() * len(pool))
    if scripted is not None:
        chosen = _scripted_place(scripted, pool, side)
    return pool.pop(chosen)


def show(state: State, side: int, man: int, purpose: int) -> int:
    """Draw a card of a side's deck for an aircraft, show it and discard it; the card, or ``NONE`` if none is left.

    ``man`` is the craft of take-off of the aircraft that it is drawn for, or against: flak is drawn from the enemy's
    deck. ``purpose`` is one of ``state.PURPOSES``.
    """
    card = draw_one(state, side)
    if card >= 0:
        state.discards[side].append(card)
        state.log.append(event(SHOWN, man, purpose << 1 | side, card))
        state.loaded = bool(state.stacked[0] or state.stacked[1]) or not state.chance.script_is_over
    return card


def discard_at_random(state: State, craft: int) -> None:
    """Discard a card of a hand that nobody has looked at. [WBY 18.1d]"""
    side = craft >> SIDE_OF_CRAFT
    hand = state.hands[craft]
    scripted = state.chance.scripted(SIDES[side]) if state.loaded else None
    chosen = int(state.random() * len(hand))
    if scripted is not None:
        chosen = _scripted_place(scripted, hand, side)
    card = hand.pop(chosen)
    if all(FACE[other] != FACE[card] for other in hand):
        state.masks[craft] &= ~BIT[card]
    state.discards[side].append(card)
    state.log.append(event(SHOWN, state.who[craft], FOR_CLIMB << 1 | side, card))
    state.loaded = bool(state.stacked[0] or state.stacked[1]) or not state.chance.script_is_over


def _scripted_place(scripted: str, cards: list[int], side: int) -> int:
    """Where in a Draw Pile, or in a hand, the card lies that a record tells."""
    face, card = parse_card(scripted)
    for place, candidate in enumerate(cards):
        if candidate == card or (card < 0 and FACE[candidate] == face):
            return place
    raise BadRecord(f"The record gives {scripted}, which is not among the {SIDES[side]} cards.")


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
    hand = state.hands[craft]
    if hand:
        state.discards[craft >> SIDE_OF_CRAFT].extend(hand)
        hand.clear()
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


def discard_hand(state: State, craft: int) -> None:
    """Discard whatever is left in a hand or mini-hand."""
    hand = state.hands[craft]
    if hand:
        state.discards[craft >> SIDE_OF_CRAFT].extend(hand)
        hand.clear()
        state.masks[craft] &= ~ALL_FACES

"""Hits, what they do, and who is out of the game. [WWI Damage, In My Sights, On Fire!]"""

from __future__ import annotations

from engine.flames.hands import discard_hand
from engine.wwi import tables
from engine.wwi.cards import COLOUR, EFFECT, ENGINE, FUEL_TANK, HITS, ON_FIRE, TAIL, WING
from engine.wwi.hands import show
from engine.wwi.state import (
    BURNS,
    FLIPPED,
    FOR_FIRE,
    HIT,
    LASTING,
    LOST,
    NOBODY,
    POSITION_NOW,
    REMOVED,
    SHED,
    State,
    event,
)
from engine.wwi.terms import (
    BY_FIRST_KILL,
    DESTROYED,
    FLYING,
    LEFT_ALONE,
    NEUTRAL,
    NONE,
    SIDE_OF_CRAFT,
    SIDE_OF_UNIT,
)

_BY_COLOUR = {colour: (row["hits"], row["out"]) for colour, row in tables.FIRE.items()}
_FIRE_COLOUR = tuple(_BY_COLOUR[colour] for colour in COLOUR)
"""By the face of the card drawn: Hits, and whether the fire is out. [SUP WWI deck]"""


def inflict(state: State, craft: int, by: int, counts_as: int, plus: int) -> None:
    """An attack that was not countered: Hits and the special damage of its card. [WWI In My Sights]"""
    effect = EFFECT[counts_as]
    if effect == FUEL_TANK:
        destroy(state, craft, by, counts_as)
        return
    hit(state, craft, HITS[counts_as] + plus, by, counts_as)
    if not effect or state.fate[craft] != FLYING:
        return
    if effect == ON_FIRE:
        state.fire[craft] = by
    elif effect == WING:
        state.wing_hits[craft] += 1
        state.wing_by[craft] = by
    elif effect == ENGINE:
        state.engine_hits[craft] += 1
    elif effect == TAIL:
        state.tail_hits[craft] += 1
    state.log.append(event(LASTING, craft, effect))


def hit(state: State, craft: int, count: int, by: int, cause: int) -> None:
    """Hits on an aircraft: its card is turned, or it is destroyed. [WWI Damage a, b]"""
    if count <= 0:
        return
    total = state.hits[craft] = state.hits[craft] + count
    state.log.append(event(HIT, craft, min(count, 255), min(total, 255)))
    sheet = state.sheet(craft)
    if total < sheet.airframe:
        return
    back = sheet.back
    if back is None or total >= back.airframe:
        destroy(state, craft, by, cause)
        return
    state.sheets[craft] = back
    state.damaged[craft] = True
    state.credits.append((by, craft, False, cause))
    state.log.append(event(FLIPPED, craft, by & NOBODY))


def destroy(state: State, craft: int, by: int, cause: int) -> None:
    """An aircraft is shot down; with a Leader his Wingmen are out of the game. [WWI Damage, Multi-Player Games]"""
    state.credits.append((by, craft, True, cause))
    state.log.append(event(LOST, craft, by & NOBODY))
    _leave(state, craft, DESTROYED)
    if craft & 15:
        return
    unit = craft >> 4
    for seat in range(1, len(state.flight(unit).aircraft)):
        if state.fate[craft + seat] == FLYING:
            _leave(state, craft + seat, LEFT_ALONE)
            state.log.append(event(REMOVED, craft + seat))
    for other in (unit, *state.foes[unit]):
        if other == unit or state.on[other] == unit:
            state.on[other] = NONE
            state.edge[other] = NEUTRAL
    _decide(state, unit >> SIDE_OF_UNIT, by)


def _leave(state: State, craft: int, fate: int) -> None:
    state.fate[craft] = fate
    state.sheets[craft] = None
    state.fire.pop(craft, None)
    discard_hand(state, craft)
    if craft in state.with_hand:
        state.with_hand.remove(craft)


def _decide(state: State, loser: int, by: int) -> None:
    """Whether a side has won by a Leader's fall. [WWI How to Win, Ways to Win 2, 3]"""
    win = state.options.win
    if win == BY_FIRST_KILL and by >= 0 and by >> SIDE_OF_CRAFT != loser:
        state.winner = by >> SIDE_OF_CRAFT
        return
    left = flying_sides(state)
    if len(left) == 1:
        state.winner = left[0]


def flying_sides(state: State) -> list[int]:
    """The sides that have a Leader in the air."""
    return sorted({unit >> SIDE_OF_UNIT for unit in state.present if state.fate[16 * unit] == FLYING})


def give_up(state: State, unit: int) -> None:
    """A Leader is on nobody any more: both are Neutral, as far as these two go. [WWI Positioning]"""
    other = state.on[unit]
    if other >= 0:
        state.on[unit] = NONE
        state.edge[unit] = NEUTRAL
        state.log.append(event(POSITION_NOW, unit, other, 2))


def burn(state: State, unit: int) -> None:
    """At the start of a unit's turn, the fires aboard its aircraft. [WWI On Fire!; SUP WWI deck]"""
    fire = state.fire
    for craft in sorted(fire):
        if craft >> 4 != unit or craft not in fire:
            continue
        by = fire[craft]
        card = show(state, craft, FOR_FIRE)
        hits, out = _FIRE_COLOUR[card] if card >= 0 else (0, False)
        if out:
            del fire[craft]
        state.log.append(event(BURNS, craft, out))
        hit(state, craft, hits, by, NONE)
        if state.fate[16 * unit] != FLYING:
            return


def strain(state: State, unit: int) -> None:
    """Wings that are hit suffer from each change of altitude. [WWI Wing]"""
    wings = state.wing_hits
    for craft in range(16 * unit, 16 * unit + len(state.flight(unit).aircraft)):
        if wings[craft] and state.fate[craft] == FLYING:
            state.log.append(event(SHED, craft))
            hit(state, craft, wings[craft] * tables.WING, state.wing_by[craft], NONE)
            if state.fate[16 * unit] != FLYING:
                return

"""Hits, Damaged and Destroyed aircraft, promotion, and leaving the fight. [WBY 9.3, 11, 12]"""

from __future__ import annotations

from engine.wildblue.cards import FACE, HITS, IMS_COCKPIT, IMS_ENGINE, IMS_FUEL
from engine.wildblue.hands import draw, draw_one, set_counters, set_guns, vacate
from engine.wildblue.state import (
    CHECKED,
    COCKPIT,
    FLIPPED,
    HIT,
    LEFT,
    LOST,
    NONE,
    PROMOTED,
    SIDE_UNITS,
    State,
    break_off,
    event,
)
from engine.wildblue.tables import (
    CHECK_DAMAGED,
    CHECK_GREEN,
    CHECK_LEADERSHIP,
    CHECK_LEVEL,
    CHECK_NO_ENEMY,
    CHECK_POSITION,
    CHECK_RESULT,
    ENGINE_HITS,
    LEVELS,
    PROMOTION_CARDS_LESS,
    PROMOTION_SPEED_LESS,
)
from engine.wildblue.terms import DESTROYED, DISENGAGED, FLYING, SIDE_OF_CRAFT

NOBODY = 255
"""In an event, for an aircraft that nobody shot at."""


def fire(state: State, shooter: int, victim: int, face: int, gunner: bool) -> bool:
    """Apply a successful In My Sights or Out Of The Sun; true if the victim was Destroyed. [WBY 9.3]

    The effect of heavy cannon is the pilot's, not his Gunner's. [WBY 9.3.6]
    """
    sortie = state.sortie(victim)
    by = state.who[shooter]
    if face == IMS_FUEL or (face == IMS_ENGINE and "multi-engined" not in sortie.aircraft.special):
        destroy(state, victim, by, face)
        return True
    hits = ENGINE_HITS if face == IMS_ENGINE else HITS[face]
    if face == IMS_COCKPIT:
        state.cockpit[victim] += 1
        state.log.append(event(COCKPIT, state.who[victim], by))
    if not gunner:
        hits += state.sheet(shooter).plus
    total = state.hits[victim] + hits
    state.hits[victim] = total
    state.log.append(event(HIT, state.who[victim], min(hits, 255), min(total, 255)))
    sheet = state.sheet(victim)
    if total >= (sheet.back or sheet).capacity:
        destroy(state, victim, by, face)
        return True
    if sheet.back and total >= sheet.capacity:
        flip(state, victim, by, face)
    return False


def flip(state: State, victim: int, by: int, face: int) -> None:
    """Turn an aircraft to its Damaged side. Its Power Boost is lost, but not what a jet holds. [WBY 9.3.1, 5.5.4]"""
    who = state.who[victim]
    sortie = state.sortie(victim)
    state.sheets[victim] = state.sheet(victim).back
    state.damaged[victim] = True
    state.credits.append((by, who, 0, face))
    state.log.append(event(FLIPPED, who, NOBODY if by < 0 else by))
    if "power-boost" in sortie.aircraft.special:
        set_counters(state, victim, 0 if victim & 1 else min(state.counters[victim], sortie.aircraft.jet_speed))


def destroy(state: State, victim: int, by: int, face: int) -> None:
    """Shoot an aircraft down; of a Leader his Wingman takes the place. [WBY 11]"""
    who = state.who[victim]
    state.credits.append((by, who, 1, face))
    state.log.append(event(LOST, who, NOBODY if by < 0 else by))
    _leave_craft(state, victim, DESTROYED)
    if victim & 1:
        return
    unit = victim >> 2
    break_off(state, unit)
    if state.sheets[victim + 1]:
        _promote(state, unit)
    else:
        _eliminate(state, unit)


def _promote(state: State, unit: int) -> None:
    """Make the Wingman the Leader: Neutral, his own Hits and counters, a new hand less one. [WBY 11.2, 5.3.1]"""
    leader, wingman = 4 * unit, 4 * unit + 1
    sortie = state.sortie(wingman)
    state.who[leader] = state.who[wingman]
    state.hits[leader] = state.hits[wingman]
    state.cockpit[leader] = state.cockpit[wingman]
    state.damaged[leader] = state.damaged[wingman]
    state.markers[leader] = state.markers[wingman]
    sheet = sortie.leader.back if state.damaged[leader] else sortie.leader
    assert sheet is not None
    state.sheets[leader] = sheet
    counters = max(0, sortie.aircraft.jet_speed - PROMOTION_SPEED_LESS) + state.counters[wingman]
    guns = state.guns[wingman]
    vacate(state, wingman)
    set_counters(state, leader, counters)
    set_guns(state, leader, guns)
    state.log.append(event(PROMOTED, state.who[leader]))
    draw(state, leader, max(0, sheet.performance - state.cockpit[leader] - PROMOTION_CARDS_LESS))


def _leave_craft(state: State, craft: int, fate: int) -> None:
    """Note what became of an aircraft and take it off the table."""
    who = state.who[craft]
    state.fate[who] = fate
    state.final_hits[who] = (state.hits[craft], state.cockpit[craft], state.damaged[craft])
    vacate(state, craft)


def _eliminate(state: State, unit: int) -> None:
    """Take a unit without aircraft out of the game. [WBY 4.9.2]"""
    state.flying &= ~(1 << unit)
    state.altitude[unit] = state.hidden[unit] = NONE


def leave(state: State, unit: int, fate: int) -> None:
    """Take a unit's remaining aircraft out of the game."""
    break_off(state, unit)
    for craft in (4 * unit, 4 * unit + 1):
        if state.sheets[craft]:
            state.log.append(event(LEFT, state.who[craft], fate))
            _leave_craft(state, craft, fate)
    _eliminate(state, unit)


def side_gone(state: State) -> bool:
    """Whether one side has no unit left: the fight is over. [WBY 14.7]"""
    allied, axis = SIDE_UNITS
    return not state.flying & allied or not state.flying & axis


def disengage(state: State, unit: int) -> None:
    """Voluntary Disengagement: a check for each aircraft, then the unit is gone. [WBY 12.1]"""
    down = CHECK_POSITION[state.positions[unit]]
    if not _fighters_near(state, unit):
        down += CHECK_NO_ENEMY
    for craft in (4 * unit, 4 * unit + 1):
        if state.sheets[craft]:
            _check(state, craft, down)
    leave(state, unit, DISENGAGED)


def _fighters_near(state: State, unit: int) -> bool:
    """Whether enemy Fighters are at the unit's altitude; Clouds hide them, but they are there."""
    altitude = state.altitude[unit]
    for foe in state.foes[unit]:
        if state.altitude[foe] == altitude and state.sortie(4 * foe).aircraft.aircraft_class == "fighter":
            return True
    return False


def _check(state: State, craft: int, down: int) -> None:
    """The Disengagement Check of one aircraft, so many Levels down for its unit. [WBY 12.1, Disengagement Table]"""
    side = craft >> SIDE_OF_CRAFT
    card = draw_one(state, side)
    if card < 0:
        return
    state.discards[side].append(card)
    who = state.who[craft]
    damaged = state.damaged[craft]
    if damaged:
        down += CHECK_DAMAGED
    if state.sortie(craft).green:
        down += CHECK_GREEN
    if state.leadership and _led(state, craft):
        down += CHECK_LEADERSHIP
    level = min(max(CHECK_LEVEL[FACE[card]] + down, 0), len(LEVELS) - 1)
    state.log.append(event(CHECKED, who, level, card))
    result = CHECK_RESULT[level][damaged]
    if result == "damaged":
        state.hits[craft] = max(state.hits[craft], state.sheet(craft).capacity)
        flip(state, craft, NONE, NONE)
    elif result == "destroyed":
        state.credits.append((NONE, who, 1, NONE))
        state.log.append(event(LOST, who, NOBODY))
        _leave_craft(state, craft, DESTROYED)


def _led(state: State, craft: int) -> bool:
    """Whether a pilot with Leadership flies the same type on this side. [WBY 12.1; supplement 19.2 L]"""
    own = state.sortie(craft).aircraft
    for leader in state.leadership:
        sortie = state.sorties[leader]
        if not sortie or leader >> SIDE_OF_CRAFT != craft >> SIDE_OF_CRAFT:
            continue
        if state.fate[leader] == FLYING and sortie.aircraft.same_type(own):
            return True
    return False

"""Why an action is not among the legal ones, in a sentence with its section; of attacks see ``attack_reasons``."""

from __future__ import annotations

from typing import Final

from engine.flames.board import counted
from engine.wildblue.actions import (
    CHOOSE_ALTITUDE,
    CLIMB,
    COUNTS_AS,
    DISENGAGE,
    DIVE,
    DRAW_CARDS,
    FACE_PLAYED,
    GIVE_UP,
    GO,
    HIDE_AT,
    INTO_CLOUDS,
    ROLL_CLIMB,
    ROLL_DIVE,
    SPENDS_COUNTER,
    TARGET,
    TEXT,
)
from engine.wildblue.altitude import ceiling, follow_price
from engine.wildblue.attack_reasons import why_not_attack, why_not_play_at
from engine.wildblue.cards import (
    CHOP_THROTTLE,
    COLOUR,
    FACES,
    FULL_THROTTLE,
    NAMES,
    SPOILED_ATTACK,
)
from engine.wildblue.missions.prompts import aircraft_called
from engine.wildblue.missions.reasons import why_not_in_mission
from engine.wildblue.names import called
from engine.wildblue.state import State
from engine.wildblue.terms import (
    ALTITUDE,
    ALTITUDE_STEP,
    ALTITUDES,
    COUNTER,
    DECISIONS,
    DRAW,
    FOLLOW,
    HIDE,
    LEADER,
    NEUTRAL,
    ORDER,
    RESPOND,
    SIDE_OF_CRAFT,
    SIDE_OF_UNIT,
    VERY_HIGH,
    WINGMAN,
    WINGMAN_TARGET,
    unit_of,
    words,
)
from engine.wildblue.units import highest

ANSWERS_BY: Final = {
    slug: f"WBY 6.2.{number}"
    for number, slug in enumerate(
        (
            "ace-pilot",
            "barrel-roll",
            "chop-throttle",
            "tight-turn",
            "clouds",
            "full-throttle",
            "scissors",
            "vertical-roll",
        ),
        1,
    )
}
"""The section that says what a card answers."""


def why_not(state: State, action: int) -> str:
    """Why an action is not among the legal ones; from what the deciding side may know, for actions of its own cards."""
    if state.mission:
        reason = why_not_in_mission(state, state.mission, action)
        if reason:
            return reason
    face = FACE_PLAYED[action]
    who = aircraft_called(state, state.actor)
    asked = _of_kind(state, action)
    if not asked:
        return f"{who} has another decision to make ({DECISIONS[state.kind]}). [WBY 3.0]"
    if face >= 0 and SPENDS_COUNTER[action] and not state.counters[state.actor]:
        return f"{who} has no Full Throttle counter. [WBY 6.3]"
    if face >= 0 and not SPENDS_COUNTER[action] and not state.masks[state.actor] >> face & 1:
        return f"{who} holds no {NAMES[face]}."
    return _why_not(state, action, who)


def _of_kind(state: State, action: int) -> bool:
    """Whether one could think of the action where this decision is asked."""
    verb = TEXT[action].partition(" ")[0]
    if verb in {TEXT[choice].partition(" ")[0] for choice in state.choices}:
        return True
    return verb in _THOUGHT_OF.get(state.kind, ())


_THOUGHT_OF: Final = {
    LEADER: ("play", "attack", "climb", "dive", "give", "disengage"),
    WINGMAN: ("play", "attack"),
    WINGMAN_TARGET: ("attack",),
    COUNTER: ("play",),
    RESPOND: ("respond",),
    ALTITUDE_STEP: ("climb", "dive", "stay", "altitude"),
    FOLLOW: ("follow",),
    ORDER: ("go",),
    DRAW: ("draw",),
}


def _why_not(state: State, action: int, who: str) -> str:
    kind = state.kind
    if kind == RESPOND:
        return _why_not_respond(state, action)
    if action in (ROLL_CLIMB, ROLL_DIVE, INTO_CLOUDS):
        return _why_not_away(state, action, who)
    if kind in (LEADER, WINGMAN, COUNTER) and FACE_PLAYED[action] >= 0 and TARGET[action] >= 0:
        return why_not_play_at(state, action)
    if kind in (LEADER, WINGMAN, WINGMAN_TARGET) and TARGET[action] >= 0 and action not in CHOOSE_ALTITUDE:
        return why_not_attack(state, TARGET[action])
    if action == GIVE_UP:
        return f"{who} gives up a position at the beginning of the Leader Step, or has none. [WBY 7.3.6]"
    if action == DISENGAGE:
        return "a unit disengages instead of playing cards, not after it. [WBY 12.1]"
    if kind in (ALTITUDE_STEP, LEADER):
        return _why_not_change(state, action)
    if kind == FOLLOW:
        return _why_not_follow(state)
    if kind == ALTITUDE:
        return _why_not_begin(state)
    if kind == HIDE and action in HIDE_AT:
        return _why_not_hide(state, TARGET[action])
    if kind == ORDER and action in GO:
        return _why_not_go(state, TARGET[action])
    if kind == DRAW and action in DRAW_CARDS:
        return _why_not_draw(state)
    return f"it is not one of the choices now, such as {TEXT[state.choices[-1]]!r}. [WBY 3.0]"


# Responses


def _why_not_respond(state: State, action: int) -> str:
    """Why a card does not answer the last one. [WBY 6.2]"""
    face, last = COUNTS_AS[action], state.last
    if face >= len(FACES) or COLOUR[face] == "red":
        return f"{NAMES[face] if face < len(FACES) else 'it'} attacks and answers nothing. [WBY 2.2]"
    section = ANSWERS_BY[FACES[face]]
    if last == SPOILED_ATTACK:
        return "only an Ace Pilot answers a Spoiled Attack. [SUP 20.5.5]"
    if face == CHOP_THROTTLE and last == FULL_THROTTLE and state.positions[unit_of(state.actor)] > NEUTRAL:
        return f"an Advantaged or Tailing Leader does not answer Full Throttle with Chop Throttle. [{section}]"
    if face != FACE_PLAYED[action]:
        return f"no card counts as {NAMES[face]} here. [WBY 5.5.1, 19.2.1]"
    return f"{NAMES[face]} does not answer {NAMES[last]}. [{section}]"


# Altitudes


def _why_not_away(state: State, action: int, who: str) -> str:
    """Why a Vertical Roll or Clouds do not lead away."""
    face = FACE_PLAYED[action]
    if state.actor & 1:
        return f"a Wingman does not attack with {NAMES[face]}. [WBY 10.2d]"
    if state.kind == COUNTER:
        return "an escort counter-attacks as a Neutral Leader, and goes nowhere. [SUP 20.3.2]"
    if state.mission and state.mission.oblique:
        return f"cards drawn for Oblique Guns only fire, and {NAMES[face]} does not. [WBY 17.5.2]"
    unit = unit_of(state.actor)
    if action == ROLL_DIVE:
        return f"{called(state, unit)} is at Very Low, and nobody flies lower. [WBY 8.0]"
    if action == ROLL_CLIMB:
        if state.altitude[unit] >= ceiling(state, unit):
            return _at_ceiling(state, unit)
        return "a climb costs a card beside the Vertical Roll. [WBY 8.2.1b, 8.2.2]"
    return f"{who} cannot hide in the Clouds now. [WBY 7.3.5]"


def _at_ceiling(state: State, unit: int) -> str:
    if state.altitude[unit] == VERY_HIGH:
        return f"{called(state, unit)} is at Very High, and nobody flies higher. [WBY 8.0]"
    return f"the Ceiling of {called(state, unit)} is {words(ALTITUDES[ceiling(state, unit)])}. [WBY 5.2.7, 5.4.4]"


def _why_not_change(state: State, action: int) -> str:
    """Why a unit does not climb, dive or stay in its Altitude Step, or changes altitude in another."""
    unit = unit_of(state.actor)
    if state.kind != ALTITUDE_STEP:
        return "altitude is changed in the Altitude Step, later only by a Vertical Roll. [WBY 3.2, 8.2]"
    if action in CHOOSE_ALTITUDE:
        return "altitude changes by one level in a step. [WBY 8.2.1a]"
    if action == DIVE:
        return f"{called(state, unit)} is at Very Low, and nobody flies lower. [WBY 8.0]"
    if state.altitude[unit] > ceiling(state, unit):
        return f"{called(state, unit)} is above its Ceiling and must dive. [WBY 5.2.7, 8.2.1]"
    if action == CLIMB and state.altitude[unit] < ceiling(state, unit):
        return f"{called(state, unit)} has no card or counter to discard for a climb. [WBY 8.2.1b]"
    return _at_ceiling(state, unit)


def _why_not_follow(state: State) -> str:
    """Why a unit cannot follow. [WBY 8.2.1e, 8.2.2]"""
    unit = unit_of(state.actor)
    leader = 4 * unit
    price = follow_price(state, unit)
    if len(state.hands[leader]) + state.counters[leader] < price:
        section = "8.2.2" if state.roll else "8.2.1e"
        return f"{called(state, unit)} cannot discard the {counted(price, 'card')} that it costs. [WBY {section}]"
    if state.direction > 0 and state.altitude[state.active] > ceiling(state, unit):
        return f"the Ceiling of {called(state, unit)} is {words(ALTITUDES[ceiling(state, unit)])}. [WBY 5.2.7, 5.4.4]"
    return "only an Agile enemy follows a dive on the target. [WBY 5.5.1, SUP 21.4]"


def _why_not_begin(state: State) -> str:
    """Why a unit does not begin so high. [WBY 4.5, 5.2.7]"""
    unit = unit_of(state.actor)
    top = words(ALTITUDES[highest(state.sorties, unit)])
    sheets = [sheet for sheet in state.sheets[4 * unit : 4 * unit + 2] if sheet]
    if min(sheet.ceiling for sheet in sheets) == VERY_HIGH:
        return f"only Turbochargers lead to Very High; {called(state, unit)} begins at most at {top}. [WBY 4.5]"
    return f"{called(state, unit)} begins at most at {top}, for its Ceiling. [WBY 4.5, 5.2.7]"


def _why_not_hide(state: State, altitude: int) -> str:
    """Why a unit does not leave the Clouds there. [WBY 7.3.5a]"""
    unit = unit_of(state.actor)
    now = state.altitude[unit]
    if abs(altitude - now) > 1:
        return "altitude changes by one level at most under the Clouds. [WBY 7.3.5a]"
    if altitude > ceiling(state, unit):
        return f"the Ceiling of {called(state, unit)} is {words(ALTITUDES[ceiling(state, unit)])}. [WBY 5.2.7, 7.3.5a]"
    return f"{called(state, unit)} has no card or counter to discard for a climb. [WBY 7.3.5a, 8.2.1b]"


# Order and cards


def _why_not_go(state: State, unit: int) -> str:
    """Why a unit does not take the next turn. [WBY 4.7]"""
    if unit >> SIDE_OF_UNIT != state.actor >> SIDE_OF_CRAFT:
        return "each side chooses among its own units. [WBY 4.7]"
    if unit in state.order:
        return f"{called(state, unit)} has its place in the play order already. [WBY 4.7]"
    return f"{called(state, unit)} takes no turn now. [WBY 4.7, 4.9.2]"


def _why_not_draw(state: State) -> str:
    """Why no more cards are drawn. [WBY 5.2.2, 5.2.3]"""
    unit = unit_of(state.actor)
    sheet = state.sheet(state.actor)
    room = sheet.performance - state.cockpit[state.actor] - len(state.hands[state.actor])
    drawn = sheet.draw[state.altitude[unit]]
    if room < drawn:
        return f"Performance lets {called(state, unit)} hold {len(state.hands[state.actor]) + room} cards. [WBY 5.2.2]"
    altitude = words(ALTITUDES[state.altitude[unit]])
    return f"Horsepower lets {called(state, unit)} draw {counted(drawn, 'card')} at {altitude}. [WBY 5.2.3, 8.3.1]"

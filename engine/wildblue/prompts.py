"""What a decision asks, and why an action is refused, in sentences."""

from __future__ import annotations

from engine.core.game import SIDES
from engine.wildblue.actions import CLIMB, FACE_PLAYED, SPENDS_COUNTER, TARGET, TEXT
from engine.wildblue.cards import BURSTS, FACES, NAMES, SPOILED_ATTACK, VERTICAL_ROLL
from engine.wildblue.missions.prompts import aircraft_called, mission_prompt, why_not_in_mission
from engine.wildblue.names import called
from engine.wildblue.state import NONE, State
from engine.wildblue.terms import (
    ALTITUDE,
    ALTITUDE_STEP,
    ALTITUDES,
    DECISIONS,
    DISCARD,
    DRAW,
    EXCHANGE,
    FOLLOW,
    HIDE,
    LEADER,
    NEUTRAL,
    ORDER,
    PAY,
    RESPOND,
    SIDE_OF_CRAFT,
    SIDE_OF_UNIT,
    WINGMAN,
    WINGMAN_TARGET,
    unit_of,
    words,
)


def prompt(state: State) -> str:
    """A sentence for who has to decide; it gives nothing away that he does not know."""
    kind = state.kind
    if state.mission:
        asked = mission_prompt(state, state.mission)
        if asked:
            return asked
    unit = called(state, unit_of(state.actor))
    if kind == ALTITUDE:
        return f"Choose the altitude at which {unit} begins."
    if kind == EXCHANGE:
        return f"Combat Vision: give back cards of {unit}'s first hand, or end."
    if kind == ORDER:
        return f"Choose which {words(SIDES[state.actor >> SIDE_OF_CRAFT])} unit takes its turn next."
    if kind == WINGMAN_TARGET:
        return f"Choose a target for {unit}'s Wingman."
    if kind == WINGMAN:
        return f"Play a card of {unit}'s Wingman, or end the Wingman Step."
    if kind == RESPOND:
        return f"Respond to {_card(state.last)} with {aircraft_called(state, state.actor)}, or pass."
    if kind == ALTITUDE_STEP:
        return f"Climb, dive or stay at {words(ALTITUDES[state.altitude[state.active]])} with {unit}."
    if kind == PAY:
        count = state.pay_left
        return f"Discard {count} card{'s' if count > 1 else ''} of {unit} for the change of altitude."
    if kind == FOLLOW:
        altitude = words(ALTITUDES[state.altitude[state.active]])
        return f"Follow {called(state, state.active)} to {altitude} with {unit}, or stay."
    if kind == LEADER:
        return f"Play a card of {unit}'s Leader, or end the Leader Step."
    if kind == HIDE:
        return f"Choose in secret the altitude at which {unit} leaves the Clouds."
    if kind == DISCARD:
        return f"Discard cards of {unit}, or end the Discard Step."
    if kind == DRAW:
        return f"Choose how many cards {unit} draws."
    return ""


def _card(face: int) -> str:
    """What a card counts as."""
    return "a Spoiled Attack" if face == SPOILED_ATTACK else NAMES[face]


def why_not(state: State, action: int) -> str:
    """Why an action is not among the legal ones."""
    face = FACE_PLAYED[action]
    craft = state.actor
    if state.mission:
        reason = why_not_in_mission(state, state.mission, action)
        if reason:
            return reason
    who = aircraft_called(state, craft)
    verb = TEXT[action].split()[0]
    if verb not in {TEXT[choice].split()[0] for choice in state.choices} and not (
        verb == "play" and state.kind == LEADER
    ):
        return f"{who} has another decision to make ({DECISIONS[state.kind]})."
    if face >= 0 and SPENDS_COUNTER[action] and not state.counters[craft]:
        return f"{who} has no Full Throttle counter. [WBY 6.3]"
    if face >= 0 and not SPENDS_COUNTER[action] and not state.masks[craft] >> face & 1:
        return f"{who} holds no {NAMES[face]}."
    if verb == "play" and TARGET[action] >= 0:
        return _why_not_at(state, action, who)
    if verb == "respond":
        return f"{NAMES[face]} does not respond to {_card(state.last)} here. [WBY 6.2]"
    if face == VERTICAL_ROLL or action == CLIMB:
        return "the unit cannot change altitude that way. [WBY 5.2.7, 8.2]"
    return f"it is not one of the choices now, such as {TEXT[state.choices[-1]]!r}."


def _why_not_at(state: State, action: int, who: str) -> str:
    """Why a card may not be played at its target."""
    target = TARGET[action]
    unit, foe = state.active, unit_of(target)
    face = FACE_PLAYED[action]
    if target >> SIDE_OF_CRAFT == unit >> SIDE_OF_UNIT or not state.sheets[target]:
        return "there is no such enemy aircraft."
    if state.target not in (NONE, target):
        return "one aircraft only may be attacked in a step. [WBY 6.1b]"
    if state.hidden[foe] >= 0:
        return f"{called(state, foe)} is in the Clouds. [WBY 7.3.5d]"
    if state.altitude[foe] != state.altitude[unit]:
        return f"{called(state, foe)} is at another altitude. [WBY 8.0]"
    if state.engaged[unit] not in (NONE, foe):
        return f"{who} is Engaged with {called(state, state.engaged[unit])}. [WBY 7.5]"
    if BURSTS[face]:
        return f"{who} has not the Bursts for {NAMES[face]}, or may not fire at this target now. [WBY 7.4, 9.0]"
    if state.positions[unit] == NEUTRAL and state.engaged[foe] >= 0 and not target & 1:
        return f"{called(state, foe)}'s Leader is Engaged. [WBY 7.5.1d]"
    return f"{FACES[face]} does nothing from this position against this target. [WBY 7.3, 10.5.1, 10.6.2]"

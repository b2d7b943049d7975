"""What a decision asks, in a sentence."""

from __future__ import annotations

from engine.core.game import SIDES
from engine.wildblue.missions.prompts import mission_prompt
from engine.wildblue.names import called
from engine.wildblue.response_prompts import response_prompt
from engine.wildblue.state import State
from engine.wildblue.terms import (
    ALTITUDE,
    ALTITUDE_STEP,
    ALTITUDES,
    DISCARD,
    DRAW,
    EXCHANGE,
    FOLLOW,
    HIDE,
    LEADER,
    ORDER,
    PAY,
    RESPOND,
    SIDE_OF_CRAFT,
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
        return f"Combat Vision: give back cards of {unit}’s first hand, or end."
    if kind == ORDER:
        return f"Choose which {words(SIDES[state.actor >> SIDE_OF_CRAFT])} unit takes its turn next."
    if kind == WINGMAN_TARGET:
        return f"Choose a target for {unit}’s Wingman."
    if kind == WINGMAN:
        return f"Play a card of {unit}’s Wingman, or end the Wingman Step."
    if kind == RESPOND:
        return response_prompt(state)
    if kind == ALTITUDE_STEP:
        return f"Climb, dive or stay at {words(ALTITUDES[state.altitude[state.active]])} with {unit}."
    if kind == PAY:
        count = state.pay_left
        return f"Discard {count} card{'s' if count > 1 else ''} of {unit} for the change of altitude."
    if kind == FOLLOW:
        altitude = words(ALTITUDES[state.altitude[state.active]])
        return f"Follow {called(state, state.active)} to {altitude} with {unit}, or stay."
    if kind == LEADER:
        return f"Play a card of {unit}’s Leader, or end the Leader Step."
    if kind == HIDE:
        return f"Choose in secret the altitude at which {unit} leaves the Clouds."
    if kind == DISCARD:
        return f"Discard cards of {unit}, or end the Discard Step."
    if kind == DRAW:
        return f"Choose how many cards {unit} draws."
    return ""

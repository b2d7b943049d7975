"""What a decision asks, in a sentence."""

from __future__ import annotations

from engine.wwi.cards import NAMES
from engine.wwi.events import called
from engine.wwi.state import State
from engine.wwi.terms import (
    ALTITUDE,
    ALTITUDE_STEP,
    ALTITUDES,
    DISCARD,
    FOLLOW,
    KEEP,
    LEADER,
    PAY,
    RESPOND,
    WINGMAN,
    WOUNDED,
    words,
)


def prompt(state: State) -> str:
    """A sentence for who has to decide; it gives nothing away that he does not know."""
    kind, who = state.kind, called(state, state.actor)
    if kind == ALTITUDE:
        return f"Choose the altitude at which {who} begins."
    if kind == WINGMAN:
        return f"Play a card of {who}, or end his attack."
    if kind == RESPOND:
        return f"Answer {NAMES[state.last]} with {who}, or pass."
    if kind == KEEP:
        return f"Choose on which of two enemies {who} stays."
    if kind == WOUNDED:
        return f"{who} is wounded: discard {_cards(state.pay_left)}."
    if kind == ALTITUDE_STEP:
        return f"Climb, dive or stay at {words(ALTITUDES[state.altitude[state.active]])} with {who}."
    if kind == PAY:
        return f"Discard {_cards(state.pay_left)} of {who} for the change of altitude."
    if kind == FOLLOW:
        front = state.on[state.mover]
        return f"Follow {called(state, front << 4)} to {words(ALTITUDES[state.altitude[front]])} with {who}, or stay."
    if kind == LEADER:
        return f"Play a card of {who}, or end his turn."
    if kind == DISCARD:
        return f"Discard cards of {who}, or end."
    return ""


def _cards(count: int) -> str:
    return f"{count} card{'s' if count > 1 else ''}"

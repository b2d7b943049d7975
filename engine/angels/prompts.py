"""What a decision asks, in a sentence."""

from __future__ import annotations

from engine.angels.events import THE_SIDE, called
from engine.angels.hexes import name
from engine.angels.state import State
from engine.angels.terms import (
    ADJUST,
    AIRCRAFT,
    ATTACK,
    DEPLOY,
    DIRECTION,
    FACING_WORDS,
    HEX,
    IN_CLOUDS,
    SIDE_OF,
    SPEED,
    TURN_POSITION,
)


def prompt(state: State) -> str:
    """A sentence for who has to decide."""
    kind = state.kind
    side = THE_SIDE[state.actor >> SIDE_OF]
    if kind == TURN_POSITION:
        return f"{side} has won the initiative: be first or second player this Game Turn?"
    if kind == DIRECTION:
        return f"Which fighter of {side[0].lower()}{side[1:]} is directed from the ground?"
    if kind == AIRCRAFT:
        return f"Which aircraft of {side[0].lower()}{side[1:]} moves next?"
    if kind == ADJUST:
        return f"Which aircraft does {side[0].lower()}{side[1:]} turn one hex side more, if any?"
    if kind == ATTACK:
        return f"Which attack does {side[0].lower()}{side[1:]} make, if any more this Game Turn?"
    who = called(state, state.actor)
    if kind == DEPLOY:
        return f"Place {who} in its set-up area."
    if kind == SPEED:
        return f"How fast does {who} fly?"
    if kind == HEX:
        left = f"{state.left} hex{'' if state.left == 1 else 'es'} to go"
        heading = FACING_WORDS[state.facing[state.actor]]
        where = f"{name(state.place[state.actor])} at altitude {state.altitude[state.actor]}"
        at = ", at high speed" if state.high else ""
        return f"{who} is in {where}, heading {heading}{at}, {left}. Where to?"
    if kind == IN_CLOUDS:
        return f"Shall {who} try to move into the clouds?"
    return f"In which status does {who} end its move?"

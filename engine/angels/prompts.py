"""What a decision asks, and why an action is refused, in sentences."""

from __future__ import annotations

from engine.angels.actions import (
    ADJUSTED,
    AIM,
    CHOSEN,
    EFFECT,
    MANEUVER_NAMES,
    PLACED,
    SPEED_OF,
    STATUS_OF,
    TEXT,
    TURN_RIGHT,
    allowed_at,
)
from engine.angels.attacks import dice_at, may_attack
from engine.angels.events import THE_SIDE, called
from engine.angels.hexes import name
from engine.angels.moves import hex_choices
from engine.angels.state import State
from engine.angels.terms import (
    ADJUST,
    AIRCRAFT,
    ATTACK,
    DECISIONS,
    DEPLOY,
    DIRECTION,
    FACING_WORDS,
    FLYING,
    HEX,
    IN_CLOUDS,
    SIDE_OF,
    SPEED,
    STATUS,
    TURN_POSITION,
)


def prompt(state: State) -> str:
    """A sentence for who has to decide."""
    kind = state.kind
    side = THE_SIDE[state.actor >> SIDE_OF]
    if kind == TURN_POSITION:
        return f"{side} has won the initiative: be first or second player this Game Turn?"
    if kind == DIRECTION:
        return f"{side} chooses a fighter for direction from the ground."
    if kind == AIRCRAFT:
        return f"{side} chooses the aircraft that moves next."
    if kind == ADJUST:
        return f"{side} may turn one aircraft more, or none."
    if kind == ATTACK:
        return f"{side} chooses an attack, or makes no more this Game Turn."
    who = called(state, state.actor)
    if kind == DEPLOY:
        return f"Place {who} in its set-up area."
    if kind == SPEED:
        return f"Choose the speed of {who}."
    if kind == HEX:
        left = f"{state.left} hex{'' if state.left == 1 else 'es'} to go"
        heading = FACING_WORDS[state.facing[state.actor]]
        where = f"{name(state.place[state.actor])} at altitude {state.altitude[state.actor]}"
        return f"{who} is in {where}, heading {heading}, {left}."
    if kind == IN_CLOUDS:
        return f"Shall {who} try to move into the clouds?"
    return f"Choose the status of {who}."


def why_not(state: State, action: int) -> str:
    """Why an action is not among the legal ones."""
    kind = state.kind
    if kind == HEX and action < len(EFFECT):
        return _why_not_flown(state, action)
    if kind == ATTACK and action in AIM:
        return _why_not_attack(state, *AIM[action])
    if kind == SPEED and action in SPEED_OF:
        if state.crippled(state.actor):
            return "a crippled aircraft keeps to its normal speeds. [A20 Crippled]"
        return "the aircraft has no such speed. [A20 Choose Speed]"
    if kind == STATUS and action in STATUS_OF:
        return f"that is not possible at altitude {state.altitude[state.actor]}. [A20 Aircraft Status]"
    if kind == DEPLOY and action in PLACED:
        return "the hex is outside the set-up area, taken, or too near another bomber. [A20 Deploy Aircraft]"
    if kind == AIRCRAFT and action in CHOSEN:
        return "that aircraft has moved, is gone, or is not this side's. [A20 Movement Phase]"
    if kind == ADJUST and action in ADJUSTED:
        return "that aircraft cannot adjust its position now. [A20 Movement and Special Abilities]"
    return f"another decision is to be made now ({DECISIONS[kind]}), such as {TEXT[state.choices[-1]]!r}."


def _why_not_flown(state: State, action: int) -> str:
    """Why the mover may not do that with its next hex."""
    who = state.actor
    aircraft = state.sheets[who].aircraft
    if state.status[who] and state.left == state.speed[who]:
        required = " or ".join(TEXT[choice] for choice in hex_choices(state, who))
        return f"its status requires it to begin with {required}. [A20 Required Maneuver]"
    if action <= TURN_RIGHT:
        return "it cannot turn in this hex. [A20 High Speed]"
    maneuver = MANEUVER_NAMES[EFFECT[action][0]]
    if aircraft.token:
        return "it can only turn or fly straight. [A20 Bomber Stats]"
    if not allowed_at(action, state.altitude[who]):
        return f"a {maneuver} leads out of the altitudes from altitude {state.altitude[who]}. [A20 Altitude]"
    return f"it has attempted its one difficult maneuver of this move, so no {maneuver}. [A20 Difficult Maneuvers]"


def _why_not_attack(state: State, attacker: int, target: int) -> str:
    """Why this attack cannot be made."""
    if attacker >> SIDE_OF != state.actor >> SIDE_OF:
        return "it is the other side's turn to attack. [A20 Attack Phase]"
    for who in (attacker, target):
        if state.fate[who] != FLYING:
            return "there is no such aircraft in the battle."
    if state.fired >> attacker & 1:
        return f"{called(state, attacker)} has attacked this Game Turn. [A20 Attack Phase]"
    if not may_attack(state, attacker, target):
        return "clouds, darkness or room made for a friend forbid it. [A20 Clouds, Effects of Darkness, Stacking]"
    if not dice_at(state, attacker, target):
        return "the target is out of range, outside the firing arc or at another altitude. [A20 Firing Arc]"
    return "it is not one of the attacks now."

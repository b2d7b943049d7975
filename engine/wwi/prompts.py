"""What a decision asks, and why an action is refused, in sentences."""

from __future__ import annotations

from engine.wwi.actions import BENEFITS, BY_GUNNER, COUNTS_AS, DIRECTION, FACE_PLAYED, TARGET, TEXT
from engine.wwi.cards import BURSTS, FIRST_FIRING, NAMES, SIDE_SLIP
from engine.wwi.events import called
from engine.wwi.offers import bursts_at
from engine.wwi.state import State, pinned
from engine.wwi.terms import (
    ALTITUDE,
    ALTITUDE_STEP,
    ALTITUDES,
    DECISIONS,
    DISCARD,
    FLYING,
    FOLLOW,
    KEEP,
    LEADER,
    NONE,
    PAY,
    RESPOND,
    SIDE_OF_UNIT,
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


def why_not(state: State, action: int) -> str:
    """Why an action is not among the legal ones."""
    who = called(state, state.actor)
    verb = TEXT[action].split()[0]
    if verb not in {TEXT[choice].split()[0] for choice in state.choices} and not (
        verb == "play" and state.kind in (LEADER, WINGMAN)
    ):
        return f"{who} has another decision to make ({DECISIONS[state.kind]})."
    face = FACE_PLAYED[action]
    if face >= 0 and not state.masks[state.actor] >> face & 1:
        return f"{who} holds no {NAMES[face]}."
    if verb == "respond":
        return f"{NAMES[face]} does not counter {NAMES[state.last]}. [WWI The Cards]"
    if verb == "play":
        return _why_not_play(state, action, who)
    return f"it is not one of the choices now, such as {TEXT[state.choices[-1]]!r}."


def _why_not_play(state: State, action: int, who: str) -> str:
    """Why a card may not be played so."""
    target, counts_as = TARGET[action], COUNTS_AS[action]
    unit = state.active
    wingman = bool(state.actor & 15)
    if target < 0 or DIRECTION[action]:
        if wingman:
            return "a Wingman changes no altitude. [WWI Vertical Roll]"
        return (
            "he cannot change altitude that way now, or somebody may answer it. [WWI Vertical Roll, Changing Altitude]"
        )
    foe = target >> 4
    if foe >> SIDE_OF_UNIT == unit >> SIDE_OF_UNIT or state.fate[target] != FLYING:
        return "there is no such enemy aircraft."
    if state.altitude[foe] != state.altitude[unit]:
        return f"{called(state, target)} is at another altitude. [WWI Altitude]"
    if BY_GUNNER[action]:
        if wingman or not state.sheet(unit << 4).gunner:
            return f"{who} has no Gunner. [WWI Gunner]"
        return "the Gunner fires at Wingmen and at who is on his own aircraft, with the Bursts he has. [WWI Gunner]"
    if counts_as >= FIRST_FIRING:
        if state.jammed & 1:
            return f"the guns of {who} are jammed. [WWI Jam Checks]"
        if not wingman:
            return _why_not_fire(state, target, counts_as, who)
    if not wingman and state.on[unit] not in (NONE, foe if not target & 15 else NONE):
        return f"{who} must give up position on {called(state, state.on[unit] << 4)} first. [WWI Positioning]"
    if BENEFITS[action] >= 0:
        return "the position of that Leader cannot be bettered so. [WWI Action Cards]"
    if counts_as == SIDE_SLIP:
        return f"{called(state, target)} is not Advantaged on {called(state, unit << 4)}. [WWI Side Slip]"
    return "the position allows no more of that. [WWI Maneuver, Immelmann]"


def _why_not_fire(state: State, target: int, counts_as: int, who: str) -> str:
    """Why a Leader may not fire at a target."""
    unit = state.active
    on = state.on[unit]
    if on != NONE and target != on << 4:
        return f"{who} must give up position on {called(state, on << 4)} first. [WWI Positioning]"
    if on == NONE and pinned(state, unit):
        return f"{who} is Disadvantaged or Tailed. [WWI Positioning]"
    have = bursts_at(state, target)
    return f"{who} has {have} Burst{'' if have == 1 else 's'} there and needs {BURSTS[counts_as]}. [WWI Leader Attack]"

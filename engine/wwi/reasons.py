"""Why an action is not among the legal ones, in a sentence with its section."""

from __future__ import annotations

from typing import Final

from engine.flames.board import counted
from engine.wwi.actions import (
    BENEFITS,
    BY_GUNNER,
    CHOOSE_ALTITUDE,
    CLIMB,
    COUNTS_AS,
    DIRECTION,
    DIVE,
    FACE_PLAYED,
    GIVE_UP,
    TARGET,
    TEXT,
)
from engine.wwi.cards import (
    BURSTS,
    COLOUR,
    FIRES_AS,
    FIRST_FIRING,
    IMMELMANN,
    IMMELMANN_FIRES,
    MANEUVER,
    MANEUVER_FIRES,
    NAMES,
    SIDE_SLIP,
    VERTICAL_ROLL,
)
from engine.wwi.events import called
from engine.wwi.offers import bursts_at
from engine.wwi.state import State, pinned, relation
from engine.wwi.terms import (
    ADVANTAGED,
    ALTITUDE_STEP,
    DECISIONS,
    FLYING,
    HIGH,
    LEADER,
    LOW,
    NONE,
    RESPOND,
    SIDE_OF_UNIT,
    TAILING,
    WINGMAN,
)

_THOUGHT_OF: Final = {
    LEADER: ("play", "respond", "climb", "dive", "give"),
    WINGMAN: ("play", "respond"),
    RESPOND: ("respond",),
    ALTITUDE_STEP: ("climb", "dive", "altitude"),
}
_AS_FIRE: Final = {MANEUVER_FIRES: "Maneuver b", IMMELMANN_FIRES: "Immelmann b"}
_AT_WINGMAN: Final = {MANEUVER: "Maneuver c", IMMELMANN: "Immelmann c"}


def why_not(state: State, action: int) -> str:
    """Why an action is not among the legal ones; from what the deciding side may know, for actions of its own cards."""
    who = called(state, state.actor)
    verb = TEXT[action].split()[0]
    asked = {TEXT[choice].split()[0] for choice in state.choices}
    if verb not in asked and verb not in _THOUGHT_OF.get(state.kind, ()):
        return f"{who} has another decision to make ({DECISIONS[state.kind]}). [WWI Sequence of Play]"
    face = FACE_PLAYED[action]
    if face >= 0 and not state.masks[state.actor] >> face & 1:
        return f"{who} holds no {NAMES[face]}."
    if verb == "respond":
        return _why_not_respond(state, face)
    if verb == "play":
        return _why_not_play(state, action, who)
    if action in (CLIMB, DIVE) or action in CHOOSE_ALTITUDE:
        return _why_not_change(state, action, who)
    if action == GIVE_UP:
        return f"{who} is on nobody and has no position to give up. [WWI Engaged c]"
    return f"it is not one of the choices now, such as {TEXT[state.choices[-1]]!r}. [WWI Sequence of Play]"


def _why_not_respond(state: State, face: int) -> str:
    """Why a card does not answer the last one, or nothing is to be answered."""
    if state.kind != RESPOND:
        return f"{NAMES[face]} answers others and attacks nobody. [WWI Reaction Cards]"
    if COLOUR[face] == "red":
        return f"{NAMES[face]} attacks and answers nothing. [WWI Action Cards]"
    return f"{NAMES[face]} does not counter {NAMES[state.last]}. [WWI {NAMES[face]}]"


# Altitude


def _why_not_change(state: State, action: int, who: str) -> str:
    """Why a Leader does not climb or dive. [WWI Changing Altitude]"""
    if state.kind != ALTITUDE_STEP:
        return (
            "altitude is changed before the Leader attacks, later only by a Vertical Roll. "
            "[WWI Sequence of Play 2, Vertical Roll a]"
        )
    if action in CHOOSE_ALTITUDE:
        return "altitude changes by one level a turn. [WWI Changing Altitude a]"
    return _why_not_level(state, 1 if action == CLIMB else -1, who)


def _why_not_level(state: State, direction: int, who: str, more: int = 0) -> str:
    """Why the next level is out of reach; beside the price ``more`` cards are spent."""
    level = state.altitude[state.active]
    if direction < 0 and level == LOW:
        return f"{who} is at Low, and there is no lower altitude. [WWI Altitude]"
    if direction > 0 and level == HIGH:
        return f"{who} is at High, and there is no higher altitude. [WWI Altitude]"
    price = state.sheet(state.active << 4).climb
    held = len(state.hands[state.active << 4]) - more
    if direction > 0 and held < price:
        cards = counted(price, "card")
        return f"a climb costs {cards}, and {who} has {held} for it. [WWI Changing Altitude b]"
    return ""


# Attacks


def _why_not_play(state: State, action: int, who: str) -> str:
    """Why a card may not be played so."""
    target = TARGET[action]
    if target < 0 or DIRECTION[action]:
        return _why_not_roll(state, action, who)
    foe = target >> 4
    if foe >> SIDE_OF_UNIT == state.active >> SIDE_OF_UNIT or state.fate[target] != FLYING:
        return "there is no such enemy aircraft. [WWI Targeting]"
    if state.altitude[foe] != state.altitude[state.active]:
        return f"{called(state, target)} is at another altitude. [WWI Altitude]"
    if BY_GUNNER[action]:
        return _why_no_gunner(state, target, COUNTS_AS[action], who)
    if COUNTS_AS[action] >= FIRST_FIRING and state.jammed & 1:
        return f"the guns of {who} are jammed. [WWI Jam Checks]"
    if state.actor & 15:
        return _why_not_by_wingman(state, action, who)
    return _why_not_by_leader(state, action, who)


def _why_not_roll(state: State, action: int, who: str) -> str:
    """Why a Vertical Roll does not change altitude so. [WWI Vertical Roll a, Targeting]"""
    if state.actor & 15:
        return "a Wingman changes no altitude. [WWI Vertical Roll a]"
    reason = _why_not_level(state, DIRECTION[action], who, more=1)
    if reason:
        return reason
    foe = TARGET[action] >> 4
    if TARGET[action] >= 0 and state.altitude[foe] != state.altitude[state.active]:
        return f"{called(state, TARGET[action])} is at another altitude. [WWI Altitude]"
    return "another enemy may answer that Vertical Roll: whoever is on this Leader, if anybody. [WWI Vertical Roll a]"


def _why_no_gunner(state: State, target: int, counts_as: int, who: str) -> str:
    """Why a Gunner does not fire. [WWI Gunner]"""
    sheet = state.sheet(state.active << 4)
    if state.actor & 15 or not sheet.gunner:
        return f"{who} has no Gunner. [WWI Gunner a]"
    if not target & 15 and state.on[target >> 4] != state.active:
        return f"the Gunner fires at Wingmen, and at {called(state, target)} only if he is on this one. [WWI Gunner a]"
    if state.jammed & 2:
        return f"the gun of {who}’s Gunner is jammed. [WWI Jam Checks, Gunner b]"
    left = max(sheet.gunner - state.gunned, 0)
    return f"{who}’s Gunner has {counted(left, 'Burst')} left and needs {BURSTS[counts_as]}. [WWI Gunner b]"


def _why_not_by_wingman(state: State, action: int, who: str) -> str:
    """Why a Wingman does not play a card at an aircraft of his altitude. [WWI Wingmen Attack, Targeting]"""
    target, counts_as = TARGET[action], COUNTS_AS[action]
    if target & 15:
        if counts_as in _AT_WINGMAN:
            return f"a Wingman plays {NAMES[counts_as]} at a Wingman as fire alone. [WWI {_AT_WINGMAN[counts_as]}]"
        return f"{who} cannot play {NAMES[counts_as]} at a Wingman. [WWI Wingmen Attack a]"
    return _why_no_better(state, action)


def _why_not_by_leader(state: State, action: int, who: str) -> str:
    """Why a Leader does not play a card at an aircraft of his altitude. [WWI Leader Attack, Targeting, Engaged]"""
    target, counts_as = TARGET[action], COUNTS_AS[action]
    unit = state.active
    on = state.on[unit]
    if on not in (NONE, target >> 4 if not target & 15 else NONE):
        return f"{who} must give up position on {called(state, on << 4)} first. [WWI Engaged d, Targeting b]"
    if counts_as < FIRST_FIRING and not target & 15:
        return _why_no_better(state, action)
    if on == NONE and pinned(state, unit):
        return f"{who} is Disadvantaged or Tailed and does not fire. [WWI Positioning b]"
    have = bursts_at(state, target)
    section = _AS_FIRE.get(counts_as, "Leader Attack a")
    return f"{who} has {counted(have, 'Burst')} there and needs {BURSTS[counts_as]}. [WWI {section}]"


def _why_no_better(state: State, action: int) -> str:
    """Why a card does not better a Leader's position. [WWI Maneuver a, Immelmann a, Side Slip a]"""
    face, foe = COUNTS_AS[action], TARGET[action] >> 4
    friend = BENEFITS[action] if BENEFITS[action] >= 0 else state.active
    if state.altitude[friend] != state.altitude[state.active] or state.fate[friend << 4] != FLYING:
        return f"{called(state, friend << 4)} is not at this altitude. [WWI Altitude]"
    stands = relation(state, friend, foe)
    name, other = called(state, friend << 4), called(state, foe << 4)
    if face == SIDE_SLIP:
        return f"{other} is not Advantaged on {name}. [WWI Side Slip a]"
    if face == IMMELMANN and stands == ADVANTAGED:
        return f"{name} is Advantaged on {other} already. [WWI Immelmann a]"
    if stands == TAILING:
        return f"{name} is Tailing {other}, and nothing is better. [WWI Positioning a]"
    if face == VERTICAL_ROLL:
        return "a Vertical Roll at a Leader changes one’s own altitude. [WWI Vertical Roll a]"
    return f"{NAMES[face]} does not better the position of {name}. [WWI Positioning a]"


assert set(FIRES_AS.values()) == set(_AS_FIRE)

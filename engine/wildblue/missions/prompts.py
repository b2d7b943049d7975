"""What a Mission's decisions ask, and why an action is refused there, in sentences."""

from __future__ import annotations

from engine.wildblue.actions import (
    BY_OBLIQUE,
    BY_ROCKETS,
    COUNTS_AS,
    DISENGAGE,
    DIVE_BOMB,
    FACE_PLAYED,
    INTERVENE,
    IS_RETURN_FIRE,
    IS_SPOILED,
    SPENDS_COUNTER,
    STRIKE_WAY,
    TARGET,
)
from engine.wildblue.cards import BURSTS, NAMES
from engine.wildblue.missions.formations import is_formation, oblique_guns
from engine.wildblue.missions.loads import NOT_IF_LOADED, jettisonable, may_attack
from engine.wildblue.missions.mission import Mission
from engine.wildblue.names import called
from engine.wildblue.state import State
from engine.wildblue.terms import (
    AIR_ROCKETS,
    ALTITUDE_STEP,
    ALTITUDES,
    BREAK_OFF,
    ESCORT,
    FORMATION,
    JETTISON,
    LEADER,
    LOADS,
    NEUTRAL,
    SIDE_OF_UNIT,
    STRIKE,
    WINGMAN_TARGET,
    unit_of,
    words,
)
from engine.wildblue.terms import COUNTER as COUNTER_ATTACK

_PLACE = ("first", "second", "third")


def aircraft_called(state: State, craft: int) -> str:
    """``Striker 1's Leader``, or ``Striker 3's second aircraft`` of a Formation."""
    unit = called(state, unit_of(craft))
    if is_formation(state, unit_of(craft)):
        return f"{unit}'s {_PLACE[craft & 3]} aircraft"
    return f"{unit}'s {'Wingman' if craft & 1 else 'Leader'}"


def mission_prompt(state: State, mission: Mission) -> str:
    """What a decision asks that dogfights do not have, or ask otherwise; empty of any other."""
    kind = state.kind
    unit = called(state, unit_of(state.actor))
    if kind == JETTISON:
        if mission.dropping:
            return f"Jettison the Drop Tanks of {aircraft_called(state, state.actor)}, who is Damaged, or keep them."
        mask = jettisonable(state, state.active)
        loads = " and ".join(name.replace("-", " ") for bit, name in enumerate(LOADS) if mask >> bit & 1)
        return f"Jettison the {loads} of {unit}, or keep them."
    if kind == STRIKE:
        target = mission.plan.target
        return f"Choose how {unit} strikes{f' the {target.name}' if target else ''}, or end."
    if kind == ESCORT:
        return f"Choose an escort that intervenes for {aircraft_called(state, state.target)}, or pass."
    if kind == COUNTER_ATTACK:
        return f"Play a card of {unit}'s Leader at {aircraft_called(state, mission.interrupted)}, or end."
    if kind == BREAK_OFF:
        return f"Break off with {unit} before the target, or continue over it."
    if kind == FORMATION:
        return f"Disengage with {aircraft_called(state, state.actor)}, or stay."
    if kind == ALTITUDE_STEP and DIVE_BOMB in state.choices:
        return (
            f"Dive on the target with {unit}, climb, dive or stay at {words(ALTITUDES[state.altitude[state.active]])}."
        )
    if kind == LEADER and mission.searched:
        return f"{unit} has found nobody in the dark: disengage, or end the Leader Step."
    if kind == LEADER and mission.oblique:
        return f"Fire the Oblique Guns of {unit}, or end the Leader Step."
    return ""


def why_not_in_mission(state: State, mission: Mission, action: int) -> str:
    """Why an action is refused for a reason that only Missions have; empty if that is not it."""
    craft = state.actor
    who = aircraft_called(state, craft)
    face = FACE_PLAYED[action]
    target = TARGET[action]
    if state.kind == LEADER and action == DISENGAGE and mission.over >> state.active & 1:
        return "nobody disengages Over Target. [WBY 16.6]"
    if action in INTERVENE and state.kind == ESCORT:
        return f"{called(state, target)} is no escort that can intervene here. [SUP 20.3.1]"
    if action in STRIKE_WAY and state.kind == STRIKE:
        return f"{called(state, state.active)} cannot strike that way from here. [WBY 16.5, SUP 21]"
    if action == DIVE_BOMB and state.kind == ALTITUDE_STEP:
        return "dive bombers dive on the target from Low or Medium, Over Target. [SUP 21.4]"
    if face >= 0 and not is_formation(state, unit_of(craft)):
        if mission.face_down >> unit_of(craft) & 1 and not craft & 1 and not mission.oblique:
            return f"the hand of {who} lies face down. [WBY 18.1d]"
        if (
            mission.load[craft]
            and NOT_IF_LOADED >> face & 1
            and COUNTS_AS[action] == face
            and not SPENDS_COUNTER[action]
        ):
            return f"{who} is Loaded and does not play {NAMES[face]}. [WBY 18.1d]"
    if action in IS_RETURN_FIRE:
        return _why_no_return_fire(state, mission, face, who)
    if action in IS_SPOILED:
        holder = who if is_formation(state, unit_of(craft)) else "an aircraft that flies in no Formation"
        return f"{holder} holds no {NAMES[face]} with the symbol that spoils this attack. [SUP 20.5.5]"
    if target >= 0 and state.kind in (LEADER, WINGMAN_TARGET) and target < len(state.sheets):
        return _why_not_attack(state, mission, action, craft, target)
    return ""


def _why_no_return_fire(state: State, mission: Mission, face: int, who: str) -> str:
    if not is_formation(state, unit_of(state.actor)):
        return "only Formation aircraft fire back. [SUP 20.5.3]"
    if not state.masks[state.actor] >> face & 1:
        return f"{who} holds no {NAMES[face]}."
    if BURSTS[face] > mission.mini_hand:
        return f"a mini-hand of {mission.mini_hand} cards cannot fire {BURSTS[face]} Bursts. [SUP 20.5.3]"
    return "only an Attack card is answered with fire. [SUP 20.5.3]"


def _why_not_attack(state: State, mission: Mission, action: int, craft: int, target: int) -> str:
    """Why an aircraft may not attack a bomber, or an unloaded Fighter."""
    unit, foe = state.active, unit_of(target)
    who = aircraft_called(state, craft)
    if foe >> SIDE_OF_UNIT == unit >> SIDE_OF_UNIT or not state.sheets[target]:
        return "there is no such enemy aircraft."
    if not is_formation(state, foe):
        if not may_attack(state, craft, target):
            return (
                f"{who} leaves alone a Fighter without ordnance with which it did not begin its turn Engaged. "
                "[WBY 17.2c, 18.1d]"
            )
        return ""
    if state.altitude[foe] != state.altitude[unit]:
        return f"{called(state, foe)} is at another altitude. [WBY 17.3.3]"
    if state.positions[unit] != NEUTRAL:
        return f"{called(state, unit)} is Engaged, and so attacks no Formation. [WBY 17.3.3]"
    if action in BY_ROCKETS:
        if not mission.load[craft] & AIR_ROCKETS:
            return f"{who} carries no Aerial Rockets. [WBY 18.3]"
        if mission.guns:
            return f"{called(state, unit)} has attacked with guns in this turn. [WBY 18.3.1]"
        return "rockets are fired at a Formation by the name of one of its aircraft. [WBY 18.3]"
    if action in BY_OBLIQUE and not (state.kind == LEADER and oblique_guns(state, craft)):
        return f"{who} has no Oblique Guns to use here. [WBY 17.5.2]"
    if FACE_PLAYED[action] < 0 and state.kind == LEADER and state.target < 0:
        return f"{who} needs a firing card to attack with. [SUP 20.1.1]"
    return ""

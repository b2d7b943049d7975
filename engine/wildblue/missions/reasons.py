"""Why an action is refused for a reason that only Missions have, in a sentence with its section."""

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
    TEXT,
)
from engine.wildblue.attack_reasons import rockets_fired
from engine.wildblue.cards import BURSTS, NAMES
from engine.wildblue.missions.bombers import FOR_THE_TARGET
from engine.wildblue.missions.formations import is_formation, oblique_guns
from engine.wildblue.missions.loads import NOT_IF_LOADED
from engine.wildblue.missions.mission import Mission
from engine.wildblue.missions.prompts import aircraft_called
from engine.wildblue.names import called
from engine.wildblue.state import State
from engine.wildblue.tables import NO_GUNS
from engine.wildblue.terms import (
    AIR_ROCKETS,
    ALTITUDE_STEP,
    BOMBS,
    CARGO,
    ESCORT,
    GROUND_ROCKETS,
    LEADER,
    LOW,
    MEDIUM,
    MINES,
    NEUTRAL,
    ORDER,
    OVER_TARGET,
    RESPOND,
    SIDE_OF_CRAFT,
    SIDE_OF_UNIT,
    STRIKE,
    TORPEDOES,
    VERY_LOW,
    WINGMAN,
    WINGMAN_TARGET,
    unit_of,
)


def why_not_in_mission(state: State, mission: Mission, action: int) -> str:
    """The reason; empty if it is another."""
    kind = state.kind
    craft = state.actor
    face = FACE_PLAYED[action]
    target = TARGET[action]
    if kind == LEADER and mission.searched:
        return f"{called(state, state.active)} has found nobody in the dark and skips its attacks. [WBY 16.1]"
    if kind == LEADER and action == DISENGAGE and mission.over >> state.active & 1:
        return "nobody disengages Over Target. [WBY 16.6]"
    if action in INTERVENE and kind == ESCORT:
        return _why_no_escort(state, mission, target)
    if action in STRIKE_WAY and kind == STRIKE:
        return _why_not_strike(state, mission, action)
    if action == DIVE_BOMB and kind == ALTITUDE_STEP:
        return _why_not_dive_bomb(state, mission)
    if kind == ORDER and TEXT[action].startswith("go ") and mission.plan.formations >> target & 1:
        return "Formations take no turns. [WBY 17.3.1g]"
    element = not is_formation(state, unit_of(craft))
    if face >= 0 and element and (reason := _why_not_from_hand(state, mission, action)):
        return reason
    if kind == RESPOND and (action in IS_RETURN_FIRE or action in IS_SPOILED):
        return _why_no_return_fire(state, mission, action)
    if face < 0 and kind in (LEADER, WINGMAN_TARGET, WINGMAN) and TEXT[action].startswith("attack "):
        return _why_not_declare(state, mission, action)
    return ""


def _why_not_from_hand(state: State, mission: Mission, action: int) -> str:
    """Why a card of a Loaded aircraft stays in its hand. [WBY 18.1d]"""
    craft, face = state.actor, FACE_PLAYED[action]
    who = aircraft_called(state, craft)
    if _is_unseen(mission, craft) and not SPENDS_COUNTER[action]:
        return f"the hand of {who} lies face down. [WBY 18.1d]"
    barred = mission.load[craft] and NOT_IF_LOADED >> face & 1 and state.masks[craft] >> face & 1
    if state.kind == RESPOND and barred and COUNTS_AS[action] == face and not SPENDS_COUNTER[action]:
        return f"{who} is Loaded and does not play {NAMES[face]}. [WBY 18.1d]"
    return ""


def _is_unseen(mission: Mission, craft: int) -> bool:
    """Whether nobody may look at the hand that an aircraft would play from."""
    return bool(mission.face_down >> unit_of(craft) & 1) and not craft & 1 and not mission.oblique


def _why_no_return_fire(state: State, mission: Mission, action: int) -> str:
    """Why a bomber does not fire back, or spoil the attack. [SUP 20.5.3, 20.5.5]"""
    craft, face = state.actor, FACE_PLAYED[action]
    who = aircraft_called(state, craft)
    formation = is_formation(state, unit_of(craft))
    if action in IS_SPOILED:
        holder = who if formation else "an aircraft that flies in no Formation"
        return f"{holder} holds no {NAMES[face]} with the symbol that spoils this attack. [SUP 20.5.5]"
    if not formation:
        return "only Formation aircraft fire back. [SUP 20.5.3]"
    if not state.masks[craft] >> face & 1:
        return f"{who} holds no {NAMES[face]}. [SUP 20.5.3]"
    if BURSTS[face] > mission.mini_hand:
        return f"a mini-hand of {mission.mini_hand} cards cannot fire {BURSTS[face]} Bursts. [SUP 20.5.3]"
    return "only an Attack card is answered with fire. [SUP 20.5.3]"


# Attacks


def _why_not_declare(state: State, mission: Mission, action: int) -> str:
    """Why an attack on a bomber cannot be declared; empty where whom it would be aimed at says it."""
    craft, target = state.actor, TARGET[action]
    unit, foe = state.active, unit_of(target)
    who = aircraft_called(state, craft)
    if foe >> SIDE_OF_UNIT == unit >> SIDE_OF_UNIT or not state.sheets[target]:
        return "there is no such enemy aircraft. [WBY 6.1]"
    if not is_formation(state, foe) or state.target >= 0:
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
    if state.kind == LEADER:
        if _is_unseen(mission, craft):
            return f"the hand of {who} lies face down. [WBY 18.1d]"
        if state.fired >= NO_GUNS:
            return rockets_fired(state)
        return f"{who} needs a firing card to attack with. [SUP 20.1.1]"
    return ""


def _why_no_escort(state: State, mission: Mission, unit: int) -> str:
    """Why a unit does not intervene. [SUP 20.3.1]"""
    who = called(state, unit)
    bit = 1 << unit
    reason = f"{who} is no escort that can intervene here."
    if unit >> SIDE_OF_UNIT != state.actor >> SIDE_OF_CRAFT or not mission.plan.escorts & bit:
        reason = f"{who} is no escort of these bombers."
    elif mission.intervened & bit:
        reason = f"{who} has intervened in this Game-Turn."
    elif mission.face_down & bit:
        return f"the hand of {who} lies face down. [WBY 18.1d]"
    elif state.altitude[unit] != state.altitude[unit_of(state.target)]:
        reason = f"{who} is at another altitude."
    elif state.hidden[unit] >= 0:
        reason = f"{who} is in the Clouds."
    elif state.engaged[unit] >= 0:
        reason = f"{who} is Engaged."
    elif mission.over & bit and (
        mission.strikers & bit or (mission.load[4 * unit] | mission.load[4 * unit + 1]) & FOR_THE_TARGET
    ):
        reason = f"{who} is Over Target with a strike of its own."
    return f"{reason} [SUP 20.3.1]"


# The target


def _why_not_dive_bomb(state: State, mission: Mission) -> str:
    """Why a unit does not dive on the target. [SUP 21.4]"""
    unit = state.active
    if mission.phase != OVER_TARGET or not mission.over >> unit & 1:
        return f"{called(state, unit)} is not Over Target. [SUP 21.4]"
    if state.altitude[unit] not in (LOW, MEDIUM):
        return "dive bombers dive on the target from Low or Medium, Over Target. [SUP 21.4]"
    return f"{called(state, unit)} has no bombs and dive bombers to dive with. [SUP 21.4]"


_SPENT = {
    "level": (BOMBS, "SUP 21.3"),
    "dive": (BOMBS, "SUP 21.4"),
    "torpedo": (TORPEDOES, "SUP 21.6"),
    "mines": (MINES, "WBY 18.7"),
    "cargo": (CARGO, "WBY 17.4.1"),
}
_RUN = {
    "level": "drops no bombs in level flight here",
    "dive": "has not dived on the target",
    "torpedo": "drops torpedoes at Very Low, on a Naval target",
    "mines": "lays no mines in this Mission",
    "cargo": "delivers no Cargo in this Mission",
}


def _why_not_strike(state: State, mission: Mission, action: int) -> str:
    """Why a unit does not strike in a way. [WBY 16.5, SUP 21]"""
    unit = state.active
    who = called(state, unit)
    words = TEXT[action].replace("(", "").replace(")", "").replace(",", "").split()[1:]
    load = mission.load[4 * unit] | mission.load[4 * unit + 1]
    altitude = state.altitude[unit]
    for way, (needed, section) in _SPENT.items():
        if way in words:
            if not load & needed:
                return f"{who} carries nothing for that. [{section}]"
            return f"{who} {_RUN[way]}. [{section}]"
    if "rockets" in words and not load & GROUND_ROCKETS:
        return f"{who} carries no Air-to-Ground Rockets. [WBY 18.4]"
    target = mission.plan.target
    if target and not target.levels:
        return f"the target, {target.name}, cannot be damaged. [SUP 21.2]"
    if "rockets" in words and altitude > LOW:
        return "rockets are fired from Very Low or Low. [WBY 18.4]"
    if "strafe" in words and altitude != VERY_LOW:
        return "strafing is done at Very Low. [WBY 16.5, SUP 21.7]"
    if "strafe" in words and target and target.hardened:
        return f"the target, {target.name}, is Hardened. [SUP 21.7.1]"
    sheets = [sheet for sheet in state.sheets[4 * unit : 4 * unit + 2] if sheet]
    if "strafe" in words and not any(sheet.strafe or sheet.burst for sheet in sheets):
        return f"{who} has no guns to strafe with. [SUP 21.7]"
    return f"{who} cannot strike that way from here. [WBY 16.5, SUP 21]"

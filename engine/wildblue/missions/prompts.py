"""What a Mission's decisions ask, in sentences."""

from __future__ import annotations

from engine.wildblue.actions import (
    DIVE_BOMB,
)
from engine.wildblue.missions.formations import is_formation
from engine.wildblue.missions.loads import jettisonable
from engine.wildblue.missions.mission import Mission
from engine.wildblue.names import called
from engine.wildblue.state import State
from engine.wildblue.terms import (
    ALTITUDE_STEP,
    ALTITUDES,
    BREAK_OFF,
    ESCORT,
    FORMATION,
    JETTISON,
    LEADER,
    STRIKE,
    loads_called,
    unit_of,
    words,
)
from engine.wildblue.terms import COUNTER as COUNTER_ATTACK

_PLACE = ("first", "second", "third")


def aircraft_called(state: State, craft: int) -> str:
    """``Striker 1's Leader``, or ``Striker 3's second aircraft`` of a Formation."""
    unit = called(state, unit_of(craft))
    if is_formation(state, unit_of(craft)):
        return f"{unit}’s {_PLACE[craft & 3]} aircraft"
    return f"{unit}’s {'Wingman' if craft & 1 else 'Leader'}"


def mission_prompt(state: State, mission: Mission) -> str:
    """What a decision asks that dogfights do not have, or ask otherwise; empty of any other."""
    kind = state.kind
    unit = called(state, unit_of(state.actor))
    if kind == JETTISON:
        if mission.dropping:
            return f"Jettison the Drop Tanks of {aircraft_called(state, state.actor)}, who is Damaged, or keep them."
        return f"Jettison the {loads_called(jettisonable(state, state.active))} of {unit}, or keep them."
    if kind == STRIKE:
        target = mission.plan.target
        return f"Choose how {unit} strikes{f' the {target.name}' if target else ''}, or end."
    if kind == ESCORT:
        return f"Choose an escort that intervenes for {aircraft_called(state, state.target)}, or pass."
    if kind == COUNTER_ATTACK:
        return f"Play a card of {unit}’s Leader at {aircraft_called(state, mission.interrupted)}, or end."
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

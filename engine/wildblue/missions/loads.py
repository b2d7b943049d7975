"""Bombs, rockets, tanks and pods: what an aircraft carries, and what that keeps it from. [WBY 18]"""

from __future__ import annotations

from typing import Final

from engine.wildblue.cards import FULL_THROTTLE, HALF_LOOP, SCISSORS
from engine.wildblue.missions.mission import Mission, mission_of
from engine.wildblue.state import RELEASED, TURNED_UP, State, event
from engine.wildblue.terms import DROP_TANKS, GUN_PODS, ORDNANCE, UNSEEN

NOT_IF_LOADED: Final = 1 << HALF_LOOP | 1 << SCISSORS | 1 << FULL_THROTTLE
"""Faces that a Loaded aircraft may not play or respond with; its Full Throttle counters it may. [WBY 18.1d, 6.3]"""


def may_attack(state: State, craft: int, target: int) -> bool:
    """Whether an aircraft may attack another: who is Loaded, or a Light Bomber, leaves alone Fighters without ordnance
    unless his unit began its turn Engaged with them. [WBY 17.2c, 18.1d]"""
    mission = mission_of(state)
    if mission.load[target] & ORDNANCE or state.sortie(target).aircraft.aircraft_class != "fighter":
        return True
    if mission.load[craft] or state.sortie(craft).aircraft.aircraft_class == "light-bomber":
        return mission.engaged_with == target >> 2
    return True


def leader_is_loaded(state: State) -> bool:
    """Whether the active Leader is Loaded, and so plays no Scissors in any guise. [WBY 18.1d]"""
    return state.mission is not None and state.mission.load[4 * state.active] != 0


def release(state: State, craft: int, load: int) -> None:
    """Take loads of this mask off an aircraft; with the last ordnance or Cargo its Leader's hand is turned up.

    With its last Drop Tanks a unit loses the fuel in them. [WBY 18.1d, 18.5.1]
    """
    mission = mission_of(state)
    gone = mission.load[craft] & load
    if not gone:
        return
    unit = craft >> 2
    mission.load[craft] -= gone
    state.log.append(event(RELEASED, state.who[craft], gone >> 8, gone & 255))
    if gone & DROP_TANKS:
        lose_fuel(mission, unit)
    if not craft & 3 and not mission.load[craft] & UNSEEN:
        turn_up(state, unit)


def lose_fuel(mission: Mission, unit: int) -> None:
    """A unit in which nobody carries Drop Tanks has no fuel in them. [WBY 18.5.1]"""
    if not (mission.load[4 * unit] | mission.load[4 * unit + 1]) & DROP_TANKS:
        mission.tanks[unit] = 0


def jettisonable(state: State, unit: int) -> int:
    """What a unit may jettison, as a mask: all but Gun Pods. [WBY 16.2, 18.6.3]"""
    mission = mission_of(state)
    return (mission.load[4 * unit] | mission.load[4 * unit + 1]) & ~GUN_PODS


def turn_up(state: State, unit: int) -> None:
    """A Loaded Leader's hand may be looked at from now on. [WBY 18.1d]"""
    mission = mission_of(state)
    if mission.face_down >> unit & 1:
        mission.face_down &= ~(1 << unit)
        state.log.append(event(TURNED_UP, unit))

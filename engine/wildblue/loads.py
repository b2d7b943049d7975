"""Bombs, rockets, tanks and pods: what an aircraft carries, and what that keeps it from. [WBY 18]"""

from __future__ import annotations

from typing import Final

from engine.wildblue.cards import COUNTER, FULL_THROTTLE, HALF_LOOP, SCISSORS
from engine.wildblue.state import State

NOT_IF_LOADED: Final = 1 << HALF_LOOP | 1 << SCISSORS | 1 << FULL_THROTTLE | COUNTER
"""Faces, and the counter, that a Loaded aircraft may not play or respond with. [WBY 18.1d]"""


def loaded(state: State, craft: int) -> bool:
    """Whether an aircraft carries anything: ordnance, Cargo, Drop Tanks or Gun Pods. [WBY 18.1d]"""
    return state.mission is not None and state.mission.load[craft] != 0


def may_attack(state: State, unit: int, target: int) -> bool:
    """Whether a unit may attack a craft: Loaded aircraft and Light Bombers leave unloaded Fighters alone unless they
    began their turn Engaged with them. [WBY 17.2c, 18.1d]"""
    raise NotImplementedError


def release(state: State, craft: int, load: int) -> None:
    """Take loads of this mask off an aircraft; with the last ordnance or Cargo its Leader's hand is turned up."""
    raise NotImplementedError


def turn_up(state: State, unit: int) -> None:
    """A Loaded Leader's hand may be looked at from now on. [WBY 18.1d]"""
    raise NotImplementedError

"""Anti-aircraft fire. [WBY 16.5, 16.9; supplement 22]"""

from __future__ import annotations

from engine.wildblue.state import State


def area_flak(state: State) -> None:
    """Fire at every aircraft Over Target, friend and foe. [supplement 22.1]"""
    raise NotImplementedError


def target_flak(state: State, craft: int, mode: int, rockets: bool, strafing: bool) -> bool:
    """Fire at one aircraft over the target, before its strike takes effect; whether the strike is spoiled.

    ``mode`` is an index of ``terms.MODES``, ``NONE`` of who drops no bombs. [supplement 22.2]
    """
    raise NotImplementedError

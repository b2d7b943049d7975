"""The sequence of play of a Mission: its phases, steps and Final Step. [WBY 16; supplement 23]"""

from __future__ import annotations

from engine.wildblue.state import State


def jettison(state: State, action: int) -> None:
    """The Jettison Step: a unit drops what it carries, or keeps it. [WBY 16.2]"""
    raise NotImplementedError


def decide_break_off(state: State, action: int) -> None:
    """A unit breaks off before the target, or goes on. [WBY 23.2.1]"""
    raise NotImplementedError


def decide_formation(state: State, action: int) -> None:
    """A Formation disengages in the Final Step of a Target-Bound Turn, or flies on. [WBY 16.9]"""
    raise NotImplementedError

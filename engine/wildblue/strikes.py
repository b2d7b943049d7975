"""Striking the Mission Target. [WBY 16.5, 16.9; supplement 21]"""

from __future__ import annotations

from engine.wildblue.state import State


def begin_strike_step(state: State) -> None:
    """The Air Strike Step of the active unit in the Over-Target Turn: offer its ways to strike (decision ``strike``),
    or go on with ``STRIKE_OVER``; Target Flak comes either way. [WBY 16.5, supplement 22.2]"""
    raise NotImplementedError


def strike(state: State, action: int) -> None:
    """Strike with Wingman and Leader, each under Target Flak; ends with ``STRIKE_OVER``. [WBY 16.5, supplement 21]"""
    raise NotImplementedError


def formations_strike(state: State) -> None:
    """Every surviving Formation aircraft Over Target strikes, under Target Flak. [WBY 16.9]"""
    raise NotImplementedError


def reconnoitre(state: State) -> None:
    """Results of each surviving aircraft of a Reconnaissance Mission. [WBY 16.9, supplement 21.8.7]"""
    raise NotImplementedError


def can_strike(state: State, unit: int) -> bool:
    """Whether a unit has anything left with which it could strike this target. [WBY 23.2.1]"""
    raise NotImplementedError


def can_dive_bomb(state: State, unit: int) -> bool:
    """Whether a unit may dive on the target in its Altitude Step. [supplement 21.4]"""
    raise NotImplementedError

"""Attacking and defending bombers: declarations, escorts, mini-hands, return fire. [supplement 20; WBY 17.5.2, 18.3]"""

from __future__ import annotations

from engine.wildblue.state import State


def declare(state: State, action: int) -> None:
    """Name a Formation aircraft and the weapon. [supplement 20.2, WBY 18.3.1]"""
    raise NotImplementedError


def escort(state: State, action: int) -> None:
    """An escort intervenes, or none does. [supplement 20.3]"""
    raise NotImplementedError


def counter(state: State, action: int) -> None:
    """The escort that negated a card plays one Attack card at the attacker, or none. [supplement 20.3.2]"""
    raise NotImplementedError


def open_escort(state: State) -> None:
    """Offer the escorts that may intervene against this attack. [supplement 20.3.1]"""
    raise NotImplementedError


def open_counter(state: State) -> None:
    raise NotImplementedError

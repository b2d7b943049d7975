"""What units are called in sentences."""

from __future__ import annotations

from engine.sabin.state import State
from engine.sabin.terms import UNITS


def called(state: State, number: int) -> str:
    """``Bf 109 A (axis-1)``; a squadron has no letter."""
    unit = state.plan.unit(number)
    letter = f" {unit.letter}" if unit.letter else ""
    return f"{unit.name}{letter} ({UNITS[number]})"

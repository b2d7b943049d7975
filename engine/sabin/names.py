"""What units are called in sentences."""

from __future__ import annotations

from engine.core.game import SIDES
from engine.sabin.state import State
from engine.sabin.terms import UNITS


def called(state: State, number: int) -> str:
    """``Bf 109 A``; a squadron has no letter: ``B-17G``, or ``B-17G squadron 2`` of several.

    Where both sides have one of that name its side stands with it: ``Hurricane A (Axis)``.
    """
    unit = state.plan.unit(number)
    named = [each for each in state.plan.units if each and (each.name, each.letter) == (unit.name, unit.letter)]
    said = f"{unit.name} {unit.letter}".rstrip()
    if sum(each.side == unit.side for each in named) > 1:
        said = f"{said} squadron {UNITS[number].rpartition('-')[2]}"
    if any(each.side != unit.side for each in named):
        return f"{said} ({SIDES[unit.side].title()})"
    return said

"""What people call a unit: by its part in the mission, the same from the plan to the debrief."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

_NO_PART = ("", "fighter")
_ALL_ALIKE = "patrol"
"""A part that every unit of its side has."""


def unit_names(
    roles: Mapping[str, str], numbers: Mapping[str, int] | None = None, sides: Mapping[str, str] | None = None
) -> dict[str, str]:
    """By id what each unit is called, from the roles of the units by id (``fighter`` or empty where it has none).

    Fighters that stand beside units with a part to play are Fighters; a side of nothing else goes by its own name, and
    by its ids' numbers. ``numbers``: of units before which others of their part stayed at home, their own. ``sides``:
    what the sides are called where it is not Allied and Axis.

    >>> unit_names({"axis-1": "striker", "axis-2": "striker", "axis-3": "escort", "axis-4": "fighter"})
    {'axis-1': 'Striker 1', 'axis-2': 'Striker 2', 'axis-3': 'Escort 1', 'axis-4': 'Fighter 1'}
    >>> unit_names({"axis-1": "fighter", "allied-1": "fighter"})
    {'axis-1': 'Axis 1', 'allied-1': 'Allied 1'}
    >>> unit_names({"axis-2": "striker", "axis-4": "escort", "allied-2": "fighter"}, {"axis-2": 2})
    {'axis-2': 'Striker 2', 'axis-4': 'Escort 1', 'allied-2': 'Allied 2'}
    >>> unit_names({"allied-1": ""}, sides={"allied": "Entente"})
    {'allied-1': 'Entente 1'}
    """
    numbers = numbers or {}
    with_parts = {unit.rpartition("-")[0] for unit, role in roles.items() if role not in _NO_PART}
    counted: Counter[tuple[str, str]] = Counter()
    names = {}
    for unit, role in roles.items():
        side, _, place = unit.rpartition("-")
        called = role if role not in _NO_PART else "fighter" if side in with_parts or unit in numbers else side
        counted[side, called] += 1
        number = int(place) if called in (side, _ALL_ALIKE) else numbers.get(unit, counted[side, called])
        names[unit] = f"{(sides or {}).get(called) or called.replace('-', ' ').title()} {number}"
    return names

"""What people call a unit: by its part in the mission, the same from the plan to the debrief."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.wildblue.terms import words

_NO_PART = ("", "fighter")


def unit_names(roles: Mapping[str, str]) -> dict[str, str]:
    """By id what each unit is called, from the roles of the units by id (``fighter`` or empty where it has none).

    Fighters that stand beside units with a part to play are Fighters; a side of nothing else goes by its own name.

    >>> unit_names({"axis-1": "striker", "axis-2": "striker", "axis-3": "escort", "axis-4": "fighter"})
    {'axis-1': 'Striker 1', 'axis-2': 'Striker 2', 'axis-3': 'Escort 1', 'axis-4': 'Fighter 1'}
    >>> unit_names({"axis-1": "fighter", "allied-1": "fighter"})
    {'axis-1': 'Axis 1', 'allied-1': 'Allied 1'}
    """
    with_parts = {unit.rpartition("-")[0] for unit, role in roles.items() if role not in _NO_PART}
    counted: Counter[tuple[str, str]] = Counter()
    names = {}
    for unit, role in roles.items():
        side = unit.rpartition("-")[0]
        called = role if role not in _NO_PART else "fighter" if side in with_parts else side
        counted[side, called] += 1
        names[unit] = f"{words(called)} {counted[side, called]}"
    return names

"""What people call a unit: by its part in the mission, the same from the plan to the debrief."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.wildblue.terms import words


def unit_names(roles: Mapping[str, str]) -> dict[str, str]:
    """By id what each unit is called, from the roles of the units by id (``fighter`` or empty where it has none).

    >>> unit_names({"axis-1": "striker", "axis-2": "striker", "axis-3": "escort", "allied-1": "fighter"})
    {'axis-1': 'Striker 1', 'axis-2': 'Striker 2', 'axis-3': 'Escort 1', 'allied-1': 'Allied 1'}
    """
    counted: Counter[tuple[str, str]] = Counter()
    names = {}
    for unit, role in roles.items():
        side = unit.rpartition("-")[0]
        called = side if role in ("", "fighter") else role
        counted[side, called] += 1
        names[unit] = f"{words(called)} {counted[side, called]}"
    return names

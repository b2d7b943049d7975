"""Who sits where by a unit's orders, and what it carries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any

from campaigns.catalogue.library import ALTITUDES

ALTITUDE_NAMES = dict(zip(ALTITUDES, ("Very Low", "Low", "Medium", "High", "Very High"), strict=True))
SEATS = ("leader", "wingman", "section")
"""Of an Element or a Section; the aircraft of a Formation are ``1`` to ``3``."""
PILOT_KEYS = ("leader_pilot", "wingman_pilot", "section_pilot")
"""Keys of the men in those seats."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One aircraft that takes off."""

    name: str
    """``leader``, ``wingman``, ``section``, or ``1`` to ``3`` in a Formation."""
    aircraft: str
    pilot: int | None
    airframe: str = ""
    """Its code in the pool."""

    @property
    def title(self) -> str:
        """Who sits there: a leader, a wingman, a third man or a crew."""
        return {"leader": "leader", "wingman": "wingman", "section": "third man"}.get(self.name, "crew")


def seats(unit: Mapping[str, Any]) -> tuple[Seat, ...]:
    """The aircraft of a unit that flies and whose orders have every key in place."""
    codes = chain(unit.get("airframes") or (), repeat(""))
    if unit["models"]:
        crewed = zip(unit["models"], unit["crews"], codes, strict=False)
        return tuple(Seat(str(n), model, crew, code) for n, (model, crew, code) in enumerate(crewed, 1))
    flying = [seat for seat in SEATS if seat == "leader" or unit[seat]]
    return tuple(
        Seat(seat, unit["aircraft"], unit[f"{seat}_pilot"], code) for seat, code in zip(flying, codes, strict=False)
    )


def loads_of(unit: Mapping[str, Any]) -> tuple[str, ...]:
    """What a unit carries, load by load."""
    load = unit["load"]
    return tuple(load) if isinstance(load, list) else (load,) if load else ()

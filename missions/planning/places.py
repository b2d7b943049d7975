"""Who sits where by a unit's orders."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, repeat

from engine.core.values import value
from missions.planning.orders import UnitOrders

SEATS = ("leader", "wingman", "section")
"""Of an Element or a Section; the aircraft of a Formation are ``1`` to ``3``."""


@value(frozen=True, slots=True)
class FlyingSeat:
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


@lru_cache(maxsize=1_000)
def seats(unit: UnitOrders) -> tuple[FlyingSeat, ...]:
    """The aircraft of a unit that flies and whose orders leave nothing open. Kept: all that plans and flies asks."""
    codes = chain((code or "" for code in unit.airframes or ()), repeat(""))
    if unit.models:
        crewed = zip(unit.models, unit.crews or (), codes, strict=False)
        return tuple(FlyingSeat(str(n), model, crew, code) for n, (model, crew, code) in enumerate(crewed, 1))
    sat_in = zip(SEATS, (True, unit.wingman, unit.section), unit.pilots, strict=True)
    flying = [(seat, pilot) for seat, is_flown, pilot in sat_in if is_flown]
    return tuple(
        FlyingSeat(seat, unit.aircraft, pilot, code) for (seat, pilot), code in zip(flying, codes, strict=False)
    )

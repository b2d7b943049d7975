"""Who really flew a mission, where that is otherwise than its orders say. Read from JSON and written to it here alone.

    {"axis": {"units": [{"id": "axis-2", "flies": false}], "spent": {"resource": "bf-110c-element"}},
     "allied": {"units": [{"id": "allied-1", "role": "interceptor", "aircraft": "hurricane-i", "leader_pilot": 12, …}]}}

A unit that stands here flew as it says, whatever its orders say; one that no orders name was added. All others flew by
their orders. The rules of the game hold for what is said here, what the pack allows does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from campaigns.packs.schema import SIDES, Role, Side
from missions.planning.orders import PILOT_KEYS, UnitOrders, Word


class LineupUnit(UnitOrders):
    """A unit that flew otherwise, or that did not fly (``flies``)."""

    role: Role | None = None
    """Its part; ``None`` of one that did not fly."""

    def seated(self, place: int, man: int | None) -> LineupUnit:
        """The same with another man in one of its aircraft, counted from 0."""
        if self.models:
            crews = list(self.crews or (None,) * len(self.models))
            crews[place] = man
            return self.but(crews=tuple(crews))
        return self.but(**{PILOT_KEYS[place]: man})


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Spent(_Part):
    """What a side spent."""

    resource: Word | None


class SideLineup(_Part):
    """Of one side."""

    units: Annotated[tuple[LineupUnit, ...], Field(max_length=40)] = ()
    spent: Spent | None = None
    """``None``: what its orders spend."""

    @property
    def by_id(self) -> dict[str, LineupUnit]:
        return {unit.id: unit for unit in self.units}

    def with_men(self, keys: Mapping[int, int]) -> SideLineup:
        """The same with its men under other keys. Raises ``KeyError``."""
        return self.model_copy(update={"units": tuple(unit.with_men(keys) for unit in self.units)})


class Lineup(_Part):
    """Of both sides."""

    allied: SideLineup = SideLineup()
    axis: SideLineup = SideLineup()

    def of(self, side: Side) -> SideLineup:
        return self.allied if side == "allied" else self.axis

    @property
    def only_spent(self) -> Lineup:
        """What was spent, if all had flown as planned by that."""
        return Lineup(allied=SideLineup(spent=self.allied.spent), axis=SideLineup(spent=self.axis.spent))

    @property
    def men(self) -> frozenset[int]:
        """All who are named."""
        return frozenset(man for side in SIDES for unit in self.of(side).units for man in unit.men)

    def with_men(self, keys: Mapping[int, int]) -> Lineup:
        """The same with its men under other keys. Raises ``KeyError``."""
        return Lineup(allied=self.allied.with_men(keys), axis=self.axis.with_men(keys))

    def as_json(self) -> dict[str, Any]:
        """As a row or a file holds it: nothing of a side that flew by its orders."""
        return {
            side: own.model_dump(mode="json", exclude_unset=True)
            for side in SIDES
            if (own := self.of(side)) != SideLineup()
        }


AS_ORDERED = Lineup()
"""Everybody flew by the orders."""


def stored(document: object) -> Lineup:
    """A lineup as a row or a file holds it. Raises ``ValidationError``."""
    return Lineup.model_validate(document) if document else AS_ORDERED

"""What everything asks about that is done with a mission once its orders are there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from campaigns.packs import PackDefinition
from campaigns.packs.schema import MissionDefinition, Side
from campaigns.standing import Standing
from missions.planning.lineup import AS_ORDERED, Lineup
from missions.planning.orders import SideOrders


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionContext:
    """A mission as it is flown: by which pack, in which month, after what, and with whose orders."""

    pack: PackDefinition
    key: str
    """Of the mission in the pack."""
    month: str
    """``1941-04``: by it aircraft are in service."""
    orders: Mapping[Side, SideOrders]
    """Of the sides whose orders are known, with nothing left open (``missions.planning.validation.as_flown``) and as
    the ``lineup`` has it."""
    standing: Standing
    """The campaign's before the mission: its men fly with the Skills that they have by then."""
    lineup: Lineup = AS_ORDERED
    """Who flew otherwise than the signed orders say."""
    planned: Mapping[Side, SideOrders] = field(default_factory=dict)
    """Where somebody flew otherwise, the ``orders`` without that, by the Resources that were really spent."""
    ordered: Mapping[Side, str | None] = field(default_factory=dict)
    """There too, the Resources of the signed orders."""

    @property
    def doctrines(self) -> dict[str, str]:
        """How each side's pilots fight."""
        return {side: own.doctrine for side, own in self.orders.items()}

    def by_plan(self, side: Side) -> SideOrders:
        """What a side would have flown by its orders, with the Resource that was really spent."""
        return self.planned.get(side) or self.orders[side]

    def resource_by_plan(self, side: Side) -> str | None:
        """The Resource of its signed orders."""
        return self.ordered[side] if side in self.ordered else self.orders[side].resource

    @property
    def definition(self) -> MissionDefinition:
        """What the pack says of it."""
        return self.pack.mission(self.key)

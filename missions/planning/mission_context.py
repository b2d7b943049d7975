"""What everything asks about that is done with a mission once its orders are there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from campaigns.packs import PackDefinition
from campaigns.packs.schema import MissionDefinition, Side
from campaigns.standing import Standing
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
    """Of the sides whose orders are known, with nothing left open (``missions.planning.validation.as_flown``)."""
    standing: Standing
    """The campaign's before the mission: its men fly with the Skills that they have by then."""

    @property
    def doctrines(self) -> dict[str, str]:
        """How each side's pilots fight."""
        return {side: own.doctrine for side, own in self.orders.items()}

    @property
    def definition(self) -> MissionDefinition:
        """What the pack says of it."""
        return self.pack.mission(self.key)

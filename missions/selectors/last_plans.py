"""The plan with which a side flew its last mission."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.packs.schema import Side
from config.common.prepared import Prepared, number, text
from missions.flights import context
from missions.models import Mission, Orders
from missions.planning.choices import Choices
from missions.planning.last_time import LastTime, as_last_time


@dataclass(frozen=True, slots=True)
class LastPlan:
    """Signed orders of an earlier mission, which have been opened since."""

    mission: Mission
    row: Orders

    def for_(self, choices: Choices) -> LastTime:
        """What of them can be planned now. No query."""
        plan = context.orders_of(self.row)
        return as_last_time(choices, context.units(self.mission, choices.side, plan.resource), plan)


_EARLIER = Prepared(
    lambda: (
        Orders.objects.filter(
            mission__campaign=number("campaign"),
            mission__number__lt=number("number"),
            mission__status=Mission.Status.DEBRIEFED,
            side=text("side"),
        )
        .select_related("mission")
        .order_by("-mission__number")[:1]
    )
)


def last_plan(mission: Mission, side: Side) -> LastPlan | None:
    """The last one before ``mission`` that was debriefed with orders of this side. One query."""
    row = _EARLIER.first(campaign=mission.campaign_id, number=mission.number, side=side)
    if row is None:
        return None
    row.mission.campaign = mission.campaign
    return LastPlan(row.mission, row)

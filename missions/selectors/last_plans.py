"""The plan with which a side flew its last mission."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.packs.schema import Side
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


def last_plan(mission: Mission, side: Side) -> LastPlan | None:
    """The last one before ``mission`` that was debriefed with orders of this side. One query."""
    earlier = Orders.objects.filter(
        mission__campaign=mission.campaign_id,
        mission__number__lt=mission.number,
        mission__status=Mission.Status.DEBRIEFED,
        side=side,
    )
    row = earlier.select_related("mission").order_by("-mission__number").first()
    if row is None:
        return None
    row.mission.campaign = mission.campaign
    return LastPlan(row.mission, row)

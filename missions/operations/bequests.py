"""Sealed orders whose signer no longer commands their side: the umpire says whether they stand or are withdrawn.

Until that is said they stand. Nothing waits for it, and it is asked again only if the side changes hands again.
"""

from __future__ import annotations

from typing import Literal

from django.contrib.auth.models import User

from campaigns.access import refuse_unless_umpire
from campaigns.operations.journal import Batch
from campaigns.packs.schema import Side
from campaigns.standing.kinds import OrdersDecided
from campaigns.standing.said import People
from config.common.refusals import Refusal
from missions.models import Draft, Mission
from missions.operations.under_lock import locked_mission, move_to, tell_of
from missions.selectors.bequests import is_asked
from missions.selectors.flights import refuse_unless_sealed

How = Literal["kept", "withdrawn"]


def decide(*, actor: User, mission: Mission, side: Side, how: How) -> None:
    """Let the orders of a commander who has gone stand, or withdraw them with what the same hand has drafted.

    Withdrawn, they are missing as before the signature: whoever commands now signs, or the deadline has its way.
    """
    with locked_mission(mission) as mission:
        refuse_unless_umpire(mission.campaign, actor)
        refuse_unless_sealed(mission)
        orders = mission.orders.filter(side=side).select_related("signed_by").first()
        if orders is None or orders.signed_by is None or not is_asked(mission, orders):
            raise Refusal("There is nothing to decide about these orders: look at the mission again.")
        signer = orders.signed_by
        batch = Batch(mission.campaign, actor)
        decided = OrdersDecided(how=how, who=signer.get_username(), people=People(who=signer.pk))
        batch.add(decided, side=side, mission=mission.number)
        batch.write()
        if how == "withdrawn":
            orders.delete()
            Draft.objects.filter(mission=mission, side=side, by=signer).delete()
            move_to(mission, Mission.Status.PLANNING)
            tell_of(mission, "orders-withdrawn", side, str(batch.id), actor=actor, data={"side": side})

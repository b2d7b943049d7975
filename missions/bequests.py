"""Sealed orders whose signer no longer commands their side: the umpire says whether they stand or are withdrawn.

Until that is said they stand. Nothing waits for it, and it is asked again only if the side changes hands again.
"""

from __future__ import annotations

from typing import Literal

from django.contrib.auth.models import User

from campaigns.journal import Batch
from campaigns.models import Entry, Role
from campaigns.operations import locked, refuse_unless_umpire
from campaigns.packs.schema import Side
from config.common.refusals import Refusal
from missions.models import Draft, Mission, Orders
from missions.operations import open_job, tell_of, under_lock

How = Literal["kept", "withdrawn"]


def is_asked(mission: Mission, orders: Orders) -> bool:
    """Whether the umpire is to say what becomes of these orders.

    No query while their signer acts for the side, if the campaign's seats are prefetched; else one.
    """
    if orders.signed_by_id is None or mission.is_on_paper or mission.orders_are_open:
        return False
    seats = [seat for seat in mission.campaign.seats.all() if seat.side == orders.side and seat.role == Role.COMMANDER]
    if any(seat.is_held_by(orders.signed_by_id) for seat in seats):
        return False
    changed = ("given", "invited", "joined", "left", "taken-away")
    about = mission.campaign.entries.filter(side=orders.side, at__gt=orders.signed_at)
    passed = about.filter(kind=Entry.Kind.SEAT, data__role=Role.COMMANDER.name.lower(), data__how__in=changed)
    said = about.filter(kind=Entry.Kind.ORDERS, mission=mission.number)
    latest = (passed | said).order_by("-number").first()
    return latest is not None and latest.kind == Entry.Kind.SEAT


def decide(*, actor: User, mission: Mission, side: Side, how: How) -> None:
    """Let the orders of a commander who has gone stand, or withdraw them with what the same hand has drafted.

    Withdrawn, they are missing as before the signature: whoever commands now signs, or the deadline has its way.
    """
    with locked(mission.campaign_id) as campaign:
        mission = under_lock(campaign, mission)
        refuse_unless_umpire(campaign, actor)
        if open_job(mission) is not None:
            raise Refusal("The engine is flying the mission: its orders stand as they were signed.")
        if mission.orders_are_open:
            raise Refusal(mission.why_orders_stand)
        orders = mission.orders.filter(side=side).select_related("signed_by").first()
        if orders is None or orders.signed_by is None or not is_asked(mission, orders):
            raise Refusal("There is nothing to decide about these orders: look at the mission again.")
        signer = orders.signed_by
        batch = Batch(campaign, actor)
        data = {"how": how, "who": signer.get_username(), "people": {"who": signer.pk}}
        batch.add(Entry.Kind.ORDERS, data, side=side, mission=mission.number)
        batch.write()
        if how == "withdrawn":
            orders.delete()
            Draft.objects.filter(mission=mission, side=side, by=signer).delete()
            mission.status = Mission.Status.PLANNING
            mission.save(update_fields=["status"])
            tell_of(mission, "orders-withdrawn", side, str(batch.id), actor=actor, data={"side": side})

"""Sealed orders whose signer no longer commands their side: the umpire says whether they stand or are withdrawn.

Until that is said they stand. Nothing waits for it, and it is asked again only if the side changes hands again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Literal

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from campaigns.access import refuse_unless_umpire
from campaigns.models import Entry, Role, Seat
from campaigns.operations.campaigns import locked
from campaigns.operations.journal import Batch
from campaigns.packs.schema import Side
from config.common.refusals import Refusal
from missions.flights import context
from missions.models import Draft, Mission, Orders
from missions.operations.flights import open_job, tell_of, under_lock

How = Literal["kept", "withdrawn"]


CHANGED = ("given", "invited", "joined", "left", "taken-away")
"""What the journal says of a seat that is somebody else's from then on, or the staff's."""


def is_asked(mission: Mission, orders: Orders) -> bool:
    """Whether the umpire is to say what becomes of these orders.

    No query while their signer acts for the side, if the campaign's seats are prefetched; else one.
    """
    if orders.signed_by_id is None or not _is_open(mission):
        return False
    seats = [seat for seat in mission.campaign.seats.all() if seat.side == orders.side and seat.role == Role.COMMANDER]
    if any(seat.is_held_by(orders.signed_by_id) for seat in seats):
        return False
    return _left_behind().filter(pk=orders.pk).exists()


def asked_about(missions: Iterable[Mission]) -> dict[int, list[Side]]:
    """By key of the mission the sides about whose orders its umpires are asked. One query, none without missions."""
    found = defaultdict[int, list[Side]](list)
    if sealed := [mission.pk for mission in missions if _is_open(mission)]:
        for mission, side in _left_behind().filter(mission__in=sealed).values_list("mission", "side"):
            found[mission].append(context.side_name(side))
    return dict(found)


def _is_open(mission: Mission) -> bool:
    """Orders are sealed, so that something can still become of them."""
    return not mission.is_on_paper and not mission.orders_are_open


def _left_behind() -> QuerySet[Orders]:
    """Orders whose signer no longer acts for the side, unless an umpire has spoken since the seat changed hands."""
    acts = Seat.objects.filter(campaign=OuterRef("mission__campaign"), side=OuterRef("side"), role=Role.COMMANDER)
    since = Entry.objects.filter(
        campaign=OuterRef("mission__campaign"), side=OuterRef("side"), at__gt=OuterRef("signed_at")
    )
    passed = Q(kind=Entry.Kind.SEAT, data__role=Role.COMMANDER.name.lower(), data__how__in=CHANGED)
    said = Q(kind=Entry.Kind.ORDERS, mission=OuterRef("mission__number"))
    latest = since.filter(passed | said).order_by("-number").values("kind")[:1]
    return (
        Orders.objects.filter(signed_by__isnull=False)
        .exclude(Exists(acts.held_by(OuterRef("signed_by"))))
        .annotate(latest=Subquery(latest))
        .filter(latest=Entry.Kind.SEAT)
    )


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

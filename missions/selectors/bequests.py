"""About which sealed orders of somebody who has left the umpire is asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from campaigns.models import Entry, Role, Seat
from campaigns.packs.schema import Side
from campaigns.standing.kinds import OrdersDecided, SeatChanged
from missions.flights import context
from missions.models import Mission, Orders

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
    passed = Q(kind=SeatChanged.kind, data__role=Role.COMMANDER.name.lower(), data__how__in=CHANGED)
    said = Q(kind=OrdersDecided.kind, mission=OuterRef("mission__number"))
    latest = since.filter(passed | said).order_by("-number").values("kind")[:1]
    return (
        Orders.objects.filter(signed_by__isnull=False)
        .exclude(Exists(acts.held_by(OuterRef("signed_by"))))
        .annotate(latest=Subquery(latest))
        .filter(latest=SeatChanged.kind)
    )

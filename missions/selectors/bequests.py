"""About which sealed orders of somebody who has left the umpire is asked."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from campaigns.models import Entry, Role, Seat
from campaigns.standing.kinds import OrdersDecided, SeatChanged
from config.common.prepared import Given
from missions.models import Mission, Orders

CHANGED = ("given", "invited", "joined", "left", "taken-away")
"""What the journal says of a seat that is somebody else's from then on, or the staff's."""


def is_asked(mission: Mission, orders: Orders) -> bool:
    """Whether the umpire is to say what becomes of these orders.

    No query while their signer acts for the side, if the campaign's seats are prefetched; else one.
    """
    if orders.signed_by_id is None or not is_open(mission):
        return False
    seats = [seat for seat in mission.campaign.seats.all() if seat.side == orders.side and seat.role == Role.COMMANDER]
    if any(seat.is_held_by(orders.signed_by_id) for seat in seats):
        return False
    return _left_behind().filter(pk=orders.pk).exists()


def left_behind(side: str, now: Given | None = None) -> Exists:
    """In a query of missions: whether the umpire is to say what becomes of a side's orders, if ``is_open``."""
    return Exists(_left_behind(now).filter(mission=OuterRef("pk"), side=side))


def is_open(mission: Mission) -> bool:
    """Orders are sealed, so that something can still become of them."""
    return not mission.is_on_paper and not mission.orders_are_open


def _left_behind(now: Given | None = None) -> QuerySet[Orders]:
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
        .exclude(Exists(acts.held_by(OuterRef("signed_by"), now)))
        .annotate(latest=Subquery(latest))
        .filter(latest=SeatChanged.kind)
    )

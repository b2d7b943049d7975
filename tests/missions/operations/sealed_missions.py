"""Missions whose orders are sealed: the Axis are to strike a port, and squadron leaders plan for them."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.models import User

from campaigns.access import viewer, with_seats
from missions.models import Draft, Mission, Orders
from missions.operations import drafts
from missions.operations.orders import sign_orders
from missions.selectors.sealed_orders import Sealed, sealed
from notices.models import Happening
from tests import make
from tests.cast import Cast

PORT = 1
"""A seed with which the first mission lets the Axis Stukas strike the port and the Jagdstaffel escort them."""

Clock = Callable[[float], None]


def limited(cast: Cast, hours: int = 48, **terms: object) -> Mission:
    """A mission whose orders are due in so many hours."""
    campaign = make.on_terms(make.club(cast, make.PERIODS, seed=PORT), orders_hours=hours, **terms)
    return make.drawn(campaign)


def hand_in(mission: Mission, leader: User, squadron: str, **more: object) -> Draft:
    return drafts.save_draft(
        actor=leader,
        mission=mission,
        side="axis",
        squadron=squadron,
        document=make.part(mission, "axis", squadron),
        hand_in=True,
        **more,  # type: ignore[arg-type]
    )


def sign(mission: Mission, user: User, side: str) -> Orders:
    return sign_orders(actor=user, mission=mission, side=side, document=make.orders(mission, side))  # type: ignore[arg-type]


def seen_by(mission: Mission, user: User) -> Sealed:
    campaign = with_seats().get(pk=mission.campaign_id)
    member = viewer(campaign, user)
    assert member is not None
    fresh = Mission.objects.get(pk=mission.pk)
    fresh.campaign = campaign
    found = sealed(fresh, member)
    assert found is not None
    return found


def told(kind: str) -> list[Happening]:
    return list(Happening.objects.filter(kind=kind).order_by("at", "key"))

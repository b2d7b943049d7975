"""For whose eyes talk is."""

from __future__ import annotations

from django.db.models import Count, Q, Window

from campaigns.access import Viewer
from campaigns.models import Campaign, Side
from config.common.prepared import Prepared, number, text


def heard_by(viewer: Viewer) -> Q:
    """What is for everybody and what is for a side of his; an umpire hears both sides."""
    return Q() if viewer.is_umpire else Q(side="") | Q(side__in=viewer.sides)


HEARD = ("", text("one_side"), text("other_side"))
"""The same in a query that is put together once, which is given ``ears``."""


def ears(viewer: Viewer) -> dict[str, str]:
    """The sides whose talk he hears beside what is for everybody; empty where there is none."""
    first, second, *_ = [*(Side.values if viewer.is_umpire else sorted(viewer.sides)), "", ""]
    return {"one_side": first, "other_side": second}


def said_to(campaign: Campaign, viewer: Viewer) -> int:
    """How many comments on a campaign and its missions are for his eyes. One query."""
    found = _SAID.first(campaign=campaign.pk, **ears(viewer))
    return found[0] if found else 0


_SAID = Prepared(
    lambda: (
        Campaign.arriving_too.order_by()
        .filter(pk=number("campaign"), comments__removed_at__isnull=True, comments__side__in=HEARD)
        .values_list(Window(Count("comments")))[:1]
    )
)

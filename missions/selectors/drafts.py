"""Plans that are not signed: what leaders have handed in, and the latest plan of a side."""

from __future__ import annotations

from django.contrib.auth.models import User

from campaigns.packs.schema import Side
from config.common.refusals import Refusal
from missions.flights import context
from missions.models import Draft, Mission
from missions.planning.choices import Choices
from missions.planning.orders import SideOrders
from missions.planning.squadron_parts import Part, merged
from missions.planning.validation import validated


def handed_in(mission: Mission, side: Side) -> list[Part]:
    """The squadrons' parts that their leaders have handed in, the first one first. One query."""
    rows = Draft.objects.filter(mission=mission, side=side, handed_in_at__isnull=False).exclude(squadron="")
    return [Part(row.squadron, context.orders_of(row)) for row in rows.order_by("handed_in_at", "pk")]


def latest_plan(mission: Mission, side: Side, choices: Choices) -> tuple[SideOrders, User] | None:
    """The latest of a side's unsigned plans that could be signed, and who wrote last; ``None`` if none could.

    Parts that are later than the whole side's draft stand in the place of what it has their squadrons fly; if that
    does not hold, only those that were handed in; else the draft alone. One query.
    """
    rows = list(Draft.objects.filter(mission=mission, side=side).select_related("by").order_by("at", "pk"))
    whole = next((row for row in rows if not row.squadron), None)
    later = [row for row in rows if row.squadron and (whole is None or row.at > whole.at)]
    for parts in (later, [row for row in later if row.handed_in_at is not None], []):
        used = [*([whole] if whole else []), *parts]
        if not used:
            continue
        try:
            latest_first = [Part(row.squadron, context.orders_of(row)) for row in reversed(parts)]
            plan = merged(context.orders_of(whole) if whole else None, latest_first)
            return validated(choices, plan), used[-1].by
        except Refusal:
            continue
    return None

"""Sealed orders as one viewer may know of them: who has handed in, who has not, and until when; never what.

Of the other side he learns whether its orders are in and when they came first. How often it signed since, and whether
it has drafts or parts, is not in here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.utils import timezone

from campaigns.access import Viewer
from campaigns.models import Campaign, Role
from campaigns.packs import PackDefinition
from campaigns.packs.schema import SIDES, Side
from campaigns.selectors.definitions import definition_of
from clubs.selectors.own_clock import own_zone, told_there
from config.common import clock
from config.common.prepared import Prepared, number, text
from missions.models import Draft, Mission, Orders
from missions.selectors.bequests import is_asked
from missions.selectors.flights import open_job

State = Literal["missing", "in", "staff", "late"]
"""``late``: the deadline put orders there, or they are still missing after it."""
WHOLE = "The whole side"
LATE = {
    "umpire": "The umpire decides what becomes of a side that has not handed in by then.",
    "last": "Of a side that has not handed in by then the latest plan counts; if it has none, the staff plans for it.",
    "staff": "For a side that has not handed in by then the staff plans.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PartRow:
    """A squadron's part of a plan, or the whole side's draft, as its own side sees it."""

    side: Side
    squadron: str
    title: str
    leaders: tuple[str, ...]
    by: str
    """Who wrote it last; empty: nobody yet."""
    at: str
    """When, with its zone."""
    is_handed_in: bool
    is_mine: bool
    """The viewer writes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideState:
    """How far one side is."""

    side: Side
    state: State
    handed_in_at: str
    """When it handed in first, with the zone; empty if it has not, or nobody knows."""
    signed_anew_at: str
    """When it last changed its orders; only its own side knows."""
    came_late: str
    """By which way its late orders came; empty where the viewer may not know."""
    parts: tuple[PartRow, ...]
    left_by: str
    """Who signed its orders and has left since, while the viewer is to say whether they stand; else empty."""
    may_decide: bool
    """The viewer decides now what becomes of its missing orders."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """The sealed orders of one mission."""

    due: datetime | None
    """Until when orders are taken; ``None``: until they are opened."""
    due_text: str
    due_own: str
    """The same by the viewer's own clock, where that shows another hour; else empty."""
    left: str
    """``in 3 hours``; empty once it has passed."""
    is_late: bool
    may_carry_out: bool
    """The deadline has passed and is still to be carried out, and the viewer may have it done."""
    policy: str
    """What becomes of a side that is late, in a sentence; empty without a deadline."""
    opens_together: bool
    may_move: bool
    """The viewer may set the deadline."""
    sides: Mapping[str, SideState]

    @property
    def asks_viewer(self) -> bool:
        """The viewer has something to do about them other than to sign his own."""
        states = self.sides.values()
        mine = any(part.is_mine and not part.is_handed_in for state in states for part in state.parts)
        return self.may_carry_out or mine or any(state.may_decide or state.left_by for state in states)


def plays_together(campaign: Campaign) -> bool:
    """More than one person has a seat. No query when the seats are prefetched."""
    return len({seat.user_id for seat in campaign.seats.all() if seat.user_id is not None}) > 1


def signed_orders(mission: Mission) -> dict[str, Orders]:
    """The orders of each side that has signed, with who did. One query."""
    return {orders.side: orders for orders in _SIGNED(mission=mission.pk)}


_SIGNED = Prepared(
    lambda: Orders.objects.filter(mission=number("mission")).select_related("signed_by").order_by("side")
)


def sealed(mission: Mission, viewer: Viewer, signed: Mapping[str, Orders] | None = None) -> Sealed | None:
    """What the viewer may know while orders are sealed; ``None`` once they are open, and for who plays alone.

    ``signed``: its ``signed_orders``, if they are known. Two queries at most, one more for those who see drafts, and
    one where there is a deadline.
    """
    if mission.orders_are_open or open_job(mission) is not None:
        return None
    return sealed_with(mission, viewer, signed_orders(mission) if signed is None else signed)


def sealed_with(mission: Mission, viewer: Viewer, signed: Mapping[str, Orders]) -> Sealed | None:
    """The same of a mission that is not being flown, whose ``signed_orders`` are known."""
    campaign = mission.campaign
    if mission.is_operation or mission.is_on_paper or mission.orders_are_open:
        return None
    left = {side: _left_by(mission, viewer, orders) for side, orders in signed.items()}
    if mission.orders_due is None and not plays_together(campaign) and not any(left.values()):
        return None
    zone, now = campaign.time_zone, timezone.now()
    due = mission.orders_due
    waits = any(side not in signed for side in SIDES)
    is_late = mission.is_late
    together = campaign.opens == Campaign.Opens.TOGETHER
    return Sealed(
        due=due,
        due_text=clock.when(due, None, zone) if due else "",
        due_own=told_there(due, None, zone, own_zone(viewer.user_id)) if due else "",
        left="" if due is None or is_late else clock.how_long(due, now),
        is_late=is_late,
        may_carry_out=viewer.may(Role.COMMANDER)
        and is_late
        and (together if not waits else campaign.late != Campaign.Late.UMPIRE),
        policy=LATE[campaign.late] if due else "",
        opens_together=together,
        may_move=viewer.may(Role.UMPIRE),
        sides={side: _side(mission, viewer, side, signed.get(side), left.get(side, ""), zone) for side in SIDES},
    )


def _left_by(mission: Mission, viewer: Viewer, orders: Orders) -> str:
    """Who signed orders about which the viewer is asked. No query while nobody has left."""
    if orders.signed_by is None or not viewer.may(Role.UMPIRE) or not is_asked(mission, orders):
        return ""
    return orders.signed_by.get_username()


def _side(mission: Mission, viewer: Viewer, side: Side, orders: Orders | None, left_by: str, zone: str) -> SideState:
    campaign = mission.campaign
    own = viewer.sees_plans_of(side)
    staff = any(seat.is_staff and seat.side == side for seat in campaign.seats.all())
    state: State = "missing"
    if orders is None:
        state = "late" if mission.is_late else "missing"
    elif orders.came_late:
        state = "late"
    else:
        state = "staff" if orders.signed_by_id is None else "in"
    first = orders.handed_in_at if orders else None
    anew = orders.signed_at if orders and own and first and orders.signed_at > first else None
    may_decide = viewer.may(Role.UMPIRE) and orders is None
    may_decide = may_decide and (staff or (mission.is_late and campaign.late == Campaign.Late.UMPIRE))
    return SideState(
        side=side,
        state=state,
        handed_in_at=at_the_clock(first, zone) if first else "",
        signed_anew_at=at_the_clock(anew, zone) if anew else "",
        came_late="" if orders is None else (orders.came_late if own else "late" if orders.came_late else ""),
        parts=tuple(_parts(mission, viewer, side, orders, zone)) if own else (),
        left_by=left_by,
        may_decide=may_decide,
    )


def drafts_of(mission: Mission, side: str) -> list[Draft]:
    """The plans of a side that nobody has signed, by squadron, with who wrote them last. One query."""
    return _DRAFTS(mission=mission.pk, side=side)


_DRAFTS = Prepared(
    lambda: Draft.objects.filter(mission=number("mission"), side=text("side")).select_related("by").order_by("squadron")
)


def _parts(mission: Mission, viewer: Viewer, side: Side, orders: Orders | None, zone: str) -> Iterator[PartRow]:
    """Of each squadron that somebody leads, and of each plan that somebody has written."""
    pack = definition_of(mission.campaign)
    drafts = {draft.squadron: draft for draft in drafts_of(mission, side)}
    seats = [seat for seat in mission.campaign.seats.all() if seat.role == Role.LEADER and seat.side == side]
    if (whole := drafts.get("")) is not None and orders is not None and whole.at <= orders.signed_at:
        del drafts[""]
    for squadron in sorted({*drafts, *(seat.squadron for seat in seats)}):
        draft = drafts.get(squadron)
        yield PartRow(
            side=side,
            squadron=squadron,
            title=title_of(pack, squadron),
            leaders=tuple(str(seat.user) for seat in seats if seat.squadron == squadron and seat.user),
            by=draft.by.get_username() if draft else "",
            at=at_the_clock(draft.at, zone) if draft else "",
            is_handed_in=draft is not None and draft.handed_in_at is not None,
            is_mine=(side, squadron) in viewer.leads and not viewer.is_closed,
        )


def at_the_clock(at: datetime, zone: str) -> str:
    """``22 November, 19:20 GMT``."""
    local = clock.local(at, zone)
    return f"{local.day} {local:%B, %H:%M %Z}"


def title_of(pack: PackDefinition, squadron: str) -> str:
    """What a part is called: by its squadron."""
    line = pack.squadrons.get(squadron)
    return line.title if line else squadron or WHOLE

"""Deadlines of orders: when they are, what is done when they pass, and who is reminded before.

Until a deadline has been carried out nobody's plan is taken any more (``operations.refuse_unless_planning``), whether a
worker runs or not. Carrying out is safe twice and at once: it happens under the campaign's lock, and only what is
missing is put there.
"""

from __future__ import annotations

import datetime
from typing import Literal

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone

from campaigns.access import refuse_unless_umpire
from campaigns.models import Campaign, Role
from campaigns.packs.schema import SIDES, Side
from campaigns.selectors import standings
from campaigns.selectors.sides import side_titles
from config.common.refusals import Refusal
from missions.flights import context
from missions.models import Mission, Orders
from missions.operations.drawing import by_staff
from missions.operations.orders import open_together, sign
from missions.operations.under_lock import locked_mission, tell_of
from missions.selectors.drafts import latest_plan
from missions.selectors.flights import open_job, refuse_unless_sealed
from notices.models import Happening

How = Literal["last", "staff"]
"""What stands in for orders that did not come: the side's latest plan if it has one that could be signed, or the
staff's."""
REMINDED = (2, 24)
"""Hours before the deadline at which a side that has not handed in is reminded."""
FARTHEST = datetime.timedelta(days=366)
_WAITING = (Mission.Status.PLANNING, Mission.Status.READY)


def move_deadline(*, actor: User, mission: Mission, due: datetime.datetime) -> Mission:
    """Set until when orders are taken, earlier or later than it was; everybody is told. Never into the past.

    After a deadline that has passed it gives more time, as long as nobody has opened or flown the orders.
    """
    with locked_mission(mission) as mission:
        refuse_unless_umpire(mission.campaign, actor)
        _refuse_unless_waiting(mission)
        now = timezone.now()
        if due <= now:
            raise Refusal("That is in the past: a deadline is set ahead.", "due")
        if due > now + FARTHEST:
            raise Refusal("A deadline is at most a year ahead.", "due")
        if due != mission.orders_due:
            mission.orders_due = due
            mission.save(update_fields=["orders_due"])
            said = due.isoformat()
            tell_of(mission, "orders-due-moved", said, now.isoformat(), actor=actor, data={"due": said})
        return mission


def decide(*, actor: User, mission: Mission, side: Side, how: How) -> Orders:
    """The umpire has a side's orders put there that did not come in time, or that nobody is there to write."""
    with locked_mission(mission) as mission:
        campaign = mission.campaign
        refuse_unless_umpire(campaign, actor)
        _refuse_unless_waiting(mission)
        title = side_titles(campaign)[side]
        if mission.orders.filter(side=side).exists():
            raise Refusal(f"The {title} orders are in.")
        if mission.is_late:
            return _put(mission, side, how, actor)
        if not _is_staffs(campaign, side):
            raise Refusal(f"The {title} side has time to hand its orders in.")
        return sign(mission, side, by_staff(mission, side, standings.standing_of(campaign)), None)


def carry_out(mission: Mission) -> None:
    """Do what the campaign's terms say once a mission's deadline has passed; nothing before, and nothing twice."""
    if not mission.is_late:
        return
    with locked_mission(mission) as mission:
        if not mission.is_late or mission.status not in _WAITING or mission.orders_are_open or open_job(mission):
            return
        for side in _missing(mission):
            if _is_staffs(mission.campaign, side):
                _put(mission, side, "staff", None)
            elif mission.campaign.late == Campaign.Late.UMPIRE:
                tell_of(mission, "orders-late", side, str(mission.orders_due), data={"side": side, "how": "umpire"})
            else:
                _put(mission, side, "last" if mission.campaign.late == Campaign.Late.LAST else "staff", None)
        open_together(mission)


def due_now() -> list[Mission]:
    """The missions whose deadline has passed and has something left to do (``carry_out``)."""
    late = Mission.objects.filter(
        status__in=_WAITING, orders_due__lte=timezone.now(), opened_at__isnull=True, campaign__archived_at=None
    )
    left_to_do = Q(status=Mission.Status.PLANNING) | Q(campaign__opens=Campaign.Opens.TOGETHER)
    found = late.filter(left_to_do).select_related("campaign").order_by("orders_due", "pk")
    return [mission for mission in found if not _waits_for_umpire(mission)]


def remind_of_due() -> None:
    """Remind each side that has not handed in of a deadline that comes near, once an hour of ``REMINDED``. By beat."""
    now = timezone.now()
    soon = now + datetime.timedelta(hours=max(REMINDED))
    near = Mission.objects.filter(
        status=Mission.Status.PLANNING, orders_due__gt=now, orders_due__lte=soon, campaign__archived_at=None
    )
    for mission in near.select_related("campaign"):
        due = mission.orders_due
        assert due is not None
        left = due - now
        hours = next(each for each in REMINDED if left <= datetime.timedelta(hours=each))
        # Who has so few hours from the draw is not reminded of what they have just been told.
        if left < datetime.timedelta(hours=hours / 2) or hours >= (mission.campaign.orders_hours or hours + 1):
            continue
        for side in _missing(mission):
            key = (str(hours), side, due.isoformat())
            tell_of(mission, "orders-due", *key, side=side, data={"due": due.isoformat()})


def _waits_for_umpire(mission: Mission) -> bool:
    """The umpire has been told that orders are missing, and nothing can be done before he decides."""
    if mission.status != Mission.Status.PLANNING or mission.campaign.late != Campaign.Late.UMPIRE:
        return False
    missing = _missing(mission)
    if any(_is_staffs(mission.campaign, side) for side in missing):
        return False
    keys = [f"orders-late {mission.campaign_id} {mission.number} {side} {mission.orders_due}" for side in missing]
    return Happening.objects.filter(key__in=keys).count() == len(keys)


def _is_staffs(campaign: Campaign, side: Side) -> bool:
    """Nobody commands the side any more: the staff plans for it."""
    return campaign.seats.filter(role=Role.COMMANDER, side=side, user__isnull=True).exists()


def _missing(mission: Mission) -> list[Side]:
    signed = set(mission.orders.values_list("side", flat=True))
    return [side for side in SIDES if side not in signed]


def _put(mission: Mission, side: Side, how: How, actor: User | None) -> Orders:
    """Put orders down that did not come. The others are told by which rule, not what came of it."""
    standing = standings.standing_of(mission.campaign)
    choices = context.planned_with(mission, side, standing)
    found = latest_plan(mission, side, choices) if how == "last" else None
    if found is None:
        orders = sign(mission, side, by_staff(mission, side, standing), None, came_late="staff")
    else:
        orders = sign(mission, side, found[0], found[1], came_late="last")
    due = str(mission.orders_due)
    tell_of(mission, "orders-late", side, due, how, actor=actor, data={"side": side, "how": how})
    return orders


def _refuse_unless_waiting(mission: Mission) -> None:
    if mission.is_on_paper:
        raise Refusal("This mission has been flown on paper: its orders wait for nobody.")
    refuse_unless_sealed(mission)

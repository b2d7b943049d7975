"""Orders: signed by each side, opened together."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.access import viewer
from campaigns.models import Campaign, Itself
from campaigns.packs.schema import SIDES
from campaigns.packs.schema import Side as SideName
from campaigns.standing.kinds import OrdersDecided
from config.common.refusals import Refusal
from missions.access import may_plan
from missions.flights import context
from missions.models import Mission, Orders
from missions.operations.under_lock import locked_mission, move_to, tell_of
from missions.planning.orders import SideOrders, read
from missions.planning.validation import validated
from missions.selectors.flights import clock_time, open_job, refuse_unless_ready, refuse_unless_sealed


def sign_orders(
    *, actor: User, mission: Mission, side: SideName, document: object, expected_version: str | None = None
) -> Orders:
    """Sign a side's orders, or sign them anew until the deadline and as long as they have not been opened or flown.

    Its commander does, and whoever else may say who flew on paper (``may_plan``). Whatever may not be chosen is refused
    with a sentence and the field to mend. ``expected_version`` is the ``Orders.version`` that the page came with, empty
    if nobody had signed: what somebody else has signed since is not overwritten.
    """
    with locked_mission(mission) as mission:
        member = viewer(mission.campaign, actor)
        if member is None or not may_plan(mission, member, side):
            raise Refusal("You do not command this side.")
        refuse_unless_planning(mission)
        signed = Orders.objects.filter(mission=mission, side=side).select_related("signed_by").first()
        if expected_version is not None and expected_version != (signed.version if signed else ""):
            by = signed.signed_by.get_username() if signed and signed.signed_by else "The staff"
            who = Itself.CLOCK.label if signed and signed.came_late else by
            raise Refusal(f"{who} has signed these orders since you opened this page. Open it again to see them.")
        return sign(mission, side, validated(context.choices(mission, side), read(document)), actor)


def sign(mission: Mission, side: SideName, plan: SideOrders, actor: User | None, *, came_late: str = "") -> Orders:
    """Put a side's orders down, part of an operation that has checked them. With both in the mission is ready.

    Where the terms say so, both are laid open at once. Only the first signature is told: that a side thinks again is
    its secret. ``came_late``: how the deadline put them there.
    """
    now = timezone.now()
    signed = Orders.objects.filter(mission=mission, side=side).first()
    is_first = actor is not None and not came_late and (signed is None or signed.handed_in_at is None)
    defaults: dict[str, object] = {
        "document": plan.as_json(), "signed_at": now, "signed_by": actor, "came_late": came_late,
    }  # fmt: skip
    if is_first:
        defaults["handed_in_at"] = now
    orders, _ = Orders.objects.update_or_create(mission=mission, side=side, defaults=defaults)
    if is_first and not mission.is_on_paper:
        again = [str(mission.pk), str(orders.pk)] if _was_withdrawn(mission, side) else []
        tell_of(mission, "orders-in", side, *again, actor=actor, data={"side": side})
    if mission.status == Mission.Status.PLANNING and mission.orders.count() == len(SIDES):
        move_to(mission, Mission.Status.READY)
    open_together(mission, actor)
    return orders


def _was_withdrawn(mission: Mission, side: str) -> bool:
    """The umpire has withdrawn orders of the side: the next first signature is news again."""
    said = mission.campaign.entries.filter(kind=OrdersDecided.kind, mission=mission.number, side=side)
    return said.filter(data__how="withdrawn").exists()


def open_together(mission: Mission, actor: User | None = None) -> None:
    """Lay open orders that are both in, if that is the campaign's way: part of an operation."""
    ready = mission.status == Mission.Status.READY and mission.opened_at is None and not mission.is_on_paper
    if ready and mission.campaign.opens == Campaign.Opens.TOGETHER:
        _open(mission, actor)


def refuse_unless_planning(mission: Mission) -> None:
    """Plans change only before the deadline, and while nobody has opened or flown them."""
    refuse_unless_sealed(mission)
    if mission.orders_due is not None and mission.is_late:
        raise Refusal(f"The plan comes too late: orders were taken until {clock_time(mission, mission.orders_due)}.")


def open_orders(*, mission: Mission, actor: User | None = None) -> Mission:
    """Lay both sides' signed orders open for everybody, to fly the mission at the table or on screen.

    From now on they stand. Doing so again changes nothing.
    """
    with locked_mission(mission) as mission:
        if mission.orders_are_open:
            return mission
        if open_job(mission) is not None:
            raise Refusal("The engine is flying the mission.")
        refuse_unless_ready(mission)
        _open(mission, actor)
        return mission


def _open(mission: Mission, actor: User | None) -> None:
    mission.opened_at = timezone.now()
    mission.save(update_fields=["opened_at"])
    commit_campaign(mission)
    tell_of(mission, "orders-opened", actor=actor, data={})


def commit_campaign(mission: Mission) -> None:
    """Its orders stand: what men learn from now on counts after it."""
    campaign = mission.campaign
    if mission.number > campaign.committed:
        campaign.committed = mission.number
        campaign.save(update_fields=["committed"])

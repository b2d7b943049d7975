"""Sealed orders when several people sign, hand in and open at once, and when the deadline passes meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.models import Role
from campaigns.operations import seats
from campaigns.packs.schema import SIDES, Side
from config.common.refusals import Refusal
from missions import tasks
from missions.models import Draft, Mission, Orders
from missions.operations import deadlines, drafts, under_lock
from missions.operations import orders as orders_
from missions.operations.orders import sign_orders
from missions.planning import validation
from missions.planning.orders import SideOrders, stored
from missions.planning.squadron_parts import is_in
from missions.selectors.drafts import handed_in
from notices.models import Happening
from tests import make
from tests.cast import Cast
from tests.concurrency.test_once import PATIENCE, all_at_once, kinds, unlocked

pytestmark = pytest.mark.django_db(transaction=True)

PORT = 1
ROUNDS = 5


def drawn(cast: Cast, **terms: Any) -> Mission:
    """A mission of a club's campaign on these terms; the Axis are to strike the port."""
    mission = make.drawn(make.on_terms(make.club(cast, make.PERIODS, seed=PORT), **terms))
    return Mission.objects.select_related("campaign__pack").get(pk=mission.pk)


def signer(mission: Mission, user: User, side: Side, **changes: Any) -> Callable[[], Orders]:
    document = make.orders(mission, side) | changes
    return partial(sign_orders, actor=user, mission=mission, side=side, document=document, expected_version="")


def told(kind: str) -> int:
    return Happening.objects.filter(kind=kind).count()


def test_two_commanders_who_sign_at_once_open_their_orders_once(cast: Cast) -> None:
    mission = drawn(cast, opens="together")
    results = all_at_once(signer(mission, cast.allied, "allied"), signer(mission, cast.axis, "axis"))
    assert kinds(results) == {"Orders": 2}, results
    mission.refresh_from_db()
    assert mission.orders_are_open
    assert told("orders-opened") == 1
    assert told("orders-in") == 2


def test_without_the_lock_each_counts_the_others_orders_and_both_open_them(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    mission = drawn(cast, opens="together")
    acts = signer(mission, cast.allied, "allied"), signer(mission, cast.axis, "axis")
    both_put_down = Barrier(2, timeout=PATIENCE)
    opened: list[int] = []
    put_down, open_up = under_lock.tell_of, orders_._open

    def wait_for_the_other(mission: Mission, kind: str, *key: str, **more: Any) -> None:
        put_down(mission, kind, *key, **more)
        if kind == "orders-in":
            both_put_down.wait()

    def count(mission: Mission, actor: User | None) -> None:
        opened.append(mission.pk)
        open_up(mission, actor)

    monkeypatch.setattr(under_lock, "locked", unlocked)
    monkeypatch.setattr(orders_, "tell_of", wait_for_the_other)
    monkeypatch.setattr(orders_, "_open", count)
    results = all_at_once(*acts)
    assert kinds(results) == {"Orders": 2}, results
    assert len(opened) == 2


def test_two_people_who_sign_for_one_side_at_once_do_not_overwrite_each_other(cast: Cast) -> None:
    mission = drawn(cast)
    campaign = mission.campaign
    seat = campaign.seats.get(role=Role.COMMANDER, side="axis")
    until = timezone.now() + timedelta(days=3)
    stand_in = User.objects.create_user("stella", password="stella")
    seats.give_seat(actor=cast.owner, campaign=campaign, user=stand_in, role=Role.PILOT, side="axis")
    seats.name_stand_in(actor=cast.axis, campaign=campaign, seat=seat.pk, user=stand_in, until=until)
    results = all_at_once(
        signer(mission, cast.axis, "axis", doctrine="bold"), signer(mission, stand_in, "axis", doctrine="cautious")
    )
    assert kinds(results) == {"Orders": 1, "Refusal": 1}, results
    signed = next(each for each in results if isinstance(each, Orders))
    assert Orders.objects.get().document == signed.document
    assert told("orders-in") == 1


def test_without_the_lock_the_later_of_two_signatures_overwrites_the_earlier_unseen(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    mission = drawn(cast)
    acts = [signer(mission, cast.axis, "axis", doctrine=doctrine) for doctrine in ("bold", "cautious")]
    past_the_guard = Barrier(2, timeout=PATIENCE)
    check = validation.validated

    def wait_for_the_other(*args: Any) -> SideOrders:
        past_the_guard.wait()
        return check(*args)

    monkeypatch.setattr(under_lock, "locked", unlocked)
    monkeypatch.setattr(orders_, "validated", wait_for_the_other)
    results = all_at_once(*acts)
    assert kinds(results) == {"Orders": 2}, results
    assert Orders.objects.count() == 1


def test_a_signature_and_the_deadline_at_once_leave_one_plan_a_side(cast: Cast) -> None:
    mission = drawn(cast, orders_hours=1, late="staff", opens="together")
    documents = {side: make.orders(mission, side) for side in SIDES}
    for _ in range(ROUNDS):
        Orders.objects.all().delete()
        Happening.objects.filter(kind__startswith="orders-").delete()
        # The deadline is now: whoever comes first decides.
        Mission.objects.update(
            orders_due=timezone.now() + timedelta(milliseconds=60), status="planning", opened_at=None
        )
        results = all_at_once(
            *(
                partial(
                    sign_orders,
                    actor=getattr(cast, side),
                    mission=mission,
                    side=side,
                    document=documents[side],
                )
                for side in SIDES
            ),
            *[partial(_until_due, mission)] * 2,
        )
        assert set(kinds(results)) <= {"Orders", "Refusal", "NoneType"}, results
        mission.refresh_from_db()
        assert mission.orders_are_open
        assert mission.status == Mission.Status.READY
        late = {orders.side for orders in Orders.objects.exclude(came_late="")}
        in_time = {each.side for each in results if isinstance(each, Orders)}
        assert late | in_time == set(SIDES)
        assert not late & in_time
        assert told("orders-opened") == 1
        assert told("orders-late") == len(late)


def _until_due(mission: Mission) -> None:
    """What beat does, until it has something to do."""
    while not Mission.objects.get(pk=mission.pk).is_late:
        pass
    tasks.orders_due()


def test_four_workers_carry_a_deadline_out_once(cast: Cast) -> None:
    mission = drawn(cast, orders_hours=1, late="staff")
    Mission.objects.update(orders_due=timezone.now() - timedelta(minutes=1))
    mission.refresh_from_db()
    results = all_at_once(*[partial(deadlines.carry_out, mission)] * 4)
    assert kinds(results) == {"NoneType": 4}, results
    assert {orders.came_late for orders in Orders.objects.all()} == {"staff"}
    assert told("orders-late") == 2


def test_a_part_handed_in_while_the_commander_takes_over_is_in_the_plan_or_waits_to_be(cast: Cast) -> None:
    mission = drawn(cast)
    leader = make.leader(mission.campaign, "hanna", "axis", "stuka")
    first, second = make.part(mission, "axis", "stuka"), make.part(mission, "axis", "stuka")
    first["units"][0]["altitude"], second["units"][0]["altitude"] = "low", "medium"
    base = make.plan(mission, "axis")

    def hand_in(document: dict[str, Any]) -> Draft:
        return drafts.save_draft(
            actor=leader, mission=mission, side="axis", squadron="stuka", document=document, hand_in=True
        )

    def take_over() -> Draft:
        return drafts.take_over(actor=cast.axis, mission=mission, side="axis", base=base, squadrons=("stuka",))

    for _ in range(ROUNDS):
        hand_in(first)
        results = all_at_once(partial(hand_in, second), take_over)
        assert kinds(results) == {"Draft": 2}, results
        plan = Draft.objects.get(squadron="").document
        (part,) = handed_in(mission, "axis")
        assert part.orders.by_id["axis-1"].altitude == "medium"
        taken = {unit["id"]: unit for unit in plan["units"]}["axis-1"]["altitude"]
        assert taken in ("low", "medium")
        assert is_in(part, stored(plan)) == (taken == "medium")


def test_two_who_save_one_part_at_once_do_not_overwrite_each_other(cast: Cast) -> None:
    mission = drawn(cast)
    leader = make.leader(mission.campaign, "hanna", "axis", "stuka")
    document = make.part(mission, "axis", "stuka")
    save = partial(
        drafts.save_draft,
        actor=leader,
        mission=mission,
        side="axis",
        squadron="stuka",
        document=document,
        hand_in=True,
        expected_version="",
    )
    results = all_at_once(save, save)
    assert kinds(results) == {"Draft": 1, "Refusal": 1}, results
    assert told("part-in") == 1


def test_moving_the_deadline_and_signing_at_once_never_take_a_plan_after_it(cast: Cast) -> None:
    mission = drawn(cast, orders_hours=1)
    Mission.objects.update(orders_due=timezone.now() - timedelta(minutes=1))
    results = all_at_once(
        signer(mission, cast.axis, "axis"),
        partial(deadlines.move_deadline, actor=cast.umpire, mission=mission, due=timezone.now() + timedelta(hours=1)),
    )
    signed = [each for each in results if isinstance(each, Orders)]
    assert Orders.objects.count() == len(signed)
    assert {type(each) for each in results} <= {Orders, Mission, Refusal}

"""The deadline of orders: what comes late, what is put in its place, and when orders are opened."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Role
from campaigns.operations import seats
from config.common.refusals import Refusal
from missions import tasks
from missions.models import Draft, Mission, Orders
from missions.operations import deadlines, drafts
from missions.operations.orders import sign_orders
from tests import make
from tests.cast import Cast
from tests.missions.operations.sealed_missions import PORT, Clock, limited, seen_by, sign, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """The Axis are to strike the port; a person commands each side, and two squadron leaders plan for the Axis."""
    return make.drawn(make.club(cast, make.PERIODS, seed=PORT))


class TestDeadline:
    def test_it_is_so_many_hours_after_the_draw_and_a_paper_mission_has_none(self, cast: Cast) -> None:
        mission = limited(cast, 48)
        assert mission.orders_due is not None
        assert abs(mission.orders_due - timezone.now() - timedelta(hours=48)) < timedelta(minutes=1)
        paper = make.on_paper(make.on_terms(make.campaign(cast.owner, make.LAND), orders_hours=1))
        assert paper.orders_due is None

    def test_a_late_plan_is_refused_though_no_worker_ran_and_nothing_changes(
        self, cast: Cast, hours_pass: Clock
    ) -> None:
        mission = limited(cast)
        first = sign(mission, cast.allied, "allied")
        hours_pass(49)
        for side, user in (("allied", cast.allied), ("axis", cast.axis)):
            with pytest.raises(Refusal, match=r"The plan comes too late: orders were taken until .* UTC"):
                sign(mission, user, side)
        with pytest.raises(Refusal, match="too late"):
            drafts.save_draft(actor=cast.axis, mission=mission, side="axis", document=make.orders(mission, "axis"))
        assert [orders.version for orders in Orders.objects.all()] == [first.version]
        assert not Draft.objects.exists()

    def test_signing_again_before_it_replaces_and_is_nobody_elses_business(self, cast: Cast, hours_pass: Clock) -> None:
        mission = limited(cast)
        first = sign(mission, cast.allied, "allied")
        hours_pass(1)
        again = sign(mission, cast.allied, "allied")
        assert (again.pk, again.handed_in_at) == (first.pk, first.handed_in_at)
        assert again.signed_at > first.signed_at
        assert len(told("orders-in")) == 1
        assert seen_by(mission, cast.axis).sides["allied"].signed_anew_at == ""
        assert seen_by(mission, cast.allied).sides["allied"].signed_anew_at != ""

    def test_the_staff_plans_for_who_is_late_where_the_terms_say_so(self, cast: Cast, hours_pass: Clock) -> None:
        mission = limited(cast, late="staff")
        sign(mission, cast.allied, "allied")
        hours_pass(49)
        tasks.orders_due()
        tasks.orders_due()
        mission.refresh_from_db()
        assert mission.status == Mission.Status.READY
        assert Orders.objects.get(side="axis").came_late == "staff"
        assert Orders.objects.get(side="allied").came_late == ""
        assert [each.data for each in told("orders-late")] == [{"side": "axis", "how": "staff"}]

    def test_the_latest_plan_counts_where_the_terms_say_so_with_parts_that_came_after_it(
        self, cast: Cast, hours_pass: Clock
    ) -> None:
        mission = limited(cast, late="last")
        jagd = make.leader(mission.campaign, "jutta", "axis", "jagd")
        sign(mission, cast.allied, "allied")
        plan = make.orders(mission, "axis") | {"doctrine": "bold"}
        drafts.save_draft(actor=cast.axis, mission=mission, side="axis", document=plan)
        part = make.part(mission, "axis", "jagd")
        part["units"][0]["altitude"] = "very-low"
        drafts.save_draft(actor=jagd, mission=mission, side="axis", squadron="jagd", document=part)
        hours_pass(49)
        deadlines.carry_out(mission)
        orders = Orders.objects.get(side="axis")
        assert (orders.came_late, orders.signed_by, orders.document["doctrine"]) == ("last", jagd, "bold")
        assert orders.document["units"][2]["altitude"] == "very-low"

    def test_what_the_deadline_put_there_nobody_is_said_to_have_signed(self, cast: Cast, hours_pass: Clock) -> None:
        mission = limited(cast, late="last")
        drafts.save_draft(actor=cast.axis, mission=mission, side="axis", document=make.orders(mission, "axis"))
        hours_pass(49)
        deadlines.carry_out(mission)
        deadlines.move_deadline(actor=cast.umpire, mission=mission, due=timezone.now() + timedelta(hours=5))
        orders = make.orders(mission, "axis")
        with pytest.raises(Refusal, match="The clock has signed these orders since you opened this page"):
            sign_orders(actor=cast.axis, mission=mission, side="axis", document=orders, expected_version="")

    def test_a_latest_plan_that_could_not_be_signed_gives_way_to_the_staffs(
        self, cast: Cast, hours_pass: Clock
    ) -> None:
        mission = limited(cast, late="last")
        sign(mission, cast.allied, "allied")
        drafts.save_draft(actor=cast.axis, mission=mission, side="axis", document={"units": []})
        hours_pass(49)
        deadlines.carry_out(mission)
        assert Orders.objects.get(side="axis").came_late == "staff"

    def test_a_part_that_does_not_hold_does_not_spoil_the_commanders_draft(self, cast: Cast, hours_pass: Clock) -> None:
        mission = limited(cast, late="last")
        stuka = make.leader(mission.campaign, "hanna", "axis", "stuka")
        drafts.save_draft(actor=cast.axis, mission=mission, side="axis", document=make.orders(mission, "axis"))
        broken = {"units": [{"id": "axis-1", "squadron": "stuka", "altitude": "on the moon"}]}
        drafts.save_draft(actor=stuka, mission=mission, side="axis", squadron="stuka", document=broken)
        hours_pass(49)
        deadlines.carry_out(mission)
        orders = Orders.objects.get(side="axis")
        assert (orders.came_late, orders.signed_by) == ("last", cast.axis)

    def test_the_umpire_decides_where_the_terms_leave_it_to_them(self, cast: Cast, hours_pass: Clock) -> None:
        mission = limited(cast, late="umpire")
        sign(mission, cast.allied, "allied")
        hours_pass(49)
        tasks.orders_due()
        tasks.orders_due()
        assert not Orders.objects.filter(side="axis").exists()
        assert [each.data for each in told("orders-late")] == [{"side": "axis", "how": "umpire"}]
        with pytest.raises(Refusal, match="Only the owner and the umpires"):
            deadlines.decide(actor=cast.axis, mission=mission, side="axis", how="staff")
        with pytest.raises(Refusal, match="orders are in"):
            deadlines.decide(actor=cast.umpire, mission=mission, side="allied", how="staff")
        orders = deadlines.decide(actor=cast.umpire, mission=mission, side="axis", how="staff")
        assert orders.came_late == "staff"
        mission.refresh_from_db()
        assert mission.status == Mission.Status.READY

    def test_the_umpire_gives_more_time_and_the_late_side_signs(self, cast: Cast, hours_pass: Clock) -> None:
        mission = limited(cast, late="umpire")
        hours_pass(49)
        tasks.orders_due()
        deadlines.move_deadline(actor=cast.umpire, mission=mission, due=timezone.now() + timedelta(hours=5))
        assert sign(mission, cast.axis, "axis").came_late == ""
        hours_pass(6)
        tasks.orders_due()
        assert [each.data["side"] for each in told("orders-late")].count("allied") == 2

    def test_nobody_takes_a_sides_time_from_it(self, cast: Cast) -> None:
        mission = limited(cast)
        with pytest.raises(Refusal, match="has time to hand its orders in"):
            deadlines.decide(actor=cast.umpire, mission=mission, side="axis", how="staff")

    def test_the_umpire_moves_it_and_everybody_is_told_but_never_into_the_past(self, cast: Cast) -> None:
        mission = limited(cast)
        with pytest.raises(Refusal, match="in the past"):
            deadlines.move_deadline(actor=cast.umpire, mission=mission, due=timezone.now() - timedelta(seconds=1))
        with pytest.raises(Refusal, match="at most a year"):
            deadlines.move_deadline(actor=cast.umpire, mission=mission, due=datetime(2200, 1, 1, tzinfo=UTC))
        for user in (cast.allied, cast.pilot, cast.reader):
            with pytest.raises(Refusal, match="Only the owner and the umpires"):
                deadlines.move_deadline(actor=user, mission=mission, due=timezone.now() + timedelta(hours=5))
        due = timezone.now() + timedelta(hours=5)
        deadlines.move_deadline(actor=cast.umpire, mission=mission, due=due)
        mission.refresh_from_db()
        assert mission.orders_due == due
        assert [(each.side, each.data) for each in told("orders-due-moved")] == [("", {"due": due.isoformat()})]

    def test_an_act_that_needs_it_carries_it_out_where_no_worker_does(
        self, cast: Cast, hours_pass: Clock, client: Client
    ) -> None:
        mission = limited(cast, late="staff")
        sign(mission, cast.allied, "allied")
        hours_pass(49)
        client.force_login(cast.allied)
        client.post(reverse("mission-open", args=(mission.campaign_id, mission.number)))
        mission.refresh_from_db()
        assert mission.orders_are_open

    def test_before_it_carrying_out_does_nothing(self, cast: Cast) -> None:
        mission = limited(cast, late="staff")
        deadlines.carry_out(mission)
        tasks.orders_due()
        assert not Orders.objects.exists()

    @pytest.mark.portable
    def test_each_side_that_has_not_handed_in_is_reminded_once_a_day_and_two_hours_before(
        self, cast: Cast, hours_pass: Clock
    ) -> None:
        mission = limited(cast, 48)
        sign(mission, cast.allied, "allied")
        tasks.orders_due()
        assert not told("orders-due")
        hours_pass(25)
        tasks.orders_due()
        tasks.orders_due()
        assert [each.side for each in told("orders-due")] == ["axis"]
        hours_pass(21.5)
        tasks.orders_due()
        assert [each.side for each in told("orders-due")] == ["axis", "axis"]

    def test_who_has_only_a_day_is_not_reminded_of_what_has_just_been_told(self, cast: Cast) -> None:
        limited(cast, 24)
        tasks.orders_due()
        assert not told("orders-due")


class TestOpening:
    def test_together_opens_as_soon_as_both_are_in(self, cast: Cast) -> None:
        mission = limited(cast, opens="together")
        sign(mission, cast.allied, "allied")
        assert not Mission.objects.get().orders_are_open
        sign(mission, cast.axis, "axis")
        assert Mission.objects.get().orders_are_open
        assert len(told("orders-opened")) == 1
        with pytest.raises(Refusal, match="The orders have been opened"):
            sign(mission, cast.axis, "axis")

    def test_the_staffs_side_counts_as_in(self, cast: Cast) -> None:
        campaign = make.on_terms(make.campaign(cast.owner, allied="me", axis="staff"), opens="together")
        mission = make.drawn(campaign)
        assert not mission.orders_are_open
        sign(mission, cast.owner, "allied")
        mission.refresh_from_db()
        assert mission.orders_are_open

    def test_together_opens_at_the_deadline_with_what_the_terms_put_there(self, cast: Cast, hours_pass: Clock) -> None:
        mission = limited(cast, opens="together", late="staff")
        hours_pass(49)
        tasks.orders_due()
        mission.refresh_from_db()
        assert mission.orders_are_open
        assert {orders.came_late for orders in Orders.objects.all()} == {"staff"}

    def test_what_is_entered_from_paper_opens_by_hand(self, cast: Cast) -> None:
        campaign = make.on_terms(make.campaign(cast.owner, make.LAND), opens="together")
        assert not make.on_paper(campaign).orders_are_open


def test_where_a_commander_has_left_the_staff_plans_at_the_deadline_whatever_the_terms_say(
    cast: Cast, hours_pass: Clock
) -> None:
    mission = limited(cast, late="umpire")
    seat = mission.campaign.seats.get(role=Role.COMMANDER, side="axis")
    seats.leave(actor=cast.axis, campaign=mission.campaign, seat=seat.pk)
    hours_pass(49)
    tasks.orders_due()
    assert Orders.objects.get().side == "axis"
    assert {each.data["how"] for each in told("orders-late")} == {"staff", "umpire"}


def test_a_seat_that_nobody_holds_is_planned_for_by_the_staff_when_the_umpire_says_so(cast: Cast) -> None:
    mission = make.drawn(make.club(cast, make.PERIODS, seed=PORT))
    seat = mission.campaign.seats.get(role=Role.COMMANDER, side="axis")
    seats.leave(actor=cast.axis, campaign=mission.campaign, seat=seat.pk)
    orders = deadlines.decide(actor=cast.umpire, mission=mission, side="axis", how="staff")
    assert (orders.signed_by, orders.came_late) == (None, "")

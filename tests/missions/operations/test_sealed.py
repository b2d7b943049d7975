"""Sealed orders: squadrons' parts, drafts, deadlines, and what everybody may know of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.access import viewer, with_seats
from campaigns.models import Campaign, Role
from campaigns.operations import seats
from config.common.refusals import Refusal
from missions import tasks
from missions.flights import context
from missions.models import Draft, Mission, Orders
from missions.operations import deadlines, drafts
from missions.operations.orders import open_orders, sign_orders
from missions.planning.orders import SideOrders, UnitOrders, read
from missions.planning.squadron_parts import Part, choices_of_part, clashes, merged, validated_part
from missions.selectors.drafts import handed_in
from missions.selectors.sealed_orders import Sealed, sealed
from notices.models import Happening
from tests import make
from tests.cast import Cast

pytestmark = pytest.mark.django_db

PORT = 1
"""A seed with which the first mission lets the Axis Stukas strike the port and the Jagdstaffel escort them."""
Clock = Callable[[float], None]


@pytest.fixture
def hours_pass(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Puts the clock forward by so many hours."""
    now, ahead = timezone.now, [0.0]

    def forward(hours: float) -> None:
        ahead[0] += hours
        monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(hours=ahead[0]))

    return forward


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """The Axis are to strike the port; a person commands each side, and two squadron leaders plan for the Axis."""
    return make.drawn(make.club(cast, make.PERIODS, seed=PORT))


@pytest.fixture
def stuka(mission: Mission) -> User:
    return make.leader(mission.campaign, "hanna", "axis", "stuka")


@pytest.fixture
def jagd(mission: Mission) -> User:
    return make.leader(mission.campaign, "jutta", "axis", "jagd")


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


class TestParts:
    @pytest.mark.portable
    def test_a_leader_hands_in_the_units_of_his_squadron_and_no_others(self, mission: Mission, stuka: User) -> None:
        draft = hand_in(mission, stuka, "stuka")
        assert {unit["squadron"] for unit in draft.document["units"]} == {"stuka"}
        assert draft.handed_in_at is not None
        assert [(each.side, each.data) for each in told("part-in")] == [("axis", {"squadron": "Stukastaffel Süd"})]

    @pytest.mark.portable
    def test_a_plan_for_a_squadron_that_is_not_yours_is_refused_and_nothing_changes(
        self, cast: Cast, mission: Mission, stuka: User
    ) -> None:
        document = make.part(mission, "axis", "jagd")
        for actor, squadron in ((stuka, "jagd"), (cast.allied, "stuka"), (cast.pilot, "stuka"), (cast.axis, "jagd")):
            with pytest.raises(Refusal, match="That squadron is not yours to plan for"):
                drafts.save_draft(actor=actor, mission=mission, side="axis", squadron=squadron, document=document)
        with pytest.raises(Refusal, match="neither command this side nor draft its plan"):
            drafts.save_draft(actor=stuka, mission=mission, side="axis", document=document)
        assert not Draft.objects.exists()

    def test_a_part_that_names_another_squadron_is_refused_at_that_unit(self, mission: Mission, stuka: User) -> None:
        document = make.part(mission, "axis", "stuka")
        document["units"][1]["squadron"] = "jagd"
        for whether in (True, False):
            with pytest.raises(Refusal, match="names a squadron that is not yours") as refused:
                drafts.save_draft(
                    actor=stuka,
                    mission=mission,
                    side="axis",
                    squadron="stuka",
                    document=document,
                    hand_in=whether,
                )
            assert refused.value.field == "units.axis-2.squadron"
        assert not Draft.objects.exists()

    def test_a_part_is_offered_only_what_the_squadron_has(self, mission: Mission) -> None:
        own = choices_of_part(context.choices(mission, "axis"), "jagd")
        assert [unit.id for unit in own.units()] == ["axis-3"]
        assert {man.squadron for man in own.pilots} == {"jagd"}
        assert own.pool is not None
        assert [squadron.key for squadron in own.pool.squadrons] == ["jagd"]
        assert own.resources == ()

    def test_escorts_hold_alone_though_only_the_whole_plan_tells_whom_they_find(self, mission: Mission) -> None:
        choices = context.choices(mission, "axis")
        part = make.part(mission, "axis", "jagd")
        assert validated_part(choices, "jagd", read(part)).units[0].escorts in ("axis-1", "axis-2")
        part["units"][0]["airframes"] = ["ST-A", "ST-B"]
        with pytest.raises(Refusal, match="belongs to Stukastaffel Süd"):
            validated_part(choices, "jagd", read(part))

    def test_unfinished_work_is_kept_and_not_told(self, mission: Mission, stuka: User) -> None:
        document = {"resource": None, "doctrine": None, "units": [{"id": "axis-1", "squadron": "stuka"}]}
        draft = drafts.save_draft(actor=stuka, mission=mission, side="axis", squadron="stuka", document=document)
        assert draft.handed_in_at is None
        assert not told("part-in")

    @pytest.mark.portable
    def test_saving_anew_takes_a_part_back_until_it_is_handed_in_again(self, mission: Mission, stuka: User) -> None:
        document = hand_in(mission, stuka, "stuka").document
        drafts.save_draft(actor=stuka, mission=mission, side="axis", squadron="stuka", document=document)
        assert not handed_in(mission, "axis")
        hand_in(mission, stuka, "stuka")
        assert [part.squadron for part in handed_in(mission, "axis")] == ["stuka"]

    @pytest.mark.portable
    def test_what_somebody_else_has_saved_since_is_not_overwritten(self, mission: Mission, stuka: User) -> None:
        hand_in(mission, stuka, "stuka", expected_version="")
        with pytest.raises(Refusal, match="hanna has saved this plan since you opened the page"):
            hand_in(mission, stuka, "stuka", expected_version="")
        hand_in(mission, stuka, "stuka", expected_version=Draft.objects.get().version)

    def test_the_commander_takes_parts_over_and_signs_the_whole(
        self, cast: Cast, mission: Mission, stuka: User, jagd: User
    ) -> None:
        hand_in(mission, stuka, "stuka")
        hand_in(mission, jagd, "jagd")
        draft = drafts.take_over(actor=cast.axis, mission=mission, side="axis", base=None, squadrons=("stuka", "jagd"))
        signed = sign_orders(actor=cast.axis, mission=mission, side="axis", document=draft.document)
        assert [unit["squadron"] for unit in signed.document["units"]] == ["stuka", "stuka", "jagd"]

    def test_taking_over_keeps_what_the_commander_decided_for_the_others(
        self, cast: Cast, mission: Mission, jagd: User
    ) -> None:
        base = make.plan(mission, "axis").but(doctrine="bold")
        part = make.part(mission, "axis", "jagd")
        part["units"][0]["altitude"] = "very-low"
        drafts.save_draft(actor=jagd, mission=mission, side="axis", squadron="jagd", document=part, hand_in=True)
        plan = drafts.take_over(actor=cast.axis, mission=mission, side="axis", base=base, squadrons=("jagd",)).document
        assert plan["doctrine"] == "bold"
        units = {unit["id"]: unit for unit in plan["units"]}
        assert units["axis-3"]["altitude"] == "very-low"
        assert units["axis-1"] == base.as_json()["units"][0]

    def test_nobody_but_the_commander_takes_over_and_only_what_is_handed_in(
        self, cast: Cast, mission: Mission, stuka: User
    ) -> None:
        for actor in (stuka, cast.allied, cast.umpire):
            with pytest.raises(Refusal, match="You do not command this side"):
                drafts.take_over(actor=actor, mission=mission, side="axis", base=None, squadrons=("stuka",))
        with pytest.raises(Refusal, match="No such part has been handed in"):
            drafts.take_over(actor=cast.axis, mission=mission, side="axis", base=None, squadrons=("stuka",))
        assert not Draft.objects.exists()

    def test_a_leader_without_a_squadron_drafts_the_whole_plan_which_the_commander_goes_on_with(
        self, cast: Cast, mission: Mission, client: Client
    ) -> None:
        chief = make.leader(mission.campaign, "greta", "axis")
        plan = make.orders(mission, "axis") | {"doctrine": "bold"}
        drafts.save_draft(actor=chief, mission=mission, side="axis", document=plan, hand_in=True)
        client.force_login(cast.axis)
        page = client.get(reverse("mission-plan", args=(mission.campaign_id, mission.number, "axis")))
        assert "You go on with the draft that greta handed in" in page.content.decode()
        assert page.context["form"]["doctrine"].initial == "bold"

    def test_parts_and_drafts_end_with_the_orders(self, cast: Cast, mission: Mission, stuka: User) -> None:
        sign(mission, cast.axis, "axis")
        sign(mission, cast.allied, "allied")
        open_orders(mission=mission)
        with pytest.raises(Refusal, match="The orders have been opened"):
            hand_in(mission, stuka, "stuka")
        assert not Draft.objects.exists()

    def test_of_two_squadrons_that_want_one_unit_the_first_has_it_and_both_are_told_of(self, cast: Cast) -> None:
        mission = make.drawn(make.club(cast, "battle-of-britain"))
        choices = context.choices(mission, "allied")
        unit = next(unit for unit in choices.units() if len(choices.squadrons_for(unit)) > 1)
        first, second = (each.key for each in choices.squadrons_for(unit)[:2])
        wanted = UnitOrders(id=unit.id, altitude=unit.aircraft[0].altitudes[0])
        parts = [
            Part(key, validated_part(choices, key, SideOrders(units=(wanted.but(squadron=key),))))
            for key in (first, second)
        ]
        assert choices.pool is not None
        titles = [squadron.title for key in (first, second) if (squadron := choices.pool.squadron(key))]
        assert clashes(choices, parts) == (
            f"{titles[0]} and {titles[1]} both want to fly {unit.title}: decide who does.",
        )
        assert [each.squadron for each in merged(None, parts).units] == [first]
        assert [each.squadron for each in merged(merged(None, parts), parts[1:]).units] == [second]


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


class TestWhatEverybodyKnows:
    def test_who_has_not_handed_in_is_visible(self, cast: Cast, client: Client) -> None:
        mission = limited(cast)
        sign(mission, cast.allied, "allied")
        for user in (cast.reader, cast.pilot, cast.axis, cast.umpire):
            found = seen_by(mission, user)
            assert (found.sides["allied"].state, found.sides["axis"].state) == ("in", "missing")
            client.force_login(user)
            for name, args in (
                ("mission", (mission.campaign_id, mission.number)),
                ("campaign", (mission.campaign_id,)),
            ):
                page = client.get(reverse(name, args=args)).content.decode()
                assert "not handed in" in page
                assert "Orders are due" in page

    def test_the_other_sides_parts_are_nobodys_business(
        self, cast: Cast, mission: Mission, stuka: User, jagd: User
    ) -> None:
        hand_in(mission, stuka, "stuka")
        own = {part.squadron: part.is_handed_in for part in seen_by(mission, stuka).sides["axis"].parts}
        assert own == {"stuka": True, "jagd": False}
        for user in (cast.allied, cast.pilot, cast.reader):
            assert seen_by(mission, user).sides["axis"].parts == ()

    def test_how_late_orders_came_is_its_sides_secret_until_they_are_open(self, cast: Cast, hours_pass: Clock) -> None:
        mission = limited(cast, late="last")
        sign(mission, cast.allied, "allied")
        hours_pass(49)
        tasks.orders_due()
        assert seen_by(mission, cast.axis).sides["axis"].came_late == "staff"
        assert seen_by(mission, cast.allied).sides["axis"].came_late == "late"

    def test_a_leader_reads_his_sides_orders_and_a_pilot_does_not(
        self, cast: Cast, mission: Mission, client: Client
    ) -> None:
        scout = make.leader(mission.campaign, "flora", "allied", "frontier-fighters")
        sign(mission, cast.allied, "allied")
        sign(mission, cast.axis, "axis")
        address = reverse("mission", args=(mission.campaign_id, mission.number))
        shown = {}
        for user in (scout, cast.pilot):
            client.force_login(user)
            shown[user] = client.get(address).context["page"].plans
        assert shown[scout]["allied"].orders is not None
        assert shown[scout]["axis"].orders is None
        assert shown[cast.pilot]["allied"].orders is None

    def test_who_plays_alone_sees_nothing_of_all_this(self, cast: Cast, client: Client) -> None:
        mission = make.drawn(make.campaign(cast.owner))
        client.force_login(cast.owner)
        at = (mission.campaign_id, mission.number)
        pages = [
            client.get(reverse("mission", args=at)),
            client.get(reverse("campaign", args=at[:1])),
            client.get(reverse("mission-plan", args=(*at, "allied"))),
        ]
        for page in pages:
            content = page.content.decode()
            assert "Sealed orders</h2>" not in content
            assert "Save draft" not in content
            assert "handed in" not in content


class TestPages:
    def test_a_leader_plans_the_part_by_the_form_and_the_commander_takes_it_over_by_the_button(
        self, cast: Cast, mission: Mission, stuka: User, client: Client
    ) -> None:
        at = (mission.campaign_id, mission.number, "axis")
        client.force_login(stuka)
        page = client.get(reverse("mission-part", args=(*at, "stuka")))
        assert page.status_code == 200
        assert "axis-3-squadron" not in page.content.decode()
        answer = client.post(reverse("mission-part", args=(*at, "stuka")), sent(page) | {"axis-1-altitude": "low"})
        assert answer.status_code == 302, answer.context["form"].errors
        assert Draft.objects.get().handed_in_at is not None

        client.force_login(cast.axis)
        page = client.get(reverse("mission-plan", args=at))
        assert "Take it into the plan" in page.content.decode()
        answer = client.post(reverse("mission-plan", args=at), sent(page) | {"take": "stuka"})
        assert answer.status_code == 302
        page = client.get(reverse("mission-plan", args=at))
        assert "in your plan" in page.content.decode()
        assert "Take it into the plan" not in page.content.decode()
        answer = client.post(reverse("mission-plan", args=at), sent(page))
        assert answer.status_code == 302, answer.context["form"].errors
        assert Orders.objects.get().signed_by == cast.axis

    def test_a_commander_saves_an_unfinished_plan_and_goes_on_with_it(
        self, cast: Cast, mission: Mission, client: Client
    ) -> None:
        address = reverse("mission-plan", args=(mission.campaign_id, mission.number, "axis"))
        client.force_login(cast.axis)
        values = sent(client.get(address)) | {"doctrine": "cautious", "axis-1-altitude": "", "draft": "1"}
        assert client.post(address, values).status_code == 302
        assert not Orders.objects.exists()
        assert client.get(address).context["form"]["doctrine"].initial == "cautious"

    def test_two_who_sign_for_one_side_do_not_overwrite_each_other_unseen(
        self, cast: Cast, mission: Mission, client: Client
    ) -> None:
        address = reverse("mission-plan", args=(mission.campaign_id, mission.number, "axis"))
        client.force_login(cast.axis)
        values = sent(client.get(address))
        assert client.post(address, values).status_code == 302
        answer = client.post(address, values)
        assert answer.status_code == 422
        assert "axis has signed these orders since you opened this page" in answer.content.decode()

    def test_the_campaigns_board_sends_the_umpire_and_nobody_else_to_decide_about_late_orders(
        self, cast: Cast, hours_pass: Clock, client: Client
    ) -> None:
        mission = limited(cast, late="umpire")
        board = reverse("campaign", args=(mission.campaign_id,))
        offer = "Decide about the"
        client.force_login(cast.umpire)
        assert offer not in client.get(board).content.decode()
        hours_pass(49)
        assert offer in client.get(board).content.decode()
        client.force_login(cast.axis)
        assert offer not in client.get(board).content.decode()

    def test_a_plan_that_is_sent_too_late_comes_back_with_the_sentence(
        self, cast: Cast, hours_pass: Clock, client: Client
    ) -> None:
        mission = limited(cast, late="umpire")
        address = reverse("mission-plan", args=(mission.campaign_id, mission.number, "axis"))
        client.force_login(cast.axis)
        values = sent(client.get(address))
        hours_pass(49)
        answer = client.post(address, values)
        assert answer.status_code == 422
        assert "The plan comes too late" in answer.content.decode()
        assert client.get(address).status_code == 302
        assert not Orders.objects.exists()

    def test_the_umpire_moves_the_deadline_by_the_clubs_clock(self, cast: Cast, client: Client) -> None:
        mission = limited(cast)
        club = make.people_of(cast, time_zone="America/New_York")
        Campaign.objects.update(club=club)
        address = reverse("mission-deadline", args=(mission.campaign_id, mission.number))
        client.force_login(cast.umpire)
        day = (timezone.now() + timedelta(days=3)).date()
        assert client.post(address, {"day": day, "time": "19:30"}).status_code == 302
        mission.refresh_from_db()
        assert mission.orders_due is not None
        assert (mission.orders_due.hour, mission.orders_due.minute) in ((0, 30), (23, 30))
        shown = client.get(reverse("mission", args=(mission.campaign_id, mission.number))).content.decode()
        assert "19:30 E" in shown
        past = client.post(address, {"day": "2020-01-01", "time": "19:30"})
        assert past.status_code == 422
        assert "in the past" in past.content.decode()
        for edge in ("9999-12-31", "0001-01-01"):
            assert client.post(address, {"day": edge, "time": "23:59"}).status_code == 422

    def test_a_member_whose_squadron_it_is_not_gets_the_sentence(
        self, mission: Mission, stuka: User, jagd: User, client: Client
    ) -> None:
        client.force_login(jagd)
        address = reverse("mission-part", args=(mission.campaign_id, mission.number, "axis", "stuka"))
        for answer in (client.get(address), client.post(address, {"draft": "1"})):
            assert answer.status_code == 403
            assert "That squadron is not yours to plan for" in answer.content.decode()
        assert not Draft.objects.exists()


def sent(page: object) -> dict[str, str]:
    """What a browser would send of the page's form as it stands."""
    form = page.context["form"]  # type: ignore[attr-defined]
    values = {name: "" if (value := form[name].value()) is None else str(value) for name in form.fields}
    for name in ("seen", "draft_seen"):
        if (value := page.context.get(name)) is not None:  # type: ignore[attr-defined]
            values[name] = value
    return values


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

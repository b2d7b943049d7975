"""Sealed orders: what everybody may know of them, and their pages."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign
from missions import tasks
from missions.models import Draft, Mission, Orders
from tests import make
from tests.cast import Cast
from tests.missions.operations.sealed_missions import PORT, Clock, hand_in, limited, seen_by, sign

pytestmark = pytest.mark.django_db


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """The Axis are to strike the port; a person commands each side, and two squadron leaders plan for the Axis."""
    return make.drawn(make.club(cast, make.PERIODS, seed=PORT))


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

"""Squadrons’ parts and unfinished plans: kept, handed in, taken over."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from config.common.refusals import Refusal
from missions.flights import context
from missions.models import Draft, Mission
from missions.operations import drafts
from missions.operations.orders import open_orders, sign_orders
from missions.planning.orders import SideOrders, UnitOrders, read
from missions.planning.squadron_parts import Part, choices_of_part, clashes, merged, validated_part
from missions.selectors.drafts import handed_in
from tests import make
from tests.cast import Cast
from tests.missions.operations.sealed_missions import PORT, hand_in, sign, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """The Axis are to strike the port; a person commands each side, and two squadron leaders plan for the Axis."""
    return make.drawn(make.club(cast, make.PERIODS, seed=PORT))


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

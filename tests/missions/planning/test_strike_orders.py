"""Orders for strikes: loads, Formations and their crews, Sections, arrivals, and what resources change of them."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import pytest

from campaigns.access import viewer
from campaigns.catalogue.library import library
from campaigns.models import Pilot
from campaigns.packs import read_pack
from campaigns.packs.definition import PackDefinition
from campaigns.packs.schema import Side
from campaigns.standing import Standing
from campaigns.standing.model import Airman
from campaigns.standing.recruits import Man
from config.common.refusals import Refusal
from missions.flights import context
from missions.models import Mission
from missions.operations.orders import open_orders, sign_orders
from missions.planning import choices as planning
from missions.planning.choices import Choices
from missions.planning.mission_context import MissionContext
from missions.planning.orders import UnitOrders, stored
from missions.planning.places import FlyingSeat, seats
from missions.planning.setups import setup
from missions.planning.validation import as_flown
from missions.selectors import missions
from tests import make
from tests.cast import Cast
from tests.engine.rules import rule


@cache
def narrow_sea() -> PackDefinition:
    return read_pack(make.source(make.EVERY_TYPE), "narrow-sea.toml")


@cache
def rommel() -> PackDefinition:
    return read_pack(make.source(make.LAND), "rommel-attacks.toml")


def man(number: int, name: str, *skills: str, nation: str = "gb", service: str = "RAF") -> Airman:
    side = "allied" if nation == "gb" else "axis"
    return Airman(Man(number, side, name, nation, service), skills=skills)


LEAD_CREW = next(crew for crew in library().crews["de"] if crew.service == "Luftwaffe")
MEN = (
    man(1, "Plain"),
    man(2, "Leader of men", "L"),
    man(3, "Hawk", nation="de", service="Luftwaffe"),
    man(4, "Marksman", "A", nation="de", service="Luftwaffe"),
    man(5, LEAD_CREW.name, "B", "N", nation="de", service="Luftwaffe"),
    man(6, "Sailor", service="FAA"),
    man(7, "Bomber", "BM", nation="de", service="Luftwaffe"),
    man(8, "Guest", nation="it", service="RA"),
)


def standing(pack: PackDefinition) -> Standing:
    return Standing(pack, airmen={man.pk: man for man in MEN})


def offered(key: str, side: Side, pack: PackDefinition | None = None) -> Choices:
    pack = pack or narrow_sea()
    return planning.build(pack, key, side, month="1942-08", standing=standing(pack))


def orders(choices: Choices, resource: str | None = None, **changed: dict[str, Any]) -> dict[str, Any]:
    """The usual orders, with changes by unit: ``axis_1={"altitude": "low"}``."""
    units = choices.units(resource)
    changes = {name.replace("_", "-"): values for name, values in changed.items()}
    return {
        "resource": resource,
        "units": [
            {"id": unit.id, "aircraft": unit.aircraft[0].slug, "altitude": unit.aircraft[0].altitudes[0]}
            | changes.get(unit.id, {})
            for unit in units
        ],
    }


def signed(choices: Choices, resource: str | None = None, **changed: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What these orders say of each unit."""
    return {unit["id"]: unit for unit in make.checked(choices, orders(choices, resource, **changed))["units"]}


def refused(choices: Choices, resource: str | None = None, **changed: dict[str, Any]) -> str:
    with pytest.raises(Refusal) as refusal:
        make.checked(choices, orders(choices, resource, **changed))
    assert refusal.value.field.startswith("units")
    return refusal.value.sentence


def engine_setup(key: str, both: dict[Side, dict[str, Any]], pack: PackDefinition | None = None) -> dict[str, Any]:
    pack = pack or narrow_sea()
    spent = [document["resource"] for document in both.values()]
    flown = {side: as_flown(pack, key, side, stored(document), spent) for side, document in both.items()}
    return setup(MissionContext(pack=pack, key=key, month="1942-08", orders=flown, standing=standing(pack)))


def seated(unit: dict[str, Any]) -> tuple[FlyingSeat, ...]:
    """The aircraft of a unit, by its orders as a row holds them."""
    return seats(UnitOrders.model_validate(unit))


def units_of(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {unit["id"]: unit for unit in document["units"]}


# Loads


@rule("WBY 18.1a")
def test_a_unit_carries_what_the_mission_loads_it_with_and_nothing_else():
    choices = offered("via-balbia", "axis", rommel())
    assert signed(choices)["axis-1"]["load"] == "bombs"
    assert signed(choices, "zerstoerer")["axis-3"]["load"] is None
    assert refused(choices, axis_1={"load": None}) == "Striker 1 carries bombs in this mission. [Wild Blue Yonder 18.1]"
    carries = refused(choices, "zerstoerer", axis_3={"load": "bombs"})
    assert carries == "Escort 1 carries nothing in this mission. [Wild Blue Yonder 18.1]"


@rule("SUP 24.6 blitzkrieg")
def test_blitzkrieg_lets_the_fighters_that_can_carry_bombs():
    choices = offered("stukas-over-tobruk", "axis", rommel())
    assert signed(choices, "blitzkrieg", axis_3={"load": "bombs"})["axis-3"]["load"] == "bombs"
    assert "carries nothing" in refused(choices, "blitzkrieg", axis_4={"load": "bombs"})  # no Bf 110C can
    assert "carries nothing" in refused(choices, axis_3={"load": "bombs"})


@rule("SUP 24.6")
def test_a_resource_that_gives_loads_gives_them_to_whoever_can_carry_them():
    choices = offered("luqa", "axis")
    tanks = {unit.id: unit.aircraft[0].loads for unit in choices.units("drop-tanks")}
    assert tanks["axis-3"] == ((), ("drop-tanks",))
    assert tanks["axis-1"] == (("bombs",),)  # Formations carry none
    assert signed(choices, "drop-tanks", axis_3={"load": ["drop-tanks"]})["axis-3"]["load"] == "drop-tanks"


@rule("SUP 21.6")
def test_what_no_rule_lets_a_unit_carry_is_refused_by_the_engine_at_planning():
    text = make.source(make.EVERY_TYPE).replace('slug = "freighter", target_flak = 4', 'slug = "factory"')
    pack = PackDefinition.model_validate(tomllib.loads(text))  # no check of packs has seen it
    sentence = refused(offered("aerosiluranti", "axis", pack))
    assert sentence.startswith("Striker 1: ")
    assert "[Supplement 21.6]" in sentence


# Formations


@rule("WBY 17.3.1d")
def test_models_of_one_type_mix_in_a_formation_and_others_do_not():
    luqa, mines = offered("luqa", "axis"), offered("mines", "axis")
    mixed = signed(luqa, axis_1={"models": ["ju-88a-1", "ju-88a"]})["axis-1"]
    assert [seat.aircraft for seat in seated(mixed)] == ["ju-88a-1", "ju-88a"]
    assert mixed["aircraft"] == "ju-88a-1"
    assert refused(mines, axis_1={"models": ["he-111h", "ju-88a"]}) == (
        "Heinkel He 111H-6 and Junkers Ju 88A-4 do not fly in one Formation: they are not of the same type. "
        "[Wild Blue Yonder 17.3.1d]"
    )


@rule("WBY 17.3.1c")
def test_a_formation_has_as_many_aircraft_as_the_mission_lets_it():
    choices = offered("photographs", "allied")
    for size in (1, 2):
        assert len(signed(choices, allied_1={"models": ["maryland-i"] * size})["allied-1"]["crews"]) == size
    assert refused(choices, allied_1={"models": ["maryland-i"] * 3}) == (
        "Striker 1 is a Formation of 1 or 2 aircraft here. [Wild Blue Yonder 17.3.1c]"
    )


@rule("WBY 17.3.2")
def test_all_formations_of_one_type_fly_at_one_altitude():
    choices = offered("luqa", "axis")
    sentence = refused(choices, axis_1={"altitude": "low"}, axis_2={"altitude": "high"})
    assert (
        sentence
        == "Striker 2 flies at the Altitude of Striker 1: all Formations of one type do. [Wild Blue Yonder 17.3.2]"
    )
    signed(choices, axis_1={"altitude": "high"}, axis_2={"altitude": "high"})


@rule("SUP 21.6")
def test_a_formation_with_torpedoes_flies_at_very_low():
    choices = offered("aerosiluranti", "axis")
    assert choices.units()[0].aircraft[0].altitudes == ("very-low",)
    assert "cannot begin at Low" in refused(choices, axis_1={"altitude": "low"}, axis_2={"altitude": "low"})


@rule("WBY 17.3.4")
def test_a_formation_bombs_in_a_way_that_its_aircraft_can():
    choices = offered("aerosiluranti", "axis")
    level = {"aircraft": "sm-84", "mode": "level"}
    assert signed(choices, axis_3=level)["axis-3"]["mode"] == "level"
    assert signed(choices)["axis-3"]["mode"] == "saturation"
    assert signed(choices)["axis-1"]["mode"] == "torpedo"
    assert refused(choices, axis_3={"mode": "level"}) == (
        "Striker 3 bombs by saturation in this mission. [Wild Blue Yonder 17.3.4]"
    )
    assert "no way of bombing" in refused(offered("airlift", "axis"), axis_1={"mode": "level"})


@rule("WBY 19.1.1")
def test_each_aircraft_of_a_formation_has_a_crew_of_its_service_and_pilots_with_skills_fly_elements():
    choices = offered("luqa", "axis")
    unit = signed(choices, axis_1={"crews": [3, 5]})["axis-1"]
    assert [(seat.name, seat.pilot) for seat in seated(unit)] == [("1", 3), ("2", 5)]
    assert refused(choices, axis_1={"crews": [4, None]}) == (
        "Marksman flies Elements, and Formations have crews. [Wild Blue Yonder 19.0]"
    )
    assert (
        refused(choices, axis_4={"leader_pilot": 5})
        == f"{LEAD_CREW.name} is a crew for Formations. [Wild Blue Yonder 19.0]"
    )
    assert refused(choices, axis_1={"crews": [8, None]}) == (
        "Guest (RA) does not fly Luftwaffe aircraft. [Wild Blue Yonder 19.1.1]"
    )
    assert refused(choices, axis_1={"crews": [1, None]}) == "Your side has no such pilot for this mission."
    assert refused(choices, axis_1={"crews": [3, 3]}) == "Hawk flies with Striker 1 already."
    assert refused(choices, axis_1={"crews": [3]}) == "Striker 1 has 2 crews, one an aircraft."
    assert "its aircraft have crews" in refused(choices, axis_1={"leader_pilot": 3})
    assert "is no Formation" in refused(choices, axis_4={"crews": [3]})


# Sections


@rule("WBY 17.6")
def test_a_section_is_what_the_mission_or_a_resource_makes_one():
    choices = offered("aerosiluranti", "allied")
    flown = signed(choices, "eagle-section", allied_1={"section_pilot": 6})
    assert [seat.name for seat in seated(flown["allied-1"])] == ["leader", "wingman", "section"]
    assert seated(flown["allied-1"])[2].pilot == 6
    assert flown["allied-3"]["section"] is True
    assert [seat.name for seat in seated(flown["allied-2"])] == ["leader", "wingman"]
    assert refused(choices, allied_2={"section_pilot": 6}) == (
        "Interceptor 2 is no Section: it has no third pilot. [Wild Blue Yonder 17.6, 19.7]"
    )
    assert "is no Section" in refused(choices, allied_2={"section": True})
    assert "is a Section of three" in refused(choices, allied_1={"section": False})


# Arrivals


@rule("WBY 19.2.8 arrival")
def test_of_the_units_that_are_scheduled_one_arrives_a_turn_and_one_more_with_leadership():
    choices = offered("luqa", "allied")
    assert sorted(unit["arrives"] for unit in signed(choices).values()) == [1, 2, 3]
    together: dict[str, dict[str, Any]] = {
        "allied_1": {"arrives": 2},
        "allied_2": {"arrives": 2},
        "allied_3": {"arrives": 3},
    }
    assert refused(choices, None, **together) == (
        "Interceptor 2 cannot arrive on Game-Turn 2 as well: one unit arrives a Game-Turn, "
        "and one more with a pilot who has Leadership. [Wild Blue Yonder 19.2.8]"
    )
    together["allied_2"]["leader_pilot"] = 2
    assert signed(choices, None, **together)["allied-2"]["arrives"] == 2
    together["allied_3"]["arrives"] = 2
    assert "Interceptor 3 cannot arrive on Game-Turn 2" in refused(choices, None, **together)


@rule("SUP 23.1.2")
def test_a_unit_arrives_when_the_mission_lets_it():
    choices = offered("aerosiluranti", "allied")
    assert (
        refused(choices, allied_2={"arrives": 4})
        == "Interceptor 2 arrives on Game-Turn 2 or 3. [Wild Blue Yonder 23.1.1]"
    )
    assert (
        refused(choices, allied_1={"arrives": 2}) == "Interceptor 1 arrives on Game-Turn 1. [Wild Blue Yonder 23.1.1]"
    )


@rule("SUP 24.6")
def test_early_warning_lets_the_defender_pick_the_first_arrival():
    choices = offered("aerosiluranti", "allied")
    assert choices.units()[1].arrives == (2, 3)
    assert choices.units("dingli")[1].arrives == (1, 2, 3)
    assert signed(choices, "dingli", allied_2={"arrives": 1})["allied-2"]["arrives"] == 1


@rule("SUP 24.6")
def test_a_late_arrival_flies_in_its_phase_and_a_sweep_escorts_nobody():
    late = units_of(
        engine_setup(
            "luqa",
            {"allied": make.checked(offered("luqa", "allied"), orders(offered("luqa", "allied"), "late-spitfires"))},
        )
    )
    assert late["allied-4"]["phase"] == "home-bound"
    sweep = offered("airlift", "axis").units("sweep")[-1]
    assert (sweep.role, sweep.escorts) == ("fighter", ())


# Resources and the engine's set-up


def both(key: str, allied: str | None = None, axis: str | None = None, **changed: dict[str, Any]) -> dict[str, Any]:
    given: dict[Side, str | None] = {"allied": allied, "axis": axis}
    documents = {}
    for side, resource in given.items():
        choices = offered(key, side)
        own = {name: values for name, values in changed.items() if name.startswith(side)}
        documents[side] = make.checked(choices, orders(choices, resource, **own))
    return engine_setup(key, documents)


@rule("SUP 24.6")
def test_effects_of_both_sides_stand_in_the_set_up_where_they_have_any():
    assert both("luqa", "ack-ack", "round-the-cape")["effects"] == {
        "allied": {"flak_guns": 1, "small_arms": 1},
        "axis": {"deceptive_course": True},
    }
    assert both("luqa", "smoke", "moonlight")["effects"] == {
        "allied": {"clouds_over_target": True},
        "axis": {"pathfinder": True},
    }
    assert both("tanker", "beaufighters", "escort-flak")["effects"] == {"allied": {}, "axis": {"flak_guns": 2}}
    assert units_of(both("tanker", "beaufighters"))["allied-3"]["over_target"] is True
    assert units_of(both("tanker"))["allied-3"]["over_target"] is False


@rule("SUP 24.6")
@rule("WBY 15.1.1")
def test_a_resource_that_makes_it_night_leaves_the_wingmen_of_both_sides_at_home():
    by_day, by_night = both("luqa"), both("luqa", axis="moonlight")
    assert (by_day["night"], by_night["night"]) == (False, True)
    fighters = [unit for unit in by_night["units"] if "wingman" in unit]
    assert fighters
    assert not any(unit["wingman"] for unit in fighters)
    assert all(unit["wingman"] for unit in by_day["units"] if "wingman" in unit)


@rule("SUP 19.3")
@rule("SUP 24.6")
def test_an_experienced_crew_is_a_bombardier_in_a_formation_and_bombs_better_in_an_element():
    choices = offered("luqa", "axis")
    document = make.checked(choices, orders(choices, "specialists") | {"experienced_crew": "axis-2"})
    assert document["experienced_crew"] == "axis-2"
    units = units_of(engine_setup("luqa", {"axis": document}))
    assert units["axis-2"]["crews"] == [{"name": "Experienced crew", "skills": ["B"]}, None]
    assert units["axis-1"]["crews"] == [None, None]
    stukas = offered("via-balbia", "axis", rommel())
    usual = make.checked(stukas, orders(stukas, "experienced-crew", axis_1={"leader_pilot": 7}))
    assert usual["experienced_crew"] == "axis-1"
    flown = units_of(engine_setup("via-balbia", {"axis": usual}, rommel()))
    assert flown["axis-1"]["leader_pilot"]["skills"] == ["BM"]  # he has it already
    assert flown["axis-1"]["wingman_pilot"]["skills"] == ["BM"]
    for wrong in ("axis-3", "axis-9"):
        with pytest.raises(Refusal, match="cannot fly there"):
            make.checked(choices, orders(choices, "specialists") | {"experienced_crew": wrong})
    with pytest.raises(Refusal, match="No resource brings one"):
        make.checked(choices, orders(choices) | {"experienced_crew": "axis-1"})


def test_the_set_up_says_all_that_the_mission_does():
    document = both("aerosiluranti")
    assert (document["kind"], document["type"], document["striker"]) == ("mission", "strike", "axis")
    assert document["target"] == {"slug": "freighter", "target_flak": 4}
    assert document["base"] == {"target_bound": 8, "home_bound": 7}
    assert document["options"] == {"fuel": True}
    assert document["month"] == "1942-08"
    torpedoes = units_of(document)["axis-1"]
    assert torpedoes == {
        "id": "axis-1",
        "side": "axis",
        "role": "striker",
        "aircraft": ["sm-79", "sm-79"],
        "size": 2,
        "altitude": "very-low",
        "load": "torpedoes",
        "mode": "torpedo",
        "crews": [None, None],
    }
    assert both("forward")["turns"] == 6
    assert "target" not in both("forward") or both("forward")["target"] is None


def test_a_dogfight_stays_a_dogfight_with_the_points_of_its_pack(cast: Cast):
    mission = make.planned(make.campaign(cast.owner))
    document = setup(context.context_of(mission))
    assert document["kind"] == "dogfight"
    assert document["values"]["fighter"]["destroyed"] == 5
    assert set(document["units"][0]) == {
        "id", "side", "aircraft", "wingman", "altitude", "leader_pilot", "wingman_pilot"
    }  # fmt: skip


def test_orders_that_were_signed_before_formations_had_crews_are_flown_as_they_stand(cast: Cast):
    mission = make.land_mission(cast.owner, "brevity", number=3)
    for side in ("allied", "axis"):
        sign_orders(actor=cast.owner, mission=mission, side=side, document=make.orders(mission, side))
    row = mission.orders.get(side="allied")
    known = {"id", "aircraft", "wingman", "altitude", "load", "leader_pilot", "wingman_pilot", "escorts"}
    row.document = {
        "resource": None,
        "doctrine": "steady",
        "units": [{key: unit[key] for key in known} for unit in row.document["units"][:2]],
    }
    row.save()
    blenheims, hurricanes = context.signed(mission)["allied"].units
    assert [seat.aircraft for seat in seats(blenheims)] == ["blenheim-iv", "blenheim-iv"]
    assert [seat.name for seat in seats(hurricanes)] == ["leader", "wingman"]
    assert setup(context.context_of(mission))["kind"] == "mission"


def test_a_signed_unit_is_shown_as_it_flies(cast: Cast):
    mission = make.land_mission(cast.owner, "luqa", slug=make.EVERY_TYPE)
    crew = Pilot.objects.filter(campaign=mission.campaign, side="axis", service="Luftwaffe", on_roster=True).first()
    assert crew is not None
    document = orders(
        context.choices(mission, "axis"), axis_1={"models": ["ju-88a", "ju-88a-1"], "crews": [None, crew.pk]}
    )
    sign_orders(actor=cast.owner, mission=mission, side="axis", document=document)
    stored = Mission.objects.get(pk=mission.pk).orders.get(side="axis").document
    assert stored["units"][0]["crews"] == [None, crew.pk]
    assert make.checked(context.choices(mission, "axis"), stored) == stored


def test_nobody_learns_from_his_own_orders_that_the_other_side_waits_for_the_dark(cast: Cast):
    mission = make.land_mission(cast.owner, "luqa", slug=make.EVERY_TYPE)
    mission.campaign.seats.filter(side="allied").update(user=cast.allied)
    axis = orders(context.choices(mission, "axis"), "moonlight")
    sign_orders(actor=cast.owner, mission=mission, side="axis", document=axis)
    allied = make.orders(mission, "allied") | {"resource": None}
    allied["units"] = allied["units"][:3]
    sign_orders(actor=cast.allied, mission=mission, side="allied", document=allied)
    member = viewer(mission.campaign, cast.allied)
    assert member is not None

    def kinds() -> set[str]:
        page = missions.mission_page(Mission.objects.get(pk=mission.pk), member)
        summary = page.plans["allied"].orders
        assert summary is not None
        return {unit.kind for unit in summary.units}

    assert kinds() == {""}
    open_orders(mission=mission)
    assert kinds() == {"lone leader"}
    assert not any(unit.get("wingman") for unit in setup(context.context_of(mission))["units"])

"""Orders from a pool: squadrons, airframes and fit men, within weather, fuel and points. [SUP 25, 27 step 4]"""

from __future__ import annotations

from copy import deepcopy
from typing import Any
from uuid import uuid4

import pytest

import engine
from campaigns.packs import read_pack
from campaigns.packs.schema import SIDES, Side
from campaigns.selectors import csv, standings
from config.common.refusals import Refusal
from engine.wildblue.names import names_in
from missions.flights import context, flying
from missions.flights.context import sheet_of
from missions.models import Orders
from missions.operations import flights
from missions.operations.orders import sign_orders
from missions.planning import choices as planning
from missions.planning import setups, staff
from missions.planning.orders import NOTHING_YET, UnitOrders, stored
from missions.planning.validation import as_flown
from missions.results import reports
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.rules import rule
from tests.missions.planning.pools import begun, front, man, offered, refused, said, sign, signed, standing_of

# What is left out is filled in


@rule("SUP 27.4")
def test_units_that_are_left_out_or_told_to_stay_at_home_do_not_fly():
    choices = offered("port", "axis")
    units = signed(choices, said("axis-1"), {"id": "axis-2", "flies": False})
    assert units["axis-2"] == {"id": "axis-2", "flies": False}
    assert units["axis-3"] == {"id": "axis-3", "flies": False}
    assert units["axis-1"]["flies"] is True
    document = make.checked(choices, {"units": [said("axis-1")]})
    assert [unit.id for unit in as_flown(front(), "port", "axis", stored(document), []).units] == ["axis-1"]


@rule("SUP 27.4")
def test_a_unit_is_called_the_same_from_the_plan_to_the_debrief_though_others_stay_at_home(cast: Cast):
    campaign = begun(cast.owner, "port")
    mission = make.drawn(campaign)
    units: dict[Side, tuple[str, ...]] = {"axis": ("axis-2", "axis-3"), "allied": ("allied-2",)}
    planned: dict[str, str] = {}
    for side, those in units.items():
        titles = {unit.id: unit.title for unit in context.choices(mission, side).units()}
        sign(mission, side, *(said(unit) if unit in those else {"id": unit, "flies": False} for unit in titles))
        planned |= {unit: titles[unit] for unit in those}
    assert planned == {"axis-2": "Striker 2", "axis-3": "Escort 1", "allied-2": "Interceptor 2"}
    assert {unit.id: unit.name for unit in sheet_of(mission).units} == planned
    game = flying.play(mission)
    assert names_in(game.view(None)) == planned
    told = "".join(str(frame) for frame in engine.frames(str(game.record), None))
    assert "Striker 2" in told
    assert "Striker 1" not in told
    flights.store_flight(mission=mission, record=str(game.record), report=game.report(), key=uuid4())
    make.debrief(mission)
    rows = csv.table(campaign, "sorties").splitlines()[1:]
    assert {row.split(",")[3] for row in rows} == set(planned.values())
    again = reports.report(sheet_of(mission), Outcome())
    assert {each.unit: each.number for each in again.aircraft} == {"axis-2": 2, "axis-3": 0, "allied-2": 2}
    assert_reconciled(campaign)


@rule("SUP 27.4")
def test_squadron_aircraft_and_men_are_filled_in_and_what_is_filled_in_is_what_a_person_might_sign():
    choices = offered("port", "axis")
    unit = signed(choices, said("axis-1"))["axis-1"]
    assert (unit["squadron"], unit["aircraft"], unit["wingman"]) == ("stuka", "ju-87b", True)
    assert unit["airframes"] == ["ST-A", "ST-B"]
    stukas = {man.pk for man in choices.standing.airmen.values() if man.squadron == "stuka"}
    assert {unit["leader_pilot"], unit["wingman_pilot"]} < stukas
    assert unit["leader_pilot"] != unit["wingman_pilot"]
    assert signed(choices, unit)["axis-1"] == unit


def test_the_least_flown_aircraft_and_the_most_rested_men_fill_a_seat():
    standing = standing_of()
    standing.airframes["ST-A"].sorties = 4
    tired = man(offered("port", "axis", standing), "stuka")
    tired.missions = 3
    unit = signed(offered("port", "axis", standing), said("axis-1"))["axis-1"]
    assert unit["airframes"] == ["ST-B", "ST-C"]
    assert tired.pk not in (unit["leader_pilot"], unit["wingman_pilot"])


def test_who_and_what_is_named_for_one_unit_is_not_filled_into_another():
    choices = offered("port", "axis")
    rested = [each.pk for each in choices.pool.squadron("stuka").men]  # type: ignore[union-attr]
    units = signed(
        choices, said("axis-1"), said("axis-2", airframes=["ST-A", None], leader_pilot=rested[0], wingman=True)
    )
    assert units["axis-1"]["airframes"] == ["ST-B", "ST-C"]
    assert units["axis-2"]["airframes"] == ["ST-A", "ST-D"]
    assert units["axis-1"]["leader_pilot"] == rested[1]


def test_a_unit_flies_with_as_many_as_its_squadron_has_left():
    choices = offered("port", "axis")
    for code in ("ST-A", "ST-B"):
        choices.standing.airframes[code].status = "repair"
    units = signed(offered("port", "axis", choices.standing), said("axis-1"), said("axis-2"))
    assert [(unit["airframes"], unit["wingman"]) for unit in list(units.values())[:2]] == [
        (["ST-C", "ST-D"], True),
        (["ST-E"], False),
    ]


def test_a_formation_may_leave_aircraft_at_home_and_its_models_follow_from_the_squadron():
    choices = offered("crossroads", "allied")
    whole = signed(choices, said("allied-1"))["allied-1"]
    assert (whole["models"], whole["airframes"]) == (["blenheim-iv", "blenheim-iv"], ["FB-A", "FB-B"])
    alone = signed(choices, said("allied-1", airframes=["FB-C"]))["allied-1"]
    assert (alone["models"], alone["airframes"], len(alone["crews"])) == (["blenheim-iv"], ["FB-C"], 1)


# Limits


@rule("SUP 27.4")
def test_more_aircraft_than_the_squadron_has_left_are_refused():
    choices = offered("port", "axis")
    for code in ("ST-A", "ST-B", "ST-C"):
        choices.standing.airframes[code].status = "lost"
    choices = offered("port", "axis", choices.standing)
    refusal = refused(choices, said("axis-1", wingman=True), said("axis-2", wingman=True))
    assert refusal.field == "units.axis-2.airframes"
    assert "Stukastaffel Süd has none left for it" in refusal.sentence


@rule("SUP 27.4")
def test_more_men_than_are_fit_are_refused():
    standing = standing_of()
    for each in standing.airmen.values():
        if each.squadron == "stuka":
            each.status = "wounded"
    lone = man(offered("port", "axis", standing_of()), "stuka").pk
    standing.airmen[lone].status = "fit"
    refusal = refused(offered("port", "axis", standing), said("axis-1", wingman=True))
    assert (refusal.field, "nobody fit left" in refusal.sentence) == ("units.axis-1.wingman_pilot", True)
    standing.airmen[lone].status = "leave"
    refusal = refused(offered("port", "axis", standing), said("axis-1"))
    assert "Stukastaffel Süd has nobody fit to fly." in refusal.sentence
    assert refusal.field == "units.axis-1.squadron"


@rule("SUP 27.1")
def test_the_weather_caps_how_many_units_fly():
    choices = offered("port", "axis", standing_of(front(), "Dust"))
    assert signed(choices, said("axis-1"))["axis-1"]["flies"]
    refusal = refused(choices, said("axis-1"), said("axis-3"))
    assert refusal.field == "units.axis-3.flies"
    assert refusal.sentence.startswith("The weather (Dust) lets your side fly 1 unit in a mission, and 2 are to fly.")


@rule("SUP 27.4", "SUP 27.6")
def test_units_take_fuel_and_the_stock_must_hold_it():
    standing = standing_of()
    standing.stocks["axis"]["fuel"] = 3
    choices = offered("port", "axis", standing)
    assert len(signed(choices, said("axis-1"), said("axis-3"))) == 3  # 1, and 2 with drop tanks
    refusal = refused(choices, said("axis-1"), said("axis-2"), said("axis-3"))
    assert refusal.field == "units.axis-3.flies"
    assert "These units take 4 fuel, and the stock holds 3" in refusal.sentence
    standing.stocks["allied"]["fuel"] = 2
    crossroads = offered("crossroads", "allied", standing)
    assert not crossroads.needed  # a Formation takes 3
    assert "the stock holds 2" in refused(crossroads, said("allied-1")).sentence


@rule("SUP 27.4")
def test_squadrons_that_do_not_fit_are_refused():
    choices = offered("port", "axis")
    for squadron, sentence in (
        ("jagd", "Striker 1 flies Junkers Ju 87B-2, and Jagdstaffel Süd has the Messerschmitt Bf 109E-7."),
        ("frontier-fighters", "Your side has no such squadron."),
        ("no-such", "Your side has no such squadron."),
    ):
        refusal = refused(choices, said("axis-1", squadron=squadron))
        assert refusal.field == "units.axis-1.squadron"
        assert sentence in refusal.sentence
    choices.standing.squadrons["stuka"].status = "withdrawn"
    gone = offered("port", "axis", choices.standing)
    assert "has been withdrawn" in refused(gone, said("axis-1", squadron="stuka")).sentence
    assert "has been withdrawn" in refused(gone, said("axis-1")).sentence


@rule("SUP 27.4", "SUP 27.8")
def test_nobody_without_a_name_flies_for_a_squadron_whose_men_have_all_been_posted_away():
    event = 'date = 1941-04-20\ngives = [{ effect = "stock", side = "allied", stock = "fuel", amount = 4 }]'
    posting = 'date = 1941-04-14\ngives = [{ effect = "withdraw", squadron = "stuka", pilots = 6 }]'
    text = make.source(make.PERIODS)
    assert event in text
    choices = offered("port", "axis", standing_of(read_pack(text.replace(event, posting), "front.toml")))
    assert choices.pool is not None
    stuka = choices.pool.squadron("stuka")
    assert stuka is not None
    assert (stuka.most, stuka.why_not) == (0, "Stukastaffel Süd has nobody fit to fly.")


@rule("SUP 27.4")
def test_aircraft_that_cannot_fly_are_refused():
    choices = offered("port", "axis")
    airframes = choices.standing.airframes
    airframes["ST-B"].status, airframes["ST-B"].back = "repair", 3
    airframes["ST-C"].status = "lost"
    choices = offered("port", "axis", choices.standing)
    for code, sentence in (
        ("ST-B", "ST-B is under repair until Period 3."),
        ("ST-C", "ST-C has been lost."),
        ("JS-A", "JS-A belongs to Jagdstaffel Süd"),
        ("FF-A", "Your side has no aircraft 'FF-A'."),
        ("ST-Z", "Your side has no aircraft 'ST-Z'."),
    ):
        refusal = refused(choices, said("axis-1", airframes=[code]))
        assert refusal.field == "units.axis-1.airframes"
        assert sentence in refusal.sentence


def test_no_aircraft_flies_twice():
    choices = offered("port", "axis")
    refusal = refused(choices, said("axis-1", airframes=["ST-A", "ST-A"]))
    assert refusal.sentence == "ST-A flies with Striker 1 already. Choose another aircraft."
    refusal = refused(choices, said("axis-1", airframes=["ST-A", "ST-B"]), said("axis-2", airframes=["ST-C", "ST-B"]))
    assert (refusal.field, refusal.sentence) == (
        "units.axis-2.airframes",
        "ST-B flies with Striker 1 already. Choose another aircraft.",
    )


@rule("SUP 19.5")
def test_men_who_cannot_fly_are_refused():
    choices = offered("port", "axis")
    hurt, other = man(choices, "stuka", 0), man(choices, "jagd")
    hurt.status, hurt.back = "wounded", 4
    enemy = man(choices, "frontier-fighters")
    choices = offered("port", "axis", choices.standing)
    for pilot, sentence in (
        (hurt.pk, f"{hurt.name} is wounded until Mission 4. Choose another man."),
        (other.pk, f"{other.name} is of Jagdstaffel Süd and flies its aircraft only. Choose another man."),
        (enemy.pk, "Your side has no such pilot for this mission."),
        (99999, "Your side has no such pilot for this mission."),
    ):
        refusal = refused(choices, said("axis-1", leader_pilot=pilot))
        assert (refusal.field, refusal.sentence) == ("units.axis-1.leader_pilot", sentence)
    fit = man(choices, "stuka", 1).pk
    twice = refused(choices, said("axis-1", leader_pilot=fit), said("axis-2", wingman_pilot=fit, wingman=True))
    assert (twice.field, "flies with Striker 1 already" in twice.sentence) == ("units.axis-2.wingman_pilot", True)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"flies": "yes"}, "flies"),
        ({"wingman": "yes"}, "wingman"),
        ({"section": True}, "section"),
        ({"aircraft": "ju-87d"}, "aircraft"),
        ({"airframes": ["ST-A", "ST-B", "ST-C"]}, "airframes"),
        ({"airframes": "ST-A"}, "airframes"),
        ({"airframes": []}, "airframes"),
        ({"airframes": ["ST-A"], "wingman": True}, "airframes"),
        ({"crews": [None]}, "crews"),
        ({"altitude": None}, "altitude"),
    ],
)
def test_what_does_not_go_together_is_refused_at_its_field(values: dict[str, Any], field: str):
    assert refused(offered("port", "axis"), said("axis-1", **values)).field == f"units.axis-1.{field}"


JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 7, 1.5, "", "stuka", "ST-A", "high", "axis-2", [], {}, [None], [None, None], ["ST-A"],
    ["ST-A", ["ST-B"]], [{}], [3, 3], ["ju-87b"] * 4,
)  # fmt: skip

UNIT_KEYS = (
    "id", "flies", "squadron", "airframes", "aircraft", "models", "wingman", "section", "altitude", "load", "mode",
    "arrives", "escorts", "leader_pilot", "wingman_pilot", "section_pilot", "crews",
)  # fmt: skip


@pytest.mark.parametrize(("key", "side"), [("port", "axis"), ("crossroads", "allied")])
@pytest.mark.parametrize("changed", UNIT_KEYS)
def test_whatever_stands_in_a_plan_it_is_refused_or_signed_as_something_that_may_be_signed(
    changed: str, key: str, side: Side
):
    choices = offered(key, side)
    plan = staff.plan(choices, seed=1, missions_left=1).as_json()
    refused = []
    for junk in JUNK:
        document = deepcopy(plan)
        document["units"][0][changed] = junk
        try:
            found = make.checked(choices, document)
        except Refusal as refusal:
            refused.append(refusal.field)
        else:
            assert make.checked(choices, found) == found
    assert all(field.startswith("units") for field in refused)
    assert len(refused) > len(JUNK) // 2


def test_units_that_the_mission_does_not_have_are_refused():
    choices = offered("port", "axis")
    for units in ([said("axis-9")], [said("axis-1"), said("axis-1")], [said("allied-1")]):
        assert refused(choices, *units).field == "units"


def test_a_side_without_a_pool_says_nothing_of_squadrons(cast: Cast):
    mission = make.land_mission(cast.owner, "scelidima")
    document = make.orders(mission, "axis")
    for key, value in (("flies", False), ("squadron", "stuka"), ("airframes", ["ST-A"])):
        changed = deepcopy(document)
        changed["units"][0][key] = value
        with pytest.raises(Refusal) as refusal:
            sign_orders(actor=cast.owner, mission=mission, side="axis", document=changed)
        assert refusal.value.field == f"units.axis-1.{key}"


# Who must fly


@rule("SUP 27.4")
def test_who_can_strike_must_and_the_defender_may_stay_at_home():
    refusal = refused(offered("port", "axis"), said("axis-3"))
    assert refusal.field == "units.axis-1.flies"
    assert "Your side strikes in this mission: at least one unit must fly." in refusal.sentence
    assert refused(offered("port", "axis")).field == "units.axis-1.flies"
    assert all(unit["flies"] is False for unit in signed(offered("port", "allied")).values())


@rule("SUP 27.4")
def test_both_sides_of_a_mission_without_strikers_must_send_somebody():
    assert "at least one unit must fly" in refused(offered("sweep", "axis")).sentence
    standing = standing_of()
    standing.stocks["axis"]["fuel"] = 0
    assert not any(unit["flies"] for unit in signed(offered("sweep", "axis", standing)).values())
    assert "Axis side" in planning.why_grounded(front(), "sweep", "1941-04", standing)
    assert planning.why_grounded(front(), "sweep", "1941-04", standing_of()) == ""


@rule("SUP 27.4")
def test_without_a_striker_the_escorts_stay_at_home_too():
    standing = standing_of()
    standing.squadrons["stuka"].status = "away"
    choices = offered("port", "axis", standing)
    assert refused(choices, said("axis-3")).sentence.startswith("None of your striking units can fly")
    assert "striking unit" in planning.why_grounded(front(), "port", "1941-04", standing)


def test_nobody_escorts_a_unit_that_stays_at_home():
    choices = offered("port", "axis")
    refusal = refused(choices, said("axis-1"), said("axis-3", escorts="axis-2"))
    assert refusal.field == "units.axis-3.escorts"
    assert signed(choices, said("axis-1"), said("axis-3", escorts="axis-1"))["axis-3"]["escorts"] == "axis-1"


@rule("SUP 27.4")
def test_an_undefended_target_is_struck_by_one_side_alone(cast: Cast):
    mission = make.drawn(begun(cast.owner, "port"))
    sign(mission, "axis", said("axis-1"), said("axis-3"))
    sign(mission, "allied")
    assert context.why_grounded(mission) == ""
    assert {unit["side"] for unit in setups.setup(context.context_of(mission))["units"]} == {"axis"}
    game = flying.play(mission)
    assert engine.replay(game.record).report() == game.report()
    assert {aircraft.side for aircraft in game.report().aircraft} == {"axis"}


def test_a_mission_without_its_striker_is_not_flown():
    both = dict.fromkeys(SIDES, NOTHING_YET)
    assert "Axis side sends nobody" in setups.why_grounded(front(), "port", both)
    both["axis"] = NOTHING_YET.but(units=(UnitOrders(id="axis-1"),))
    assert setups.why_grounded(front(), "port", both) == ""
    assert "Allied side sends nobody" in setups.why_grounded(front(), "sweep", both)


# Resources


@rule("SUP 27.8")
def test_a_resource_waits_for_its_event():
    choices = offered("port", "axis")
    found = choices.resource("night-raid")
    assert found is not None
    assert found.why_not == "Small arms are few comes only after this event: The outer forts fall."
    refusal = refused(choices, said("axis-1"), resource="night-raid")
    assert (refusal.field, refusal.sentence) == ("resource", found.why_not)
    choices.standing.events["forts"] = 3
    after = offered("port", "axis", choices.standing)
    assert make.checked(after, {"units": [said("axis-1")], "resource": "night-raid"})["resource"] == "night-raid"


@rule("SUP 25")
def test_an_operation_buys_its_resources_with_points():
    pack = read_pack(make.source(make.OPERATION), f"{make.OPERATION}.toml")
    key, resource = next((key, each) for key, each in pack.resources.items() if each.cost > 1)
    mission = next(
        name for name, each in pack.all_missions() if resource.helps_in(each) and name in (resource.missions or [name])
    )
    standing = standing_of(pack)
    dear = offered(mission, resource.side, standing).resource(key)
    assert dear is not None
    assert (dear.usable, dear.cost) == (True, resource.cost)
    standing.spent[resource.side] = pack.budget[resource.side] - resource.cost + 1
    dear = offered(mission, resource.side, standing).resource(key)
    assert dear is not None
    left = resource.cost - 1
    assert (
        dear.why_not == f"{resource.title} costs {resource.cost} points, and your side has {left} left. [Supplement 25]"
    )


# Through the door


def test_what_is_damaged_is_under_repair_and_its_men_may_fly_another(cast: Cast):
    campaign = begun(cast.owner, "port")
    mission = make.drawn(campaign)
    sign(mission, "axis", said("axis-1"), said("axis-3"))
    sign(mission, "allied", said("allied-1"))
    assert [line.airframe for line in sheet_of(mission).lines if line.side == "axis"] == [
        "ST-A",
        "ST-B",
        "JS-A",
        "JS-B",
    ]
    make.record(mission, Outcome(aircraft=(AircraftOutcome("axis-1 leader", status="damaged", by="allied-1 leader"),)))
    make.debrief(mission)
    after = context.planned_with(mission, "axis", standings.standing_of(campaign))
    stukas = after.pool.squadron("stuka")  # type: ignore[union-attr]
    assert stukas is not None
    assert (stukas.in_repair, [each.code for each in stukas.airframes]) == (1, ["ST-C", "ST-D", "ST-E", "ST-B"])
    assert after.pool.fuel == 14 - 1 - 2  # type: ignore[union-attr]
    assert_reconciled(campaign)


def test_orders_that_are_refused_leave_those_signed_before(cast: Cast):
    mission = make.drawn(begun(cast.owner, "port"))
    before = sign(mission, "axis", said("axis-1"))
    with pytest.raises(Refusal):
        sign(mission, "axis", said("axis-1", airframes=["ST-Z"]))
    assert Orders.objects.get(mission=mission, side="axis").document["units"][0] == before["axis-1"]

"""A side plans: what may not be chosen is not offered, and refused with a sentence if it is signed all the same."""

from __future__ import annotations

from copy import deepcopy
from itertools import product
from typing import Any

import pytest

from campaigns.models import Campaign
from campaigns.packs.schema import SIDES
from campaigns.selectors.definitions import definition
from campaigns.standing.kinds import Drawn
from config.common.refusals import Refusal
from missions.flights import context
from missions.models import Job, Mission, Orders
from missions.operations import flights, jobs
from missions.operations.orders import open_orders, sign_orders
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """The Axis chooses Destroyers and G.50s or CR.42s here, the Allies Hurricanes."""
    return make.land_mission(cast.owner, "scelidima")


def sign(mission: Mission, document: object, side: str = "axis") -> Orders:
    return sign_orders(actor=mission.campaign.owner, mission=mission, side=side, document=document)  # type: ignore[arg-type]


def changed(document: dict[str, Any], unit: int, **values: Any) -> dict[str, Any]:
    document = deepcopy(document)
    document["units"][unit].update(values)
    return document


def refusal(mission: Mission, document: object, side: str = "axis") -> Refusal:
    """What signing these orders is refused with; nothing is kept."""
    with pytest.raises(Refusal) as refused:
        sign(mission, document, side)
    assert not Orders.objects.filter(mission=mission, side=side).exists()
    assert refused.value.sentence.endswith((".", "]"))
    return refused.value


def test_signed_orders_say_everything_and_only_what_was_chosen(mission: Mission):
    units = context.choices(mission, "axis").units()
    document = {
        "units": [{"id": unit.id, "aircraft": unit.aircraft[0].slug, "altitude": "high"} for unit in reversed(units)]
    }
    orders = sign(mission, document)
    assert [unit["id"] for unit in orders.document["units"]] == ["axis-1", "axis-2"]
    assert (orders.document["resource"], orders.document["doctrine"]) == (None, "steady")
    for unit in orders.document["units"]:
        assert (unit["wingman"], unit["load"], unit["leader_pilot"], unit["escorts"]) == (True, None, None, None)


def test_a_mission_is_ready_when_both_sides_have_signed(mission: Mission):
    sign(mission, make.orders(mission, "axis"))
    mission.refresh_from_db()
    assert mission.status == Mission.Status.PLANNING
    sign(mission, make.orders(mission, "allied"), "allied")
    mission.refresh_from_db()
    assert mission.status == Mission.Status.READY


def test_orders_may_be_signed_anew_until_the_mission_is_flown(mission: Mission):
    for side in SIDES:
        sign(mission, make.orders(mission, side), side)
    bold = make.orders(mission, "axis") | {"doctrine": "bold"}
    assert sign(mission, bold).document["doctrine"] == "bold"
    assert Orders.objects.filter(mission=mission).count() == 2
    make.record(mission)
    with pytest.raises(Refusal, match="has been flown"):
        sign(mission, bold)


def test_orders_are_opened_once_both_sides_have_signed_and_then_stand(mission: Mission):
    sign(mission, make.orders(mission, "axis"), "axis")
    with pytest.raises(Refusal, match="Allied orders are not signed yet"):
        open_orders(mission=mission)
    sign(mission, make.orders(mission, "allied"), "allied")
    opened = open_orders(mission=mission)
    with pytest.raises(Refusal, match="have been opened: they stand"):
        sign(mission, make.orders(mission, "axis"), "axis")
    assert open_orders(mission=mission).opened_at == opened.opened_at
    make.record(mission)
    with pytest.raises(Refusal, match="has been flown"):
        sign(mission, make.orders(mission, "axis"), "axis")


def test_orders_are_not_opened_while_the_engine_flies_but_the_engine_may_fly_open_orders(cast: Cast):
    mission = make.planned(make.campaign(cast.owner))
    job = flights.queue_flight(actor=cast.owner, mission=mission)
    with pytest.raises(Refusal, match="The engine is flying"):
        open_orders(mission=mission)
    jobs.fail(job.pk, "The worker was lost.")
    open_orders(mission=mission)
    assert flights.queue_flight(actor=cast.owner, mission=mission).pk != job.pk


def test_orders_stand_while_the_engine_flies(mission: Mission):
    for side in SIDES:
        sign(mission, make.orders(mission, side), side)
    flights.queue_flight(actor=mission.campaign.owner, mission=mission)
    with pytest.raises(Refusal, match="The engine is flying"):
        sign(mission, make.orders(mission, "axis"))


def test_nobody_signs_for_a_side_he_does_not_command(cast: Cast):
    mission = make.drawn(make.club(cast))
    document = make.orders(mission, "axis")
    for actor in (cast.allied, cast.umpire, cast.owner, cast.reader, cast.stranger):
        with pytest.raises(Refusal, match="do not command this side"):
            sign_orders(actor=actor, mission=mission, side="axis", document=document)
    sign_orders(actor=cast.axis, mission=mission, side="axis", document=document)


def test_nobody_signs_for_the_staff(cast: Cast):
    mission = make.drawn(make.campaign(cast.owner, axis="staff"))
    with pytest.raises(Refusal, match="do not command this side"):
        sign_orders(actor=cast.owner, mission=mission, side="axis", document=make.orders(mission, "axis"))


@pytest.mark.parametrize(
    "document", [None, [], "orders", 7, {"units": None}, {"units": [None]}, {"units": [], "extra": 1}]
)
def test_what_is_no_orders_is_refused(mission: Mission, document: object):
    refusal(mission, document)


def test_the_right_number_of_units_must_fly(mission: Mission):
    document = make.orders(mission, "axis")
    for units in (document["units"][:-1], [*document["units"], document["units"][0]], [document["units"][0]] * 2):
        refused = refusal(mission, document | {"units": units})
        assert refused.field == "units"


def test_an_unknown_key_of_a_unit_is_refused(mission: Mission):
    assert "'speed'" in refusal(mission, changed(make.orders(mission, "axis"), 0, speed=9)).sentence


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("aircraft", None),
        ("aircraft", ["bf-110c"]),
        ("altitude", 3),
        ("wingman", "yes"),
        ("arrives", True),
        ("load", {"bombs": 2}),
        ("leader_pilot", True),
        ("leader_pilot", "Hartmann"),
        ("leader_pilot", -1),
        ("flies", 1),
    ],
)
def test_what_orders_cannot_say_of_a_unit_is_refused_at_its_place(mission: Mission, field: str, value: object):
    refused = refusal(mission, changed(make.orders(mission, "axis"), 0, **{field: value}))
    assert refused.field.startswith(f"units.axis-1.{field}")
    assert refused.sentence.startswith(f"The orders cannot be read at units.axis-1.{field}")


@pytest.mark.parametrize(("field", "value"), [("resource", 3), ("doctrine", ["bold"]), ("units", None)])
def test_what_orders_cannot_say_of_a_side_is_refused_at_its_place(mission: Mission, field: str, value: object):
    refused = refusal(mission, make.orders(mission, "axis") | {field: value})
    assert refused.field == field
    assert refused.sentence.startswith(f"The orders cannot be read at {field}: ")


@pytest.mark.parametrize("aircraft", ["bf-109e-7", "no-such-type", ""])
def test_aircraft_that_are_not_offered_are_refused(mission: Mission, aircraft: str):
    refused = refusal(mission, changed(make.orders(mission, "axis"), 0, aircraft=aircraft))
    assert refused.field == "units.axis-1.aircraft"
    assert "Bf 110C" in refused.sentence


@pytest.mark.parametrize("altitude", ["very-high", "sky-high", None])
def test_only_turbocharged_aircraft_begin_at_very_high(mission: Mission, altitude: str | None):
    refused = refusal(mission, changed(make.orders(mission, "axis"), 0, altitude=altitude))
    assert refused.field == "units.axis-1.altitude"
    assert ("only turbocharged" in refused.sentence) == (altitude == "very-high")


def test_a_mission_that_sets_altitudes_is_obeyed(cast: Cast):
    mission = make.land_mission(cast.owner, "brevity", number=3)  # the Blenheims come in at Low or Medium
    refused = refusal(mission, changed(make.orders(mission, "allied"), 0, altitude="high"), "allied")
    assert refused.sentence == "Bristol Blenheim Mk IV cannot begin at High: this mission does not let it."


def test_a_wingman_flies_where_the_mission_says_so(mission: Mission):
    refused = refusal(mission, changed(make.orders(mission, "axis"), 0, wingman=False, wingman_pilot=None))
    assert refused.field == "units.axis-1.wingman"
    assert refusal(mission, changed(make.orders(mission, "axis"), 0, wingman="yes")).field == "units.axis-1.wingman"


def test_no_pilot_flies_as_wingman_of_a_lone_leader(cast: Cast):
    mission = make.land_mission(cast.owner, "mechili")  # its Hurricanes may leave their Wingmen behind
    document = make.orders(mission, "allied")
    refused = refusal(mission, changed(document, 0, wingman=False), "allied")
    assert refused.field == "units.allied-1.wingman_pilot"
    orders = sign(mission, changed(document, 0, wingman=False, wingman_pilot=None), "allied")
    assert orders.document["units"][0]["wingman"] is False


def test_a_pilot_flies_one_aircraft(mission: Mission):
    document = make.orders(mission, "axis")
    twice = document["units"][0]["leader_pilot"]
    refused = refusal(mission, changed(document, 0, wingman_pilot=twice))
    assert refused.field == "units.axis-1.wingman_pilot"
    assert "already" in refused.sentence


def test_a_pilot_flies_aircraft_of_his_own_nation(mission: Mission):
    italian = mission.campaign.pilots.filter(side="axis", nation="it", on_roster=True).first()
    assert italian is not None
    refused = refusal(mission, changed(make.orders(mission, "axis"), 0, leader_pilot=italian.pk, wingman_pilot=None))
    assert refused.field == "units.axis-1.leader_pilot"
    assert "does not fly Luftwaffe aircraft" in refused.sentence


def test_a_pilot_of_the_other_side_or_of_nobody_is_refused(mission: Mission):
    enemy = mission.campaign.pilots.filter(side="allied").first()
    assert enemy is not None
    for pilot in (enemy.pk, 10**9):
        refused = refusal(mission, changed(make.orders(mission, "axis"), 0, leader_pilot=pilot))
        assert "no such pilot" in refused.sentence


def test_a_pilot_whom_a_resource_brings_flies_only_when_it_is_spent(mission: Mission):
    brought = mission.campaign.pilots.exclude(resource="").get(side="axis")
    key = brought.resource
    choices = context.choices(mission, "axis")
    aircraft = next(
        (number, choice)
        for number, unit in enumerate(choices.units(key))
        for choice in unit.aircraft
        if (choice.type.nation, choice.type.service) == (brought.nation, brought.service)
    )
    spent = make.orders(mission, "axis") | {"resource": key}
    spent["units"] = [
        {"id": unit.id, "aircraft": unit.aircraft[0].slug, "altitude": "high"} for unit in choices.units(key)
    ]
    with_him = changed(spent, aircraft[0], aircraft=aircraft[1].slug, leader_pilot=brought.pk)
    others = [unit for unit in with_him["units"] if unit["id"] in {each.id for each in choices.units()}]
    if aircraft[0] < len(others):
        assert "only when that resource is spent" in refusal(mission, {"units": others}).sentence
    assert sign(mission, with_him).document["units"][aircraft[0]]["leader_pilot"] == brought.pk


@pytest.mark.parametrize("load", ["bombs", "torpedoes", 3, ["bombs"]])
def test_loads_that_are_not_allowed_are_refused(mission: Mission, load: object):
    assert refusal(mission, changed(make.orders(mission, "axis"), 0, load=load)).field == "units.axis-1.load"


@pytest.mark.parametrize("doctrine", ["reckless", 3, ["bold"]])
def test_an_unknown_doctrine_is_refused(mission: Mission, doctrine: object):
    assert refusal(mission, make.orders(mission, "axis") | {"doctrine": doctrine}).field == "doctrine"


@pytest.mark.parametrize("escorts", ["axis-1", "allied-1", 3])
def test_only_an_escort_escorts(mission: Mission, escorts: object):
    assert refusal(mission, changed(make.orders(mission, "axis"), 0, escorts=escorts)).field == "units.axis-1.escorts"


def test_an_escort_may_be_given_a_striker_to_escort(cast: Cast):
    mission = make.land_mission(cast.owner, "harbour", 3)
    document = make.orders_without_resources(mission, "axis")
    number, unit = next((n, u) for n, u in enumerate(context.choices(mission, "axis").units()) if u.role == "escort")
    assert unit.escorts == ("axis-1", "axis-2")
    signed = sign(mission, changed(document, number, escorts="axis-2"))
    assert signed.document["units"][number]["escorts"] == "axis-2"


def orders_with(mission: Mission, resource: str) -> dict[str, Any]:
    units = context.choices(mission, "axis").units(resource)
    return {
        "resource": resource,
        "units": [{"id": unit.id, "aircraft": unit.aircraft[0].slug, "altitude": "low"} for unit in units],
    }


def test_a_resource_is_spent_once(mission: Mission):
    campaign = mission.campaign
    document = orders_with(mission, "zerstoerer")
    assert len(document["units"]) == 3
    sign(mission, document)
    sign(mission, make.orders(mission, "allied"), "allied")
    make.record(mission)
    make.debrief(mission)
    following = make.drawn(campaign)
    assert not context.choices(following, "axis").resource("zerstoerer").usable  # type: ignore[union-attr]
    refused = refusal(following, document)
    assert refused.field == "resource"
    assert refused.sentence == "Destroyers has been used in an earlier mission."
    assert_reconciled(campaign)


def test_a_resource_that_cannot_be_used_here_is_refused_and_says_why(cast: Cast):
    reasons = set()
    mission = make.land_mission(cast.owner, "forward", slug=make.EVERY_TYPE)
    for side in SIDES:
        for resource in context.choices(mission, side).resources:
            if not resource.usable:
                refused = refusal(mission, make.orders(mission, side) | {"resource": resource.key}, side)
                reasons.add(refused.sentence.removeprefix(resource.title))
    assert reasons == {" cannot be used in this mission.", " is of no use where there is no target."}


@pytest.mark.parametrize("resource", ["no-such-thing", "gerawla"])
def test_a_resource_the_side_does_not_have_is_refused(mission: Mission, resource: str):
    assert "no such resource" in refusal(mission, make.orders(mission, "axis") | {"resource": resource}).sentence


@pytest.mark.parametrize("key", ["via-balbia", "gazala", "agedabia", "scelidima", "mechili"])
def test_everything_that_is_offered_may_be_chosen(cast: Cast, key: str):
    """Every resource, aircraft, altitude and load, one at a time."""
    mission = make.land_mission(cast.owner, key)
    for side in SIDES:
        choices = context.choices(mission, side)
        for resource in (None, *(choice.key for choice in choices.resources if choice.usable)):
            units = choices.units(resource)
            usual = [
                {"id": u.id, "aircraft": u.aircraft[0].slug, "altitude": u.aircraft[0].altitudes[0]} for u in units
            ]
            document = {"resource": resource, "units": usual}
            for number, unit in enumerate(units):
                for aircraft in unit.aircraft:
                    for altitude, load in product(aircraft.altitudes, aircraft.loads):
                        one = changed(document, number, aircraft=aircraft.slug, altitude=altitude, load=list(load))
                        assert make.checked(choices, one)["units"][number]["altitude"] == altitude
            assert sign(mission, document, side).document["resource"] == resource


def test_drawing_stores_the_seed_and_the_cards_that_decided(cast: Cast):
    campaign = make.campaign(cast.owner, seed=11)
    mission = make.drawn(campaign)
    (entry,) = campaign.entries.filter(kind=Drawn.kind)
    cards = entry.data["cards"]
    location = next(
        place
        for place in definition(campaign.pack).stages[0].locations
        if place.numbers[0] <= cards[0]["number"] <= place.numbers[1]
    )
    assert mission.key == f"{location.key}-{cards[1]['colour']}"
    again = make.drawn(make.campaign(cast.owner, seed=11))
    assert (again.key, again.seed) == (mission.key, mission.seed)
    assert make.drawn(make.campaign(cast.owner, seed=12)).seed != mission.seed
    assert_reconciled(campaign)


def test_the_next_mission_is_drawn_when_the_last_is_debriefed(cast: Cast):
    campaign = make.campaign(cast.owner)
    mission = make.drawn(campaign)
    with pytest.raises(Refusal, match="Mission 1 is not debriefed yet"):
        make.drawn(campaign)
    sign(mission, make.orders(mission, "allied"), "allied")
    make.record(mission)
    make.debrief(mission)
    assert make.drawn(campaign).number == 2
    assert_reconciled(campaign)


def test_no_mission_is_drawn_after_the_last(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND)
    keys = [make.debriefed(campaign).key for _ in range(3)]
    assert len(set(keys)) == 3
    with pytest.raises(Refusal, match="The campaign is over"):
        make.drawn(campaign)
    campaign.refresh_from_db()
    assert campaign.status == Campaign.Status.FINISHED
    assert_reconciled(campaign)


def test_a_skilled_pilot_whom_the_cards_bring_flies_this_mission_only(cast: Cast):
    for seed in range(60):
        campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me", seed=seed)
        mission = make.drawn(campaign)
        if (pilot := mission.scenario["skilled"].get("allied")) is not None:
            break
    else:
        raise AssertionError("no card brings a skilled pilot")
    assert pilot in {choice.pk for choice in context.choices(mission, "allied").pilots}
    for side in SIDES:
        sign(mission, make.orders(mission, side), side)
    make.record(mission)
    make.debrief(mission)
    following = make.drawn(campaign)
    if following.scenario["skilled"].get("allied") != pilot:
        assert pilot not in {choice.pk for choice in context.choices(following, "allied").pilots}
    assert not Job.objects.exists()

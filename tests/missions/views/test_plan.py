"""Orders as a page: what it offers, what it refuses, what it signs."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags

from campaigns.models import Campaign
from campaigns.operations import changes
from campaigns.packs import read_pack
from campaigns.sequence import draws
from campaigns.standing import fold
from missions.flights import context
from missions.forms.orders import initial_orders
from missions.models import Mission, Orders
from missions.operations import drawing
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad


@pytest.fixture
def owner(cast: Cast, client: Client) -> User:
    client.force_login(cast.owner)
    return cast.owner


def url(mission: Mission, side: str) -> str:
    return reverse("mission-plan", args=(mission.campaign_id, mission.number, side))


def answers(mission: Mission, side: Any) -> dict[str, str]:
    """What a browser sends when the staff's advice has been ticked."""
    return initial_orders(make.plan(mission, side))


def test_orders_are_signed_as_they_were_ticked_and_shown_again(owner: User, client: Client) -> None:
    mission = make.land_mission(owner, "mechili")
    data = answers(mission, "allied") | {"doctrine": "bold", "allied-1-altitude": "low"}
    data["allied-2-wingman"] = "no"
    response = client.post(url(mission, "allied"), data)
    assert response.status_code == 302, response.context["form"].errors
    assert response["Location"] == reverse("mission", args=(mission.campaign_id, mission.number))
    document = Orders.objects.get(mission=mission, side="allied").document
    assert document["doctrine"] == "bold"
    assert document["units"][0]["altitude"] == "low"
    assert document["units"][1]["wingman"] is False
    assert document["units"][1]["wingman_pilot"] is None
    again = client.get(url(mission, "allied")).context["form"]
    assert again["allied-1-altitude"].value() == "low"
    assert again["allied-2-wingman"].value() == "no"
    assert_reconciled(mission.campaign)


def test_the_first_page_proposes_pilots_of_whom_none_flies_twice(owner: User, client: Client) -> None:
    mission = make.land_mission(owner, "mechili")
    form = client.get(url(mission, "axis")).context["form"]
    proposed = [form[name].value() for name in form.fields if name.endswith("_pilot")]
    assert len(proposed) == 4
    assert all(proposed)
    assert len(set(proposed)) == 4


def test_what_is_proposed_can_be_signed_at_once(owner: User, client: Client) -> None:
    for key in ("mechili", "via-balbia", "brevity"):
        number = 3 if key == "brevity" else 1
        mission = make.land_mission(owner, key, number)
        for side in ("allied", "axis"):
            form = client.get(url(mission, side)).context["form"]
            data = {name: form[name].value() for name in form.fields if form[name].value() is not None}
            assert client.post(url(mission, side), data).status_code == 302, (key, side)
        mission.refresh_from_db()
        assert mission.status == Mission.Status.READY


@pytest.mark.portable
def test_only_altitudes_and_pilots_of_the_chosen_type_are_offered(owner: User, client: Client) -> None:
    mission = make.land_mission(owner, "mechili")
    data = answers(mission, "axis") | {"redraw": "1", "axis-2-aircraft": "bf-110c"}
    page = client.post(url(mission, "axis"), data)
    assert page.status_code == 200
    form = page.context["form"]
    choices = context.choices(mission, "axis")
    services = {str(pilot.pk): pilot.man.service for pilot in choices.pilots}
    assert {services[value] for value, _ in form.fields["axis-2-leader_pilot"].choices if value} == {"Luftwaffe"}
    data["axis-2-aircraft"] = "g-50"
    form = client.post(url(mission, "axis"), data).context["form"]
    assert {services[value] for value, _ in form.fields["axis-2-leader_pilot"].choices if value} == {"RA"}
    assert form["axis-2-leader_pilot"].value(), "somebody of the other service is proposed"
    assert not Orders.objects.filter(mission=mission).exists()


def test_of_altitudes_none_is_shown_beside_the_only_one(owner: User, client: Client) -> None:
    """Patrols against flying bombs fly Low; a mission whose units may choose shows those that they may not, too."""
    week = make.drawn(make.campaign(owner, "buzz-bomb"))
    for mission, shown in ((week, 1), (make.land_mission(owner, "mechili"), 5)):
        units = client.get(url(mission, "allied")).context["form"].unit_fields()
        assert {len(unit.bands) for unit in units if "altitude" in unit.fields} == {shown}


def test_a_resource_brings_its_units_onto_the_page(owner: User, client: Client) -> None:
    mission = make.land_mission(owner, "via-balbia")
    before = client.get(url(mission, "allied")).content.decode()
    assert 'id="allied-3-title"' not in before
    data = {"redraw": "1", "resource": "hurricanes-one"}
    part = client.post(url(mission, "allied"), data, headers={"HX-Request": "true"}).content.decode()
    assert 'id="allied-3-title"' in part
    assert "<html" not in part


def test_a_side_without_aircraft_is_told_that_a_resource_may_bring_some(owner: User, client: Client) -> None:
    mission = make.land_mission(owner, "gazala")
    said = "None of your aircraft are in this mission, unless a resource brings some."
    assert said in client.get(url(mission, "allied")).content.decode()
    with_hurricanes = client.post(
        url(mission, "allied"), {"resource": "hurricanes-one", "redraw": "1"}
    ).content.decode()
    assert said not in with_hurricanes
    assert 'id="allied-1-title"' in with_hurricanes


def test_a_resource_that_is_spent_or_useless_is_named_with_the_reason_and_not_offered(
    owner: User, client: Client
) -> None:
    mission = make.land_mission(owner, "forward", slug=make.EVERY_TYPE)
    page = client.get(url(mission, "allied"))
    offered = {value for value, _ in page.context["form"].fields["resource"].choices}
    assert "eagle-section" not in offered
    assert "A section from Eagle cannot be used in this mission." in page.content.decode()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"allied-1-altitude": "very-high"}, "cannot begin at that Altitude."),
        ({"allied-1-altitude": "stratosphere"}, "cannot begin at that Altitude."),
        ({"allied-1-altitude": ""}, "Choose one of these."),
        ({"resource": "blitzkrieg"}, "Your side cannot use that resource in this mission."),
        ({"doctrine": "reckless"}, "There is no such doctrine."),
        ({"allied-1-leader_pilot": "999999"}, "That pilot does not fly this type."),
        ({"allied-1-leader_pilot": "' OR 1=1 --"}, "That pilot does not fly this type."),
        ({"allied-2-wingman": "perhaps"}, "With a Wingman or alone."),
    ],
)
def test_what_is_not_offered_is_refused_at_its_field_and_nothing_is_signed(
    change: dict[str, str], sentence: str, owner: User, client: Client
) -> None:
    mission = make.land_mission(owner, "mechili")
    response = client.post(url(mission, "allied"), answers(mission, "allied") | {"resource": ""} | change)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert not Orders.objects.filter(mission=mission).exists()


def test_a_pilot_in_two_cockpits_is_refused_with_his_name(owner: User, client: Client) -> None:
    mission = make.land_mission(owner, "mechili")
    data = answers(mission, "allied")
    data["allied-2-leader_pilot"] = data["allied-1-leader_pilot"]
    pilots = context.choices(mission, "allied").pilots
    pilot = next(each for each in pilots if str(each.pk) == data["allied-1-leader_pilot"])
    response = client.post(url(mission, "allied"), data)
    assert response.status_code == 422
    assert f"{pilot.name} flies with Allied 1 already." in response.content.decode()
    assert response.context["form"].errors["allied-2-leader_pilot"]


def test_a_pilot_of_the_other_side_is_not_to_be_had(owner: User, client: Client) -> None:
    mission = make.land_mission(owner, "mechili")
    enemy = context.choices(mission, "axis").pilots[0]
    data = answers(mission, "allied") | {"allied-1-leader_pilot": str(enemy.pk)}
    response = client.post(url(mission, "allied"), data)
    assert response.status_code == 422
    assert enemy.name not in response.content.decode()


def test_orders_of_a_mission_that_has_been_flown_stand(owner: User, client: Client) -> None:
    mission = make.flown(make.campaign(owner))
    response = client.get(url(mission, "allied"), follow=True)
    assert "its orders stand as they were signed" in response.content.decode()
    signed = Orders.objects.get(mission=mission, side="allied").document
    client.post(url(mission, "allied"), answers(mission, "allied") | {"doctrine": "bold"})
    assert Orders.objects.get(mission=mission, side="allied").document == signed


# Strikes


def strike(owner: User, key: str) -> Mission:
    return make.land_mission(owner, key, slug=make.EVERY_TYPE)


def proposed(client: Client, mission: Mission, side: str) -> dict[str, str]:
    form = client.get(url(mission, side)).context["form"]
    return {name: form[name].value() for name in form.fields if form[name].value() is not None}


@pytest.mark.parametrize("key", broad(["aerosiluranti", "luqa", "photographs", "forward", "mines"], 2))
def test_what_is_proposed_for_missions_of_every_type_can_be_signed_at_once(
    key: str, owner: User, client: Client
) -> None:
    mission = strike(owner, key)
    for side in ("allied", "axis"):
        assert client.post(url(mission, side), proposed(client, mission, side)).status_code == 302, side
    mission.refresh_from_db()
    assert mission.status == Mission.Status.READY
    assert_reconciled(mission.campaign)


def test_a_formations_size_models_and_crews_are_ticked_and_shown_again(owner: User, client: Client) -> None:
    photographs = strike(owner, "photographs")
    form = client.get(url(photographs, "allied")).context["form"]
    assert {"allied-1-size", "allied-1-crews-1", "allied-1-crews-2"} <= set(form.fields)
    alone = client.post(url(photographs, "allied"), {"redraw": "1", "allied-1-size": "1"})
    assert "allied-1-crews-2" not in alone.context["form"].fields
    luqa = strike(owner, "luqa")
    data = proposed(client, luqa, "axis") | {"axis-1-models-1": "ju-88a-1", "axis-1-models-2": "ju-88a"}
    assert client.post(url(luqa, "axis"), data).status_code == 302
    unit = Orders.objects.get(mission=luqa, side="axis").document["units"][0]
    assert unit["models"] == ["ju-88a-1", "ju-88a"]
    assert [str(crew) for crew in unit["crews"]] == [data["axis-1-crews-1"], data["axis-1-crews-2"]]
    again = client.get(url(luqa, "axis")).context["form"]
    assert again["axis-1-models-1"].value() == "ju-88a-1"
    assert again["axis-1-crews-2"].value() == data["axis-1-crews-2"]
    board = strip_tags(client.get(reverse("mission", args=(luqa.campaign_id, luqa.number))).content.decode())
    assert "Junkers Ju 88A-1 and Junkers Ju 88A-4" in board
    assert "Formation of 2" in board


def test_arrivals_are_ticked_and_two_on_one_turn_are_refused_at_their_field(owner: User, client: Client) -> None:
    mission = strike(owner, "luqa")
    data = proposed(client, mission, "allied")
    assert [data[f"allied-{unit}-arrives"] for unit in (1, 2, 3)] == ["1", "2", "3"]
    response = client.post(url(mission, "allied"), data | {"allied-2-arrives": "3"})
    assert response.status_code == 422
    assert "one unit arrives a Game-Turn" in response.context["form"].errors["allied-3-arrives"][0]
    assert not Orders.objects.filter(mission=mission, side="allied").exists()


def test_formations_of_one_type_at_two_altitudes_are_refused_at_their_field(owner: User, client: Client) -> None:
    mission = strike(owner, "luqa")
    data = proposed(client, mission, "axis") | {"axis-1-altitude": "low", "axis-2-altitude": "high"}
    response = client.post(url(mission, "axis"), data)
    assert response.status_code == 422
    assert "[Wild Blue Yonder 17.3.2]" in response.context["form"].errors["axis-2-altitude"][0]


def test_an_experienced_crew_goes_where_it_is_ticked(owner: User, client: Client) -> None:
    mission = strike(owner, "luqa")
    part = client.post(url(mission, "axis"), {"redraw": "1", "resource": "specialists"}).context["form"]
    assert [value for value, _ in part.fields["experienced_crew"].choices] == ["axis-1", "axis-2"]
    data = {name: part[name].value() for name in part.fields if part[name].value() is not None}
    assert client.post(url(mission, "axis"), data | {"experienced_crew": "axis-2"}).status_code == 302
    assert Orders.objects.get(mission=mission, side="axis").document["experienced_crew"] == "axis-2"


def test_the_page_tells_length_target_and_what_a_resource_changes(owner: User, client: Client) -> None:
    mission = strike(owner, "luqa")
    axis = client.get(url(mission, "axis"))
    assert [name for _, name in axis.context["duration"].track] == ["TB2", "TB1", "OT", "HB1"]
    text = axis.content.decode()
    assert "the slowest striker, the Junkers Ju 88A-4, sets the pace" in text
    assert "Closed" in text
    shorter = client.post(url(mission, "axis"), {"redraw": "1", "resource": "round-the-cape"})
    assert [name for _, name in shorter.context["duration"].track] == ["TB1", "OT", "HB1"]
    before = client.get(url(mission, "allied")).context["target"].target_flak
    guns = client.post(url(mission, "allied"), {"redraw": "1", "resource": "ack-ack"})
    assert guns.context["target"].target_flak == before + 2
    assert guns.context["target"].small_arms == 1
    assert "1 more against strafers" in guns.content.decode()
    assert client.get(url(mission, "axis")).context["target"].target_flak == before, "the striker does not know"


def test_missions_that_are_not_about_damage_say_what_they_are_about(owner: User, client: Client) -> None:
    photographs = client.get(url(strike(owner, "photographs"), "allied")).content.decode()
    assert "draws a card for its photographs" in photographs
    assert "Sunk" not in photographs
    assert "2 mines that are laid are 1 VP." in client.get(url(strike(owner, "mines"), "axis")).content.decode()


def test_what_is_loaded_is_ticked(owner: User, client: Client) -> None:
    mission = strike(owner, "luqa")
    form = client.post(url(mission, "axis"), {"redraw": "1", "resource": "drop-tanks"}).context["form"]
    assert [value for value, _ in form.fields["axis-3-load"].choices] == ["", "drop-tanks"]
    data = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    assert client.post(url(mission, "axis"), data | {"axis-3-load": "drop-tanks"}).status_code == 302
    document = Orders.objects.get(mission=mission, side="axis").document
    assert [unit["load"] for unit in document["units"][:3]] == ["bombs", "bombs", "drop-tanks"]
    assert client.get(url(mission, "axis")).context["form"]["axis-3-load"].value() == "drop-tanks"


# Sides that keep a pool


MOST_QUERIES = 16


def opened(owner: User, key: str, weather: str = "Clear") -> Campaign:
    """The little front in its first period, which draws ``key`` first; the owner commands both sides."""
    campaign = make.campaign(owner, make.PERIODS, allied="me", axis="me", seed=pool_seed(key))
    drawing.open_period(actor=owner, campaign=campaign, weather=weather)
    return campaign


def front(owner: User, key: str, weather: str = "Clear") -> Mission:
    return make.drawn(opened(owner, key, weather))


@cache
def pool_seed(key: str) -> int:
    pack = read_pack(make.source(make.PERIODS), f"{make.PERIODS}.toml")
    standing = fold(pack, (), [draws.period_line(pack, fold(pack, (), ()), 1, "Clear")])
    return next(seed for seed in range(500) if draws.next_mission(pack, standing, seed).key == key)


@pytest.mark.parametrize("key", broad(["coaster", "crossroads", "sweep", "port"], 2))
def test_what_is_proposed_from_a_pool_can_be_signed_at_once_and_is_shown_again(
    key: str, owner: User, client: Client
) -> None:
    mission = front(owner, key)
    for side in ("allied", "axis"):
        data = proposed(client, mission, side)
        assert client.post(url(mission, side), data).status_code == 302, (key, side)
        document = Orders.objects.get(mission=mission, side=side).document
        assert any(unit["flies"] for unit in document["units"])
        again = proposed(client, mission, side)
        assert {name: value for name, value in again.items() if data.get(name) != value} == {}
    mission.refresh_from_db()
    assert mission.status == Mission.Status.READY
    assert_reconciled(mission.campaign)


def test_squadron_aircraft_and_men_are_signed_as_they_were_ticked(owner: User, client: Client) -> None:
    mission = front(owner, "port")
    redrawn = client.post(
        url(mission, "axis"),
        {"redraw": "1", "axis-1-squadron": "stuka", "axis-1-size": "1", "axis-2-squadron": "", "axis-3-squadron": ""},
    ).context["form"]
    data = {name: redrawn[name].value() for name in redrawn.fields if redrawn[name].value() is not None}
    assert not [name for name in redrawn.fields if name.startswith(("axis-2-a", "axis-3-a"))], "they stay at home"
    men = [value for value, _ in redrawn.fields["axis-1-leader_pilot"].choices]
    data |= {"axis-1-airframes-1": "ST-D", "axis-1-leader_pilot": men[-1], "axis-1-altitude": "low"}
    assert client.post(url(mission, "axis"), data).status_code == 302
    first, second, third = Orders.objects.get(mission=mission, side="axis").document["units"]
    assert (first["squadron"], first["airframes"], first["wingman"]) == ("stuka", ["ST-D"], False)
    assert (str(first["leader_pilot"]), first["altitude"]) == (men[-1], "low")
    assert (second, third) == ({"id": "axis-2", "flies": False}, {"id": "axis-3", "flies": False})


def test_the_page_tells_what_a_plan_leaves_for_tomorrow_before_it_is_signed(owner: User, client: Client) -> None:
    mission = front(owner, "port")
    wish = {
        "axis-1-squadron": "stuka", "axis-1-size": "2", "axis-2-squadron": "stuka", "axis-2-size": "1",
        "axis-3-squadron": "jagd", "axis-3-size": "2",
    }  # fmt: skip
    page = client.post(url(mission, "axis"), wish | {"redraw": "1"}, headers={"HX-Request": "true"})
    left = page.context["tomorrow"]
    assert {
        each.squadron.key: (each.aircraft.now, each.aircraft.taken, each.aircraft.left) for each in left.squadrons
    } == {
        "jagd": (6, 2, 4),
        "stuka": (5, 3, 2),
    }
    assert (left.fuel.now, left.fuel.taken, left.fuel.left) == (14, 4, 10)
    text = " ".join(page.content.decode().split())
    assert "14 now, 4 for this mission, <strong>10 left</strong>" in text
    assert "3 units, 5 aircraft, fuel 14 → 10" in text


def test_orders_are_checked_without_being_signed(owner: User, client: Client) -> None:
    mission = front(owner, "port", weather="Dust")
    data = proposed(client, mission, "axis")
    checked = client.post(url(mission, "axis"), data | {"check": "1"})
    assert checked.status_code == 200
    assert "These orders can be signed as they are." in checked.content.decode()
    redrawn = client.post(
        url(mission, "axis"), data | {"redraw": "1", "axis-2-squadron": "stuka", "axis-3-squadron": "jagd"}
    )
    assert redrawn.context["tomorrow"].warnings == ("The weather lets 1 of your units fly: 2 too many.",)
    form = redrawn.context["form"]
    over = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    for button in ("check", "sign"):
        refused = client.post(url(mission, "axis"), over | {button: "1"})
        assert refused.status_code == 422
        assert "The weather (Dust) lets your side fly 1 unit" in refused.content.decode()
        assert refused.context["form"].errors["axis-2-squadron"]
    assert not Orders.objects.filter(mission=mission).exists()


def test_a_squadron_that_cannot_fly_is_not_offered_and_the_page_says_why(owner: User, client: Client) -> None:
    campaign = opened(owner, "port")
    changes.withdraw_squadron(
        actor=owner, campaign=campaign, side="axis", squadron="stuka", reason="Sent to the other front."
    )
    mission = make.drawn(campaign)
    page = client.get(url(mission, "axis"))
    assert [value for value, _ in page.context["form"].fields["axis-1-squadron"].choices] == [""]
    assert "Stukastaffel Süd has been withdrawn." in page.content.decode()
    assert client.post(url(mission, "axis"), proposed(client, mission, "axis")).status_code == 302
    assert not any(unit["flies"] for unit in Orders.objects.get(mission=mission, side="axis").document["units"])


def test_what_is_not_the_squadrons_is_refused_at_its_field(owner: User, client: Client) -> None:
    mission = front(owner, "port")
    data = proposed(client, mission, "axis")
    for name, value in (
        ("axis-1-squadron", "jagd"),
        ("axis-1-airframes-1", "JS-A"),
        ("axis-1-airframes-1", data["axis-1-airframes-2"]),
        ("axis-1-leader_pilot", data["axis-3-leader_pilot"]),
        ("axis-1-size", "3"),
    ):
        response = client.post(url(mission, "axis"), data | {name: value})
        assert response.status_code == 422, name
        assert any(field.startswith("axis-1-") for field in response.context["form"].errors), name
    assert not Orders.objects.filter(mission=mission, side="axis").exists()


def test_the_plan_page_asks_the_database_as_often_after_many_missions(owner: User, client: Client) -> None:
    asked = []
    campaign = front(owner, "port").campaign
    for missions in range(2):
        mission = campaign.missions.get(number=1 + missions)
        with CaptureQueriesContext(connection) as queries:
            client.get(url(mission, "axis"))
        asked.append(len(queries))
        for side in ("allied", "axis"):
            client.post(url(mission, side), proposed(client, mission, side))
        mission.refresh_from_db()
        make.record(mission)
        make.debrief(mission)
        make.drawn(campaign)
    assert asked[0] == asked[1] <= MOST_QUERIES


@pytest.mark.parametrize(
    ("key", "number", "sentence"),
    [
        ("mechili", 1, "Only aircraft at one Altitude fight each other."),
        ("harbour", 3, "Escorts help only those who fly at their own Altitude"),
    ],
)
def test_a_newcomer_is_told_what_altitudes_and_escorts_are_for(
    key: str, number: int, sentence: str, owner: User, client: Client
) -> None:
    mission = make.land_mission(owner, key, number)
    text = "".join(client.get(url(mission, side)).content.decode() for side in ("allied", "axis"))
    assert sentence in text
    assert "First mission? Altitude and escorts in short" in text


def test_the_page_tells_the_weather_and_the_mission_page_which_aircraft_fly(owner: User, client: Client) -> None:
    mission = front(owner, "port", weather="Low cloud")
    text = " ".join(client.get(url(mission, "axis")).content.decode().split())
    assert "at most 3 units of your side fly; clouds lie over the target, and bombs draw a card less." in text
    client.post(url(mission, "axis"), proposed(client, mission, "axis"))
    leader = Orders.objects.get(mission=mission, side="axis").document["units"][0]["leader_pilot"]
    name = mission.campaign.pilots.get(pk=leader).name
    board = strip_tags(client.get(reverse("mission", args=(mission.campaign_id, mission.number))).content.decode())
    assert f"ST-A {name}" in board


def test_whoever_opens_orders_first_is_told_that_a_plan_is_filled_in(owner: User, client: Client) -> None:
    mission = make.land_mission(owner, "mechili")
    words = "A plan is filled in already."
    assert words in client.get(url(mission, "allied")).content.decode()
    client.post(url(mission, "allied"), answers(mission, "allied"))
    assert words not in client.get(url(mission, "allied")).content.decode()


def test_units_are_counted_as_one_says_it(owner: User, client: Client) -> None:
    mission = make.drawn(make.campaign(owner, "battle-of-britain", seed=27))
    data = answers(mission, "allied")
    for unit in client.get(url(mission, "allied")).context["form"].choices.units()[1:]:
        data |= {f"{unit.id}-squadron": ""}
    page = client.post(url(mission, "allied"), data | {"check": "1"}).content.decode()
    said = " ".join(strip_tags(page).split())
    assert re.search(r"1 of \d units, ", said)

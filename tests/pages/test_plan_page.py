"""Orders as a page: what it offers, what it refuses, what it signs."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from missions import loading
from missions.forms.orders import initial_orders
from missions.models import Mission, Orders
from missions.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast


@pytest.fixture
def owner(cast: Cast, client: Client) -> User:
    client.force_login(cast.owner)
    return cast.owner


def url(mission: Mission, side: str) -> str:
    return reverse("mission-plan", args=(mission.campaign_id, mission.number, side))


def answers(mission: Mission, side: Any) -> dict[str, str]:
    """What a browser sends when the staff's advice has been ticked."""
    return initial_orders(make.orders(mission, side))


def test_orders_are_signed_as_they_were_ticked_and_shown_again(owner: User, client: Client) -> None:
    mission = make.land_mission(owner, "mechili")
    data = answers(mission, "allied") | {"resource": "", "doctrine": "bold", "allied-1-altitude": "low"}
    data["allied-2-wingman"] = "no"
    response = client.post(url(mission, "allied"), data)
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


def test_only_altitudes_and_pilots_of_the_chosen_type_are_offered(owner: User, client: Client) -> None:
    mission = make.land_mission(owner, "mechili")
    data = answers(mission, "axis") | {"redraw": "1", "axis-2-aircraft": "bf-110c"}
    page = client.post(url(mission, "axis"), data)
    assert page.status_code == 200
    form = page.context["form"]
    choices = loading.choices(mission, "axis")
    services = {str(pilot.id): pilot.service for pilot in choices.pilots}
    assert {services[value] for value, _ in form.fields["axis-2-leader_pilot"].choices if value} == {"Luftwaffe"}
    data["axis-2-aircraft"] = "g-50"
    form = client.post(url(mission, "axis"), data).context["form"]
    assert {services[value] for value, _ in form.fields["axis-2-leader_pilot"].choices if value} == {"RA"}
    assert form["axis-2-leader_pilot"].value(), "somebody of the other service is proposed"
    assert not Orders.objects.filter(mission=mission).exists()


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
    mission = make.land_mission(owner, "mechili")
    page = client.get(url(mission, "allied"))
    offered = {value for value, _ in page.context["form"].fields["resource"].choices}
    assert "tomahawks" not in offered
    assert "Tomahawks uncrated cannot be used in this mission." in page.content.decode()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"allied-1-altitude": "very-high"}, "cannot begin at that Altitude."),
        ({"allied-1-altitude": "stratosphere"}, "cannot begin at that Altitude."),
        ({"allied-1-altitude": ""}, "Choose one of these."),
        ({"resource": "tomahawks"}, "Your side cannot use that resource in this mission."),
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
    pilot = next(each for each in loading.choices(mission, "allied").pilots if not each.resource)
    data = answers(mission, "allied") | {"resource": ""}
    data |= {"allied-1-leader_pilot": str(pilot.id), "allied-2-leader_pilot": str(pilot.id)}
    response = client.post(url(mission, "allied"), data)
    assert response.status_code == 422
    assert f"{pilot.name} flies with Allied 1 already." in response.content.decode()
    assert response.context["form"].errors["allied-2-leader_pilot"]


def test_a_pilot_of_the_other_side_is_not_to_be_had(owner: User, client: Client) -> None:
    mission = make.land_mission(owner, "mechili")
    enemy = loading.choices(mission, "axis").pilots[0]
    data = answers(mission, "allied") | {"allied-1-leader_pilot": str(enemy.id)}
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

"""What a side plans stays with it: the other side's pages do not hold it, not even out of sight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Pilot
from missions.flights import context
from missions.models import Mission, Orders
from missions.operations import orders
from missions.planning.pool import may_fly
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad

PARTIAL = {"HX-Request": "true"}


def pages(client: Client, mission: Mission, side: str) -> Iterator[tuple[str, str]]:
    """Everything that can be read of a mission that is being planned, whole and in part."""
    at = (mission.campaign_id, mission.number)
    urls = [
        reverse("home"),
        reverse("campaign", args=(mission.campaign_id,)),
        reverse("campaign-journal", args=(mission.campaign_id,)),
        reverse("mission", args=at),
        reverse("mission-plan", args=(*at, side)),
        reverse("mission-table", args=at),
        reverse("mission-debrief", args=at),
        reverse("mission-replay", args=at),
    ]
    for url in urls:
        for headers in ({}, PARTIAL):
            yield url, client.get(url, headers=headers, follow=True).content.decode()


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    return make.club(cast, make.LAND, seed=make.seed_that_draws(make.LAND, "mechili"))


def sign(cast: Cast, mission: Mission, side: Any, resource: str) -> list[str]:
    """Sign orders with a resource; returns words that give them away."""
    choices = context.choices(mission, side)
    units = choices.units(resource)
    document = make.orders(mission, side) | {"resource": resource, "units": []}
    free = [pilot for pilot in choices.pilots if not pilot.man.resource and not pilot.skills]
    names: list[str] = []
    for unit in units:
        aircraft = unit.aircraft[0]
        pilot = next(each for each in free if may_fly(each, aircraft.type))
        free.remove(pilot)
        names.append(pilot.name)
        document["units"].append(
            {
                "id": unit.id,
                "aircraft": aircraft.slug,
                "altitude": "low",
                "leader_pilot": pilot.pk,
                "wingman_pilot": None,
            }
        )
    orders.sign_orders(actor=getattr(cast, side), mission=mission, side=side, document=document)
    return names


def test_the_enemy_finds_nothing_of_signed_orders_on_any_page(cast: Cast, campaign: Campaign, client: Client) -> None:
    mission = make.drawn(campaign)
    secrets = sign(cast, mission, "allied", "hurricanes-one")
    assert secrets
    client.force_login(cast.axis)
    for url, page in pages(client, mission, "axis"):
        for secret in secrets:
            assert secret not in page, f"{secret} on {url}"
        assert "allied-3" not in page, url


def test_his_own_commander_and_the_umpire_read_them(cast: Cast, campaign: Campaign, client: Client) -> None:
    mission = make.drawn(campaign)
    secrets = sign(cast, mission, "allied", "hurricanes-one")
    for person in (cast.allied, cast.umpire):
        client.force_login(person)
        page = client.get(reverse("mission", args=(campaign.pk, mission.number))).content.decode()
        for secret in secrets:
            assert secret in page


@pytest.mark.parametrize("person", ["reader", "pilot", "axis"])
def test_readers_and_pilots_wait_like_the_enemy_until_it_has_been_flown(
    person: str, cast: Cast, campaign: Campaign, client: Client
) -> None:
    mission = make.drawn(campaign)
    secrets = sign(cast, mission, "allied", "hurricanes-one")
    url = reverse("mission", args=(campaign.pk, mission.number))
    client.force_login(getattr(cast, person))
    before = client.get(url).content.decode()
    assert not [secret for secret in secrets if secret in before]
    assert "Sealed orders" in before
    sign(cast, mission, "axis", "zerstoerer")
    make.record(Mission.objects.get(pk=mission.pk))
    after = client.get(url).content.decode()
    assert [secret for secret in secrets if secret in after] == secrets


@pytest.mark.portable
def test_nobody_reads_what_the_staff_has_planned(cast: Cast, client: Client) -> None:
    mission = make.drawn(make.campaign(cast.owner, allied="me", axis="staff"))
    assert mission.orders.filter(side="axis").exists()
    pilots = [pilot.name for pilot in Pilot.objects.filter(campaign_id=mission.campaign_id, side="axis")]
    client.force_login(cast.owner)
    for url, page in pages(client, mission, "allied"):
        assert not [name for name in pilots if name in page], url


@pytest.mark.portable
@pytest.mark.parametrize("axis", broad(["me", "staff"], 1))
def test_signed_by_both_sides_the_orders_stay_secret_until_they_are_opened_and_then_they_stand(
    axis: Any, cast: Cast, client: Client
) -> None:
    mission = make.planned(make.campaign(cast.owner, allied="me", axis=axis))
    if axis == "me":
        mission.campaign.seats.filter(side="axis").update(user=cast.axis)
    units = Orders.objects.get(mission=mission, side="axis").document["units"]
    pilots = [Pilot.objects.get(pk=unit["leader_pilot"]).name for unit in units]
    assert pilots
    client.force_login(cast.owner)
    for url, page in pages(client, mission, "allied"):
        assert not [name for name in pilots if name in page], url
    table = reverse("mission-table", args=(mission.campaign_id, mission.number))
    assert not [name for name in pilots if name in client.post(table, {"store": "1"}, follow=True).content.decode()]

    opened = client.post(reverse("mission-open", args=(mission.campaign_id, mission.number)), follow=True)
    assert all(name in opened.content.decode() for name in pilots)
    assert "Change the orders" not in opened.content.decode()
    assert all(name in client.get(table).content.decode() for name in pilots)
    plan = reverse("mission-plan", args=(mission.campaign_id, mission.number, "allied"))
    refused = client.post(plan, {}, follow=True).content.decode()
    assert "The orders have been opened: they stand as they were signed." in refused


def test_a_campaign_never_shows_its_seed(cast: Cast, client: Client) -> None:
    seed = 4242424242424242
    mission = make.drawn(make.campaign(cast.owner, seed=seed))
    client.force_login(cast.owner)
    for url, page in pages(client, mission, "allied"):
        assert str(seed) not in page, url
        assert str(mission.seed) not in page, url


def test_until_the_debrief_a_commander_watches_with_his_own_eyes(cast: Cast, client: Client) -> None:
    campaign = make.club(cast)
    mission = make.flown(campaign)
    url = reverse("mission-replay", args=(campaign.pk, mission.number, 1))

    def open_hands(person: User) -> set[str]:
        client.force_login(person)
        return {hand.side for hand in client.get(url).context["hands"] if hand.cards}

    assert open_hands(cast.allied) == {"allied"}
    assert open_hands(cast.axis) == {"axis"}
    assert open_hands(cast.umpire) == {"allied", "axis"}
    make.debrief(mission)
    assert open_hands(cast.axis) == open_hands(cast.reader) == {"allied", "axis"}

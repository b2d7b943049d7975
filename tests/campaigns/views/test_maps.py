"""The map of a campaign on its pages: after each mission, and for whose eyes."""

from __future__ import annotations

import gzip
import html
import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from campaigns.models import Campaign, Role
from campaigns.operations import seats
from campaigns.selectors.standings import standing_of
from missions.models import Mission
from missions.operations import corrections, drawing
from tests import make
from tests.cast import Cast

POOLS = "schweinfurt-raids"
"""A campaign with squadrons, both sides', in which Missions come in a fixed order."""


@pytest.fixture
def raids(cast: Cast) -> Campaign:
    """After its first mission; everybody but the stranger has a seat."""
    campaign = make.club(cast, POOLS)
    make.debriefed(campaign)
    return campaign


def shown(client: Client, campaign: Campaign, query: str = "", status: int = 200) -> str:
    answer = client.get(reverse("campaign-map", args=[campaign.pk]) + query)
    assert answer.status_code == status
    return answer.content.decode()


def bases(page: str, side: str) -> set[str]:
    """What the map names as a side's airfields, and where a mission's aircraft are said to have come from."""
    return set(re.findall(rf'<g class="spot base {side}"><title>([^<:,]+)', page))


def tables(page: str) -> list[list[str]]:
    """What the tables under the map say, row by row, without their heads."""
    rows = re.findall(r"<tr>(.*?)</tr>", page.partition('id="map-missions"')[2], flags=re.DOTALL)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, flags=re.DOTALL) for row in rows if 'scope="col"' not in row]
    return [[" ".join(html.unescape(re.sub("<[^>]*>", " ", cell)).split()) for cell in row] for row in cells]


def test_the_map_shows_each_mission_with_its_result_and_the_table_says_the_same(cast: Cast, client: Client) -> None:
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    first = make.debriefed(campaign)
    second = make.drawn(campaign)
    client.force_login(cast.owner)
    page = shown(client, campaign)
    points = campaign.missions.get(number=1).flight.report
    assert points is not None
    assert re.search(
        rf"<title>Mission 1: {re.escape(first.title)}, [^<]* ahead, \d+ to \d+; lost: Axis 1</title>", page
    )
    assert f"<title>Mission 2: {second.title}" in page
    newest, oldest = tables(page)
    assert newest[:2] == ["2", second.title]
    assert newest[3] == "Not debriefed yet."
    assert oldest[:2] == ["1", first.title]
    assert first.place in oldest[2]
    assert oldest[2].startswith(f"{int(first.date[-2:])} ")
    assert re.fullmatch(r"[^<]* ahead, \d+ to \d+; lost: Axis 1", oldest[3])
    assert reverse("mission", args=(campaign.pk, 1)) in page


def test_what_the_map_marks_without_a_mission_is_told_in_words_too(raids: Campaign, cast: Cast, client: Client) -> None:
    """Its airfields with who is there; of a side whose squadrons are nobody else's business, nothing."""
    client.force_login(cast.umpire)
    page = shown(client, raids)
    on_map = dict(re.findall(r'<g class="spot base (?:allied|axis)"><title>([^<:]+): ([^<]+)</title>', page))
    told = {row[0]: row[2] for row in tables(page) if len(row) == 3}
    assert on_map
    assert told == {html.unescape(base): html.unescape(squadrons) for base, squadrons in on_map.items()}
    client.force_login(cast.reader)
    assert not [row for row in tables(shown(client, raids)) if len(row) == 3]


def test_the_slider_goes_back_mission_by_mission_without_any_script(cast: Cast, client: Client) -> None:
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    for _ in range(2):
        make.debriefed(campaign)
    client.force_login(cast.owner)
    latest = shown(client, campaign)
    assert 'href="?until=1"' in latest
    assert "Mission 2:" in latest
    earlier = shown(client, campaign, "?until=1")
    assert "Mission 1:" in earlier
    assert "Mission 2:" not in earlier
    assert 'href="?until=2"' in earlier
    beginning = shown(client, campaign, "?until=0")
    assert "Mission 1:" not in beginning
    assert "before the first mission" in beginning


def test_a_map_with_a_mission_that_has_yet_to_be_debriefed_says_that_things_stand_as_before_it(
    cast: Cast, client: Client
) -> None:
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    make.debriefed(campaign)
    make.drawn(campaign)
    client.force_login(cast.owner)
    assert "as it stands before mission 2" in shown(client, campaign)
    assert "after mission 1 of 2" in shown(client, campaign, "?until=1")


def test_a_mission_that_has_not_been_drawn_is_not_on_the_map_of_any_day(cast: Cast, client: Client) -> None:
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    client.force_login(cast.owner)
    shown(client, campaign, "?until=1", status=404)
    assert "before the first mission" in shown(client, campaign, "?until=nonsense")


def test_htmx_gets_the_map_alone(cast: Cast, client: Client) -> None:
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    client.force_login(cast.owner)
    answer = client.get(reverse("campaign-map", args=[campaign.pk]), headers={"HX-Request": "true"})
    assert answer.content.decode().strip().startswith('<div id="map"')


def test_a_void_mission_is_not_on_the_map(cast: Cast, client: Client) -> None:
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    mission = make.drawn(campaign)
    corrections.void(actor=cast.owner, mission=mission, reason="Nobody came", expected_version=make.version(campaign))
    client.force_login(cast.owner)
    assert "Mission 1:" not in shown(client, campaign)


def test_where_the_other_sides_aircraft_came_from_is_its_own_business_until_the_campaign_is_over(
    raids: Campaign, cast: Cast, client: Client
) -> None:
    client.force_login(cast.allied)
    page = shown(client, raids)
    assert bases(page, "allied")
    assert not bases(page, "axis")
    assert not re.search("Deelen|Saint-Trond|Gladbach", page)
    client.force_login(cast.reader)
    assert not bases(shown(client, raids), "allied") | bases(shown(client, raids), "axis")
    client.force_login(cast.umpire)
    page = shown(client, raids)
    assert bases(page, "allied")
    assert "Deelen" in bases(page, "axis")
    Campaign.objects.filter(pk=raids.pk).update(status=Campaign.Status.FINISHED)
    client.force_login(cast.reader)
    assert "Deelen" in bases(shown(client, raids), "axis")


def test_nothing_of_a_result_is_on_the_map_before_its_debrief(cast: Cast, client: Client) -> None:
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    make.recorded(campaign)
    client.force_login(cast.owner)
    for page in (shown(client, campaign), client.get(reverse("mission", args=(campaign.pk, 1))).content.decode()):
        assert re.search(r"<title>Mission 1: [^<]*: not debriefed yet</title>", page)
        assert 'class="lost' not in page.partition("map-key")[0]


@pytest.mark.slow("flies half a campaign")
def test_squadrons_are_where_events_had_sent_them_by_then(cast: Cast, client: Client) -> None:
    """Of Stalingrad: Tatsinskaya falls with the period after 24 December, and its transports go on to Salsk."""
    campaign = make.campaign(cast.owner, "stalingrad-airlift", allied="staff", axis="staff")
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.umpire, role=Role.UMPIRE, side="")
    client.force_login(cast.umpire)
    while not campaign.missions.filter(date__gte="1943").exists():
        period = standing_of(campaign).period
        if period is None or period.is_over:
            drawing.open_period(actor=cast.owner, campaign=campaign)
        else:
            make.debriefed(campaign)
    assert "<title>Salsk: I./KG z.b.V. 1" in shown(client, campaign)
    assert "<title>Tatsinskaya: I./KG z.b.V. 1" in shown(client, campaign, "?until=1")


def test_the_map_stands_small_on_the_campaigns_page_and_on_the_missions(cast: Cast, client: Client) -> None:
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    mission: Mission = make.drawn(campaign)
    client.force_login(cast.owner)
    for address in (reverse("campaign", args=[campaign.pk]), reverse("mission", args=(campaign.pk, mission.number))):
        page = client.get(address).content.decode()
        assert 'class="theatre' in page
        assert f"<title>Mission 1: {mission.title}" in page
        assert reverse("campaign-map", args=[campaign.pk]) in page


def test_a_campaign_whose_pack_has_no_map_has_none(cast: Cast, client: Client) -> None:
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me")
    client.force_login(cast.owner)
    shown(client, campaign, status=404)
    page = client.get(reverse("campaign", args=[campaign.pk])).content.decode()
    assert 'class="theatre' not in page
    assert reverse("campaign-map", args=[campaign.pk]) not in page
    drawing.open_period(actor=cast.owner, campaign=campaign)
    mission = make.drawn(campaign)
    assert 'class="theatre' not in client.get(reverse("mission", args=(campaign.pk, mission.number))).content.decode()


def test_the_page_of_the_largest_theatre_is_light_enough_for_a_phone(cast: Cast, client: Client) -> None:
    campaign = make.campaign(cast.owner, "8th-air-force-1943", allied="me", axis="me")
    client.force_login(cast.owner)
    page = shown(client, campaign)
    assert len(gzip.compress(page.encode())) < 50_000


def test_the_map_takes_eight_queries_however_much_has_been_flown(
    cast: Cast, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    client.force_login(cast.owner)
    shown(client, campaign)
    for _ in range(2):
        with django_assert_num_queries(8):
            shown(client, campaign)
        make.debriefed(campaign)

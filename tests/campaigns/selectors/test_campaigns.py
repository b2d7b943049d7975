"""What the pages of campaigns show."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from campaigns.access import viewer
from campaigns.models import Campaign
from campaigns.selectors import campaigns
from campaigns.selectors import home as selectors_home
from campaigns.selectors.campaigns import CampaignPage
from campaigns.selectors.definitions import definition
from campaigns.standing import Standing, victory_table
from tests import make
from tests.cast import Cast


def page_of(campaign: Campaign) -> CampaignPage:
    member = viewer(campaign, campaign.owner)
    assert member is not None
    return campaigns.campaign_page(campaign, member)


def test_the_page_adds_up(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND, seed=3)
    make.debriefed(campaign)
    make.drawn(campaign)
    page = page_of(campaign)
    first, second = page.missions
    assert first.is_debriefed
    assert not second.is_debriefed
    assert page.points == first.total == second.total
    assert page.margin == page.points["allied"] - page.points["axis"] == first.margin
    assert (first.destroyed, first.damaged) == ({"allied": 0, "axis": 1}, {"allied": 1, "axis": 0})
    assert (page.flown, page.length) == (1, 3)
    assert [ace.man.kills for ace in page.aces] == [1]
    assert page.aces[0].man.side == "allied"
    assert sum(row.destroyed for row in page.losses) == 1
    for side, line in zip(("allied", "axis"), page.chart.series, strict=True):
        assert line.values == (0, first.points[side])
    assert page.commanders == {"allied": "owner", "axis": "The staff"}


def test_the_page_tells_of_resources_only_after_the_debrief(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND, seed=1)
    mission = make.recorded(campaign)
    assert all(row.used_in is None for rows in page_of(campaign).resources.values() for row in rows)
    make.debrief(mission)
    page = page_of(campaign)
    spent = {side: [row.title for row in page.resources[side] if row.used_in == 1] for side in page.resources}
    assert spent == {side: [title] if title else [] for side, title in page.missions[0].resources.items()}
    assert any(spent.values())


@pytest.mark.portable
def test_the_page_costs_the_same_queries_however_long_the_campaign(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
):
    campaign = make.campaign(cast.owner)
    for _ in range(3):
        make.debriefed(campaign)
    campaign = Campaign.objects.select_related("pack", "owner").prefetch_related("seats__user").get(pk=campaign.pk)
    with django_assert_num_queries(3):
        page_of(campaign)


def test_missions_of_a_long_campaign_come_in_parts_and_everything_else_is_told_of_all(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
):
    monkeypatch.setattr(campaigns, "MISSIONS_A_PART", 2)
    monkeypatch.setattr(campaigns, "MOST_CHARTED", 4)
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="staff", seed=5)
    make.fought(campaign, 5)
    member = viewer(campaign, campaign.owner)
    assert member is not None
    whole = page_of(campaign)
    campaign = Campaign.objects.select_related("pack", "owner").prefetch_related("seats__user").get(pk=campaign.pk)
    with django_assert_num_queries(4):
        newest = campaigns.campaign_page(campaign, member, part=1)
    assert [row.number for row in newest.missions] == [4, 5]
    assert newest.missions == whole.missions[3:]
    assert (newest.points, newest.flown, newest.losses) == (whole.points, whole.flown, whole.losses)
    assert (newest.aces, newest.bombers, newest.resources) == (whole.aces, whole.bombers, whole.resources)
    assert newest.chart == whole.chart
    total = whole.missions[-1].total
    assert [series.values[-1] for series in newest.chart.series] == [total["allied"], total["axis"]]
    assert len(newest.chart.labels) <= 5
    client.force_login(cast.owner)
    address = reverse("campaign", args=[campaign.pk])
    shown = {part: client.get(address, {"missions": part}).content.decode() for part in ("", "2", "3", "99", "x")}
    assert [f'href="{address}missions/{number}/"' in shown[""] for number in range(1, 5)] == [0, 0, 0, 1]
    assert [f'href="{address}missions/{number}/"' in shown["2"] for number in range(1, 5)] == [0, 1, 1, 0]
    assert [f'href="{address}missions/{number}/"' in shown["3"] for number in range(1, 5)] == [1, 0, 0, 0]
    assert "Earlier missions" in shown[""]
    assert "Later missions" not in shown[""]
    assert "Later missions" in shown["99"]
    assert "Earlier missions" not in shown["99"]
    assert "Nobody flew" not in shown["3"]


def test_the_list_costs_two_queries_however_many_campaigns(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
):
    for seed in range(3):
        make.debriefed(make.campaign(cast.owner, seed=seed))
    with django_assert_num_queries(2):
        home = selectors_home.home(cast.owner.pk)
    assert [row.flown for board in home.boards for row in board.running] == [1, 1, 1]
    assert home.finished == ()


def test_a_finished_campaign_moves_to_the_finished_ones_with_the_grade_of_each_side(cast: Cast, client: Client):
    campaign = make.campaign(cast.owner, make.LAND)
    for _ in range(3):
        make.debriefed(campaign)
    home = selectors_home.home(cast.owner.pk)
    assert home.boards == ()
    (row,) = home.finished
    assert row.is_finished
    pack = definition(campaign.pack)
    assert row.points is not None
    grade = Standing(pack, points=dict(row.points)).grade
    assert row.grades == {"allied": grade.allied, "axis": grade.axis}
    client.force_login(cast.owner)
    page = client.get(reverse("home")).content.decode()
    assert f"Graded: Allied “{grade.allied}”, Axis “{grade.axis}”" in page


@pytest.mark.parametrize("slug", [make.DOGFIGHTS, make.LAND])
def test_the_ranges_of_the_victory_table_say_what_the_pack_grades(db: None, slug: str):
    pack = definition(make.pack(slug))
    rows = victory_table.grades(pack)
    for margin in range(-60, 61):
        wanted = Standing(pack, points={"allied": max(margin, 0), "axis": max(-margin, 0)}).grade
        (row,) = [
            row for row in rows if (row.low is None or margin >= row.low) and (row.high is None or margin <= row.high)
        ]
        assert (row.titles["allied"], row.text) == (wanted.allied, wanted.text)
        (marked,) = [row for row in victory_table.grades(pack, wanted) if row.is_current]
        assert marked.text == row.text
    assert rows[0].high is None
    assert rows[-1].low is None
    assert not any(row.is_current for row in rows)

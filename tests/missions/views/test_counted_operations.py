"""Counting an operation as a Mission of a Land campaign, through the pages."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.selectors import standings
from missions.models import Mission
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad
from tests.engine.rules import rule


@pytest.fixture
def land(cast: Cast, client: Client) -> Campaign:
    """A land campaign that has just begun; its owner is signed in."""
    client.force_login(cast.owner)
    return make.campaign(cast.owner, make.LAND)


@pytest.fixture
def over(cast: Cast) -> Campaign:
    """An operation of the owner's that is over."""
    operation = make.campaign(cast.owner, make.OPERATION, allied="me", axis="me")
    Campaign.objects.filter(pk=operation.pk).update(name="Malta <convoy>")
    make.finished(operation)
    return operation


def page(client: Client, campaign: Campaign, name: str = "campaign") -> str:
    response = client.get(reverse(name, args=(campaign.pk,)))
    assert response.status_code == 200
    return str(response.content.decode())


def address(campaign: Campaign) -> str:
    return reverse("campaign-operation", args=(campaign.pk,))


@rule("SUP 25")
def test_the_step_that_draws_leads_to_the_operations_and_one_of_them_is_counted(
    land: Campaign, over: Campaign, client: Client
):
    assert address(land) in page(client, land)
    shown = page(client, land, "campaign-operation")
    assert "Malta &lt;convoy&gt;" in shown
    assert "Which one is mission 1?" in shown
    response = client.post(address(land), {"operation": over.pk}, follow=True)
    assert response.redirect_chain == [(reverse("campaign", args=(land.pk,)), 302)]
    told = response.content.decode()
    assert "Malta &lt;convoy&gt; counts as mission 1." in told
    assert "an operation · counted in part" in told
    assert "1 of 3 debriefed" in told
    assert "Draw mission 2" in told
    assert_reconciled(land)


@pytest.mark.portable
def test_its_page_tells_how_it_ended_and_what_counts_here_and_leads_to_declaring_it_void(
    land: Campaign, client: Client
):
    mission = make.counted(land)
    points = standings.standing_of(land).points
    url = reverse("mission", args=(land.pk, mission.number))
    shown = client.get(url).content.decode()
    assert "An operation counts as this mission" in shown
    assert f"<b>{points['allied']}</b>" in shown
    void = reverse("mission-void", args=(land.pk, mission.number))
    assert void in shown
    form = client.get(void)
    response = client.post(void, {"reason": "Another was meant", "confirm": form.context["confirm"]}, follow=True)
    assert "It stays in the list and counts for nothing" in response.content.decode()
    shown = client.get(url).content.decode()
    assert "has been declared void" in shown
    assert "Another was meant." in shown
    assert "An operation counted as this mission" in shown
    assert f"<s>{points['allied']}</s>" in shown
    assert void not in shown


def test_the_journal_and_its_printed_log_tell_it(land: Campaign, client: Client):
    make.counted(land)
    shown = page(client, land, "campaign-journal")
    assert "Mission 1 is an operation, Malta convoy, which ended Allied " in shown
    assert "of the operation, divided by 3 (Supplement 25)" in shown
    assert "Mission 1 counts: Allied " in shown
    log = client.get(reverse("campaign-print", args=(land.pk, "log", "pdf")))
    assert log["Content-Type"] == "application/pdf"
    assert log.content.startswith(b"%PDF")


def test_what_was_not_among_them_is_refused_at_the_field(land: Campaign, over: Campaign, client: Client):
    for sent in ({}, {"operation": "nonsense"}, {"operation": land.pk}):
        response = client.post(address(land), sent)
        assert response.status_code == 422
        assert response.context["form"].errors["operation"]
    assert not Mission.objects.filter(campaign=land).exists()


def test_without_an_operation_that_is_over_the_page_says_so(land: Campaign, client: Client):
    assert "None of your operations is over" in page(client, land, "campaign-operation")


def test_while_a_mission_is_under_way_the_page_says_why_not(land: Campaign, over: Campaign, client: Client):
    make.drawn(land)
    assert "Mission 1 is not debriefed yet." in page(client, land, "campaign-operation")
    assert address(land) not in page(client, land)
    response = client.post(address(land), {"operation": over.pk})
    assert response.status_code == 422
    assert "Mission 1 is not debriefed yet." in response.content.decode()


@pytest.mark.parametrize("slug", broad([make.OPERATION, make.DOGFIGHTS], 1))
def test_no_other_campaign_is_offered_it(cast: Cast, over: Campaign, client: Client, slug: str):
    client.force_login(cast.owner)
    campaign = make.campaign(cast.owner, slug)
    assert address(campaign) not in page(client, campaign)
    assert "in a Land campaign only. [Supplement 25]" in page(client, campaign, "campaign-operation")


def test_a_commander_is_not_offered_it(cast: Cast, client: Client):
    club = make.club(cast, make.LAND)
    client.force_login(cast.allied)
    assert address(club) not in page(client, club)
    client.force_login(cast.umpire)
    assert address(club) in page(client, club)

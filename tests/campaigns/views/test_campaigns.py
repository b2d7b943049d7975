"""The pages of campaigns: what they show, what they cost, what they refuse."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.models import Campaign, Role
from campaigns.operations import campaigns as campaign_operations
from campaigns.operations import packs
from campaigns.packs.schema import SIDES
from campaigns.selectors.standings import standing_of
from missions.operations import orders
from missions.results.outcomes import Outcome
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast

MOST_QUERIES = 14
MOST_QUERIES_WITH_POOLS = 15


def queries(client: Client, url: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(url).status_code == 200
    return len(captured)


def test_the_campaign_page_takes_few_queries_and_no_more_as_missions_are_flown(owner: User, client: Client) -> None:
    campaign = make.campaign(owner)
    url = reverse("campaign", args=(campaign.pk,))
    make.debriefed(campaign)
    one = queries(client, url)
    make.debriefed(campaign)
    make.debriefed(campaign)
    assert queries(client, url) == one <= MOST_QUERIES


@pytest.mark.sweep
def test_the_page_of_a_campaign_with_pools_takes_as_many_queries_for_twenty_missions_as_for_three(
    owner: User, client: Client
) -> None:
    source = (
        make.source(make.PERIODS)
        .replace('"little-front"', '"long-front"', 1)
        .replace("missions = 3\n", "missions = 9\n")
    )
    pack, _ = packs.load_pack(source, "long-front.toml")
    campaign = campaign_operations.start_campaign(
        actor=owner, pack=pack, name="A long front", seats={"allied": "me", "axis": "staff"}, seed=7
    )
    url = reverse("campaign", args=(campaign.pk,))
    counted = {}
    for number in range(1, 21):
        if standing_of(campaign).is_over:
            break
        make.debriefed(campaign)
        if number in (3, 20):
            counted[number] = queries(client, url)
    assert len(counted) == 2
    assert counted[3] == counted[20] <= MOST_QUERIES_WITH_POOLS


def test_the_list_of_campaigns_takes_as_many_queries_for_three_as_for_one(owner: User, client: Client) -> None:
    make.debriefed(make.campaign(owner))
    one = queries(client, reverse("home"))
    make.campaign(owner)
    make.debriefed(make.campaign(owner, make.LAND))
    assert queries(client, reverse("home")) == one <= MOST_QUERIES


def test_the_pages_of_a_mission_take_few_queries(owner: User, client: Client) -> None:
    campaign = make.campaign(owner)
    make.debriefed(campaign)
    mission = make.flown(campaign)
    at = (campaign.pk, mission.number)
    assert queries(client, reverse("mission", args=at)) <= MOST_QUERIES + 1  # what the reader has begun to fill in
    for name in ("mission-replay", "mission-debrief"):
        assert queries(client, reverse(name, args=at)) <= MOST_QUERIES, name


def test_the_list_says_which_period_a_campaign_is_in_and_no_score_that_events_may_have_changed(
    owner: User, client: Client
) -> None:
    campaign = make.campaign(owner, make.PERIODS)
    assert "3 periods, none begun" in client.get(reverse("home")).content.decode()
    make.debriefed(campaign)
    page = client.get(reverse("home"))
    assert "period 1 of 3, 1 mission debriefed" in page.content.decode()
    (board,) = page.context["home"].boards
    (row,) = board.running
    assert row.points is None


def test_somebody_without_campaigns_is_invited_to_start_one(owner: User, client: Client) -> None:
    page = client.get(reverse("home")).content.decode()
    assert "Nobody is flying yet" in page
    assert reverse("campaign-new") in page


@pytest.mark.portable
def test_a_campaign_is_started_from_the_form(owner: User, client: Client) -> None:
    make.pack()
    response = client.post(
        reverse("campaign-new"), {"pack": make.DOGFIGHTS, "name": "  Thursdays ", "allied": "me", "axis": "staff"}
    )
    campaign = Campaign.objects.get()
    assert response["Location"] == reverse("campaign", args=(campaign.pk,))
    assert campaign.name == "Thursdays"
    assert campaign.seats.get(side="allied", role=Role.COMMANDER).user == owner
    assert campaign.seats.get(side="axis").is_staff
    assert_reconciled(campaign)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": "n" * 81}, "at most 80 characters"),
        ({"name": "before\x00after"}, "Null characters are not allowed."),
        ({"pack": "no-such-pack"}, "That pack is not on the shelf."),
        ({"pack": ""}, "Choose a pack."),
        ({"allied": "them"}, "You, or the staff."),
        ({"axis": ""}, "Say who flies the Axis side."),
    ],
)
def test_a_campaign_that_makes_no_sense_is_refused_at_its_field(
    change: dict[str, str], sentence: str, owner: User, client: Client
) -> None:
    make.pack()
    data = {"pack": make.DOGFIGHTS, "name": "Thursdays", "allied": "me", "axis": "staff"} | change
    response = client.post(reverse("campaign-new"), data)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert not Campaign.objects.exists()


@pytest.mark.parametrize("name", ["", " \t "])
def test_a_campaign_left_without_a_name_takes_that_of_the_pack_it_ends_up_with(
    name: str, owner: User, client: Client
) -> None:
    make.pack()
    make.pack(make.LAND)
    offered = client.get(reverse("campaign-new") + f"?pack={make.DOGFIGHTS}").context["form"]
    assert not offered["name"].value()
    client.post(reverse("campaign-new"), {"pack": make.LAND, "name": name, "allied": "me", "axis": "staff"})
    assert Campaign.objects.get().name == "Rommel Attacks"


def test_the_pack_of_the_address_is_chosen_beforehand_and_must_exist(owner: User, client: Client) -> None:
    make.pack()
    make.pack(make.LAND)
    page = client.get(reverse("campaign-new") + f"?pack={make.LAND}")
    assert page.context["form"]["pack"].value() == make.LAND
    chosen, _ = page.content.decode().split("Another pack")
    assert "3 missions" in chosen
    assert client.get(reverse("campaign-new") + "?pack=nothing").status_code == 404


def test_names_and_notes_that_look_like_markup_are_shown_as_they_were_typed(owner: User, client: Client) -> None:
    name = "<script>alert('x')</script> & <b>sons"
    campaign = campaign_operations.start_campaign(
        actor=owner, pack=make.pack(), name=name, seats={"allied": "me", "axis": "staff"}, seed=3
    )
    mission = make.recorded(campaign, Outcome(notes="<img src=x onerror=alert(1)>"))
    at = (campaign.pk, mission.number)
    for url in (
        reverse("home"),
        reverse("campaign", args=(campaign.pk,)),
        reverse("campaign-journal", args=(campaign.pk,)),
        reverse("mission", args=at),
        reverse("mission-debrief", args=at),
    ):
        page = client.get(url).content.decode()
        assert "<script>alert" not in page, url
        assert "<img src=x" not in page, url
    assert "&lt;script&gt;" in client.get(reverse("home")).content.decode()
    assert "&lt;img src=x" in client.get(reverse("mission-debrief", args=at)).content.decode()


def test_a_mission_is_drawn_and_a_second_one_not_before_it_is_debriefed(owner: User, client: Client) -> None:
    campaign = make.campaign(owner)
    url = reverse("campaign-draw", args=(campaign.pk,))
    assert client.post(url)["Location"] == reverse("mission", args=(campaign.pk, 1))
    page = client.post(url, follow=True)
    assert page.redirect_chain[-1][0] == reverse("campaign", args=(campaign.pk,))
    assert "Mission 1 is not debriefed yet." in page.content.decode()
    assert campaign.missions.count() == 1


@pytest.mark.portable
def test_the_next_step_leads_from_the_draw_to_the_verdict(owner: User, client: Client) -> None:
    campaign = make.campaign(owner, make.LAND, allied="me", axis="me", seed=make.seed_that_draws(make.LAND, "mechili"))
    url = reverse("campaign", args=(campaign.pk,))

    def says(sentence: str) -> bool:
        return sentence in client.get(url).content.decode()

    assert says("Draw mission 1")
    make.planned(campaign)
    assert says("Fly mission 1")
    make.record(campaign.missions.get())
    assert says("Debrief mission 1")
    make.debrief(campaign.missions.get())
    assert says("Draw mission 2")
    make.debriefed(campaign)
    make.drawn(campaign)
    assert says("Write the Allied orders")
    assert says("Write the Axis orders")
    last = campaign.missions.get(number=3)
    for side in SIDES:
        orders.sign_orders(actor=owner, mission=last, side=side, document=make.orders(last, side))
    make.record(campaign.missions.get(number=3))
    make.debrief(last)
    assert says("The campaign is over")
    assert says("The verdict")
    assert_reconciled(campaign)


def test_the_log_comes_as_a_pdf_on_either_paper_and_on_no_other(owner: User, client: Client) -> None:
    campaign = make.campaign(owner)
    make.debriefed(campaign)
    filled, blank = (
        reverse("campaign-print", args=(campaign.pk, "log", "pdf")),
        reverse("pack-log", args=(make.DOGFIGHTS,)),
    )
    for url in (filled, blank):
        for query in ("", "?paper=letter"):
            response = client.get(url + query)
            assert response["Content-Type"] == "application/pdf"
            assert response.content.startswith(b"%PDF-")
        refused = client.get(url + "?paper=papyrus")
        assert refused.status_code == 404
        assert "A4 or letter" in refused.content.decode()


def test_the_journal_strikes_out_what_was_taken_back(cast: Cast, client: Client) -> None:
    campaign = make.club(cast)
    mission = make.debriefed(campaign)
    client.force_login(cast.owner)
    client.post(reverse("mission-withdraw", args=(campaign.pk, mission.number)))
    page = client.get(reverse("campaign-journal", args=(campaign.pk,))).content.decode()
    assert "<s>Mission 1 was debriefed" in page
    assert "Taken back: entry" in page
    assert_reconciled(campaign)

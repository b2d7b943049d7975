"""The guided sequence of play: at each moment of a campaign its page says what is next, and offers it."""

from __future__ import annotations

from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.operations import campaigns as campaign_operations
from campaigns.operations import changes, packs
from campaigns.packs.schema import SIDES
from campaigns.selectors.standings import standing_of
from missions.operations import drawing, orders
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.rules import rule


def text(client: Client, campaign: Campaign) -> str:
    """The page of a campaign as it reads."""
    page = client.get(reverse("campaign", args=(campaign.pk,)))
    assert page.status_code == 200
    return " ".join(unescape(page.content.decode()).split())


def post(client: Client, name: str, *args: object, **data: str) -> str:
    """Where a form of the page leads."""
    return client.post(reverse(name, args=args), data)["Location"]


@rule("SUP 27")
def test_a_period_is_led_through_from_the_weather_card_to_the_last_debrief(owner: User, client: Client):
    campaign = make.campaign(owner, make.PERIODS, allied="me", axis="me")
    shown = text(client, campaign)
    assert "Period 1 of 3 · Supplement 27.1" in shown
    assert "Begin the first period" in shown
    post(client, "campaign-period", campaign.pk)
    period = standing_of(campaign).period
    assert period is not None
    assert period.weather is not None
    shown = text(client, campaign)
    assert period.weather.title in shown
    assert "Supplement 27.3" in shown
    assert "Draw mission 1" in shown
    assert post(client, "campaign-draw", campaign.pk) == reverse("mission", args=(campaign.pk, 1))
    mission = campaign.missions.get()
    shown = text(client, campaign)
    assert "Supplement 27.4" in shown
    assert all(reverse("mission-plan", args=(campaign.pk, 1, side)) in shown for side in SIDES)
    for side in SIDES:
        orders.sign_orders(actor=owner, mission=mission, side=side, document=make.orders(mission, side))
    assert "Fly mission 1" in text(client, campaign)
    make.record(mission)
    assert "Debrief mission 1" in text(client, campaign)
    make.debrief(mission)
    assert "Mission 1 has been debriefed" in text(client, campaign)
    while not standing_of(campaign).period.is_over:  # type: ignore[union-attr]
        make.debriefed(campaign)
    shown = text(client, campaign)
    assert "Begin the next period" in shown
    assert "Period 2 of 3 · Supplement 27.1" in shown
    assert_reconciled(campaign)


@rule("SUP 27")
def test_replacements_and_fuel_of_a_period_are_told_to_their_own_side_only(cast: Cast, client: Client):
    campaign = make.club(cast, make.PERIODS)
    for _ in range(9):
        standing = standing_of(campaign)
        if standing.period is not None and standing.period.is_over:
            break
        make.debriefed(campaign)
    before = standing_of(campaign).stocks["allied"]["fuel"]
    drawing.open_period(actor=cast.owner, campaign=campaign)
    now = standing_of(campaign).stocks["allied"]["fuel"]
    client.force_login(cast.allied)
    shown = text(client, campaign)
    assert "Period 2 has begun" in shown
    assert "Frontier Fighters received 1 × Hawker Hurricane Mk I." in shown
    assert f"Fuel at the port: {before} before, {now} now." in shown
    assert "Fuel that came across" not in shown
    client.force_login(cast.axis)
    shown = text(client, campaign)
    assert "Fuel at the port" not in shown
    assert "Frontier Fighters" not in shown
    assert "Fuel that came across" in shown
    client.force_login(cast.reader)
    assert "Fuel" not in text(client, campaign)


@rule("SUP 27")
def test_a_side_that_chooses_its_missions_takes_one_from_the_table(cast: Cast, client: Client):
    source = make.source(make.PERIODS).replace('key = "weeks"', 'key = "weeks"\nchosen_by = "axis"')
    pack, _ = packs.load_pack(source.replace('"little-front"', '"little-choice"', 1), "choice.toml")
    campaign = campaign_operations.start_campaign(
        actor=cast.axis, pack=pack, name="Choice", seats={"allied": "staff", "axis": "me"}, seed=7
    )
    drawing.open_period(actor=cast.axis, campaign=campaign)
    client.force_login(cast.axis)
    shown = text(client, campaign)
    assert "Choose mission 1" in shown
    assert all(f'value="{key}"' in shown for key in ("port", "sweep", "crossroads", "coaster"))
    refused = client.post(reverse("campaign-choose", args=(campaign.pk,)), {"mission": "moon"}, follow=True)
    assert "Choose one of those in the table." in refused.content.decode()
    assert post(client, "campaign-choose", campaign.pk, mission="sweep") == reverse("mission", args=(campaign.pk, 1))
    assert campaign.missions.get().key == "sweep"


@rule("SUP 27")
def test_where_the_staff_chooses_a_click_lets_it(owner: User, client: Client):
    source = make.source(make.PERIODS).replace('key = "weeks"', 'key = "weeks"\nchosen_by = "axis"')
    pack, _ = packs.load_pack(source.replace('"little-front"', '"little-choice"', 1), "choice.toml")
    campaign = campaign_operations.start_campaign(
        actor=owner, pack=pack, name="Choice", seats={"allied": "me", "axis": "staff"}, seed=7
    )
    drawing.open_period(actor=owner, campaign=campaign)
    assert "Draw mission 1" in text(client, campaign)
    assert post(client, "campaign-draw", campaign.pk) == reverse("mission", args=(campaign.pk, 1))


def test_a_mission_that_nobody_can_fly_is_entered_as_not_flown(owner: User, client: Client):
    campaign = make.campaign(owner, make.PERIODS, allied="me", axis="me")
    drawing.open_period(actor=owner, campaign=campaign)
    for key in ("stuka", "jagd", "frontier-fighters", "frontier-bombers"):
        side = standing_of(campaign).squadrons[key].side
        changes.withdraw_squadron(actor=owner, campaign=campaign, side=side, squadron=key, reason="Sandstorm.")
    mission = make.planned(campaign)
    at = (campaign.pk, mission.number)
    shown = text(client, campaign)
    assert "Mission 1 stays on the ground" in shown
    board = client.get(reverse("mission", args=at)).content.decode()
    assert "Enter that nobody flew" in board
    assert "Let the engine fly it" not in board
    for _ in range(2):
        assert post(client, "mission-ground", *at) == reverse("campaign", args=(campaign.pk,))
    assert "nobody flew" in text(client, campaign)
    assert "Nobody flew:" in client.get(reverse("mission", args=at)).content.decode()
    assert campaign.entries.filter(kind="debriefed").count() == 1
    assert_reconciled(campaign)


@rule("SUP 25")
def test_an_operation_counts_its_points_down_and_goes_from_mission_to_mission(cast: Cast, client: Client):
    campaign = make.club(cast, make.OPERATION)
    client.force_login(cast.allied)
    shown = text(client, campaign)
    assert "Mission 1 of 4 · Supplement 25" in shown
    assert "Go on to mission 1" in shown
    assert "Points for Resources" in shown
    client.force_login(cast.reader)
    assert "Points for Resources" not in text(client, campaign)


@pytest.mark.parametrize("slug", [make.LAND, make.DOGFIGHTS])
@rule("SUP 24.3")
def test_a_land_campaign_and_dogfights_show_their_sequence_and_nothing_of_pools(slug: str, owner: User, client: Client):
    campaign = make.campaign(owner, slug)
    shown = text(client, campaign)
    assert "Supplement 24.3 C1" in shown
    assert all(word not in shown for word in ("The track", "Stocks", "On the field", "Order of battle"))


def test_the_track_is_told_in_words_and_drawn_with_the_way_of_its_marker(owner: User, client: Client):
    campaign = make.campaign(owner, make.PERIODS)
    make.debriefed(campaign)
    standing = standing_of(campaign)
    assert standing.marker is not None
    assert standing.pack.progress is not None
    shown = text(client, campaign)
    where = standing.pack.progress.spaces[standing.marker - 1].title
    assert f"After 1 mission the marker stands at {where}, space {standing.marker} of 5." in shown
    length = len(standing.pack.progress.spaces)
    assert f"0.0,{length - 3 + 0.5}" in shown, "the way begins at the third space"
    assert shown.count('class="peg"') == 1


def test_a_flight_is_entered_as_not_flown_only_if_nobody_can(owner: User, client: Client):
    campaign = make.campaign(owner, make.PERIODS, allied="me", axis="me")
    mission = make.planned(campaign)
    answer = client.post(reverse("mission-ground", args=(campaign.pk, mission.number)), follow=True)
    assert "The mission can be flown by the orders of both sides." in answer.content.decode()
    assert not campaign.entries.filter(kind="debriefed").exists()


def test_a_crowd_of_new_men_is_counted_and_weather_is_told_of_sides_that_fly_squadrons(owner: User, client: Client):
    campaign = make.campaign(owner, "buzz-bomb")
    drawing.open_period(actor=owner, campaign=campaign)
    shown = text(client, campaign)
    joined = sum(airman.status != "away" for airman in standing_of(campaign).airmen.values())
    assert f"{joined} men have joined; the roster names them." in shown
    assert (
        "No. 3 Squadron joined with the Hawker Tempest Mk V at Newchurch and received 4 × Hawker Tempest Mk V." in shown
    )
    weather = shown[shown.index('part weather"') :]
    weather = weather[: weather.index("</details>")]
    assert "Allied" in weather
    assert "Axis" not in weather


def test_alone_against_flying_bombs_nobody_waits_for_another_side(owner: User, client: Client):
    campaign = make.campaign(owner, "buzz-bomb")
    drawing.open_period(actor=owner, campaign=campaign)
    shown = text(client, campaign)
    assert "Then you send out the patrols." in shown
    assert "each side plans" not in shown
    mission = make.drawn(campaign)
    briefing = client.get(reverse("mission", args=(campaign.pk, mission.number))).content.decode()
    assert "Once your orders are signed." in briefing
    assert "both sides" not in briefing


@pytest.mark.parametrize("slug", [make.LAND, make.DOGFIGHTS])
def test_a_lead_has_its_sides_name_on_every_page_whichever_side_the_victory_table_goes_by(
    slug: str, owner: User, client: Client
):
    campaign = make.campaign(owner, slug, allied="me", axis="me")
    assert "<strong>level</strong>" in text(client, campaign)
    make.debriefed(campaign)
    points = standing_of(campaign).points
    margin = points["allied"] - points["axis"]
    assert margin
    shown = text(client, campaign)
    assert f"Victory Points ahead</span> <strong>{'Allied' if margin > 0 else 'Axis'} +{abs(margin)}</strong>" in shown
    for page in (shown, unescape(client.get(reverse("pack", args=(slug,))).content.decode())):
        table = page[page.index('class="victory-table"') :]
        table = " ".join(table[: table.index("</table>")].split())
        assert "Victory Points ahead" in table
        best, worst = (table.index(f"{side} +") for side in ("Allied", "Axis"))
        assert best < worst, "from the Allies' best to the Axis's"
        assert "−" not in table
        assert table.count(" or more") == 2

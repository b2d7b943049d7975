"""Pages of campaigns of other games than Wild Blue Yonder: their sides' names, their game's, and who has no men."""

from __future__ import annotations

import io
import re

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from campaigns.selectors import standings
from campaigns.standing import compare
from tests import make
from tests.cast import Cast


def words(client: Client, name: str, *args: object) -> str:
    """What a page says, without its tags."""
    return re.sub(r"\s+", " ", strip_tags(client.get(reverse(name, args=args)).content.decode()))


@pytest.mark.parametrize(
    ("slug", "ours", "theirs"),
    [("flying-circus-1917", "Entente", "Central Powers"), ("angels-over-kent", "Allied", "Axis")],
)
def test_sides_are_called_as_the_game_calls_them(slug: str, ours: str, theirs: str, cast: Cast, client: Client) -> None:
    mission = make.drawn(make.campaign(cast.owner, slug, allied="me", axis="me"))
    client.force_login(cast.owner)
    assert f"{theirs} orders" in words(client, "mission-plan", mission.campaign_id, mission.number, "axis")
    assert f"Write the {ours} orders" in words(client, "campaign", mission.campaign_id)
    for page in (
        words(client, "campaign", mission.campaign_id),
        words(client, "campaign-squadrons", mission.campaign_id),
        words(client, "mission", mission.campaign_id, mission.number),
        words(client, "pack", slug),
        words(client, "home"),
    ):
        assert ours in page
        assert theirs in page


def test_units_losses_and_the_journal_go_by_the_sides_of_the_game(cast: Cast, client: Client) -> None:
    mission = make.flown(make.campaign(cast.owner, "flying-circus-1917", allied="me", axis="me"))
    client.force_login(cast.owner)
    at = (mission.campaign_id, mission.number)
    before = words(client, "mission-debrief", *at)
    make.debrief(mission)
    for page in (
        before,
        words(client, "campaign", mission.campaign_id),
        words(client, "campaign-journal", mission.campaign_id),
        words(client, "mission", *at),
        words(client, "mission-amend", *at),
        words(client, "campaign-claims", mission.campaign_id),
    ):
        assert not re.search(r"Axis|Allied|Allies", page)
    assert re.search(
        r"was debriefed after \d turns?: Entente \d+, Central Powers \d+",
        words(client, "campaign-journal", mission.campaign_id),
    )


@pytest.mark.portable
def test_what_is_computed_told_or_exported_goes_by_the_sides_of_the_game(cast: Cast, client: Client) -> None:
    campaign = make.campaign(cast.owner, "flying-circus-1917", allied="me", axis="me")
    mission = make.flown(campaign)
    make.debrief(mission)
    make.drawn(campaign)
    client.force_login(cast.owner)
    prints = words(client, "campaign-prints", campaign.pk)
    assert "Entente order of battle" in prints
    assert "Mission 2: Central Powers briefing" in prints
    assert "Mission 2: Central Powers cards" in prints
    sorties = words(client, "campaign-table", campaign.pk, "sorties")
    assert ",central powers," in sorties
    assert "entente VP,central powers VP" in words(client, "campaign-table", campaign.pk, "missions")
    before = standings.standing_of(campaign)
    after = standings.standing_of(make.campaign(cast.owner, "flying-circus-1917", allied="me", axis="me"))
    told = " ".join(change.sentence for change in compare(before, after) if change.kind == "points")
    pages = (
        prints,
        sorties,
        told,
        words(client, "campaign", campaign.pk),
        words(client, "campaign-squadrons", campaign.pk),
        *(words(client, "campaign-change", campaign.pk, what) for what in ("squadron", "points")),
        client.get(reverse("campaign-print", args=(campaign.pk, "order-of-battle/axis", "pdf")))["Content-Disposition"],
    )
    for page in pages:
        assert not re.search(r"\b(Axis|Allied|Allies|axis|allied)\b", page), page
    assert "Central Powers side" in told


def test_the_command_that_simulates_campaigns_names_the_sides_of_the_game() -> None:
    out = io.StringIO()
    call_command("simulate", "flying-circus-1917", "--runs", "1", stdout=out)
    assert "won: Entente" in out.getvalue()
    assert not re.search("axis|allied|allies", out.getvalue().lower())


def test_a_new_campaign_asks_who_flies_by_all_names_that_its_sides_may_have(cast: Cast, client: Client) -> None:
    for slug in ("flying-circus-1917", "big-week"):
        make.campaign(cast.owner, slug)
    client.force_login(cast.owner)
    page = words(client, "campaign-new")
    assert "Allied / Entente" in page
    assert "Axis / Central Powers" in page


def test_the_debrief_of_flights_says_the_letters_by_which_board_and_log_know_them(cast: Cast, client: Client) -> None:
    mission = make.flown(make.campaign(cast.owner, "big-week", allied="me", axis="me"))
    client.force_login(cast.owner)
    at = (mission.campaign_id, mission.number)
    debrief = words(client, "mission-debrief", *at)
    log = words(client, "mission-replay", *at)
    lettered = r"((?:Bf|Fw|Me|P)[ -]\d+ [A-H])\b"
    flights = set(re.findall(lettered, debrief))
    assert len(flights) > 1
    assert flights == set(re.findall(lettered, log))


def test_an_aircraft_flies_for_the_side_that_its_game_knows(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    assert "Central Powers · Fighter · Luftstreitkräfte" in words(client, "aircraft", "fokker-dr-i")
    assert "Axis · Fighter" in words(client, "aircraft", "bf-109e-ace")


def test_a_pack_says_which_game_it_is_for(cast: Cast, client: Client) -> None:
    for slug in ("flying-circus-1917", "big-week"):
        make.campaign(cast.owner, slug)
    client.force_login(cast.owner)
    assert "Progressive campaign · Down in Flames WWI Flying Circus 1917" in words(client, "packs")
    assert "Big Week Phil Sabin’s Dogfight · 12 missions · Progressive campaign" in words(client, "campaign-new")


@pytest.mark.parametrize(("slug", "has_men"), [("flying-circus-1917", True), ("big-week", False)])
def test_only_a_campaign_with_men_has_a_roster_among_its_pages(
    slug: str, has_men: bool, cast: Cast, client: Client
) -> None:
    campaign = make.campaign(cast.owner, slug)
    client.force_login(cast.owner)
    address = reverse("campaign-pilots", args=(campaign.pk,))
    assert (f'href="{address}"' in client.get(reverse("campaign", args=(campaign.pk,))).content.decode()) == has_men
    assert ("nobody is named who flies them" in words(client, "campaign-pilots", campaign.pk)) != has_men


def test_a_games_aircraft_are_sorted_by_classes_that_it_has(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    assert "Heavy Bombers" not in client.get(reverse("aircraft-list"), {"system": "wwi"}).content.decode()
    assert "Heavy Bombers" in client.get(reverse("aircraft-list")).content.decode()

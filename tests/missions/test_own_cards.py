"""A campaign whose pack carries cards of its own: flown, replayed, printed, told and handed on, in every game."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

import engine
from campaigns.catalogue import library as libraries
from campaigns.catalogue.library import aircraft_name, library
from campaigns.models import Campaign, Card, Pack
from campaigns.operations import campaigns as campaign_operations
from campaigns.operations.packs import keep_pack
from config.common.vocabulary import nation_name
from engine.core import own_types
from engine.core.record import Record
from engine.sabin import setup as sabin
from missions.models import Mission
from missions.selectors.archive import export
from tests import make
from tests.campaigns.packs.test_cards import BIG_WEEK, CIRCUS, FLOWN, KENT, LAND, TARGET, carrying, of_sweden
from tests.cast import Cast

OURS = "Our own machine"


def forget() -> None:
    """As a process that has just begun, which has read no pack."""
    own_types._KNOWN.clear()
    libraries._own_type.cache_clear()
    sabin._KNOWN.clear()
    for system in ("wildblue", "wwi", "sabin", "angels"):
        __import__(f"engine.{system}.aircraft", fromlist=["aircraft"]).aircraft._by_ratings.cache_clear()


def campaign(cast: Cast, pack: str) -> Campaign:
    text = carrying(pack, name=OURS).replace(f'slug = "{pack}"', f'slug = "my-{pack}"', 1)
    kept = keep_pack(actor=cast.owner, text=text, filename="mine.toml")
    return campaign_operations.start_campaign(
        actor=cast.owner, pack=kept, name="Ours", seats={"allied": "me", "axis": "me"}, seed=7
    )


def flown_with(cast: Cast, pack: str) -> Mission:
    """The first mission in which somebody flies the card, flown by the engine and debriefed."""
    begun = campaign(cast, pack)
    for _ in range(8):
        mission = make.flown(begun)
        make.debrief(mission)
        if any(own_types.is_own(each["aircraft"]) for each in mission.flight.report["aircraft"]):
            return mission
    raise AssertionError("nobody flew it")


@pytest.mark.parametrize("pack", [LAND, CIRCUS, BIG_WEEK, KENT])
def test_a_campaign_flies_the_card_and_its_record_needs_nobody_to_look_it_up(
    cast: Cast, client: Client, pack: str
) -> None:
    mission = flown_with(cast, pack)
    (slug,) = {each["aircraft"] for each in mission.flight.report["aircraft"] if own_types.is_own(each["aircraft"])}
    assert own_types.plain(slug) == FLOWN[pack]
    start = json.dumps(Record.parse(mission.flight.record).start)
    assert OURS in start
    assert f'"{slug}"' in start
    forget()
    Card.objects.all().delete()
    assert engine.replay(mission.flight.record).report()
    assert OURS in {aircraft_name(slug)}
    client.force_login(cast.owner)
    page = client.get(reverse("mission", args=(mission.campaign_id, mission.number)))
    assert page.status_code == 200


def test_a_target_of_ones_own_is_struck_and_its_record_holds_it(cast: Cast, client: Client) -> None:
    text = (carrying(LAND, name=OURS) + TARGET).replace(f'slug = "{LAND}"', 'slug = "ours"', 1)
    kept = keep_pack(actor=cast.owner, text=text, filename="mine.toml")
    begun = campaign_operations.start_campaign(
        actor=cast.owner,
        pack=kept,
        name="Ours",
        seats={"allied": "me", "axis": "me"},
        seed=make.seed_that_draws(LAND, "via-balbia"),
    )
    mission = make.flown(begun)
    make.debrief(mission)
    assert mission.key == "via-balbia"
    assert '"Routed"' in mission.flight.record
    client.force_login(cast.owner)
    forget()
    assert engine.replay(mission.flight.record).report().target
    page = client.get(reverse("mission", args=(mission.campaign_id, mission.number))).content.decode()
    assert "Ground Forces (own)" in page
    assert "Ground Forces (own)" in client.get(reverse("pack", args=("ours",))).content.decode()


def test_men_of_a_nation_of_ones_own_fly_are_shown_and_go_with_the_campaigns_file(cast: Cast, client: Client) -> None:
    text = of_sweden().replace(f'slug = "{LAND}"', 'slug = "ours"', 1)
    kept = keep_pack(actor=cast.owner, text=text, filename="mine.toml")
    begun = campaign_operations.start_campaign(
        actor=cast.owner, pack=kept, name="Ours", seats={"allied": "me", "axis": "me"}, seed=7
    )
    mission = make.flown(begun)
    make.debrief(mission)
    swedes = [man for man in begun.pilots.all() if nation_name(man.nation) == "Sweden"]
    assert len(swedes) >= 2
    client.force_login(cast.owner)
    for name, args in (
        ("campaign-journal", (begun.pk,)),
        ("mission", (begun.pk, mission.number)),
    ):
        forget()
        page = client.get(reverse(name, args=args))
        assert page.status_code == 200
        assert swedes[0].nation not in page.content.decode().replace(f'value="{swedes[0].nation}', "")
    assert "Sweden" in client.get(reverse("pack", args=("ours",))).content.decode()
    brought = make.brought_in(actor=cast.stranger, content=export(begun))
    assert {man.nation for man in brought.pilots.all()} == {man.nation for man in begun.pilots.all()}


def test_pages_and_papers_name_the_card_in_a_process_that_has_read_no_pack(cast: Cast, client: Client) -> None:
    mission = flown_with(cast, LAND)
    (card,) = Card.objects.all()
    client.force_login(cast.owner)
    forget()
    assert library().aircraft[card.slug].name == OURS
    for name, args in (
        ("aircraft", (card.slug,)),
        ("pack", (mission.campaign.pack.slug,)),
        ("campaign-journal", (mission.campaign_id,)),
    ):
        forget()
        assert OURS in client.get(reverse(name, args=args)).content.decode()
    for name, args in (
        ("aircraft-cards", (card.slug,)),
        ("pack-cards", (mission.campaign.pack.slug,)),
        ("pack-counters", (mission.campaign.pack.slug,)),
        ("pack-log", (mission.campaign.pack.slug,)),
    ):
        forget()
        answer = client.get(reverse(name, args=args))
        assert answer.status_code == 200
        assert answer.getvalue().startswith(b"%PDF")


def test_a_card_is_seen_by_those_who_may_see_a_pack_that_carries_it(cast: Cast, client: Client) -> None:
    begun = campaign(cast, LAND)
    (card,) = Card.objects.all()
    for user, status in ((cast.owner, 200), (cast.stranger, 404)):
        client.force_login(user)
        assert client.get(reverse("aircraft", args=(card.slug,))).status_code == status
        assert client.get(reverse("aircraft-cards", args=(card.slug,))).status_code == status
        assert (OURS in client.get(reverse("aircraft-list")).content.decode()) is False
    assert begun.pack.owner == cast.owner


def test_a_campaign_file_brings_its_cards_beside_others_of_the_same_name(cast: Cast) -> None:
    mission = flown_with(cast, LAND)
    content = export(mission.campaign)
    other = carrying(LAND, name="Another").replace(f'slug = "{LAND}"', 'slug = "another"', 1)
    keep_pack(actor=cast.stranger, text=other, filename="another.toml")
    brought = make.brought_in(actor=cast.stranger, content=content)
    assert brought.pack.cards.get().table["name"] == OURS
    assert {each.table["name"] for each in Card.objects.filter(slug__startswith="hurricane-i_")} == {OURS, "Another"}


def test_a_pack_that_comes_again_with_another_card_is_another_version(cast: Cast) -> None:
    begun = campaign(cast, LAND)
    changed = begun.pack.source.replace(OURS, "A better one").replace('version = "', 'version = "9', 1)
    newer = keep_pack(actor=cast.owner, text=changed, filename="mine.toml")
    assert newer.cards.get() != begun.pack.cards.get()
    assert Pack.objects.get(pk=begun.pack_id).cards.get().table["name"] == OURS

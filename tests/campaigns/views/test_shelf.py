"""A new campaign begins with where to start; it and the page of packs find a pack by filters in the address."""

from __future__ import annotations

from html import unescape

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

import engine
from campaigns.models import Campaign, Pack
from campaigns.selectors.shelf import START_HERE
from tests import make
from tests.cast import Cast

PACKS = {"desert-dogfights", "flying-circus-1917", "big-week", "angels-over-kent", "buzz-bomb"}


@pytest.fixture
def owner(cast: Cast, client: Client) -> User:
    for slug in sorted(PACKS):
        make.pack(slug)
    client.force_login(cast.owner)
    return cast.owner


def offered(client: Client, **asked: str) -> set[str]:
    page = client.get(reverse("campaign-new"), asked).content.decode()
    return {slug for slug in PACKS if f'value="{slug}"' in page}


def shelf(client: Client, **asked: str) -> str:
    return unescape(client.get(reverse("packs"), asked).content.decode())


def test_each_game_has_a_pack_to_start_with_and_why(owner: User, client: Client) -> None:
    assert set(START_HERE) == set(engine.systems())
    page = unescape(client.get(reverse("campaign-new")).content.decode())
    for system, (slug, why) in START_HERE.items():
        pack = Pack.objects.get(slug=slug)
        assert pack.system == system
        assert f"?pack={slug}" in page
        assert why in page


LOOKED_FOR = pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, PACKS),
        ({"game": "wwi"}, {"flying-circus-1917"}),
        ({"length": "short"}, {"desert-dogfights", "buzz-bomb"}),
        ({"length": "long"}, {"flying-circus-1917"}),
        ({"players": "one"}, {"buzz-bomb"}),
        ({"pools": "no"}, {"desert-dogfights"}),
        ({"pools": "yes", "players": "two", "length": "middle"}, {"big-week", "angels-over-kent"}),
        ({"game": "wwi", "pools": "no"}, set()),
    ],
)


@LOOKED_FOR
def test_the_shelf_is_filtered_by_its_address(
    asked: dict[str, str], found: set[str], owner: User, client: Client
) -> None:
    assert offered(client, **asked) == found


@LOOKED_FOR
def test_the_page_of_packs_is_filtered_by_its_address(
    asked: dict[str, str], found: set[str], owner: User, client: Client
) -> None:
    page = shelf(client, **asked)
    assert {slug for slug in PACKS if f'href="{reverse("pack", args=(slug,))}"' in page} == found
    assert ("No pack is like that." in page) == (not found)


def test_a_filter_of_the_page_of_packs_that_is_none_is_named_and_nothing_is_hidden(owner: User, client: Client) -> None:
    page = shelf(client, length="endless")
    assert "There is no such length." in page
    assert all(f'href="{reverse("pack", args=(slug,))}"' in page for slug in PACKS)


def test_the_page_of_packs_says_of_each_how_many_missions_it_has(owner: User, client: Client) -> None:
    page = shelf(client)
    folders = page.split('class="sheet folder"')[1:]
    said = {slug: text for slug in PACKS for text in folders if f'href="{reverse("pack", args=(slug,))}"' in text}
    assert "6 missions" in said["desert-dogfights"]
    assert "13 missions" in said["angels-over-kent"]


def test_the_page_of_packs_takes_as_many_queries_for_however_many(
    owner: User, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with CaptureQueriesContext(connection) as few:
        shelf(client)
    make.pack("midway")
    with django_assert_num_queries(len(few)):
        shelf(client)


def test_packs_of_ones_own_are_filtered_with_those_of_the_house(owner: User, client: Client) -> None:
    Pack.objects.filter(slug="flying-circus-1917").update(owner=owner)
    assert "Your own" in shelf(client, game="wwi")
    assert "From the house" not in shelf(client, game="wwi")
    assert "Your own" not in shelf(client, game="sabin")


def test_a_filter_that_is_none_is_named_and_nothing_is_hidden(owner: User, client: Client) -> None:
    page = client.get(reverse("campaign-new"), {"game": "chess"})
    assert "There is no such game." in page.content.decode()
    assert offered(client, game="chess") == PACKS


def test_where_nothing_is_found_all_are_a_click_away(owner: User, client: Client) -> None:
    page = client.get(reverse("campaign-new"), {"game": "wwi", "pools": "no"}).content.decode()
    assert "No pack is like that." in page


def test_a_campaign_is_started_from_a_filtered_shelf(owner: User, client: Client) -> None:
    sent = {"pack": "flying-circus-1917", "name": "", "allied": "me", "axis": "staff"}
    answer = client.post(f"{reverse('campaign-new')}?game=wwi", sent)
    assert answer["Location"] == reverse("campaign", args=(Campaign.objects.get().pk,))


def test_a_pack_that_has_been_chosen_stands_alone_before_the_others(owner: User, client: Client) -> None:
    page = client.get(reverse("campaign-new"), {"pack": "big-week"}).content.decode()
    assert page.index('value="big-week"') < page.index("Another pack") < page.index('value="desert-dogfights"')
    assert page.count('value="big-week"') == 1
    assert "Start here" not in page

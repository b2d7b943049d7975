"""The first page: whose turn it is in each campaign, first what waits for who looks at it."""

from __future__ import annotations

from html import unescape

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from missions.operations import drafts
from missions.operations.orders import sign_orders
from tests import make, screen
from tests.cast import Cast

MOST_QUERIES = 12


def home(client: Client, user: User) -> str:
    client.force_login(user)
    return " ".join(unescape(client.get(reverse("home")).content.decode()).split())


def rows(shown: str) -> list[str]:
    return shown.split('class="board-row"')[1:]


def test_what_waits_for_the_viewer_stands_first_and_of_the_rest_who_is_waited_for(cast: Cast, client: Client) -> None:
    waits = make.drawn(make.campaign(cast.axis, make.LAND, allied="staff", axis="me"))
    club = make.club(cast)
    mission = make.drawn(club)
    sign_orders(actor=cast.axis, mission=mission, side="axis", document=make.orders(mission, "axis"))
    shown = home(client, cast.axis)
    assert "1 campaign waits for you." in shown
    first, second = rows(shown)
    assert "your turn" in first
    assert f"Mission 1, {waits.title}: waits for the Axis orders" in first
    assert "your turn" not in second
    assert f"Mission 1, {mission.title}: waits for the Allied orders: {cast.allied}" in second
    shown = home(client, cast.allied)
    assert "your turn" in shown


def test_before_the_first_mission_whoever_draws_it_is_waited_for(cast: Cast, client: Client) -> None:
    make.club(cast)
    for user, is_asked in ((cast.umpire, True), (cast.allied, True), (cast.reader, False)):
        shown = home(client, user)
        assert "The next mission is to be drawn" in shown
        assert ("your turn" in shown) == is_asked, user


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        (make.DOGFIGHTS, "The next mission is to be drawn"),
        (make.LAND, "The next mission is to be drawn"),
        (make.OPERATION, "The next mission is to be put on the board"),
        (make.PERIODS, "Period 1 is to be opened"),
    ],
)
def test_between_missions_the_first_page_says_what_comes_where_that_needs_no_fold(
    cast: Cast, client: Client, slug: str, words: str
) -> None:
    make.campaign(cast.owner, slug)
    (row,) = rows(home(client, cast.owner))
    assert words in row
    assert "your turn" in row


def test_a_draft_of_the_other_side_changes_nothing_on_the_first_page(cast: Cast, client: Client) -> None:
    mission = make.drawn(make.club(cast))
    before = rows(home(client, cast.axis))
    drafts.save_draft(
        actor=cast.allied, mission=mission, side="allied", document=make.plan(mission, "allied"), expected_version=None
    )
    assert rows(home(client, cast.axis)) == before


def test_whose_decision_is_open_on_screen_is_told_to_him_alone(cast: Cast, client: Client) -> None:
    game = screen.begun(make.opened(make.club(cast)))
    decides = screen.waited_for(game)
    assert decides is not None
    told = {user for user in (cast.allied, cast.axis) if "a decision on screen is yours" in home(client, user)}
    assert told == {decides}
    assert "is being flown on screen" in home(client, cast.reader)


def test_a_skirmish_on_screen_in_which_it_is_ones_turn_stands_on_the_first_page_too(cast: Cast, client: Client) -> None:
    game = make.game(cast.owner, axis=cast.axis)
    people = {"allied": cast.owner, "axis": cast.axis}
    for side, user in people.items():
        shown = home(client, user)
        assert (f'href="{reverse("game", args=(game.pk,))}"' in shown) == (side == game.side), user
        assert ("your turn" in shown) == (side == game.side), user
    assert "Over the Channel" not in home(client, cast.stranger)


def test_the_first_page_asks_as_often_for_many_campaigns_as_for_one_of_a_kind(cast: Cast, client: Client) -> None:
    def asked() -> int:
        client.force_login(cast.allied)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("home"))
        return len(queries)

    make.drawn(make.club(cast))
    make.planned(make.club(cast, make.LAND))
    few = asked()
    make.drawn(make.club(cast, seed=8))
    make.planned(make.club(cast, make.LAND, seed=8))
    make.club(cast, make.LAND)
    assert asked() == few <= MOST_QUERIES


@pytest.mark.parametrize("name", ["allied", "reader"])
def test_a_campaign_that_is_over_waits_for_nobody(name: str, cast: Cast, client: Client) -> None:
    make.finished(make.club(cast))
    shown = home(client, getattr(cast, name))
    assert "your turn" not in shown
    assert "Nothing waits for you." in shown

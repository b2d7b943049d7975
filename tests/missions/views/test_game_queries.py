"""What a game on screen asks of the database: as much after fifty decisions as after two."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

import engine
from engine.core.game import PUBLIC
from missions.models import Game
from missions.operations.games import GameTerms, decide
from missions.selectors.games import looked_at
from missions.selectors.watching import token_of_table
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad

PAGE = 9
"""Session, person, game with its skirmish, its entries since this process saw it last, who decides, the log, what may
be taken back, whether he is new to it, and unread notices."""
DECISION = 14
"""Session, person, game; begin, the row locked, its chairs, the last click, row and entries written, commit; entries
since, which there are none of where commits are real; who decides, the log, what may be taken back."""


@pytest.fixture
def game(cast: Cast, client: Client) -> Game:
    client.force_login(cast.owner)
    return make.game(cast.owner, scenario="big-mission", terms=GameTerms(lets_watch=True))


def text_of_next(game: Game) -> str:
    """What rules of thumb would do."""
    with looked_at(game) as course:
        table = course.game.copy()
    return table.action_text(engine.heuristic_player(game.system, game.side, 1).choose(table))


def take(game: Game, cast: Cast, decisions: int) -> Game:
    for _ in range(decisions):
        action = text_of_next(game)
        game = decide(actor=cast.owner, game=game, side="allied", action=action, seen=game.seen["allied"])
    return game


@pytest.fixture(params=broad([50, 2], 1), ids="after {} decisions".format)
def under_way(request: pytest.FixtureRequest, cast: Cast, game: Game) -> Game:
    return take(game, cast, request.param)


def test_the_page_of_a_side(under_way: Game, client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(PAGE):
        assert client.get(reverse("cockpit", args=[under_way.pk, "allied"])).status_code == 200
    with django_assert_num_queries(PAGE - 1):  # now this process has seen it
        client.get(reverse("cockpit", args=[under_way.pk, "allied"]))


def test_a_decision_and_the_new_part_of_the_page(
    under_way: Game, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    form = {"action": text_of_next(under_way), "seen": under_way.seen["allied"]}
    address = reverse("game-decide", args=[under_way.pk, "allied"])
    with django_assert_num_queries(DECISION):
        assert client.post(address, form, headers={"HX-Request": "true"}).status_code == 200


def test_a_page_for_which_nothing_is_new(
    under_way: Game, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address, known = reverse("game-news", args=[under_way.pk, "allied"]), f'"{under_way.seen["allied"]}"'
    with django_assert_num_queries(2):  # session, and the chair with its game
        assert client.get(address, headers={"If-None-Match": known}).status_code == 304


def test_the_table_and_its_news_for_who_watches(
    under_way: Game, cast: Cast, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(cast.stranger)
    token = token_of_table(under_way)
    with django_assert_num_queries(PAGE - 1):  # whether he plays, and nothing of what may be taken back
        assert client.get(reverse("game-watch", args=[token])).status_code == 200
    known = {"If-None-Match": f'"{under_way.seen[PUBLIC]}"'}
    with django_assert_num_queries(2):  # session, and the game
        assert client.get(reverse("game-watch-news", args=[token]), headers=known).status_code == 304

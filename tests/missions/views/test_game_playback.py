"""What has happened since somebody looked: the tables that he would have seen, step by step, and nothing else."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

import engine
from engine.core.board import Step
from missions.games.cache import KEPT
from missions.models import Game, GameEntry
from missions.selectors.game_log import LogEntry, heard_of, name_of
from missions.selectors.playback import MOST, USUAL, since
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad
from tests.missions import on_screen

KINDS = [("wildblue", "two-elements"), ("sabin", "first-game"), ("wwi", "two-teams"), ("angels", "dogfight")]
ENOUGH = 40
"""Decisions of people, after which most kinds of steps have been seen."""


def log(game: Game, cast: Cast) -> tuple[LogEntry, ...]:
    return on_screen.page(game, "allied", cast.owner).log


def decide(game: Game, people: list[User], decisions: int) -> None:
    thumbs = on_screen.by_thumbs(game, 4)
    for _ in range(decisions):
        on_screen.act(game, people, thumbs)


@pytest.fixture
def game(cast: Cast) -> Game:
    with on_screen.drawn(4):
        return make.game(cast.owner, axis=cast.axis)


@pytest.mark.parametrize("kind", broad(KINDS, 1), ids="-".join)
def test_each_step_is_the_table_as_it_stood_for_the_side_at_the_time(kind: tuple[str, str], cast: Cast) -> None:
    with on_screen.drawn(4):
        game = make.game(cast.owner, *kind, axis=cast.axis)
    system, stood = engine.systems()[game.system], {}
    for _ in range(ENOUGH):
        if on_screen.fresh(game).is_over:
            break
        decide(game, [cast.owner, cast.axis], 1)
        newest = GameEntry.objects.filter(game=game).latest("number")
        if any(weight != "routine" for _, _, weight in newest.told["allied"]):
            stood[name_of(game, newest.number)] = system.board(on_screen.course(game).view("allied"), Step())
    told = log(game, cast)[:MOST]
    steps = list(since(on_screen.fresh(game), "allied", told[-1].name))
    assert steps[0].sentences == (), "the first is how it stood before"
    assert [(step.name, step.sentences) for step in steps[1:]] == [
        (each.name, each.sentences) for each in reversed(told[:-1])
    ]
    known = [step for step in steps if step.name in stood]
    assert len(known) >= 4
    for step in known:
        assert step.board == stood[step.name]


def test_who_has_seen_all_is_shown_nothing_more(game: Game, cast: Cast) -> None:
    decide(game, [cast.owner, cast.axis], 10)
    assert list(since(on_screen.fresh(game), "allied", log(game, cast)[0].name)) == []


def test_of_an_entry_that_stands_no_more_the_last_few_steps_are_shown(game: Game, cast: Cast) -> None:
    decide(game, [cast.owner, cast.axis], 20)
    for name in ("", "began", "no-such-name"):
        steps = list(since(on_screen.fresh(game), "allied", name))
        assert [step.name for step in steps[1:]] == [each.name for each in reversed(log(game, cast)[:USUAL])]


def test_the_steps_of_one_side_say_nothing_that_only_the_other_heard(game: Game, cast: Cast) -> None:
    decide(game, [cast.owner, cast.axis], 30)
    heard = {
        name_of(game, each.number)
        for each in on_screen.entries(game)
        if any(weight != "routine" for _, _, weight in each.told["axis"])
    }
    steps = list(since(on_screen.fresh(game), "axis", ""))
    assert {step.name for step in steps[1:]} <= heard
    for step in steps:
        # Only what the board of the side shows: hands of the other are numbers or nothing.
        assert all(not hand.cards for hand in step.board.hands or () if hand.side == "allied")


def test_the_page_shows_the_steps_as_pictures_and_a_part_of_it_has_one_width(
    game: Game, cast: Cast, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    decide(game, [cast.owner, cast.axis], 20)
    client.force_login(cast.owner)
    url = reverse("game-playback", args=(game.pk, "allied"))
    page = client.get(url).content.decode()
    assert "How it stood before." in page
    assert page.count("<svg") >= 2 * (USUAL + 1)
    with django_assert_num_queries(4):  # session, person, game with its skirmish, its entries
        part = client.get(url, {"on": "narrow"}, headers={"HX-Request": "true"}).content.decode()
    assert part.count('<svg class="board') == USUAL + 1
    assert "<html" not in part


def test_a_game_that_the_rules_no_longer_follow_is_not_played_back(game: Game, cast: Cast, client: Client) -> None:
    decide(game, [cast.owner, cast.axis], 2)
    GameEntry.objects.filter(game=game, number=1).update(lines="climb to the moon")
    KEPT.take(game.key)
    client.force_login(cast.owner)
    shown = client.get(reverse("game-playback", args=(game.pk, "allied")), follow=True)
    assert "cannot be taken up by the rules as they are here" in shown.content.decode()


def test_what_was_told_of_an_entry_without_routine_is_what_a_log_says() -> None:
    assert heard_of(None) == []
    assert heard_of('[["turn", "Turn 2.", "routine"], ["hit", "A hit.", "news"]]') == [["hit", "A hit.", "news"]]

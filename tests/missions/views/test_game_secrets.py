"""What a person's page of a game tells: nothing that his side may not know, not by its size, names or timing either.

In random games, at random moments, all that is hidden from a side is dealt anew beneath its page: the page stays the
same to the letter. Of many seeds the first few are played each time and the rest in the sweep.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest import mock
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

import engine
from config.common.refusals import Refusal
from engine.core.base import BaseGame
from engine.core.chance import Chance
from engine.core.game import PUBLIC
from missions.games.cache import KEPT
from missions.games.course import Course
from missions.models import Game, GameEntry
from missions.operations import game_tables, games
from missions.operations.games import GameTerms
from missions.selectors.games import PAUSE, course_of
from missions.selectors.watching import token_of_table
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad
from tests.missions import on_screen

KINDS = [
    ("wildblue", "two-elements"),
    ("wwi", "two-teams"),
    ("sabin", "first-game"),
    ("angels", "dogfight"),
    ("wildblue", "intercept"),
    ("wwi", "jasta-and-squadron"),
    ("wildblue", "night-raid"),
    ("wildblue", "big-mission"),
    ("sabin", "big-week"),
    ("angels", "blitz"),
]
OF_CARDS = [kind for kind in KINDS if kind[0] in ("wildblue", "wwi")]
DECISIONS = 20
"""Of each game so many are looked at, from a random one on."""
OFTEN = 0.2
NAME = re.compile(rb'data-entry="[0-9a-f]{12}"')
OF_EACH = ("Date", "Expires", "X-Request-ID")
"""Headers that say something of the answer, and nothing of what is in it."""
TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value=")\w+')
each_kind = pytest.mark.parametrize("kind", broad(KINDS, 1), ids="-".join)
each_game_of_cards = pytest.mark.parametrize("kind", broad(OF_CARDS, 1), ids="-".join)
some = pytest.mark.parametrize("seed", broad(range(1 if on_screen.IS_ON_A_SERVER else 3), 1))


@pytest.fixture
def people(cast: Cast) -> dict[str, User]:
    return {"allied": cast.owner, "axis": cast.axis}


def began(kind: tuple[str, str], seed: int, people: dict[str, User], terms: GameTerms | None = None) -> Game:
    with on_screen.drawn(seed):
        return make.game(people["allied"], *kind, axis=people["axis"], terms=terms)


def moments(game: Game, seed: int, people: dict[str, User]) -> Iterator[Game]:
    """Some decisions of a game that goes on meanwhile."""
    chance, choose = Random(seed), on_screen.at_random(seed)
    thumbs = on_screen.by_thumbs(game, seed)
    for _ in range(DECISIONS):
        for _ in range(chance.randrange(3)):
            if not on_screen.fresh(game).is_over:
                on_screen.act(game, [*people.values()], choose if chance.random() < 0.3 else thumbs)
        row = on_screen.fresh(game)
        if row.is_over:
            return
        if chance.random() < OFTEN:
            yield row


def dealt_anew(course: Course, side: str, seed: int) -> Course:
    """The same course, with all that is hidden from a side dealt anew."""
    other = copy.copy(course)
    other.game = course.game.determinize(side, Chance(seed, course.rules))
    return other


@contextmanager
def beneath(course: Course) -> Iterator[None]:
    """What the pages and operations take for the game as it stands."""

    @contextmanager
    def looked_at(row: Game) -> Iterator[Course]:
        yield course

    with (
        mock.patch("missions.views.games.looked_at", looked_at),
        mock.patch("missions.views.watching.looked_at", looked_at),
        mock.patch("missions.operations.game_tables.course_of", return_value=course),
    ):
        yield


def signed_in(people: dict[str, User]) -> dict[str, Client]:
    clients = {side: Client() for side in people}
    for side, user in people.items():
        clients[side].force_login(user)
    return clients


def answer(response: Any) -> tuple[object, ...]:
    """All of an answer that a browser gets, but for what is another each time."""
    headers = {name: value for name, value in response.headers.items() if name not in OF_EACH}
    return response.status_code, headers, len(response.content), TOKEN.sub(rb"\1", response.content)


def queries(row: Game, side: str, chance: Random) -> list[str]:
    """Ways to look at a page: as it is, with something picked, with hints and with what cannot be done."""
    course = course_of(row)
    system, asked = engine.systems()[row.system], ["", "?why", "?hint"]
    if course.game.deciding == side:
        actions = (*course.game.legal(), *system.tries(course.game))
        for choice in chance.sample(system.choices(course.game, actions), k=min(4, len(actions))):
            picked = {"card": choice.card, "at": choice.at, "why": ""}
            asked.append("?" + urlencode({key: value for key, value in picked.items() if value or key == "why"}))
    return asked


@pytest.mark.slow("asks for dozens of pages of each of two worlds")
@each_kind
@some
def test_a_page_is_the_same_however_what_is_hidden_from_its_side_is_dealt(
    kind: tuple[str, str], seed: int, people: dict[str, User]
) -> None:
    game, clients, chance = began(kind, seed, people), signed_in(people), Random(seed)
    differs = kind not in OF_CARDS
    for row in moments(game, seed, people):
        for side, client in clients.items():
            worlds = [course_of(row), dealt_anew(course_of(row), side, seed)]
            differs = differs or worlds[0].game.position() != worlds[1].game.position()
            for query in queries(row, side, chance):
                answers = []
                for world in worlds:
                    with beneath(world):
                        answers.append(answer(client.get(reverse("cockpit", args=(game.pk, side)) + query)))
                assert answers[0] == answers[1], query
    assert differs or seed, "at some moment of the first game something is hidden"


@each_kind
@some
def test_the_name_of_a_page_hangs_on_what_its_side_sees_and_hears_alone(
    kind: tuple[str, str], seed: int, people: dict[str, User]
) -> None:
    game, clients = began(kind, seed, people), signed_in(people)
    for row in moments(game, seed, people):
        for side, client in clients.items():
            table = game_tables.Table(on_screen.fresh(row), dealt_anew(course_of(row), side, seed))
            table._look()
            assert table.row.seen[side] == row.seen[side]
            news = client.get(reverse("game-news", args=(row.pk, side)))
            assert news["ETag"] == f'"{row.seen[side]}"'
            assert not news.content


@each_kind
@some
def test_what_a_spectator_is_shown_is_the_same_however_what_any_side_cannot_see_is_dealt(
    kind: tuple[str, str], seed: int, people: dict[str, User], cast: Cast, client: Client
) -> None:
    """His page with its log, and its name."""
    game, differs = began(kind, seed, people, GameTerms(lets_watch=True)), kind not in OF_CARDS
    client.force_login(cast.stranger)
    token = token_of_table(game)
    for row in moments(game, seed, people):
        worlds = [course_of(row), *(dealt_anew(course_of(row), side, seed) for side in people)]
        differs = differs or any(each.game.position() != worlds[0].game.position() for each in worlds[1:])
        pages, names = [], set()
        for world in worlds:
            with beneath(world):
                pages.append(answer(client.get(reverse("game-watch", args=(token,)))))
            table = game_tables.Table(on_screen.fresh(row), world)
            table._look()
            names.add(table.row.seen[PUBLIC])
        assert pages[0][0] == 200
        assert pages[1:] == pages[:1] * len(people)
        assert names == {row.seen[PUBLIC]}
        assert client.get(reverse("game-watch-news", args=(token,)))["ETag"] == f'"{row.seen[PUBLIC]}"'
    assert differs or seed, "at some moment of the first game something is hidden"


@pytest.mark.slow("plays a game for each deal")
@each_kind
@some
def test_what_is_refused_is_refused_in_the_same_words_however_what_is_hidden_is_dealt(
    kind: tuple[str, str], seed: int, people: dict[str, User]
) -> None:
    game, chance = began(kind, seed, people), Random(seed)
    for row in moments(game, seed, people):
        side, now = row.side, course_of(row).game
        assert isinstance(now, BaseGame)
        texts = [now.action_text(action) for action in engine.systems()[row.system].tries(now)]
        texts += [text for text in chance.sample(now.texts, 6) if now.numbers[text] not in now.legal()]
        for text in texts:
            said = []
            for world in (course_of(row), dealt_anew(course_of(row), side, seed)):
                with beneath(world), pytest.raises(Refusal) as refused:
                    games.decide(actor=people[side], game=row, side=side, action=text, seen=row.seen[side])
                said.append(str(refused.value))
            assert said[0] == said[1], text


@pytest.mark.slow("plays a game for each deal")
@each_kind
@some
def test_a_page_changes_only_with_its_name_and_its_name_only_with_what_its_side_sees_or_hears(
    kind: tuple[str, str], seed: int, people: dict[str, User]
) -> None:
    game, clients = began(kind, seed, people), signed_in(people)
    choose = on_screen.by_thumbs(game, seed)
    before: dict[str, tuple[str, bytes, object]] = {}
    count = 0
    for _ in range(DECISIONS):
        row = on_screen.fresh(game)
        if row.is_over:
            break
        view = course_of(row).game.view
        new = GameEntry.objects.filter(game=row, number__gt=count)
        told = {side for entry in new for side, events in entry.told.items() if events}
        count = row.count
        for side, client in clients.items():
            page = TOKEN.sub(rb"\1", client.get(reverse("cockpit", args=(game.pk, side))).content)
            now = (row.seen[side], page.replace(row.seen[side].encode(), b""), view(side))
            if side in before:
                was = before[side]
                assert (now[0] != was[0]) == (side in told or now[2] != was[2])
                assert now[0] != was[0] or now[1] == was[1]
            before[side] = now
        on_screen.act(game, [*people.values()], choose)


@each_game_of_cards
@some
def test_what_a_side_is_told_of_a_decision_tells_of_no_card_that_it_does_not_see(
    kind: tuple[str, str], seed: int, people: dict[str, User]
) -> None:
    """Other cards are drawn: where a side sees the same table afterwards, it has heard the same."""
    game, system, alike = began(kind, seed, people), engine.systems()[kind[0]], 0
    for row in moments(game, seed, people):
        now = course_of(row).game
        for action in now.legal()[:6]:
            for side in now.sides:
                heard = []
                for number in range(4):
                    twin = now.copy(Chance(number, now.record.rules))
                    told = system.told(twin.play(action), side)
                    heard.append((twin.view(side), told))
                for view, told in heard[1:]:
                    if view == heard[0][0]:
                        alike += 1
                        assert told == heard[0][1]
    assert alike


@each_kind
@some
def test_nothing_is_taken_at_once_that_would_tell_what_is_in_a_hand(
    kind: tuple[str, str], seed: int, people: dict[str, User]
) -> None:
    """Where two people play, with all their standing orders set: what is not open to all waits, or is asked."""
    game = began(kind, seed, people)
    system, choose = engine.systems()[kind[0]], on_screen.by_thumbs(game, seed)
    for side, user in people.items():
        games.set_habits(actor=user, game=game, side=side, habits=[habit.slug for habit in system.habits])
    count, rested = 0, False
    for _ in range(3 * DECISIONS):
        row = on_screen.fresh(game)
        for entry in on_screen.entries(row)[count:]:
            if entry.how in (GameEntry.How.FORCED, GameEntry.How.HABIT):
                assert rested or entry.decision in system.open_kinds, entry
            rested = False
        count = row.count
        if row.is_over:
            break
        if row.resumes_at is not None:
            assert PAUSE[0] <= (row.resumes_at - row.waits_since).total_seconds() <= PAUSE[1]
            decision = course_of(row).game.decision
            assert decision is not None
            assert decision.kind not in system.open_kinds
            on_screen.let_the_pause_pass(row)
            rested = True
        else:
            on_screen.act(row, [*people.values()], choose)


@each_game_of_cards
@some
def test_while_something_waits_for_its_pause_the_other_side_sees_what_it_sees_while_somebody_thinks(
    kind: tuple[str, str], seed: int, people: dict[str, User]
) -> None:
    game, clients = began(kind, seed, people), signed_in(people)
    habits = [habit.slug for habit in engine.systems()[kind[0]].habits]
    for side, user in people.items():
        games.set_habits(actor=user, game=game, side=side, habits=habits)
    row = on_screen.until(
        game, [*people.values()], lambda row: row.resumes_at is not None, on_screen.by_thumbs(game, seed)
    )
    other = next(side for side in people if side != row.side)
    url = reverse("cockpit", args=(game.pk, other))
    waiting = answer(clients[other].get(url))
    news = answer(clients[other].get(reverse("game-news", args=(game.pk, other))))
    Game.objects.filter(pk=game.pk).update(resumes_at=None)
    assert answer(clients[other].get(url)) == waiting
    assert answer(clients[other].get(reverse("game-news", args=(game.pk, other)))) == news


def test_a_page_counts_no_decisions_that_its_side_has_not_heard_of(people: dict[str, User]) -> None:
    game, client = began(KINDS[0], 1, people), signed_in(people)["allied"]
    for _ in range(12):
        on_screen.act(game, [*people.values()], on_screen.at_random(1))
    url = reverse("cockpit", args=(game.pk, "allied"))
    before = NAME.sub(b"", client.get(url).content)
    told = {"": [["discard", "A card.", "upkeep"]], "allied": [], "axis": [["discard", "A card.", "upkeep"]]}
    row = on_screen.fresh(game)
    last = on_screen.entries(game)[-1]
    GameEntry.objects.filter(pk=last.pk).update(number=row.count + 2)
    for number in (row.count, row.count + 1):
        GameEntry.objects.create(game=game, number=number, how="person", side="axis", told=told, at=row.waits_since)
    Game.objects.filter(pk=game.pk).update(count=row.count + 2)
    KEPT.take(game.key)
    assert TOKEN.sub(rb"\1", NAME.sub(b"", client.get(url).content)) == TOKEN.sub(rb"\1", before)

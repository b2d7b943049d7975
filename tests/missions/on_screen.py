"""Games on screen as tests play them: by the same operations and pages as people do."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from types import SimpleNamespace
from unittest import mock

from django.contrib.auth.models import User
from django.test import TestCase
from django.utils import timezone

import engine
from missions.games.chairs import in_charge
from missions.games.course import Course
from missions.models import Game, GameEntry
from missions.operations import games
from missions.selectors.cockpit import Cockpit, Extras, Picks, cockpit
from missions.selectors.games import chairs_of, looked_at

RUNAWAY = 3_000
"""Decisions of people after which a game is not believed to end."""
IS_ON_A_SERVER = "DATABASE_URL" in os.environ
"""Of many games alike a few are played there: a database does not tell them apart."""

Choose = Callable[[Cockpit], str]
"""Which of the actions that a page offers is taken."""


@contextmanager
def drawn(seed: int) -> Iterator[None]:
    """What begins meanwhile draws its seed, and the length of pauses, from this."""
    with mock.patch.object(games, "secrets", SimpleNamespace(randbelow=Random(seed).randrange)):
        yield


def fresh(game: Game) -> Game:
    """Its row as it stands."""
    return Game.objects.select_related("skirmish").get(pk=game.pk)


def course(game: Game) -> Course:
    """Where it stands; for looking only."""
    with looked_at(fresh(game)) as now:
        return now


def page(game: Game, side: str, user: User) -> Cockpit:
    """What somebody of a side is shown."""
    row = fresh(game)
    with looked_at(row) as now:
        return cockpit(row, now, side, user.pk, Picks(), Extras())


def first(shown: Cockpit) -> str:
    return shown.buttons[0].action


def at_random(seed: int) -> Choose:
    """Anything but what takes one out of the fight, while there is anything else."""
    chance = Random(seed)
    return lambda shown: chance.choice([each for each in shown.buttons if not each.is_grave] or shown.buttons).action


def by_thumbs(game: Game, seed: int) -> Choose:
    """The player by rules of thumb, for whoever is asked."""
    players = {side: engine.heuristic_player(game.system, side, seed, "steady") for side in course(game).game.sides}

    def choose(shown: Cockpit) -> str:
        now = course(game).game
        return now.action_text(players[shown.side].choose(now))

    return choose


def act(game: Game, people: Sequence[User], choose: Choose = first) -> Cockpit:
    """Whoever is asked decides; the page on which he did."""
    row = fresh(game)
    chair = in_charge(chairs_of(row.controllers.all()), row.side, row.unit)
    user = next(each for each in people if each.pk == chair.user)
    shown = page(row, row.side, user)
    action = choose(shown)
    with TestCase.captureOnCommitCallbacks(execute=True):
        games.decide(actor=user, game=row, side=row.side, action=action, seen=shown.seen)
    return shown


def let_the_pause_pass(game: Game) -> None:
    Game.objects.filter(pk=game.pk, resumes_at__isnull=False).update(resumes_at=timezone.now() - timedelta(seconds=1))
    games.resume(game)


def to_the_end(game: Game, people: Sequence[User], choose: Choose) -> Game:
    """All decisions that are left. What is taken after a pause is taken at once."""
    for _ in range(RUNAWAY):
        row = fresh(game)
        if row.is_over:
            games.land(row)
            return fresh(row)
        if row.resumes_at is not None:
            let_the_pause_pass(row)
        else:
            act(row, people, choose)
    raise AssertionError("the game does not end")


def until(game: Game, people: Sequence[User], wanted: Callable[[Game], bool], choose: Choose) -> Game:
    """Play until something is so."""
    for _ in range(RUNAWAY):
        row = fresh(game)
        if wanted(row):
            return row
        assert not row.is_over, "the game is over before"
        act(row, people, choose)
    raise AssertionError("it never comes to that")


def entries(game: Game) -> list[GameEntry]:
    return list(GameEntry.objects.filter(game=game).order_by("number"))

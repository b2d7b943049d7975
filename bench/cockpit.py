"""Games on screen: a decision on the biggest mission, the poll of a page that waits, and a hundred games at once."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import TYPE_CHECKING

from bench import hundred_games
from bench.clubs import interleaved, p95
from bench.measure import Row, database
from bench.servers import BARE

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

SYSTEM, SCENARIO, SIDE = "wildblue", "big-mission", "allied"
DECISION, DECISION_AT_MOST = 40.0, 120.0
"""Milliseconds that half of the decisions may take, and nineteen of twenty."""
POLL_AT_MOST = 1.3
"""Times a bare page."""
QUERIES_AT_MOST = 2
POLLS = 400
"""How often an unchanged page is asked for."""
FORGETS = 10
GAMES = 3
"""Of which all decisions are measured, as many as there are rounds at most."""


def rows(rounds: int) -> Iterator[Row]:
    """In a database of its own first, in memory or what ``DATABASE_URL`` says; then on servers of their own."""
    from django.test.utils import override_settings

    with database(), override_settings(ROOT_URLCONF="bench.urls"):
        yield from _rows(rounds)
    yield from hundred_games.rows(rounds)


def _rows(rounds: int) -> Iterator[Row]:
    from django.contrib.auth.models import User
    from django.test import Client

    user = User.objects.create_user("pilot")
    client = Client(SERVER_NAME="localhost")
    client.force_login(user)
    for _ in play(user, client):
        pass  # what is read once is not measured
    taken = [each for number in range(min(rounds, GAMES)) for each in play(user, client, number)]
    kept = [each for each in taken if each.was_kept]
    cold = [each.milliseconds for each in taken if not each.was_kept]
    what = f"{SCENARIO} on screen, {len(taken)} decisions by rules of thumb"
    yield Row(f"{what}: new part of the page", median(each.size for each in taken), "bytes")
    clock = [each.milliseconds for each in kept]
    yield Row(f"{what}: p50", median(clock), "ms", most=DECISION)
    yield Row(f"{what}: p95", p95(clock), "ms", most=DECISION_AT_MOST)
    processor = [each.of_the_processor for each in kept]
    yield Row(f"{what}: of the processor, p50", median(processor), "ms")
    yield Row(f"{what}: of the processor, p95", p95(processor), "ms")
    yield Row(f"{what}: in a process that knew nothing of the game, p50", median(cold), "ms")
    yield Row(f"{what}: in a process that knew nothing of the game, p95", p95(cold), "ms")
    yield from polls(user, client)


@dataclass(frozen=True, slots=True)
class Taken:
    """A decision, from the click to the new part of the page."""

    milliseconds: float
    """By the clock."""
    of_the_processor: float
    size: int
    was_kept: bool
    """The process still had the game."""


def play(user: User, client: Client, number: int = 0) -> Iterator[Taken]:
    """A game against the staff; before one decision in ``FORGETS`` the process has forgotten it."""
    from django.urls import reverse

    import engine
    from missions.games.cache import KEPT
    from missions.selectors.games import looked_at
    from tests import make

    game = make.game(user, SYSTEM, SCENARIO)
    player = engine.heuristic_player(SYSTEM, SIDE, number)
    address, count = reverse("game-decide", args=[game.pk, SIDE]), 0
    while not game.is_over:
        with looked_at(game) as course:
            table = course.game.copy()
        form = {"action": table.action_text(player.choose(table)), "seen": game.seen[SIDE]}
        count += 1
        if is_cold := count % FORGETS == 0:
            KEPT.take(game.key)
        before = game.count
        started, worked = time.perf_counter(), time.thread_time()
        answer = client.post(address, form, headers={"HX-Request": "true"})
        worked, taken = time.thread_time() - worked, time.perf_counter() - started
        game.refresh_from_db()
        if answer.status_code != 200 or game.count == before:
            raise RuntimeError(f"{form} was not taken: {answer.status_code}")
        yield Taken(1000 * taken, 1000 * worked, len(answer.content), not is_cold)


def polls(user: User, client: Client) -> Iterator[Row]:
    """The poll of a page for which nothing has changed, beside a bare page in turn."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    from tests import make

    game = make.game(user, SYSTEM, SCENARIO)
    news = partial(
        client.get, reverse("game-news", args=[game.pk, SIDE]), headers={"If-None-Match": f'"{game.seen[SIDE]}"'}
    )
    with CaptureQueriesContext(connection) as captured:
        if news().status_code != 304:
            raise RuntimeError("The poll tells news of a game in which nothing has happened.")
    yield Row("poll of a page that waits: queries", len(captured), "", most=QUERIES_AT_MOST)
    taken = interleaved({BARE: partial(client.get, reverse("bare")), "poll": news}, POLLS)
    bare, poll = taken[BARE], taken["poll"]
    yield Row(f"{BARE}: p50", median(bare), "ms")
    ratio = median(poll) / median(bare)
    yield Row("poll of a page that waits: p50", median(poll), "ms", ratio, ratio_most=POLL_AT_MOST)
    yield Row("poll of a page that waits: p95", p95(poll), "ms", p95(poll) / p95(bare))

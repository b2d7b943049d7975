"""What pages weigh as they are sent, and how quickly the drawn ones open: the longest fight's replay, a map."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from bench.measure import Row, database

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

PAGE_AT_MOST, SCRIPTS_AT_MOST = 150_000, 40_000
"""Bytes, compressed."""
REPLAY_AT_MOST, MAP_AT_MOST = 300, 100
"""Milliseconds of the server's processor."""
HEAVIEST = 5
FIGHTS = 20
"""Of which the longest is watched."""


def rows(rounds: int) -> Iterator[Row]:
    """In a database of its own, in memory or what ``DATABASE_URL`` says, in which something of everything happens."""
    with database():
        from django.test import Client

        from tests.crawl.demo import build

        user = build().allied
        client = Client(SERVER_NAME="localhost")
        client.force_login(user)
        yield from _weights(user)
        yield _scripts()
        yield from _replays(user, client, rounds)
        yield from _maps(client, rounds)


def _weights(user: User) -> Iterator[Row]:
    from tests.crawl.crawler import crawl

    sizes = {page.path: _packed(page.text.encode()) for page in crawl(user) if page.kind == "text/html"}
    for path in sorted(sizes, key=lambda path: -sizes[path])[:HEAVIEST]:
        yield Row(f"of {len(sizes)} pages the heaviest, compressed: {path}", sizes[path], "bytes", most=PAGE_AT_MOST)


def _scripts() -> Row:
    """All that a page may ask for, htmx too."""
    from django.contrib.staticfiles import finders

    found = [Path(path) for path in (finders.find("js"), finders.find("django_htmx/htmx-2.min.js")) if path]
    files = [file for each in found for file in (each.glob("*.js") if each.is_dir() else (each,))]
    return Row(
        "scripts together, compressed", sum(_packed(each.read_bytes()) for each in files), "bytes", most=SCRIPTS_AT_MOST
    )


def _packed(content: bytes) -> int:
    return len(gzip.compress(content, 6))


def _replays(user: User, client: Client, rounds: int) -> Iterator[Row]:
    from django.urls import reverse

    from bench.mission import SCENARIO
    from missions.replay import film, frames
    from tests import make

    flown = [make.flown_skirmish(user, "wildblue", SCENARIO, seed=seed) for seed in range(FIGHTS)]
    longest = max(flown, key=lambda each: len(frames.frames_of(each.record, None)))
    steps = len(frames.frames_of(longest.record, None))
    name = f"{SCENARIO}, the longest of {FIGHTS} fights, {steps} steps"
    page = reverse("skirmish-replay", args=(longest.pk, steps // 2))
    document = reverse("skirmish-film", args=(longest.pk,))

    def anew() -> None:
        frames.frames_of.cache_clear()
        film.reel_of.cache_clear()

    yield Row(
        f"{name}: replay opened for the first time", _opened(client, page, rounds, anew), "ms", most=REPLAY_AT_MOST
    )
    yield Row(f"{name}: replay opened again", _opened(client, page, rounds), "ms")
    yield Row(f"{name}: its film made", _opened(client, document, rounds, anew), "ms")
    yield Row(f"{name}: its film again", _opened(client, document, rounds), "ms")


def _maps(client: Client, rounds: int) -> Iterator[Row]:
    from django.urls import reverse

    from campaigns.models import Campaign

    pages = {
        each.pack.slug: reverse("campaign-map", args=(each.pk,))
        for each in Campaign.objects.filter(seats__user__username="allied").select_related("pack").distinct()
    }
    taken = {
        slug: _opened(client, path, rounds)
        for slug, path in pages.items()
        if client.get(path).status_code == 200  # a pack of the tests has no map
    }
    slowest = max(taken, key=lambda slug: taken[slug])
    yield Row(f"of {len(taken)} maps the slowest: {slowest}", taken[slowest], "ms", most=MAP_AT_MOST)


def _opened(client: Client, path: str, rounds: int, before: Callable[[], None] | None = None) -> float:
    """Milliseconds of the processor that it takes at most half of the times."""
    taken = []
    for _ in range(rounds):
        if before is not None:
            before()
        started = time.process_time()
        answer = client.get(path)
        taken.append(1000 * (time.process_time() - started))
        if answer.status_code != 200:
            raise RuntimeError(f"{path} does not open.")
    return median(taken)

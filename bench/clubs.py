"""A club of 200 members with 50 campaigns: its pages opened, beside a bare Django page."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median, quantiles

from bench.measure import Row, database

MEMBERS, UMPIRES, CAMPAIGNS = 200, 10, 50
QUERIES_AT_MOST = 12
OPENED = 40
"""How often each page is opened."""


def rows(rounds: int) -> Iterator[Row]:
    """In a database of its own, in memory or what ``DATABASE_URL`` says; by the clock, queries and template and all."""
    from django.test.utils import override_settings

    with database(), override_settings(ROOT_URLCONF="bench.urls"):
        yield from _rows(max(rounds, OPENED))


def _rows(times: int) -> Iterator[Row]:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    from bench import club_world as world

    began = time.perf_counter()
    members = world.people(MEMBERS)
    club = world.club(members, UMPIRES)
    campaigns = world.fifty_campaigns(club, members, UMPIRES, CAMPAIGNS)
    missions = [each.missions.last() for each in campaigns if not each.is_finished]
    for days in (3, 10, 17):
        world.night(club, members[1], days, members[:60], [each for each in missions if each is not None])
    over = sum(each.is_finished for each in campaigns)
    flown = sum(each.missions.filter(status="debriefed").count() for each in campaigns)
    many = f"club of {MEMBERS} members, {CAMPAIGNS} campaigns ({over} over, {flown} missions debriefed)"
    yield Row(f"{many}: made by its operations, accounts in bulk", time.perf_counter() - began, "s")
    player, umpire = Client(SERVER_NAME="localhost"), Client(SERVER_NAME="localhost")
    player.force_login(members[UMPIRES + 5])
    umpire.force_login(members[1])
    pages: dict[str, tuple[Client, str]] = {
        "bare Django page": (player, reverse("bare")),
        "club": (player, reverse("club", args=[club.pk])),
        "club, as its umpire sees it": (umpire, reverse("club", args=[club.pk])),
        "club-members": (player, reverse("club-members", args=[club.pk])),
        "club-nights": (player, reverse("club-nights", args=[club.pk])),
        "night": (player, reverse("night", args=[club.pk, club.nights.all()[0].pk])),
        "night-tables": (umpire, reverse("night-tables", args=[club.pk, club.nights.all()[0].pk])),
        "home": (player, reverse("home")),
    }
    for name, (client, address) in pages.items():
        with CaptureQueriesContext(connection) as captured:
            if client.get(address).status_code != 200:
                raise RuntimeError(f"{address} does not open.")
        yield Row(f"page {name}: queries", len(captured), "", most=QUERIES_AT_MOST)
    taken = interleaved({name: partial(client.get, address) for name, (client, address) in pages.items()}, times)
    bare = taken["bare Django page"]
    for name, each in taken.items():
        yield Row(f"page {name}: p50", median(each), "ms", median(each) / median(bare))
        yield Row(f"page {name}: p95", p95(each), "ms", p95(each) / p95(bare))


def interleaved(acts: dict[str, Callable[[], object]], times: int) -> dict[str, list[float]]:
    """Milliseconds of each act, so many times; they take turns, so that a machine that slows down slows all of them."""
    taken: dict[str, list[float]] = {name: [] for name in acts}
    for _ in range(times):
        for name, act in acts.items():
            started = time.perf_counter()
            act()
            taken[name].append(1000 * (time.perf_counter() - started))
    return taken


def p95(values: list[float]) -> float:
    """What nineteen of twenty stay below."""
    return quantiles(values, n=20, method="inclusive")[18] if len(values) > 1 else values[0]

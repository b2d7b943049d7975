"""A campaign of 500 missions and 400 men: folded from nothing, its first mission amended, its pages opened."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from uuid import uuid4

from bench.measure import Row, database

PERIODS = 50
"""Of ten missions each."""
FOLD_AT_MOST, AMEND_AT_MOST = 2_000.0, 10_000.0
"""Milliseconds."""
PAGES = ("campaign", "campaign-squadrons", "campaign-pilots", "campaign-journal")


def rows(rounds: int) -> Iterator[Row]:
    """In a database of its own, in memory. Processor time: what the web worker spends on it."""
    with database():
        yield from _rows(rounds)


def _rows(rounds: int) -> Iterator[Row]:
    from django.contrib.auth.models import User
    from django.test import Client
    from django.urls import reverse

    from campaigns.selectors import journal_entries, standings
    from campaigns.selectors.definitions import definition
    from campaigns.standing import fold
    from missions.operations import corrections
    from missions.results.outcomes import Outcome
    from tests import long

    owner = User.objects.create_user("owner")
    campaign = long.campaign(owner, PERIODS)
    pack, men, lines = definition(campaign.pack), standings.men_of(campaign), standings.lines_of(campaign)
    many = f"{campaign.missions.count()} missions, {len(men)} men"
    yield Row(f"{many}: journal folded", _milliseconds(lambda: fold(pack, men, lines), rounds), "ms", most=FOLD_AT_MOST)

    def amend() -> None:
        mission = campaign.missions.select_related("campaign__pack").get(number=1)
        corrections.preview_amend(mission, outcome=Outcome(aircraft=()))
        corrections.amend(
            actor=owner,
            mission=mission,
            key=uuid4(),
            expected_version=journal_entries.version(campaign),
            outcome=Outcome(aircraft=()),
        )

    yield Row(f"{many}: mission 1 amended, with its preview", _milliseconds(amend, 1), "ms", most=AMEND_AT_MOST)
    client = Client(SERVER_NAME="localhost")
    client.force_login(owner)
    for name in PAGES:
        address = reverse(name, args=[campaign.pk])
        yield Row(f"{many}: page {name}", _milliseconds(partial(client.get, address), min(rounds, 3)), "ms")


def _milliseconds(work: Callable[[], object], rounds: int) -> float:
    """The median over the rounds of what the work takes of the processor."""
    taken = []
    for _ in range(rounds):
        started = time.process_time()
        work()
        taken.append(time.process_time() - started)
    return 1000 * median(taken)

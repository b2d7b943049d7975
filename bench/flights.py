"""Missions flown, stored and debriefed by a club's worker, beside a plain pool of two processes that does the same."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from statistics import median
from typing import TYPE_CHECKING, Any
from unittest import mock

from bench.measure import Row, ratio
from bench.servers import errors_in, in_own_folder, on_each_database, serving

if TYPE_CHECKING:
    from uuid import UUID

    from django.contrib.auth.models import User

    from missions.models import Mission

PACKS = ("rommel-attacks", "flying-circus-1917")
MISSIONS = 200
"""A round, of as many campaigns."""
PROCESSES = 2
ROUNDS = 6
"""Of three the median still moved by a sixth from run to run: who waits for SQLite's one writer sleeps."""
AT_MOST = 1.1
"""How much longer the worker may take."""
LOOKS_EVERY = 0.05
"""Seconds after which it is asked whether all is done. Each asking takes from the worker's two cores, too."""


def rows(rounds: int) -> Iterator[Row]:
    """By the clock, whatever the rounds: the worker and the pool take turns."""
    for name, told in on_each_database("bench.flights"):
        yield Row(
            f"{MISSIONS} missions flown and debriefed by the worker on {name}, a pool of two by so much the quicker",
            median(told["worker"]),
            "missions/s",
            ratio=ratio(told["pool"], told["worker"]),
            ratio_most=AT_MOST,
        )
        yield Row(f"{name}: the same without storing anything, by the pool", median(told["flying"]), "missions/s")
        yield Row(f"{name}: errors in the servers’ log", len(told["broken"]), "", most=0)


def hold() -> dict[str, Any]:
    """In the data folder that the environment names."""
    from django.db import connection

    from bench import club_world

    (owner,) = club_world.people(1)
    works: dict[str, Callable[[list[Mission]], object]] = {"flying": _only_fly, "pool": _by_pool, "worker": _by_worker}
    rates: dict[str, list[float]] = {name: [] for name in works}
    with serving() as (_, log):
        for number in range(ROUNDS + 1):
            for name, work in works.items():
                missions = _ready(owner, MISSIONS // 4 if number == 0 else MISSIONS)
                connection.close()
                started = time.perf_counter()
                work(missions)
                if number:  # the first is for what is read once
                    rates[name].append(len(missions) / (time.perf_counter() - started))
    return {"broken": errors_in(log), **rates}


def _ready(owner: User, count: int) -> list[Mission]:
    """Missions whose orders are signed, each of a campaign of its own."""
    from tests import make

    return [make.planned(make.campaign(owner, PACKS[number % 2], allied="me", axis="me")) for number in range(count)]


def _pool() -> ProcessPoolExecutor:
    """Its processes inherit no connection, which they would all speak into."""
    from django.db import connection

    connection.close()
    return ProcessPoolExecutor(PROCESSES, mp_context=get_context("fork"))


def _only_fly(missions: Sequence[Mission]) -> None:
    with _pool() as pool:
        list(pool.map(_play, [mission.pk for mission in missions]))


def _play(pk: int) -> None:
    from missions.flights import flying
    from missions.models import Mission

    flying.play(Mission.objects.select_related("campaign__pack").get(pk=pk))


def _by_pool(missions: Sequence[Mission]) -> None:
    """The tasks called without a message: what an operation would send is done by hand, as the worker does it."""
    with mock.patch("missions.operations.jobs.send"):
        ordered = _ordered(missions)
    with mock.patch("notices.operations.outbox._wake"), _pool() as pool:
        list(pool.map(_fly, ordered))


def _fly(job: UUID) -> None:
    from missions import tasks
    from notices.operations import fan_out

    tasks.fly(str(job))
    fan_out.tell_all()


def _by_worker(missions: Sequence[Mission]) -> None:
    from missions.models import Job

    waited_for = _ordered(missions)
    while Job.objects.filter(pk__in=waited_for).exclude(status=Job.Status.DONE).exists():
        time.sleep(LOOKS_EVERY)


def _ordered(missions: Sequence[Mission]) -> list[UUID]:
    from missions.operations import flights

    return [
        flights.queue_flight(actor=mission.campaign.owner, mission=mission, debrief=True).pk for mission in missions
    ]


if __name__ == "__main__":
    in_own_folder(hold)

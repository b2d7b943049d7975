"""A campaign of 500 missions brought in and taken out by a worker, beside somebody else who writes all the time."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any
from unittest import mock

from bench.measure import Row
from bench.servers import in_own_folder, on_each_database

if TYPE_CHECKING:
    from multiprocessing.queues import Queue
    from multiprocessing.synchronize import Event

PERIODS = 50
"""Of ten missions each."""
EVERY = 0.05
"""Seconds between two things that the other one writes."""
AT_MOST = 500
"""Milliseconds that the other one waits at a time."""


def rows() -> Iterator[Row]:
    """By the clock, and on SQLite, where one writes at a time."""
    name, told = next(on_each_database("bench.arrivals"))
    for what, waits in told.items():
        yield Row(
            f"{10 * PERIODS} missions {what} on {name}: longest wait of another writer",
            1000 * max(waits),
            "ms",
            most=AT_MOST,
        )


def hold() -> dict[str, Any]:
    """In the data folder that the environment names."""
    from bench import club_world
    from missions.operations import arrivals, jobs
    from missions.selectors.archive import export
    from tests import long

    (owner,) = club_world.people(1)
    content = long.content(PERIODS)
    with mock.patch("missions.operations.jobs.send"):
        arrival = arrivals.order(actor=owner, name="long.json", size=len(content), content=[content])
    if arrival.job_id is None or (job := jobs.begin(arrival.job_id)) is None:
        raise RuntimeError("Nobody has begun with it.")
    gc.collect()
    gc.freeze()  # as a worker does when it starts
    with somebody_writing(owner.pk) as coming:
        campaign = arrivals.bring_in(job)
    with somebody_writing(owner.pk) as going:
        export(campaign)
    return {"brought in": coming, "taken out": going}


@contextmanager
def somebody_writing(person: int) -> Iterator[list[float]]:
    """Another process writes a little every so often; how many seconds each took."""
    from django.db import connection

    connection.close()
    context = get_context("fork")
    ended, told = context.Event(), context.Queue()
    other = context.Process(target=_write, args=(person, ended, told))
    other.start()
    waits: list[float] = []
    try:
        yield waits
    finally:
        ended.set()
        waits.extend(told.get())
        other.join()


def _write(person: int, ended: Event, told: Queue[list[float]]) -> None:
    from django.contrib.auth.models import User
    from django.utils import timezone

    waits = []
    while not ended.wait(EVERY):
        began = time.perf_counter()
        User.objects.filter(pk=person).update(last_login=timezone.now())
        waits.append(time.perf_counter() - began)
    told.put(waits)


if __name__ == "__main__":
    in_own_folder(hold)

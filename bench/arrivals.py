"""A campaign of 500 missions brought in, taken out and printed by a worker: how long that keeps another writer waiting,
and how much memory it holds."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any
from unittest import mock

import django

from bench.measure import Row, peak_memory
from bench.servers import ROOT, in_own_folder, on_each_database

if TYPE_CHECKING:
    from multiprocessing.queues import Queue
    from multiprocessing.synchronize import Event

    from django.contrib.auth.models import User

    from missions.models import Job

PERIODS = 50
"""Of ten missions each."""
EVERY = 0.05
"""Seconds between two things that the other one writes."""
AT_MOST = 500
"""Milliseconds that the other one waits at a time."""
MEMORY_AT_MOST = 250_000
"""kB that the process holds at once, with Python, Django and all of ours in it."""
PAPERS = ("campaign-file", "log", "book")


def rows() -> Iterator[Row]:
    """By the clock, and on SQLite, where one writes at a time."""
    name, told = next(on_each_database("bench.arrivals"))
    for what, waits in told["waits"].items():
        yield Row(
            f"{10 * PERIODS} missions {what} on {name}: longest wait of another writer",
            1000 * max(waits),
            "ms",
            most=AT_MOST,
        )
    for what, most in told["memory"].items():
        yield Row(f"{10 * PERIODS} missions, {what}: peak memory", most, "kB", most=MEMORY_AT_MOST)


def hold() -> dict[str, Any]:
    """In the data folder that the environment names."""
    from bench import club_world
    from config.celery import keep_what_was_imported
    from missions.operations import arrivals, jobs
    from missions.selectors.archive import export
    from tests import long

    (owner,) = club_world.people(1)
    content = long.content(PERIODS)
    with mock.patch("missions.operations.jobs.send"):
        job = _ordered(owner, content)
        gc.collect()
        keep_what_was_imported()  # as a worker does when it starts
        with somebody_writing(owner.pk) as coming:
            campaign = arrivals.bring_in(job)
        jobs.finish(job.pk, "It is here.")
        with somebody_writing(owner.pk) as going:
            export(campaign)
        memory = {"brought in": _most_held(_ordered(owner, content))}
        for document in PAPERS:
            memory[document] = _most_held(_print_ordered(owner, campaign.pk, document))
    return {"waits": {"brought in": coming, "taken out": going}, "memory": memory}


def _ordered(owner: User, content: bytes) -> Job:
    """The job of bringing in a campaign's file, begun by this process."""
    from missions.operations import arrivals, jobs

    arrival = arrivals.order(actor=owner, name="long.json", size=len(content), content=[content])
    if arrival.job_id is None or (job := jobs.begin(arrival.job_id)) is None:
        raise RuntimeError("Nobody has begun with it.")
    return job


def _print_ordered(owner: User, pk: int, document: str) -> Job:
    """The same of a document of a campaign."""
    from campaigns.access import viewer, with_seats
    from campaigns.documents.kit.styles import paper_named
    from missions.models import Print
    from missions.operations import jobs, prints
    from missions.prints.registry import PrintRequest

    campaign = with_seats().get(pk=pk)
    seen, paper = viewer(campaign, owner), paper_named("A4")
    if seen is None or paper is None:
        raise RuntimeError("The owner may not read his campaign on A4.")
    asked = PrintRequest(campaign=campaign, viewer=seen, paper=paper, site="https://club.example")
    prints.order(actor=owner, document=document, asked=asked)
    job = Print.objects.get(campaign=pk, document=document).job
    if job is None or (begun := jobs.begin(job.pk)) is None:
        raise RuntimeError("Nobody has begun with it.")
    return begun


def _most_held(job: Job) -> int:
    """The most memory, in kB, that a process holds which has just begun, as a worker does, and does this job."""
    told = subprocess.run(
        [sys.executable, "-m", "bench.arrivals", str(job.pk)], cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True
    ).stdout
    return int(told)


def _do(job: str) -> None:
    from config.celery import app, keep_what_was_imported

    django.setup()
    app.loader.import_default_modules()
    keep_what_was_imported()
    from missions.models import Job
    from missions.operations.jobs import TASKS

    app.tasks[TASKS[Job.objects.get(pk=job).kind]](job)
    if (done := Job.objects.get(pk=job)).status != Job.Status.DONE:
        raise RuntimeError(done.message)
    print(peak_memory())


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
    if jobs := sys.argv[1:]:
        _do(*jobs)
    else:
        in_own_folder(hold)

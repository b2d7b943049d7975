"""Queue missions, kill the worker again and again, and tell what became of them: one JSON object on stdout.

    python -m tests.concurrency.kill_run --missions 300 --kills 10

Runs in a process of its own with the settings of an installation, because a worker must find the same database and
broker: those of DATABASE_URL and REDIS_URL, or SQLite and the folder broker in READY_ROOM_DATA. Both must be empty.
Every kill is at a random moment of the work, and none counts that hits no work. Gives up after PATIENCE seconds.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from multiprocessing.context import ForkServerProcess
from typing import Any
from uuid import UUID

import django

from tests.concurrency.forked import worker

PACK = "desert-dogfights"
PATIENCE = 300
"""Seconds for what a worker does until it is killed, on a machine that is busy with something else."""
A_MISSION = 0.15
"""Seconds: about what a mission takes from the moment that it is begun."""
AHEAD = 10
"""Missions more, whenever a worker that is to be killed has flown all there are: in idleness nothing can be hit."""


def prepare() -> None:
    """Bring an installation as far as these missions need it; to read every pack takes longer than to fly them."""
    from django.core.management import call_command

    from config import schema
    from tests import make

    if schema.missing(schema.applied()):
        call_command("migrate", verbosity=0)
    make.pack(PACK)


def queue(missions: int, begin: int = 0) -> None:
    """Start as many campaigns, each with one mission drawn, planned by the staff and queued to be flown.

    ``begin`` is the number of the first.
    """
    from accounts.operations import sign_in_links
    from campaigns.models import Pack
    from campaigns.operations import campaigns as campaign_operations
    from missions.operations import drawing, flights

    owner, pack = sign_in_links.owner(), Pack.objects.get(slug=PACK)
    for number in range(begin, begin + missions):
        campaign = campaign_operations.start_campaign(
            actor=owner, pack=pack, name=f"Campaign {number}", seats={"allied": "staff", "axis": "staff"}, seed=number
        )
        mission = drawing.draw_mission(actor=owner, campaign=campaign)
        flights.queue_flight(actor=owner, mission=mission, debrief=True)


def jobs_by_status() -> Counter[str]:
    from missions.models import Job

    return Counter(Job.objects.values_list("status", flat=True))


def begun() -> set[tuple[UUID, int]]:
    """The jobs that are being flown, each with how often it has been begun."""
    from missions.models import Job

    return set(Job.objects.filter(status=Job.Status.RUNNING).values_list("pk", "attempts"))


def watch(process: ForkServerProcess, done: int) -> Iterator[None]:
    """Yields again and again, once so many jobs have ended, until the caller has seen enough."""
    deadline = time.monotonic() + PATIENCE
    while True:
        now = jobs_by_status()
        if now["done"] + now["failed"] >= done:
            yield
        if process.exitcode is not None:
            raise SystemExit(f"The worker ended by itself, status {process.exitcode}.")
        if time.monotonic() > deadline:
            raise SystemExit(f"After {PATIENCE} s the jobs still stand at {dict(now)}; {done} should have ended.")
        time.sleep(0.02)


def fly_with_kills(missions: int, kills: int) -> tuple[int, int]:
    """Have everything flown, killing the worker in the middle of its work.

    How many missions there were in the end (a worker that is quicker than its killer gets more of them), and how many
    flights the kills cut off.
    """
    cut_off = 0
    for _ in range(kills):
        now, lost = jobs_by_status(), begun()
        ended = now["done"] + now["failed"]
        with worker() as process:
            assert process.pid is not None
            for _ in watch(process, 0):
                now = jobs_by_status()
                if not now["queued"]:
                    queue(AHEAD, missions)
                    missions += AHEAD
                if now["done"] + now["failed"] == ended or not begun() - lost:
                    continue
                time.sleep(random.uniform(0, A_MISSION))
                os.killpg(process.pid, signal.SIGSTOP)  # what is seen now is what the kill will hit
                if under_way := begun() - lost:
                    cut_off += len(under_way)
                    break
                os.killpg(process.pid, signal.SIGCONT)
    with worker() as process:
        next(watch(process, missions))
    return missions, cut_off


def outcome() -> dict[str, Any]:
    """What database and journal say, and how many records differ from a flight that nobody disturbed."""
    from campaigns.models import Campaign, Entry
    from campaigns.standing.result_kinds import Debriefed
    from missions.flights import flying
    from missions.models import Debrief, Flight
    from missions.selectors import reconcile

    debriefed = Counter(Entry.objects.filter(kind=Debriefed.kind).values_list("campaign_id", flat=True))
    differing = 0
    for flight in Flight.objects.select_related("mission__campaign__pack"):
        differing += str(flying.play(flight.mission).record) != flight.record
    return {
        "jobs": dict(jobs_by_status()),
        "flights": Flight.objects.count(),
        "debriefs": Debrief.objects.count(),
        "debriefed once": sum(times == 1 for times in debriefed.values()),
        "records that differ": differing,
        "problems": [problem for campaign in Campaign.objects.all() for problem in reconcile.problems(campaign)],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--missions", type=int, default=300)
    parser.add_argument("--kills", type=int, default=10)
    options = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    prepare()
    seconds = [time.monotonic()]
    queue(options.missions)
    seconds.append(time.monotonic())
    missions, cut_off = fly_with_kills(options.missions, options.kills)
    seconds.append(time.monotonic())
    result = {"missions": missions, "cut off": cut_off, **outcome()}
    seconds.append(time.monotonic())
    result["seconds"] = [round(after - before, 1) for before, after in pairwise(seconds)]
    print(json.dumps(result))


if __name__ == "__main__":
    main()

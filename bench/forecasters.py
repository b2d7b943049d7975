"""A thousand forecast missions by a club's worker, beside a plain pool of two processes that flies the same ones."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from statistics import median
from typing import TYPE_CHECKING, Any

from django.db.models import Max
from django.utils import timezone

from bench.measure import Row, ratio
from bench.servers import errors_in, in_own_folder, on_each_database, serving

if TYPE_CHECKING:
    from datetime import datetime

    from missions.models import Forecast, Mission
    from missions.odds.forecast import Asked
    from missions.planning.orders import SideOrders

PACKS = ("rommel-attacks", "flying-circus-1917")
"""A plan of one's own and the staff's for a mission of each: four forecasts, two at a time."""
RUNS = 250
PROCESSES = 2
ROUNDS = 5
AT_MOST = 1.1
"""How much longer the worker may take."""
LOOKS_EVERY = 0.2
"""Seconds after which it is asked whether all is done, as a page would: when that was, the worker has written down."""

_questions: list[Asked] = []
"""What the pool flies, as its processes have it from this one."""


def rows(rounds: int) -> Iterator[Row]:
    """By the clock, whatever the rounds: the worker and the pool take turns."""
    for name, told in on_each_database("bench.forecasters"):
        yield Row(
            f"{told['missions']} forecast missions by the worker on {name}, a pool of two by so much the quicker",
            median(told["worker"]),
            "missions/s",
            ratio=ratio(told["pool"], told["worker"]),
            ratio_most=AT_MOST,
        )
        yield Row(f"{name}: errors in the servers’ log", len(told["broken"]), "", most=0)


def hold() -> dict[str, Any]:
    """In the data folder that the environment names."""
    from django.db import connection

    from bench import club_world
    from missions.operations import forecasts
    from tests import make

    (owner,) = club_world.people(1)
    missions = [make.drawn(make.campaign(owner, pack, allied="me", axis="staff")) for pack in PACKS]
    plans = [(mission, make.plan(mission, "allied")) for mission in missions]
    _questions.extend(forecasts.asked(row) for row in _ordered(plans))
    connection.close()
    count = RUNS * len(_questions)
    rates: dict[str, list[float]] = {"worker": [], "pool": []}
    with (
        ProcessPoolExecutor(PROCESSES, mp_context=get_context("fork")) as pool,
        serving() as (_, log),
    ):
        works: dict[str, Callable[[], float]] = {
            "pool": lambda: _by_pool(pool),
            "worker": lambda: _by_worker(plans),
        }
        for number in range(ROUNDS + 1):
            for name, work in works.items():
                seconds = work()
                if number:  # the first is for what is read once
                    rates[name].append(count / seconds)
    return {"missions": count, "broken": errors_in(log), **rates}


def _fly(number: int) -> int:
    from missions.odds.forecast import forecast

    return forecast(_questions[number], RUNS).flown


def _by_pool(pool: ProcessPoolExecutor) -> float:
    """How many seconds the pool takes."""
    started = time.perf_counter()
    list(pool.map(_fly, range(len(_questions))))
    return time.perf_counter() - started


def _by_worker(plans: Sequence[tuple[Mission, SideOrders]]) -> float:
    """How many seconds there are between the first order and the end of the last forecast."""
    from missions.models import Forecast, Job

    Forecast.objects.all().delete()
    started = timezone.now()
    waited_for = Job.objects.filter(pk__in=[row.job_id for row in _ordered(plans)])
    while waited_for.exclude(status=Job.Status.DONE).exists():
        time.sleep(LOOKS_EVERY)
    ended: datetime = waited_for.aggregate(last=Max("finished_at"))["last"]
    return (ended - started).total_seconds()


def _ordered(plans: Sequence[tuple[Mission, SideOrders]]) -> list[Forecast]:
    from missions.models import Forecast
    from missions.operations import forecasts

    for mission, plan in plans:
        forecasts.order(actor=mission.campaign.owner, mission=mission, side="allied", plan=plan, runs=RUNS)
    return list(Forecast.objects.select_related("mission__campaign__pack").order_by("pk"))


if __name__ == "__main__":
    in_own_folder(hold)

"""Forecasts and simulated campaigns beside the engine alone, which flies the same set-ups, already planned; and
forecasts by the worker beside a plain pool of processes.

Each is flown in a process of its own, forked from one that has flown other missions of the pack: the rules of thumb
remember situations, so that a mission that has just been flown is flown again in a tenth of the time, which no club
ever sees.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from multiprocessing import get_context
from statistics import harmonic_mean
from typing import TYPE_CHECKING, NamedTuple, NoReturn, TypeVar

from bench import forecasters
from bench.measure import Row
from engine.core.game import Document

if TYPE_CHECKING:
    from campaigns.packs import PackDefinition
    from campaigns.packs.schema import Side
    from campaigns.standing.recruits import Man
    from missions.odds.forecast import Asked
    from missions.planning.mission_context import MissionContext
    from missions.planning.orders import SideOrders

PACKS = ("kursk", "flying-circus-1917", "big-week", "angels-over-kent")
"""One of each game."""
FLIGHTS = 300
"""As many as a forecast has."""
CAMPAIGNS = 2
FORECAST_AT_MOST, SIMULATION_AT_MOST = 1.1, 1.3
"""How much longer they may take."""
FORKED = get_context("fork")

T = TypeVar("T")


def rows(rounds: int) -> Iterator[Row]:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_test"
    import django

    django.setup()
    from config.celery import keep_what_was_imported

    gc.collect()
    keep_what_was_imported()  # as a worker does when it starts
    for name in PACKS:
        yield from _forecast(name, rounds)
        yield from _simulation(name, rounds)
    yield from forecasters.rows(rounds)


def _beside(name: str, work: Callable[[int], int], alone: Callable[[int], int], rounds: int, most: float) -> Row:
    """Both take the number of a round, and say how many missions they have flown; number 0 warms them up."""
    work(0)
    alone(0)
    rates: dict[str, list[float]] = {"work": [], "alone": []}
    for number in range(1, rounds + 1):
        for each, fly in {"work": work, "alone": alone}.items():
            rates[each].append(_rate(fly, number))
    rate, peer = harmonic_mean(rates["work"]), harmonic_mean(rates["alone"])  # of all missions of all rounds
    return Row(name, rate, "missions/s", ratio=peer / rate, ratio_most=most)


def _rate(fly: Callable[[int], int], number: int) -> float:
    """Missions a second of processor time."""

    def timed() -> float:
        started = time.process_time()
        count = fly(number)
        return count / (time.process_time() - started)

    return _forked(timed)


def _forked(work: Callable[[], T]) -> T:
    """What comes of it in a fork of this process, which learns nothing of it but that."""
    told, tell = FORKED.Pipe(duplex=False)
    process = FORKED.Process(target=lambda: tell.send(work()))
    process.start()
    tell.close()
    result: T = told.recv()
    process.join()
    return result


def _forecast(name: str, rounds: int) -> Iterator[Row]:
    from missions.odds.forecast import forecast

    questions = [_first_question(_pack(name), 1 + seed) for seed in range(rounds + 1)]
    ready = [_ready_to_forecast(question) for question in questions]
    yield _beside(
        f"{name}: forecast, engine alone by so much the quicker",
        lambda number: forecast(questions[number], FLIGHTS).flown,
        lambda number: _alone(ready[number]),
        rounds,
        FORECAST_AT_MOST,
    )


def _ready_to_forecast(question: Asked) -> list[_Ready]:
    from missions.odds.forecast import Flights, seed_of

    flights = Flights(question)
    planned = [flights.planned(number) for number in range(FLIGHTS)]
    return [_ready(context, seed_of(number)) for number, context in enumerate(planned) if _flies(context)]


def _simulation(name: str, rounds: int) -> Iterator[Row]:
    from missions import simulation

    pack = _pack(name)
    seeds = [1 + CAMPAIGNS * number for number in range(rounds + 1)]
    ready = [_forked(partial(_ready_in_campaigns, pack, seed)) for seed in seeds]
    yield _beside(
        f"{name}: campaigns simulated, such missions alone by so much the quicker",
        lambda number: sum(len(each.margins) for each in simulation.many(pack, CAMPAIGNS, seed=seeds[number])),
        lambda number: _alone(ready[number]),
        rounds,
        SIMULATION_AT_MOST,
    )


def _ready_in_campaigns(pack: PackDefinition, seed: int) -> list[_Ready]:
    from missions import simulation
    from missions.flights import flying

    ready: list[_Ready] = []

    def note(context: MissionContext, seed: int, level: str) -> object:
        ready.append(_ready(context, seed))
        return flown(context, seed, level)

    flown, flying.report_of = flying.report_of, note  # type: ignore[assignment]
    simulation.many(pack, CAMPAIGNS, seed=seed)
    flying.report_of = flown
    return ready


class _Ready(NamedTuple):
    """A mission as the engine takes it."""

    system: str
    setup: Document
    seed: int
    doctrines: Mapping[str, str]


def _ready(context: MissionContext, seed: int) -> _Ready:
    from missions.planning import setups

    return _Ready(context.pack.system, setups.setup(context), seed, context.doctrines)


def _flies(context: MissionContext) -> bool:
    from missions.planning import setups

    return not setups.why_grounded(context.pack, context.key, context.orders)


def _alone(ready: Sequence[_Ready]) -> int:
    """How many missions those are, which it flies."""
    from missions.flights import flying

    for each in ready:
        flying.fly(each.system, each.setup, each.seed, each.doctrines).report()
    return len(ready)


def _pack(name: str) -> PackDefinition:
    from campaigns.catalogue.library import FIXTURES
    from campaigns.packs import pack_text, read_pack

    path = FIXTURES / "packs" / f"{name}.toml"
    return read_pack(pack_text(path.read_bytes(), path.name), path.name)


class _Found(Exception):
    def __init__(self, question: Asked) -> None:
        self.question = question


def _first_question(pack: PackDefinition, seed: int = 1) -> Asked:
    """How the first mission of a campaign might go, by the plan of the Allied staff."""
    from missions.odds.forecast import Asked
    from missions.simulation import SimulatedCampaign

    class First(SimulatedCampaign):
        def _plan(self, key: str, side: Side, month: str, skilled: Man | None, seed: int) -> NoReturn:
            plan: SideOrders = super()._plan(key, side, month, skilled, seed)
            man = skilled.pk if skilled else None
            raise _Found(
                Asked(
                    pack=self.pack,
                    key=key,
                    month=month,
                    standing=self.standing,
                    side=side,
                    skilled=man,
                    plan=plan,
                )
            )

    try:
        First(pack, seed=seed).fly()
    except _Found as found:
        return found.question
    raise AssertionError(f"{pack.title} has no mission")

"""Forecasts and simulated campaigns beside the engine alone, which flies the same set-ups, already planned; and
forecasts by the worker beside a plain pool of processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from bench import forecasters
from bench.measure import Row, interleaved, ratio
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


def rows(rounds: int) -> Iterator[Row]:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_test"
    import django

    django.setup()
    for name in PACKS:
        yield from _forecast(name, rounds)
        yield from _simulation(name, rounds)
    yield from forecasters.rows(rounds)


def _beside(name: str, work: Callable[[int], int], alone: Callable[[int], int], rounds: int, most: float) -> Row:
    def of(work: Callable[[int], int]) -> Callable[[int], Callable[[], int]]:
        def timed(number: int) -> Callable[[], int]:
            count = work(number)
            return lambda: count

        return timed

    rates = interleaved({"work": of(work), "alone": of(alone)}, rounds)
    return Row(name, median(rates["work"]), "missions/s", ratio=ratio(rates["alone"], rates["work"]), ratio_most=most)


def _forecast(name: str, rounds: int) -> Iterator[Row]:
    from missions.odds.forecast import Flights, forecast, seed_of

    question = _first_question(_pack(name))
    flights = Flights(question)
    planned = [flights.planned(number) for number in range(FLIGHTS)]
    ready = [_ready(context, seed_of(number)) for number, context in enumerate(planned) if _flies(context)]
    yield _beside(
        f"{name}: forecast, engine alone by so much the quicker",
        lambda _: forecast(question, FLIGHTS).flown,
        _alone(ready),
        rounds,
        FORECAST_AT_MOST,
    )


def _simulation(name: str, rounds: int) -> Iterator[Row]:
    from missions import simulation
    from missions.flights import flying

    pack = _pack(name)
    ready: list[_Ready] = []

    def note(context: MissionContext, seed: int, level: str) -> object:
        ready.append(_ready(context, seed))
        return flown(context, seed, level)

    flown, flying.report_of = flying.report_of, note  # type: ignore[assignment]
    simulation.many(pack, CAMPAIGNS, seed=1)
    flying.report_of = flown
    yield _beside(
        f"{name}: campaigns simulated, their missions alone by so much the quicker",
        lambda _: sum(len(each.margins) for each in simulation.many(pack, CAMPAIGNS, seed=1)),
        _alone(ready),
        rounds,
        SIMULATION_AT_MOST,
    )


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


def _alone(ready: Sequence[_Ready]) -> Callable[[int], int]:
    from missions.flights import flying

    def fly(_: int) -> int:
        for each in ready:
            flying.fly(each.system, each.setup, each.seed, each.doctrines).report()
        return len(ready)

    return fly


def _pack(name: str) -> PackDefinition:
    from campaigns.catalogue.library import FIXTURES
    from campaigns.packs import pack_text, read_pack

    path = FIXTURES / "packs" / f"{name}.toml"
    return read_pack(pack_text(path.read_bytes(), path.name), path.name)


class _Found(Exception):
    def __init__(self, question: Asked) -> None:
        self.question = question


def _first_question(pack: PackDefinition) -> Asked:
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
        First(pack, seed=1).fly()
    except _Found as found:
        return found.question
    raise AssertionError(f"{pack.title} has no mission")

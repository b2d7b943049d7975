"""Campaign missions: three Formations of three with four escorting Elements against four, beside python-chess."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from statistics import median

import engine
from bench.chess_playouts import beside_chess
from bench.dogfight import by_chance, decisions
from bench.measure import STATUS, Row, interleaved, peak_memory
from engine.core.game import SIDES, Document, Game
from engine.core.players import fly

SCENARIO = "big-mission"
MISSIONS = 10
MANY = 1_000
"""Missions flown in one process for the measure of memory."""
FIRST = 100
"""After so many of them the caches are warm, and nothing should grow any more."""


@cache
def setup() -> Document:
    """Read once: a mission is flown, not the file parsed."""
    return engine.systems()["wildblue"].scenarios()[SCENARIO].setup


def heuristic(seed: int) -> Game:
    """The big mission, flown by heuristic players."""
    players = {side: engine.heuristic_player("wildblue", side, seed) for side in SIDES}
    return fly(engine.new("wildblue", setup(), seed), players)


def missions(seed: int) -> Callable[[], int]:
    """Fly ``MISSIONS`` of them, which are what is counted."""
    for number in range(seed * MISSIONS, (seed + 1) * MISSIONS):
        heuristic(number)
    return lambda: MISSIONS


def rows(rounds: int) -> Iterator[Row]:
    flown = f"{SCENARIO}, heuristic players"
    works = {
        flown: decisions("wildblue", setup(), engine.heuristic_player, MISSIONS),
        f"{SCENARIO}, random players": decisions("wildblue", setup(), by_chance, MISSIONS),
    }
    yield from beside_chess(works, dict.fromkeys(works, 5.0), rounds)
    for name, rates in interleaved({f"{flown}, missions": missions}, rounds).items():
        yield Row(name, median(rates), "missions/s", least=10.0)
    yield from memory()


def memory() -> Iterator[Row]:
    """The most memory that one process has held after ``FIRST`` missions and after ``MANY``."""
    if not STATUS.exists():
        return
    told = subprocess.run(
        [sys.executable, "-m", "bench.mission"],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    first, many = map(int, told.split())
    yield Row(f"peak memory after {FIRST} of them in one process", first, "kB")
    yield Row(f"peak memory after {MANY:,} of them", many, "kB", ratio=many / first)


if __name__ == "__main__":
    for number in range(MANY):
        heuristic(number)
        if number + 1 in (FIRST, MANY):
            print(peak_memory())

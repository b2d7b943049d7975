"""Campaign missions: three Formations of three with four escorting Elements against four, beside python-chess."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import engine
from bench.chess_playouts import random_plies
from bench.measure import STATUS, Row, Work, interleaved, peak_memory, ratio
from engine.core.game import SIDES, Game
from engine.core.players import RandomPlayer, fly

SCENARIO = "big-mission"
MISSIONS = 10
MANY = 1_000
"""Missions flown in one process for the measure of memory."""
FIRST = 100
"""After so many of them the caches are warm, and nothing should grow any more."""


def heuristic(seed: int) -> Game:
    """The big mission, flown by heuristic players."""
    return _fly(seed, heuristic_players=True)


def _fly(seed: int, *, heuristic_players: bool) -> Game:
    players = {
        side: engine.heuristic_player("wildblue", side, seed, "steady")
        if heuristic_players
        else RandomPlayer(seed, side)
        for side in SIDES
    }
    return fly(engine.new("wildblue", engine.systems()["wildblue"].scenarios()[SCENARIO].setup, seed), players)


def work(count: Callable[[Game], int], *, heuristic_players: bool) -> Work:
    """A work that flies ``MISSIONS`` of them and counts something of each."""

    def run(seed: int) -> Callable[[], int]:
        games = [
            _fly(number, heuristic_players=heuristic_players)
            for number in range(seed * MISSIONS, (seed + 1) * MISSIONS)
        ]
        return lambda: sum(map(count, games))

    return run


def rows(rounds: int) -> Iterator[Row]:
    def decisions(game: Game) -> int:
        return len(game.record.decisions)

    flown = f"{SCENARIO}, heuristic players"
    works = {
        "python-chess, random playouts": random_plies,
        flown: work(decisions, heuristic_players=True),
        f"{SCENARIO}, random players": work(decisions, heuristic_players=False),
        f"{flown}, missions": work(lambda _: 1, heuristic_players=True),
    }
    peer, *mine, missions = interleaved(works, rounds).values()
    chess, *names, last = works
    yield Row(chess, median(peer), "plies/s")
    for name, rate in zip(names, mine, strict=True):
        yield Row(name, median(rate), "decisions/s", ratio(rate, peer), 5.0)
    yield Row(last, median(missions), "missions/s", least=10.0)
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

"""Decisions per second of Wild Blue Yonder dogfights, two Elements a side, beside python-chess."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median

import engine
from bench.chess_playouts import random_plies
from bench.measure import Row, Work, interleaved, ratio
from engine.core.game import SIDES, Document, Side
from engine.core.players import Player, RandomPlayer, fly

GAMES = 40
SETUP: Document = {
    "kind": "dogfight",
    "units": [
        {"id": "allied-1", "side": "allied", "aircraft": "p-47c-5", "wingman": True},
        {"id": "allied-2", "side": "allied", "aircraft": "spitfire-v", "wingman": True},
        {"id": "axis-1", "side": "axis", "aircraft": "mc-202", "wingman": True},
        {"id": "axis-2", "side": "axis", "aircraft": "bf-109e-3", "wingman": True},
    ],
}


def decisions(system: str, setup: Document, player: Callable[[str, Side, int], Player], count: int) -> Work:
    """A work that flies ``count`` games; its operations are the decisions taken."""

    def work(seed: int) -> Callable[[], int]:
        games = [
            fly(engine.new(system, setup, number), {side: player(system, side, number) for side in SIDES})
            for number in range(seed * count, (seed + 1) * count)
        ]
        return lambda: sum(len(game.record.decisions) for game in games)

    return work


def by_chance(system: str, side: Side, seed: int) -> Player:
    return RandomPlayer(seed, side)


def rows(rounds: int) -> Iterator[Row]:
    works = {
        "python-chess, random playouts": random_plies,
        "dogfight, random players": decisions("wildblue", SETUP, by_chance, GAMES),
        "dogfight, heuristic players": decisions("wildblue", SETUP, engine.heuristic_player, GAMES),
    }
    targets = (None, 8.0, 5.0)
    rates = interleaved(works, rounds)
    peer, *_ = rates.values()
    for (name, rate), target in zip(rates.items(), targets, strict=True):
        yield Row(
            name,
            median(rate),
            "plies/s" if target is None else "decisions/s",
            ratio(rate, peer) if target else None,
            target,
        )

"""Decisions per second of Wild Blue Yonder dogfights, two Elements a side, beside python-chess."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median

import engine
from bench.chess_playouts import random_plies
from bench.measure import Row, Work, interleaved, ratio
from engine.core.game import SIDES, Document, Side
from engine.core.players import Player, RandomPlayer, fly, heuristic_player

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


def decisions(player: Callable[[Side, int], Player]) -> Work:
    """A work that flies ``GAMES`` dogfights; its operations are the decisions taken."""

    def work(seed: int) -> Callable[[], int]:
        games = [
            fly(engine.new("wildblue", SETUP, number), {side: player(side, number) for side in SIDES})
            for number in range(seed * GAMES, (seed + 1) * GAMES)
        ]
        return lambda: sum(len(game.record.decisions) for game in games)

    return work


def rows(rounds: int) -> Iterator[Row]:
    works = {
        "python-chess, random playouts": random_plies,
        "dogfight, random players": decisions(lambda side, seed: RandomPlayer(seed, side)),
        "dogfight, heuristic players": decisions(lambda side, seed: heuristic_player("wildblue", side, seed, "steady")),
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

"""Decisions per second of Wild Blue Yonder dogfights, two Elements a side, beside python-chess."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import engine
from bench.chess_playouts import beside_chess
from bench.measure import Row, Work
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
        "dogfight, random players": decisions("wildblue", SETUP, by_chance, GAMES),
        "dogfight, heuristic players": decisions("wildblue", SETUP, engine.heuristic_player, GAMES),
    }
    return beside_chess(works, dict(zip(works, (10.0, 13.0), strict=True)), rounds)

"""Which set-ups two staffs can be compared in."""

from __future__ import annotations

import engine
from engine.core.game import SIDES, Document
from engine.core.players import RandomPlayer


def contested(system: str, setup: Document) -> bool:
    """Whether two sides meet, and both decide something."""
    game, decided = engine.new(system, setup, 0), set()
    players = {side: RandomPlayer(0, side) for side in game.sides}
    while side := game.deciding:
        decided.add(side)
        game.step(players[side].choose(game))
    return decided == set(SIDES) == set(game.sides)

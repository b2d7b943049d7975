"""A player by rules of thumb."""

from __future__ import annotations

from engine.core.game import Action, Game, Side
from engine.core.players import generator


class HeuristicPlayer:
    def __init__(self, side: Side, seed: int, doctrine: str = "steady") -> None:
        self._random = generator(seed, side)

    def choose(self, game: Game) -> Action:
        legal = game.legal()
        return legal[int(self._random() * len(legal))]

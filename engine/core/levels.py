"""How well the staff plays, whatever the game."""

from __future__ import annotations

from engine.core.game import Action, Game, Side
from engine.core.players import Player, generator

LEVELS = ("recruit", "regular", "veteran", "ace")
"""Weakest first. A regular goes by the rules of thumb of his game; from a veteran on they look ahead."""
USUAL_LEVEL = "regular"
LOOKING_AHEAD = frozenset({"veteran", "ace"})
"""Those who try what they may do before they do it: it takes them a while."""
ERRS = 0.25
"""How often a recruit does the first thing that comes to his mind."""


class Recruit:
    """Knows the rules of thumb, and now and then does anything that the rules allow."""

    def __init__(self, player: Player, seed: int, side: Side) -> None:
        self._player = player
        self._random = generator(seed, f"recruit {side}")

    def choose(self, game: Game) -> Action:
        if self._random() < ERRS:
            legal = game.legal()
            return legal[int(self._random() * len(legal))]
        return self._player.choose(game)

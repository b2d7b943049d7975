"""A mission flown by the engine, to its end. Writes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import engine
from engine.core import players
from engine.core.game import Document, Game
from missions.flights import context
from missions.models import Mission
from missions.planning import setups

Progress = Callable[[int, int], None]
"""Is told the Game-Turn and how many there are."""


def play(mission: Mission, on_progress: Progress = lambda done, total: None) -> Game:
    """Fly a mission whose orders are all signed. Its seed and orders decide everything: the same again, always."""
    flown = context.context_of(mission)
    return fly(flown.pack.system, setups.setup(flown), mission.seed, flown.doctrines, on_progress)


def fly(
    system: str,
    setup: Document,
    seed: int,
    doctrines: Mapping[str, str],
    on_progress: Progress = lambda done, total: None,
) -> Game:
    """Fly a set-up document with the engine's pilots on every side, each side's by its doctrine."""
    game = engine.new(system, setup, seed=seed)
    pilots = {side: engine.heuristic_player(system, side, seed, doctrines[side]) for side in game.sides}
    return players.fly(game, pilots, on_turn=lambda game: on_progress(game.turn, game.position()["turns"]))

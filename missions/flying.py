"""A mission flown by the engine: rows in, a finished game out. Writes nothing."""

from __future__ import annotations

from collections.abc import Callable

import engine
from engine.core import players
from engine.core.game import SIDES, Game
from missions import loading
from missions.models import Mission


def play(mission: Mission, on_progress: Callable[[int, int], None] = lambda done, total: None) -> Game:
    """Fly a mission whose orders are all signed. Its seed and orders decide everything: the same again, always.

    ``on_progress`` is told the Game-Turn and how many there are.
    """
    system = mission.campaign.pack.system
    doctrines = loading.doctrines(mission)
    game = engine.new(system, loading.setup(mission), seed=mission.seed)
    pilots = {side: players.heuristic_player(system, side, mission.seed, doctrines[side]) for side in SIDES}
    return players.fly(game, pilots, on_turn=lambda game: on_progress(game.turn, game.view(SIDES[0])["turns"]))

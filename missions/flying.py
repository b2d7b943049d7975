"""A mission flown by the engine: rows in, a finished game out. Writes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import engine
from engine.core import players
from engine.core.game import SIDES, Game
from engine.core.report import Report
from missions import loading
from missions.models import Mission
from missions.scoring import scores


def play(mission: Mission, on_progress: Callable[[int, int], None] = lambda done, total: None) -> Game:
    """Fly a mission whose orders are all signed. Its seed and orders decide everything: the same again, always.

    ``on_progress`` is told the Game-Turn and how many there are.
    """
    system = mission.campaign.pack.system
    document = loading.setup(mission)
    doctrines = loading.doctrines(mission)
    game = engine.new(system, document, seed=mission.seed)
    pilots = {side: players.heuristic_player(system, side, mission.seed, doctrines[side]) for side in SIDES}
    return players.fly(game, pilots, on_turn=lambda game: on_progress(game.turn, document["turns"]))


def report(mission: Mission, game: Game) -> Report:
    """The report of a game that is over, scored as the campaign scores."""
    told = game.report()
    return replace(told, scores=scores(mission, told.aircraft))

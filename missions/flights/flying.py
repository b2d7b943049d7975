"""A mission flown by the engine, to its end. Writes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import engine
from engine.core import players
from engine.core.game import Action, Document, Game
from engine.core.levels import LOOKING_AHEAD, USUAL_LEVEL
from engine.core.players import Player
from missions.flights import context
from missions.models import Mission
from missions.planning import setups

Progress = Callable[[int, int], None]
"""Is told the Game-Turn and how many there are."""


def play(mission: Mission, level: str = USUAL_LEVEL, on_progress: Progress = lambda done, total: None) -> Game:
    """Fly a mission whose orders are all signed, with pilots of one level on both sides.

    Its seed, its orders and the level decide everything: the same again, always.
    """
    flown = context.context_of(mission)
    levels = dict.fromkeys(flown.doctrines, level)
    return fly(flown.pack.system, setups.setup(flown), mission.seed, flown.doctrines, levels, on_progress)


def fly(
    system: str,
    setup: Document,
    seed: int,
    doctrines: Mapping[str, str],
    levels: Mapping[str, str] = {},
    on_progress: Progress = lambda done, total: None,
) -> Game:
    """Fly a set-up document with the engine's pilots on every side, each side's by its doctrine and its level."""
    game = engine.new(system, setup, seed=seed)
    turns = game.position()["turns"]
    pilots = {}
    for side in game.sides:
        level = levels.get(side, USUAL_LEVEL)
        pilots[side] = engine.staff(system, side, seed, level, doctrines[side])
        if level in LOOKING_AHEAD:
            pilots[side] = _Heard(pilots[side], lambda game: on_progress(game.turn, turns))
    return players.fly(game, pilots, on_turn=lambda game: on_progress(game.turn, turns))


class _Heard:
    """A player who takes long over a Turn: that he is still at it is told at each of his decisions."""

    def __init__(self, player: Player, on_decision: Callable[[Game], None]) -> None:
        self._player = player
        self._on_decision = on_decision

    def choose(self, game: Game) -> Action:
        self._on_decision(game)
        return self._player.choose(game)

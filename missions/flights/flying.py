"""A mission flown by the engine, to its end. Writes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import engine
from campaigns.packs import PackDefinition
from campaigns.packs.schema import Side
from campaigns.selectors import standings
from campaigns.selectors.standings import ReadBefore
from campaigns.standing import Standing
from engine.core import players
from engine.core.campaigns import MissionOrder
from engine.core.game import Action, Document, Game
from engine.core.levels import LOOKING_AHEAD, USUAL_LEVEL
from engine.core.players import Player
from engine.core.report import Report
from missions.flights import context
from missions.models import Mission
from missions.planning import setups
from missions.planning.mission_context import MissionContext
from missions.planning.orders import SideOrders
from missions.planning.validation import as_flown

Progress = Callable[[int, int], None]
"""Is told the Game-Turn and how many there are."""


@dataclass(frozen=True, slots=True)
class Flown:
    """A mission that the engine has flown, and what it was flown by."""

    context: MissionContext
    read: ReadBefore
    """What its campaign had come to."""
    game: Game
    order: MissionOrder

    @property
    def record(self) -> str:
        """The moves of the game, as they are kept."""
        return str(self.game.record)

    @property
    def report(self) -> Report:
        """How it went, by the units and seats of its orders."""
        rules = self.context.pack.rules
        return rules.retold(self.order, self.game.report())


def flown(mission: Mission, level: str = USUAL_LEVEL, on_progress: Progress | None = None) -> Flown:
    """Fly a mission whose orders are all signed, with pilots of one level on both sides. Four queries.

    Its seed, its orders and the level decide everything: the same again, always.
    """
    read = standings.read_before(mission.campaign, mission.number)
    planned = context.context_of(mission, read.folding.standing)
    order, doctrines = setups.order_of(planned), planned.doctrines
    levels = dict.fromkeys(doctrines, level)
    setup = planned.pack.rules.setup(order)
    game = fly(planned.pack.system, setup, mission.seed, doctrines, levels, on_progress)
    return Flown(planned, read, game, order)


def play(mission: Mission, level: str = USUAL_LEVEL, on_progress: Progress | None = None) -> Game:
    """The same, of which only the game is wanted."""
    return flown(mission, level, on_progress).game


def together(
    pack: PackDefinition, key: str, *, month: str, standing: Standing, plans: Mapping[Side, SideOrders]
) -> MissionContext:
    """A mission by the plans of both sides, with nothing left open."""
    spent = [plan.resource for plan in plans.values()]
    flown = {side: as_flown(pack, key, side, plan, spent) for side, plan in plans.items()}
    return MissionContext(pack=pack, key=key, month=month, orders=flown, standing=standing)


class ReadyMission:
    """A mission that both sides have planned for, ready to be flown, as often as one likes."""

    __slots__ = ("_begin", "_retold", "_system")

    def __init__(self, context: MissionContext) -> None:
        self._system = context.pack.system
        rules, order = context.pack.rules, setups.order_of(context)
        self._begin = engine.ready(self._system, rules.setup(order))
        self._retold = rules.retelling(order)

    def report(self, seed: int, doctrines: Mapping[str, str], level: str = USUAL_LEVEL) -> Report:
        """How it goes, by the units and seats of its orders."""
        levels = dict.fromkeys(doctrines, level)
        return self._retold(_flown(self._system, self._begin(seed), seed, doctrines, levels).report())


def report_of(context: MissionContext, seed: int, level: str = USUAL_LEVEL) -> Report:
    """How a mission goes that both sides have planned for, by the units and seats of their orders."""
    return ReadyMission(context).report(seed, context.doctrines, level)


def fly(
    system: str,
    setup: Document,
    seed: int,
    doctrines: Mapping[str, str],
    levels: Mapping[str, str] = {},
    on_progress: Progress | None = None,
) -> Game:
    """Fly a set-up document with the engine's pilots on every side, each side's by its doctrine and its level."""
    return _flown(system, engine.new(system, setup, seed=seed), seed, doctrines, levels, on_progress)


def _flown(
    system: str,
    game: Game,
    seed: int,
    doctrines: Mapping[str, str],
    levels: Mapping[str, str],
    on_progress: Progress | None = None,
) -> Game:
    pilots = {
        side: engine.staff(system, side, seed, levels.get(side, USUAL_LEVEL), doctrines[side]) for side in game.sides
    }
    if on_progress is None:
        return players.fly(game, pilots)
    turns = game.position()["turns"]

    def told(game: Game) -> None:
        on_progress(game.turn, turns)

    heard = {
        side: _Heard(pilot, told) if levels.get(side) in LOOKING_AHEAD else pilot for side, pilot in pilots.items()
    }
    return players.fly(game, heard, on_turn=told)


class _Heard:
    """A player who takes long over a Turn: that he is still at it is told at each of his decisions."""

    def __init__(self, player: Player, on_decision: Callable[[Game], None]) -> None:
        self._player = player
        self._on_decision = on_decision

    def choose(self, game: Game) -> Action:
        self._on_decision(game)
        return self._player.choose(game)

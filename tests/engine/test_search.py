"""The player that looks ahead. See ``engine/core/search.py``."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

import engine
from engine.core.chance import Chance
from engine.core.errors import EngineError
from engine.core.game import SIDES, Action, Game, Side
from engine.core.levels import LEVELS, LOOKING_AHEAD
from engine.core.players import fly
from engine.core.search import Effort, SearchPlayer, worth
from tests.engine.broad import broad

ROOT = Path(__file__).parents[2]
ALLIED, AXIS = SIDES
FOLD, CALL, RAISE = range(3)
CARDS = range(5)
FACES = range(6)


class Showdown:
    """Each side holds one of five cards that nobody else sees. The Allied player folds, calls or raises.

    Who folds loses 1. Who calls wins or loses 2 by the higher card. Who raises throws a die, and the Axis player, who
    knows his own card, folds if it is the lowest or second lowest, giving 2; else as much as the die shows is at stake.
    """

    turn = 1
    sides = SIDES

    def __init__(self, cards: tuple[int, int], chance: Chance) -> None:
        self.cards = cards
        self.chance = chance
        self.deciding: Side | None = ALLIED
        self.stake = 0
        self.ahead = 0

    def legal(self) -> tuple[Action, ...]:
        return (FOLD, CALL, RAISE) if self.deciding == ALLIED else (FOLD, CALL)

    def step(self, action: Action) -> None:
        if action == RAISE:
            self.stake = 1 + int(self.chance.random() * len(FACES))
            self.deciding = AXIS
            return
        own, other = self.cards
        if self.deciding == ALLIED:
            self.ahead = -1 if action == FOLD else 2 if own > other else -2
        else:
            self.ahead = 2 if action == FOLD else self.stake if own > other else -self.stake
        self.deciding = None

    def copy(self, chance: Chance | None = None) -> Showdown:
        twin = Showdown(self.cards, chance or self.chance)
        twin.deciding, twin.stake, twin.ahead = self.deciding, self.stake, self.ahead
        return twin

    def determinize(self, side: Side, chance: Chance) -> Showdown:
        own = self.cards[SIDES.index(side)]
        others = [card for card in CARDS if card != own]
        other = others[int(chance.random() * len(others))]
        twin = self.copy(chance)
        twin.cards = (own, other) if side == ALLIED else (other, own)
        return twin

    def score(self) -> dict[Side, int]:
        return {ALLIED: self.ahead, AXIS: -self.ahead}


class Timid:
    """The Allied player always folds, the Axis player with a low card."""

    def __init__(self, side: Side, seed: int) -> None:
        self.side = side

    def choose(self, game: Any) -> Action:
        return FOLD if self.side == ALLIED or game.cards[1] < 2 else CALL


def expected(own: int) -> dict[Action, float]:
    """What each action of the Allied player is worth on average over all that may be, by going through all of it."""
    others = [other for mine, other in permutations(CARDS, 2) if mine == own]
    return {
        FOLD: -1,
        CALL: mean(2 if own > other else -2 for other in others),
        RAISE: mean(2 if other < 2 else face + 1 if own > other else -face - 1 for other in others for face in FACES),
    }


def chooser(seed: int, effort: Effort) -> SearchPlayer:
    return SearchPlayer(ALLIED, seed, thumbs=Timid, value=worth, effort=effort)


@pytest.mark.parametrize("own", broad(CARDS, 2))
def test_in_a_game_that_can_be_gone_through_whole_the_best_action_is_found(own: int) -> None:
    value = expected(own)
    game: Any = Showdown((own, next(card for card in CARDS if card != own)), Chance(1))
    chosen = [value[chooser(seed, Effort(plays=1200, deals=20)).choose(game)] for seed in range(20)]
    assert chosen.count(max(value.values())) >= 19, f"with {own} {value}"


def test_what_the_rules_of_thumb_do_is_done_where_nothing_is_clearly_better() -> None:
    # With the second lowest card to call is worth just what folding is.
    value = expected(1)
    assert value[CALL] == value[FOLD]
    game: Any = Showdown((1, 0), Chance(1))
    chosen = [chooser(seed, Effort(plays=60, doubt=3.0)).choose(game) for seed in range(40)]
    assert CALL not in chosen


def test_what_the_other_side_really_holds_changes_nothing() -> None:
    for own in CARDS:
        games: list[Any] = [Showdown((own, other), Chance(other)) for other in CARDS if other != own]
        for seed in range(10):
            assert len({chooser(seed, Effort(plays=40)).choose(game) for game in games}) == 1


def test_no_more_games_are_flown_than_it_may() -> None:
    flown = []

    class Counted(Showdown):
        def copy(self, chance: Chance | None = None) -> Showdown:
            flown.append(1)
            return super().copy(chance)

    game: Any = Counted((2, 3), Chance(1))
    for plays in (3, 10, 50):
        flown.clear()
        chooser(1, Effort(plays=plays)).choose(game)
        # One copy more for each deal, of which the table is made.
        assert 0 < len(flown) <= plays + plays


def beginning(system: str, slug: str, seed: int) -> str:
    """The record of the first decisions of a game that veterans play on both sides."""
    game = engine.new(system, engine.systems()[system].scenarios()[slug].setup, seed)
    players = {side: engine.staff(system, side, seed, "veteran", "steady") for side in SIDES}
    for _ in range(12):
        game.step(players[game.deciding or ""].choose(game))
    return str(game.record)


FIRST = (("wildblue", "duel"), ("wwi", "duel"), ("sabin", "first-game"))
BEGINNINGS = f"""
from tests.engine.broad import broad
from tests.engine.test_search import beginning
for system, slug in {FIRST}:
    print(beginning(system, slug, 5))
"""


def test_the_same_seed_decides_the_same_in_any_process() -> None:
    """Two processes hash texts differently, and this one in its own way."""
    elsewhere = subprocess.run(
        [sys.executable, "-c", BEGINNINGS],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    here = "".join(f"{beginning(system, slug, 5)}\n" for system, slug in FIRST)
    assert here == elsewhere
    assert here.count("\n") > 36


@pytest.mark.parametrize("system", engine.systems())
def test_every_system_has_every_level(system: str) -> None:
    slug = next(iter(engine.systems()[system].scenarios()))
    game = engine.new(system, engine.systems()[system].scenarios()[slug].setup, 3)
    for level in LEVELS:
        player = engine.staff(system, game.deciding or "", 3, level, "steady")
        assert player.choose(game) in game.legal()
        assert isinstance(player, SearchPlayer) == (level in LOOKING_AHEAD)
    with pytest.raises(EngineError, match="no level 'champion'"):
        engine.staff(system, AXIS, 3, "champion", "steady")


@pytest.mark.parametrize("system", broad(engine.systems(), 2))
def test_the_score_at_the_end_is_that_of_the_report(system: str) -> None:
    for slug, scenario in engine.systems()[system].scenarios().items():
        game: Game = engine.new(system, scenario.setup, 2)
        fly(game, {side: engine.heuristic_player(system, side, 2) for side in game.sides})
        report = game.report()
        assert game.score() == {side: report.points(side) for side in game.score()}, slug
        assert {score.side for score in report.scores} <= set(game.score())

"""Players and the loop that flies with them, whatever the game."""

from __future__ import annotations

from typing import Any

import engine
from engine import heuristic_player
from engine.core.game import SIDES
from engine.core.players import RandomPlayer, fly


def test_flying_calls_back_once_each_turn_and_at_the_end() -> None:
    seen: list[tuple[int, bool]] = []
    game = engine.new("wildblue", engine.systems()["wildblue"].scenarios()["two-elements"].setup, 1)
    players = {side: heuristic_player("wildblue", side, 1) for side in SIDES}
    assert fly(game, players, lambda game: seen.append((game.turn, game.decision is None))) is game
    assert [turn for turn, _ in seen[:-1]] == list(range(1, game.turn + 1))
    assert seen[-1] == (game.turn, True)


def test_players_of_one_seed_draw_different_numbers_on_each_side() -> None:
    drawn: dict[str, list[Any]] = {}
    game = engine.new("wildblue", engine.systems()["wildblue"].scenarios()["duel"].setup, 1)
    for side in SIDES:
        player = RandomPlayer(1, side)
        drawn[side] = [player.choose(game) for _ in range(20)]
    assert drawn["allied"] != drawn["axis"]

"""Decisions per second of the systems beside Wild Blue Yonder, and how often rules of thumb beat chance."""

from __future__ import annotations

from collections.abc import Iterator

import engine
from bench.chess_playouts import beside_chess
from bench.dogfight import by_chance, decisions
from bench.measure import Row, Work
from engine.core.game import SIDES, Document, Side
from engine.core.players import Player, RandomPlayer, fly

TARGETS = {"wwi": (8.0, 6.0), "sabin": (4.0, 3.0), "angels": (4.0, 1.0)}
"""Of each system: how many times as many decisions of random and of heuristic players as plies of python-chess. Flown
is its first scenario."""
GAMES = 20
MIRRORED = 200
"""Seeds, each flown twice, the sides' players swapped."""
WON_AT_LEAST = 85.0
"""Percent of the mirrored games."""


def first_setup(system: str) -> Document:
    return next(iter(engine.systems()[system].scenarios().values())).setup


def rows(rounds: int) -> Iterator[Row]:
    works: dict[str, Work] = {}
    targets: dict[str, float] = {}
    for system, of_players in TARGETS.items():
        players = {"random": by_chance, "heuristic": engine.heuristic_player}
        for (name, player), target in zip(players.items(), of_players, strict=True):
            works[f"{system}, {name} players"] = decisions(system, first_setup(system), player, GAMES)
            targets[f"{system}, {name} players"] = target
    yield from beside_chess(works, targets, rounds)
    for system in TARGETS:
        name = f"{system}, games that rules of thumb win over chance, of {2 * MIRRORED}"
        yield Row(name, won(system), "%", least=WON_AT_LEAST)


def won(system: str) -> float:
    """Percent of mirrored games of the first scenario that the heuristic player wins; a draw is not won."""
    setup, wins = first_setup(system), 0
    for seed in range(MIRRORED):
        for side, other in (SIDES, SIDES[::-1]):
            players: dict[Side, Player] = {
                side: engine.heuristic_player(system, side, seed),
                other: RandomPlayer(seed, other),
            }
            report = fly(engine.new(system, setup, seed), players).report()
            wins += report.points(side) > report.points(other)
    return 100 * wins / (2 * MIRRORED)

"""Players, and the one loop that flies a game with them.

A player chooses one of ``game.legal()`` from what its side may know. It draws from its own generator, made
from a seed and its side, and uses ``Random.random`` only, so that the same seeds fly the same game anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol

from engine.core.game import Action, Game, Side

DOCTRINES = ("cautious", "steady", "bold")
"""How much a player ventures, least first."""
USUAL_DOCTRINE = "steady"


class Player(Protocol):
    """Decides for one side."""

    def choose(self, game: Game) -> Action:
        """One of ``game.legal()``; the game has an open decision and is left as it is."""
        ...


def generator(seed: int, side: Side) -> Callable[[], float]:
    """Uniform numbers in [0, 1) for the player of ``side``; the sides of one seed are independent.

    It is seeded when the first is drawn, which takes a while: of the players who fly on what a search tries few draw.
    """
    drawn: Callable[[], float] | None = None

    def random() -> float:
        nonlocal drawn
        if drawn is None:
            drawn = Random(f"{side} {seed}").random
        return drawn()

    return random


class RandomPlayer:
    """Chooses evenly among the legal actions."""

    def __init__(self, seed: int, side: Side = "") -> None:
        self._random = generator(seed, side)

    def choose(self, game: Game) -> Action:
        legal = game.legal()
        return legal[int(self._random() * len(legal))]


def fly(game: Game, players: Mapping[Side, Player], on_turn: Callable[[Game], None] | None = None) -> Game:
    """Play ``game`` to its end and return it. ``on_turn`` is called as each Game-Turn begins, and at the end."""
    choosers = {side: player.choose for side, player in players.items()}
    step = game.step
    if on_turn is None:
        while side := game.deciding:
            step(choosers[side](game))
        return game
    turn = game.turn
    while side := game.deciding:
        step(choosers[side](game))
        if game.turn > turn:
            turn = game.turn
            on_turn(game)
    on_turn(game)
    return game

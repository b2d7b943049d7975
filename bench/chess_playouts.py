"""The peer: random playouts of python-chess, its legal moves generated at each ply."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from statistics import median

import chess

from bench.measure import Row, Work, interleaved, ratio

PLIES = 5_000


def random_plies(seed: int) -> Callable[[], int]:
    """Play random games until ``PLIES`` plies are done."""
    draw = Random(seed).random
    plies = 0
    while plies < PLIES:
        board = chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(draw() * len(moves))])
            plies += 1
    return lambda: plies


def beside_chess(works: Mapping[str, Work], targets: Mapping[str, float], rounds: int) -> Iterator[Row]:
    """A row for the peer, and one for each work that takes decisions, with its target if it has one."""
    rates = interleaved({"python-chess, random playouts": random_plies, **works}, rounds)
    (name, peer), *others = rates.items()
    yield Row(name, median(peer), "plies/s")
    for name, rate in others:
        yield Row(name, median(rate), "decisions/s", ratio(rate, peer), targets.get(name))

"""The peer: random playouts of python-chess, its legal moves generated at each ply."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import chess

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

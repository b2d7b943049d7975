"""What a game is worth to a side that looks ahead. [WWI How to Win, Ways to Win]"""

from __future__ import annotations

from typing import Final

from engine.core.game import Game, Side
from engine.core.search import ahead
from engine.wwi.game import WwiGame
from engine.wwi.scoring import points, score
from engine.wwi.terms import BY_POINTS, BY_TURNS

VICTORY: Final = 30.0
"""Of a game that is not won by points: what winning is worth, in points for aircraft."""


def worth(game: Game, side: Side) -> float:
    """Victory Points ahead; where a Leader's fall decides, these tell how it stands until somebody has won."""
    assert isinstance(game, WwiGame)
    lead = ahead(points(game), side)
    if game.options.win in (BY_POINTS, BY_TURNS):
        return lead
    return lead + VICTORY * ahead(score(game), side)

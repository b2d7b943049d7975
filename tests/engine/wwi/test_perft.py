"""Every way that a tiny game can go, counted by hand and by the engine."""

from __future__ import annotations

import engine
from tests.engine.perft import Count, perft
from tests.engine.wwi.table import unit


def test_a_duel_with_a_card_each_goes_as_many_ways_as_counted_by_hand() -> None:
    """The Leader plays his Maneuver, or ends his step.

    1: played, or not: 2.
    2: the Barrel Roll does not answer it, so there is a pass: 1. Having ended he discards it or does not, and draws two
       of three cards in either case, in six orders: 12.
    3: after the Maneuver he gives up his position, or ends and draws: 1 and 6. In the 12 others it is the enemy's turn:
       he climbs for his one card, stays, or dives and draws one of two cards: 12 times 4.
    """
    game = engine.position(
        "wwi",
        {
            "turn": 1,
            "step": "leader",
            "active": "allied-1",
            "order": ["allied-1", "axis-1"],
            "units": {"allied-1": unit("maneuver"), "axis-1": unit("barrel-roll")},
            "decks": {"allied": ["chandelle", "stall-turn", "ace-pilot"], "axis": ["chandelle", "stall-turn"]},
            "shuffled": {"allied": 3, "axis": 2},
            "discards": {"allied": [], "axis": []},
        },
    )
    assert perft(game, 3) == [Count(2, 0), Count(13, 2), Count(55, 13)]

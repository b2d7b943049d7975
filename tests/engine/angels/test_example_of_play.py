"""The rulebook's example of play: its first two turns in one go, as far as they fit on a map.

The figures that lie on the map in the book are lost; these places are ones at which everything comes out as it is told,
but for the Zeke's second attack: two hexes at most behind a Hurricane that flies away from it by two cannot be had by
moving one. For that attack, and for the third turn's, see ``test_attacks``.
"""

from __future__ import annotations

import engine
from tests.engine.angels.make import at, kind, legal, play, position, unit, where
from tests.engine.rules import rule

HURRICANE, P_40, TONY, ZEKE = "allied-1", "allied-2", "axis-1", "axis-2"
DICE = [
    *(3, 3, 5, 5),  # initiative: 6 to 10
    *(4, 4),  # the Tony's Break
    *(3, 4),  # the Zeke's Tight Turn
    *(6, 6, 4, 4, 2),  # the P-40 at the Tony
    *(5, 4, 4, 3, 2, 1),  # the Tony at the Hurricane
    *(5, 5, 4, 1),  # the Zeke at the Hurricane
    *(2, 3, 5, 6),  # initiative: 5 to 11
    *(1, 2),  # the Hurricane's Tight Turn
    *(4, 4),  # the Tony's Tight Turn
    *(1, 1),  # the P-40's Break
    *(4, 5),  # the Zeke's Scissors
    *(6, 6, 4, 4, 1),  # the P-40 at the Tony
]


@rule("A20 A04", "A20 A05", "A20 A06", "A20 A07", "A20 A11", "A20 Sequence of Play")
def test_the_first_two_turns_of_the_example_of_play() -> None:
    units = {
        HURRICANE: at(10, 12, "n", aircraft="hurricane-mk-i"),
        P_40: at(7, 13, "n", aircraft="p-40c-flying-tiger"),
        TONY: at(6, 9, "n", aircraft="ki-61-tony"),
        ZEKE: at(8, 11, "ne", aircraft="a6m2-zeke"),
    }
    game = engine.position("angels", position(units, DICE, step="initiative"))

    assert game.view(None)["first"] == "allied"
    told = play(game, f"aircraft {HURRICANE}", "speed 4", "ahead", "ahead", "ahead", "ahead")
    assert "(high speed)" in told
    told = play(game, f"aircraft {TONY}", "speed 3", "break right", "ahead", "turn right")
    assert "8 +5 = 13 against 10, success" in told
    assert where(game, TONY) == ([9, 8], "se", 3), "at the Hurricane's 10 o'clock"
    play(game, "speed 4", "ahead", "turn right", "turn left", "ahead")
    told = play(game, "speed 4", "ahead", "ahead", "ahead", "tight-turn left")
    assert "7 +6 = 13 against 13, success" in told

    assert kind(game) == "attack"
    assert legal(game) == [f"attack {P_40} > {TONY}", "decline"], "the Hurricane has no shots"
    assert "needing 6, +1 on each (better pilot), and rolls 6 6 4 4 2 (a 6 is two hits): 4" in play(
        game, f"attack {P_40} > {TONY}"
    )
    assert "needing 6, and rolls 5 4 4 3 2 1: 0 hits" in play(game, f"attack {TONY} > {HURRICANE}")
    told = play(game, f"attack {ZEKE} > {HURRICANE}")
    assert "needing 5, +1 on each (better pilot), and rolls 5 5 4 1: 3 hits" in told
    assert [unit(game, name)["hits"] for name in units] == [1, 0, 1, 0]

    assert (game.turn, game.view(None)["first"]) == (2, "allied")
    told = play(game, f"aircraft {HURRICANE}", "speed 2", "turn right", "tight-turn left")
    assert "3 +5 = 8 against 10, failure" in told
    assert "8 +4 = 12 against 10, success" in play(game, f"aircraft {TONY}", "speed 2", "tight-turn left", "turn right")
    assert "2 +5 = 7 against 10, failure" in play(game, "speed 2", "break left", "turn right")
    assert "9 +6 = 15 against 10, success" in play(game, "speed 2", "scissors", "turn right")

    assert f"attack {TONY} > {HURRICANE}" in legal(engine.position("angels", game.position() | {"active": "axis"}))
    assert legal(game) == [f"attack {P_40} > {TONY}", "decline"]
    told = play(game, f"attack {P_40} > {TONY}")
    assert "needing 5, +1 on each (better pilot), and rolls 6 6 4 4 1 (a 6 is two hits): 6 hits, through vital" in told
    assert not any(action.startswith(f"attack {TONY}") for action in legal(game)), "before it could fire"

"""Tiny games counted out to a fixed depth: any change of what is legal, or of what chance may give, shows here.

The first counts of each can be checked by hand; the rest stand as the engine gave them when every rule had its test.
"""

from __future__ import annotations

import pytest

import engine
from engine.core.game import Document, Game
from tests.engine.perft import Count, divide, perft
from tests.engine.wildblue.table import fighter


def unit(hand: str, altitude: str = "medium", wingman: bool = False, **ratings: object) -> Document:
    type_ = fighter(**ratings)  # type: ignore[arg-type]
    seats: Document = {"leader": {"aircraft": type_}, "wingman": {"aircraft": type_} if wingman else None}
    return {"altitude": altitude, "hand": hand.split(), **seats}


def game(axis: Document, allied: Document, decks: tuple[str, str], **more: object) -> Game:
    """Two units and Draw Piles (Axis, Allied) of a few cards in an unknown order; all other cards are discarded."""
    piles = dict(zip(("axis", "allied"), (deck.split() for deck in decks), strict=True))
    document: Document = {
        "turn": 6,
        "active": "axis-1",
        "order": ["axis-1", "allied-1"],
        "units": {"axis-1": axis, "allied-1": allied},
        "decks": piles,
        "shuffled": {side: len(deck) for side, deck in piles.items()},
    }
    return engine.position("wildblue", document | more)


GAMES = {
    "a chain of responses": game(
        unit("maneuver scissors ims-1b1h"),
        unit("tight-turn scissors ace-pilot"),
        ("maneuver clouds tight-turn", "maneuver clouds"),
        step="leader",
    ),
    "a Tailed Leader who rolls away": game(
        unit("vertical-roll clouds"),
        unit("vertical-roll maneuver ims-1b1h", gunner=1),
        ("maneuver ims-3b3h oots-1b2h clouds", "ace-pilot clouds"),
        step="altitude",
        engaged=[["allied-1", "axis-1", "tailing"]],
    ),
    "a Wingman against an Element": game(
        unit("", altitude="very-low", wingman=True, offensive=2, horsepower=1),
        unit("barrel-roll", altitude="very-low", wingman=True, defensive=1, performance=1),
        ("ims-1b1h half-loop ims-2b-engine clouds", "tight-turn barrel-roll"),
        step="wingman",
    ),
    "a Disadvantaged Agile Leader with Heavy Guns": game(
        unit("ims-3b3h tight-turn", special=("agile",), heavy_guns=1, gunner=2),
        unit("scissors maneuver", wingman=True, defensive=0),
        ("maneuver clouds scissors", "maneuver clouds scissors"),
        step="leader",
        engaged=[["axis-1", "allied-1", "disadvantaged"]],
    ),
    "two cards discarded, three drawn": game(
        unit("maneuver maneuver clouds", altitude="low"),
        unit("tight-turn", altitude="high"),
        ("scissors scissors ims-1b1h clouds", "maneuver clouds"),
        step="discard",
    ),
}
COUNTS: dict[str, list[tuple[int, int]]] = {
    "a chain of responses": [(6, 1), (10, 0), (29, 2), (108, 16), (414, 68), (1296, 224)],
    "a Tailed Leader who rolls away": [(6, 1), (22, 5), (109, 17), (204, 13), (668, 79)],
    "a Wingman against an Element": [(25, 2), (67, 12), (119, 3), (183, 28), (397, 116)],
    "a Disadvantaged Agile Leader with Heavy Guns": [(6, 1), (7, 0), (19, 2), (117, 18), (475, 58)],
    "two cards discarded, three drawn": [(3, 0), (28, 3), (144, 29), (529, 87), (1219, 207)],
}
"""By depth: games reached, and actions whose outcome chance decided."""


@pytest.mark.parametrize("deep", [4, pytest.param(5, marks=pytest.mark.sweep)])
@pytest.mark.parametrize("name", GAMES)
def test_tiny_game_has_its_number_of_nodes(name: str, deep: int) -> None:
    expected = [Count(*each) for each in COUNTS[name][:deep]]
    counted = perft(GAMES[name], len(expected))
    for depth, (have, want) in enumerate(zip(counted, expected, strict=True), 1):
        assert have == want, f"at depth {depth}: {divide(GAMES[name], depth)}"

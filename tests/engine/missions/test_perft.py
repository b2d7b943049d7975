"""Tiny Missions counted out to a fixed depth: any change of what is legal, or of what chance may give, shows here.

The first count of each is reckoned beside it by hand; the rest stand as the engine gave them when every rule had its
test.
"""

from __future__ import annotations

import pytest

import engine
from engine.core.game import Document, Game
from tests.engine.missions.sky import bomber, light_bomber
from tests.engine.perft import Count, divide, perft
from tests.engine.wildblue.table import fighter


def game(units: dict[str, Document], axis: str, allied: str, **more: object) -> Game:
    """Draw Piles of a few cards in an unknown order; all other cards are discarded."""
    piles = {"axis": axis.split(), "allied": allied.split()}
    document: Document = {
        "turn": 2,
        "active": "axis-1",
        "units": units,
        "decks": piles,
        "shuffled": {side: len(deck) for side, deck in piles.items()},
    }
    return engine.position("wildblue", document | more)


BOX: Document = {
    "altitude": "medium",
    "formation": [
        {"aircraft": bomber(turret_defense=1, turret_support=1), "seat": "1"},
        {"aircraft": bomber(turret_defense=1, turret_support=0), "seat": "2"},
    ],
}
LONE: Document = {"altitude": "medium", "leader": {"aircraft": fighter()}}

# Two attacks, the end of the step, and Disengaging with one of two cards: 5, and one decided by chance.
AT_A_FORMATION = game(
    {"axis-1": LONE | {"hand": ["ims-1b1h", "maneuver"]}, "allied-1": BOX},
    "clouds scissors",
    "barrel-roll ims-1b1h tight-turn",
    step="leader",
    order=["axis-1"],
    mission={"type": "strike", "striker": "allied", "duration": [3, 1, 1], "target": "airfield"},
)
# Bombs: 1 of 3 cards; guns: 1; both: 2 in order. Flak: 2 of 3 cards in order, all 3 at who strafes: 18 + 18 + 36 + 6.
OVER_AN_AIRFIELD = game(
    {
        "axis-1": {
            "altitude": "very-low",
            "role": "striker",
            "leader": {
                "aircraft": light_bomber(bomb={"level": 1}, damage=(2, 3), performance=0, horsepower=0),
            },
            "load": ["bombs"],
            "over_target": True,
        },
        "allied-1": LONE | {"altitude": "high", "broke_off": True, "left_at": "high"},
    },
    "clouds tight-turn#61 oots-1b2h#106",
    "clouds maneuver#4 ims-2b2h",
    step="strike",
    order=["axis-1", "allied-1"],
    mission={
        "type": "strike",
        "striker": "axis",
        "phase": "over-target",
        "duration": [1, 1, 1],
        "target": {"slug": "airfield", "target_flak": 2, "area_flak": 0},
    },
)
COUNTS: dict[str, tuple[Game, list[tuple[int, int]]]] = {
    "a Leader against a Formation": (AT_A_FORMATION, [(5, 1), (31, 6), (84, 10)]),
    "a strike under flak": (OVER_AN_AIRFIELD, [(78, 4), (96, 0), (174, 18)]),
}
"""By depth: games reached, and actions whose outcome chance decided."""


@pytest.mark.parametrize("name", COUNTS)
def test_tiny_mission_has_its_number_of_nodes(name: str) -> None:
    begun, expected = COUNTS[name]
    counted = perft(begun, len(expected))
    for depth, (have, want) in enumerate(zip(counted, expected, strict=True), 1):
        assert have == Count(*want), f"at depth {depth}: {divide(begun, depth)}"

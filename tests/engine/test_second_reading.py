"""The engine and a second reading of the rulebook agree on what is legal, at every decision of random games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

import pytest

import engine
from engine import heuristic_player
from engine.core.game import SIDES, Document, Side
from engine.core.players import Player
from tests.engine.broad import broad
from tests.engine.second_reading import legal
from tests.engine.wildblue import at_random
from tests.engine.wildblue.at_random import ODD, SKILLS, TYPES, setup
from tests.engine.wildblue.table import Table, allied, axis, fighter

GAMES = 120
CHUNK = 20
ODDER: tuple[dict[str, object], ...] = (
    *ODD,
    {"jet": (3, 1), "special": ("agile", "power-boost")},
    {"special": ("turret-fighter", "agile"), "gunner": 2, "burst": 0},
    {"gunner": 2, "burst": 1, "heavy_guns": 3},
    {"burst": 3, "heavy_guns": 2, "damage": (3, 9), "ceiling": ("high", "low")},
)


def crowded(seed: int) -> Document:
    """Two to eight units, any number of them on one side, most of them together at Low or Medium."""
    source = random.Random(seed)
    count = source.randint(2, 8)
    units = []
    few = source.randint(1, count - 1)
    for side, number in zip(SIDES, (few, count - few), strict=True):
        for place in source.sample(range(1, 9), number):
            unit: Document = {"id": f"{side}-{place}", "side": side, "wingman": source.random() < 0.6}
            if source.random() < 0.5:
                unit["aircraft"] = fighter(side=side, **source.choice(ODDER))  # type: ignore[arg-type]
            else:
                unit |= {"aircraft": source.choice(TYPES[side]), "altitude": source.choice(("low", "medium"))}
            for seat in ("leader_pilot", "wingman_pilot"):
                if source.random() < 0.4:
                    skills = source.choice((["Green"], source.sample(SKILLS, source.randint(1, 4))))
                    unit[seat] = {"name": "Test Pilot", "skills": skills}
            units.append(unit)
    return {"kind": "dogfight", "units": units, "options": {"evading_gunners": source.random() < 0.3}}


@pytest.mark.parametrize("first", broad(range(0, GAMES, CHUNK), 1))
def test_both_readings_agree_at_every_decision(first: int) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(first, first + CHUNK):
        game = engine.new("wildblue", crowded(seed) if seed % 2 else setup(seed), seed)
        players: Mapping[Side, Player] = (
            at_random.players(seed)
            if seed % 4 < 2
            else {side: heuristic_player("wildblue", side, seed, "bold") for side in SIDES}
        )
        while decision := game.decision:
            assert {game.action_text(action) for action in game.legal()} == legal(game.position()), (seed, decision)
            kinds[decision.kind] += 1
            game.step(players[decision.side].choose(game))
    assert len(kinds) == 13, f"only {sorted(kinds)} came up"


@pytest.mark.parametrize("position", ["tailing", "advantaged", "neutral", "disadvantaged", "tailed"])
@pytest.mark.parametrize("special", [(), ("turret-fighter",), ("agile",)])
def test_both_readings_agree_on_light_bombers(special: tuple[str, ...], position: str) -> None:
    bomber = fighter(aircraft_class="light-bomber")
    plane = fighter(special=special, gunner=2, heavy_guns=1)
    hand = "maneuver scissors ims-1b1h ims-2b2h ims-3b3h oots-1b2h"
    table = Table(axis(hand, aircraft=plane), allied(aircraft=bomber), engaged=f"axis-1 {position} allied-1")
    assert set(table.choices) == legal(table.document)

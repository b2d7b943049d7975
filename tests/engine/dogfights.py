"""Dogfights for random tests: a set-up for every seed, odd ones included, and players who stay in the fight."""

from __future__ import annotations

from random import Random
from typing import Any

import engine
from engine.core.game import SIDES, Action, Document, Game, Side
from engine.core.players import RandomPlayer
from tests.engine.wildblue.table import fighter

TYPES = {
    "allied": ("p-47c-5", "p-38j", "spitfire-i", "spitfire-v", "p-39d", "gladiator-ii", "defiant-i", "lagg-3"),
    "axis": ("mc-202", "mc-200", "cr-42", "bf-109e-3", "fw-190a-6", "bf-110c", "me-262a", "bf-109g-6"),
}
ODD: tuple[dict[str, Any], ...] = (
    {"jet": (4, 2), "turbo": True, "heavy_guns": 2},
    {"gunner": 2, "burst": 0, "special": ("turret-fighter",)},
    {"gunner": 1, "burst": 2, "burst_plus": 1, "special": ("multi-engined",)},
    {"special": ("agile", "power-boost"), "heavy_guns": 1, "offensive_plus": 1},
    {"ceiling": ("medium", "very-low"), "damage": (1, 2), "performance": 3, "horsepower": 1},
    {"ceiling": ("very-high", "low"), "performance": 12, "horsepower": 5, "offensive": 5, "defensive": 5},
    {"performance": 1, "horsepower": 0, "offensive": 0, "defensive": 0, "damage": (2, 12)},
)
SKILLS = ("A", "BU", "CV", "D", "G", "H", "L", "P", "V")


def setup(seed: int) -> Document:
    """A dogfight of 2 to 8 units, all from the seed: uneven sides, lone Leaders, Skills, ratings real and made up."""
    random = Random(seed)
    units = []
    for side in SIDES:
        for number in range(1, random.choice((1, 1, 2, 2, 3, 4)) + 1):
            aircraft: str | Document = random.choice(TYPES[side])
            if random.random() < 0.3:
                aircraft = fighter(side=side, **random.choice(ODD))
            unit: Document = {"id": f"{side}-{number}", "side": side, "aircraft": aircraft}
            unit["wingman"] = random.random() < 0.75
            if random.random() < 0.3:
                unit["leader_pilot"] = {"name": "Test Pilot", "skills": random.sample(SKILLS, random.randint(1, 3))}
            units.append(unit)
    options = {"evading_gunners": random.random() < 0.2, "clouds_exit_scores": random.random() < 0.2}
    return {"kind": "dogfight", "units": units, "options": options}


def dogfight(seed: int) -> Game:
    return engine.new("wildblue", setup(seed), seed)


class StubbornPlayer(RandomPlayer):
    """Chooses at random, but seldom Disengages, jettisons or breaks off: wholly random players are gone before the
    fight has begun."""

    def choose(self, game: Game) -> Action:
        for _ in range(3):
            action = super().choose(game)
            if game.action_text(action) not in ("disengage", "jettison", "break-off"):
                break
        return action


def stubborn_players(seed: int) -> dict[Side, StubbornPlayer]:
    return {side: StubbornPlayer(seed, side) for side in SIDES}

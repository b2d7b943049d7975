"""Weeks of flying bombs for random tests, and what holds in them; see ``tests.engine.contract.AtRandom``."""

from __future__ import annotations

from random import Random

from engine import heuristic_player
from engine.core.game import SIDES, Document, Game, Side
from engine.core.players import DOCTRINES, Player, RandomPlayer
from tests.engine.buzz.raid import stationed
from tests.engine.wildblue import at_random as dogfights
from tests.engine.wildblue.at_random import check_hidden, check_step
from tests.engine.wildblue.table import fighter

__all__ = ["check", "check_end", "check_hidden", "check_step", "players", "setup"]

SYSTEM = "wildblue"
LONGEST = 12
SHARE = 1
TYPES = ("tempest-v", "spitfire-xiv", "mustang-iii", "mosquito-nf-xiii", "meteor-i", "defiant-i")
ODD: tuple[Document, ...] = (
    {"jet": (4, 2), "heavy_guns": 2},
    {"special": ("agile", "power-boost"), "heavy_guns": 1, "burst_plus": 1},
    {"damage": (1, 2), "performance": 3, "horsepower": 0, "burst": 3},
    {"performance": 12, "horsepower": 5, "offensive": 5, "defensive": 5, "damage": (1, 12)},
    {"performance": 0, "offensive": 0, "defensive": 0},
)
SKILLS = ("A", "BU", "CV", "D", "H", "P", "V", "L")


def setup(seed: int) -> Document:
    """A week of any kind, all from the seed: no patrol to eight, real aircraft and odd ones, Skills, waves."""
    sample = Random(seed)
    week = sample.randint(1, 5)
    units = []
    for number in range(1, sample.choice((0, 1, 2, 3, 4, 8)) + 1):
        aircraft: str | Document = sample.choice(TYPES)
        if sample.random() < 0.4 or (aircraft == "meteor-i" and week < 4):
            odd = sample.choice(ODD if week >= 4 else ODD[1:])
            aircraft = fighter(side="allied", **odd)
        wingman = aircraft != "mosquito-nf-xiii" and sample.random() < 0.7
        unit = stationed(number, aircraft, sample.choice(("sea", "guns", "land")), wingman=wingman)
        for seat in ("leader_pilot", "wingman_pilot"):
            if sample.random() < 0.3:
                unit[seat] = {"name": f"Test {seat}", "skills": sample.sample(SKILLS, sample.randint(1, 3))}
        units.append(unit)
    made: Document = {"kind": "buzz-bomb", "week": week, "units": units}
    if sample.random() < 0.3:
        made["wave"] = sample.randint(1, 24)
    return made


def players(seed: int) -> dict[Side, Player]:
    """Random ones, or those by rules of thumb, who get all patrols at the flying bombs."""
    if seed % 3:
        return {side: RandomPlayer(seed, side) for side in SIDES}
    return {side: heuristic_player(SYSTEM, side, seed, DOCTRINES[seed // 3 % len(DOCTRINES)]) for side in SIDES}


def check(position: Document) -> None:
    """As in a dogfight; the Axis decides nothing."""
    dogfights.check(position)
    assert position["active"] is None or position["active"].startswith("allied")


def check_end(game: Game) -> None:
    """Everything that came is down or through, and everything that fell has a cause."""
    dogfights.check_end(game)
    report, view = game.report(), game.view(None)
    bombs = {unit: document for unit, document in view["units"].items() if unit.startswith("axis")}
    assert len(bombs) == view["wave"]
    assert {document["status"] for document in bombs.values()} <= {"destroyed", "through"}
    fallen = {each.unit for each in report.aircraft if each.side == "axis" and each.status == "destroyed"}
    assert fallen == {unit for unit, document in bombs.items() if document["status"] == "destroyed"}
    shot = {kill.unit for each in report.aircraft for kill in each.kills}
    by_guns = {each.unit for each in report.aircraft if each.cause == "flak on the coast"}
    assert shot | by_guns == fallen
    assert not shot & by_guns
    assert all(bool(each.cause) == (each.status != "undamaged") for each in report.aircraft)

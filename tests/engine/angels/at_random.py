"""Random set-ups and players, and what holds in every position; see ``tests.engine.contract.AtRandom``."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from engine.angels.aircraft import aircraft, catalogue
from engine.angels.situations import SITUATIONS
from engine.angels.terms import CLOUDS, FACINGS, QUALITIES
from engine.core.game import SIDES, Document, Game, Side
from engine.core.players import Player, RandomPlayer

SYSTEM: Final = "angels"
LONGEST: Final = 12
SHARE: Final = 1
_FIGHTERS: Final = [slug for slug in catalogue() if not aircraft(slug).token]
_BOMBERS: Final = [slug for slug in catalogue() if aircraft(slug).token]


def setup(seed: int) -> Document:
    """Every option and every kind of victory now and then; flights are of any nation unless points are set."""
    chance = Random(f"angels {seed}")
    width, height = chance.choice([(16, 11), (16, 16), (8, 9), (20, 14)])
    document: Document = {
        "turns": chance.randrange(3, LONGEST + 1),
        "advanced": chance.random() < 0.7,
        "map": {"width": width, "height": height, "fixed": chance.random() < 0.4},
        "options": {"midair": chance.random() < 0.4, "bandits_high": chance.random() < 0.3},
    }
    taken: set[tuple[str, int, int]] = set()
    units = [
        _unit(chance, side, number, taken, width, height)
        for side in SIDES
        for number in range(1, chance.choice([1, 2, 2, 3, 4]) + 1)
    ]
    document["units"] = units
    if chance.random() < 0.3:
        document["clouds"] = chance.choice(["random", [chance.choice(CLOUDS) for _ in range(6)]])
    if chance.random() < 0.3:
        document["night"] = {
            "light": chance.choice(["moonlight", "darkness", "darkness"]),
            "direction": {chance.choice(SIDES): chance.randrange(3)},
            "searchlights": [side for side in SIDES if chance.random() < 0.6],
        }
    if document["map"]["fixed"] and chance.random() < 0.6:
        document["flak"] = [
            {"hex": _hex(chance, width, height), "altitude": chance.choice([2, 3, 4]), "turn": chance.choice([1, 2])}
            for _ in range(chance.randrange(1, 5))
        ]
        document["balloons"] = [_hex(chance, width, height) for _ in range(chance.randrange(6))]
    _victory(chance, document)
    if (width, height) == (16, 16) or (chance.random() < 0.3 and width >= 16):
        document["situation"] = chance.choice(SITUATIONS[:6]) if height < 16 else chance.choice(SITUATIONS)
        if height < 16 and chance.random() < 0.3:
            document["situation"] = "roll"
        document["advantage"] = chance.choice([*SIDES, "roll"])
        for unit in units:
            for key in ("hex", "facing", "altitude"):
                del unit[key]
    return document


def _unit(
    chance: Random, side: Side, number: int, taken: set[tuple[str, int, int]], width: int, height: int
) -> dict[str, Any]:
    while True:
        place = _hex(chance, width, height)
        if (side, *place) not in taken:
            taken.add((side, place[0], place[1]))
            break
    unit: dict[str, Any] = {
        "id": f"{side}-{number}",
        "aircraft": chance.choice(_BOMBERS if number > 1 and chance.random() < 0.15 else _FIGHTERS),
        "hex": place,
        "facing": chance.choice(FACINGS),
        "altitude": chance.choice([1, 2, 3, 3, 3, 4, 5, 6]),
    }
    if chance.random() < 0.3:
        unit["pilot"] = chance.choice(QUALITIES)
    if chance.random() < 0.1:
        unit["hold"] = True
    if chance.random() < 0.2:
        unit["name"] = f"Pilot {number}"
    return unit


def _victory(chance: Random, document: Document) -> None:
    """One of the scenarios' conditions that fits who flies."""
    choice = chance.randrange(6)
    tokens = [unit for unit in document["units"] if unit["aircraft"] in _BOMBERS]
    if tokens and choice < 4:
        side = tokens[0]["id"].rpartition("-")[0]
        document["victory"] = {"scenario": "escort", "side": side, "edge": chance.choice(["north", "east"])}
        if choice < 2:
            document["victory"] |= {"scenario": "limited-fuel", "until": 2}
            document["victory"]["units"] = [
                unit["id"] for unit in document["units"] if unit["id"].startswith(side) and unit not in tokens
            ]
    elif choice == 4:
        document["victory"] = {"scenario": chance.choice(["dogfight", "interceptors"])}
    elif choice == 5:
        document["victory"] = {"scenario": "schnellbomber", "points": 40, "units": [document["units"][-1]["id"]]}


def _hex(chance: Random, width: int, height: int) -> list[int]:
    return [chance.randrange(1, width + 1), chance.randrange(1, height + 1)]


def players(seed: int) -> dict[Side, Player]:
    """Random players: the map of most games follows the fight, so that they stay in it long enough."""
    return {side: RandomPlayer(seed, side) for side in SIDES}


def check(position: Document) -> None:
    """Everybody is somewhere on the map, in one of six bands, no more damaged than its hit points."""
    width, height = position["map"]["width"], position["map"]["height"]
    waiting = position.get("to_place", [])
    for name, unit in position["units"].items():
        card = aircraft(unit["aircraft"])
        assert 0 <= unit["hits"] <= card.hits, name
        if unit["fate"] == "flying":
            assert unit["hits"] < card.hits, f"{name} flies on with {unit['hits']} points of damage"
        if name in waiting:
            assert unit["hex"] is None
            continue
        column, row = unit["hex"]
        assert 1 <= column <= width, name
        assert 1 <= row <= height, name
        assert 1 <= unit["altitude"] <= 6, name
        if not position["advanced"] or card.token:
            assert unit["status"] == "neutral", name
        assert (unit["fate"] == "retreated") == (unit.get("edge") is not None), name
        assert unit["fate"] != "flying" or not unit.get("gone"), name
    assert len(set(position["order"])) == len(position["order"])
    if position["step"] == "attack":
        flying = [unit for unit in position["units"].values() if unit["fate"] == "flying"]
        assert all(name in position["order"] for name, unit in position["units"].items() if unit in flying)
        stacks = [(unit["side"], *unit["hex"], unit["altitude"]) for unit in flying if not unit["balked"]]
        assert len(stacks) == len(set(stacks)), "two friends share a hex and an altitude, and both may attack"


def check_step(before: Document, after: Document) -> None:
    """Damage is never undone, nobody comes back, points are never taken away."""
    assert before["turn"] <= after["turn"] <= after["turns"]
    for name, unit in before["units"].items():
        later = after["units"][name]
        assert later["hits"] >= unit["hits"], name
        if unit["fate"] != "flying":
            assert (later["fate"], later["gone"]) == (unit["fate"], unit["gone"]), name
    for key in ("awards", "credits"):
        assert after[key][: len(before[key])] == before[key]


def check_hidden(game: Game, side: Side) -> None:
    """Nothing is hidden in this game: both sides see the same."""
    assert game.view(side) == game.view(None)


def check_end(game: Game) -> None:
    """The report agrees with the position."""
    report, position = game.report(), game.position()
    assert position["step"] == "over"
    for entry in report.aircraft:
        unit = position["units"][entry.unit]
        assert (entry.status == "destroyed") == (unit["fate"] == "destroyed")
        assert (entry.exit in ("disengaged", "through", "home")) == (unit["fate"] == "retreated")
        assert entry.hits == unit["hits"]
        assert len(entry.kills) == sum(
            credit[0] == entry.unit and credit[3] == "destroyed" for credit in position["credits"]
        )
    assert report.turns == position["turn"]
    assert report.notes
    for side in SIDES:
        assert report.points(side) == sum(points for who, points, *_ in position["awards"] if who == side)

"""Games of Dogfight for random tests: a set-up for every seed with every advanced rule, and players who stay."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from engine.core.game import SIDES, Action, Document, Game, Side
from engine.core.players import Player, RandomPlayer
from engine.sabin.terms import ALTITUDES, ROWS, SKIES, TURNING_BACK

SYSTEM = "sabin"
LONGEST = 20
SHARE = 1
TRACK = 19


def setup(seed: int) -> Document:
    """One to three squadrons, up to six flights a side, all kinds of bombers and fighters, every sky and altitude."""
    random = Random(seed)
    escorting = random.choice(SIDES)
    types = random.choice(
        (
            ("medium", "light"),
            ("medium", "medium"),
            ("light", "light"),
            ("heavy", "late-heavy", "heavy"),
            ("fighter-bomber", "kamikaze"),
        )
    )
    heavy = "heavy" in types
    fast = "kamikaze" in types
    bombers = [
        {"role": "bomber", "type": kind}
        | ({"traits": ["forward-guns"]} if kind == "light" and random.random() < 0.5 else {})
        for kind in types[: random.randint(1, len(types))]
    ]
    escorts = [_fighters(random, "escort") for _ in range(random.choice((0, 1, 2, 2, 3, 6)))]
    interceptors = [_fighters(random, "interceptor") for _ in range(random.choice((1, 2, 3, 4, 6)))]
    units = []
    for side in SIDES:
        theirs = [*bombers, *escorts] if side == escorting else interceptors
        units += [{"id": f"{side}-{number}", "side": side} | unit for number, unit in enumerate(theirs, 1)]
    return {
        "kind": "dogfight",
        "escorting": escorting,
        "handicap": random.randint(0, 3),
        "ceiling": random.choice(ROWS[2:]),
        "altitude": "normal" if heavy else random.choice(ALTITUDES),
        "turns": random.choice((3, 20, 20, 20)),
        "units": units,
        "options": {
            "sky": random.choice((*SKIES, "roll", "roll")),
            "approach": "roll" if fast else random.choice(("roll", "front", "rear")),
            "turning_back": random.choice(TURNING_BACK),
            "weak_exempt": random.random() < 0.5,
        },
    }


def _fighters(random: Random, role: str) -> Document:
    """A flight, one in three with traits."""
    traits = [trait for trait in ("heavy", "slow", "weak") if random.random() < 0.2]
    return {
        "role": role,
        "traits": traits,
        "size": random.choice((4, 6)),
        "aircraft": random.choice(("", "Test Fighter")),
    }


class StayingPlayer(RandomPlayer):
    """Chooses at random, but seldom breaks formation or turns back, and goes for the enemy where it can."""

    def choose(self, game: Game) -> Action:
        view = game.view(None)
        held = {
            f"fly {unit['column']} {unit['row']} {unit['depth']} "
            for unit in view["units"].values()
            if "column" in unit and unit["side"] != game.deciding
        }
        fights = [action for action in game.legal() if game.action_text(action).partition("(")[0] in held]
        if fights and self._random() < 0.8:
            return fights[int(self._random() * len(fights))]
        for _ in range(3):
            action = super().choose(game)
            if game.action_text(action) not in ("break formation", "turn back"):
                break
        return action


def players(seed: int) -> dict[Side, Player]:
    return {side: StayingPlayer(seed, side) for side in SIDES}


def check(position: Document) -> None:
    """Bombers never move, no track runs over, and only who passes through shares a block with his own side."""
    units: dict[str, dict[str, Any]] = position["units"]
    fast = any(unit.get("type") in ("fighter-bomber", "kamikaze") for unit in units.values())
    lowest = 0 if position["altitude"] == "very-low" else 3
    squadrons = [unit for unit in units.values() if unit["role"] == "bomber"]
    for number, unit in enumerate(squadrons):
        assert unit["column"] == ("O-P" if fast else "M-N")
        assert ROWS.index(unit["row"]) == lowest + number
        assert (unit["depth"], unit["heading"], unit["pitch"], unit["status"]) == (
            "middle",
            "forwards",
            "level",
            "flying",
        )
    places = Counter(
        (unit["side"], unit["column"], unit["row"], unit["depth"]) for unit in units.values() if "column" in unit
    )
    assert all(count <= 2 for count in places.values())
    if position["phase"] in ("end-of-turn", "over"):
        assert all(count == 1 for count in places.values())
    for unit in units.values():
        assert ("column" in unit) == (unit["status"] == "flying")
        if "column" in unit and position["altitude"] != "normal":
            assert (unit["row"], unit["pitch"]) != ("0-1", "dive")
        if unit["role"] != "bomber" and unit["hits"] and unit["status"] == "flying":
            assert unit["inverted"]
    hits = Counter[str]()
    for shooter, victim, count in position["credits"]:
        assert units[shooter]["side"] != units[victim]["side"]
        assert count == 1 or units[victim]["role"] == "bomber"
        hits[victim] += count
    assert hits == {name: unit["hits"] for name, unit in units.items() if unit["hits"]}


def check_step(before: Document, after: Document) -> None:
    """Nobody comes back, nothing is repaired."""
    assert before["turn"] <= after["turn"]
    assert before["credits"] == after["credits"][: len(before["credits"])]
    for name, unit in before["units"].items():
        later = after["units"][name]
        assert unit["hits"] <= later["hits"]
        if unit["status"] not in ("flying", "to-deploy"):
            assert later["status"] == unit["status"]
        if unit["inverted"]:
            assert later["inverted"]


def check_hidden(game: Game, side: Side) -> None:
    """Nothing is hidden: both sides and the umpire see one table."""
    assert game.view(side) == game.view(None)


def check_end(game: Game) -> None:
    """The points are the hits on the other side, at most a full track, and the handicap."""
    report = game.report()
    position = game.position()
    escorting = position["escorting"]
    assert len(report.aircraft) == len(position["units"])
    for side, other in (SIDES, SIDES[::-1]):
        hits = min(TRACK, sum(unit["hits"] for unit in position["units"].values() if unit["side"] == other))
        if position["ending"] == "turned-back":
            expected = 0 if side == escorting else hits + 1
        else:
            expected = hits + (position["handicap"] if side == escorting else 0)
        assert report.points(side) == expected
    for entry in report.aircraft:
        assert entry.hits <= entry.size

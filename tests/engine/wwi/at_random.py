"""Random set-ups of Down in Flames WWI, and what holds in each of its positions; see ``tests.engine.contract``."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from engine.core.game import Action, Document, Game, Side
from engine.core.players import Player, RandomPlayer
from engine.wwi.aircraft import catalogue
from engine.wwi.cards import COPIES, FACES
from engine.wwi.terms import ABILITIES, ALL_SIDES, ALTITUDES, WINS
from tests.engine.contract import Leak

SYSTEM = "wwi"
LONGEST = 24
SHARE = 1
DECK = dict(zip(FACES, COPIES, strict=True))


def setup(seed: int) -> Document:
    """A legal set-up: usual, with more Leaders, in teams or all against all, now and then with odd ratings."""
    random = Random(seed)
    kind = random.choice(["basic", "basic", "extra_leaders", "teams", "free_for_all", "both"])
    sides = list(ALL_SIDES[: random.randint(3, 4)] if kind in ("free_for_all", "both") else ALL_SIDES[:2])
    mixed = random.random() < 0.4
    options = {
        "extra_leaders": kind in ("extra_leaders", "both"),
        "teams": kind == "teams",
        "free_for_all": kind in ("free_for_all", "both"),
        "mixed_flights": mixed,
    }
    units = []
    for side in sides:
        flights = random.randint(1, 3) if kind in ("extra_leaders", "teams", "both") else 1
        for number in range(1, flights + 1):
            units.append(_flight(random, f"{side}-{number}", mixed))
    random.shuffle(units)
    made: Document = {
        "win": random.choice(WINS),
        "turns": random.randint(2, LONGEST),
        "points": 0,
        "year": random.choice([0, 1918]),
        "options": options,
        "units": units,
    }
    if random.random() < 0.2:
        made["order"] = [unit["id"] for unit in units]
    return made


def _flight(random: Random, name: str, mixed: bool) -> Document:
    types = catalogue()
    leader: Any = random.choice(list(types))
    wingmen: Any = random.choice([0, 1, 1, 2, 3, 8])
    if mixed:
        nation = [slug for slug in types if types[slug]["nation"] == types[leader]["nation"]]
        wingmen = [random.choice(nation) for _ in range(wingmen)]
    elif random.random() < 0.25:
        leader = odd(random)
    made: Document = {"id": name, "aircraft": leader, "wingmen": wingmen}
    if random.random() < 0.3:
        made["altitude"] = random.choice(ALTITUDES)
    if random.random() < 0.2:
        made["leader_pilot"] = {"name": f"Pilot of {name}", "skills": ["A"]}
    return made


def odd(random: Random) -> Document:
    """Ratings that no aircraft of ours has."""
    special = [each for each in ABILITIES if random.random() < 0.4]
    for way in ("climb", "dive"):
        if {f"good-{way}", f"bad-{way}"} <= set(special):
            special.remove(f"bad-{way}")
    airframe = random.randint(1, 6)
    leader = {
        "airframe": airframe,
        "performance": random.randint(0, 12),
        "horsepower": random.randint(0, 6),
        "bursts": random.randint(0, 5),
        "gunner": random.choice([0, 0, 1, 3]),
    }
    wingman = {"airframe": airframe, "attack": random.randint(0, 5), "response": random.randint(0, 5)}
    return {
        "name": "Odd Type",
        "wwi": {
            "points": random.randint(0, 20),
            "wingman_points": random.randint(0, 9),
            "special": special,
            "leader": leader,
            "leader_damaged": leader | {"airframe": airframe + random.randint(1, 5)},
            "wingman": wingman,
            "wingman_damaged": wingman | {"airframe": airframe + random.randint(1, 3)},
        },
    }


class Eager:
    """Plays at random, but rather plays a card than not, and keeps its cards."""

    def __init__(self, seed: int, side: Side) -> None:
        self._random = Random(f"eager {side} {seed}")

    def choose(self, game: Game) -> Action:
        legal = game.legal()
        decision = game.decision
        assert decision
        if decision.kind == "discard" and self._random.random() < 0.8:
            return legal[-1]
        if decision.kind in ("leader", "wingman", "respond") and len(legal) > 1 and self._random.random() < 0.8:
            return legal[int(self._random.random() * (len(legal) - 1))]
        return legal[int(self._random.random() * len(legal))]


def players(seed: int) -> dict[Side, Player]:
    """Of the usual sides and those of a free-for-all."""
    kind = RandomPlayer if seed % 3 == 0 else Eager
    return {side: kind(seed, side) for side in ALL_SIDES}


def _aircraft(position: Document) -> dict[str, Document]:
    found = {}
    for name, unit in position["units"].items():
        for number, aircraft in enumerate([unit["leader"], *unit["wingmen"]]):
            found[f"{name} wingman-{number}" if number else f"{name} leader"] = aircraft
    return found


def check(position: Document) -> None:
    """What holds in every position."""
    units = position["units"]
    for side in position["decks"]:
        cards = Counter(position["decks"][side]) + Counter(position["discards"][side])
        for unit in units.values():
            if unit["side"] == side:
                cards.update(unit["hand"])
                for wingman in unit["wingmen"]:
                    cards.update(wingman.get("mini_hand", []))
        pending = position["pending"] or {}
        assert cards == Counter(DECK), f"the {side} deck has not its 100 cards: {pending}"
    on: dict[str, str] = {}
    for first, second, edge in position["engaged"]:
        assert edge in ("advantaged", "tailing")
        assert first not in on, f"{first} is on two enemies"
        assert on.get(second) != first, f"{first} and {second} are each on the other"
        assert units[first]["side"] != units[second]["side"]
        assert units[first]["leader"]["status"] == units[second]["leader"]["status"] == "flying"
        if position["pending"] and not position["pending"].get("direction"):  # a game may end as somebody follows
            assert units[first]["altitude"] == units[second]["altitude"]
        on[first] = second
    for aircraft in _aircraft(position).values():
        front, back = aircraft["airframe"]
        if aircraft["status"] == "flying":
            assert aircraft["hits"] < back
            assert aircraft["damaged"] == (aircraft["hits"] >= front)
        else:
            assert "mini_hand" not in aircraft
    for unit in units.values():
        if unit["leader"]["status"] != "flying":
            assert unit["hand"] == []
            assert all(wingman["status"] != "flying" for wingman in unit["wingmen"])


def check_step(before: Document, after: Document) -> None:
    """Between two positions of one game."""
    assert after["turn"] >= before["turn"]
    assert after["order"] == before["order"]
    assert after["credits"][: len(before["credits"])] == before["credits"]
    earlier = _aircraft(before)
    for name, aircraft in _aircraft(after).items():
        was = earlier[name]
        assert aircraft["hits"] >= was["hits"], f"{name} has fewer Hits"
        assert aircraft["damaged"] or not was["damaged"], f"{name} is whole again"
        if was["status"] != "flying":
            assert aircraft["status"] == was["status"], f"{name} is back"


def check_hidden(game: Game, side: Side) -> None:
    """Nobody sees another side's cards, nor the order of any deck."""
    view = game.view(side)
    for name, unit in view["units"].items():
        own = unit["side"] == side
        hands = [unit["hand"], *(wingman.get("mini_hand", [] if own else 0) for wingman in unit["wingmen"])]
        if not all(isinstance(hand, list if own else int) for hand in hands):
            raise Leak(f"{side} sees the hands of {name}: {hands}")
    if not all(isinstance(count, int) for count in view["decks"].values()):
        raise Leak(f"{side} sees a deck")


def check_end(game: Game) -> None:
    """Somebody has won by the game's own condition, or nobody has."""
    report = game.report()
    view = game.view(None)
    flying = {unit["side"] for unit in view["units"].values() if unit["leader"]["status"] == "flying"}
    win = view["win"]
    assert len(report.notes) == 1
    if win in ("points", "turns"):
        assert {side: report.points(side) for side in game.sides} == view["score"]
        assert len(flying) == 1 or game.turn == view["turns"]
    elif view["winner"]:
        assert [score.side for score in report.scores] == [view["winner"]]
        assert win == "first-kill" or flying == {view["winner"]}
    else:
        assert report.scores == ()
        assert game.turn == view["turns"]
    shot_down = {(kill.unit, kill.seat) for aircraft in report.aircraft for kill in aircraft.kills}
    for aircraft in report.aircraft:
        if (aircraft.unit, aircraft.seat) in shot_down:
            assert aircraft.status == "destroyed"

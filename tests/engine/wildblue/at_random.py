"""Dogfights for random tests, odd ones included, and what holds in them; see ``tests.engine.contract.AtRandom``.

Missions and weeks of flying bombs share cards, aircraft and secrets with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from engine.core.game import SIDES, Action, Document, Game, Side
from engine.core.players import Player, RandomPlayer
from tests.engine.contract import Leak
from tests.engine.wildblue.table import MANIFEST, fighter

SYSTEM = "wildblue"
LONGEST = 6
SHARE = 5
WHOLE_DECK = Counter(MANIFEST)
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


class StubbornPlayer(RandomPlayer):
    """Chooses at random, but seldom Disengages, jettisons or breaks off: wholly random players are gone before the
    fight has begun."""

    def choose(self, game: Game) -> Action:
        for _ in range(3):
            action = super().choose(game)
            if game.action_text(action) not in ("disengage", "jettison", "break-off"):
                break
        return action


def players(seed: int) -> dict[Side, Player]:
    return {side: StubbornPlayer(seed, side) for side in SIDES}


def check(position: Document) -> None:
    """The cards are all there, nobody flies on with the Hits that destroy him, and who is Engaged is with his enemy."""
    check_cards(position)
    assert len(set(names(position))) == len(names(position)), "an aircraft is in two places"
    for name, each in aircraft(position):
        if each["status"] == "flying":
            assert each["hits"] < each["damage"][each["damaged"]], f"{name} bears {each['hits']} Hits and flies on"
    check_engagements(position)


def aircraft(position: Document) -> Iterator[tuple[str, Document]]:
    """Every aircraft of a position, on the table or lost, by its unit and its seat of take-off."""
    for name, unit in position["units"].items():
        for each in (unit["leader"], unit["wingman"], *unit.get("lost", ()), *unit.get("formation", ())):
            if each:
                yield f"{name} {each['seat']}", each


def names(position: Document) -> list[str]:
    """All aircraft, in order; under a Section marker there is a third man. [WBY 17.6]"""
    thirds = [f"{name} section" for name, unit in position["units"].items() if unit.get("section")]
    return sorted([*thirds, *(name for name, _ in aircraft(position))])


def check_cards(position: Document) -> None:
    """Each side's 110 cards are in hands, mini-hands, set aside, in the Draw Pile and the discards. [WBY 2.2]

    Where what is printed on their lower half counts, cards are written with their numbers, and stand in one place.
    """
    for side in SIDES:
        found = Counter(position["decks"][side])
        found.update(position["discards"][side])
        for unit in position["units"].values():
            if unit["side"] == side:
                found.update(unit["hand"] or ())
                found.update(unit.get("aside") or ())
                for place in (unit["wingman"] or {}, *unit.get("formation", ())):
                    found.update(place.get("mini_hand", ()))
        if "mission" in position or "week" in position:
            twice = [card for card, count in found.items() if count > 1]
            assert not twice, f"{side}: {twice} lie in two places"
            found = Counter(card.partition("#")[0] for card in found)
        assert found == WHOLE_DECK, f"{side}: {found - WHOLE_DECK} too many, {WHOLE_DECK - found} too few"


def check_engagements(position: Document) -> None:
    """Pairs of Elements of two sides, each in one pair, where both fly. [WBY 7.1, 17.3.3]"""
    units = position["units"]
    seen: set[str] = set()
    moving = position["pending"]["decision"] in ("follow", "pay", "hide", "respond")
    for one, other, _ in position.get("engaged", ()):
        assert units[one]["side"] != units[other]["side"]
        assert not {one, other} & seen, f"{one} or {other} is Engaged twice"
        seen |= {one, other}
        for name in (one, other):
            assert "formation" not in units[name], f"the Formation {name} is Engaged"
            assert units[name]["status"] == "flying", f"{name} is Engaged and not there"
        assert moving or units[one]["altitude"] == units[other]["altitude"], f"{one} and {other} are apart and Engaged"


def check_step(before: Document, after: Document) -> None:
    """Nobody comes or goes, nobody comes back, nothing is repaired."""
    assert before["turn"] <= after["turn"]
    assert names(before) == names(after), "an aircraft has come or gone"
    later = dict(aircraft(after))
    for name, was in aircraft(before):
        now, unit = later[name], name.partition(" ")[0]
        if was["seat"] == "wingman" and before["units"][unit].get("section") != after["units"][unit].get("section"):
            continue  # the marker of the third man went with his Hits [WBY 17.6c]
        assert now["damaged"] or not was["damaged"], f"{name} is whole again"
        if was["status"] not in ("to-come", "flying"):
            assert now["status"] == was["status"], f"{name} was {was['status']} and is {now['status']}"


def check_hidden(game: Game, side: Side) -> None:
    """The view of one side holds no card of the other, and of the discards the top alone. [WBY 3.4, 4.6.1]"""
    view = game.view(side)
    for name, unit in view["units"].items():
        places = (unit["wingman"] or {}, *unit.get("formation", ()))
        hands = [unit["hand"], unit.get("aside"), *(place.get("mini_hand") for place in places)]
        secret = unit["hidden"] if unit["clouds"] else None
        if unit["side"] != side and (secret or not all(hand is None or isinstance(hand, int) for hand in hands)):
            raise Leak(f"{side} sees the cards or the hidden altitude of {name}")
        if unit.get("face_down") and not isinstance(unit["hand"], int | None):
            raise Leak(f"{side} sees the face-down hand of {name}")
    for deck in view["decks"].values():
        if set(deck) != {"draw", "discard", "top"}:
            raise Leak(f"{side} sees more of a deck than its sizes and its top discard")


def check_end(game: Game) -> None:
    """Within its turns; the report tells of every aircraft once, and its points are those that everybody sees."""
    position, report = game.position(), game.report()
    assert position["turn"] <= position["turns"] + ("mission" in position), "it goes on after its last turn"
    assert all(report.points(side) == sum(s.points for s in report.scores if s.side == side) for side in SIDES)
    assert all(game.view(side)["score"] == {each: report.points(each) for each in SIDES} for side in SIDES)
    told = sorted(f"{each.unit} {each.seat or 1}" for each in report.aircraft)  # a flying bomb has no seat
    assert told == names(position)
    shot = [(kill.unit, kill.seat) for each in report.aircraft for kill in each.kills]
    assert len(set(shot)) == len(shot), "an aircraft was shot down twice"

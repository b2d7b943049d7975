"""What is legal, read from the rulebook a second time.

``legal(position)`` works from a position document alone: no table, no rating and no line of the engine is used, only
the card slugs, the aircraft files and the rulebook's sentences. It is slow and plain on purpose, so that each line can
be held against its section. It judges the choices of an open decision, not whether the decision should be open.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

Document = dict[str, Any]

AIRCRAFT = Path(__file__).parents[2] / "fixtures" / "aircraft"
ALTITUDES = ("very-low", "low", "medium", "high", "very-high")
MEDIUM, HIGH, VERY_HIGH = 2, 3, 4
STEPS = {"tailed": -2, "disadvantaged": -1, "neutral": 0, "advantaged": 1, "tailing": 2}
"""How good a position is."""
FULL_THROTTLE = "full-throttle"


def legal(position: Document) -> set[str]:
    """The texts of all legal actions of the open decision."""
    reading = _Reading(position)
    choices: dict[str, Callable[[], Iterator[str]]] = {
        "altitude": reading.first_altitude,
        "exchange": reading.exchange,
        "order": reading.order,
        "wingman-target": reading.wingman_target,
        "wingman": reading.wingman,
        "respond": reading.respond,
        "altitude-step": reading.altitude_step,
        "pay": reading.pay,
        "follow": reading.follow,
        "leader": reading.leader,
        "hide": reading.hide,
        "discard": reading.discard,
        "draw": reading.draw,
    }
    return set(choices[position["pending"]["decision"]]())


# Cards


def in_my_sights(card: str) -> bool:
    return card.startswith("ims-")


def fires(card: str) -> bool:
    return card.startswith(("ims-", "oots-"))


def bursts(card: str) -> int:
    return int(card.split("-")[1][0])


def responds(card: str, last: str) -> bool:
    """Whether the Response section of a card lists another. [WBY 6.2.1-6.2.8]"""
    match card:
        case "ace-pilot":
            return True
        case "barrel-roll":
            return last == "barrel-roll" or in_my_sights(last)
        case "chop-throttle":
            return last in ("chop-throttle", FULL_THROTTLE) or in_my_sights(last)
        case "tight-turn":
            return last in ("maneuver", "tight-turn") or in_my_sights(last)
        case "clouds":
            return last == "clouds" or last.startswith("oots-")
        case "full-throttle":
            return last in ("maneuver", FULL_THROTTLE) or in_my_sights(last)
        case "scissors":
            return last in ("scissors", "tight-turn")
        case "vertical-roll":
            return last == "vertical-roll" or fires(last)
    return False


def improves(card: str, position: int) -> bool:
    """Whether an Attack with a card betters a position. [WBY 7.3.1-7.3.4]"""
    match card:
        case "maneuver":
            return position < 2
        case "half-loop":
            return position < 1
        case "full-throttle":
            return position < 0
        case "scissors":
            return position == -1
    return False


# Aircraft


@cache
def _files() -> Document:
    tables: Document = {}
    for path in AIRCRAFT.glob("*.toml"):
        tables |= tomllib.loads(path.read_text("utf-8"))
    return tables


@dataclass(frozen=True)
class Ratings:
    """What a Leader's or a Wingman's card says, on the side that is up, with his Skills and Cockpit Hits."""

    performance: int
    horsepower: int
    burst: int
    gunner: int
    offensive: int
    ceiling: int
    turbo: bool
    agile: bool
    turret: bool
    light_bomber: bool


def ratings(aircraft: Document, altitude: int | None) -> Ratings:
    """The ratings in force; a Wingman's Offensive as the altitude leaves it. [WBY 5.2-5.5, 9.3.3, 19.2, 19.6]"""
    table = aircraft["aircraft"]
    if isinstance(table, str):
        table = _files()[table]
    cards = table["wildblue"]

    def card(seat: str) -> Document:
        front: Document = cards[seat]
        return front | cards.get(f"{seat}_damaged", {}) if aircraft["damaged"] else front

    leader, wingman = card("leader"), card("wingman") if "wingman" in cards else {}
    skills = aircraft["skills"]
    green = "Green" in skills
    turbo = cards.get("turbo", False) or cards.get("jet_speed", 0) > 0
    gunner = leader.get("gunner", 0)
    offensive = max(0, wingman.get("offensive", 0) + ("BU" in skills or "P" in skills) - green)
    thin_air = altitude == VERY_HIGH and not turbo
    seat = wingman if aircraft["seat"] == "wingman" and "ceiling" in wingman else leader
    return Ratings(
        performance=max(0, leader.get("performance", 0) + ("P" in skills) - green) - aircraft["cockpit"],
        horsepower=leader.get("horsepower", 0) + ("H" in skills),
        burst=leader.get("burst", 0) + ("BU" in skills),
        gunner=gunner + ("G" in skills) if gunner else 0,
        offensive=offensive - thin_air - aircraft["cockpit"],
        ceiling=ALTITUDES.index(seat.get("ceiling", "very-high")),
        turbo=turbo,
        agile="agile" in cards.get("special", ()) and not green,
        turret="turret-fighter" in cards.get("special", ()),
        light_bomber=table.get("class") == "light-bomber",
    )


class _Reading:
    """One position; a method for each kind of decision."""

    def __init__(self, position: Document) -> None:
        self.position = position
        self.units: Document = position["units"]
        self.pending: Document = position["pending"]
        self.unit, self.seat = self.pending["actor"].split()
        self.engaged: dict[str, tuple[str, int]] = {}
        for first, second, stands in position["engaged"]:
            self.engaged[first] = second, STEPS[stands]
            self.engaged[second] = first, -STEPS[stands]
        place = self.units[self.unit]
        if self.seat == "leader":
            self.hand, self.counters = place["hand"], place["full_throttle"]
        else:
            self.hand, self.counters = place["wingman"].get("mini_hand", []), place["wingman"]["full_throttle"]
        self.markers = place[self.seat]["markers"]

    # What stands on the table

    def altitude(self, unit: str) -> int:
        return ALTITUDES.index(self.units[unit]["altitude"])

    def foe(self, unit: str) -> str | None:
        return self.engaged[unit][0] if unit in self.engaged else None

    def stands(self, unit: str) -> int:
        return self.engaged[unit][1] if unit in self.engaged else 0

    def has_wingman(self, unit: str) -> bool:
        wingman = self.units[unit]["wingman"]
        return wingman is not None and wingman["status"] == "flying"

    def leader_ratings(self, unit: str) -> Ratings:
        return ratings(self.units[unit]["leader"], None)

    def ceiling(self, unit: str) -> int:
        """[WBY 5.2.7, 5.4.4]"""
        top = self.leader_ratings(unit).ceiling
        return min(top, ratings(self.units[unit]["wingman"], None).ceiling) if self.has_wingman(unit) else top

    def purse(self, unit: str) -> int:
        """Cards and counters with which altitude is paid. [WBY 8.2.1b]"""
        return len(self.units[unit]["hand"]) + int(self.units[unit]["full_throttle"])

    def in_reach(self) -> Iterator[str]:
        """Enemies at the same altitude and not in Clouds. [WBY 8.0, 7.3.5d]"""
        for name, unit in self.units.items():
            theirs = unit["side"] != self.units[self.unit]["side"] and unit["status"] == "flying"
            if theirs and not unit["clouds"] and self.altitude(name) == self.altitude(self.unit):
                yield name

    def lone_and_ahead(self, enemy: str) -> bool:
        """[WBY 7.5.2]"""
        return not self.has_wingman(enemy) and self.stands(enemy) > 0

    # Set-up and order

    def first_altitude(self) -> Iterator[str]:
        """[WBY 4.5]"""
        top = self.ceiling(self.unit) if self.leader_ratings(self.unit).turbo else min(self.ceiling(self.unit), HIGH)
        yield from (f"altitude {altitude}" for altitude in ALTITUDES[: top + 1])

    def exchange(self) -> Iterator[str]:
        """[WBY 19.2.4]"""
        yield "end"
        yield from (f"exchange {card}" for card in self.hand)

    def order(self) -> Iterator[str]:
        """[WBY 4.7]"""
        for name, unit in self.units.items():
            mine = unit["side"] == self.units[self.unit]["side"]
            if mine and unit["status"] == "flying" and name not in self.position["order"]:
                yield f"go {name}"

    # The Wingman Step

    def wingman_target(self) -> Iterator[str]:
        """[WBY 10.3]"""
        yield "skip"
        for enemy in self.in_reach():
            if self.foe(self.unit) not in (None, enemy):
                continue
            free = self.foe(enemy) in (None, self.unit) or self.lone_and_ahead(enemy)
            if free:
                yield f"attack > {enemy} leader"
            if self.has_wingman(enemy):
                yield f"attack > {enemy} wingman"

    def wingman(self) -> Iterator[str]:
        """[WBY 10.2b-d, 10.5.1, 7.5.2a]"""
        yield "end"
        target = self.pending["target"]
        enemy, seat = target.split()
        others = seat == "leader" and self.foe(enemy) not in (None, self.unit)
        for card, text in self.playable(target):
            moves = improves(card, -self.stands(enemy) if others else self.stands(self.unit))
            if (fires(card) and not others) or (moves and seat == "leader"):
                yield text

    def playable(self, target: str) -> Iterator[tuple[str, str]]:
        """Each card in hand, and a counter, with the text that plays it. [WBY 6.3]"""
        yield from ((card, f"play {card} > {target}") for card in self.hand)
        if self.counters:
            yield FULL_THROTTLE, f"play {FULL_THROTTLE} > {target} (counter)"

    # Responses

    def respond(self) -> Iterator[str]:
        """[WBY 6.2, 6.2.3, 6.3, 19.2.1, 5.5.1]"""
        yield "pass"
        last = self.pending["last"]
        for card in self.hand:
            chops = card == "chop-throttle" and last == FULL_THROTTLE
            if responds(card, last) and not (chops and self.stands(self.unit) > 0):
                yield f"respond {card}"
        if self.counters and responds(FULL_THROTTLE, last):
            yield f"respond {FULL_THROTTLE} (counter)"
        for other in self.said_to_be(last):
            yield from (f"respond {card} (as {other})" for card in self.hand if card != other)
            if self.counters:
                yield f"respond {FULL_THROTTLE} (counter as {other})"

    def said_to_be(self, last: str) -> Iterator[str]:
        """What any card may be declared to be."""
        if "ace" in self.markers:
            yield "ace-pilot"
        if "veteran" in self.markers:
            yield from (card for card in ("barrel-roll", "tight-turn") if responds(card, last))
        if self.may_scissor() and responds("scissors", last):
            yield "scissors"

    def may_scissor(self) -> bool:
        """Whether the Leader may still treat a card as a Scissors: in his own turn, once. [WBY 5.5.1]"""
        own = self.pending["actor"] == f"{self.position['active']} leader"
        return own and bool(self.pending.get("agile")) and self.leader_ratings(self.unit).agile

    # Altitude

    def altitude_step(self) -> Iterator[str]:
        """[WBY 8.2.1]"""
        altitude, top = self.altitude(self.unit), self.ceiling(self.unit)
        if altitude > 0:
            yield "dive"
        if altitude <= top:
            yield "stay"
        if altitude < top and self.purse(self.unit):
            yield "climb"

    def pay(self) -> Iterator[str]:
        yield from (f"pay {card}" for card in self.hand)
        if self.counters:
            yield f"pay {FULL_THROTTLE} (counter)"

    def follow(self) -> Iterator[str]:
        """[WBY 8.2.1e, 8.2.2]"""
        yield "stay"
        to = self.altitude(self.position["active"])
        climbs = to > self.altitude(self.unit)
        cost = (self.stands(self.unit) == 1) + climbs + bool(self.pending.get("roll"))
        if self.purse(self.unit) >= cost and (not climbs or to <= self.ceiling(self.unit)):
            yield "follow"

    def hide(self) -> Iterator[str]:
        """[WBY 7.3.5a, 8.2.1]"""
        altitude, top = self.altitude(self.unit), self.ceiling(self.unit)
        if altitude > 0:
            yield f"hide {ALTITUDES[altitude - 1]}"
        if altitude <= top:
            yield f"hide {ALTITUDES[altitude]}"
        if altitude < top and self.purse(self.unit):
            yield f"hide {ALTITUDES[altitude + 1]}"

    # The Leader Step

    def leader(self) -> Iterator[str]:
        """[WBY 3.3, 7.3.5, 7.3.6, 8.2.2, 12.1]"""
        yield "end"
        if not self.pending.get("played"):
            yield "disengage"
            if self.stands(self.unit) > 0:
                yield "give up position"
        if "clouds" in self.hand:
            yield "play clouds"
        if "vertical-roll" in self.hand:
            if self.altitude(self.unit) > 0:
                yield "play vertical-roll (dive)"
            if self.altitude(self.unit) < self.ceiling(self.unit) and self.purse(self.unit) > 1:
                yield "play vertical-roll (climb)"
        for enemy in self.in_reach():
            if self.may_attack_leader(enemy):
                yield from self.at_leader(enemy)
            if self.may_attack_wingman(enemy):
                yield from self.at_wingman(enemy)

    def may_attack_leader(self, enemy: str) -> bool:
        """[WBY 7.5, 7.5.1d, 7.5.2, 6.1b]"""
        if self.pending.get("target") not in (None, f"{enemy} leader"):
            return False
        if self.foe(self.unit):
            return self.foe(self.unit) == enemy
        return self.foe(enemy) is None or self.lone_and_ahead(enemy)

    def may_attack_wingman(self, enemy: str) -> bool:
        """[WBY 10.6, 10.6.1, 10.6.3, 5.5.5]"""
        target = self.pending.get("target")
        if not self.has_wingman(enemy) or target not in (None, f"{enemy} wingman"):
            return False
        if self.foe(self.unit):
            return self.foe(self.unit) == enemy and self.stands(self.unit) < 0
        return not self.leader_ratings(self.unit).turret and (target is not None or any(map(fires, self.hand)))

    def at_leader(self, enemy: str) -> Iterator[str]:
        target = f"{enemy} leader"
        others = self.foe(enemy) not in (None, self.unit)
        position = -self.stands(enemy) if others else self.stands(self.unit)
        limit = 0 if others else self.limit(enemy, position)
        for card, text in self.playable(target):
            if improves(card, position) or (fires(card) and bursts(card) <= limit):
                yield text
            if self.may_scissor() and position == -1 and card != "scissors":
                yield f"{text} (as scissors)" if "(" not in text else text.replace(")", " as scissors)")
        if position >= 0:
            yield from self.with_heavy_gun(target, limit)

    def limit(self, enemy: str, position: int) -> int:
        """Bursts left against a Leader. [WBY 7.4, 9.2, 5.5.5]"""
        own, bomber = self.leader_ratings(self.unit), self.leader_ratings(enemy).light_bomber
        if position < 0:
            return 0 if own.turret and bomber else own.gunner - int(self.pending.get("gunned", 0))
        used = int(self.pending.get("fired", 0))
        if own.turret:
            return own.gunner - used if bomber and position > 0 else 0
        return own.burst + (0, 1, 3)[position] - used

    def at_wingman(self, enemy: str) -> Iterator[str]:
        """[WBY 10.6.2, 10.6.3]"""
        target = f"{enemy} wingman"
        gunner = self.stands(self.unit) < 0
        if gunner:
            limit = self.limit(enemy, -1)
        else:
            used = int(self.pending.get("fired", 0))
            limit = self.leader_ratings(self.unit).burst + int(self.pending.get("bonus", 0)) - used
        for card, text in self.playable(target):
            if (fires(card) and bursts(card) <= limit) or (card in ("maneuver", "half-loop") and not gunner):
                yield text
        if not gunner:
            yield from self.with_heavy_gun(target, limit)

    def with_heavy_gun(self, target: str, limit: int) -> Iterator[str]:
        """[WBY 9.1.2]"""
        if self.units[self.unit]["heavy_guns"] and limit >= 2:
            yield from (f"play {card} > {target} (heavy gun)" for card in self.hand if in_my_sights(card))

    # The end of a turn

    def discard(self) -> Iterator[str]:
        """[WBY 3.4]"""
        yield "end"
        yield from (f"discard {card}" for card in self.hand)

    def draw(self) -> Iterator[str]:
        """[WBY 3.5, 5.2.2, 5.2.3]"""
        own = self.leader_ratings(self.unit)
        altitude = self.altitude(self.unit)
        if own.turbo and altitude > MEDIUM:
            altitude -= 1
        most = min(own.horsepower + (1, 1, 0, -1, -2)[altitude], own.performance - len(self.hand))
        yield from (f"draw {number}" for number in range(most + 1))

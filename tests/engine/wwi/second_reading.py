"""What is legal in a position, worked out from its document and the rulebook's sentences alone: slowly, and without the
engine's tables. Random games compare it with the engine at every decision."""

from __future__ import annotations

from engine.core.game import Document
from engine.wwi.aircraft import catalogue
from tests.engine.wwi.test_attack import ANSWERS

LEVELS = ("low", "medium", "high")
COSTS = {
    "ims-1b1h": 1,
    "ims-1b2h": 1,
    "ims-wing": 1,
    "ims-tail": 1,
    "oots-1b2h": 1,
    "ims-2b2h": 2,
    "ims-2b3h": 2,
    "ims-fuel-tank": 2,
    "ims-wounded": 2,
    "ims-on-fire": 2,
    "ims-engine": 2,
    "oots-2b3h": 2,
    "ims-3b3h": 3,
    "oots-3b4h": 3,
}
"""Bursts of each card that fires."""


class Reading:
    """One position, read by the rules."""

    def __init__(self, position: Document) -> None:
        self.position = position
        self.units = position["units"]
        self.pending = position["pending"]
        self.unit, self.seat = self.pending["actor"].split()
        self.me = self.units[self.unit]
        self.active = position["active"]

    def legal(self) -> set[str]:
        """The texts of all that may be chosen."""
        found: set[str] = getattr(self, self.pending["decision"].replace("-", "_"))()
        return found

    # What stands on the table

    def cards(self) -> list[str]:
        row = self.me["hand"] if self.seat == "leader" else self.row(self.unit, self.seat).get("mini_hand", [])
        return list(dict.fromkeys(row))

    def row(self, unit: str, seat: str) -> Document:
        found: Document = (
            self.units[unit]["leader"]
            if seat == "leader"
            else self.units[unit]["wingmen"][int(seat.removeprefix("wingman-")) - 1]
        )
        return found

    def ratings(self, unit: str) -> Document:
        """A Leader's ratings in force, with his special abilities."""
        leader = self.units[unit]["leader"]
        kind = leader["aircraft"]
        table = (catalogue()[kind] if isinstance(kind, str) else kind)["wwi"]
        side = "leader_damaged" if leader["damaged"] else "leader"
        return table[side] | {"special": table["special"]}  # type: ignore[no-any-return]

    def climb(self, unit: str) -> int:
        special = self.ratings(unit)["special"]
        return 0 if "good-climb" in special else 2 if "bad-climb" in special else 1

    def on(self, unit: str) -> tuple[str, str] | None:
        return next(((two, edge) for one, two, edge in self.position["engaged"] if one == unit), None)

    def steps(self, unit: str, foe: str) -> int:
        """2 Tailing … -2 Tailed."""
        worth = {"advantaged": 1, "tailing": 2}
        for one, two, edge in self.position["engaged"]:
            if (one, two) == (unit, foe):
                return worth[edge]
            if (one, two) == (foe, unit):
                return -worth[edge]
        return 0

    def near(self, enemy: bool) -> list[str]:
        """Flights in the air at the active one's altitude: enemies or friends."""
        mine = self.units[self.active]
        return [
            name
            for name, unit in self.units.items()
            if unit["leader"]["status"] == "flying"
            and unit["altitude"] == mine["altitude"]
            and (unit["side"] != mine["side"]) == enemy
        ]

    def wingmen(self, unit: str) -> list[str]:
        return [
            f"wingman-{number}"
            for number, row in enumerate(self.units[unit]["wingmen"], 1)
            if row["status"] == "flying"
        ]

    # Decisions

    def altitude(self) -> set[str]:
        return {f"altitude {level}" for level in LEVELS}

    def altitude_step(self) -> set[str]:
        found = {"stay"}
        if self.me["altitude"] != "low":
            found.add("dive")
        if self.me["altitude"] != "high" and len(self.me["hand"]) >= self.climb(self.unit):
            found.add("climb")
        return found

    def pay(self) -> set[str]:
        return {f"pay {card}" for card in self.cards()}

    def wounded(self) -> set[str]:
        return {f"discard {card}" for card in self.cards()}

    def discard(self) -> set[str]:
        return self.wounded() | {"end"}

    def follow(self) -> set[str]:
        return {"follow", "stay"}

    def keep(self) -> set[str]:
        return {f"keep > {self.pending['kept']}", f"keep > {self.pending['defender'].split()[0]}"}

    def respond(self) -> set[str]:
        last = self.pending["last"]
        kind = "ims-1b1h" if last.startswith("ims") or last.endswith("-fires") else last
        kind = "oots-1b2h" if last.startswith("oots") else kind
        return {"pass"} | {f"respond {card}" for card in self.cards() if card in ANSWERS[kind]}

    def wingman(self) -> set[str]:
        jammed = "guns" in self.pending.get("jammed", [])
        found = {"end"}
        for foe in self.near(enemy=True):
            found |= self.bettering(foe)
            for seat in ("leader", *self.wingmen(foe)):
                for card in self.cards():
                    if card in COSTS and not jammed:
                        found.add(f"play {card} > {foe} {seat}")
                    if seat != "leader" and card in ("side-slip", "vertical-roll"):
                        found.add(f"play {card} > {foe} {seat}")
                    if seat != "leader" and card in ("maneuver", "immelmann") and not jammed:
                        found.add(f"play {card} > {foe} {seat} (as in-my-sights)")
        return found

    def bettering(self, foe: str) -> set[str]:
        """Cards at an enemy Leader that better the position of a friendly one."""
        found = set()
        for friend in self.near(enemy=False):
            detail = "" if friend == self.active else f" (for {friend})"
            steps = self.steps(friend, foe)
            for card in self.cards():
                if (
                    (card == "maneuver" and steps < 2)
                    or (card == "immelmann" and steps < 1)
                    or (card == "side-slip" and steps == -1)
                ):
                    found.add(f"play {card} > {foe} leader{detail}")
        return found

    def leader(self) -> set[str]:
        found = {"end"}
        on = self.on(self.unit)
        jammed = self.pending.get("jammed", [])
        ratings = self.ratings(self.unit)
        behind = {one for one, two, _ in self.position["engaged"] if two == self.unit}
        own = max(ratings["bursts"] - self.pending["spent"], 0)
        for foe in self.near(enemy=True):
            for seat in ("leader", *self.wingmen(foe)):
                target = f"{foe} {seat}"
                if on is None or (on[0] == foe and seat == "leader"):
                    bursts = own
                    if on:
                        bursts += max({"advantaged": 1, "tailing": 3}[on[1]] - self.pending["used"].get(foe, 0), 0)
                    bursts += self.pending["extra"].get(target, 0)
                    if "guns" in jammed or (behind and not on):
                        bursts = 0
                    found |= self.aimed(foe, seat, bursts)
                if "gunner" not in jammed and (seat != "leader" or foe in behind):
                    left = ratings["gunner"] - self.pending["gunned"]
                    found |= {
                        f"play {card} > {target} (gunner)" for card in self.cards() if COSTS.get(card, 99) <= left
                    }
        if on:
            found.add("give up position")
        if "vertical-roll" in self.cards():
            found |= self.rolls(on, behind)
        return found

    def aimed(self, foe: str, seat: str, bursts: int) -> set[str]:
        target = f"{foe} {seat}"
        found = {f"play {card} > {target}" for card in self.cards() if COSTS.get(card, 99) <= bursts}
        if seat == "leader":
            return found | self.bettering(foe)
        for card in self.cards():
            if card in ("maneuver", "immelmann", "side-slip", "vertical-roll"):
                found.add(f"play {card} > {target}")
            if card in ("maneuver", "immelmann") and bursts:
                found.add(f"play {card} > {target} (as in-my-sights)")
        return found

    def rolls(self, on: tuple[str, str] | None, behind: set[str]) -> set[str]:
        foes = behind or ({on[0]} if on else set(self.near(enemy=True)))
        ways = []
        if self.me["altitude"] != "low":
            ways.append("dive")
        if self.me["altitude"] != "high" and len(self.me["hand"]) - 1 >= self.climb(self.unit):
            ways.append("climb")
        if not foes:
            return {f"play vertical-roll ({way})" for way in ways}
        return {f"play vertical-roll > {foe} leader ({way})" for foe in foes for way in ways}

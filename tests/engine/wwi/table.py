"""A table for tests of Down in Flames WWI: positions in a few words, played by the texts of actions."""

from __future__ import annotations

from typing import Any, Self

import engine
from engine.core.errors import IllegalAction
from engine.core.game import Document, Event, Game
from tests.engine.card_table import CardTable

NOTHING = ("pass", "stay", "end")


def fighter(
    *special: str,
    airframe: tuple[int, int] = (20, 30),
    performance: int = 8,
    horsepower: int = 2,
    bursts: int = 1,
    gunner: int = 0,
    attack: int = 2,
    response: int = 2,
    points: int = 10,
    wingman_points: int = 4,
    damaged: Document | None = None,
    **more: Any,
) -> Document:
    """A fighter that bears many Hits, unless a test says otherwise."""
    front, back = airframe
    leader = {"performance": performance, "horsepower": horsepower, "bursts": bursts, "gunner": gunner}
    wingman = {"attack": attack, "response": response}
    return {
        "name": "Test Fighter",
        "wwi": {
            "points": points,
            "wingman_points": wingman_points,
            "special": list(special),
            "leader": leader | {"airframe": front},
            "leader_damaged": leader | {"airframe": back} | (damaged or {}),
            "wingman": wingman | {"airframe": front},
            "wingman_damaged": wingman | {"airframe": back},
        },
    } | more


def unit(
    hand: str = "",
    *,
    aircraft: Document | str | None = None,
    altitude: str = "medium",
    wingmen: int | list[Document] = 0,
    **leader: Any,
) -> Document:
    """A flight for a position: its Leader's cards as words, and what else is to be said of the Leader."""
    rows = [{} for _ in range(wingmen)] if isinstance(wingmen, int) else wingmen
    return {
        "altitude": altitude,
        "hand": hand.split(),
        "leader": {"aircraft": aircraft or fighter()} | leader,
        "wingmen": rows,
    }


class Table(CardTable):
    """A game of flights."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[Event] = []

    @classmethod
    def at(cls, units: dict[str, Document], *, engaged: str = "", step: str = "leader", **more: Any) -> Self:
        """A position: the first flight's step. ``engaged`` is "allied-1 tailing axis-1", several apart by commas."""
        triples = [each.split() for each in engaged.split(",") if each.strip()]
        document: Document = {
            "turn": 2,
            "step": step,
            "active": next(iter(units)),
            "order": list(units),
            "units": units,
            "engaged": [[one, other, position] for one, position, other in triples],
        }
        return cls(engine.position("wwi", document | more, 5))

    @classmethod
    def new(cls, units: list[Document], seed: int = 0, **more: Any) -> Self:
        """A new game; the units in the order given go in this order."""
        setup = {"units": units, "order": [each["id"] for each in units], "points": 0, "year": 0} | more
        return cls(engine.new("wwi", setup, seed))

    def idle(self) -> tuple[str, ...]:
        return NOTHING

    def why(self, text: str) -> str:
        """Why the action is refused."""
        try:
            self.game.parse(text)
        except IllegalAction as refusal:
            return refusal.why
        raise AssertionError(f"{text} is legal")

    def heard(self, viewer: str | None = None) -> list[str]:
        return [event.text(viewer) for event in self.events]

    # What stands on the table

    def mini_hand(self, name: str, seat: int = 1) -> list[str]:
        found: list[str] = self.unit(name)["wingmen"][seat - 1].get("mini_hand", [])
        return sorted(found)

    def aircraft(self, name: str, seat: int = 0) -> Document:
        row = self.unit(name)
        found: Document = row["wingmen"][seat - 1] if seat else row["leader"]
        return found

    def hits(self, name: str, seat: int = 0) -> int:
        found: int = self.aircraft(name, seat)["hits"]
        return found

    def status(self, name: str, seat: int = 0) -> str:
        """``flying``, ``damaged``, ``destroyed`` or ``removed``."""
        aircraft = self.aircraft(name, seat)
        return "damaged" if aircraft["status"] == "flying" and aircraft["damaged"] else str(aircraft["status"])

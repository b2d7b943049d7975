"""A patrol and its flying bombs in a line or two: ``Raid("maneuver ims-1b1h").play("attack > axis-1", …)``.

Everything goes through the engine's public doors. What a test does not mention has its usual value: week 1, Turn 1, two
flying bombs over the sea, a lone Leader over the sea with plain ratings in his Leader Step.
"""

from __future__ import annotations

from typing import Any, Self

import engine
from engine.core.game import SIDES, Document, Game
from engine.core.report import Report
from tests.engine.wildblue.table import fighter

BOMB = "axis-1"


def patrol(hand: str = "", *, wingman: Document | None = None, belt: str = "sea", **ratings: Any) -> Document:
    """One patrol of a position; ``wingman`` is what there is to say of his aircraft."""
    leader = {"aircraft": fighter(side="allied", **ratings)}
    return {"belt": belt, "leader": leader, "wingman": wingman, "hand": hand.split()}


def bomb(hits: int = 0, status: str = "flying") -> Document:
    """A flying bomb of a position."""
    return {"status": status, "formation": [{"hits": hits}]}


class Raid:
    """A week that goes on from a position."""

    def __init__(
        self,
        hand: str = "",
        *,
        bombs: Document | None = None,
        others: Document | None = None,
        allied: str = "",
        axis: str = "",
        unit: Document | None = None,
        belt: str = "sea",
        position: Document | None = None,
        **ratings: Any,
    ) -> None:
        """``allied`` and ``axis`` are the next cards of the decks; ``position`` what else the document says."""
        units = {"allied-1": unit or patrol(hand, belt=belt, **ratings), **(others or {}), **(bombs or {})}
        usual = {"kind": "buzz-bomb", "week": 1, "turn": 1, "wave": 2, "step": "leader", "units": units}
        self.game: Game = engine.position("wildblue", usual | (position or {}), seed=1)
        self.game.script({side: cards.split() for side, cards in zip(SIDES, (allied, axis), strict=True) if cards})
        self.told: list[str] = []

    def play(self, *texts: str) -> Self:
        """Play these actions; each must be legal."""
        for text in texts:
            self.told += [event.text() for event in self.game.play(self.game.parse(text))]
        return self

    def wait(self) -> Self:
        """Do nothing more until the week is over."""
        while self.game.decision:
            self.play(next(text for text in self.choices if text in ("skip", "end", "pass")))
        return self

    def turn(self, number: int) -> Self:
        """Do nothing until this Game-Turn has come."""
        while self.game.turn < number:
            self.play(next(text for text in self.choices if text in ("skip", "end", "pass")))
        return self

    @property
    def choices(self) -> list[str]:
        return [self.game.action_text(action) for action in self.game.legal()]

    def unit(self, name: str = "allied-1") -> Document:
        """A unit as the umpire sees it."""
        found: Document = self.game.view(None)["units"][name]
        return found

    def bomb(self, name: str = BOMB) -> Document:
        """A flying bomb: its status, Hits and mini-hand."""
        found: Document = self.unit(name)["formation"][0]
        return found

    def leader(self, name: str = "allied-1") -> Document:
        found: Document = self.unit(name)["leader"]
        return found

    @property
    def report(self) -> Report:
        return self.game.report()


def start(*units: Document, week: int = 1, **rest: Any) -> Game:
    """A week from its set-up."""
    return engine.new("wildblue", {"kind": "buzz-bomb", "week": week, "units": list(units), **rest}, seed=1)


def stationed(number: int = 1, aircraft: str | Document = "tempest-v", belt: str = "sea", **rest: Any) -> Document:
    """One patrol of a set-up."""
    return {"id": f"allied-{number}", "side": "allied", "aircraft": aircraft, "belt": belt, **rest}

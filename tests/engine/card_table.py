"""A table of a Down in Flames game for tests: played by the texts of actions, looked at by the names of units."""

from __future__ import annotations

from typing import Self

from engine.core.errors import IllegalAction
from engine.core.game import Decision, Document, Event, Game

OPPOSITE = {
    "tailing": "tailed",
    "advantaged": "disadvantaged",
    "neutral": "neutral",
    "disadvantaged": "advantaged",
    "tailed": "tailing",
}


class CardTable:
    """A game in progress and what stands on the table."""

    game: Game
    events: list[Event]
    """All that has happened since the test began."""

    # What happens

    def play(self, *texts: str) -> Self:
        """Play actions by their texts, one after the other."""
        for text in texts:
            self.events += self.game.play(self.game.parse(text))
        return self

    def stack(self, **cards: str) -> Self:
        """Put cards on top of the decks, the first to be drawn first."""
        self.game.script({side: slugs.split() for side, slugs in cards.items()})
        return self

    def unanswered(self) -> Self:
        """Let everyone pass who is asked to respond."""
        while self.asked.endswith(" respond"):
            self.play("pass")
        return self

    def idle(self) -> tuple[str, ...]:
        """Actions with which nobody does anything, the first that is legal to be taken."""
        raise NotImplementedError

    def wait(self, until: str) -> Self:
        """Let everyone do nothing until this is asked: "axis-1 leader"."""
        while self.asked != until:
            choices = self.choices
            nothing = [text for text in self.idle() if text in choices]
            assert nothing, f"waiting for {until}, but {self.asked} must choose one of {choices}"
            self.play(nothing[0])
        return self

    def can(self, text: str) -> bool:
        """Whether the action is legal now: listed, and not refused when parsed."""
        try:
            action = self.game.parse(text)
        except IllegalAction:
            assert text not in self.choices, f"{text!r} is listed as legal but refused"
            return False
        assert action in self.game.legal(), f"{text!r} is accepted but not listed as legal"
        return True

    @property
    def choices(self) -> list[str]:
        """The texts of all legal actions."""
        return [self.game.action_text(action) for action in self.game.legal()] if self.decision else []

    @property
    def decision(self) -> Decision | None:
        return self.game.decision

    @property
    def asked(self) -> str:
        """Who is to decide what: "axis-1 leader", "axis order" of a side; "over" at the end."""
        decision = self.decision
        return f"{decision.unit or decision.side} {decision.kind}" if decision else "over"

    # What stands on the table

    @property
    def document(self) -> Document:
        return self.game.position()

    def unit(self, name: str) -> Document:
        found: Document = self.document["units"][name]
        return found

    def hand(self, name: str) -> list[str]:
        """The Leader's hand, sorted."""
        return sorted(self.unit(name)["hand"])

    def altitude(self, name: str) -> str:
        altitude: str = self.unit(name)["altitude"]
        return altitude

    def stands(self, name: str, other: str) -> str:
        """The position of one unit's Leader relative to another's."""
        for one, two, position in self.document["engaged"]:
            if (one, two) == (name, other):
                return str(position)
            if (one, two) == (other, name):
                return OPPOSITE[position]
        return "neutral"

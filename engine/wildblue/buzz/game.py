"""A week of flying bombs behind the engine's contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Self

from engine.core.chance import Chance
from engine.core.game import SIDES, Action, Decision, Document, Side
from engine.core.report import Report
from engine.wildblue import views as table
from engine.wildblue.buzz import attack, flow, scoring, views
from engine.wildblue.buzz.actions import NUMBER, TEXT
from engine.wildblue.buzz.events import BuzzTeller
from engine.wildblue.buzz.prompts import prompt, why_not
from engine.wildblue.buzz.restore import restore
from engine.wildblue.buzz.setup import set_up
from engine.wildblue.buzz.state import BuzzState
from engine.wildblue.buzz.terms import AIMING, ANSWERING, ATTACKING, DECISIONS, DISCARDING, EXCHANGING
from engine.wildblue.state import State
from engine.wildblue.terms import OVER, UNITS

HANDLERS: Final[dict[int, Callable[[BuzzState, Action], None]]] = {
    AIMING: attack.aim,
    ATTACKING: attack.attack,
    ANSWERING: attack.answer,
    DISCARDING: flow.discard,
    EXCHANGING: flow.exchange,
}


class BuzzBombGame(BuzzState):
    """One week; see ``engine.core.game.Game``. What it shares with every game of this system it inherits."""

    __slots__ = ()

    texts = TEXT
    numbers = NUMBER

    def set_up(self, setup: Document, chance: Chance) -> None:
        set_up(self, setup, chance)

    def restore(self, document: Document, chance: Chance) -> None:
        restore(self, document, chance)

    def note_who_decides(self) -> None:
        self.deciding = None if self.kind == OVER else SIDES[0]

    # Decisions

    @property
    def decision(self) -> Decision | None:
        if self.kind == OVER:
            return None
        return Decision(SIDES[0], UNITS[self.actor >> 2], DECISIONS[self.kind], prompt(self))

    def step(self, action: Action) -> None:
        """Carry out an action of ``legal()`` up to the next decision."""
        self.log.append(action)
        HANDLERS[self.kind](self, action)
        self.note_who_decides()

    def teller(self) -> BuzzTeller:
        return BuzzTeller(self)

    def why_not(self, action: Action) -> str:
        return why_not(self, action)

    # What may be seen

    def make_view(self, side: Side | None, decision: Document | None) -> Document:
        return views.view(self, side, decision)

    def position(self) -> Document:
        return views.position(self)

    def make_report(self) -> Report:
        return scoring.report(self)

    # Copies

    def copy_into(self, other: State, chance: Chance) -> None:
        super().copy_into(other, chance)
        assert isinstance(other, BuzzBombGame)
        other.week = self.week.copy()

    def determinize(self, side: Side, chance: Chance) -> Self:
        """Hidden are the order of the decks, the flying bomb's mini-hand, and from the Axis the patrols' hands."""
        game = self.copy(chance)
        table.redeal(game, SIDES.index(side), chance.random)
        return game

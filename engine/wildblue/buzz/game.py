"""A week of flying bombs behind the engine's contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Self, final

from engine.core.chance import Chance
from engine.core.game import SIDES, Action, Side
from engine.wildblue import views as table
from engine.wildblue.buzz import attack, flow, prompts, reasons, restore, scoring, setup, views
from engine.wildblue.buzz.actions import NUMBER, TEXT
from engine.wildblue.buzz.events import BuzzTeller
from engine.wildblue.buzz.state import BuzzState
from engine.wildblue.buzz.terms import AIMING, ANSWERING, ATTACKING, DECISIONS, DISCARDING, EXCHANGING
from engine.wildblue.state import State
from engine.wildblue.terms import OVER

HANDLERS: Final[dict[int, Callable[[BuzzState, Action], None]]] = {
    AIMING: attack.aim,
    ATTACKING: attack.attack,
    ANSWERING: attack.answer,
    DISCARDING: flow.discard,
    EXCHANGING: flow.exchange,
}


@final
class BuzzBombGame(BuzzState):
    """One week; see ``engine.core.game.Game``. What it shares with every game of this system it inherits."""

    __slots__ = ()

    called = "a week of flying bombs"
    word = "week"
    texts = TEXT
    numbers = NUMBER
    decisions = (*BuzzState.decisions, *DECISIONS.values())
    read = staticmethod(setup.read)  # type: ignore[assignment]  # a week changes what is read of it
    set_up = setup.set_up  # type: ignore[assignment]
    restore = restore.restore
    prompt = prompts.prompt
    why_not = reasons.why_not
    make_view = views.view
    position = views.position
    score = scoring.score
    make_report = scoring.report

    def note_who_decides(self) -> None:
        self.deciding = None if self.kind == OVER else SIDES[0]

    def step(self, action: Action) -> None:
        """Carry out an action of ``legal()`` up to the next decision."""
        self.log.append(action)
        HANDLERS[self.kind](self, action)
        self.note_who_decides()

    def teller(self) -> BuzzTeller:
        return BuzzTeller(self)

    def copy_into(self, other: State, chance: Chance) -> None:
        super().copy_into(other, chance)
        assert isinstance(other, BuzzBombGame)
        other.week = self.week.copy()

    def determinize(self, side: Side, chance: Chance) -> Self:
        """Hidden are the order of the decks, the flying bomb's mini-hand, and from the Axis the patrols' hands."""
        game = self.copy(chance)
        table.redeal(game, SIDES.index(side), chance.random)
        return game

"""A week of flying bombs behind the engine's contract."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Final

from engine.core.chance import Chance
from engine.core.errors import EngineError, IllegalAction
from engine.core.game import SIDES, Action, Decision, Document, Side
from engine.core.record import Record
from engine.core.report import Report
from engine.wildblue import views as table
from engine.wildblue.buzz import attack, flow, scoring, views
from engine.wildblue.buzz.actions import NUMBER, TEXT
from engine.wildblue.buzz.events import BuzzTeller, entries
from engine.wildblue.buzz.prompts import prompt, why_not
from engine.wildblue.buzz.restore import restore
from engine.wildblue.buzz.setup import set_up
from engine.wildblue.buzz.state import BuzzState
from engine.wildblue.buzz.terms import AIMING, ANSWERING, ATTACKING, DECISIONS, DISCARDING, EXCHANGING
from engine.wildblue.events import WildBlueEvent
from engine.wildblue.state import EVENT
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

    @classmethod
    def new(cls, setup: Document, seed: int, chance: Chance | None = None) -> BuzzBombGame:
        """A week from a set-up document. Raises ``BadSetup``."""
        game = cls._empty("setup", setup, seed)
        set_up(game, setup, chance or Chance(seed))
        game._note_who_decides()
        return game

    @classmethod
    def from_position(cls, document: Document, seed: int, chance: Chance | None = None) -> BuzzBombGame:
        """A week from a position document. Raises ``BadPosition``."""
        game = cls._empty("position", document, seed)
        restore(game, document, chance or Chance(seed))
        game._note_who_decides()
        return game

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
        self._note_who_decides()

    def _note_who_decides(self) -> None:
        self.deciding = None if self.kind == OVER else SIDES[0]

    def play(self, action: Action) -> tuple[WildBlueEvent, ...]:
        if action not in self.choices:
            raise self._illegal(action, str(action))
        teller = BuzzTeller(self)
        kind, actor, start = self.kind, self.actor, len(self.log)
        self.step(action)
        return tuple(teller.tell(kind, actor, self.log[start:]))

    def opening(self) -> tuple[WildBlueEvent, ...]:
        """What happened before the first decision."""
        first = next((place for place, item in enumerate(self.log) if item < EVENT), len(self.log))
        return tuple(BuzzTeller(self).tell(OVER, 0, self.log[:first]))

    def action_text(self, action: Action) -> str:
        return TEXT[action]

    def parse(self, text: str) -> Action:
        action = NUMBER.get(text, -1)
        if action not in self.choices:
            raise self._illegal(action, text)
        return action

    def _illegal(self, action: Action, text: str) -> IllegalAction:
        known = isinstance(action, int) and 0 <= action < len(TEXT)
        return IllegalAction(TEXT[action] if known else text, why_not(self, action), self.position())

    # What may be seen

    @property
    def record(self) -> Record:
        if self._begins == "copy":
            raise EngineError("A copy of a game keeps no record.")
        return Record(self.system, self._seed, self._start, self._begins, tuple(entries(self.log)))

    def view(self, side: Side | None) -> Document:
        """What ``side`` may know; of ``None``, the umpire, everything."""
        if side is not None and side not in SIDES:
            raise EngineError(f"There is no side {side!r}.")
        decision = self.decision
        return views.view(self, side, asdict(decision) if decision else None)

    def position(self) -> Document:
        return views.position(self)

    def report(self) -> Report:
        if self.kind != OVER:
            raise EngineError("There is no report before the week is over.")
        return scoring.report(self)

    # Copies

    def copy(self, chance: Chance | None = None) -> BuzzBombGame:
        game = BuzzBombGame._empty("copy", self._start, self._seed)
        self.copy_into(game, chance or self.chance)
        game.week = self.week.copy()
        game._note_who_decides()
        return game

    def determinize(self, side: Side, chance: Chance) -> BuzzBombGame:
        """Hidden are the order of the decks, the flying bomb's mini-hand, and from the Axis the patrols' hands."""
        game = self.copy(chance)
        table.redeal(game, SIDES.index(side), chance.random)
        return game

"""A game of Angels Twenty behind the engine's contract."""

from __future__ import annotations

from typing import Final, final

from engine.angels import positions, prompts, reasons, restore, scoring, setup
from engine.angels.actions import NUMBER, TEXT
from engine.angels.events import Teller
from engine.angels.state import State
from engine.angels.terms import DECISIONS, DEPLOY, HEX, IN_CLOUDS, SIDE_OF, SPEED, STATUS, UNITS
from engine.angels.turn import HANDLERS, TRANSITIONS
from engine.core.dice import DiceGame
from engine.core.game import SIDES, Action, Side

_DECIDING: Final[tuple[Side | None, ...]] = (*SIDES, None)
"""By side; the last, at -1, stands for nobody."""
_OF_ONE: Final = frozenset((DEPLOY, SPEED, HEX, IN_CLOUDS, STATUS))
"""Kinds of decision about one aircraft."""


@final
class AngelsGame(State, DiceGame):
    """One game; see ``engine.core.game.Game``."""

    __slots__ = ("_begins", "_seed", "_start", "deciding")

    system = "angels"
    called = "Angels Twenty"
    texts = TEXT
    numbers = NUMBER
    decisions = DECISIONS
    read = staticmethod(setup.read)
    set_up = setup.set_up
    restore = restore.restore
    prompt = prompts.prompt
    why_not = reasons.why_not
    make_view = positions.view
    position = positions.document
    score = scoring.score
    make_report = scoring.report

    def note_who_decides(self) -> None:
        self.deciding = _DECIDING[self.actor >> SIDE_OF]

    def unit_deciding(self) -> str:
        return UNITS[self.actor] if self.kind in _OF_ONE else ""

    def step(self, action: Action) -> None:
        """Carry out an action of ``legal()`` up to the next decision."""
        self.log.append(action)
        HANDLERS[self.kind](self, action)
        if self.kind < 0:  # what ``turn.advance`` does; its call would cost each second decision
            while self.kind < 0:
                TRANSITIONS[self.kind](self)
            self.deciding = _DECIDING[self.actor >> SIDE_OF]

    def teller(self) -> Teller:
        return Teller(self)

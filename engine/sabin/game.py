"""A game of Dogfight behind the engine's contract."""

from __future__ import annotations

from typing import Final, final

from engine.core.dice import DiceGame
from engine.core.game import SIDES, Action, Side
from engine.sabin import prompts, reasons, restore, scoring, setup, views
from engine.sabin.actions import NUMBER, TEXT
from engine.sabin.events import Teller
from engine.sabin.phases import HANDLERS
from engine.sabin.state import State
from engine.sabin.terms import DECISIONS, MOST_UNITS, UNITS

_DECIDING: Final[tuple[Side | None, ...]] = (*(side for side in SIDES for _ in range(MOST_UNITS)), None)
"""By unit; the last, at -1, stands for nobody."""


@final
class SabinGame(State, DiceGame):
    """One game; see ``engine.core.game.Game``."""

    __slots__ = ("_begins", "_seed", "_start", "deciding")

    system = "sabin"
    called = "Dogfight"
    texts = TEXT
    numbers = NUMBER
    decisions = DECISIONS
    read = staticmethod(setup.read)
    set_up = setup.set_up
    restore = restore.restore
    prompt = prompts.prompt
    why_not = reasons.why_not
    make_view = views.view
    position = views.position
    score = scoring.score
    make_report = scoring.report

    def note_who_decides(self) -> None:
        self.deciding = _DECIDING[self.actor]

    def unit_deciding(self) -> str:
        return UNITS[self.actor]

    def step(self, action: Action) -> None:
        """Carry out an action of ``legal()`` up to the next decision."""
        self.log.append(action)
        HANDLERS[self.kind](self, action)
        self.deciding = _DECIDING[self.actor]

    def teller(self) -> Teller:
        return Teller(self)

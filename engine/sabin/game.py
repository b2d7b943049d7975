"""A game of Dogfight behind the engine's contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.core import dice
from engine.core.base import BaseGame
from engine.core.chance import Chance
from engine.core.game import SIDES, Action, Decision, Document, Side
from engine.core.record import Entry
from engine.core.report import Report
from engine.sabin import scoring, views
from engine.sabin.actions import NUMBER, TEXT
from engine.sabin.events import Teller
from engine.sabin.phases import HANDLERS
from engine.sabin.prompts import prompt, why_not
from engine.sabin.restore import restore
from engine.sabin.setup import set_up
from engine.sabin.state import State
from engine.sabin.terms import DECISIONS, MOST_UNITS, OVER, UNITS

_DECIDING: Final[tuple[Side | None, ...]] = (*(side for side in SIDES for _ in range(MOST_UNITS)), None)
"""By unit; the last, at -1, stands for nobody."""


class SabinGame(State, BaseGame):
    """One game; see ``engine.core.game.Game``."""

    __slots__ = ("_begins", "_seed", "_start")

    system = "sabin"
    texts = TEXT
    numbers = NUMBER

    def set_up(self, setup: Document, chance: Chance) -> None:
        set_up(self, setup, chance)

    def restore(self, document: Document, chance: Chance) -> None:
        restore(self, document, chance)

    def note_who_decides(self) -> None:
        self.deciding = _DECIDING[self.actor]

    @property
    def decision(self) -> Decision | None:
        if self.kind == OVER:
            return None
        return Decision(SIDES[self.actor // MOST_UNITS], UNITS[self.actor], DECISIONS[self.kind], prompt(self))

    def step(self, action: Action) -> None:
        """Carry out an action of ``legal()`` up to the next decision."""
        self.log.append(action)
        HANDLERS[self.kind](self, action)
        self.deciding = _DECIDING[self.actor]

    def script(self, cards: Mapping[Side, Sequence[str]], dice: Sequence[int] = ()) -> None:
        """Force what the next dice show. Raises ``EngineError``."""
        _script(self, cards, dice)

    def teller(self) -> Teller:
        """What tells a stretch of the log that begins now."""
        return Teller(self)

    def why_not(self, action: Action) -> str:
        return why_not(self, action)

    def entries(self) -> Iterator[Entry]:
        return dice.entries(self.log, self.action_text)

    def make_view(self, side: Side | None, decision: Document | None) -> Document:
        return views.view(self, decision)

    def position(self) -> Document:
        return views.position(self)

    def make_report(self) -> Report:
        return scoring.report(self)


_script = dice.script
"""By another name: the contract calls a parameter ``dice``."""

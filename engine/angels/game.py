"""A game of Angels Twenty behind the engine's contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.angels import positions, scoring
from engine.angels.actions import NUMBER, TEXT
from engine.angels.events import Teller
from engine.angels.prompts import prompt, why_not
from engine.angels.restore import restore
from engine.angels.setup import set_up
from engine.angels.state import State
from engine.angels.terms import DECISIONS, DEPLOY, HEX, IN_CLOUDS, OVER, SIDE_OF, SPEED, STATUS, UNITS
from engine.angels.turn import HANDLERS, TRANSITIONS
from engine.core.base import BaseGame
from engine.core.chance import Chance
from engine.core.dice import entries as record_entries
from engine.core.dice import script as script_dice
from engine.core.game import SIDES, Action, Decision, Document, Side
from engine.core.record import Entry
from engine.core.report import Report

_DECIDING: Final[tuple[Side | None, ...]] = (*SIDES, None)
"""By side; the last, at -1, stands for nobody."""
_OF_ONE: Final = frozenset((DEPLOY, SPEED, HEX, IN_CLOUDS, STATUS))
"""Kinds of decision about one aircraft."""


class AngelsGame(State, BaseGame):
    """One game; see ``engine.core.game.Game``."""

    __slots__ = ("_begins", "_seed", "_start", "deciding")

    system = "angels"
    texts = TEXT
    numbers = NUMBER

    def set_up(self, setup: Document, chance: Chance) -> None:
        set_up(self, setup, chance)

    def restore(self, document: Document, chance: Chance) -> None:
        restore(self, document, chance)

    def note_who_decides(self) -> None:
        self.deciding = _DECIDING[self.actor >> SIDE_OF]

    # Decisions

    @property
    def decision(self) -> Decision | None:
        kind = self.kind
        if kind == OVER:
            return None
        unit = UNITS[self.actor] if kind in _OF_ONE else ""
        return Decision(SIDES[self.actor >> SIDE_OF], unit, DECISIONS[kind], prompt(self))

    def step(self, action: Action) -> None:
        """Carry out an action of ``legal()`` up to the next decision."""
        self.log.append(action)
        HANDLERS[self.kind](self, action)
        if self.kind < 0:  # what ``turn.advance`` does; its call would cost each second decision
            while self.kind < 0:
                TRANSITIONS[self.kind](self)
            self.deciding = _DECIDING[self.actor >> SIDE_OF]

    def teller(self) -> Teller:
        """What tells a stretch of the log that begins now."""
        return Teller(self)

    def why_not(self, action: Action) -> str:
        return why_not(self, action)

    def script(self, cards: Mapping[Side, Sequence[str]], dice: Sequence[int] = ()) -> None:
        """Force what the next dice show. Raises ``EngineError``, changing nothing."""
        script_dice(self, cards, dice)

    # What may be seen

    def entries(self) -> Iterator[Entry]:
        return record_entries(self.log, self.texts.__getitem__)

    def make_view(self, side: Side | None, decision: Document | None) -> Document:
        return positions.view(self, decision)

    def position(self) -> Document:
        return positions.document(self)

    def make_report(self) -> Report:
        return scoring.report(self)

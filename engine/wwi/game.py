"""A game of Down in Flames WWI behind the engine's contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, Self, final

from engine.core.base import BaseGame
from engine.core.chance import Chance
from engine.core.game import Action, Side
from engine.core.record import Entry
from engine.flames.hands import put_on_top
from engine.wwi import prompts, reasons, restore, scoring, setup, views
from engine.wwi.actions import NUMBER, TEXT
from engine.wwi.events import Teller, entries
from engine.wwi.state import State
from engine.wwi.terms import ALL_SIDES, DECISIONS, OVER, SIDE_OF_CRAFT, UNITS
from engine.wwi.turn import HANDLERS, reopen

_DECIDING: Final[tuple[Side | None, ...]] = (*ALL_SIDES, None)
"""By side; the last, at -1, stands for nobody."""


@final
class WwiGame(State, BaseGame):
    """One game; see ``engine.core.game.Game``."""

    __slots__ = ("_begins", "_seed", "_start", "deciding")

    system = "wwi"
    called = "Down in Flames WWI"
    texts = TEXT
    numbers = NUMBER
    decisions = DECISIONS
    prompt = prompts.prompt
    read = staticmethod(setup.read)
    set_up = setup.set_up
    restore = restore.restore
    why_not = reasons.why_not
    make_view = views.view
    position = views.position
    score = scoring.score
    make_report = scoring.report

    def note_who_decides(self) -> None:
        self.deciding = _DECIDING[self.actor >> SIDE_OF_CRAFT]

    @property
    def sides(self) -> tuple[Side, ...]:
        return self.camps

    def unit_deciding(self) -> str:
        return UNITS[self.actor >> 4]

    def step(self, action: Action) -> None:
        """Carry out an action of ``legal()`` up to the next decision."""
        self.log.append(action)
        HANDLERS[self.kind](self, action)
        self.deciding = _DECIDING[self.actor >> SIDE_OF_CRAFT]

    def teller(self) -> Teller:
        return Teller(self)

    def script(self, cards: Mapping[Side, Sequence[str]], dice: Sequence[int] = ()) -> None:
        """Put cards on top of the Draw Piles, the first of each list to be drawn first. Raises ``EngineError``."""
        put_on_top(self, cards, dice, "Down in Flames WWI")

    def entries(self, since: int = 0) -> Iterator[Entry]:
        return entries(islice(self.log, since, None), self.texts)

    def determinize(self, side: Side, chance: Chance) -> Self:
        game = self.copy(chance)
        number = ALL_SIDES.index(side)
        views.redeal(game, number, chance.random)
        if game.kind != OVER and game.actor >> SIDE_OF_CRAFT != number:
            reopen(game)
        return game

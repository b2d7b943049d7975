"""A game of Wild Blue Yonder behind the engine's contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import ClassVar, Final, Self

from engine.core.base import BaseGame
from engine.core.chance import Chance
from engine.core.game import SIDES, Action, Side
from engine.core.record import Entry
from engine.flames.hands import put_on_top
from engine.wildblue import positions, prompts, reasons, restore, scoring, setup, views
from engine.wildblue.actions import NUMBER, TEXT
from engine.wildblue.events import Teller, entries
from engine.wildblue.missions.events import MissionTeller
from engine.wildblue.state import State
from engine.wildblue.terms import CRAFT_COUNT, DECISIONS, ORDER, OVER, SIDE_OF_CRAFT, UNITS, unit_of
from engine.wildblue.turn import HANDLERS, MISSION_TRANSITIONS, TRANSITIONS, reopen

_DECIDING: Final[tuple[Side | None, ...]] = (*(SIDES[craft >> SIDE_OF_CRAFT] for craft in range(CRAFT_COUNT)), None)
"""By craft; the last, at -1, stands for nobody."""


class WildBlueGame(State, BaseGame):
    """One game; see ``engine.core.game.Game``."""

    __slots__ = ("_begins", "_seed", "_start", "deciding")

    system = "wildblue"
    called = "Wild Blue Yonder"
    texts = TEXT
    numbers = NUMBER
    decisions: ClassVar[Sequence[str]] = DECISIONS
    read = staticmethod(setup.read)
    set_up = setup.set_up
    restore = restore.restore
    prompt = prompts.prompt
    why_not = reasons.why_not
    make_view = views.view
    position = positions.document
    score = scoring.score
    make_report = scoring.report

    @property
    def edition(self) -> int:  # type: ignore[override]  # of each game its own
        return self.options.edition

    def note_who_decides(self) -> None:
        self.deciding = _DECIDING[self.actor]

    def unit_deciding(self) -> str:
        return "" if self.kind == ORDER else UNITS[unit_of(self.actor)]

    def step(self, action: Action) -> None:
        """Carry out an action of ``legal()`` up to the next decision."""
        self.log.append(action)
        HANDLERS[self.kind](self, action)
        if self.kind < 0:  # what ``turn.advance`` does; its call would cost each second decision
            table = TRANSITIONS if self.mission is None else MISSION_TRANSITIONS
            while self.kind < 0:
                table[self.kind](self)
        self.deciding = _DECIDING[self.actor]

    def teller(self) -> Teller:
        return MissionTeller(self) if self.mission else Teller(self)

    def script(self, cards: Mapping[Side, Sequence[str]], dice: Sequence[int] = ()) -> None:
        """Put cards on top of the Draw Piles, the first of each list to be drawn first. Raises ``EngineError``."""
        put_on_top(self, cards, dice, "Wild Blue Yonder")

    def entries(self, since: int = 0) -> Iterator[Entry]:
        return entries(islice(self.log, since, None), self.texts)

    def determinize(self, side: Side, chance: Chance) -> Self:
        game = self.copy(chance)
        views.redeal(game, SIDES.index(side), chance.random)
        if game.kind != OVER and game.actor >> SIDE_OF_CRAFT != SIDES.index(side):
            reopen(game)
            game.note_who_decides()
        return game

"""A game of Down in Flames WWI behind the engine's contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Self

from engine.core.base import BaseGame
from engine.core.chance import Chance
from engine.core.errors import EngineError
from engine.core.game import Action, Side
from engine.core.record import Entry
from engine.wwi import prompts, restore, scoring, setup, views
from engine.wwi.actions import NUMBER, TEXT
from engine.wwi.cards import FACE_NUMBER
from engine.wwi.events import Teller, entries
from engine.wwi.state import SCRIPTED, State, event
from engine.wwi.terms import ALL_SIDES, DECISIONS, NONE, OVER, SIDE_OF_CRAFT, UNITS
from engine.wwi.turn import HANDLERS, reopen

_DECIDING: Final[tuple[Side | None, ...]] = (*ALL_SIDES, None)
"""By side; the last, at -1, stands for nobody."""


class WwiGame(State, BaseGame):
    """One game; see ``engine.core.game.Game``."""

    __slots__ = ("_begins", "_seed", "_start", "deciding")

    system = "wwi"
    title = "Down in Flames WWI"
    texts = TEXT
    numbers = NUMBER
    decisions = DECISIONS
    set_up = setup.set_up
    restore = restore.restore
    prompt = prompts.prompt
    why_not = prompts.why_not
    make_view = views.view
    position = views.position
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
        if dice:
            raise EngineError("Down in Flames WWI rolls no dice.")
        chosen: dict[int, list[int]] = {}
        for side, slugs in cards.items():
            if side not in self.sides:
                raise EngineError(f"There is no side {side!r}.")
            if not isinstance(slugs, (list, tuple)) or not all(isinstance(slug, str) for slug in slugs):
                raise EngineError("The cards of a script are lists of card slugs by side.")
            number = self.sides.index(side)
            rest = self.stacked[number] + self.pools[number]
            for slug in slugs:
                card = FACE_NUMBER.get(slug, NONE)
                if card not in rest:
                    raise EngineError(f"No {slug} is left in the {side} Draw Pile.")
                rest.remove(card)
                chosen.setdefault(number, []).append(card)
        for number, wanted in chosen.items():
            for card in reversed(wanted):
                pile = self.pools[number] if card in self.pools[number] else self.stacked[number]
                pile.remove(card)
                self.stacked[number].append(card)
            self.loaded = True
            self._note_script([event(SCRIPTED, number, 0, card) for card in wanted])

    def _note_script(self, scripted: list[int]) -> None:
        """Log cards put on top of a deck, before those put there just now: a record has them in one line."""
        start = len(self.log)
        while start and self.log[start - 1] >> 8 == scripted[0] >> 8:
            start -= 1
        self.log[start:] = [*scripted, *self.log[start:]]

    def entries(self) -> Iterator[Entry]:
        return entries(self.log, self.texts)

    def determinize(self, side: Side, chance: Chance) -> Self:
        game = self.copy(chance)
        number = ALL_SIDES.index(side)
        views.redeal(game, number, chance.random)
        if game.kind != OVER and game.actor >> SIDE_OF_CRAFT != number:
            reopen(game)
        return game

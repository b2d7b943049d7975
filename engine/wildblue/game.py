"""A game of Wild Blue Yonder behind the engine's contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final, Self

from engine.core.base import BaseGame
from engine.core.chance import Chance
from engine.core.errors import EngineError
from engine.core.game import SIDES, Action, Side
from engine.core.record import Entry
from engine.wildblue import positions, prompts, restore, scoring, setup, views
from engine.wildblue.actions import NUMBER, TEXT
from engine.wildblue.cards import FACE, parse_card
from engine.wildblue.events import Teller, entries
from engine.wildblue.mission_events import MissionTeller
from engine.wildblue.state import SCRIPTED, State, event
from engine.wildblue.terms import DECISIONS, ORDER, OVER, SIDE_OF_CRAFT, UNITS
from engine.wildblue.turn import HANDLERS, MISSION_TRANSITIONS, TRANSITIONS, reopen

_DECIDING: Final[tuple[Side | None, ...]] = (*SIDES, None)
"""By side; the last, at -1, stands for nobody."""


class WildBlueGame(State, BaseGame):
    """One game; see ``engine.core.game.Game``."""

    __slots__ = ("_begins", "_seed", "_start", "deciding")

    system = "wildblue"
    title = "Wild Blue Yonder"
    texts = TEXT
    numbers = NUMBER
    decisions: ClassVar[Sequence[str]] = DECISIONS
    set_up = setup.set_up
    restore = restore.restore
    prompt = prompts.prompt
    why_not = prompts.why_not
    make_view = views.view
    position = positions.document
    make_report = scoring.report

    def note_who_decides(self) -> None:
        self.deciding = _DECIDING[self.actor >> SIDE_OF_CRAFT]

    def unit_deciding(self) -> str:
        return "" if self.kind == ORDER else UNITS[self.actor >> 2]

    def step(self, action: Action) -> None:
        """Carry out an action of ``legal()`` up to the next decision."""
        self.log.append(action)
        HANDLERS[self.kind](self, action)
        if self.kind < 0:  # what ``turn.advance`` does; its call would cost each second decision
            table = TRANSITIONS if self.mission is None else MISSION_TRANSITIONS
            while self.kind < 0:
                table[self.kind](self)
        self.deciding = _DECIDING[self.actor >> SIDE_OF_CRAFT]

    def teller(self) -> Teller:
        return MissionTeller(self) if self.mission else Teller(self)

    def script(self, cards: Mapping[Side, Sequence[str]], dice: Sequence[int] = ()) -> None:
        """Put cards on top of the Draw Piles, the first of each list to be drawn first. Raises ``EngineError``."""
        if dice:
            raise EngineError("Wild Blue Yonder rolls no dice.")
        chosen: list[list[int]] = [[], []]
        for side, slugs in cards.items():
            if side not in SIDES:
                raise EngineError(f"There is no side {side!r}.")
            if not isinstance(slugs, (list, tuple)) or not all(isinstance(slug, str) for slug in slugs):
                raise EngineError("The cards of a script are lists of card slugs by side.")
            number = SIDES.index(side)
            rest = [*reversed(self.stacked[number]), *self.pools[number]]
            for slug in slugs:
                chosen[number].append(_take(slug, rest, side))
        for number in (0, 1):
            for card in reversed(chosen[number]):
                pile = self.pools[number] if card in self.pools[number] else self.stacked[number]
                pile.remove(card)
                self.stacked[number].append(card)
                self.loaded = True
            self._note_script([event(SCRIPTED, number, 0, card) for card in chosen[number]])

    def _note_script(self, scripted: list[int]) -> None:
        """Log cards put on top of a deck, before those put there just now: a record has them in one line."""
        if not scripted:
            return
        start = len(self.log)
        while start and self.log[start - 1] >> 8 == scripted[0] >> 8:
            start -= 1
        self.log[start:] = [*scripted, *(item for item in self.log[start:] if item not in scripted)]

    def entries(self) -> Iterator[Entry]:
        return entries(self.log, self.texts)

    def determinize(self, side: Side, chance: Chance) -> Self:
        game = self.copy(chance)
        views.redeal(game, SIDES.index(side), chance.random)
        if game.kind != OVER and game.actor >> SIDE_OF_CRAFT != SIDES.index(side):
            reopen(game)
            game.note_who_decides()
        return game


def _take(slug: str, rest: list[int], side: Side) -> int:
    """Take a card of this face out of what can still be drawn."""
    face, card = parse_card(slug)
    for candidate in rest:
        if candidate == card or (card < 0 and FACE[candidate] == face):
            rest.remove(candidate)
            return candidate
    raise EngineError(f"No {slug} is left in the {side} Draw Pile.")

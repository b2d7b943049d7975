"""The course of a game on screen, decision by decision, put away in between.

A game is put away as the lines of its record, and taken up by playing them again. What chance gives after a decision
comes from the game's seed and the decision's number alone, so it is the same whether the game was put away before it or
not, and the same again after a decision has been taken back. What has been drawn stands in the lines; the generator
keeps pace all the same, for in which order cards of a sort lie hangs on which of them it took.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TypeAlias

import engine
from engine.core.chance import SEEDS, Chance
from engine.core.errors import BadRecord
from engine.core.game import PUBLIC, Action, Decision, Document, Event, Game, Side
from engine.core.record import Entry, Record
from engine.core.replay import opened, steps

Told: TypeAlias = dict[str, list[list[str]]]
"""By side, by ``PUBLIC`` and by ``""`` for the umpire: each event's kind, its sentence and its weight."""
UMPIRE = ""
TWINS = 3
"""Tables with other hidden cards on which a decision is tried, to see whether it has shown any of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What a game begins with and keeps to its end."""

    system: str
    setup: Document
    seed: int
    """Nobody who plays may know it."""
    rules: int
    """The edition of the system's rules; 0 before the game has begun: the newest."""

    def chance(self, number: int) -> Chance:
        """What the decision of that number, from 1, draws from; 0: the set-up."""
        return Chance(self.seed_of(number), self.rules)

    def seed_of(self, number: int) -> int:
        drawn = sha256(f"{self.seed} {number}".encode()).digest()
        return int.from_bytes(drawn[:8], "big") % SEEDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A decision, and what came of it."""

    decision: Decision
    action: str
    lines: str
    """Its lines of the record: the decision, and what chance gave after it."""
    told: Told
    has_shown: bool = False
    """Whoever decided goes on deciding, and knows by it what had been hidden from his side."""

    @property
    def drew(self) -> bool:
        """Chance has spoken."""
        return "\n" in self.lines


class Course:
    """A game that has been taken up and goes on, decision by decision."""

    def __init__(self, start: Start, game: Game, chance: Chance, count: int) -> None:
        """``count``: how many decisions have been taken already."""
        self.start = start
        self.game = game
        self.count = count
        self._chance = chance
        self._written = game.written
        self._views: dict[Side, Document] = {}

    @classmethod
    def new(cls, start: Start) -> Course:
        """A game at its first decision. Raises ``BadSetup``."""
        chance = start.chance(0)
        system = engine.systems()[start.system]
        return cls(start, system.new(start.setup, start.seed, chance), chance, 0)

    @classmethod
    def taken_up(cls, start: Start, lines: Iterable[str]) -> Course:
        """The same from the lines of its record: of its opening and of each decision. Raises ``BadRecord``."""
        record = record_of(start, lines)
        chance = start.chance(0)
        game, _ = opened(engine.systems()[start.system], record, chance)
        chance.reseed(start.seed_of(1))
        for number, _ in enumerate(steps(game, record), 2):
            chance.reseed(start.seed_of(number))
        return cls(start, game, chance, len(record.decisions))

    @property
    def rules(self) -> int:
        """The edition by which it is played."""
        return self.game.record.rules

    def opening(self) -> tuple[str, Told]:
        """What chance gave before the first decision, as lines, and what happened until then."""
        return _lines(self.game.record.entries), self._told(self.game.opening())

    def take(self, action: Action, *, is_persons: bool = True) -> Taken:
        """Carry out an action. Raises ``IllegalAction``, changing nothing.

        ``is_persons``: it is looked at whether it ``has_shown`` something, for a person may wish to take it back.
        """
        decision, before = self.game.decision, self.game.copy() if is_persons else None
        assert decision is not None, "a game that is over asks nobody"
        text = self.game.action_text(action)
        if action in self.game.legal():
            self._chance.reseed(self.start.seed_of(self.count + 1))
        told = self._told(self.game.play(action))
        lines = _lines(self.game.entries_since(self._written))
        self._went_on()
        taken = Taken(decision=decision, action=text, lines=lines, told=told)
        if before is not None and not taken.drew and self.game.deciding == decision.side:
            taken = replace(taken, has_shown=self._shows(before, action, taken))
        return taken

    def _shows(self, before: Game, action: Action, taken: Taken) -> bool:
        """Whether who decided would see or hear otherwise now, had what is hidden from him been dealt otherwise."""
        side, system = taken.decision.side, engine.systems()[self.start.system]
        for number in range(TWINS):
            twin = before.determinize(side, Chance(self.start.seed_of(self.count * TWINS + number), self.rules))
            told = [list(each) for each in system.told(twin.play(action), side)]
            if told != taken.told[side] or twin.view(side) != self.view(side):
                return True
        return False

    def follow(self, lines: str) -> None:
        """Take a decision that has been taken elsewhere, as its lines say. Raises ``EngineError`` for others."""
        for entry in record_of(self.start, [lines]).entries:
            if entry.kind == "chance":
                self.game.foretell(entry.stream, entry.outcomes)
        self._chance.reseed(self.start.seed_of(self.count + 1))
        self.game.step(self.game.parse(lines.partition("\n")[0]))
        if not self._chance.script_is_over:
            raise BadRecord("The lines tell of other chances than the game took.")
        self._went_on()

    def view(self, side: Side) -> Document:
        """What a side may know, or ``PUBLIC``, to be read only; looked at once for each decision."""
        if side not in self._views:
            self._views[side] = self.game.view(side)
        return self._views[side]

    def _went_on(self) -> None:
        self.count += 1
        self._written = self.game.written
        self._views = {}

    def _told(self, events: Sequence[Event]) -> Told:
        system = engine.systems()[self.start.system]
        return {
            viewer or UMPIRE: [list(each) for each in system.told(events, viewer)]
            for viewer in (None, PUBLIC, *self.game.sides)
        }


def record_of(start: Start, lines: Iterable[str]) -> Record:
    """The record of a game so far, from the lines of its opening and of each decision."""
    head = Record(start.system, start.seed, start.setup, "setup", (), start.rules)
    return Record.parse(str(head) + "\n".join(filter(None, lines)))


def _lines(entries: Iterable[Entry]) -> str:
    return "\n".join(map(str, entries))

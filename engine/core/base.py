"""What the games of every system do alike: refuse, tell, read and write actions, and keep the record.

A system's state keeps one log of ints. A decision stands in it as its action; all else is an event, ``EVENT`` or more,
whose code and contents are the system's own. Texts are made of it only when somebody asks.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, ClassVar, Literal, Protocol, Self

from engine.core.chance import Chance
from engine.core.errors import EngineError, IllegalAction
from engine.core.game import PUBLIC, SIDES, Action, Decision, Document, Event, Side
from engine.core.record import Entry, Record
from engine.core.report import Report

EVENT = 1 << 24
"""Log items from here on are events, those below are actions."""


@dataclass(frozen=True, slots=True)
class PlainEvent:
    """An event in which nothing is hidden."""

    kind: str
    said: str

    def text(self, viewer: Side | None = None) -> str:
        return self.said


class Teller(Protocol):
    """Made before something happens, it tells what then stands in the log."""

    def tell(self, kind: int, actor: int, log: list[int]) -> Sequence[Event]:
        """The events of a stretch of the log that began with ``actor``'s decision of ``kind``."""
        ...


OF_THE_STATE: tuple[str, ...] = ()
"""The slots of the base: none, for they are its state's, and a class may have two bases with slots only so."""


class BaseGame:
    """A game, as far as systems do not differ; see ``engine.core.game.Game``. The attributes are the state's."""

    __slots__ = OF_THE_STATE

    system: str
    called: ClassVar[str]
    """What it is called where an action is refused."""
    word: ClassVar[str] = "game"
    """For that which is over in the end."""
    edition: int = 1
    """Of the rules by which it is played; a system that has but one says nothing."""
    texts: ClassVar[Sequence[str]]
    """The text of each action, by its number."""
    numbers: ClassVar[Mapping[str, Action]]
    """The number of each action, by its text."""
    decisions: ClassVar[Sequence[str]]
    """The name of each kind of decision, by its number."""

    log: list[int]
    kind: int
    """Of the open decision."""
    actor: int
    """Who decides, as the system numbers its units."""
    choices: tuple[Action, ...]
    deciding: Side | None
    chance: Chance
    _begins: Literal["setup", "position", "copy"]
    _start: Document
    _seed: int

    # What a system gives, mostly functions of its state, which the game's class names; the state comes first among the
    # bases, so that ``copy_into`` is the state's own

    @staticmethod
    @abstractmethod
    def read(setup: Document, rules: int, /) -> Any:
        """What a set-up says, by the edition ``rules``, 0 the newest; no game changes it. Raises ``BadSetup``."""

    @abstractmethod
    def set_up(self, read: Any, chance: Chance, /) -> None:
        """Make of an empty state the game of a set-up that has been ``read``, at its first decision."""

    @abstractmethod
    def restore(self, document: Document, chance: Chance, /) -> None:
        """Make of an empty state that of a position. Raises ``BadPosition``."""

    @abstractmethod
    def note_who_decides(self) -> None:
        """Set ``deciding``, which is kept, for it is asked before each step: a property would cost a call."""

    @abstractmethod
    def copy_into(self, other: Any, chance: Chance) -> None:
        """Copy all that changes into an empty state."""

    @abstractmethod
    def unit_deciding(self) -> str:
        """The unit that the open decision is about; empty where it is about a whole side."""

    @abstractmethod
    def prompt(self) -> str:
        """A sentence for who has to decide; it gives nothing away that he does not know."""

    @abstractmethod
    def step(self, action: Action) -> None:
        """Carry out an action of ``legal()`` up to the next decision."""

    @abstractmethod
    def position(self) -> Document: ...

    @abstractmethod
    def teller(self) -> Teller:
        """What tells a stretch of the log that begins now."""

    @abstractmethod
    def why_not(self, action: Action, /) -> str:
        """Why an action is not among the legal ones, in a sentence, while a decision is open."""

    @abstractmethod
    def make_view(self, side: Side | None, decision: Document | None, /) -> Document:
        """What ``side`` may know; of ``PUBLIC`` what all may, of ``None`` everything. ``decision`` is the open one."""

    @abstractmethod
    def entries(self, since: int = 0) -> Iterable[Entry]:
        """The log as a record has it, from a place at which a decision was open on."""

    @abstractmethod
    def score(self) -> dict[Side, int]:
        """Victory Points by side as the game stands."""

    @abstractmethod
    def make_report(self) -> Report:
        """The report of a game that is over."""

    # What it gets for it

    @classmethod
    def new(cls, setup: Document, seed: int, chance: Chance | None = None) -> Self:
        """A game from a set-up document. Raises ``BadSetup``."""
        chance = chance or Chance(seed)
        return cls.ready(setup, chance.rules)(seed, chance)

    @classmethod
    def ready(cls, setup: Document, rules: int = 0) -> Callable[[int, Chance], Self]:
        """What begins a game from a set-up document, as often as one likes. Raises ``BadSetup``."""
        return partial(cls._begun, setup, cls.read(setup, rules))

    @classmethod
    def _begun(cls, setup: Document, read: Any, seed: int, chance: Chance) -> Self:
        game = cls._empty("setup", setup, seed)
        game.set_up(read, chance)
        game.note_who_decides()
        return game

    @classmethod
    def from_position(cls, document: Document, seed: int, chance: Chance | None = None) -> Self:
        """A game from a position document. Raises ``BadPosition``."""
        game = cls._empty("position", document, seed)
        game.restore(document, chance or Chance(seed))
        game.note_who_decides()
        return game

    @classmethod
    def _empty(cls, begins: Literal["setup", "position", "copy"], start: Document, seed: int) -> Self:
        game = cls.__new__(cls)
        game._begins = begins
        game._start = start
        game._seed = seed
        return game

    def copy(self, chance: Chance | None = None) -> Self:
        game = self._empty("copy", self._start, self._seed)
        self.copy_into(game, chance or self.chance)
        game.deciding = self.deciding
        return game

    @property
    def is_copy(self) -> bool:
        """Whether it is one, on which something is tried out."""
        return self._begins == "copy"

    def determinize(self, side: Side, chance: Chance) -> Self:
        """A copy in which what ``side`` cannot see is dealt anew; where nothing is hidden, a copy."""
        return self.copy(chance)

    @property
    def sides(self) -> tuple[Side, ...]:
        return SIDES

    @property
    def decision(self) -> Decision | None:
        if self.deciding is None:
            return None
        return Decision(self.deciding, self.unit_deciding(), self.decisions[self.kind], self.prompt())

    def legal(self) -> tuple[Action, ...]:
        return self.choices

    def play(self, action: Action) -> tuple[Event, ...]:
        if action not in self.choices:
            raise self.illegal(action)
        teller = self.teller()
        kind, actor, start = self.kind, self.actor, len(self.log)
        self.step(action)
        return tuple(teller.tell(kind, actor, self.log[start:]))

    def opening(self) -> tuple[Event, ...]:
        """What happened before the first decision."""
        first = next((place for place, item in enumerate(self.log) if item < EVENT), len(self.log))
        return tuple(self.teller().tell(-1, 0, self.log[:first]))

    def foretell(self, stream: str, outcomes: list[str]) -> None:
        self.chance.tell(stream, outcomes)

    def action_text(self, action: Action) -> str:
        return self.texts[action]

    def parse(self, text: str) -> Action:
        action = self.numbers.get(text, -1)
        if action not in self.choices:
            raise self.illegal(action, text)
        return action

    def illegal(self, action: Action, text: str = "") -> IllegalAction:
        """The error to raise for an action that may not be chosen now."""
        known = isinstance(action, int) and 0 <= action < len(self.texts)
        if self.deciding is None:
            why = f"the {self.word} is over."
        elif known:
            why = self.why_not(action)
        else:
            why = f"there is no such action in {self.called}."
        return IllegalAction(text or (self.texts[action] if known else str(action)), why, self.position())

    @property
    def record(self) -> Record:
        if self._begins == "copy":
            raise EngineError("A copy of a game keeps no record.")
        return Record(self.system, self._seed, self._start, self._begins, tuple(self.entries()), self.edition)

    @property
    def written(self) -> int:
        return len(self.log)

    def entries_since(self, written: int) -> tuple[Entry, ...]:
        return tuple(self.entries(written))

    def view(self, side: Side | None) -> Document:
        """What ``side`` may know; of ``PUBLIC`` what all may; of ``None``, the umpire, everything."""
        if side not in (None, PUBLIC, *self.sides):
            raise EngineError(f"There is no side {side!r}.")
        decision = self.decision
        return self.make_view(side, asdict(decision) if decision else None)

    def report(self) -> Report:
        if self.deciding is not None:
            raise EngineError("There is no report before the game is over.")
        return self.make_report()

"""The log of ints: as a record, and told in sentences that not everybody hears alike."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.core.base import EVENT
from engine.core.game import Side
from engine.core.record import Entry


def entries(
    log: Iterable[int], texts: Sequence[str], given: Mapping[int, Callable[[int], tuple[str, str]]], scripted: int
) -> Iterator[Entry]:
    """The log as entries of a record: decisions, whose texts are given, and what chance gave, by stream.

    ``given``: by the code of an event that tells of chance, its stream and what that gave. Those of the code
    ``scripted`` tell of cards put on top of a deck from outside.
    """
    stream = ""
    is_script = False
    outcomes: list[str] = []

    def gathered() -> Iterator[Entry]:
        if outcomes:
            yield Entry("script" if is_script else "chance", " ".join([stream, *outcomes]))
            outcomes.clear()

    for item in log:
        if item < EVENT:
            yield from gathered()
            yield Entry("decision", texts[item])
            continue
        code = item >> 24
        if code not in given:
            continue
        name, outcome = given[code](item)
        if (name, code == scripted) != (stream, is_script):
            yield from gathered()
            stream, is_script = name, code == scripted
        outcomes.append(outcome)
    yield from gathered()


@dataclass(frozen=True, slots=True)
class CardEvent:
    """One thing that happened. ``side`` knows ``secret``; the others, where it differs, only ``said``."""

    kind: str
    said: str
    secret: str = ""
    side: Side = ""

    def text(self, viewer: Side | None = None) -> str:
        """A sentence; the umpire (``None``) hears everything, who is of no side no secret."""
        return self.secret if self.secret and viewer in (None, self.side) else self.said


class CardTeller:
    """Tells a stretch of the log; what is said of what, a game's own class knows."""

    event_names: ClassVar[Mapping[int, str]]
    """What an event's ``kind`` is, by its code."""
    together: ClassVar[Mapping[int, int]]
    """The codes of events that are told together, each with how many of its lowest bits may differ then."""

    def tell(self, kind: int, actor: int, log: list[int]) -> list[CardEvent]:
        """What a stretch of the log says; ``kind`` and ``actor`` are those of the decision it begins with, if any."""
        events: list[CardEvent] = []
        place = 0
        while place < len(log):
            item, start = log[place], place
            place += 1
            code = item >> 24
            if item < EVENT:
                told = self._decision(kind, actor, item)
            elif code in self.together:
                low = self.together[code]
                while place < len(log) and log[place] >> low == item >> low:
                    place += 1
                told = self._together(code, log[start:place])
            else:
                said = self._event(code, item >> 16 & 255, item >> 8 & 255, item & 255)
                told = CardEvent(self.event_names[code], said) if said else None
            if told:
                events.append(told)
        return events

    @abstractmethod
    def _decision(self, kind: int, actor: int, action: int) -> CardEvent | None:
        """What somebody has decided, if anything is to be said of it."""

    @abstractmethod
    def _together(self, code: int, items: list[int]) -> CardEvent:
        """Events that are told together."""

    @abstractmethod
    def _event(self, code: int, x: int, y: int, z: int) -> str:
        """A sentence for an event that everybody sees; none for one of which nothing is said."""

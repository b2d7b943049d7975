"""A record as frames: what its games' films share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence

from engine.core.game import Document, Event, Frame, Game, Side, System
from engine.core.record import Record
from engine.core.replay import opened, steps


class Film:
    """Frames being made, one at a time, as ``viewer`` may watch them."""

    def __init__(self, viewer: Side | None) -> None:
        self._viewer = viewer
        self._number = 0
        self._declared: list[str] = []
        """What waits for what comes of it."""
        self._happened: list[str] = []

    def frames(self, system: System, record: Record) -> Iterator[Frame]:
        """All frames of a record. Raises ``BadRecord``."""
        game, happened = opened(system, record)
        yield from self.open(game, happened)
        for text, events in steps(game, record):
            yield from self.step(game, text, events)
        yield from self.end(game)

    @abstractmethod
    def open(self, game: Game, events: Sequence[Event]) -> Iterable[Frame]:
        """Take in what happened before the first decision; the frame of it, if it is one already."""

    @abstractmethod
    def step(self, game: Game, text: str, events: Sequence[Event]) -> Iterable[Frame]:
        """Take in one decision; the frames that it completes."""

    @abstractmethod
    def end(self, game: Game) -> Iterable[Frame]:
        """The outcome of a game that is over, or what is left to show of one that is not."""

    def _frame(self, turn: int, step: str, actor: str, action: str, view: Document) -> Frame:
        """A frame of what was declared and has happened since the last one."""
        frame = Frame(self._number, turn, step, actor, action, (*self._declared, *self._happened), view)
        self._number += 1
        self._declared, self._happened = [], []
        return frame

    def _texts(self, events: Iterable[Event]) -> list[str]:
        return [event.text(self._viewer) for event in events]

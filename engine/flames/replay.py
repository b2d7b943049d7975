"""A record as frames: what its games' films share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence

from engine.core.game import Caption, Document, Event, Frame, Game, Side, System, Told, plain_caption
from engine.core.record import Record
from engine.core.replay import opened, steps

_STEPS = {
    "set-up": "Set-up",
    "order": "Order of play",
    "search": "Search Step",
    "jettison": "Jettison Step",
    "wingman-target": "Wingman Step",
    "wingman": "Wingman Step",
    "altitude-step": "Altitude Step",
    "pay": "Altitude Step",
    "strike": "Air Strike Step",
    "leader": "Leader Step",
    "discard": "Discard Step",
    "draw": "Draw Step",
    "formation": "Final Step: Formations disengage",
    "break-off": "Final Step: who breaks off",
    "formation-strike": "Final Step: Formations strike",
    "area-flak": "Final Step: Area Flak",
    "guns": "Final Step: the guns",
    "recon": "Final Step: reconnaissance",
    "fuel": "Final Step: fuel",
    "over": "The end",
}


def caption(frame: Frame) -> Caption:
    """A frame in words."""
    return plain_caption(frame, _STEPS)


class Film:
    """Frames being made, one at a time, as ``viewer`` may watch them."""

    def __init__(self, system: System, viewer: Side | None) -> None:
        self._system = system
        self._viewer = viewer
        self._number = 0
        self._decided = 0
        """Decisions that have been taken in, the one at hand among them."""
        self._declared: list[Told] = []
        """What waits for what comes of it."""
        self._happened: list[Told] = []

    def frames(self, record: Record) -> Iterator[Frame]:
        """All frames of a record. Raises ``BadRecord``."""
        game, happened = opened(self._system, record)
        yield from self.open(game, happened)
        for text, events in steps(game, record):
            self._decided += 1
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

    def _frame(self, turn: int, step: str, actor: str, action: str, view: Document, decisions: int) -> Frame:
        """A frame of what was declared and has happened since the last one."""
        frame = Frame(self._number, turn, step, actor, action, (*self._declared, *self._happened), view, decisions)
        self._number += 1
        self._declared, self._happened = [], []
        return frame

    def _told(self, events: Iterable[Event]) -> list[Told]:
        return self._system.told(events, self._viewer)

"""A record as frames: few enough a turn to watch one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.core.game import Document, Event, Frame, Side, System
from engine.core.record import Record
from engine.core.replay import opened, steps
from engine.sabin.game import SabinGame
from engine.sabin.state import PHASE_BEGINS, TURN_BEGINS
from engine.sabin.terms import INTERCEPTORS, PHASES
from engine.sabin.views import view as seen

_ANNOUNCED: Final = frozenset(("turn", "phase"))
"""Kinds of event that wait for what comes of them."""
_ON_ITS_OWN: Final = frozenset(("move", "turn-back"))
"""Decisions that begin a frame; the others fall within the one that led to them."""


@dataclass(frozen=True, slots=True)
class _Cut:
    """A place in the log where a phase begins, and the table before it."""

    at: int
    turn: int
    phase: str
    view: Document


class _Tape(list[int]):
    """A log that notes how the table stood when a phase began in the middle of a step."""

    def __init__(self, game: SabinGame) -> None:
        super().__init__(game.log)
        self._game = game
        self.cuts: list[_Cut] = []

    def append(self, item: int) -> None:
        code, x = item >> 24, item >> 16 & 255
        if code == TURN_BEGINS:
            self.cuts.append(_Cut(len(self), x, PHASES[INTERCEPTORS], seen(self._game, None, None)))
        elif code == PHASE_BEGINS:
            self.cuts.append(_Cut(len(self), self._game.turn, PHASES[x], seen(self._game, None, None)))
        super().append(item)


class _Film:
    """Frames being made, one at a time."""

    def __init__(self, system: System, viewer: Side | None) -> None:
        self._system = system
        self._viewer = viewer
        self._number = 0
        self._events: list[Event] = []
        self.lead: tuple[int, str, str, str] = (0, PHASES[0], "", "")
        self.decided = 0
        """Decisions that have been taken when the table is as the next frame shows it."""

    def tell(self, events: Sequence[Event]) -> None:
        self._events += events

    def cut(self, view: Document, lead: tuple[int, str, str, str]) -> Iterator[Frame]:
        """A frame of what has happened, unless phases were only announced; ``lead`` is that of the next one."""
        if any(event.kind not in _ANNOUNCED for event in self._events):
            yield from self.end(view)
        self.lead = lead

    def end(self, view: Document) -> Iterator[Frame]:
        """A frame of what is left to tell."""
        if self._events:
            told = tuple(self._system.told(self._events, self._viewer))
            yield Frame(self._number, *self.lead, told, view, self.decided)
            self._number += 1
            self._events = []


def frames(system: System, record: Record, viewer: Side | None) -> Iterator[Frame]:
    """First the opening with all that is set up; then a frame for each flight's move with the combat that it leads to,
    for each shift with what comes of it, and for flights that leave as a phase begins."""
    game, happened = opened(system, record)
    assert isinstance(game, SabinGame)
    film = _Film(system, viewer)
    film.tell(happened)
    tape = _Tape(game)
    game.log = tape
    decision, view = game.decision, game.view(viewer)
    for text, events in steps(game, record):
        assert decision is not None
        if decision.kind in _ON_ITS_OWN:
            yield from film.cut(view, (view["turn"], decision.kind, decision.unit, text))
        film.decided += 1
        told = 0
        for cut in tape.cuts:
            until = len(events) - (len(tape) - cut.at)
            film.tell(events[told:until])
            told = until
            yield from film.cut(cut.view, (cut.turn, cut.phase, "", ""))
        film.tell(events[told:])
        tape.cuts.clear()
        decision, view = game.decision, game.view(viewer)
    yield from film.end(view)

"""The record of a week as frames: one for each step of a patrol's turn in which something happens, one for the guns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.base import PlainEvent
from engine.core.game import Event, Frame, Game, Side, System
from engine.core.record import Record
from engine.flames.replay import Film
from engine.wildblue.buzz.terms import DECISIONS, DISCARDING, EXCHANGING

SET_UP, GUNS, END = "set-up", "guns", "over"
"""Steps of frames beside those of a patrol's turn."""
_FINAL = frozenset(("guns", "through"))
"""Kinds of event with which the end of a Game-Turn may begin."""
_SECRET = frozenset(DECISIONS[kind] for kind in (DISCARDING, EXCHANGING))
"""Decisions whose action names what the other side may not know."""
Place = tuple[int, str, str]
"""Game-Turn, step and patrol of a frame."""


def frames(system: System, record: Record, viewer: Side | None) -> Iterator[Frame]:
    """First the set-up; what comes with a new Game-Turn is told in the frame of the first thing that is done in it."""
    return _Film(system, viewer).frames(record)


class _Film(Film):
    """What is declared is what comes with a new Game-Turn."""

    def __init__(self, system: System, viewer: Side | None) -> None:
        super().__init__(system, viewer)
        self._action = ""
        self._place: Place = (0, SET_UP, "")
        self._kind = ""

    def open(self, game: Game, events: Sequence[Event]) -> Iterator[Frame]:
        self._declared += self._told(events)
        self._look(game)
        yield self._cut(game, (0, SET_UP, ""))

    def step(self, game: Game, text: str, events: Sequence[Event]) -> Iterator[Frame]:
        place, kind = self._place, self._kind
        final = next((number for number, event in enumerate(events) if event.kind in (*_FINAL, "turn")), len(events))
        if not self._action:
            self._action = text.split()[0] if kind in _SECRET and self._viewer not in (None, "allied") else text
        self._happened += self._told(events[:final])
        self._look(game)
        if self._place == place:
            return
        if self._happened:
            yield self._cut(game, place)
        self._action = ""
        while final < len(events):
            new = next((n for n, event in enumerate(events) if n >= final and event.kind == "turn"), len(events))
            guns = self._told(events[final:new])
            if guns:
                self._happened += guns
                yield self._cut(game, (place[0], GUNS, ""))
            place = (place[0] + 1, *place[1:])
            final = next((n for n, event in enumerate(events) if n > new and event.kind in _FINAL), len(events))
            self._declared += self._told(events[new:final])

    def end(self, game: Game) -> Iterator[Frame]:
        if game.deciding is None:
            report = game.report()
            outcome = f"The week is over: {report.points('allied')} VP. {' '.join(report.notes)}"
            self._happened += self._told([PlainEvent("over", outcome)])
            yield self._cut(game, (game.turn, END, ""))
        elif self._happened:
            yield self._cut(game, self._place)

    def _look(self, game: Game) -> None:
        """Note whose step it is now."""
        decision = game.decision
        self._kind = decision.kind if decision else ""
        view = game.view(self._viewer)
        self._place = (game.turn, view["step"], decision.unit if decision else "")

    def _cut(self, game: Game, place: Place) -> Frame:
        return self._frame(*place, self._action, game.view(self._viewer), self._decided)

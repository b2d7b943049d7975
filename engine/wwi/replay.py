"""A record as frames: few enough a turn to watch one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.base import PlainEvent
from engine.core.game import Event, Frame, Game, Side, System
from engine.core.record import Record
from engine.flames.replay import Film

_WITHIN = frozenset(("respond", "keep", "wounded", "pay", "follow", "discard"))
"""Decisions that fall within the frame of what led to them."""
_DECLARED = frozenset(("turn", "goes"))
"""Kinds of event that begin what the next frame tells."""


def frames(system: System, record: Record, viewer: Side | None) -> Iterator[Frame]:
    """First the opening; then a frame for each card with its answers, for each change of altitude with who follows, and
    for each flight's discarding and drawing. A new turn, and what happens as it begins, waits for what comes of it."""
    return _Film(system, viewer).frames(record)


class _Film(Film):
    def __init__(self, system: System, viewer: Side | None) -> None:
        super().__init__(system, viewer)
        self._lead: tuple[int, str, str, str] | None = None
        self._before: tuple[int, str, str] = (0, "set-up", "")

    def open(self, game: Game, events: Sequence[Event]) -> Iterator[Frame]:
        self._happened = self._told(events or [PlainEvent("situation", "The fight as it stands.")])
        self._lead = (game.turn, "set-up", "", "")
        self._look(game)
        yield self._cut(game)

    def step(self, game: Game, text: str, events: Sequence[Event]) -> Iterator[Frame]:
        turn, kind, unit = self._before
        after = next((n for n, event in enumerate(events) if event.kind in _DECLARED), len(events))
        self._happened += self._told(events[:after])
        if not self._lead:
            self._lead = (turn, kind, unit, text)
        self._look(game)
        waits = self._before[1] in _WITHIN and self._before[1:] != (kind, unit)
        if after == len(events) and (waits or (kind in _WITHIN and self._before[1] in _WITHIN)):
            return
        if self._happened:
            yield self._cut(game)
        else:
            self._lead = None
        if self._declared and any(event.kind == "turn" for event in events[after:]):
            self._lead = (turn, kind, unit, text)  # a turn in which nothing more came of what had been declared
            yield self._cut(game)
        self._declared += self._told(events[after:])

    def end(self, game: Game) -> Iterator[Frame]:
        if self._happened or self._declared:
            self._lead = self._lead or (game.turn, "over", "", "")
            yield self._cut(game)

    def _look(self, game: Game) -> None:
        """Note the decision that is open now."""
        decision = game.decision
        self._before = (game.turn, decision.kind, decision.unit) if decision else (game.turn, "over", "")

    def _cut(self, game: Game) -> Frame:
        assert self._lead is not None
        view = game.view(self._viewer) | {"turn": self._lead[0]}  # its last card may have begun the next turn
        frame = self._frame(*self._lead, view, self._decided)
        self._lead = None
        return frame

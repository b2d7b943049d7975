"""A record as frames: few enough a turn to watch one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.game import Event, Frame, Game, Side, System
from engine.core.record import Record
from engine.core.replay import opened, steps

_WITHIN = frozenset(("respond", "keep", "wounded", "pay", "follow", "discard"))
"""Decisions that fall within the frame of what led to them."""
_DECLARED = frozenset(("turn", "goes"))
"""Kinds of event that begin what the next frame tells."""


def frames(system: System, record: Record, viewer: Side | None) -> Iterator[Frame]:
    """First the opening; then a frame for each card with its answers, for each change of altitude with who follows, and
    for each flight's discarding and drawing. A new turn, and what happens as it begins, waits for what comes of it."""
    film = _Film(viewer)
    game, happened = opened(system, record)
    yield film.open(game, happened)
    for text, events in steps(game, record):
        yield from film.step(game, text, events)
    yield from film.end(game)


class _Film:
    """Frames being made, one at a time."""

    def __init__(self, viewer: Side | None) -> None:
        self._viewer = viewer
        self._number = 0
        self._declared: list[str] = []
        self._happened: list[str] = []
        self._lead: tuple[int, str, str, str] | None = None
        self._before: tuple[int, str, str] = (0, "set-up", "")

    def open(self, game: Game, events: Sequence[Event]) -> Frame:
        """The frame of the opening."""
        self._happened = self._texts(events) or ["The fight as it stands."]
        self._lead = (game.turn, "set-up", "", "")
        self._look(game)
        return self._cut(game)

    def step(self, game: Game, text: str, events: Sequence[Event]) -> Iterator[Frame]:
        """Take in one decision; the frame that it completes, if any."""
        turn, kind, unit = self._before
        after = next((n for n, event in enumerate(events) if event.kind in _DECLARED), len(events))
        self._happened += self._texts(events[:after])
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
        self._declared += self._texts(events[after:])

    def end(self, game: Game) -> Iterator[Frame]:
        """What is left to show."""
        if self._happened or self._declared:
            self._lead = self._lead or (game.turn, "over", "", "")
            yield self._cut(game)

    def _look(self, game: Game) -> None:
        """Note the decision that is open now."""
        decision = game.decision
        self._before = (game.turn, decision.kind, decision.unit) if decision else (game.turn, "over", "")

    def _cut(self, game: Game) -> Frame:
        assert self._lead is not None
        events = (*self._declared, *self._happened)
        view = game.view(self._viewer) | {"turn": self._lead[0]}  # its last card may have begun the next turn
        frame = Frame(self._number, *self._lead, events, view)
        self._number += 1
        self._declared, self._happened = [], []
        self._lead = None
        return frame

    def _texts(self, events: Sequence[Event]) -> list[str]:
        return [event.text(self._viewer) for event in events]

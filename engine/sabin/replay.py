"""A record as frames: few enough a turn to watch one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.core.game import Document, Event, Frame, Side, System
from engine.core.record import Record
from engine.core.replay import opened, steps

_DEPLOYING: Final = ("column", "deploy")


def frames(system: System, record: Record, viewer: Side | None) -> Iterator[Frame]:
    """First the opening with all that is set up; then a frame for each flight's move with the combat that it leads to,
    and for what becomes of the turn. What is decided only to go on ("press on") makes no frame of its own."""
    game, happened = opened(system, record)
    texts = _texts(happened, viewer)
    lead: tuple[int, str, str, str] = (0, "set-up", "", "")
    number = 0
    view: Document = game.view(viewer)
    decision = game.decision
    before = game.turn
    for text, events in steps(game, record):
        assert decision is not None
        kind = decision.kind
        if kind in _DEPLOYING or (kind == "fire" and lead[1] == "move"):
            pass
        else:
            if texts:
                yield Frame(number, *lead, tuple(texts), view)
                number += 1
                texts = []
            lead = (before, kind, decision.unit, text)
        texts += _texts(events, viewer)
        decision = game.decision
        before = game.turn
        view = game.view(viewer)
    if texts:
        yield Frame(number, *lead, tuple(texts), view)


def _texts(events: Sequence[Event], viewer: Side | None) -> list[str]:
    return [event.text(viewer) for event in events]

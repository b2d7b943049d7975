"""A record as frames: few enough a turn to watch one by one."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Event, Frame, Game, Side, System
from engine.core.record import Record
from engine.core.replay import opened, steps

_WITHIN = ("respond", "pay", "follow", "hide", "exchange", "altitude", "draw")
"""Decisions that belong to the frame of what led to them."""


def frames(system: System, record: Record, viewer: Side | None) -> Iterator[Frame]:
    """The opening, then a frame for each attack with its responses, each altitude change with who follows, and each
    unit's discarding and drawing. Decisions after which nothing happens make no frame of their own."""
    game, happened = opened(system, record)
    said = _said(happened, viewer)
    number = 0
    lead: tuple[int, str, str, str] | None = (game.turn, "set-up", "", "")
    before = game.decision
    for text, events in steps(game, record):
        if lead is None and before:
            lead = (game.turn, before.kind, before.unit, text)
        turn_over = [event for event in events if event.kind == "turn"]
        said += _said([event for event in events if event.kind != "turn"], viewer)
        if not events and before and before.kind not in _WITHIN and not said:
            lead = None
        before = game.decision
        ready = before is None or before.kind not in _WITHIN
        if said and ready and lead:
            yield _frame(number, lead, said, game, viewer)
            number += 1
            said, lead = [], None
        said += _said(turn_over, viewer)
    if said and lead:
        yield _frame(number, lead, said, game, viewer)


def _said(events: Iterator[Event] | list[Event] | tuple[Event, ...], viewer: Side | None) -> list[str]:
    return [event.text(viewer) for event in events]


def _frame(number: int, lead: tuple[int, str, str, str], said: list[str], game: Game, viewer: Side | None) -> Frame:
    turn, step, actor, action = lead
    return Frame(number, turn, step, actor, action, tuple(said), game.view(viewer))

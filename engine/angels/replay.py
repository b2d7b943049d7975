"""A record as frames: few enough a turn to watch one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.base import PlainEvent
from engine.core.game import Caption, Frame, Side, System, plain_caption
from engine.core.record import Record
from engine.core.replay import opened, steps

_BEGINS = frozenset(("aircraft", "speed", "attack", "adjust"))
"""Decisions that begin a frame; the others fall within the frame of what led to them."""
_INITIATIVE = "initiative"
_STEPS = dict.fromkeys(("aircraft", "speed", "hex", "clouds", "status"), "movement") | dict.fromkeys(
    ("turn-position", "direction"), _INITIATIVE
)
"""What a step is called where it is not called as its decision is."""


def caption(frame: Frame) -> Caption:
    """A frame in words, or what is asked now."""
    return plain_caption(replace(frame, step=_STEPS.get(frame.step, frame.step)))


def frames(system: System, record: Record, viewer: Side | None) -> Iterator[Frame]:
    """First the opening, then all deployment; then a frame for each aircraft's whole move, for each attack, for each
    late turn. A new Game Turn and its initiative are told with its first move."""
    game, happened = opened(system, record)
    told = system.told(happened, viewer)
    number = 0
    lead: tuple[int, str, str, str] = (0, "set-up", "", "")
    view = game.view(viewer)
    for decided, (text, events) in enumerate(steps(game, record)):
        decision = view["decision"]
        kind = decision["kind"]
        chosen = lead[3].startswith("aircraft") and kind == "speed"
        if told and (lead[1] == "set-up" or (kind in _BEGINS and lead[1] != _INITIATIVE and not chosen)):
            yield Frame(number, *lead, tuple(told), view, decided)
            number, told = number + 1, []
        if not told or lead[1] == _INITIATIVE or chosen:
            lead = (view["turn"], _STEPS.get(kind, kind), decision["unit"], text)
            if lead[1] == _INITIATIVE:
                lead = (view["turn"], _INITIATIVE, "", "")
        view = game.view(viewer)
        new_turn = next((place for place, event in enumerate(events) if event.kind == "turn"), None)
        told += system.told(events[:new_turn], viewer)
        if new_turn is not None:
            if told:
                yield Frame(number, *lead, tuple(told), view | {"turn": lead[0], "decision": None}, decided + 1)
                number += 1
            told = system.told(events[new_turn:], viewer)
            lead = (view["turn"], _INITIATIVE, "", "")
    taken = len(record.decisions)
    if game.deciding is None:
        if told:
            yield Frame(number, *lead, tuple(told), view, taken)
            number, told = number + 1, []
        told += system.told([PlainEvent("over", game.report().verdict("battle"))], viewer)  # [A20 Victory Points]
        lead = (game.turn, "over", "", "")
    if told:
        yield Frame(number, *lead, tuple(told), view, taken)

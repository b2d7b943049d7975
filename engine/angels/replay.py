"""A record as frames: few enough a turn to watch one by one."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import SIDES, Frame, Game, Side, System
from engine.core.record import Record
from engine.core.replay import opened, steps

_LAST_OF_MOVE = frozenset(("aircraft", "speed", "attack", "adjust", "turn-position", "direction"))
"""Decisions before which what has happened is shown; those in between fall within the frame of one move."""


def frames(system: System, record: Record, viewer: Side | None) -> Iterator[Frame]:
    """First the opening; then a frame for each aircraft's whole move, for each attack, for each late turn. What happens
    after the last of them (stacks, searchlights, points, the next initiative) is told with it or before the next."""
    game, happened = opened(system, record)
    told = [event.text(viewer) for event in happened]
    number = 0
    lead: tuple[int, str, str, str] = (0, "set-up", "", "")
    view = game.view(viewer)
    for text, events in steps(game, record):
        decision = view["decision"]
        if told and (number == 0 or decision["kind"] in _LAST_OF_MOVE):
            yield Frame(number, *lead, tuple(told), view)
            number, told = number + 1, []
        if not told:
            lead = (view["turn"], decision["kind"], decision["unit"], text)
        elif decision["unit"] and not lead[2]:
            lead = (lead[0], lead[1], decision["unit"], lead[3])
        told += [event.text(viewer) for event in events]
        view = game.view(viewer)
    if game.deciding is None:
        told.append(_outcome(game))
        lead = (game.turn, "over", "", "")
    if told:
        yield Frame(number, *lead, tuple(told), view)


def _outcome(game: Game) -> str:
    """Who has won. [A20 Victory Points]"""
    report = game.report()
    allied, axis = (report.points(side) for side in SIDES)
    winner = "It is a draw." if allied == axis else "The Allies win." if allied > axis else "The Axis wins."
    return f"The battle is over: Allies {allied}, Axis {axis}. {winner}"

"""A record as frames: few enough a turn to watch one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.game import SIDES, Document, Event, Frame, Game, Side, System
from engine.core.record import Record
from engine.core.replay import opened, steps

_WITHIN = frozenset(("altitude", "exchange", "respond", "pay", "follow", "hide", "discard", "draw"))
"""Decisions that fall within the frame of what led to them."""
_SECRET = frozenset(("pay", "hide", "discard"))
"""Decisions after the set-up whose action names what the other side may not know."""


def frames(system: System, record: Record, viewer: Side | None) -> Iterator[Frame]:
    """First the opening; then a frame for each attack with its responses, for each altitude change with who follows,
    and for each unit's discarding and drawing. What is declared (a unit that goes next, a Wingman's target, a new
    Game-Turn) waits for what comes of it, and a decision of which nothing comes makes no frame."""
    film = _Film(viewer)
    game, happened = opened(system, record)
    film.open(game, happened)
    for text, events in steps(game, record):
        yield from film.step(game, text, events)
    yield from film.end(game)


def _outcome(game: Game) -> str:
    """Who has won. [WBY 4.9.3]"""
    report = game.report()
    allied, axis = (report.points(side) for side in SIDES)
    winner = "It is a draw." if allied == axis else "The Allies win." if allied > axis else "The Axis wins."
    return f"The dogfight is over: Allies {allied}, Axis {axis}. {winner}"


class _Film:
    """Frames being made, one at a time."""

    def __init__(self, viewer: Side | None) -> None:
        self._viewer = viewer
        self._number = 0
        self._declared: list[str] = []
        self._happened: list[str] = []
        self._lead: tuple[int, str, str, str] | None = (0, "set-up", "", "")
        self._opening = True
        self._before: Document = {}
        """While the game opens: the table before the next decision."""
        self._kind = ""
        self._unit = ""
        self._side = ""
        self._turn = 0

    def open(self, game: Game, events: Sequence[Event]) -> None:
        self._happened = self._texts(events)
        self._look(game)

    def step(self, game: Game, text: str, events: Sequence[Event]) -> Iterator[Frame]:
        """Take in one decision; the frame that it completes, if any."""
        if self._opening and self._kind not in ("altitude", "exchange"):
            yield self._cut(game)
        kind = self._kind
        secret = kind in _SECRET and self._viewer not in (None, self._side)
        lead = self._lead or (self._turn, kind, self._unit, text.split()[0] if secret else text)
        turn = next((number for number, event in enumerate(events) if event.kind == "turn"), len(events))
        texts = self._texts(events)
        self._look(game)
        if kind == "order":
            self._declared += texts
            return
        self._happened += texts[:turn]
        declares = kind == "wingman-target" and self._kind == "wingman"
        if self._happened and not declares and self._kind not in _WITHIN:
            self._lead = lead
            yield self._cut(game)
        elif self._happened or self._kind in ("pay", "follow"):
            self._lead = lead
        self._declared += texts[turn:]

    def end(self, game: Game) -> Iterator[Frame]:
        """The last frame: the outcome of a game that is over, or what is left to show of one that is not."""
        if game.deciding is None:
            self._happened.append(_outcome(game))
            self._lead = (game.turn, "over", "", "")
        if self._opening or self._happened:
            yield self._cut(game)

    def _look(self, game: Game) -> None:
        """Note the decision that is open now, and how the table stands if that may become the first frame."""
        decision = game.decision
        if self._opening:
            self._before = game.view(self._viewer)
        self._kind, self._unit, self._side = (decision.kind, decision.unit, decision.side) if decision else ("",) * 3
        self._turn = game.turn

    def _cut(self, game: Game) -> Frame:
        assert self._lead is not None
        turn, step, actor, action = self._lead
        events = (*self._declared, *self._happened)
        view = self._before if self._opening else game.view(self._viewer)
        frame = Frame(self._number, turn, step, actor, action, events, view)
        self._number += 1
        self._declared, self._happened = [], []
        self._lead = None
        self._opening = False
        return frame

    def _texts(self, events: Sequence[Event]) -> list[str]:
        return [event.text(self._viewer) for event in events]

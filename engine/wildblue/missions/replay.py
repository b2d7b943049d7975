"""What of a Mission's replay happens by itself, between two decisions: searching, strikes, Flak, fuel.

The log of the game that is played again is a ``Tape``. Where it comes to another *stage* of that kind, it keeps the
view as the table is then, so that what led there and what follows are frames of their own.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.base import EVENT
from engine.core.game import Document, Event, Side
from engine.wildblue import views
from engine.wildblue.game import WildBlueGame
from engine.wildblue.missions.mission import Plan
from engine.wildblue.missions.strikes import PHOTOGRAPHS
from engine.wildblue.state import (
    BROKE_OFF,
    DELIVERED,
    FOR_AERIAL_ROCKETS,
    FOR_AREA_FLAK,
    FOR_CLIMB,
    FOR_RECON,
    FOR_SEARCH,
    FUEL_SPENT,
    OVER_TARGET_NOW,
    RELEASED,
    SHOWN,
    SPOILED,
    STRUCK,
    TURN,
)
from engine.wildblue.terms import BREAK_OFF, OVER, STRIKE, UNITS

Stage = tuple[str, str]
"""The step of a frame, and the unit that acts there; empty if that is nobody in particular."""
NEW_TURN: Stage = ("", "")
"""No step: what is told when a Game-Turn begins waits for what comes of it."""
_BREAKING_OFF: Stage = ("break-off", "")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of what happened: what a decision led to, or a stage."""

    stage: Stage | None
    turn: int
    before: Document | None
    """The table as a stage began."""
    events: tuple[Event, ...]


class Tape(list[int]):
    """The log of a Mission that is watched."""

    def __init__(self, game: WildBlueGame, viewer: Side | None) -> None:
        super().__init__(game.log)
        assert game.mission
        self._game = game
        self._plan = game.mission.plan
        self._viewer = viewer
        self.wait()

    def wait(self) -> None:
        """The next decision is open: what follows is its."""
        game = self._game
        self._start = len(self)
        self._kind, self._actor = game.kind, max(game.actor, 0)
        self._teller = game.teller()
        self._stage: Stage | None = None
        if game.kind == BREAK_OFF:
            self._stage = _BREAKING_OFF
        elif game.kind == STRIKE:
            self._stage = ("strike", UNITS[game.active])
        self._marks: list[tuple[int, Stage, int, Document]] = []

    def append(self, item: int) -> None:
        if item >= EVENT:
            stage = _stage(self._plan, item)
            if stage and stage != self._stage:
                self._stage = stage
                view = views.view(self._game, self._viewer, None)
                self._marks.append((len(self), stage, self._game.turn, view))
        super().append(item)

    def pieces(self) -> list[Piece]:
        """What has happened since ``wait``."""
        game = self._game
        ends = [*(mark[0] for mark in self._marks), len(self)]
        told = tuple(self._teller.tell(self._kind, self._actor, self[self._start : ends[0]]))
        found = [Piece(None, game.turn, None, told)]
        for (start, stage, turn, view), end in zip(self._marks, ends[1:], strict=True):
            found.append(Piece(stage, turn, view, tuple(self._teller.tell(OVER, 0, self[start:end]))))
        return found


def _stage(plan: Plan, item: int) -> Stage | None:
    """The stage to which an event belongs, if it belongs to any."""
    code, unit = item >> 24, item >> 18 & 63
    if code in (BROKE_OFF, OVER_TARGET_NOW):
        return _BREAKING_OFF
    if code == TURN:
        return NEW_TURN
    if code == FUEL_SPENT:
        return "fuel", ""
    if code not in (SHOWN, RELEASED, STRUCK, SPOILED, DELIVERED):
        return None
    if code == SHOWN:
        purpose = item >> 9 & 127
        if purpose in (FOR_AERIAL_ROCKETS, FOR_CLIMB):
            return None
        if purpose == FOR_SEARCH:
            return "search", UNITS[unit]
        if purpose == FOR_AREA_FLAK:
            return "area-flak", ""
        if purpose == FOR_RECON:
            return "recon", ""
    elif code == DELIVERED and item & 255 == PHOTOGRAPHS:
        return "recon", ""
    if plan.formations >> unit & 1:
        return "formation-strike", UNITS[unit]
    return None if code == RELEASED else ("strike", UNITS[unit])

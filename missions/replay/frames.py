"""A fight that the engine has flown as its replay tells it: turns, steps and lines of its log, hands, points.

What is watched is a mission or a skirmish of any system; what a view does not hold is not shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

import engine
from config.common.refusals import Refusal
from engine.core.board import Board, Step
from engine.core.errors import EngineError
from engine.core.game import SIDES, Caption, Document, Frame, Side, System


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """A step in the log of its turn."""

    number: int
    step: str
    """The step of the sequence of play."""
    events: tuple[str, ...]
    headline: str
    outcome: str
    """How it ended, if that takes another sentence."""


@dataclass(frozen=True, slots=True)
class Turn:
    number: int
    frames: tuple[Frame, ...]

    @property
    def caption(self) -> Caption:
        return self.frames[0].caption

    @property
    def lines(self) -> list[LogLine]:
        return [line_of(frame) for frame in self.frames]

    @property
    def first(self) -> int:
        return self.frames[0].number


class Heading(NamedTuple):
    """What stands over each picture of a fight."""

    title: str
    about: str


class FightKey(NamedTuple):
    """Which fight it is: the number of the row of one of both."""

    mission_id: int | None = None
    skirmish_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """What is watched, where, and with whose eyes."""

    title: str
    """What stands in the title of the window: ``mission 3``."""
    heading: Heading
    fight: FightKey
    system: System
    record: str
    frames: tuple[Frame, ...]
    url: str
    """Of its log; a step is ``7/`` further."""
    film_url: str
    """Of the whole as one document."""
    audience: Side | None
    """The side whose hands are open; ``None``: all."""
    query: str = ""
    """What its addresses end with."""
    sides: tuple[Side, ...] = SIDES

    @property
    def last(self) -> int:
        return len(self.frames) - 1

    @property
    def turns(self) -> list[Turn]:
        grouped = groupby(self.frames, key=lambda frame: frame.turn)
        return [Turn(number, tuple(frames)) for number, frames in grouped]


def table_at(system: System, frames: Sequence[Frame], step: int) -> Board:
    """The table after a step."""
    frame = frames[step]
    before = frames[step - 1].view if step else {}
    return system.board(frame.view, Step(frame.step, frame.actor, frame.action, before))


@lru_cache(maxsize=16)
def frames_of(record: str, audience: Side | None) -> tuple[Frame, ...]:
    """A record step by step, as a side or the umpire may watch it. Refuses one that no longer can be followed."""
    try:
        return tuple(engine.frames(record, audience))
    except EngineError:
        raise Refusal(
            "The record of this flight cannot be followed by the rules as they are here: others flew it, or it has "
            "been altered. What came of it stands."
        ) from None


def line_of(frame: Frame) -> LogLine:
    """What is only routine is no news, unless there is nothing else; the set-up has only an outcome."""
    events = tuple(event.text for event in frame.events)
    news = [event.text for event in frame.events if event.weight != "routine"] or [*events]
    told = news if frame.turn else [frame.caption.turn, news[-1]]
    return LogLine(
        number=frame.number,
        step=frame.caption.step,
        events=events,
        headline=told[0],
        outcome=told[-1] if len(told) > 1 else "",
    )


def is_kill(frame: Frame) -> bool:
    """Somebody falls."""
    return any(event.weight == "decisive" for event in frame.events)


def telling_step(frames: Sequence[Frame]) -> int:
    """The step that stands for the whole: where most fall, else where most is told that is no routine; of such steps
    the last, for by then the table shows what came of the others.
    """

    def weight(frame: Frame) -> tuple[int, int, int]:
        weights = [event.weight for event in frame.events]
        return weights.count("decisive"), len(weights) - weights.count("routine"), frame.number

    return max(frames, key=weight).number


def jumps(step: int, count: int, turns: list[Turn]) -> dict[str, int | None]:
    """Where the buttons lead; ``None`` where there is nothing further."""
    starts = [turn.first for turn in turns]
    kills = [frame.number for turn in turns for frame in turn.frames if is_kill(frame)]
    return {
        "first": 0 if step else None,
        "turn_back": max((start for start in starts if start < step), default=None),
        "back": step - 1 if step else None,
        "on": step + 1 if step + 1 < count else None,
        "turn_on": min((start for start in starts if start > step), default=None),
        "kill_on": min((kill for kill in kills if kill > step), default=None),
        "last": count - 1 if step + 1 < count else None,
    }


def score(sides: Sequence[Side], view: Document) -> list[tuple[Side, int]]:
    """The points that each side would have if it ended here; empty where the view has none."""
    told = view.get("score") or view.get("points")
    if not isinstance(told, dict):
        return []
    return [(side, told[side]) for side in sides if isinstance(told.get(side), int)]

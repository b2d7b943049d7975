"""A fight that the engine has flown, retold for a book: turn by turn what was done and what came of it.

Keeping one's hand and the way from hex to hex are left to the replay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import engine
from campaigns.documents.book.chapter import FightStep, FightTurn
from engine.core.game import Frame, Side, Told


def retold(record: str, audience: Side | None) -> tuple[FightTurn, ...]:
    """The turns of a record as a side or, with ``None``, everybody may know them; those without news are left out.

    Raises ``BadRecord``.
    """
    return tuple(_turns(engine.frames(record, audience)))


def _turns(frames: Iterable[Frame]) -> Iterator[FightTurn]:
    for _, played in groupby(frames, key=lambda frame: frame.turn):
        first, *others = played
        steps = tuple(step for frame in (first, *others) for step in _steps(frame.events))
        if steps:
            yield FightTurn(first.caption.turn_title, steps)


def _steps(events: Iterable[Told]) -> Iterator[FightStep]:
    """One step, cut where somebody falls: that stands by itself."""
    told: list[str] = []
    for event in events:
        if event.weight in ("routine", "upkeep"):
            continue
        if event.weight == "news":
            told.append(event.text)
            continue
        if told:
            yield FightStep(" ".join(told))
            told = []
        yield FightStep(event.text, is_decisive=True)
    if told:
        yield FightStep(" ".join(told))

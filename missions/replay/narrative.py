"""A fight that the engine has flown, retold for a book: turn by turn what was done and what came of it.

Keeping one's hand and the way from hex to hex are left to the replay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

import engine
from campaigns.documents.book.chapter import FightStep, FightTurn
from engine.core.game import Frame, Side
from missions.replay.frames import BOOKKEEPING, Turn

KEEPING = re.compile(
    r".+ (draws|discards) (?!.* to see ).+\."  # cards of a hand; one drawn to see what becomes of something is told
    r"|.+ is in -?\d+\.-?\d+\b.*\."
    r"|.+ (takes his turn|flies \d+ hex(es)?( \(.+\))?)\."
)
DECISIVE = re.compile(r".+ (is|are) (shot down|destroyed|lost)( by .+)?\.", re.IGNORECASE)
"""What a reader of the book looks for: somebody has fallen."""


def retold(record: str, audience: Side | None) -> tuple[FightTurn, ...]:
    """The turns of a record as a side or, with ``None``, everybody may know them; those without news are left out.

    Raises ``BadRecord``.
    """
    return tuple(_turns(engine.frames(record, audience)))


def _turns(frames: Iterable[Frame]) -> Iterator[FightTurn]:
    for number, played in groupby(frames, key=lambda frame: frame.turn):
        turn = Turn(number, tuple(played))
        steps = tuple(step for frame in turn.frames for step in _steps(frame.events))
        if steps:
            yield FightTurn(turn.title, steps)


def _steps(events: Iterable[str]) -> Iterator[FightStep]:
    """One step, cut where somebody falls: that stands by itself."""
    told: list[str] = []
    for event in events:
        if BOOKKEEPING.fullmatch(event) or KEEPING.fullmatch(event):
            continue
        if not DECISIVE.fullmatch(event):
            told.append(event)
            continue
        if told:
            yield FightStep(" ".join(told))
            told = []
        yield FightStep(event, is_decisive=True)
    if told:
        yield FightStep(" ".join(told))

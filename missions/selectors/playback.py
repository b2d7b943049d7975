"""What has happened on a side's table since somebody last looked, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models.fields.json import KT

import engine
from config.common.refusals import Refusal
from engine.core.board import Board, Step
from engine.core.errors import EngineError
from engine.core.game import Side
from missions.games.course import Course
from missions.models import Game
from missions.selectors.game_log import heard_of, name_of
from missions.selectors.games import NOT_FOLLOWED, newest_first, standing, start_of

MOST = 24
"""Steps that are played back at most: the newest."""
USUAL = 8
"""Steps that are played back for somebody of whom nobody knows when he looked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """The table after a step."""

    name: str
    """Of its entry in the log; empty: as it stood before."""
    sentences: tuple[str, ...]
    """What the side heard of it."""
    board: Board


class _Line(NamedTuple):
    """An entry that stands."""

    lines: str
    name: str
    sentences: tuple[str, ...]
    """Empty: the side heard nothing of it."""


def since(row: Game, side: Side, name: str) -> Iterator[Played]:
    """The table as a side saw it when the newest entry of its log was ``name``, and after each that came later.

    Of a name that stands there no more: the last few. One query.
    """
    lines = list(_lines(row, side))
    heard = [number for number, each in enumerate(lines) if each.sentences]
    if not heard:
        return
    names = [lines[number].name for number in heard]
    new = heard[names.index(name) + 1 :][-MOST:] if name in names else heard[-USUAL:]
    if not new:
        return
    system = engine.systems()[row.system]
    first = max((number + 1 for number in heard if number < new[0]), default=0)
    try:
        course = Course.taken_up(start_of(row), [row.opening, *(each.lines for each in lines[:first])])
        yield Played(name="", sentences=(), board=system.board(course.view(side), Step()))
        for each in lines[first : new[-1] + 1]:
            course.follow(each.lines)
            if each.sentences:
                board = system.board(course.view(side), Step())
                yield Played(name=each.name, sentences=each.sentences, board=board)
    except EngineError:
        raise Refusal(NOT_FOLLOWED) from None


def _lines(row: Game, side: Side) -> Sequence[_Line]:
    """All that stand, the oldest first."""
    entries = newest_first(row).annotate(heard=KT(f"told__{side}"))
    rows = entries.values_list("number", "how", "back_to", "lines", "heard", named=True)
    found = [
        _Line(each.lines, name_of(row, each.number), tuple(text for _, text, _ in heard_of(each.heard)))
        for each in standing(rows)
    ]
    return found[::-1]

"""The captions of a guided game, as the page of the side that is guided shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.core.game import Side
from missions.games.course import Course
from missions.games.guide import OVER, Guide, Heard, Lesson, Moment, guides, learned
from missions.models import Game, GameEntry
from missions.selectors.games import newest_first, standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Guided:
    """What a guided game teaches, as far as it has come."""

    guide: Guide
    now: tuple[Lesson, ...]
    """What is said above the open decision."""
    known: tuple[Lesson, ...]
    """All that has been said, the newest first."""
    is_over: bool

    @property
    def rules(self) -> int:
        return len(self.guide.lessons)


def guided_by(row: Game, course: Course, side: Side) -> Guided | None:
    """The captions that ``side`` has come to; ``None``: it is not guided. One query, but none in other games."""
    guide = guides().get(row.guide)
    if guide is None or guide.side != side:
        return None
    decision = course.game.decision
    asked = OVER if decision is None else decision.kind if decision.side == side else ""
    entries = list(newest_first(row).defer("lines"))
    entries = [*reversed([*standing(entries)])]
    found = learned(guide, moments(row.opening_told, entries, side, asked))
    return Guided(guide=guide, now=found.now, known=(*found.now, *found.before), is_over=decision is None)


def moments(
    opening: dict[str, list[list[str]]], entries: Iterable[GameEntry], side: Side, asked: str
) -> Iterator[Moment]:
    """What a side was asked and told, from the entries that stand, the oldest first; at last what it is asked now.

    Nothing else goes into it: neither the lines of the record nor what other sides were told.
    """
    heard = _heard(opening, side)
    for each in entries:
        if each.side == side and each.how == GameEntry.How.PERSON:
            yield Moment(each.decision, heard)
            heard = ()
        heard += _heard(each.told, side)
    yield Moment(asked, heard)


def _heard(told: dict[str, list[list[str]]], side: Side) -> tuple[Heard, ...]:
    return tuple(Heard(kind, sentence) for kind, sentence, _ in told.get(side, ()))

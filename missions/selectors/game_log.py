"""What has happened in a game on screen, decision by decision, as a side heard it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from django.db.models.fields.json import KT
from django.utils.crypto import salted_hmac

from config.common.prepared import Prepared
from engine.core.game import Side
from missions.models import Game
from missions.selectors.games import a_few_at_a_time, newest_up_to, standing

LOG_LENGTH = 60
"""Entries whose lines the log of a page shows at most."""
_WEIGHTS = ("routine", "upkeep", "news", "decisive")


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """What came of a decision, as a side heard it."""

    name: str
    """The same as long as it stands. It counts nothing: between two there may be what the side has not heard of."""
    side: Side
    sentences: tuple[str, ...]
    weight: str
    """The weightiest of them."""


class _Heard(NamedTuple):
    """What a side heard of an entry."""

    number: int
    how: str
    side: str
    back_to: int | None
    heard: str | None


@cache
def _heard_by(side: Side) -> Prepared[tuple[Any, ...]]:
    """Of what was told to everybody only what this side heard: to read all of it takes longer than the rest of the
    page."""
    return Prepared(
        lambda: (
            newest_up_to()
            .annotate(heard=KT(f"told__{side}"))
            .values_list("number", "how", "side", "back_to", "heard")[: 2 * LOG_LENGTH]
        )
    )


def log_of(row: Game, side: Side) -> Iterator[LogEntry]:
    """The newest first; the last is how it began."""
    count = 0

    def read(last: int) -> list[_Heard]:
        return [_Heard(*each) for each in _heard_by(side)(game=row.pk, last=last)]

    for each in standing(a_few_at_a_time(read, row.count, 2 * LOG_LENGTH)):
        heard = heard_of(each.heard)
        if heard:
            count += 1
            sentences = tuple(text for _, text, _ in heard)
            yield LogEntry(
                name=name_of(row, each.number), side=each.side, sentences=sentences, weight=_weightiest(heard)
            )
            if count == LOG_LENGTH:
                return
    begun = tuple(text for _, text, _ in row.opening_told.get(side, ()))
    if begun:
        yield LogEntry(name="began", side="", sentences=begun, weight="news")


def heard_of(told: str | None) -> list[list[str]]:
    """Of what a side was told of an entry, as it is stored, what is worth saying."""
    return [each for each in json.loads(told or "[]") if each[2] != "routine"]


def name_of(row: Game, number: int) -> str:
    """What an entry is called in a log."""
    return _called(row.pk, number)


@lru_cache(maxsize=10_000)
def _called(game: int, number: int) -> str:
    return salted_hmac("log of a game", f"{game} {number}").hexdigest()[:12]


def _weightiest(told: Iterable[Sequence[str]]) -> str:
    return max((weight for _, _, weight in told), key=_WEIGHTS.index)

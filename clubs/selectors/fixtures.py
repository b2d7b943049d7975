"""Who meets whom in a season, by round and table, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from clubs.models import Season, SeasonGame

Player = TypeVar("Player")


def round_robin(players: Sequence[Player]) -> list[list[tuple[Player, Player]]]:
    """Everybody against everybody else once, in as few rounds as there can be: the circle method.

    Of an odd number one is free in each round. Who stands first in a pair changes from round to round.

    >>> round_robin(["a", "b", "c"])
    [[('b', 'c')], [('c', 'a')], [('a', 'b')]]
    """
    circle: list[Player | None] = [*players, *([None] if len(players) % 2 else [])]
    size = len(circle)
    rounds = []
    for number in range(size - 1):
        pairs = []
        for place in range(size // 2):
            one, other = circle[place], circle[-1 - place]
            if one is not None and other is not None:
                pairs.append((one, other) if (number + place) % 2 == 0 else (other, one))
        rounds.append(pairs)
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureRow:
    """One meeting."""

    table: int
    one: str
    other: str
    result: str
    """``3 : 1``, by the order of the names; empty while no game of theirs counts."""
    is_mine: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    number: int
    rows: tuple[FixtureRow, ...]
    free: tuple[str, ...]
    """Who meets nobody in it."""


def rounds_of(season: Season, user_id: int, games: Iterable[SeasonGame]) -> tuple[Round, ...]:
    """The rounds of a season. One query. ``games``: those of the season, any order."""
    played: dict[frozenset[int], SeasonGame] = {}
    for game in games:
        if game.status == SeasonGame.Status.CONFIRMED:
            played.setdefault(frozenset((game.allied_id, game.axis_id)), game)
    fixtures = list(season.fixtures.select_related("one", "other"))
    names = {user.pk: user.get_username() for each in fixtures for user in (each.one, each.other)}
    found = []
    for number, those in groupby(fixtures, key=lambda each: each.round):
        meetings = list(those)
        busy = {pk for each in meetings for pk in (each.one_id, each.other_id)}
        found.append(
            Round(
                number=number,
                rows=tuple(
                    FixtureRow(
                        table=each.table,
                        one=names[each.one_id],
                        other=names[each.other_id],
                        result=_result(played.get(frozenset((each.one_id, each.other_id))), each.one_id),
                        is_mine=user_id in (each.one_id, each.other_id),
                    )
                    for each in meetings
                ),
                free=tuple(sorted(name for pk, name in names.items() if pk not in busy)),
            )
        )
    return tuple(found)


def _result(game: SeasonGame | None, one: int) -> str:
    if game is None:
        return ""
    points = (game.allied_points, game.axis_points)
    first, second = points if game.allied_id == one else points[::-1]
    return f"{first} : {second}"

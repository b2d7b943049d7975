"""How the players of a season stand: a table folded from the games that count."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """What a game is worth; ``by_difference``: nothing but the Victory Points by which one was ahead, or behind."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    by_difference: bool = False

    def worth(self, own: int, other: int) -> int:
        """To who has ``own`` Victory Points."""
        if self.by_difference:
            return own - other
        return self.win if own > other else self.loss if own < other else self.draw


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """A game that counts: two players and their Victory Points."""

    first: int
    second: int
    first_points: int
    second_points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRow:
    """A player in the table."""

    user: int
    name: str
    rank: int = 0
    """Players of whom nothing tells one from the other share it."""
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points_for: int = 0
    points_against: int = 0
    points: int = 0

    @property
    def difference(self) -> int:
        return self.points_for - self.points_against

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return asdict(self)


def table(names: Mapping[int, str], meetings: Collection[Meeting], scoring: Scoring) -> tuple[SeasonRow, ...]:
    """The best first: by points, then by the difference of Victory Points, then by what the level ones did when they
    met, then by Victory Points scored. ``names``: of all who take part, by number.
    """
    rows = [_row(user, name, meetings, scoring) for user, name in names.items()]
    keys = {row.user: _key(row, rows, meetings, scoring) for row in rows}
    ordered = sorted(rows, key=lambda row: ([-part for part in keys[row.user]], row.name.casefold()))
    placed: list[SeasonRow] = []
    for number, row in enumerate(ordered, 1):
        level = bool(placed) and keys[placed[-1].user] == keys[row.user]
        placed.append(replace(row, rank=placed[-1].rank if level else number))
    return tuple(placed)


def _row(user: int, name: str, meetings: Iterable[Meeting], scoring: Scoring) -> SeasonRow:
    own = [(each.first_points, each.second_points) for each in meetings if each.first == user]
    own += [(each.second_points, each.first_points) for each in meetings if each.second == user]
    return SeasonRow(
        user=user,
        name=name,
        played=len(own),
        won=sum(mine > theirs for mine, theirs in own),
        drawn=sum(mine == theirs for mine, theirs in own),
        lost=sum(mine < theirs for mine, theirs in own),
        points_for=sum(mine for mine, _ in own),
        points_against=sum(theirs for _, theirs in own),
        points=sum(scoring.worth(mine, theirs) for mine, theirs in own),
    )


def _key(
    row: SeasonRow, rows: Sequence[SeasonRow], meetings: Iterable[Meeting], scoring: Scoring
) -> tuple[int, int, int, int]:
    level = {each.user for each in rows if (each.points, each.difference) == (row.points, row.difference)}
    between = [each for each in meetings if {each.first, each.second} <= level]
    return row.points, row.difference, _row(row.user, row.name, between, scoring).points, row.points_for

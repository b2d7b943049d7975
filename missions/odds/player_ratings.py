"""How the people who play one game are rated: a fold of their results, month by month, from the first on.

Nothing is ever nudged: who takes a result away or corrects it has all that came after reckoned anew.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from missions.odds.glicko import SCALE, START, Met, Rating, after, expected, idle, weight

PROVISIONAL: Final = 110.0
"""A deviation above which nobody should rely on a rating: some fifteen games."""
SURE: Final = 1.96
"""Deviations on either side of a rating that hold it 95 times in 100."""
LEANS: Final = 100.0
"""Points, standard deviation: by so much set-ups favour a side before anything is known of them."""
STEPS: Final = 8
"""Of Newton's method: by then nothing moves any more."""


def month_of(day: date) -> int:
    """Months are counted through."""
    return day.year * 12 + day.month - 1


def first_day(month: int) -> date:
    """Of a month that is counted as ``month_of`` does."""
    return date(month // 12, month % 12 + 1, 1)


class Result(NamedTuple):
    """A game of two that is over."""

    month: int
    allied: int
    axis: int
    """Who flew the sides, by number."""
    score: float
    """Of the Allied: 1 won, 0.5 drawn, 0 lost."""
    setup: str
    """The same of games that began alike."""


class Rated(NamedTuple):
    """How somebody stood at the end of a month, or of the one that runs as far as it has come."""

    month: int
    rating: Rating

    @property
    def label(self) -> str:
        """Nov 2026."""
        return f"{first_day(self.month):%b %Y}"

    @property
    def points(self) -> int:
        return round(self.rating.points)

    @property
    def beyond(self) -> int:
        """By so much they may be better or worse, 95 times in 100."""
        return round(SURE * self.rating.deviation)

    @property
    def low(self) -> int:
        """Of 100 such players 97 are at least as good."""
        return self.points - self.beyond

    @property
    def high(self) -> int:
        return self.points + self.beyond

    @property
    def is_provisional(self) -> bool:
        return self.rating.deviation > PROVISIONAL


@dataclass(slots=True)
class Career:
    """One player: the months in which they played, and what they have won."""

    played: list[Rated] = field(default_factory=list)
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    def before(self, month: int) -> Rating:
        """With what they go into a month."""
        if not self.played:
            return START
        last = self.played[-1]
        return idle(last.rating, max(month - last.month - 1, 0))

    def now(self, month: int) -> Rated:
        """As they stand in the month that runs: it makes nobody less sure before it is over."""
        return Rated(month, self.played[-1].rating if self.played[-1].month == month else self.before(month))

    def months(self, until: int) -> tuple[Rated, ...]:
        """Each month from the first on; ``until``: the one that runs."""
        ends = [*(each.month for each in self.played[1:]), until + 1]
        found = [
            Rated(month, idle(each.rating, month - each.month))
            for each, end in zip(self.played, ends, strict=True)
            for month in range(each.month, end)
        ]
        return (*found[:-1], self.now(until))

    def count(self, score: float) -> None:
        self.won += score > 0.5
        self.drawn += score == 0.5
        self.lost += score < 0.5


class _Fought(NamedTuple):
    """What a game said about its set-up."""

    ahead: float
    """Points by which the Allied player was rated above the other."""
    weighed: float
    score: float


def fold(results: Iterable[Result]) -> Mapping[int, Career]:
    """The careers of all who played, by number. ``results``: of one game, by month.

    All games of a month are played at once, against opponents as they were rated before it; a set-up favours the
    side that it has favoured in earlier months.
    """
    careers: defaultdict[int, Career] = defaultdict(Career)
    fought: defaultdict[str, list[_Fought]] = defaultdict(list)
    for month, of_month in groupby(results, attrgetter("month")):
        games = list(of_month)
        people = {each.allied for each in games} | {each.axis for each in games}
        before = {user: careers[user].before(month) for user in people}
        edges = {setup: edge_of(fought[setup]) for setup in {each.setup for each in games}}
        met: defaultdict[int, list[Met]] = defaultdict(list)
        for each in games:
            allied, axis, edge = before[each.allied], before[each.axis], edges[each.setup]
            met[each.allied].append(Met(axis, each.score, edge))
            met[each.axis].append(Met(allied, 1 - each.score, -edge))
            careers[each.allied].count(each.score)
            careers[each.axis].count(1 - each.score)
            weighed = weight((allied.deviation**2 + axis.deviation**2) ** 0.5)
            fought[each.setup].append(_Fought(allied.points - axis.points, weighed, each.score))
        for user in people:
            careers[user].played.append(Rated(month, after(before[user], met[user])))
    return dict(careers)


def edge_of(games: Iterable[_Fought]) -> float:
    """Points that a set-up gives the Allied side: what of its results its players' ratings do not explain.

    The likeliest, where most set-ups are thought to be fair: few games say little.

    >>> edge_of([])
    0.0
    """
    found = list(games)
    edge = 0.0
    for _ in range(STEPS if found else 0):
        slope, curve = -edge / LEANS**2, 1 / LEANS**2
        for ahead, weighed, score in found:
            hoped = expected(ahead + edge, weighed)
            slope += weighed / SCALE * (score - hoped)
            curve += (weighed / SCALE) ** 2 * hoped * (1 - hoped)
        edge += slope / curve
    return edge

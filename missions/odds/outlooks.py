"""How a fight stood in the odds at each of its moments, and the moments at which that turned.

From every moment the fight is flown on by the rules of thumb of both sides, all hands and decks as they lie, again and
again. So the outlook is what somebody who sees all hands would bet, and no side's own.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from math import sqrt
from operator import attrgetter
from typing import NamedTuple

from engine.core.game import SIDES, Frame, Game, Side
from engine.core.search import Thumbs, ahead, flown_on
from missions.odds.fight import Fight, luck_of

MOST_TURNS = 5
"""Turning points that are named at most."""
MOST_LOOKED_AT = 10
"""Steps that are looked at a second time at most."""
LEAST_TURN = 8.0
"""Points of a hundred by which the outlook must move at a turning point."""
SURE = 2.0
"""Standard errors by which it must."""
MOST_TOLD = 4
"""Sentences of a turning point."""


class Outlook(NamedTuple):
    """How flights from one moment ended for the Allied side."""

    won: int
    drawn: int
    lost: int
    points: int
    """Victory Points ahead, all flights together."""
    squares: int = 0
    """Those of each flight squared, all together; 0 of what was kept before they were."""

    @property
    def flights(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def chance(self) -> float:
        """Victories in a hundred; a draw is half a victory."""
        return (100 * self.won + 50 * self.drawn) / self.flights

    @property
    def margin(self) -> float:
        return self.points / self.flights

    @property
    def margin_error(self) -> float:
        """The standard error of the margin."""
        if self.flights < 2:
            return 0.0
        return sqrt(max(0.0, self.squares - self.points**2 / self.flights) / self.flights / (self.flights - 1))

    @property
    def variance(self) -> float:
        """Of the chance, as it was counted."""
        if self.flights < 2:
            return 0.0
        mean = self.chance
        squares = self.won * (100 - mean) ** 2 + self.drawn * (50 - mean) ** 2 + self.lost * mean**2
        return squares / self.flights / (self.flights - 1)


class Moment(NamedTuple):
    """The outlook when so many decisions had been taken; it holds until the next one that is known."""

    decisions: int
    outlook: Outlook


class TurnBegins(NamedTuple):
    """A turn of the game, and how many decisions had been taken before it."""

    decisions: int
    turn: str
    """``Turn 3``."""


class TurningPoint(NamedTuple):
    """A step of the replay at which the outlook moved most."""

    decisions: int
    """How many had been taken then."""
    step: int
    """Its number in the replay, all hands open."""
    turn: str
    """``Turn 3``."""
    side: Side
    """Whose unit acted; empty: nobody's."""
    actor: str
    """What the unit is called."""
    events: tuple[str, ...]
    before: float
    """The Allied side's chance, looked at a second time with other luck."""
    after: float
    flights: tuple[int, int] = (0, 0)
    """Over which these were counted, 1 of a fight that was over; 0 of what was kept before they were."""


def look(game: Game, thumbs: Thumbs, purpose: str, flights: int, *, before: int = 0) -> Outlook:
    """From one moment; a game that is over is looked at once. ``before``: flights that have been flown already."""
    margins = [
        ahead(flown_on(game, None, luck_of(purpose, number), thumbs).score(), SIDES[0])
        for number in range(before, before + (flights if game.deciding else 1))
    ]
    return Outlook(
        won=sum(margin > 0 for margin in margins),
        drawn=margins.count(0),
        lost=sum(margin < 0 for margin in margins),
        points=sum(margins),
        squares=sum(margin**2 for margin in margins),
    )


def together(one: Outlook, other: Outlook) -> Outlook:
    """Of both looks from the same moment."""
    return Outlook(*(sum(counted) for counted in zip(one, other, strict=True)))


def looked_at(fight: Fight, most: int) -> list[int]:
    """The moments that are looked at, ``most`` of them: all at which something was decided or chance spoke; of too many
    the ends of the replay's steps, of too many of these some, evenly."""
    last = len(fight.moves)
    changed = [0, *(move.number for move in fight.moves if not move.changes_nothing or move.number == last)]
    if len(changed) <= most:
        return changed
    ends = sorted({0, last, *(frame.decisions for frame in fight.frames)})
    if len(ends) <= most:
        return ends
    return sorted({ends[round(place * (len(ends) - 1) / (most - 1))] for place in range(most)})


def curve(fight: Fight, places: Iterable[int], flights: int, on_look: Callable[[], None]) -> Iterator[Moment]:
    """The outlook at these moments; all share their luck, so that what moves the curve is what happened."""
    for place in places:
        yield Moment(place, look(fight.games[place], fight.thumbs, "outlook", flights))
        on_look()


def turns_of(fight: Fight) -> Iterator[TurnBegins]:
    """The turns that it had, but for the set-up."""
    before = 0
    for turn, frames in groupby(fight.frames, key=attrgetter("caption.turn")):
        *_, last = frames
        if last.turn:
            yield TurnBegins(before, turn)
        before = last.decisions


def turning_points(
    fight: Fight, moments: Sequence[Moment], flights: int, on_look: Callable[[], None]
) -> tuple[TurningPoint, ...]:
    """The steps at which the outlook moved most, in their order, if a second look with other luck says so as well."""
    known = [moment.decisions for moment in moments]

    def chance_at(decisions: int) -> float:
        return moments[bisect_right(known, decisions) - 1].outlook.chance

    moves: list[tuple[float, int, int, list[Frame]]] = []
    before = 0
    for decisions, together in groupby(fight.frames, key=attrgetter("decisions")):
        if decisions > before:
            moves.append((abs(chance_at(decisions) - chance_at(before)), before, decisions, list(together)))
            before = decisions
    moves.sort(key=lambda move: (-move[0], move[1]))
    found = []
    for size, start, end, frames in moves[:MOST_LOOKED_AT]:
        if size < LEAST_TURN / 2:
            break
        was = look(fight.games[start], fight.thumbs, "second look", flights)
        on_look()
        is_now = look(fight.games[end], fight.thumbs, "second look", flights)
        on_look()
        moved = is_now.chance - was.chance
        agrees = (moved > 0) == (chance_at(end) > chance_at(start))
        if agrees and abs(moved) >= max(LEAST_TURN, SURE * sqrt(was.variance + is_now.variance)):
            found.append(_turning_point(frames, was, is_now))
    found.sort(key=lambda point: -abs(point.after - point.before))
    return tuple(sorted(found[:MOST_TURNS], key=attrgetter("step")))


def _turning_point(frames: Sequence[Frame], before: Outlook, after: Outlook) -> TurningPoint:
    first = frames[0]
    told = [event for frame in frames for event in frame.events]
    news = [event.text for event in told if event.weight in ("news", "decisive")] or [event.text for event in told]
    return TurningPoint(
        decisions=first.decisions,
        step=first.number,
        turn=first.caption.turn,
        side=first.view["units"].get(first.actor, {}).get("side", ""),
        actor=first.caption.actor,
        events=(*news[:1], *news[1:][1 - MOST_TOLD :]),
        before=before.chance,
        after=after.chance,
        flights=(before.flights, after.flights),
    )

"""How a game on screen stands in the odds, for an umpire who sees all hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.core.cache import cache

import engine
from config.common.figures import hundredths
from engine.core.game import SIDES, Game, Side
from missions.models import Game as Row
from missions.odds.fight import by_thumb
from missions.odds.intervals import Share, share
from missions.odds.outlooks import Outlook, look, together

FLIGHTS = 60
"""From one position."""
AT_ONCE = 6
"""For one answer: the biggest mission takes a third of a second for it."""
KEPT_FOR = 3600
"""Seconds. What is lost is flown again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideOdds:
    side: Side
    title: str
    won: Share


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A part of the picture, in percent of its width."""

    kind: str
    """A side, or ``even``."""
    x: float
    width: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOdds:
    """What has come of the flights so far."""

    flights: int
    most: int
    sides: tuple[SideOdds, ...]
    drawn: Share
    shown: tuple[int, ...]
    """Victories of the first side, draws, victories of the other: of a hundred, a hundred together."""
    leader: str
    """The side that is ahead by Victory Points on average; empty: neither."""
    margin: float
    """By how many."""

    @property
    def bars(self) -> tuple[Bar, ...]:
        """Victories of the first side, draws, victories of the other."""
        (one, other), drawn = self.sides, self.drawn.percent
        won = one.won.percent
        return (
            Bar(kind=one.side, x=0, width=won),
            Bar(kind="even", x=won, width=drawn),
            Bar(kind=other.side, x=won + drawn, width=other.won.percent),
        )

    @property
    def is_done(self) -> bool:
        return self.flights >= self.most


def table_odds(row: Row, game: Game) -> TableOdds | None:
    """A few flights more from where the game of ``row`` stands, with those before. ``None``: it is over.

    All hands and decks as they lie, and by the rules of thumb of both sides: nothing for who plays.
    """
    if game.deciding is None:
        return None
    system = engine.systems()[row.system]
    name = f"table-odds-{row.key}-{row.seed}-{row.count}"
    known = cache.get(name)
    outlook = Outlook(*known) if known else None
    before = outlook.flights if outlook else 0
    if before < FLIGHTS:
        new = look(game, partial(by_thumb, system), "table", min(AT_ONCE, FLIGHTS - before), before=before)
        outlook = together(outlook, new) if outlook else new
        cache.set(name, tuple(outlook), KEPT_FOR)
    assert outlook is not None, "one flight at least"
    allied, axis = SIDES
    return TableOdds(
        flights=outlook.flights,
        most=FLIGHTS,
        sides=tuple(
            SideOdds(side=side, title=system.sides[side], won=share(won, outlook.flights))
            for side, won in ((allied, outlook.won), (axis, outlook.lost))
        ),
        drawn=share(outlook.drawn, outlook.flights),
        shown=hundredths((outlook.won, outlook.drawn, outlook.lost)),
        leader=system.sides[allied if outlook.points > 0 else axis] if outlook.points else "",
        margin=abs(outlook.margin),
    )

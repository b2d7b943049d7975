"""How people are rated in each game, for whoever may see it.

Everybody who plays is reckoned with, as an opponent; whose rating is whose to see is asked here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Q

import engine
from accounts.models import NOBODY, SeenBy, ShownRating
from clubs.models import Membership
from config.common.ranges import RangeData, RangePlot, both_widths
from missions.odds.player_ratings import Career, Rated
from missions.selectors.player_ratings import careers, this_month

SHOWN_MONTHS = 36


@dataclass(frozen=True, kw_only=True)
class PlayerRating:
    """How somebody stands in a game, and how they came there."""

    system: str
    title: str
    """Of the game."""
    rated: Rated
    months: tuple[Rated, ...]
    """The latest, up to the one that runs."""
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def latest_first(self) -> tuple[Rated, ...]:
        return self.months[::-1]

    @cached_property
    def plots(self) -> Mapping[str, RangePlot]:
        """``wide`` for a desk, ``narrow`` for a phone."""
        labels = [each.label for each in self.months]
        first, last = self.months[0], self.months[-1]
        since = "" if len(labels) == 1 else f"{labels[0]} {first.points} ± {first.beyond}, "
        return both_widths(
            RangeData(
                labels=labels,
                values=[each.points for each in self.months],
                spans=[(each.low, each.high) for each in self.months],
                summary=f"Rating in {self.title} by month: {since}{labels[-1]} {last.points} ± {last.beyond}.",
            )
        )


def rating_seen_by(user: User) -> str:
    """To whom somebody shows how they are rated. One query."""
    found = ShownRating.objects.filter(user=user).first()
    return found.seen_by if found is not None else NOBODY


def shown_among(people: Collection[int], reader: int | None) -> frozenset[int]:
    """Those of these people who show their rating to the reader; the reader like everybody else. One query."""
    shares = Q(seen_by=SeenBy.EVERYONE)
    if reader is not None:
        shares |= Q(seen_by=SeenBy.CLUB, user__in=Membership.objects.filter(club__members__user=reader).values("user"))
    shown = ShownRating.objects.filter(shares, user__in=people, user__is_active=True)
    return frozenset(shown.values_list("user", flat=True))


def ratings_of(user: User, reader: User | AnonymousUser) -> tuple[PlayerRating, ...]:
    """In each game that they have played; none for who may not see it. Three queries, and two for a game with news."""
    if user.pk != reader.pk and user.pk not in shown_among([user.pk], reader.pk):
        return ()
    played = ((system, found[user.pk]) for system, found in careers().items() if user.pk in found)
    return tuple(_rating(system, career) for system, career in played)


def rated_among(people: Collection[int], reader: int | None) -> Mapping[str, Mapping[int, PlayerRating]]:
    """By game, of these people, those who are rated in it and show it to the reader. The same number of queries."""
    shown = shown_among(people, reader)
    return {
        system: {user: _rating(system, career) for user, career in found.items() if user in shown}
        for system, found in careers().items()
    }


def _rating(system: str, career: Career) -> PlayerRating:
    months = career.months(this_month())
    return PlayerRating(
        system=system,
        title=engine.systems()[system].title,
        rated=months[-1],
        months=months[-SHOWN_MONTHS:],
        won=career.won,
        drawn=career.drawn,
        lost=career.lost,
    )

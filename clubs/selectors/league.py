"""A club's league: its members by how they are rated in each game, those who show it to the reader."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.selectors.ratings import PlayerRating, rated_among
from clubs.models import Club, Membership


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRow:
    """A member. ``rating`` counts all their games, whoever they were against."""

    rank: int
    """Among those who are shown."""
    name: str
    is_me: bool
    rating: PlayerRating


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueTable:
    """Of one game."""

    title: str
    rows: tuple[LeagueRow, ...]


def league_of(club: Club, reader: int) -> tuple[LeagueTable, ...]:
    """A table of each game in which somebody shows a rating: first who is surely good. Four queries."""
    members = Membership.objects.filter(club=club).select_related("user")
    names = {each.user_id: each.user.get_username() for each in members}
    tables = []
    for found in rated_among(names, reader).values():
        ordered = sorted(found.items(), key=lambda each: (-each[1].rated.low, names[each[0]].casefold()))
        rows = tuple(
            LeagueRow(rank=rank, name=names[user], is_me=user == reader, rating=rating)
            for rank, (user, rating) in enumerate(ordered, 1)
        )
        if rows:
            tables.append(LeagueTable(title=rows[0].rating.title, rows=rows))
    return tuple(tables)

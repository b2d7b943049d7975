"""The fixtures of a season: everybody against everybody else once, by round and table."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db.models import Q

from clubs.models import Fixture, Season
from clubs.operations.locks import locked
from clubs.selectors.fixtures import round_robin
from clubs.selectors.members import place_or_refusal
from clubs.selectors.seasons import may_run
from config.common.refusals import Refusal

MOST_PLAYERS = 32


def draw_up(*, actor: User, season: Season) -> list[Fixture]:
    """Draw up who meets whom, anew if that was done before; what has been played counts as it did.

    Players stand in the order in which they came. Raises ``Refusal``.
    """
    with locked(season.club_id) as club:
        season = Season.objects.select_related("club").get(pk=season.pk)
        if season.closed_at is not None or not may_run(season, place_or_refusal(club, actor)):
            raise Refusal("Only its organiser and the umpires of the club run a season, until it is closed.")
        players = [each.user for each in season.players.select_related("user").order_by("pk")]
        if not 2 <= len(players) <= MOST_PLAYERS:
            raise Refusal(f"Fixtures are drawn up for 2 to {MOST_PLAYERS} players.")
        season.fixtures.all().delete()
        return Fixture.objects.bulk_create(
            Fixture(season=season, round=number, table=table, one=one, other=other)
            for number, pairs in enumerate(round_robin(players), start=1)
            for table, (one, other) in enumerate(pairs, start=1)
        )


def leave_out(season: Season, user: User) -> None:
    """Who takes part no more meets nobody; part of the operation by which they leave."""
    season.fixtures.filter(Q(one=user) | Q(other=user)).delete()

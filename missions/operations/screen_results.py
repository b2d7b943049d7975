"""The writer of what games between two people came to that outlives where they were played."""

from __future__ import annotations

from django.utils import timezone

from clubs.models import SeasonGame
from engine.core.game import SIDES
from missions.models import Game, GameEntry, ScreenResult, Skirmish
from missions.selectors.skirmishes import points_by_side, sides_of


def keep(game: Game, skirmish: Skirmish) -> None:
    """Keep what a game that is over came to, if two people have played it; part of the operation that lands it.

    Each has had a side to himself and has decided something there, and nobody else has; a guided game is no contest.
    Three queries.
    """
    people = _players(game)
    if people is None or game.guide or sides_of(skirmish) != SIDES:
        return
    decided = GameEntry.objects.filter(game=game, how=GameEntry.How.PERSON).values_list("side", "by").distinct()
    if set(zip(SIDES, people, strict=True)) != set(decided.order_by()):
        return
    points = points_by_side(skirmish)
    ScreenResult.objects.create(
        skirmish_number=skirmish.pk,
        system=skirmish.system,
        setup_digest=skirmish.setup_digest,
        allied_id=people[0],
        axis_id=people[1],
        allied_points=points["allied"],
        axis_points=points["axis"],
        ended_at=timezone.now(),
    )


def keep_of_seasons(club_id: int) -> None:
    """Keep what counts of the seasons of a club, part of what takes the club away: its players have earned it.

    Safe twice: what is kept already, or was played on screen, is one result still.
    """
    games = SeasonGame.objects.filter(season__club=club_id, status=SeasonGame.Status.CONFIRMED)
    found = [
        ScreenResult(
            skirmish_number=each.skirmish_number,
            system=each.system,
            setup_digest=each.setup_digest,
            allied_id=each.allied_id,
            axis_id=each.axis_id,
            allied_points=each.allied_points,
            axis_points=each.axis_points,
            ended_at=each.entered_at,
        )
        for each in games.order_by("pk")
        if each.skirmish_number is not None
    ]
    ScreenResult.objects.bulk_create(found, batch_size=500, ignore_conflicts=True)


def _players(game: Game) -> tuple[int, int] | None:
    """Who had the Allied side and who the Axis one, alone; ``None``: it was not one against another."""
    chairs = list(game.controllers.exclude(user=None))
    sides = {each.side: each.user_id for each in chairs if not each.unit}
    allied, axis = sides.get("allied"), sides.get("axis")
    if allied is None or axis is None or allied == axis:
        return None
    return (allied, axis) if {each.user_id for each in chairs} == {allied, axis} else None

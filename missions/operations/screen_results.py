"""The writer of what games between two people came to that outlives where they were played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import Min
from django.utils import timezone

from clubs.models import SeasonGame
from engine.core.game import SIDES, Side
from missions.models import Game, GameEntry, ScreenResult, Skirmish
from missions.selectors.skirmishes import points_by_side, sides_of


def keep(game: Game, skirmish: Skirmish) -> None:
    """Keep what a game that is over came to, if two people have played it; part of the operation that lands it.

    A side is theirs who decided there first, and both must have; a guided game is no contest. Whoever handed a chair
    over after that keeps the defeat, and no more than that: what others have won or held for them is nobody's. Two
    queries.
    """
    decided = _deciders(game)
    if decided is None or game.guide or sides_of(skirmish) != SIDES:
        return
    points = points_by_side(skirmish)
    defeated = min(SIDES, key=lambda side: points[side]) if points["allied"] != points["axis"] else None
    if any(side != defeated for side, each in decided.items() if each.handed_over):
        return
    ScreenResult.objects.create(
        skirmish_number=skirmish.pk,
        system=skirmish.system,
        setup_digest=skirmish.setup_digest,
        allied_id=decided["allied"].first,
        axis_id=decided["axis"].first,
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


class _Decided(NamedTuple):
    first: int
    """Who has decided on a side first."""
    handed_over: bool
    """Somebody else has come to the chair since."""


def _deciders(game: Game) -> Mapping[Side, _Decided] | None:
    """Who has decided on each side; ``None``: it was not one against another. Two queries."""
    people: dict[Side, list[int]] = {side: [] for side in SIDES}
    taken = GameEntry.objects.filter(game=game, how=GameEntry.How.PERSON, by__isnull=False).order_by()
    for side, by, _ in taken.values_list("side", "by").annotate(number=Min("number")).order_by("number"):
        people[side].append(by)
    if not all(people.values()) or not set(people["allied"]).isdisjoint(people["axis"]):
        return None
    chairs = list(game.controllers.values_list("side", "unit", "user"))
    if any(unit and user is not None for _, unit, user in chairs):
        return None
    sits = {side: user for side, unit, user in chairs if not unit}
    return {side: _Decided(each[0], {*each, sits[side]} != {each[0]}) for side, each in people.items()}

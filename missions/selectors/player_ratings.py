"""The results by which people are rated, and what they come to. Who may see it is no matter of this module."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, Max, QuerySet, Sum
from django.utils import timezone

import engine
from clubs.models import SeasonGame
from missions.models import ScreenResult
from missions.odds.player_ratings import Career, Result, fold, month_of


class FoldedCareers(NamedTuple):
    """What has been folded lately."""

    mark: object
    """Differs when a result has come, gone, or been corrected: a game of a season that ceases to count is one less, and
    one that begins to has just been answered.
    """
    careers: Mapping[int, Career]


_at_hand: dict[str, FoldedCareers] = {}
"""By game, of which there are few; each process has its own."""
FIELDS = ("skirmish_number", "setup_digest", "allied", "axis", "allied_points", "axis_points")


def this_month() -> int:
    """The one that runs, as ``month_of`` counts."""
    return month_of(timezone.now().date())


def careers() -> Mapping[str, Mapping[int, Career]]:
    """By game all who are rated in it, by number, whoever may know it.

    Two queries, and two more for a game of which something is new.
    """
    marks = _marks()
    return {system: _careers_in(system, marks[system]) for system in engine.systems()}


def _careers_in(system: str, mark: object) -> Mapping[int, Career]:
    kept = _at_hand.get(system)
    if kept is None or kept.mark != mark:
        kept = FoldedCareers(mark, fold(results_in(system)) if mark else {})
        _at_hand[system] = kept
    return kept.careers


def _marks() -> Mapping[str, list[Any]]:
    """Of each game; empty where nothing has been played."""
    found: defaultdict[str, list[Any]] = defaultdict(list)
    said = Count("pk"), Sum("pk"), Max("answered_at")
    found_in = _confirmed().order_by().values_list("system").annotate(*said)
    for system, *mark in found_in:
        found[system].append(("seasons", *mark))
    for system, *mark in (
        ScreenResult.objects.order_by().values_list("system").annotate(Count("pk"), Max("pk"), Max("ended_at"))
    ):
        found[system].append(("screen", *mark))
    return found


def _confirmed() -> QuerySet[SeasonGame]:
    return SeasonGame.objects.filter(status=SeasonGame.Status.CONFIRMED)


def results_in(system: str) -> Sequence[Result]:
    """The games that count, each once however many seasons it stands in, by month. Two queries."""
    screen = ScreenResult.objects.filter(system=system).order_by("pk").values_list("ended_at", *FIELDS)
    seasons = _confirmed().filter(system=system).order_by("pk").values_list("entered_at", *FIELDS)
    found: list[Result] = []
    known: set[int] = set()
    for at, number, *game in (*screen, *seasons):
        if number not in known:
            found.append(_result(at, *game))
        if number is not None:
            known.add(number)
    return sorted(found, key=lambda each: each.month)


def _result(at: datetime, setup: str, allied: int, axis: int, allied_points: int, axis_points: int) -> Result:
    score = 0.5 if allied_points == axis_points else float(allied_points > axis_points)
    return Result(month_of(at.date()), allied, axis, score, setup)

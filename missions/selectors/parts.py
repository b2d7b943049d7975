"""Who has, or has had, a part in a mission's game on screen: nobody else umpires it."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q, QuerySet

from campaigns.access import Viewer
from campaigns.models import Entry
from campaigns.standing.kinds import Named, SeatChanged
from missions.models import Controller, Game, GameEntry, Mission


def has_part(game: Game, mission: Mission, viewer: Viewer, controllers: Collection[Controller]) -> bool:
    """He sits on a side or decides for somebody, or has done so since the game began.

    Who leaves his seat for a moment does not become impartial by it. Two queries at most.
    """
    if viewer.sides or any(each.is_held_by(viewer.user_id) for each in controllers):
        return True
    if GameEntry.objects.filter(game=game, by=viewer.user_id).exists():
        return True
    about = Q(data__people__who=viewer.user_id) | Q(data__people__whose=viewer.user_id)
    return _since(game, mission).filter(about, kind__in=(SeatChanged.kind, Named.kind)).exclude(side="").exists()


def claimed(game: Game, mission: Mission, commanded: Collection[str]) -> set[str]:
    """The sides that somebody commands, or has since the game began: of one that has been vacated nobody else disposes.

    One query.
    """
    changed = _since(game, mission).filter(kind=SeatChanged.kind, data__role="commander").exclude(side="")
    return {*commanded, *changed.order_by().values_list("side", flat=True).distinct()}


def _since(game: Game, mission: Mission) -> QuerySet[Entry]:
    return Entry.objects.filter(campaign=mission.campaign_id, at__gte=game.begun_at)

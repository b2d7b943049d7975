"""How the flight of a mission stands."""

from __future__ import annotations

import datetime
from uuid import UUID

from django.db.models import QuerySet

from campaigns.packs.schema import SIDES
from campaigns.selectors.sides import side_titles
from config.common import clock
from config.common.prepared import Prepared, number
from config.common.refusals import Refusal
from missions.flights import context
from missions.models import Debrief, Flight, Game, Job, Mission


def clock_time(mission: Mission, at: datetime.datetime) -> str:
    """A moment by the clock of the campaign's club, with its zone: ``Sunday 22 November 2026, 20:00 GMT``."""
    return clock.when(at, None, mission.campaign.time_zone)


def refuse_unless_ready(mission: Mission) -> None:
    """Refuse a mission that is not to be flown now: not signed, void, flown, or with nobody to fly it."""
    if mission.status == Mission.Status.PLANNING:
        titles, signed = side_titles(mission.campaign), {orders.side for orders in mission.orders.all()}
        missing = [titles[side] for side in SIDES if side not in signed]
        raise Refusal(f"The {' and the '.join(missing)} orders are not signed yet.")
    if mission.status == Mission.Status.VOID:
        raise Refusal("The mission has been declared void.")
    if mission.status != Mission.Status.READY:
        raise Refusal("The mission has been flown.")
    if why := context.why_grounded(mission):
        raise Refusal(why)


def refuse_unless_sealed(mission: Mission) -> None:
    """Orders stand once they have been opened, and while the engine flies by them."""
    if mission.orders_are_open:
        raise Refusal(mission.why_orders_stand)
    if open_job(mission) is not None:
        raise Refusal("The engine is flying the mission: its orders stand as they were signed.")


def open_job(mission: Mission) -> Job | None:
    """The engine's flight of the mission under way."""
    return _OPEN_JOB.first(mission=mission.pk)


_OPEN_JOB = Prepared(
    lambda: Job.objects.filter(mission=number("mission"), status__in=(Job.Status.QUEUED, Job.Status.RUNNING))[:1]
)


def open_game(mission: Mission) -> Game | None:
    """The mission's game on screen that is under way, or over and not stored yet. One query, if it is ready to fly."""
    game = _OPEN_GAME.first(mission=mission.pk) if mission.status == Mission.Status.READY else None
    if game is not None:
        game.mission = mission
    return game


def _open_games() -> QuerySet[Game]:
    return Game.objects.filter(mission=number("mission")).exclude(status=Game.Status.GIVEN_UP)


_OPEN_GAME = Prepared(lambda: _open_games()[:1])
_IS_ON_SCREEN = Prepared(lambda: _open_games().order_by().values_list("pk")[:1])


def has_landed(game: Game) -> bool:
    """Whether what a game was flown for has a flight, whatever was corrected since; one that is void takes none."""
    assert game.mission_id is not None, "a mission's"
    return not Mission.objects.filter(pk=game.mission_id, status=Mission.Status.READY, flight__isnull=True).exists()


ON_SCREEN = "The mission is being flown on screen. Play it to its end, or give that game up first."


def refuse_if_on_screen(mission: Mission) -> None:
    if mission.status == Mission.Status.READY and _IS_ON_SCREEN(mission=mission.pk):
        raise Refusal(ON_SCREEN)


def refuse_if_others_flew(mission: Mission) -> None:
    """Who is said to have flown at the table flew there: neither the engine nor a screen takes over."""
    if mission.lineup:
        raise Refusal("The table has said who flew: record how it went there, or say that all flew as planned.")


VOID_IT = "The mission may be declared void."
"""What is left to do about an operation that was counted by mistake."""


def refuse_key_of_another(mission: Mission, key: UUID) -> None:
    """An act is about one mission: its key has stored no flight and made no debrief of another."""
    for rows in (Flight.objects, Debrief.objects):
        if rows.filter(key=key).exclude(mission=mission).exists():
            raise Refusal("This page belongs to another mission. Open the mission again.")

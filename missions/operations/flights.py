"""The writers of missions: drawn, planned, flown, debriefed, never backwards but by taking a debrief back.

One operation is one transaction that locks the campaign's row first and checks every guard under the lock.
"""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.access import is_umpire
from config.common.prepared import Prepared, number
from config.common.refusals import Refusal
from engine.core.levels import LEVELS, USUAL_LEVEL
from engine.core.report import Report
from missions.models import Flight, Job, Mission, Submission
from missions.operations import jobs
from missions.operations.orders import commit_campaign
from missions.operations.under_lock import locked_mission, move_to
from missions.selectors.flights import open_job, refuse_if_on_screen, refuse_if_others_flew, refuse_unless_ready

GIVEN_UP = "This flight has been given up."


def queue_flight(*, actor: User, mission: Mission, level: str = USUAL_LEVEL, debrief: bool = False) -> Job:
    """Have the engine fly the mission, and debrief it too if asked. A flight under way is joined, not doubled.

    ``level``: how well the pilots of both sides fly.

    Where results are confirmed, only those who approve them put the engine's in the place of what a table would tell.
    """
    if level not in LEVELS:
        raise Refusal(f"A level is one of {', '.join(LEVELS)}.")
    with locked_mission(mission) as mission:
        if (job := open_job(mission)) is not None:
            return job
        refuse_unless_ready(mission)
        if mission.is_on_paper:
            raise Refusal("This mission has been flown on paper. Record how it went.")
        if mission.is_told_and_confirmed and not is_umpire(mission.campaign, actor):
            raise Refusal("In this campaign an umpire approves results: only an umpire has the engine fly a mission.")
        refuse_if_on_screen(mission)
        refuse_if_others_flew(mission)
        if _TOLD_BY_A_TABLE(mission=mission.pk):
            raise Refusal("A table has told how it went. The engine flies only what no table has flown.")
        return jobs.order(jobs.FLY, actor, mission=mission, payload={"debrief": debrief, "level": level})


_TOLD_BY_A_TABLE = Prepared(
    lambda: (
        Submission.objects.filter(mission=number("mission"))
        .exclude(status=Submission.Status.WITHDRAWN)
        .order_by()
        .values_list("pk")[:1]
    )
)


def store_flight(*, mission: Mission, record: str, report: Report, key: UUID, level: str = USUAL_LEVEL) -> Flight:
    """Keep the engine's flight of a mission. The same key again finds what it stored.

    A job (``key``) that has been given up stores nothing: the orders may have changed since.
    """
    with locked_mission(mission) as mission:
        flight = Flight.objects.filter(mission=mission).first()
        if flight is not None and flight.key == key:
            return flight
        refuse_unless_ready(mission)
        refuse_if_on_screen(mission)
        if Job.objects.filter(pk=key, status=Job.Status.FAILED).exists():
            raise Refusal(GIVEN_UP)
        flight = new_flight(mission, Flight.Way.ENGINE, report, key, record, level)
        move_to(mission, Mission.Status.FLOWN)
        commit_campaign(mission)
        return flight


def new_flight(
    mission: Mission, way: Flight.Way, report: Report, key: UUID, record: str = "", level: str = USUAL_LEVEL
) -> Flight:
    """How a mission that had not been flown went, part of an operation that has checked it."""
    return Flight.objects.create(
        mission=mission,
        way=way,
        record=record,
        level=level,
        report=report.as_json(),
        key=key,
        stored_at=timezone.now(),
    )


def store_table(mission: Mission, report: Report, key: UUID) -> Flight:
    """Store what a table has told of a mission in place of what was told before; part of an operation under the
    lock."""
    flight, _ = Flight.objects.update_or_create(
        mission=mission,
        defaults={
            "way": Flight.Way.TABLE,
            "record": "",
            "report": report.as_json(),
            "corrected_at": None,
            "key": key,
            "stored_at": timezone.now(),
        },
    )
    move_to(mission, Mission.Status.FLOWN)
    commit_campaign(mission)
    return flight

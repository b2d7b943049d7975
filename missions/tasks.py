"""Background work. Every task takes ids, may run twice, computes outside transactions and applies inside one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from billiard.einfo import ExceptionInfo
from celery import Task, shared_task
from celery.signals import worker_ready
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from campaigns.packs import read_pack
from campaigns.selectors.definitions import definition
from campaigns.standing.sortie_text import count
from config.busy import is_for_want_of_room
from config.common.refusals import Refusal
from engine.core.errors import BadSetup
from engine.core.levels import USUAL_LEVEL
from missions import simulation
from missions.flights import flying
from missions.models import Job, Mission, Simulation, Skirmish
from missions.operations import (
    analyses,
    approvals,
    arrivals,
    deadlines,
    debriefs,
    flights,
    forecasts,
    games_thought,
    jobs,
    moving_pictures,
    prints,
    removal,
    simulations,
    skirmishes,
)
from missions.operations import campaign_odds as campaign_odds_operations
from missions.operations.games_due import due as what_is_due
from notices.operations.outbox import told_here
from notices.tasks import tell_all

logger = logging.getLogger(__name__)


class JobTask(Task[[str], None]):
    """A task of one ``Job``: what it could not foresee ends the row with a neutral sentence, the log has the rest.

    A database that is away or locked, or a disk that is full, is no fault of the job: the row stays open, and the sweep
    sends it again.
    """

    def on_failure(self, exc: BaseException, task_id: str, args: Any, kwargs: Any, einfo: ExceptionInfo | None) -> None:
        if isinstance(exc, (OperationalError, InterfaceError)) or is_for_want_of_room(exc):
            logger.warning("job %s was interrupted: %s", args[0], exc)
            return
        logger.error("job %s failed", args[0], exc_info=exc)
        jobs.fail(UUID(args[0]), jobs.BROKEN)


def of_a_job(work: Callable[[Job], str | None]) -> Callable[[str], None]:
    """A task that does the ``work`` of an open job; what that returns is said of the job, what it refuses ends it.

    ``None``: the work has ended the job itself. What happens by it is told by the same worker.
    """

    @wraps(work)
    def task(job_id: str) -> None:
        job = jobs.begin(UUID(job_id))
        if job is None:
            tell_all()  # the worker that ended the job may have been lost before it told
            return
        try:
            with told_here(tell_all):
                said = work(job)
        except jobs.Overtaken:
            return
        except Refusal as refusal:
            jobs.fail(job.pk, refusal.sentence)
        else:
            if said is not None:
                jobs.finish(job.pk, said)

    return task


@shared_task(base=JobTask)
@of_a_job
def fly(job: Job) -> str | None:
    """Fly a mission with the engine, store the flight, and debrief it if the job says so.

    The mission's seed and orders and the level decide everything, so that a second run is the same flight.
    """
    mission = job.mission
    assert mission is not None, "a flight is a mission's"
    level, debrief = job.payload.get("level", USUAL_LEVEL), job.payload["debrief"]
    said = f"Mission {mission.number} has been flown, by {level}s on both sides."
    if mission.status == Mission.Status.READY:
        flown = flying.flown(mission, level, jobs.progress(job.pk))
        if debrief:
            _, applied = debriefs.store_and_debrief(
                actor=job.owner, mission=mission, flown=flown, job=job, said=said, level=level
            )
            return None if applied else said
        record, report = flown.record, flown.report
        flights.store_flight(mission=mission, record=record, report=report, key=job.pk, level=level)
    elif debrief:
        debriefs.debrief(actor=job.owner, mission=mission, key=job.pk)
    return said


@shared_task(base=JobTask)
@of_a_job
def simulate(job: Job) -> str:
    """Fly the campaigns of a simulation and keep what came of them. A second run finds the same."""
    ordered = Simulation.objects.select_related("pack").get(job=job)
    progress, terms = jobs.progress(job.pk), (ordered.runs, ordered.seed, ordered.level)
    pack = definition(ordered.pack) if ordered.pack else None
    changed = read_pack(ordered.changed, "your draft") if ordered.changed else None
    flown = pack or changed
    assert flown is not None, "a simulation is of a pack or of a draft"
    if pack is not None and changed is not None:
        before = simulation.many(pack, *terms, lambda done, total: progress(done, 2 * total))
        runs = simulation.many(changed, *terms, lambda done, total: progress(total + done, 2 * total))
        told = simulation.summary(changed, runs) | {"before": simulation.summary(pack, before)}
    else:
        told = simulation.summary(flown, simulation.many(flown, *terms, progress))
    simulations.store(ordered, told)
    return f"{count(ordered.runs, 'campaign')} of {flown.title} flown."


@shared_task(base=JobTask)
@of_a_job
def fly_skirmish(job: Job) -> str:
    """Fly a skirmish and keep what came of it. Its set-up and seed decide everything: a second run finds the same."""
    ordered = Skirmish.objects.filter(job=job).first()
    if ordered is None:
        raise Refusal("The skirmish has been deleted, and its job with it.")
    if ordered.report is None:
        try:
            game = flying.fly(
                ordered.system,
                ordered.setup,
                ordered.seed,
                ordered.doctrines,
                ordered.levels,
                jobs.progress(job.pk),
            )
        except BadSetup as error:
            raise Refusal(f"The rules no longer take its set-up. {error}") from None
        skirmishes.store(ordered, record=str(game.record), report=game.report())
    return f"{ordered.title} has been flown."


@shared_task(base=JobTask)
@of_a_job
def print_document(job: Job) -> str:
    """Make a document of a campaign and keep it. A second run makes the same."""
    prints.make(job)
    return "It is ready."


@shared_task(base=JobTask)
@of_a_job
def moving_picture(job: Job) -> str:
    """Draw a fight as a moving picture and keep it. A second run draws the same."""
    moving_pictures.make(job)
    return "It is ready."


@shared_task(base=JobTask)
@of_a_job
def forecast(job: Job) -> str:
    """Fly a forecast and keep it. A second run makes the same."""
    forecasts.make(job)
    return "It has been flown."


@shared_task(base=JobTask)
@of_a_job
def campaign_odds(job: Job) -> str:
    """Fly a campaign on to its end, many times, and keep what came of it. A second run makes the same."""
    campaign_odds_operations.make(job)
    return "It has been flown."


@shared_task(base=JobTask)
@of_a_job
def analyse(job: Job) -> str:
    """Analyse a fight and keep what was found. A second run finds the same."""
    analyses.make(job)
    return "It has been analysed."


@shared_task(base=JobTask)
@of_a_job
def arrive(job: Job) -> str:
    """Bring in the campaign of a file. A second run takes away what the first has written, and begins anew."""
    campaign = arrivals.bring_in(job)
    return f"{campaign.name} is here. Every line of its journal came with it."


@shared_task
def analyses_outdated() -> None:
    """Have a few analyses made anew that were made by other rules: by beat, safe to run twice and at once."""
    analyses.redo_outdated()


@shared_task
def orders_due() -> None:
    """Carry out the deadlines of orders that have passed, and remind of those that come near: by beat."""
    for mission in deadlines.due_now():
        try:
            deadlines.carry_out(mission)
        except Exception:
            # The others' deadlines are not to wait for this one.
            logger.exception("the deadline of %s could not be carried out", mission)
    deadlines.remind_of_due()


@shared_task
def think(game: int) -> None:
    """Let the staff decide that looks ahead, as often as it is its turn. A lost one is sent again by beat."""
    try:
        is_again = games_thought.think(game)
    except Refusal:
        return  # its campaign has been archived meanwhile
    if is_again:
        think.delay(game)


@shared_task
def games_due() -> None:
    """What the clock brings to games on screen: by beat, safe to run twice and at once."""
    for act in what_is_due():
        try:
            act()
        except Exception:
            # The others are not to wait for this one.
            logger.exception("what was due in a game could not be done")


@shared_task
def resend_stuck() -> None:
    """Send again what a kill lost: by beat, and whenever a worker starts."""
    count = jobs.resend_stuck()
    if count:
        logger.warning("%d stuck jobs sent again", count)


@worker_ready.connect
def sweep_at_start(**kwargs: Any) -> None:
    resend_stuck.delay()


@shared_task
def campaigns_gone() -> None:
    """Take away the campaigns whose time of grace is over: by beat, safe to run twice and at once."""
    now = timezone.now()
    for campaign in removal.gone(now):
        try:
            removal.remove(campaign, now)
        except Exception:
            # The others are not to wait for this one.
            logger.exception("campaign %s could not be taken away", campaign)


@shared_task
def results_due() -> None:
    """Let every result from a table stand that nobody has opposed in time: by beat, safe to run twice and at once."""
    approvals.results_due()

"""Background work of clubs. Safe to run twice, and at once."""

from __future__ import annotations

import logging

from celery import shared_task
from django.utils import timezone

from clubs.operations import club_arrivals, club_files, endings, handovers, nights
from clubs.selectors.night_times import to_remind, wishes_due
from missions.models import Job
from missions.tasks import JobTask, of_a_job

logger = logging.getLogger(__name__)


@shared_task
def nights_soon() -> None:
    """Remind members of the nights that begin within a day, and those who wish it otherwise when they wish it."""
    now = timezone.now()
    for night in to_remind(now):
        nights.remind(night)
    for night, member in wishes_due(now):
        nights.remind_one(night, member)


@shared_task
def handovers_due() -> None:
    """What was asked for and not refused in time changes hands; offers that nobody took lapse."""
    now = timezone.now()
    for handover in handovers.due(now):
        try:
            handovers.come_to_an_end(handover, now)
        except Exception:
            # The others are not to wait for this one.
            logger.exception("handover %s could not come to its end", handover.pk)


@shared_task
def clubs_gone() -> None:
    """Take away the clubs whose time of grace is over."""
    now = timezone.now()
    for club in endings.gone(now):
        try:
            endings.remove(club, now)
        except Exception:
            logger.exception("club %s could not be taken away", club)


@shared_task(base=JobTask)
@of_a_job
def write_club(job: Job) -> str:
    """Make the file of a whole club. A second run makes it anew."""
    return club_files.make(job)


@shared_task(base=JobTask)
@of_a_job
def open_club(job: Job) -> str:
    """Bring in a whole club from its file. A second run goes on behind the last campaign that is here."""
    return club_arrivals.bring_in(job)

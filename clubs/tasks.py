"""Background work of clubs. Safe to run twice, and at once."""

from __future__ import annotations

import logging

from celery import shared_task
from django.utils import timezone

from clubs.operations import endings, handovers, nights
from clubs.selectors.night_times import to_remind, wishes_due

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

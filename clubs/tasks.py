"""Background work of clubs. Safe to run twice, and at once."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from clubs.operations import nights
from clubs.selectors.night_times import to_remind, wishes_due


@shared_task
def nights_soon() -> None:
    """Remind members of the nights that begin within a day, and those who wish it otherwise when they wish it."""
    now = timezone.now()
    for night in to_remind(now):
        nights.remind(night)
    for night, member in wishes_due(now):
        nights.remind_one(night, member)

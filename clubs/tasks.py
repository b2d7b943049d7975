"""Background work of clubs. Safe to run twice, and at once."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from clubs.operations import nights
from clubs.selectors.night_times import to_remind


@shared_task
def nights_soon() -> None:
    """Remind members of the nights that begin within a day."""
    for night in to_remind(timezone.now()):
        nights.remind(night)

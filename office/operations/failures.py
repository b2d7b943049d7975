"""Trying again what failed, as whoever owns the site orders it; the admin's history says who did, and when."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from config.common.refusals import Refusal
from missions.models import Job
from missions.operations import jobs
from notices.models import Delivery, Wishes
from notices.operations import deliveries, email

OVER = "That is not failed any more."


def job_again(*, actor: User, job: UUID) -> None:
    """Have a failed job done by a worker, as if it had just been ordered. Refuses what has not failed."""
    with transaction.atomic():
        _noted(actor, Job.objects.filter(pk=job), jobs.again(job))


def delivery_again(*, actor: User, delivery: int) -> None:
    """Send a delivery that was given up, trying as often as a new one. Refuses where its webhook is switched off."""
    with transaction.atomic():
        _noted(actor, Delivery.objects.filter(pk=delivery), deliveries.again(delivery))


def letter_again(*, actor: User, person: int) -> None:
    """Send somebody the notices of the e-mail that was refused for good, with the next sweep."""
    with transaction.atomic():
        _noted(actor, Wishes.objects.filter(user=person), email.again(person))


def _noted(actor: User, rows: QuerySet[Any], done: bool) -> None:
    if not done:
        raise Refusal(OVER)
    LogEntry.objects.log_actions(actor.pk, rows, CHANGE, "Begun again after it had failed.")

"""Background work of notices. Every task may run twice and at once: rows are claimed under their lock."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.utils import timezone

from notices.operations import deliveries, email, fan_out


@shared_task
def tell_all() -> None:
    """Tell whatever has not been told, and send it on its way."""
    told = fan_out.tell_all()
    if told.deliveries:
        deliver.delay()
    if told.letters:
        digests.delay()
    if told.happenings == fan_out.AT_ONCE:
        tell_all.delay()


@worker_ready.connect
def tell_at_start(**kwargs: Any) -> None:
    """What a worker that was killed has not told does not wait for the clock."""
    tell_all.delay()


@shared_task
def deliver() -> None:
    """Wake a worker for each webhook that something is due for, so that a slow one keeps no other waiting."""
    for webhook in deliveries.due():
        deliver_to.delay(webhook)


@shared_task
def deliver_to(webhook: int) -> None:
    """Send a webhook what is due for it."""
    deliveries.deliver_to(webhook)


@shared_task
def digests() -> None:
    """Send the e-mails that are due: those at once, and the digests."""
    email.send_due()


@shared_task
def letters_missed() -> None:
    """Look whether somebody can be written to who could not before: by beat, once a day."""
    email.look_for_missed(timezone.now())

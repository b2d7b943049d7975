"""Background work on the house itself."""

from __future__ import annotations

import logging

from celery import shared_task

from config.common.refusals import Refusal
from upkeep.operations import backups, cleaning

logger = logging.getLogger(__name__)
LONGEST = 3 * 60 * 60
"""Seconds: a large database is read twice, and packed."""


@shared_task(soft_time_limit=LONGEST, time_limit=LONGEST + 60)
def back_up() -> None:
    """Make a backup if it is time: by beat, safe to run twice and at once."""
    try:
        backups.make_if_due()
    except Refusal as refusal:
        logger.error("%s", refusal.sentence)


@shared_task
def clean() -> None:
    """Clean away what has had its time, for a while; the rest next: by beat, safe to run twice and at once."""
    if not cleaning.clean(patience=cleaning.A_WHILE).is_done:
        clean.delay()

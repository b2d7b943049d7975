"""The writers of moving pictures: ordered by whoever may watch the fight, drawn by a worker, kept for a while.

A picture is no part of the campaign: it can be drawn again from the record, so nothing is journalled. It belongs to the
eyes that it is drawn for, so that who may watch the fight with them is all that has to be asked.
"""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.operations import quotas
from config.common.refusals import Refusal
from missions.flights import context
from missions.models import Job, MovingPicture
from missions.operations import jobs
from missions.replay import moving
from missions.replay.frames import Watched
from missions.selectors import missions, skirmishes
from missions.selectors.moving_pictures import KEPT, digest, is_current, why_not_again


def order(*, actor: User, watched: Watched, by_stranger: bool = False) -> None:
    """Have what somebody watches drawn, unless it is there or being drawn.

    ``by_stranger``: somebody who has the address of a shared replay asks for it, in the name of who shares it. What has
    failed is not for him to ask for again: it would cost another's day.
    """
    with transaction.atomic():
        row, _ = (
            MovingPicture.objects.select_for_update(of=("self",))
            .select_related("job")
            .defer("content")
            .get_or_create(**watched.fight._asdict(), audience=watched.audience or "")
        )
        if is_current(row, watched) or (row.job is not None and not row.job.is_finished):
            return
        if by_stranger and (why := why_not_again(row.job)):
            raise Refusal(why)
        quotas.spend(actor.pk, "prints")
        row.job = jobs.order(jobs.PICTURE, actor)
        row.save(update_fields=["job"])


def make(job: Job) -> None:
    """Draw the picture that ``job`` was ordered for, and keep it. A second run draws the same."""
    row = (
        MovingPicture.objects.select_related("mission__campaign__pack", "mission__flight", "skirmish")
        .defer("content")
        .filter(job=job)
        .first()
    )
    if row is None:
        raise Refusal("The fight is gone, or its picture was ordered anew.")
    watched = _watched(row)
    made = moving.gif(watched.system, watched.frames, watched.sides, watched.heading, jobs.progress(job.pk))
    now = timezone.now()
    MovingPicture.objects.filter(pk=row.pk).update(content=made, digest=digest(watched), made_at=now)
    MovingPicture.objects.filter(made_at__lt=now - KEPT).delete()


def _watched(row: MovingPicture) -> Watched:
    if row.skirmish is not None:
        return skirmishes.watched(row.skirmish, row.audience or None)
    assert row.mission is not None, "of one of both"
    flight = missions.flight_of(row.mission)
    if flight is None or not flight.has_replay:
        raise Refusal("There is no replay of this mission any more.")
    return missions.watched(row.mission, flight, context.side_name(row.audience) if row.audience else None)

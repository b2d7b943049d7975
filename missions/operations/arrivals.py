"""Large campaign files on their way in: stored in parts, read by a worker, shown when all is there.

Whatever is written at once is little, so that nobody waits for the database. A worker may be lost at any time: the next
one takes away what there is of the campaign, which nobody has seen, and begins anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from django.contrib.auth.models import User
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import QuerySet

from campaigns.models import Campaign
from campaigns.operations import quotas
from config.common.refusals import Refusal
from missions.archive.layout import PART
from missions.archive.streamed import LARGEST, StreamedFile
from missions.models import Arrival, ArrivalPart, Job
from missions.operations import jobs
from missions.operations.archive import bring_in as write
from missions.operations.removal import take_away, take_away_all

BEGINNING: Final = b'{\n "campaign": {\n'
"""Of every campaign's file that a Ready Room has written."""
PARTS_AT_ONCE: Final = 10
"""That are taken away in one transaction."""


def order(*, actor: User, name: str, size: int, content: Iterable[bytes]) -> Arrival:
    """Store a file of ``size`` bytes and have it brought in. Raises ``Refusal``."""
    if size > LARGEST:
        raise Refusal(f"The file is larger than {LARGEST // 1_000_000} MB.", "file")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=actor.pk)  # one person's orders come one after the other
        under_way = Arrival.objects.filter(owner=actor, job__status__in=(Job.Status.QUEUED, Job.Status.RUNNING))
        if under_way.exists():
            raise Refusal("Another file of yours is still on its way in. Let it arrive first.", "file")
        quotas.spend(actor.pk, "imports")
        arrival = Arrival.objects.create(owner=actor, name=name[-100:], size=size)
    try:
        for number, part in enumerate(_parts(content)):
            if not number and not part.startswith(BEGINNING):
                raise Refusal("This is not a campaign file of the Ready Room, or not as it was written.", "file")
            ArrivalPart.objects.create(arrival=arrival, number=number, content=part)
    except BaseException:
        arrival.delete()
        raise
    with transaction.atomic():
        arrival.job = jobs.order(jobs.ARRIVAL, actor)
        arrival.save(update_fields=["job"])
    return arrival


def _parts(content: Iterable[bytes]) -> Iterator[bytes]:
    waiting = bytearray()
    for piece in content:
        waiting += piece
        if len(waiting) >= PART:
            yield bytes(waiting)
            waiting.clear()
    yield bytes(waiting)


def bring_in(job: Job) -> Campaign:
    """Bring in the campaign of the file that ``job`` was ordered for."""
    arrival = Arrival.objects.filter(job=job).first()
    if arrival is None:
        raise Refusal("The file has been taken away.")
    take_away_begun(Arrival.objects.filter(pk=arrival.pk))
    try:
        campaign = write(
            job.owner,
            StreamedFile(lambda: _content(arrival)),
            step=lambda: _step(job),
            begun=lambda campaign: _note(arrival, campaign),
            progress=jobs.progress(job.pk),
        )
    except (jobs.Overtaken, OperationalError, InterfaceError):
        raise  # another goes on, or the database is away and the work is sent again
    except BaseException:
        take_away_begun(Arrival.objects.filter(pk=arrival.pk))
        take_away(arrival.parts.all(), PARTS_AT_ONCE)
        raise
    take_away(arrival.parts.all(), PARTS_AT_ONCE)
    return campaign


@contextmanager
def _step(job: Job) -> Iterator[None]:
    """A transaction of what this worker still has to do, and no other."""
    with transaction.atomic():
        mine = Job.objects.select_for_update().filter(pk=job.pk, status=Job.Status.RUNNING, attempts=job.attempts)
        if not mine.exists():
            raise jobs.Overtaken
        yield


def _note(arrival: Arrival, campaign: Campaign) -> None:
    arrival.campaign = campaign
    arrival.save(update_fields=["campaign"])


def _content(arrival: Arrival) -> Iterator[bytes]:
    number = 0
    while (part := arrival.parts.filter(number=number).values_list("content", flat=True).first()) is not None:
        yield bytes(part)
        number += 1


def remove(arrivals: QuerySet[Arrival]) -> None:
    """Take these away, with their work and whatever did not arrive; a campaign that did stays."""
    take_away_begun(arrivals)
    for arrival in arrivals.all():
        take_away(arrival.parts.all(), PARTS_AT_ONCE)
        job = arrival.job
        arrival.delete()
        if job is not None:
            job.delete()


def take_away_begun(arrivals: QuerySet[Arrival]) -> None:
    """Whatever there is of campaigns that have not arrived, of which nobody has seen a line."""
    for campaign in Campaign.arriving_too.filter(arrival__in=arrivals, status=Campaign.Status.ARRIVING):
        take_away_all(campaign)

"""Campaign files on their way in. Large ones are stored in parts, read by a worker, shown when all is there.

Whatever is written at once is little, so that nobody waits for the database. A worker may be lost at any time: the next
one takes away what there is of the campaign, which nobody has seen, and begins anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final
from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Q, QuerySet

from campaigns.models import Campaign
from campaigns.operations import quotas
from config.common.file_parts import contents
from config.common.refusals import Refusal
from missions.archive.schema import read
from missions.archive.streamed import LARGEST, StreamedFile
from missions.models import Arrival, Job
from missions.operations import jobs, uploads
from missions.operations.archive import bring_in as write
from missions.operations.removal import take_away_all
from missions.operations.uploads import UploadKind

BEGINNING: Final = b'{\n "campaign": {\n'
"""Of every campaign's file that a Ready Room has written."""
UPLOAD: Final = UploadKind(
    model=Arrival,
    job=jobs.ARRIVAL,
    largest=LARGEST,
    beginning=BEGINNING,
    is_none="This is not a campaign file of the Ready Room, or not as it was written.",
    one_at_a_time="Another file of yours is still on its way in. Let it arrive first.",
    in_storage=Q(job=None, campaign=None),
)


def order(*, actor: User, name: str, size: int, content: Iterable[bytes], key: UUID | None = None) -> Arrival:
    """Store a file of ``size`` bytes and have it brought in, once of each page (``key``). Raises ``Refusal``."""
    return uploads.order(UPLOAD, actor=actor, name=name[-100:], size=size, content=content, key=key)


def at_once(*, actor: User, name: str, content: bytes, key: UUID | None = None) -> Campaign:
    """Bring in a small file's campaign in one transaction, once of each page (``key``). Raises ``Refusal``."""
    # Whoever goes back in the browser brings another from the same page, of the same name and size perhaps.
    key = uuid5(key, sha256(content).hexdigest()) if key is not None else None
    if (before := _brought(actor, key)) is not None:
        return before
    quotas.spend(actor.pk, "imports")
    file = read(content)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=actor.pk)  # one person's files come one after the other
        if (before := _brought(actor, key)) is not None:
            return before
        campaign = write(actor, file)
        if Arrival.objects.filter(owner=actor, key=key).exists():
            key = None  # what came of it has been deleted since
        Arrival.objects.create(owner=actor, name=name[-100:], size=len(content), key=key, campaign=campaign)
    return campaign


def _brought(actor: User, key: UUID | None) -> Campaign | None:
    """What has come of the same file from the same page."""
    if key is None:
        return None
    arrival = Arrival.objects.filter(owner=actor, key=key).select_related("campaign").first()
    return arrival.campaign if arrival is not None else None


def bring_in(job: Job) -> Campaign:
    """Bring in the campaign of the file that ``job`` was ordered for."""
    arrival = Arrival.objects.filter(job=job).first()
    if arrival is None:
        raise Refusal("The file has been taken away.")
    take_away_begun(Arrival.objects.filter(pk=arrival.pk))
    try:
        campaign = write(
            job.owner,
            StreamedFile(lambda: contents(arrival.parts)),
            step=lambda: jobs.step(job),
            begun=lambda campaign: _note(arrival, campaign),
            progress=jobs.progress(job.pk),
        )
    except (jobs.Overtaken, OperationalError, InterfaceError):
        raise  # another goes on, or the database is away and the work is sent again
    except BaseException:
        take_away_begun(Arrival.objects.filter(pk=arrival.pk))
        uploads.take_away_parts(arrival)
        raise
    uploads.take_away_parts(arrival)
    return campaign


def _note(arrival: Arrival, campaign: Campaign) -> None:
    arrival.campaign = campaign
    arrival.save(update_fields=["campaign"])


def remove(arrivals: QuerySet[Arrival]) -> None:
    """Take these away, with their work and whatever did not arrive; a campaign that did stays."""
    take_away_begun(arrivals)
    for arrival in arrivals.select_related("job"):
        uploads.remove(arrival)


def take_away_begun(arrivals: QuerySet[Arrival]) -> None:
    """Whatever there is of campaigns that have not arrived, of which nobody has seen a line."""
    for campaign in Campaign.arriving_too.filter(arrival__in=arrivals, status=Campaign.Status.ARRIVING):
        take_away_all(campaign)

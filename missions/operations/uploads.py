"""Files on their way in: stored in parts as they are sent, and read by a worker.

Whatever is written at once is little, so that nobody waits for the database.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Generic, TypeVar
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from campaigns.operations import quotas
from clubs.models import ClubArrival
from config.common.file_parts import in_parts
from config.common.refusals import Refusal
from missions.models import Arrival, Job
from missions.operations import jobs
from missions.operations.removal import take_away

Upload = TypeVar("Upload", Arrival, ClubArrival)
PARTS_AT_ONCE: Final = 10
"""That are taken away in one transaction."""
LONGEST: Final = timedelta(minutes=10)
"""That a file may be on its way into the database: what has been for longer was cut off."""


@dataclass(frozen=True, kw_only=True)
class UploadKind(Generic[Upload]):
    """What may be brought in as one file."""

    model: type[Upload]
    job: str
    """The kind of the job that reads it (``jobs.TASKS``)."""
    largest: int
    """Bytes."""
    beginning: bytes
    """Of each file of the kind."""
    is_none: str
    """The sentence for a file that begins otherwise."""
    one_at_a_time: str
    """The sentence for who brings another while one of theirs is still being read."""
    in_storage: Q
    """What is being stored, or was cut off."""


def order(
    kind: UploadKind[Upload], *, actor: User, name: str, size: int, content: Iterable[bytes], key: UUID | None = None
) -> Upload:
    """Store a file of ``size`` bytes and have it read. ``name`` is as it is to be kept. Raises ``Refusal``.

    ``key``: the page that it was sent from. The same file from the same page again finds what it has come to.
    """
    if size > kind.largest:
        raise Refusal(f"The file is larger than {kind.largest // 1_000_000} MB.", "file")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=actor.pk)  # one person's orders come one after the other
        own = kind.model.objects.filter(owner=actor)
        since = timezone.now() - LONGEST
        if key is not None:
            own.filter(kind.in_storage, key=key, at__lt=since).update(key=None)  # cut off: nothing comes of it any more
            if (before := own.filter(key=key).first()) is not None:
                if (before.name, before.size) == (name, size):
                    return before
                key = None  # gone back in the browser to bring another
        stored_now = kind.in_storage & Q(at__gte=since)
        if own.filter(stored_now | Q(job__status__in=(Job.Status.QUEUED, Job.Status.RUNNING))).exists():
            raise Refusal(kind.one_at_a_time, "file")
        quotas.spend(actor.pk, "imports")
        upload = kind.model.objects.create(owner=actor, name=name, size=size, key=key)
    try:
        for number, part in enumerate(in_parts(content)):
            if not number and not part.startswith(kind.beginning):
                raise Refusal(kind.is_none, "file")
            upload.parts.create(number=number, content=part)
    except BaseException:
        upload.delete()
        raise
    with transaction.atomic():
        upload.job = jobs.order(kind.job, actor)
        upload.save(update_fields=["job"])
    return upload


def take_away_parts(upload: Upload) -> None:
    """The file itself; that it was brought is still known."""
    take_away(upload.parts.all(), PARTS_AT_ONCE)


def remove(upload: Upload) -> None:
    """The file and its work; whatever came of it stays."""
    take_away_parts(upload)
    job = upload.job
    upload.delete()
    if job is not None:
        job.delete()

"""Moving pictures of fights that may be watched: whether there is one, and how far it is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Final

from django.db.models import QuerySet
from django.db.models.functions import Length
from django.utils import timezone

from missions.models import Job, MovingPicture
from missions.replay.frames import Watched

KEPT: Final = timedelta(days=30)
"""One that is older is made anew when somebody wants it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PicturePage:
    """What there is of it."""

    job: Job | None
    """The work that makes it, or that failed; ``None`` where there is none to be told of."""
    size: int
    """Bytes; 0: it has not been made."""
    why_not: str = ""
    """Why whoever looks may not order it now, in a sentence."""

    @property
    def is_under_way(self) -> bool:
        return self.job is not None and not self.job.is_finished


def digest(watched: Watched) -> str:
    """Changes whenever what is to be seen on it does."""
    return sha256(repr((watched.record, watched.heading)).encode("utf-8", "backslashreplace")).hexdigest()


def of(watched: Watched) -> QuerySet[MovingPicture]:
    """The row of what is watched, if there is one: a fight has one for each pair of eyes."""
    return MovingPicture.objects.filter(**watched.fight._asdict(), audience=watched.audience or "")


def why_not_again(job: Job | None) -> str:
    """Why a stranger may not order it after ``job``, in a sentence; empty if he may."""
    if job is None or job.status != Job.Status.FAILED:
        return ""
    return "Whoever shares this replay may have it drawn once more."


def picture_page(watched: Watched, *, to_stranger: bool = False) -> PicturePage:
    """As whoever may watch it sees it, or somebody who has come by the address of a shared replay. One query."""
    found = of(watched).select_related("job").defer("content").annotate(size=Length("content")).first()
    if found is None:
        return PicturePage(job=None, size=0)
    if is_current(found, watched):
        return PicturePage(job=None, size=found.size)
    job = None if found.job is None or found.job.status == Job.Status.DONE else found.job
    return PicturePage(job=job, size=0, why_not=why_not_again(job) if to_stranger else "")


def is_current(found: MovingPicture, watched: Watched) -> bool:
    """It shows what is watched, and is not too old."""
    return found.digest == digest(watched) and found.made_at is not None and found.made_at > timezone.now() - KEPT

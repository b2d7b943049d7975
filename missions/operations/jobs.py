"""The life of a ``Job`` row: made, sent, begun, moved, ended, and sent again when its worker was lost.

The broker may lose a message or bring it twice; the row knows. ``resend_stuck`` looks for rows that have not
moved for ``JOB_STALE_SECONDS`` and wakes the workers again, so every task must be safe to run twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic, sleep
from uuid import UUID

from celery import signature
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from config.busy import OTHERS_TURN
from config.common.prepared import Prepared, uuid
from config.common.refusals import Refusal
from missions.models import Job, Mission

FLY = "fly"
SIMULATE = "simulate"
SKIRMISH = "skirmish"
PRINT = "print"
FORECAST = "forecast"
CAMPAIGN_ODDS = "campaign-odds"
ANALYSE = "analyse"
DEMO = "demo"
PICTURE = "picture"
ARRIVAL = "arrival"
CLUB_FILE = "club-file"
CLUB_ARRIVAL = "club-arrival"
TASKS = {
    FLY: "missions.tasks.fly",
    SIMULATE: "missions.tasks.simulate",
    SKIRMISH: "missions.tasks.fly_skirmish",
    PRINT: "missions.tasks.print_document",
    FORECAST: "missions.tasks.forecast",
    CAMPAIGN_ODDS: "missions.tasks.campaign_odds",
    DEMO: "demo.tasks.fill",
    ANALYSE: "missions.tasks.analyse",
    PICTURE: "missions.tasks.moving_picture",
    ARRIVAL: "missions.tasks.arrive",
    CLUB_FILE: "clubs.tasks.write_club",
    CLUB_ARRIVAL: "clubs.tasks.open_club",
}
"""The task that does each kind of job."""
MAX_ATTEMPTS = 20
"""A job whose worker was lost so often is not begun again."""
WRITES_A_SECOND = 4
LOST = "The work was interrupted again and again and has been given up. Try once more, or ask the umpire."
MESSAGE_LENGTH = 300
"""Of what a job says in the end."""
BROKEN = "Something went wrong inside the Ready Room. It has been noted; nothing was changed."


class Overtaken(Exception):
    """Another worker has begun the same job, or nobody wants it any more: it is not this one's to end."""


_OPEN = (Job.Status.QUEUED, Job.Status.RUNNING)


def order(kind: str, owner: User, *, mission: Mission | None = None, payload: Mapping[str, object] = {}) -> Job:
    """Make a job, part of an operation. A broker that is down costs a while, not the job: the sweep sends it again."""
    job = _made(kind, owner, mission, payload)
    transaction.on_commit(lambda: send(job), robust=True)
    return job


def order_here(kind: str, owner: User) -> Job:
    """The same of work that the calling process does itself, and at once: workers hear of it only if it gets lost."""
    return _made(kind, owner, None, {})


def _made(kind: str, owner: User, mission: Mission | None, payload: Mapping[str, object]) -> Job:
    now = timezone.now()
    return Job.objects.create(owner=owner, mission=mission, kind=kind, payload=dict(payload), sent_at=now, moved_at=now)


def begin(job_id: UUID) -> Job | None:
    """Mark the job as running and return it; ``None`` if it has ended or does not exist.

    A running job is begun again: its worker may be dead, and running twice does no harm.
    """
    now = timezone.now()
    begun = Job.objects.filter(pk=job_id, status__in=_OPEN).update(
        status=Job.Status.RUNNING, started_at=now, moved_at=now, done=0, attempts=F("attempts") + 1
    )
    if not begun:
        return None
    job = _WITH_ITS_MISSION.first(job=job_id)
    if job is None:
        return None
    if job.attempts > MAX_ATTEMPTS:
        fail(job_id, LOST)
        return None
    return job


_WITH_ITS_MISSION = Prepared(
    lambda: Job.objects.select_related("mission__campaign__pack", "owner").filter(pk=uuid("job")).order_by()
)


def progress(job_id: UUID, over: str = "") -> Callable[[int, int], None]:
    """A callback ``(done, total)`` that writes a few times a second at most, and nothing of what is done sooner.

    Call it outside transactions.

    With ``over``, a sentence, it refuses to go on once somebody has ended the job or deleted it.
    """
    last, written = monotonic(), 0

    def report(done: int, total: int) -> None:
        nonlocal last, written
        now = monotonic()
        if now - last >= 1 / WRITES_A_SECOND or 0 < written < done == total:
            last, written = now, done
            running = Job.objects.filter(pk=job_id, status=Job.Status.RUNNING)
            if not running.update(done=done, total=total, moved_at=timezone.now()) and over:
                raise Refusal(over)

    return report


@contextmanager
def step(job: Job) -> Iterator[None]:
    """A transaction of what this worker has to do, and no other; then it is others' turn. Raises ``Overtaken``."""
    with transaction.atomic():
        mine = Job.objects.select_for_update().filter(pk=job.pk, status=Job.Status.RUNNING, attempts=job.attempts)
        if not mine.exists():
            raise Overtaken
        yield
    if connection.vendor == "sqlite":
        sleep(OTHERS_TURN)


def finish(job_id: UUID, message: str) -> None:
    """End the job as done, and say so; one that was given up too early is done all the same."""
    now = timezone.now()
    Job.objects.filter(pk=job_id).exclude(status=Job.Status.DONE).update(
        status=Job.Status.DONE, message=message, moved_at=now, finished_at=now
    )


def finish_open(job_id: UUID, message: str) -> bool:
    """The same, part of the operation that does the job's work; ``False`` if the job has ended: it was given up."""
    now = timezone.now()
    return bool(
        Job.objects.filter(pk=job_id, status__in=_OPEN).update(
            status=Job.Status.DONE, message=message, moved_at=now, finished_at=now
        )
    )


def fail(job_id: UUID, sentence: str) -> None:
    """End the job as failed, unless it has ended; of a long ``sentence`` its beginning is kept."""
    now = timezone.now()
    Job.objects.filter(pk=job_id, status__in=_OPEN).update(
        status=Job.Status.FAILED, message=sentence[:MESSAGE_LENGTH], moved_at=now, finished_at=now
    )


def again(job_id: UUID) -> bool:
    """Order a failed job anew, part of an operation; ``False`` if it has not failed, or is gone."""
    now = timezone.now()
    failed = Job.objects.filter(pk=job_id, status=Job.Status.FAILED)
    if not failed.update(
        status=Job.Status.QUEUED, message="", done=0, attempts=0, sends=1, sent_at=now, moved_at=now, finished_at=None
    ):
        return False
    job = Job.objects.get(pk=job_id)
    transaction.on_commit(lambda: send(job), robust=True)
    return True


def send(job: Job) -> None:
    """Wake a worker for the job. The task goes by its name: tasks stand above the operations that make jobs."""
    signature(TASKS[job.kind], args=(str(job.pk),)).delay()


def resend_stuck() -> int:
    """Send again every open job that has not moved for a while; return how many.

    A queued job may only be waiting behind others: it is sent again more rarely. Yet not ever more rarely, or after a
    broker that was lost several times it would wait for minutes. A long queue makes few copies of itself all the same:
    who sends again stands in it, too, and does not where that takes a minute.
    """
    now = timezone.now()
    stale = timedelta(seconds=settings.JOB_STALE_SECONDS)
    count = 0
    # A clock that has been put back leaves what it has written in the future.
    unmoved = Q(moved_at__lt=now - stale) | Q(moved_at__gt=now + stale)
    for job in Job.objects.filter(unmoved, status__in=_OPEN).order_by("created_at"):
        patience = stale * min(job.sends, 2) if job.status == Job.Status.QUEUED else stale
        if now - patience < job.sent_at <= now + stale:
            continue
        # Another sweeper may have been quicker.
        if Job.objects.filter(pk=job.pk, sends=job.sends, status__in=_OPEN).update(sent_at=now, sends=F("sends") + 1):
            send(job)
            count += 1
    return count

"""How the house stands, in figures for whoever watches it: what waits, what failed, how full it is.

No figure names a person, a campaign or a club. Each is read by an index over what waits or failed, so that a look costs
no more on a site of many years.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from time import time
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from config import signs
from missions.models import Job
from missions.operations import jobs
from notices.models import Delivery, Happening, Wishes
from office.selectors import failures
from upkeep.archives import shelf

_OPEN: Final = (Job.Status.QUEUED, Job.Status.RUNNING)
_FAILED: Final = Job.Status.FAILED


def gauge(name: str, what: str, labels: tuple[str, ...] = ()) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"ready_room_{name}", what, labels=labels)


def _age(since: datetime | None) -> float:
    """Seconds since then; 0 of nothing."""
    return max(0.0, (timezone.now() - since).total_seconds()) if since else 0.0


def of_jobs() -> Iterator[GaugeMetricFamily]:
    """Background work, by kind and state, and the longest wait in seconds."""
    count = gauge("jobs", "Jobs that wait, are being done, or have failed.", ("kind", "state"))
    oldest = gauge(
        "job_oldest_seconds", "Since the longest waiting job was ordered, or the longest running.", ("state",)
    )
    rows = Job.objects.filter(status__in=(*_OPEN, _FAILED)).order_by().values_list("kind", "status")
    found = {(kind, state): (many, since) for kind, state, many, since in rows.annotate(Count("pk"), Min("created_at"))}
    for state in (*_OPEN, _FAILED):
        for kind in jobs.TASKS:
            many, _ = found.get((kind, state), (0, None))
            count.add_metric((kind, state), many)
    for state in _OPEN:
        since = [at for (_, each), (_, at) in found.items() if each == state and at]
        oldest.add_metric((state,), _age(min(since, default=None)))
    yield count
    yield oldest


def of_notices() -> Iterator[GaugeMetricFamily]:
    """What people have not been told yet, by each way."""
    untold = gauge("happenings_untold", "Happenings of which nobody has been told yet.")
    oldest = gauge("happening_oldest_seconds", "Since the first of them.")
    told = Happening.objects.filter(told_at=None).aggregate(many=Count("pk"), since=Min("at"))
    untold.add_metric((), told["many"])
    oldest.add_metric((), _age(told["since"]))
    sent = gauge("deliveries", "Deliveries to webhooks that wait, or were given up.", ("state",))
    overdue = gauge("delivery_overdue_seconds", "Since the first of those that wait was to be tried.")
    states = (Delivery.Status.WAITING, Delivery.Status.FAILED)
    rows = Delivery.objects.filter(status__in=states).order_by().values_list("status")
    found = {state: (many, since) for state, many, since in rows.annotate(Count("pk"), Min("next_at"))}
    for state in states:
        sent.add_metric((state,), found.get(state, (0, None))[0])
    overdue.add_metric((), _age(found.get(Delivery.Status.WAITING, (0, None))[1]))
    due = gauge("letters_due", "People to whom an e-mail is due, or who are to be looked at for one.")
    due.add_metric((), Wishes.objects.filter(mail_at__lte=timezone.now()).count())
    refused = gauge("letters_refused", "People whose last e-mail was refused for good.")
    refused.add_metric((), failures.refused_letters().count())
    yield from (untold, oldest, sent, overdue, due, refused)


def of_the_database() -> Iterator[GaugeMetricFamily]:
    """Its size in bytes, of SQLite with what waits in its log."""
    size = gauge("database_bytes", "How large the database is.")
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            size.add_metric((), cursor.fetchone()[0])
    else:
        name = str(connection.settings_dict["NAME"])
        files = [Path(f"{name}{ending}") for ending in ("", "-wal")]
        size.add_metric((), sum(os.path.getsize(each) for each in files if each.is_file()))
    yield size


def of_the_machine() -> Iterator[GaugeMetricFamily]:
    """The disk in bytes; in seconds, since when nobody has heard of worker and clock, and since the newest backup."""
    disk = shutil.disk_usage(settings.DATA_DIR)
    free = gauge("disk_free_bytes", "Free where the data folder lies.")
    free.add_metric((), disk.free)
    whole = gauge("disk_bytes", "As much as that disk holds.")
    whole.add_metric((), disk.total)
    signed = gauge(
        "sign_of_life_seconds", "Since a worker, or the clock, was last heard of; none: not lately.", ("of",)
    )
    for kind in signs.KINDS:
        if (at := signs.last(kind)) is not None:
            signed.add_metric((kind,), max(0.0, time() - at))
    backed_up = gauge(
        "backup_age_seconds", "Since the newest backup in the folder of backups was made; none: no backup."
    )
    if made := shelf.on(Path(settings.BACKUP_FOLDER)).values():
        backed_up.add_metric((), _age(max(made)))
    yield from (free, whole, signed, backed_up)


PARTS: Final[tuple[Callable[[], Iterable[GaugeMetricFamily]], ...]] = (of_jobs, of_notices, of_the_database)


class House(Collector):
    """All of it, as Prometheus asks. A database that is away leaves its figures out, and says so."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        is_up = gauge("database_up", "Whether the database answers.")
        try:
            found = [figure for part in PARTS for figure in part()]
        except DatabaseError:
            found = []
        is_up.add_metric((), bool(found))
        yield from (is_up, *found, *of_the_machine())

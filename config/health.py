"""`/healthz`: what the launcher, load balancers and watchdogs ask.

Each part is looked at in a thread of its own, so that one that hangs is said to, and neither the answer nor the other
parts wait for it.
"""

from __future__ import annotations

import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from threading import Lock, Thread
from time import monotonic
from typing import Final
from urllib.request import pathname2url

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import Redis

from config import schema, signs
from config.caches import QUICK

PATIENCE: Final = 1.5
"""Seconds for all parts together."""
LOCK_PATIENCE: Final = 0.75
"""Seconds for SQLite's lock; no transaction of ours holds it so long."""
LEAST_FREE: Final = 32 * 2**20
"""Bytes that have to be free in the data folder: a database writes beside itself before it writes into itself."""
GRACE: Final = 90.0
"""Seconds after this web server's start within which workers may be starting, too."""
STARTED: Final = monotonic()

logger = logging.getLogger(__name__)


class Unwell(Exception):
    """A part does not do its work; the text says in what."""


def database_folder_file(is_locked_by_us: bool) -> None:
    """SQLite: there, whole, of this code, and free to be written to."""
    name = connection.settings_dict["NAME"]
    address = f"file:{pathname2url(str(name))}?mode=rw"
    try:
        with closing(sqlite3.connect(address, uri=True, timeout=LOCK_PATIENCE, isolation_level=None)) as file:
            look_into(file, is_locked_by_us)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname == "SQLITE_BUSY":
            raise Unwell("it is locked by another program") from None
        raise


def look_into(file: sqlite3.Connection, is_locked_by_us: bool) -> None:
    """Whether the house could read and write there. Raises ``Unwell``, and SQLite’s ``OperationalError`` of a busy
    file."""
    if file.execute("SELECT 1 FROM sqlite_master WHERE name = 'django_migrations'").fetchone() is None:
        raise Unwell("it is empty; run manage.py prepare")
    compare(frozenset(file.execute("SELECT app, name FROM django_migrations")))
    if not is_locked_by_us:
        file.execute("BEGIN IMMEDIATE")
        file.execute("ROLLBACK")


def database_server() -> None:
    """PostgreSQL: answers, and is of this code."""
    try:
        compare(schema.applied())
    finally:
        connection.close()


def compare(applied: schema.Names) -> None:
    if lacking := schema.missing(applied):
        raise Unwell(f"{lacking[0]} has not been applied; run manage.py prepare")
    if found := schema.unknown(applied):
        raise Unwell(f"it is newer than this code, which does not know {found[0]}")


def redis_answers() -> None:
    with closing(Redis.from_url(settings.REDIS_CLIENT_URL, **QUICK)) as client:
        client.ping()


def disk() -> None:
    """The data folder can be written to, and has room."""
    free = shutil.disk_usage(settings.DATA_DIR).free
    if free < LEAST_FREE:
        raise Unwell(f"only {free // 2**20} MB are free for the data folder")
    with tempfile.TemporaryFile(dir=settings.DATA_DIR) as file:
        file.write(b"\0" * 4096)
        file.flush()


def worker() -> None:
    if not signs.is_fresh("worker"):
        raise Unwell(f"none has been heard of for {signs.LASTS} seconds")


def clock() -> None:
    if not signs.is_fresh("clock"):
        raise Unwell(f"Celery's beat has not been heard of for {signs.LASTS} seconds")


class Look:
    """One look at one part. It goes on, and is not begun again, where the part does not answer."""

    under_way: dict[str, Look] = {}
    lock = Lock()

    def __init__(self, part: str, check: Callable[[], None]) -> None:
        self.part, self.check = part, check
        self.found = ""
        self.thread = Thread(target=self._look, name=f"healthz {part}", daemon=True)

    @classmethod
    def at(cls, part: str, check: Callable[[], None]) -> Look:
        with cls.lock:
            look = cls.under_way.get(part)
            if look is None or not look.thread.is_alive():
                look = cls.under_way[part] = cls(part, check)
                look.thread.start()
            return look

    def _look(self) -> None:
        try:
            self.check()
        except Unwell as problem:
            self.found = str(problem)
        except Exception as problem:  # anybody may ask: addresses and paths stand in the log only
            logger.error("/healthz, %s: %s", self.part, problem)
            self.found = f"it fails ({type(problem).__name__}); the log says more"

    def outcome(self, deadline: float) -> str:
        self.thread.join(max(0.0, deadline - monotonic()))
        return f"no answer within {PATIENCE} seconds" if self.thread.is_alive() else self.found


def asked_within_a_transaction() -> bool:
    """Who asks holds the lock, as a test does. A server asks outside."""
    return connection.in_atomic_block


def parts() -> dict[str, Callable[[], None]]:
    """What this installation is made of, each with a way to look at it."""
    by_us = asked_within_a_transaction()
    of_database = (lambda: database_folder_file(by_us)) if connection.vendor == "sqlite" else database_server
    found = {"database": of_database, "disk": disk}
    if settings.REDIS_URL:
        found["redis"] = redis_answers
    if monotonic() - STARTED > GRACE:
        found |= {"worker": worker, "clock": clock}
    return found


@login_not_required
@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """200 and ``ok``, or 503 and a line for each part that fails."""
    deadline = monotonic() + PATIENCE
    looks = {part: Look.at(part, check) for part, check in parts().items()}
    lines = [f"{part}: {found}" for part, look in looks.items() if (found := look.outcome(deadline))]
    return HttpResponse("\n".join(lines or ["ok"]) + "\n", status=503 if lines else 200, content_type="text/plain")

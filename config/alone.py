"""What only one process of an installation does at a time, on whichever machine: keep the clock, bring it up to date.

Of several clocks whoever holds the lock sends; the others wait, and one of them takes over. On PostgreSQL the lock is
one of its advisory locks, which falls when the holder's connection does: with its process, or some seconds after its
machine or the network between. On SQLite, which is one machine's, a locked file is enough.
"""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Protocol

from django.db import Error, connection
from django.db.backends.base.base import BaseDatabaseWrapper

CLOCK: Final = 7_245_001
PREPARING: Final = 7_245_002
"""Numbers of advisory locks: ours alone in our database."""
KEPT_ALIVE: Final = "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3"
"""So that PostgreSQL learns within half a minute that the holder's machine is gone."""

logger = logging.getLogger(__name__)


class Lock(Protocol):
    def is_mine(self) -> bool:
        """Whether this process holds it, taking it if nobody does. Asked before each message."""

    def let_go(self) -> None: ...


class FileLock:
    def __init__(self, path: Path) -> None:
        self.path, self._open = path, -1

    def is_mine(self) -> bool:
        if self._open >= 0:
            return True
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        self._open = descriptor
        return True

    def let_go(self) -> None:
        if self._open >= 0:
            os.close(self._open)
            self._open = -1


class DatabaseLock:
    """On a connection of its own, which lives as long as the lock is held."""

    def __init__(self) -> None:
        self._held_by: BaseDatabaseWrapper | None = None

    def is_mine(self) -> bool:
        if self._held_by is not None:
            try:
                with self._held_by.cursor() as cursor:
                    cursor.execute("SELECT 1")
                return True
            except Error as problem:
                logger.warning("the clock has lost its lock: %s", problem)
                self.let_go()
        return self._take()

    def _take(self) -> bool:
        own = connection.copy()
        try:
            with own.cursor() as cursor:
                cursor.execute(KEPT_ALIVE)
                cursor.execute("SELECT pg_try_advisory_lock(%s)", [CLOCK])
                if cursor.fetchone()[0]:
                    self._held_by = own
                    return True
        except Error as problem:
            logger.warning("the clock cannot ask for its lock: %s", problem)
        _close(own)
        return False

    def let_go(self) -> None:
        if self._held_by is not None:
            _close(self._held_by)
            self._held_by = None


def _close(wrapper: BaseDatabaseWrapper) -> None:
    with suppress(Error):
        wrapper.close()


def lock(beside: Path) -> Lock:
    """The lock of this installation; that of a file lies beside the clock's own file."""
    return DatabaseLock() if connection.vendor == "postgresql" else FileLock(beside.with_name(beside.name + ".lock"))


@contextmanager
def holding(path: Path) -> Iterator[None]:
    """Wait for whoever else on this machine holds the file, and keep others out."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def preparing(beside: Path) -> Iterator[None]:
    """Wait for whoever else brings the installation up to date, here or on another machine, and keep others out."""
    with holding(beside):
        if connection.vendor != "postgresql":
            yield
            return
        own = connection.copy()
        try:
            with own.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_lock(%s)", [PREPARING])
            yield
        finally:
            _close(own)

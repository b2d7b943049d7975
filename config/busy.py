"""What somebody gets while the database takes no writing, or is away: a sentence, and another try."""

from __future__ import annotations

import errno
import logging
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import defaults

from config.security import Handler

RETRY_AFTER: Final = 20
"""Seconds that a client is asked to wait."""
OTHERS_TURN: Final = 0.05
"""Seconds between two transactions of long work, in which others write. Who waits for SQLite's lock looks at it now and
then, and would hardly ever find it free between two that follow each other at once."""
SECRETS: Final = ("password", "oldpassword", "code", "credential")
"""Beginnings of the names of fields that are not written into a page."""
LOCKED: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
NO_WRITING: Final = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}
AWAY: Final = ("08", "57P", "55P03", "53300")
"""Beginnings of PostgreSQL's codes: no connection, shutting down, a lock waited for too long, too many connections."""
TAKES_NO_WRITING: Final = ("25006", "53100", "58030")
"""The same: read only, its disk is full, or cannot be written to."""
NO_ROOM: Final = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}

logger = logging.getLogger(__name__)


def passes(error: BaseException) -> bool:
    """Whether the error says nothing of what was asked, only that the database has no time for it, or is away."""
    if isinstance(error, InterfaceError) or is_for_want_of_room(error):
        return True
    if not isinstance(error, OperationalError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return cause.sqlite_errorcode & 0xFF in LOCKED
    code = getattr(cause, "sqlstate", None)
    return code is None or code.startswith(AWAY)


def is_for_want_of_room(error: BaseException) -> bool:
    """Whether nothing can be written down here: the disk is full, or the database may only be read.

    It passes once somebody has made room: until then what is asked is not refused for good.
    """
    if isinstance(error, OSError):
        return error.errno in NO_ROOM
    if not isinstance(error, DatabaseError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in NO_WRITING
    return (getattr(cause, "sqlstate", None) or "").startswith(TAKES_NO_WRITING)


class Patience:
    """Middleware: a page that could not be, for want of the database, is 503 and says so. Nothing was changed.

    What was sent stands in that page, to be sent again: whoever has told a mission's result has tapped for ten minutes.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not passes(error):
            return None
        logger.error("%s %s: the database has no time for it: %s", request.method, request.path, error)
        return too_busy(request, is_for_want_of_room(error))


def too_busy(request: HttpRequest, for_want_of_room: bool) -> HttpResponse:
    """The page with another try; for a part of a page, a sentence on it, where everything typed still stands."""
    if "HX-Request" in request.headers:
        response = render(request, "503.html#alert", {"for_want_of_room": for_want_of_room}, status=503)
        response["HX-Retarget"], response["HX-Reswap"] = "#alert", "innerHTML" if request.method == "POST" else "none"
    else:
        response = _page(request, for_want_of_room)
    response["Retry-After"] = str(RETRY_AFTER)
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler of what nobody has caught; what passes gets its sentence where a middleware has met it, too."""
    error = sys.exc_info()[1]
    if error is None or not passes(error):
        return defaults.server_error(request)
    return too_busy(request, is_for_want_of_room(error))


def _page(request: HttpRequest, for_want_of_room: bool) -> HttpResponse:
    sent, is_whole = [], True
    if request.method == "POST":
        is_whole = not request.FILES and not any(name.startswith(SECRETS) for name in request.POST)
        if is_whole:
            sent = [
                (name, value)
                for name, values in request.POST.lists()
                if name != "csrfmiddlewaretoken"
                for value in values
            ]
    again = request.method == "POST" and is_whole
    page = {"sent": sent, "again": again, "address": request.get_full_path(), "for_want_of_room": for_want_of_room}
    return render(request, "503.html", page, status=503)


@contextmanager
def without_waiting() -> Iterator[None]:
    """For what a page writes only for its own convenience: SQLite refuses at once where it would wait for its lock."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        waits = cursor.fetchone()[0]
        cursor.execute("PRAGMA busy_timeout = 0")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {waits}")


@contextmanager
def if_free() -> Iterator[None]:
    """The same, and left undone where the database is busy or away: the page goes without it."""
    try:
        with without_waiting():
            yield
    except DatabaseError as error:
        if not passes(error):
            raise

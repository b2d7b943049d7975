"""What somebody gets while the database takes no writing, or is away: a sentence, and another try."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.security import Handler

RETRY_AFTER: Final = 20
"""Seconds that a client is asked to wait."""
SECRETS: Final = ("password", "oldpassword", "code", "credential")
"""Beginnings of the names of fields that are not written into a page."""
LOCKED: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
AWAY: Final = ("08", "57P", "55P03", "53300")
"""Beginnings of PostgreSQL's codes: no connection, shutting down, a lock waited for too long, too many connections."""

logger = logging.getLogger(__name__)


def passes(error: BaseException) -> bool:
    """Whether the error says nothing of what was asked, only that the database has no time for it, or is away."""
    if isinstance(error, InterfaceError):
        return True
    if not isinstance(error, OperationalError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return cause.sqlite_errorcode & 0xFF in LOCKED
    code = getattr(cause, "sqlstate", None)
    return code is None or code.startswith(AWAY)


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
        return too_busy(request)


def too_busy(request: HttpRequest) -> HttpResponse:
    """The page with another try; for a part of a page, a sentence on it, where everything typed still stands."""
    if "HX-Request" in request.headers:
        response = render(request, "503.html#alert", {}, status=503)
        response["HX-Retarget"], response["HX-Reswap"] = "#alert", "innerHTML" if request.method == "POST" else "none"
    else:
        response = _page(request)
    response["Retry-After"] = str(RETRY_AFTER)
    return response


def _page(request: HttpRequest) -> HttpResponse:
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
    page = {"sent": sent, "again": request.method == "POST" and is_whole, "address": request.get_full_path()}
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
    except OperationalError as error:
        if not passes(error):
            raise

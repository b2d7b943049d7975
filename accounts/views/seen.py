"""Whoever comes to a page is seen there."""

from __future__ import annotations

from contextlib import suppress

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from accounts.operations.seen import note_seen
from config.security import Handler


def note_who_is_here(get_response: Handler) -> Handler:
    """Once the page is made, note whom it was made for; no query but once a day.

    A page that does not ask who looks at it notes nobody, and a busy database fails nothing by it.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        user = getattr(request, "_cached_user", None)
        if user is not None and user.is_authenticated:
            with suppress(DatabaseError):
                note_seen(user)
        return response

    return middleware

"""Whoever comes to a page is seen there."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.db import DatabaseError
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.operations.seen import note_seen
from config.security import Handler

SEEN = "seen"
"""The day on which it was last known of a session that somebody was here."""


def note_who_is_here(get_response: Handler) -> Handler:
    """Once the page is made, note whom it was made for; no query but once a day and session.

    A page that does not ask who looks at it notes nobody, and a busy database fails nothing by it. The time of the last
    sign-in is left alone: links to a new password end with it.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        user = getattr(request, "_cached_user", None)
        now = timezone.now()
        if user is not None and user.is_authenticated and request.session.get(SEEN) != _day(now):
            with suppress(DatabaseError):
                note_seen(user, now)
                request.session[SEEN] = _day(now)
        return response

    return middleware


@receiver(user_logged_in)
def who_signs_in_is_here(request: HttpRequest, **about: Any) -> None:
    """Django writes down when somebody signs in."""
    request.session[SEEN] = _day(timezone.now())


def _day(at: datetime) -> str:
    return at.date().isoformat()

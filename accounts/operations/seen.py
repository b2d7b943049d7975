"""When somebody was here last, to the day: others may ask for what belongs to who has been gone for months."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.contrib.auth.models import User
from django.utils import timezone

ANEW: Final = timedelta(days=1)


def note_seen(user: User) -> None:
    """Nothing happens within a day of the last time: a sign-in of ninety days is written down once a day at most."""
    now = timezone.now()
    if user.last_login is None or user.last_login <= now - ANEW:
        User.objects.filter(pk=user.pk).update(last_login=now)

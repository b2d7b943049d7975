"""When somebody was here last, to the day: others may ask for what belongs to who has been gone for months."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import User

from accounts.models import LastSeen


def note_seen(user: User, at: datetime) -> None:
    """They are here now."""
    LastSeen.objects.update_or_create(user=user, defaults={"at": at})

"""By whose clock somebody is told times, beside the club's."""

from __future__ import annotations

from datetime import datetime

from clubs.models import OwnClock
from config.common import clock


def own_zone(user_id: int) -> str:
    """The time zone in which somebody lives; empty if they have not said. One query."""
    return OwnClock.objects.filter(user=user_id).values_list("time_zone", flat=True).first() or ""


def told_there(begins: datetime, ends: datetime | None, zone: str, own: str) -> str:
    """A time by somebody's own clock; empty where that shows the same as the club's in ``zone``. No query."""
    if not own or clock.local(begins, own).utcoffset() == clock.local(begins, zone).utcoffset():
        return ""
    return clock.when(begins, ends, own)

"""When club nights are, and which are over."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet

from clubs.models import Night

MOST_COMING = 100
"""Nights that a club may have announced at once."""
REMINDED = timedelta(days=1)
"""How long before a night its members are reminded."""
USUAL_LENGTH = timedelta(hours=6)
"""After which a night is over that has no end."""


def not_over(now: datetime) -> QuerySet[Night]:
    """Nights that are to come, or going on."""
    return Night.objects.filter(Q(ends_at__gt=now) | Q(ends_at=None, begins_at__gt=now - USUAL_LENGTH))


def is_over(night: Night, now: datetime) -> bool:
    """The same of one."""
    return now >= (night.ends_at or night.begins_at + USUAL_LENGTH)


def to_remind(now: datetime) -> QuerySet[Night]:
    """Nights that begin within a day, and were announced before that."""
    soon = not_over(now).filter(cancelled_at=None, begins_at__gt=now, begins_at__lte=now + REMINDED)
    return soon.exclude(made_at__gt=F("begins_at") - REMINDED)

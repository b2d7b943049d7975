"""When club nights are, and which are over."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet

from clubs.models import Membership, Night
from config.common.prepared import Given
from notices.models import Happening

MOST_COMING = 100
"""Nights that a club may have announced at once."""
REMINDED = timedelta(days=1)
"""How long before a night its members are reminded who wish nothing else."""
REMINDERS = {
    0: "Never",
    2: "Two hours before",
    6: "Six hours before",
    24: "A day before",
    48: "Two days before",
    168: "A week before",
}
"""What a member may wish instead, by hours."""
REMINDER = "night-soon"
"""The kind of happening."""
USUAL_LENGTH = timedelta(hours=6)
"""After which a night is over that has no end."""


def not_over(now: datetime) -> QuerySet[Night]:
    """Nights that are to come, or going on."""
    return going_on(now, now - USUAL_LENGTH)


def going_on(now: datetime | Given, since: datetime | Given) -> QuerySet[Night]:
    """The same; ``since``: after when a night must have begun that has no end."""
    return Night.objects.filter(Q(ends_at__gt=now) | Q(ends_at=None, begins_at__gt=since))


def is_over(night: Night, now: datetime) -> bool:
    """The same of one."""
    return now >= (night.ends_at or night.begins_at + USUAL_LENGTH)


def later_of(night: Night) -> QuerySet[Night]:
    """The nights of its series that come after it and are not called off; none of one that is by itself."""
    if night.series is None:
        return Night.objects.none()
    later = Night.objects.filter(club=night.club_id, series=night.series, begins_at__gt=night.begins_at)
    return later.filter(cancelled_at=None).order_by("begins_at", "pk")


def of_series(night: Night) -> QuerySet[Night]:
    """The night and all others of its series."""
    if night.series is None:
        return Night.objects.filter(pk=night.pk)
    return Night.objects.filter(club=night.club_id, series=night.series)


def to_remind(now: datetime) -> QuerySet[Night]:
    """Nights that begin within a day, and were announced before that."""
    soon = not_over(now).filter(
        cancelled_at=None, begins_at__gt=now, begins_at__lte=now + REMINDED, club__archived_at=None
    )
    return soon.exclude(made_at__gt=F("begins_at") - REMINDED)


def wishes_due(now: datetime) -> Iterator[tuple[Night, Membership]]:
    """Who is to be reminded of which night now, of those who wish it at a time of their own. Three queries.

    Not of nights that were announced after that time, and nobody who has been reminded.
    """
    soon = not_over(now).filter(
        cancelled_at=None,
        begins_at__gt=now,
        begins_at__lte=now + timedelta(hours=max(REMINDERS)),
        club__archived_at=None,
    )
    nights = list(soon.order_by("begins_at", "pk"))
    wishing = Membership.objects.filter(club__in={night.club_id for night in nights}, remind_hours__gt=0)
    due = {}
    for member in wishing.select_related("user").order_by("pk") if nights else ():
        for night in nights:
            at = night.begins_at - timedelta(hours=member.remind_hours or 0)
            if night.club_id == member.club_id and night.made_at <= at <= now:
                due[f"{REMINDER} {reminder_of(night, member.user_id)}"] = (night, member)
    clubs = {night.club_id for night, _ in due.values()}
    told = Happening.objects.filter(
        kind=REMINDER, club__in=clubs, person__isnull=False, at__gte=now - timedelta(hours=max(REMINDERS))
    )
    for key in due.keys() - set(told.values_list("key", flat=True) if due else ()):
        yield due[key]


def reminder_of(night: Night, user_id: int) -> str:
    """By which one member's reminder of a night is known, as long as it begins at the same time."""
    return f"{night.pk} {night.begins_at:%Y%m%dT%H%M} {user_id}"

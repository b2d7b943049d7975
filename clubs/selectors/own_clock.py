"""By whose clock somebody is told times: beside the club's on pages, by their own where it is said to them alone."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Subquery

from clubs.models import OwnClock
from config.common import clock
from config.common.prepared import Given, Prepared, number


def own_zone(user_id: int) -> str:
    """The time zone in which somebody lives; empty if they have not said. One query."""
    found = _ZONE.first(user=user_id)
    return found[0] if found else ""


_ZONE = Prepared(lambda: OwnClock.objects.filter(user=number("user")).values_list("time_zone"))


def own_zone_in(user_id: int | Given) -> Subquery:
    """The same as a part of a query that is made anyway; ``None`` if they have not said."""
    return Subquery(OwnClock.objects.filter(user=user_id).values("time_zone")[:1])


def told_there(begins: datetime, ends: datetime | None, zone: str, own: str) -> str:
    """A time by somebody's own clock; empty where that shows the same as the club's in ``zone``. No query."""
    return clock.when(begins, ends, own) if _differs(begins, zone, own) else ""


def both(at: datetime, zone: str, own: str) -> str:
    """A moment by the clock in ``zone``, and in brackets by one's own where that shows another hour. No query."""
    there = told_there(at, None, zone, own)
    return clock.when(at, None, zone) + (f" (by your clock {there})" if there else "")


def both_in_short(at: datetime, zone: str, own: str) -> str:
    """The same in short: ``Thu 26 Nov, 19:30 GMT (by your clock Fri 27 Nov, 04:30 JST)``. No query."""
    return clock.short(at, zone) + (f" (by your clock {clock.short(at, own)})" if _differs(at, zone, own) else "")


def zone_told_to(user_id: int, zone: str) -> str:
    """Whose clock a sentence to somebody alone goes by: their own, or else the one in ``zone``. One query."""
    return own_zone(user_id) or zone


def _differs(at: datetime, zone: str, own: str) -> bool:
    return bool(own) and clock.local(at, own).utcoffset() != clock.local(at, zone).utcoffset()

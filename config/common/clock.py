"""Times of a club: said by the clock on its wall, kept as moments."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from config.common.refusals import Refusal


def moment(local: datetime, zone: str, field: str = "") -> datetime:
    """The moment at which a clock in ``zone`` shows ``local`` (naive), in UTC; of two such moments the first.

    Raises ``Refusal`` for a time that the clocks leave out when they are put forward, and for one at the edge of all
    calendars.
    """
    try:
        at = local.replace(tzinfo=ZoneInfo(zone), fold=0).astimezone(UTC)
        shown = at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    except OverflowError:
        raise Refusal("Choose a day of this century.", field) from None
    if shown != local:
        raise Refusal(
            f"There is no {local:%H:%M} on {day(local)} in {zone}: the clocks are put forward then. "
            "Choose a time before or after.",
            field,
        )
    return at


def comes_twice(local: datetime, zone: str) -> bool:
    """Whether a clock in ``zone`` shows ``local`` (naive) twice, because it is put back."""
    zoned = local.replace(tzinfo=ZoneInfo(zone))
    first, second = zoned.replace(fold=0).utcoffset(), zoned.replace(fold=1).utcoffset()
    # Of a time that is left out the offsets differ too, the other way round.
    return first is not None and second is not None and second < first


def local(at: datetime, zone: str) -> datetime:
    """The moment as a clock in ``zone`` shows it."""
    return at.astimezone(ZoneInfo(zone))


def day(at: datetime) -> str:
    """Thursday 26 November 2026."""
    return f"{at:%A} {at.day} {at:%B %Y}"


def when(begins: datetime, ends: datetime | None, zone: str) -> str:
    """Thursday 26 November 2026, 19:30 to 23:00 GMT; an end by an earlier hour is of the next day."""
    first = local(begins, zone)
    if ends is None:
        return f"{day(first)}, {first:%H:%M %Z}"
    last = local(ends, zone)
    if first.utcoffset() != last.utcoffset():
        return f"{day(first)}, {first:%H:%M %Z} to {last:%H:%M %Z}"
    return f"{day(first)}, {first:%H:%M} to {last:%H:%M %Z}"


def short(at: datetime, zone: str) -> str:
    """Thu 26 Nov, 19:30 GMT."""
    here = local(at, zone)
    return f"{here:%a} {here.day} {here:%b}, {here:%H:%M %Z}"


def stamp(at: datetime) -> str:
    """A moment as Discord takes it, which shows each reader the time of their own device."""
    return f"<t:{int(at.timestamp())}:f>"


def how_long(until: datetime, now: datetime) -> str:
    """``in 3 days``, ``in 5 hours``, ``in 20 minutes``; for a moment to come."""
    minutes = max(1, round((until - now).total_seconds() / 60))
    for unit, size in (("week", 7 * 24 * 60), ("day", 24 * 60), ("hour", 60), ("minute", 1)):
        # Two of a unit at least, so that what is rounded is a small part of it.
        if minutes >= 2 * size or size == 1:
            count = round(minutes / size)
            return f"in {count} {unit}{'s' if count > 1 else ''}"
    raise AssertionError("minutes always fit")

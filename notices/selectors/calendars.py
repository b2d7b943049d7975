"""Calendars: nights of a club and deadlines of campaigns, as programs on phones and desks subscribe to them.

Times are in UTC, which every program shows by its own clock. What a calendar shows every member may know: when orders
and results are due, never what they say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from icalendar import Alarm, Calendar, Event

from campaigns.models import Campaign, Seat
from clubs.models import Membership, Night, Rsvp
from clubs.selectors.night_times import USUAL_LENGTH
from config.common.absolute_urls import absolute
from missions.models import Mission, Submission

PAST = timedelta(days=90)
"""So long a calendar shows what is over."""
WARNED = {"night": timedelta(hours=3), "deadline": timedelta(days=1)}
"""How long before it an alarm rings."""
NOTES_LENGTH = 2000


def of_person(user: User) -> bytes:
    """Everything of one person: the nights of their clubs, and when orders and results are due in campaigns that they
    have a part in. Five queries."""
    since = timezone.now() - PAST
    events = [*_nights(user, since), *_orders(user, since), *_results(user, since)]
    return _calendar("Ready Room", events)


def of_night(night: Night, address: str) -> bytes:
    """One night, fetched with its club; ``address``: of its page."""
    return _calendar(night.club.name, [_night(night, address)])


def _calendar(title: str, events: Iterable[Event]) -> bytes:
    calendar = Calendar()
    calendar.add("prodid", "-//Ready Room//ready-room//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("name", _clean(title))
    calendar.add("x-wr-calname", _clean(title))
    calendar.add("refresh-interval", timedelta(hours=6), parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT6H")
    for event in events:
        calendar.add_component(event)
    content: bytes = calendar.to_ical()
    return content


def _nights(user: User, since: datetime) -> Iterator[Event]:
    clubs = Membership.objects.filter(user=user, club__archived_at=None).values("club_id")
    nights = Night.objects.filter(club__in=clubs, begins_at__gt=since).select_related("club")
    noes = Rsvp.objects.filter(user=user, night__begins_at__gt=since, answer=Rsvp.Answer.NO)
    absent = set(noes.values_list("night", flat=True))
    for night in nights:
        address = absolute(reverse("night", args=[night.club_id, night.pk]))
        yield _night(night, address, comes=night.pk not in absent)


def _night(night: Night, address: str, *, comes: bool = True) -> Event:
    event = _event(f"night-{night.pk}", f"{night.club.name}: {night.title}", night.begins_at, night.made_at, address)
    event.add("dtend", (night.ends_at or night.begins_at + USUAL_LENGTH).astimezone(UTC))
    event.add("sequence", night.revision)
    event.add("status", "CANCELLED" if night.cancelled_at else "CONFIRMED")
    event.add("transp", "OPAQUE" if comes and not night.cancelled_at else "TRANSPARENT")
    if night.place:
        event.add("location", _clean(night.place))
    event.add("description", _clean("\n\n".join(filter(None, (night.notes[:NOTES_LENGTH], address)))))
    if comes and not night.cancelled_at:
        _ring(event, "night", night.title)
    return event


def _part_of(user: User) -> QuerySet[Campaign]:
    """The campaigns that somebody plays in or umpires; those that they only read as a member of a club are left out."""
    seats = Seat.objects.held_by(user.pk).values("campaign")
    return Campaign.objects.filter(Q(owner=user) | Q(pk__in=seats), archived_at=None)


def _orders(user: User, since: datetime) -> Iterator[Event]:
    missions = Mission.objects.filter(
        campaign__in=_part_of(user), status=Mission.Status.PLANNING, opened_at=None, orders_due__gt=since
    )
    for mission in missions.select_related("campaign"):
        assert mission.orders_due is not None
        address = absolute(reverse("mission", args=[mission.campaign_id, mission.number]))
        what = f"orders due for mission {mission.number}"
        yield _deadline(f"orders-{mission.pk}", mission.campaign, what, mission.orders_due, address)


def _results(user: User, since: datetime) -> Iterator[Event]:
    open_ones = (Submission.Status.WAITING, Submission.Status.AGREED, Submission.Status.DISPUTED)
    results = Submission.objects.filter(mission__campaign__in=_part_of(user), status__in=open_ones, due_at__gt=since)
    for result in results.select_related("mission__campaign"):
        assert result.due_at is not None
        mission = result.mission
        address = absolute(reverse("mission-results", args=[mission.campaign_id, mission.number]))
        what = f"last day to answer the result of mission {mission.number}"
        yield _deadline(f"result-{result.pk}", mission.campaign, what, result.due_at, address)


def _deadline(uid: str, campaign: Campaign, what: str, due: datetime, address: str) -> Event:
    event = _event(uid, f"{campaign.name}: {what}", due, campaign.created_at, address)
    event.add("dtend", due.astimezone(UTC))
    event.add("transp", "TRANSPARENT")
    event.add("description", address)
    _ring(event, "deadline", what)
    return event


def _event(uid: str, title: str, begins: datetime, stamp: datetime, address: str) -> Event:
    event = Event()
    event.add("uid", f"{uid}@{urlsplit(settings.BASE_URL).hostname}")
    event.add("dtstamp", stamp.astimezone(UTC))
    event.add("summary", _clean(title))
    event.add("dtstart", begins.astimezone(UTC))
    event.add("url", address)
    return event


def _ring(event: Event, what: str, text: str) -> None:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", _clean(text))
    alarm.add("trigger", -WARNED[what])
    event.add_component(alarm)


def _clean(text: str) -> str:
    """Without the control characters that a calendar may not hold; line ends stay."""
    return "".join(each for each in text if each.isprintable() or each == "\n")

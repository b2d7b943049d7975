"""Calendars: what one person has to be at, for programs that know nothing but an address."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar, Event
from pytest_django import DjangoAssertNumQueries

from campaigns.models import Campaign
from clubs.models import Night
from clubs.operations import clubs, nights
from missions.models import Mission, Submission
from missions.operations import orders
from notices.operations import inbox
from notices.selectors import calendars
from tests import make
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def address(user: object) -> str:
    return reverse("calendar", args=[inbox.wishes_of(user).calendar])  # type: ignore[arg-type]


def events(content: bytes) -> dict[str, Event]:
    """The events of a calendar by what they are called."""
    calendar = Calendar.from_ical(content)
    assert calendar["version"] == "2.0"
    assert calendar["prodid"]
    return {str(event["summary"]): event for event in calendar.events}


def due(campaign: Campaign, at: datetime) -> Mission:
    mission = make.drawn(campaign)
    Mission.objects.filter(pk=mission.pk).update(orders_due=at)
    return mission


@pytest.mark.portable
def test_it_shows_nights_and_deadlines_of_ones_own_clubs_and_campaigns_and_no_others(cast: Cast, client: Client):
    club, campaign = make.people_of(cast), make.club(cast)
    make.night(club, cast.owner, title="Malta evening")
    mission = due(campaign, timezone.now() + timedelta(days=2))
    shown = events(client.get(address(cast.axis)).content)
    assert set(shown) == {
        f"{club.name}: Malta evening",
        f"{campaign.name}: orders due for mission {mission.number}",
    }
    assert not events(client.get(address(cast.stranger)).content)


def test_a_night_keeps_its_place_in_the_calendar_when_it_is_changed_and_says_when_it_is_called_off(
    cast: Cast, client: Client
):
    club = make.people_of(cast)
    night = make.night(club, cast.owner, place="The Crown; upstairs, left")
    first = events(client.get(address(cast.axis)).content)[f"{club.name}: {night.title}"]
    assert (first.sequence, str(first["status"])) == (0, "CONFIRMED")
    assert first.start == night.begins_at.replace(second=0, microsecond=0).astimezone(UTC)
    assert str(first["location"]) == "The Crown; upstairs, left"
    assert len(first.walk("VALARM")) == 1
    nights.cancel(actor=cast.owner, night=night)
    again = events(client.get(address(cast.axis)).content)[f"{club.name}: {night.title}"]
    assert again["uid"] == first["uid"]
    assert str(again["status"]) == "CANCELLED"
    assert again.sequence > 0
    assert not again.walk("VALARM")


def test_no_alarm_rings_for_a_night_that_one_does_not_come_to(cast: Cast, client: Client):
    club = make.people_of(cast)
    night = make.night(club, cast.owner)
    nights.answer(actor=cast.axis, night=night, answer="no")
    mine = events(client.get(address(cast.axis)).content)[f"{club.name}: {night.title}"]
    theirs = events(client.get(address(cast.allied)).content)[f"{club.name}: {night.title}"]
    assert not mine.walk("VALARM")
    assert str(mine["transp"]) == "TRANSPARENT"
    assert theirs.walk("VALARM")


def test_one_night_is_a_calendar_of_its_own(cast: Cast):
    night = make.night(make.people_of(cast), cast.owner)
    found = Night.objects.select_related("club").get(pk=night.pk)
    content = calendars.of_night(found, "https://example.org/night")
    assert [str(event["url"]) for event in events(content).values()] == ["https://example.org/night"]


def test_orders_that_are_open_and_results_that_are_settled_are_due_no_more(cast: Cast, client: Client):
    campaign = make.confirmed(make.club(cast), hours=24)
    mission = make.planned(campaign)
    Mission.objects.filter(pk=mission.pk).update(orders_due=timezone.now() + timedelta(days=2))
    assert not events(client.get(address(cast.axis)).content)
    orders.open_orders(mission=mission, actor=cast.owner)
    mission.refresh_from_db()
    result = make.told(mission, cast.allied)
    assert set(events(client.get(address(cast.axis)).content)) == {
        f"{campaign.name}: last day to answer the result of mission {mission.number}"
    }
    Submission.objects.filter(pk=result.pk).update(status=Submission.Status.APPROVED)
    assert not events(client.get(address(cast.axis)).content)


def test_names_and_notes_write_no_lines_of_their_own(cast: Cast, client: Client):
    club = make.people_of(cast, name="Evil; club, \\n")
    make.night(club, cast.owner, title="Night", notes="One\r\nEND:VEVENT\r\nBEGIN:VEVENT\x0b\x07", place="a\nATTACH:x")
    content = client.get(address(cast.axis)).content
    assert content.count(b"\r\nBEGIN:VEVENT\r\n") == 1
    assert b"\r\nATTACH" not in content
    assert b"\x07" not in content
    assert len(events(content)) == 1


def test_nobody_signs_in_and_a_program_that_has_it_gets_nothing_twice(cast: Cast, client: Client):
    make.night(make.people_of(cast), cast.owner)
    url = address(cast.axis)
    first = client.get(url)
    assert first["Content-Type"] == "text/calendar; charset=utf-8"
    assert client.get(url, headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert client.get(url).content == first.content
    make.night(Night.objects.get().club, cast.owner, days=9)
    assert client.get(url, headers={"If-None-Match": first["ETag"]}).status_code == 200


@pytest.mark.portable
def test_a_new_address_ends_the_old_one_and_a_closed_account_ends_both(cast: Cast, client: Client):
    old = address(cast.axis)
    client.force_login(cast.axis)
    client.get(reverse("calendar-renew"))
    assert address(cast.axis) == old
    client.post(reverse("calendar-renew"))
    new = address(cast.axis)
    assert new != old
    assert new in client.get(reverse("notice-settings")).content.decode()
    client.logout()
    assert client.get(old).status_code == 404
    assert client.get(new).status_code == 200
    cast.axis.is_active = False
    cast.axis.save()
    assert client.get(new).status_code == 404


def test_who_leaves_a_club_no_longer_has_its_nights(cast: Cast, client: Client):
    club = make.people_of(cast)
    make.night(club, cast.owner)
    assert events(client.get(address(cast.axis)).content)
    clubs.leave(actor=cast.axis, club=club)
    assert not events(client.get(address(cast.axis)).content)


def test_it_takes_as_many_queries_for_many_nights_as_for_few(
    cast: Cast, client: Client, django_assert_num_queries: DjangoAssertNumQueries
):
    club = make.people_of(cast)
    url = address(cast.axis)
    for days in (range(1, 2), range(2, 41)):
        for each in days:
            make.night(club, cast.owner, days=each)
        with django_assert_num_queries(5):
            client.get(url)

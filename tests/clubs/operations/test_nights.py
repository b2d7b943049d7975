"""A club's nights: announced by the clock on its wall, changed, called off, answered, reminded of."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from clubs import tasks
from clubs.models import Club, Night, Rsvp
from clubs.operations import clubs as club_operations
from clubs.operations import nights, tables
from clubs.operations.nights import Announcement
from clubs.selectors import nights as nights_page
from clubs.selectors.tables import plan_of, version
from config.common import clock
from config.common.refusals import Refusal
from notices.models import Happening
from tests import make
from tests.cast import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(cast: Cast) -> Club:
    return make.people_of(cast)


def refused(act: Callable[[], object]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        act()
    return caught.value


def next_change(zone: str, *, forward: bool) -> datetime:
    """The first minute, by the clock before the change, that the next change of clocks leaves out or brings again."""
    hour = datetime.now(UTC).replace(minute=0, second=0, microsecond=0) + timedelta(days=2)
    for _ in range(400 * 24):
        before, after = (clock.local(at, zone).utcoffset() for at in (hour, hour + timedelta(hours=1)))
        assert before is not None
        assert after is not None
        if before != after and (after > before) == forward:
            shown = clock.local(hour, zone).replace(tzinfo=None)
            return shown + timedelta(hours=1) if forward else shown
        hour += timedelta(hours=1)
    raise AssertionError("the clocks of this zone are never changed")


def kinds() -> list[str]:
    return list(Happening.objects.filter(kind__startswith="night").order_by("at").values_list("kind", flat=True))


def move(night: Night, begins: datetime) -> None:
    """Let time pass: the night now begins then."""
    Night.objects.filter(pk=night.pk).update(begins_at=begins, ends_at=begins + timedelta(hours=4))
    night.refresh_from_db()


@pytest.mark.portable
def test_a_night_that_is_announced_twice_by_a_double_click_is_one_night(cast: Cast, club: Club):
    said = Announcement("Malta evening", timezone.now().date() + timedelta(days=9), time(19, 30), None, "The Crown")
    nights.announce(actor=cast.umpire, club=club, said=said, weeks=2)
    refusal = refused(lambda: nights.announce(actor=cast.umpire, club=club, said=said, weeks=2))
    assert refusal.sentence == "A night of this title is announced for that time already."
    assert club.nights.count() == 2
    assert kinds().count("night-announced") == 1


def test_a_night_is_told_by_the_clock_of_the_club_and_kept_as_a_moment(cast: Cast, club: Club):
    winter = date(timezone.now().year + 1, 1, 14)
    said = Announcement("Malta evening", winter, time(19, 30), time(0, 30), "The Crown")
    (night,) = nights.announce(actor=cast.umpire, club=club, said=said)
    assert night.begins_at == datetime(winter.year, 1, 14, 19, 30, tzinfo=UTC)
    assert night.ends_at == datetime(winter.year, 1, 15, 0, 30, tzinfo=UTC)  # after midnight is the next day
    club_operations.change(actor=cast.owner, club=club, name=club.name, about="", time_zone="Asia/Tokyo")
    club.refresh_from_db()
    (row,) = nights_page.coming(club, cast.reader.pk)
    assert "15 January" in row.when
    assert "04:30 to 09:30 JST" in row.when


def test_a_series_keeps_its_hour_when_the_clocks_change_between_two_of_its_nights(cast: Cast, club: Club):
    change = next_change(club.time_zone, forward=False)
    first = change.date() - timedelta(days=3)
    made = nights.announce(
        actor=cast.umpire, club=club, said=Announcement("Weekly", first, time(19, 30), time(22)), weeks=2
    )
    assert [clock.local(each.begins_at, club.time_zone).strftime("%H:%M") for each in made] == ["19:30", "19:30"]
    assert made[1].begins_at - made[0].begins_at == timedelta(weeks=1, hours=1)
    assert kinds() == ["night-announced"]  # one piece of news, not two
    assert Happening.objects.get(kind="night-announced").data["weeks"] == 2


@pytest.mark.portable
def test_an_hour_that_the_clocks_leave_out_is_refused_in_a_sentence_and_nothing_is_announced(cast: Cast, club: Club):
    left_out = next_change(club.time_zone, forward=True)
    weeks_before = left_out.date() - timedelta(weeks=2)
    said = Announcement("Small hours", weeks_before, left_out.time(), None)
    refusal = refused(lambda: nights.announce(actor=cast.umpire, club=club, said=said, weeks=4))
    assert f"There is no {left_out:%H:%M} on {clock.day(left_out)} in Europe/London" in refusal.sentence
    assert refusal.field == "begins"
    assert not Night.objects.exists()
    assert kinds() == []


@pytest.mark.portable
def test_of_an_hour_that_comes_twice_the_first_is_meant_and_said_to_be(cast: Cast, club: Club):
    twice = next_change(club.time_zone, forward=False)
    assert clock.comes_twice(twice, club.time_zone)
    assert not clock.comes_twice(twice - timedelta(hours=3), club.time_zone)
    assert not clock.comes_twice(next_change(club.time_zone, forward=True), club.time_zone)
    (night,) = nights.announce(
        actor=cast.umpire, club=club, said=Announcement("Late", twice.date(), twice.time(), time(5))
    )
    first = twice.replace(tzinfo=ZoneInfo(club.time_zone), fold=0).astimezone(UTC)
    assert night.begins_at == first
    assert "BST to 05:00 GMT" in clock.when(night.begins_at, night.ends_at, club.time_zone)


@pytest.mark.parametrize(
    ("more", "weeks", "sentence", "field"),
    [
        ({"day": date(2020, 1, 1)}, 1, "That is in the past.", "day"),
        ({"day": date(9999, 12, 31)}, 26, "more than two years", "day"),
        ({}, 27, "1 to 26 nights", "weeks"),
        ({}, 0, "1 to 26 nights", "weeks"),
    ],
)
def test_what_cannot_be_announced_is_refused_at_its_field(
    cast: Cast, club: Club, more: dict[str, date], weeks: int, sentence: str, field: str
):
    in_a_week = timezone.now().date() + timedelta(days=7)
    said = Announcement("Malta evening", more.get("day", in_a_week), time(19, 30))
    refusal = refused(lambda: nights.announce(actor=cast.umpire, club=club, said=said, weeks=weeks))
    assert sentence in refusal.sentence
    assert refusal.field == field
    assert not Night.objects.exists()


def test_a_club_does_not_announce_nights_without_end(cast: Cast, club: Club, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(nights, "MOST_COMING", 2)
    make.night(club, cast.umpire, days=7)
    make.night(club, cast.umpire, days=8)
    assert "up to 2 nights" in refused(lambda: make.night(club, cast.umpire, days=9)).sentence
    nights.cancel(actor=cast.umpire, night=Night.objects.all()[0])
    make.night(club, cast.umpire, days=9)


def test_only_umpires_of_the_club_announce_change_and_cancel(cast: Cast, club: Club):
    night = make.night(club, cast.umpire)
    said = make.said(clock.local(night.begins_at, club.time_zone), title="Another")
    for person in (cast.pilot, cast.reader, cast.stranger):
        for act in (
            lambda person=person: nights.announce(actor=person, club=club, said=said),
            lambda person=person: nights.change(actor=person, night=night, said=said, revision=0),
            lambda person=person: nights.cancel(actor=person, night=night),
            lambda person=person: tables.lay(actor=person, night=night, title="Dogfight"),
            lambda person=person: tables.clear(actor=person, night=night, number=1),
            lambda person=person: tables.seat_people(actor=person, night=night, places={}, expected_version=""),
        ):
            assert "planned by its umpires" in refused(act).sentence
    assert Night.objects.get().title == "Malta evening"


def test_a_change_counts_up_is_told_once_and_keeps_the_answers(cast: Cast, club: Club):
    night = make.night(club, cast.umpire)
    nights.answer(actor=cast.pilot, night=night, answer="yes")
    same = make.said(clock.local(night.begins_at, club.time_zone))
    assert nights.change(actor=cast.umpire, night=night, said=same, revision=0).revision == 0
    later = make.said(clock.local(night.begins_at, club.time_zone) + timedelta(days=1), title="Sicily evening")
    changed = nights.change(actor=cast.owner, night=night, said=later, revision=0)
    assert (changed.title, changed.revision) == ("Sicily evening", 1)
    assert changed.begins_at - night.begins_at == timedelta(days=1)
    assert kinds() == ["night-announced", "night-changed"]
    assert Rsvp.objects.get().answer == "yes"


def test_a_change_of_what_somebody_else_has_changed_meanwhile_is_refused(cast: Cast, club: Club):
    night = make.night(club, cast.umpire)
    at = clock.local(night.begins_at, club.time_zone)
    nights.change(actor=cast.owner, night=night, said=make.said(at, place="At Karl’s"), revision=0)
    theirs = make.said(at, place="At Anna’s")
    refusal = refused(lambda: nights.change(actor=cast.umpire, night=night, said=theirs, revision=0))
    assert "Somebody else has changed this night" in refusal.sentence
    assert Night.objects.get().place == "At Karl’s"


def test_a_cancelled_night_stays_in_the_list_and_takes_nothing_more(cast: Cast, club: Club):
    night = make.night(club, cast.umpire)
    nights.cancel(actor=cast.umpire, night=night)
    (row,) = nights_page.coming(club, cast.pilot.pk)
    assert row.is_cancelled
    at = clock.local(night.begins_at, club.time_zone)
    for act in (
        lambda: nights.answer(actor=cast.pilot, night=night, answer="yes"),
        lambda: nights.cancel(actor=cast.umpire, night=night),
        lambda: nights.change(actor=cast.umpire, night=night, said=make.said(at), revision=1),
        lambda: tables.lay(actor=cast.umpire, night=night, title="Dogfight"),
    ):
        assert refused(act).sentence == "This night has been cancelled."
    assert kinds() == ["night-announced", "night-cancelled"]


@pytest.mark.portable
def test_members_answer_and_change_their_minds_until_it_begins(cast: Cast, club: Club):
    night = make.night(club, cast.umpire)
    nights.answer(actor=cast.reader, night=night, answer="maybe", note="If the train runs")
    nights.answer(actor=cast.reader, night=night, answer="yes")
    assert [(each.user, each.answer, each.note) for each in Rsvp.objects.all()] == [(cast.reader, "yes", "")]
    assert refused(lambda: nights.answer(actor=cast.reader, night=night, answer="of course")).field == "answer"
    assert "Only members" in refused(lambda: nights.answer(actor=cast.stranger, night=night, answer="yes")).sentence
    move(night, timezone.now() - timedelta(minutes=1))
    assert "It has begun" in refused(lambda: nights.answer(actor=cast.reader, night=night, answer="no")).sentence
    move(night, timezone.now() - timedelta(days=1))
    assert "is over" in refused(lambda: nights.answer(actor=cast.pilot, night=night, answer="yes")).sentence
    assert Rsvp.objects.get().answer == "yes"


@pytest.mark.portable
def test_the_list_has_what_is_to_come_first_and_pages_what_is_over(cast: Cast, club: Club):
    for days in (9, 2, 5):
        make.night(club, cast.umpire, days=days, title=f"In {days} days")
    for ago in range(1, 24):
        move(make.night(club, cast.umpire, title=f"{ago} days ago"), timezone.now() - timedelta(days=ago))
    going_on = make.night(club, cast.umpire, title="Now")
    move(going_on, timezone.now() - timedelta(hours=1))
    assert [row.title for row in nights_page.coming(club, cast.pilot.pk)] == [
        "Now", "In 2 days", "In 5 days", "In 9 days",
    ]  # fmt: skip
    assert [row.title for row in nights_page.coming(club, cast.pilot.pk, most=2)] == ["Now", "In 2 days"]
    first, second = (nights_page.past(club, cast.pilot.pk, page) for page in (1, 2))
    assert [row.title for row in first.rows] == [f"{ago} days ago" for ago in range(1, 21)]
    assert [row.title for row in second.rows] == ["21 days ago", "22 days ago", "23 days ago"]
    assert nights_page.past(club, cast.pilot.pk, 99) == second


def test_whoever_leaves_the_club_comes_to_none_of_its_nights(cast: Cast, club: Club):
    over, night = (make.night(club, cast.umpire, days=days) for days in (7, 8))
    for each in (over, night):
        nights.answer(actor=cast.pilot, night=each, answer="yes")
        tables.lay(actor=cast.umpire, night=each, title="Dogfight")
        seen = version(plan_of(each))
        tables.seat_people(actor=cast.umpire, night=each, places={cast.pilot.pk: (1, "")}, expected_version=seen)
    move(over, timezone.now() - timedelta(days=1))
    club_operations.leave(actor=cast.pilot, club=club)
    assert [each.night for each in Rsvp.objects.all()] == [over]
    assert not plan_of(night)[0].places.exists()
    assert plan_of(over)[0].places.count() == 1  # what was, was


@pytest.mark.portable
def test_members_are_reminded_a_day_before_and_once_however_often_the_clock_strikes(cast: Cast, club: Club):
    night, far, off = (make.night(club, cast.umpire, title=title) for title in ("Soon", "Far", "Off"))
    nights.cancel(actor=cast.umpire, night=off)
    Night.objects.update(made_at=timezone.now() - timedelta(days=10))
    tasks.nights_soon()
    assert "night-soon" not in kinds()
    for each in (night, off):
        move(each, timezone.now() + timedelta(hours=23))
    tasks.nights_soon()
    tasks.nights_soon()
    assert kinds().count("night-soon") == 1
    assert Happening.objects.get(kind="night-soon").data["night"] == night.pk
    move(night, timezone.now() + timedelta(hours=20))
    tasks.nights_soon()
    assert kinds().count("night-soon") == 2  # it begins at another time now
    assert far.begins_at > timezone.now() + timedelta(days=2)


def test_a_night_that_is_announced_within_a_day_is_not_news_twice(cast: Cast, club: Club):
    night = make.night(club, cast.umpire)
    move(night, timezone.now() + timedelta(hours=5))
    tasks.nights_soon()
    assert kinds() == ["night-announced"]


@pytest.mark.parametrize(
    ("ahead", "said"),
    [
        (timedelta(seconds=20), "in 1 minute"),
        (timedelta(minutes=59), "in 59 minutes"),
        (timedelta(hours=26), "in 26 hours"),
        (timedelta(days=3), "in 3 days"),
        (timedelta(days=13, hours=20), "in 14 days"),
        (timedelta(days=30), "in 4 weeks"),
    ],
)
def test_how_long_until_it_begins_is_said_in_one_unit(ahead: timedelta, said: str):
    now = timezone.now()
    assert clock.how_long(now + ahead, now) == said

"""Club nights with everybody at once: one plan, one place, nobody at a table who does not come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.utils import timezone

from clubs import tasks
from clubs.models import Club, Night, NightTable, PollAnswer, Rsvp, TablePlace
from clubs.operations import nights, polls, tables
from clubs.selectors.tables import plan_of, version
from config.common.refusals import Refusal
from notices.models import Happening
from tests import make
from tests.cast import Cast
from tests.concurrency.test_once import PATIENCE, all_at_once, kinds

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def night(cast: Cast) -> Night:
    """A night to which all members come, with one table of two chairs at which the owner sits."""
    night = make.night(make.people_of(cast), cast.umpire)
    for person in (cast.owner, cast.umpire, cast.allied, cast.axis, cast.pilot, cast.reader):
        nights.answer(actor=person, night=night, answer="yes")
    tables.lay(actor=cast.umpire, night=night, title="Dogfight")
    seat(cast, night, cast.owner.pk)()
    return night


def seat(cast: Cast, night: Night, user: int, number: int = 1, side: str = "") -> Callable[[], object]:
    """An umpire who has seen the plan as it is now seats somebody."""
    seen = version(plan_of(night))
    return partial(
        tables.seat_people, actor=cast.umpire, night=night, places={user: (number, side)}, expected_version=seen
    )


@contextmanager
def unlocked(club_id: int) -> Iterator[Club]:
    """What an operation would be without its lock and its transaction."""
    yield Club.objects.get(pk=club_id)


def test_two_umpires_who_give_the_last_chair_away_at_once_seat_one_person(
    cast: Cast, night: Night, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tables, "MOST_AT_A_TABLE", 2)
    results = all_at_once(*(seat(cast, night, user.pk) for user in (cast.allied, cast.axis, cast.pilot)))
    assert kinds(results) == {"list": 1, "Refusal": 2}
    assert TablePlace.objects.count() == 2


def test_without_the_lock_the_last_chair_is_given_away_twice(cast: Cast, night: Night, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tables, "MOST_AT_A_TABLE", 2)
    past_the_guard, check = Barrier(2, timeout=PATIENCE), tables._check_sides

    def wait_for_the_other(*args: Any) -> None:
        check(*args)
        past_the_guard.wait()

    monkeypatch.setattr(tables, "locked", unlocked)
    monkeypatch.setattr(tables, "_check_sides", wait_for_the_other)
    results = all_at_once(*(seat(cast, night, user.pk) for user in (cast.allied, cast.axis)))
    assert kinds(results) == {"list": 2}
    assert TablePlace.objects.count() == 3


def test_two_umpires_who_seat_one_person_at_two_tables_seat_them_at_one(cast: Cast, night: Night):
    tables.lay(actor=cast.umpire, night=night, title="Newcomers")
    for _ in range(10):
        results = all_at_once(*(seat(cast, night, cast.pilot.pk, number) for number in (1, 2)))
        assert kinds(results) == {"list": 1, "Refusal": 1}
        assert {str(each) for each in results if isinstance(each, Refusal)} == {tables.CHANGED}
        assert TablePlace.objects.filter(user=cast.pilot).count() == 1
        places = {cast.pilot.pk: None}
        seen = version(plan_of(night))
        tables.seat_people(actor=cast.umpire, night=night, places=places, expected_version=seen)


def test_four_umpires_lay_tables_at_once_and_each_gets_a_number(cast: Cast, night: Night):
    results = all_at_once(*[lambda: tables.lay(actor=cast.umpire, night=night, title="Another")] * 4)
    assert kinds(results) == {"NightTable": 4}
    assert list(NightTable.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5]


def test_somebody_who_says_no_while_they_are_seated_sits_nowhere_afterwards(cast: Cast, night: Night):
    for _ in range(10):
        nights.answer(actor=cast.pilot, night=night, answer="yes")
        results = all_at_once(
            seat(cast, night, cast.pilot.pk),
            lambda: nights.answer(actor=cast.pilot, night=night, answer="no"),
        )
        assert isinstance(results[1], Rsvp), results
        assert isinstance(results[0], (list, Refusal)), results
        assert not TablePlace.objects.filter(user=cast.pilot).exists()


def test_eight_taps_of_one_person_are_one_answer(cast: Cast, night: Night):
    Rsvp.objects.filter(user=cast.pilot).delete()
    answers = ("yes", "maybe", "no", "yes") * 2
    results = all_at_once(*(partial(nights.answer, actor=cast.pilot, night=night, answer=each) for each in answers))
    assert kinds(results) == {"Rsvp": 8}
    assert Rsvp.objects.filter(user=cast.pilot).count() == 1


def test_two_umpires_cancel_and_change_at_once_and_only_one_of_them_does(cast: Cast, night: Night):
    said = make.said(night.begins_at, title="Sicily evening")
    results = all_at_once(
        lambda: nights.cancel(actor=cast.umpire, night=night),
        lambda: nights.cancel(actor=cast.owner, night=night),
        lambda: nights.change(actor=cast.owner, night=night, said=said, revision=night.revision),
    )
    assert kinds(results[:2]) == {"Night": 1, "Refusal": 1}
    night.refresh_from_db()
    assert night.cancelled_at is not None
    assert night.revision == (2 if isinstance(results[2], Night) else 1)


def test_the_clock_that_strikes_in_four_workers_at_once_reminds_once(cast: Cast, night: Night):
    begins = timezone.now() + timedelta(hours=20)
    Night.objects.update(begins_at=begins, ends_at=None, made_at=begins - timedelta(days=5))
    results = all_at_once(*[tasks.nights_soon] * 4)
    assert results == [None] * 4
    assert Happening.objects.filter(kind="night-soon").count() == 1


def test_a_poll_that_two_close_at_once_makes_one_night(cast: Cast):
    club = make.people_of(cast)
    for number in range(3):
        poll = make.poll(club, cast.umpire, title=f"Poll {number}")
        first, second, _ = poll.dates.order_by("begins_at")
        same = all_at_once(*(partial(polls.close, actor=cast.owner, poll=poll, date=first.pk) for _ in range(4)))
        assert kinds(same) == {"Night": 4}, same
        other = make.poll(club, cast.umpire, title=f"Other {number}")
        first, second, _ = other.dates.order_by("begins_at")
        results = all_at_once(
            partial(polls.close, actor=cast.owner, poll=other, date=first.pk),
            partial(polls.close, actor=cast.umpire, poll=other, date=second.pk),
        )
        assert kinds(results) == {"Night": 1, "Refusal": 1}, results
        assert any("has closed it already" in str(each) for each in results), results
    assert Night.objects.count() == 6
    assert Happening.objects.filter(kind="night-announced").count() == 6


def test_without_the_lock_a_poll_that_two_close_at_once_makes_two_nights(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    club = make.people_of(cast)
    poll = make.poll(club, cast.umpire)
    first, second, _ = poll.dates.order_by("begins_at")
    past_the_guard, announce = Barrier(2, timeout=PATIENCE), polls._announce

    def wait_for_the_other(*args: Any) -> Night:
        past_the_guard.wait()
        return announce(*args)

    monkeypatch.setattr(polls, "locked", unlocked)
    monkeypatch.setattr(polls, "_announce", wait_for_the_other)
    results = all_at_once(
        partial(polls.close, actor=cast.owner, poll=poll, date=first.pk),
        partial(polls.close, actor=cast.umpire, poll=poll, date=second.pk),
    )
    assert kinds(results) == {"Night": 2}, results
    assert Night.objects.count() == 2


def test_eight_answers_of_one_person_to_a_poll_are_one(cast: Cast):
    poll = make.poll(make.people_of(cast), cast.umpire)
    date = poll.dates.all()[0].pk
    acts = [partial(polls.answer, actor=cast.pilot, poll=poll, answers={date: word}) for word in ("yes", "no") * 4]
    assert all_at_once(*acts) == [None] * 8
    assert PollAnswer.objects.count() == 1

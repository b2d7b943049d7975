"""Polls of dates: who can when, the best evening first, closed once by which a night is announced."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from clubs.models import Club, DatePoll, Night, PollAnswer, PollDate
from clubs.operations import clubs, own_clock, polls
from clubs.selectors.polls import PollPage, poll_page
from config.common.refusals import Refusal
from notices.models import Happening
from tests import make
from tests.cast import Cast


@pytest.fixture
def club(cast: Cast) -> Club:
    return make.people_of(cast)


@pytest.fixture
def poll(cast: Cast, club: Club) -> DatePoll:
    return make.poll(club, cast.umpire)


def says(cast: Cast, poll: DatePoll, who: str, *words: str) -> None:
    """Somebody answers to the evenings in their order."""
    dates = [each.pk for each in poll.dates.order_by("begins_at")]
    polls.answer(actor=getattr(cast, who), poll=poll, answers=dict(zip(dates, words, strict=True)))


def page_of(poll: DatePoll, zone: str = "") -> PollPage:
    page = poll_page(poll.club, poll.pk, 0, zone)
    assert page is not None
    return page


def order_of(poll: DatePoll) -> list[int]:
    """The evenings as the page has them, by their place in time."""
    dates = [each.pk for each in poll.dates.order_by("begins_at")]
    return [dates.index(row.pk) for row in page_of(poll).dates]


@pytest.mark.portable
def test_the_best_evening_stands_first(cast: Cast, poll: DatePoll):
    assert order_of(poll) == [0, 1, 2], "nobody has answered"
    assert not any(row.is_best for row in page_of(poll).dates)
    says(cast, poll, "allied", "no", "yes", "maybe")
    says(cast, poll, "axis", "maybe", "no", "yes")
    assert order_of(poll) == [2, 1, 0], "one yes each, and one more if need be"
    says(cast, poll, "pilot", "yes", "yes", "no")
    assert order_of(poll) == [1, 0, 2], "two yes; then the earlier of two that are alike"
    says(cast, poll, "allied", "", "", "")
    assert order_of(poll) == [0, 1, 2]
    assert [row.is_best for row in page_of(poll).dates] == [True, False, False]
    assert page_of(poll).silent == 4
    says(cast, poll, "pilot", "", "", "")
    says(cast, poll, "axis", "yes", "yes", "yes")
    assert not any(row.is_best for row in page_of(poll).dates), "where all are alike none is the best"


@pytest.mark.portable
def test_closing_announces_the_night_with_all_answers_once(cast: Cast, club: Club, poll: DatePoll):
    says(cast, poll, "allied", "yes", "yes", "no")
    says(cast, poll, "axis", "yes", "maybe", "no")
    says(cast, poll, "reader", "yes", "yes", "yes")
    clubs.leave(actor=cast.reader, club=club)
    first, second, _ = poll.dates.order_by("begins_at")
    night = polls.close(actor=cast.umpire, poll=poll, date=second.pk)
    assert night is not None
    assert (night.begins_at, night.ends_at, night.place) == (second.begins_at, second.ends_at, "The Crown")
    assert dict(night.rsvps.values_list("user__username", "answer")) == {"allied": "yes", "axis": "maybe"}
    assert polls.close(actor=cast.owner, poll=poll, date=second.pk) == night, "twice is once"
    for otherwise in (first.pk, None):
        with pytest.raises(Refusal, match="umpire has closed it already: the night is on"):
            polls.close(actor=cast.owner, poll=poll, date=otherwise)
    with pytest.raises(Refusal, match="The poll is closed"):
        says(cast, poll, "allied", "no", "no", "no")
    assert Night.objects.count() == 1
    assert Happening.objects.filter(kind="night-announced").count() == 1


def test_a_poll_may_be_closed_without_a_night_and_goes_by_the_clubs_clock(cast: Cast, club: Club):
    july = date(timezone.now().year + 1, 7, 9)
    poll = make.poll(club, cast.umpire, days=[july, july + timedelta(days=1)])
    assert [each.begins_at.hour for each in poll.dates.all()] == [18, 18], "half past seven in London, in summer"
    rows = page_of(poll, "Europe/Berlin").dates
    assert all("20:30 to" in row.own for row in rows)
    assert not any(row.own for row in page_of(poll, "Europe/Lisbon").dates), "the same there"
    assert polls.close(actor=cast.owner, poll=poll, date=None) is None
    assert polls.close(actor=cast.owner, poll=poll, date=None) is None
    with pytest.raises(Refusal, match="no evening came of it"):
        polls.close(actor=cast.owner, poll=poll, date=PollDate.objects.all()[0].pk)


def test_what_cannot_be_asked_or_answered_is_refused(cast: Cast, club: Club, poll: DatePoll):
    today = timezone.now().date()
    for actor, days, said in (
        (cast.pilot, None, "planned by its umpires"),
        (cast.umpire, [today + timedelta(days=3)], "Ask about 2 to 8"),
        (cast.umpire, [today - timedelta(days=2), today + timedelta(days=3)], "is in the past"),
        (cast.umpire, [today + timedelta(days=3), today + timedelta(days=800)], "more than two years"),
    ):
        with pytest.raises(Refusal, match=said):
            make.poll(club, actor, **({"days": days} if days else {}))
    with pytest.raises(Refusal, match="Only members"):
        says(cast, poll, "stranger", "yes", "yes", "yes")
    with pytest.raises(Refusal, match="Say yes, if need be or no"):
        says(cast, poll, "pilot", "yes", "never", "yes")
    with pytest.raises(Refusal, match="Say yes, if need be or no"):
        polls.answer(actor=cast.pilot, poll=poll, answers={0: "yes"})
    with pytest.raises(Refusal, match="no such evening"):
        polls.close(actor=cast.umpire, poll=poll, date=0)
    assert not PollAnswer.objects.exists()
    assert DatePoll.objects.count() == 1


def test_a_date_is_asked_for_answered_and_chosen_on_the_pages(
    cast: Cast, club: Club, client: Client, django_assert_num_queries: DjangoAssertNumQueries
):
    client.force_login(cast.umpire)
    first = timezone.now().date() + timedelta(days=10)
    new = reverse("poll-new", args=(club.pk,))
    sent = {"title": "Malta", "begins": "19:30", "ends": "", "place": "", "notes": "", "day_1": str(first)}
    for wrong, said in (({}, "Ask about 2 to 8 different days."), ({"day_2": "soon"}, "That is no day")):
        answer = client.post(new, sent | wrong)
        assert (answer.status_code, said in answer.content.decode()) == (422, True), said
    empty = client.post(new, {"title": "", "begins": "", "day_1": str(first)}).content.decode()
    for said in ("Give it a name.", "Say when it begins.", "Ask about 2 to 8 different days."):
        assert said in empty, "all at once"
    client.post(new, sent | {"day_2": str(first + timedelta(days=1))})
    poll = DatePoll.objects.get()
    address = reverse("poll", args=(club.pk, poll.pk))
    own_clock.live_in(actor=cast.pilot, zone="Asia/Tokyo")
    client.force_login(cast.pilot)
    nights = client.get(reverse("club-nights", args=(club.pk,))).content.decode()
    assert "Polls of dates (1 open)" in nights
    with django_assert_num_queries(9):
        page = client.get(address).content.decode()
    assert "Yours: " in page
    assert "Make this the night" not in page
    one, other = poll.dates.all()
    assert client.post(address, {f"date-{one.pk}": "never"}).status_code == 422
    client.post(address, {f"date-{one.pk}": "no", f"date-{other.pk}": "yes"})
    board = client.get(reverse("club", args=(club.pk,))).content.decode()
    assert f'href="{address}"' in board
    assert "1 has answered" in board
    with django_assert_num_queries(5):
        assert "1 has answered" in client.get(reverse("club-polls", args=(club.pk,))).content.decode()
    client.force_login(cast.umpire)
    page = client.get(address).content.decode()
    assert page.index(f"when-{other.pk}") < page.index(f"when-{one.pk}")
    assert "Best so far" in page
    close = reverse("poll-close", args=(club.pk, poll.pk))
    assert "There is no such evening" in client.post(close, {"date": "x"}, follow=True).content.decode()
    done = client.post(close, {"date": other.pk}, follow=True).content.decode()
    assert "The night is announced, with the answers of the poll." in done
    assert "the night is announced" in client.get(address).content.decode()


def test_days_at_the_edge_of_all_calendars_are_refused_on_the_page(cast: Cast, club: Club, client: Client):
    client.force_login(cast.umpire)
    sent = {"title": "Malta", "begins": "19:30", "ends": "00:30", "place": "", "notes": ""}
    for days in (("9999-12-30", "9999-12-31"), ("0001-01-01", "0001-01-02")):
        answer = client.post(reverse("poll-new", args=(club.pk,)), sent | {"day_1": days[0], "day_2": days[1]})
        assert answer.status_code == 422, days
    assert not DatePoll.objects.exists()

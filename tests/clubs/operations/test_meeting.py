"""A series changed as a whole or one evening, reminders at one's own time, open seats, who meets whom in a season."""

from __future__ import annotations

from datetime import time, timedelta
from itertools import combinations

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from campaigns.models import Campaign, Role
from campaigns.operations import seats
from clubs import tasks
from clubs.models import Club, Fixture, Membership, Night, OwnClock
from clubs.operations import clubs, fixtures, nights, open_seats, own_clock, seasons
from clubs.selectors.fixtures import round_robin
from clubs.selectors.open_seats import open_seats as seats_of
from config.common import clock
from config.common.refusals import Refusal
from missions.models import Comment
from notices.models import Happening
from notices.operations import fan_out
from tests import make
from tests.cast import Cast
from tests.notices import news


@pytest.fixture
def club(cast: Cast) -> Club:
    return make.people_of(cast)


@pytest.fixture
def series(cast: Cast, club: Club) -> list[Night]:
    """Four weekly evenings."""
    first = clock.local(timezone.now() + timedelta(days=14), club.time_zone).replace(hour=19, minute=30)
    return nights.announce(actor=cast.umpire, club=club, said=make.said(first), weeks=4)


def told_at(night: Night) -> tuple[str, int, int]:
    local = clock.local(Night.objects.get(pk=night.pk).begins_at, "Europe/London")
    return f"{local:%H:%M}", local.weekday(), Night.objects.get(pk=night.pk).revision


@pytest.mark.portable
def test_a_series_is_changed_as_a_whole_from_one_evening_on_or_that_evening_alone(cast: Cast, series: list[Night]):
    one, two, three, four = series
    day, before = told_at(one)[1], clock.local(two.begins_at, "Europe/London")
    said = make.said(before + timedelta(days=1), ends=None)
    moved = type(said)(title="Moved", day=said.day, begins=time(20), place="Elsewhere")
    nights.cancel(actor=cast.umpire, night=three)
    nights.change(actor=cast.umpire, night=two, said=moved, revision=0, and_later=True)
    next_day = (day + 1) % 7
    assert [told_at(each) for each in (one, two, four)] == [
        ("19:30", day, 0), ("20:00", next_day, 1), ("20:00", next_day, 1),
    ]  # fmt: skip
    assert Night.objects.get(pk=three.pk).title == "Malta evening", "what is called off stays as it was"
    assert (four.pk, "Moved") in Night.objects.values_list("pk", "title")
    (told,) = Happening.objects.filter(kind="night-changed")
    assert told.data["nights"] == 2
    alone = type(said)(title="Alone", day=moved.day, begins=time(21))
    nights.change(actor=cast.umpire, night=two, said=alone, revision=1)
    assert told_at(four)[0] == "20:00"
    nights.cancel(actor=cast.umpire, night=two, and_later=True)
    assert list(Night.objects.filter(cancelled_at=None)) == [one]


def test_a_series_that_cannot_be_moved_as_a_whole_stays_as_it_was(cast: Cast, series: list[Night]):
    far = make.said(clock.local(series[0].begins_at, "Europe/London"))
    far = type(far)(title="Far", day=(timezone.now() + timedelta(days=725)).date(), begins=time(20))
    with pytest.raises(Refusal, match="more than two years"):
        nights.change(actor=cast.umpire, night=series[0], said=far, revision=0, and_later=True)
    assert not Night.objects.filter(title="Far").exists()


def test_the_page_of_an_evening_offers_the_later_ones_of_its_series(
    cast: Cast, club: Club, series: list[Night], client: Client
):
    client.force_login(cast.umpire)
    edit = reverse("night-edit", args=(club.pk, series[1].pk))
    assert "the later nights of its series (2)" in client.get(edit).content.decode()
    assert "later nights" not in client.get(reverse("night-edit", args=(club.pk, series[3].pk))).content.decode()
    form = client.get(edit).context["form"]
    sent = {
        name: "" if form[name].value() is None else form[name].value()
        for name in ("title", "day", "begins", "ends", "place", "notes", "revision")
    }
    done = client.post(edit, sent | {"title": "Sicily", "and_later": "on"}, follow=True).content.decode()
    assert "the later ones of its series are changed" in done
    assert list(Night.objects.order_by("begins_at").values_list("title", flat=True)) == [
        "Malta evening", "Sicily", "Sicily", "Sicily",
    ]  # fmt: skip
    client.post(reverse("night-cancel", args=(club.pk, series[2].pk)), {"and_later": "on"})
    assert Night.objects.filter(cancelled_at=None).count() == 2


@pytest.mark.portable
def test_everybody_is_reminded_when_they_wish_and_once(cast: Cast, club: Club):
    night = make.night(club, cast.umpire)
    fan_out.tell_all()
    for who, hours in (("allied", 2), ("axis", 0), ("pilot", 48), ("reader", 24)):
        nights.remind_before(actor=getattr(cast, who), club=club, hours=hours)
    with pytest.raises(Refusal, match="Choose one of these times"):
        nights.remind_before(actor=cast.allied, club=club, hours=3)
    made = timezone.now() - timedelta(days=30)

    def reminded(hours: float) -> set[str]:
        """Whose inbox has a reminder so long before the night."""
        Night.objects.filter(pk=night.pk).update(
            begins_at=timezone.now() + timedelta(hours=hours), ends_at=None, made_at=made
        )
        Happening.objects.filter(kind="night-soon").delete()
        tasks.nights_soon()
        tasks.nights_soon()
        fan_out.tell_all()
        found: list[str] = []
        for happening in Happening.objects.filter(kind="night-soon"):
            found += news.who_knows(happening)
        assert len(found) == len(set(found)), "once"
        return set(found)

    assert reminded(60) == set()
    assert reminded(47) == {"pilot"}
    assert reminded(23) == {"owner", "umpire", "reader", "pilot"}
    assert reminded(1) == {"owner", "umpire", "reader", "pilot", "allied"}
    nights.answer(actor=cast.allied, night=Night.objects.get(), answer="no")
    assert "allied" not in reminded(1)


def test_one_says_by_which_clock_one_lives_and_when_one_is_reminded(
    cast: Cast, club: Club, client: Client, django_assert_num_queries: DjangoAssertNumQueries
):
    night = make.night(club, cast.umpire)
    client.force_login(cast.pilot)
    assert "By your clock" not in client.get(reverse("night", args=(club.pk, night.pk))).content.decode()
    client.post(reverse("account-clock"), {"time_zone": "Asia/Tokyo"})
    assert "By your clock" in client.get(reverse("night", args=(club.pk, night.pk))).content.decode()
    wrong = client.post(reverse("account-clock"), {"time_zone": "Mars/Base"})
    assert (wrong.status_code, "Choose a time zone of the list" in wrong.content.decode()) == (422, True)
    assert OwnClock.objects.get().time_zone == "Asia/Tokyo"
    for page in (reverse("account"), reverse("account-clock"), reverse("club-nights", args=(club.pk,))):
        assert "Asia/Tokyo" in client.get(page).content.decode(), page
    client.post(reverse("account-clock"), {"time_zone": ""})
    assert not OwnClock.objects.exists()
    client.post(reverse("club-remind", args=(club.pk,)), {"hours": "48"})
    assert club.members.get(user=cast.pilot).remind_hours == 48
    assert (
        "Choose one of these times"
        in client.post(reverse("club-remind", args=(club.pk,)), {"hours": "5"}, follow=True).content.decode()
    )
    with django_assert_num_queries(8):
        assert "Two days before" in client.get(reverse("club-nights", args=(club.pk,))).content.decode()


@pytest.fixture
def campaign(cast: Cast, club: Club) -> Campaign:
    """A campaign of the club: the owner commands the Allied side, the staff the Axis."""
    campaign = make.campaign(cast.owner)
    return clubs.move_campaign(actor=cast.owner, campaign=campaign, club=club)


def test_deadlines_are_told_by_ones_own_clock(cast: Cast, club: Club, campaign: Campaign, client: Client):
    mission = make.drawn(make.on_terms(campaign, orders_hours=48))
    assert mission.orders_due is not None
    by_tokyo = f"{clock.local(mission.orders_due, 'Asia/Tokyo'):%H:%M} JST"
    of_mission = reverse("mission", args=(campaign.pk, mission.number))
    client.force_login(cast.owner)
    places = (of_mission, reverse("home"), reverse("club", args=(club.pk,)))
    assert not any(by_tokyo in client.get(place).content.decode() for place in places)
    own_clock.live_in(actor=cast.owner, zone="Asia/Tokyo")
    assert all(by_tokyo in client.get(place).content.decode() for place in places)
    assert "by your clock" in client.get(of_mission).content.decode(), "beside the campaign’s"


def place(club: Club, user: User) -> Membership:
    return club.members.get(user=user)


@pytest.mark.portable
def test_a_side_without_a_commander_is_listed_and_asked_for_in_the_talk_of_its_campaign(
    cast: Cast, club: Club, campaign: Campaign, client: Client, django_assert_num_queries: DjangoAssertNumQueries
):
    (seat,) = seats_of(club, place(club, cast.axis))
    assert (seat.name, seat.side, seat.role, seat.may_ask) == (campaign.name, "axis", Role.COMMANDER, True)
    assert not seats_of(club, place(club, cast.reader))[0].may_ask, "readers read"
    assert not seats_of(club, place(club, cast.owner))[0].may_ask, "who sits on the other side"
    reasons = [seats_of(club, place(club, user))[0].why_not for user in (cast.axis, cast.reader, cast.owner)]
    assert reasons == ["", reasons[1], "You have a seat on the other side."]
    assert reasons[1].startswith("Readers of the club take no seat")
    client.force_login(cast.axis)
    with django_assert_num_queries(7):
        page = client.get(reverse("club-seats", args=(club.pk,))).content.decode()
    assert "a commander is wanted" in page
    ask = {"campaign": campaign.pk, "side": "axis"}
    client.post(reverse("club-seat-ask", args=(club.pk,)), ask)
    client.post(reverse("club-seat-ask", args=(club.pk,)), ask)
    assert Comment.objects.get().text == "I would command the Axis side. May I have the seat?"
    assert "You have asked" in client.get(reverse("club-seats", args=(club.pk,))).content.decode()
    for actor, wanted, said in (
        (cast.owner, "axis", "You have a seat on the other side"),
        (cast.reader, "axis", "Readers of the club take no seat"),
        (cast.pilot, "allied", "Somebody has that seat"),
        (cast.pilot, "neither", "Somebody has that seat"),
        (cast.stranger, "axis", "is no member"),
    ):
        with pytest.raises(Refusal, match=said):
            open_seats.ask_for(actor=actor, club=club, campaign=campaign.pk, side=wanted)
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.axis, role=Role.COMMANDER, side="axis")
    assert seats_of(club, place(club, cast.pilot)) == ()
    with pytest.raises(Refusal, match="Somebody has that seat"):
        open_seats.ask_for(actor=cast.pilot, club=club, campaign=campaign.pk, side="axis")


def test_an_umpire_gives_a_seat_from_where_somebody_asks_for_it(
    cast: Cast, club: Club, campaign: Campaign, client: Client
):
    open_seats.ask_for(actor=cast.pilot, club=club, campaign=campaign.pk, side="axis")
    talk = reverse("campaign-talk", args=(campaign.pk,))
    people = reverse("campaign-people", args=(campaign.pk,))
    link = f"{people}?person={cast.pilot.pk}&amp;seat=commander%20axis"
    for user, sees in ((cast.owner, True), (cast.pilot, False), (cast.axis, False)):
        client.force_login(user)
        assert (link in client.get(talk).content.decode()) == sees, user
    client.force_login(cast.owner)
    page = client.get(people, {"person": str(cast.pilot.pk), "seat": "commander axis"}).content.decode()
    assert f'<option value="{cast.pilot.pk}" selected>pilot</option>' in page
    assert '<option value="commander axis" selected>' in page
    assert client.get(people, {"person": "x", "seat": "throne"}).status_code == 200
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.axis, role=Role.COMMANDER, side="axis")
    assert link not in client.get(talk).content.decode(), "the staff holds it no more"


def test_pilots_seats_are_listed_where_players_may_join(cast: Cast, club: Club, campaign: Campaign):
    Campaign.objects.filter(pk=campaign.pk).update(joining=Campaign.Joining.FREELY)
    rows = [(each.side, each.role, each.may_join) for each in seats_of(club, place(club, cast.pilot))]
    assert rows == [("allied", Role.PILOT, True), ("axis", Role.COMMANDER, False), ("axis", Role.PILOT, True)]


@pytest.mark.parametrize("count", [2, 3, 7, 8])
def test_in_a_round_robin_everybody_meets_everybody_once_and_nobody_two_at_once(count: int):
    players = list(range(count))
    rounds = round_robin(players)
    met = [frozenset(pair) for pairs in rounds for pair in pairs]
    assert sorted(map(sorted, met)) == sorted(map(list, combinations(players, 2)))
    assert all(len({one for pair in pairs for one in pair}) == 2 * len(pairs) for pairs in rounds)
    assert len(rounds) == (count - 1 if count % 2 == 0 else count)


@pytest.mark.portable
def test_fixtures_are_drawn_up_by_round_and_table_and_again(cast: Cast, client: Client):
    season = make.season(cast)
    for who in ("pilot", "umpire"):
        seasons.take_part(actor=getattr(cast, who), season=season)
    client.force_login(cast.allied)
    act = reverse("season-act", args=(season.club_id, season.pk, "fixtures"))
    client.post(act)
    client.post(act)
    assert Fixture.objects.count() == 6
    assert set(Fixture.objects.values_list("round", "table")) == {(n, t) for n in (1, 2, 3) for t in (1, 2)}
    page = client.get(reverse("season", args=(season.club_id, season.pk))).content.decode()
    assert "Round 3" in page
    seasons.drop_out(actor=cast.pilot, season=season)
    assert Fixture.objects.count() == 3
    with pytest.raises(Refusal, match="Only its organiser"):
        fixtures.draw_up(actor=cast.axis, season=season)


def test_who_has_been_reminded_costs_no_more_writing_until_the_night(cast: Cast, club: Club):
    night = make.night(club, cast.umpire)
    for who in ("allied", "pilot", "reader"):
        nights.remind_before(actor=getattr(cast, who), club=club, hours=48)
    Night.objects.filter(pk=night.pk).update(
        begins_at=timezone.now() + timedelta(hours=30), ends_at=None, made_at=timezone.now() - timedelta(days=30)
    )
    tasks.nights_soon()
    assert Happening.objects.filter(kind="night-soon").count() == 3
    with CaptureQueriesContext(connection) as captured:
        tasks.nights_soon()
    assert len(captured) <= 4

"""Who has said where they live is told times by their own clock: beside the club's, or alone where it is theirs."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from campaigns.models import Campaign
from clubs.models import Club, Night
from clubs.operations import asking, clubs, mutes, own_clock
from config.common import clock
from config.common.refusals import Refusal
from missions.models import Submission
from missions.operations import comments
from notices.models import Happening
from notices.operations import fan_out
from tests import make
from tests.cast import Cast

TOKYO, LONDON = "Asia/Tokyo", "Europe/London"


@pytest.fixture
def club(cast: Cast) -> Club:
    return make.people_of(cast, time_zone=LONDON)


@pytest.fixture
def campaign(cast: Cast, club: Club) -> Campaign:
    """A campaign of the club, commanded on both sides."""
    return clubs.move_campaign(actor=cast.owner, campaign=make.club(cast), club=club)


def page(client: Client, user: User, name: str, *args: int) -> str:
    client.force_login(user)
    return client.get(reverse(name, args=args)).content.decode()


def shown(at: datetime) -> tuple[str, str]:
    """A moment by the club's clock, and by that of Tokyo."""
    return clock.when(at, None, LONDON), f"y your clock {clock.when(at, None, TOKYO)}"


def test_every_list_of_nights_says_the_clubs_time_and_ones_own_beside_it(cast: Cast, club: Club, client: Client):
    night = make.night(club, cast.umpire)
    here, there = (clock.when(night.begins_at, night.ends_at, zone) for zone in (LONDON, TOKYO))
    lists = (("club", club.pk), ("club-nights", club.pk), ("night", club.pk, night.pk))
    for name, *args in lists:
        assert "our clock" not in page(client, cast.pilot, name, *args).replace("Your own clock", ""), name
    own_clock.live_in(actor=cast.pilot, zone=TOKYO)
    for name, *args in lists:
        shows = page(client, cast.pilot, name, *args)
        assert here in shows, name
        assert there in shows, name
        assert there not in page(client, cast.reader, name, *args), name
    assert shown(night.begins_at)[0] in page(client, cast.pilot, "clubs")
    assert shown(night.begins_at)[1] in page(client, cast.pilot, "clubs")
    Night.objects.update(begins_at=timezone.now() - timedelta(days=3), ends_at=None)
    night.refresh_from_db()
    assert shown(night.begins_at)[1] in page(client, cast.pilot, "club-nights", club.pk), "nights that are over, too"


def test_a_clock_that_shows_the_same_hour_is_not_told_besides(cast: Cast, club: Club, client: Client):
    make.night(club, cast.umpire)
    own_clock.live_in(actor=cast.pilot, zone="Europe/Lisbon")
    assert "By your clock" not in page(client, cast.pilot, "club-nights", club.pk)


def test_all_next_dates_of_a_club_and_its_board_say_both_times(
    cast: Cast, club: Club, campaign: Campaign, client: Client
):
    night, mission = make.night(club, cast.umpire), make.drawn(make.on_terms(campaign, orders_hours=48))
    assert mission.orders_due is not None
    own_clock.live_in(actor=cast.pilot, zone=TOKYO)
    of_club = page(client, cast.pilot, "club", club.pk)
    for at in (mission.orders_due, night.begins_at):
        assert clock.when(at, None, LONDON).rpartition(" ")[0] in of_club
        assert clock.when(at, None, TOKYO).rpartition(" ")[0] in of_club
    short = f"until {clock.short(mission.orders_due, LONDON)} (by your clock {clock.short(mission.orders_due, TOKYO)})"
    assert short in of_club
    assert short in page(client, cast.pilot, "home")
    assert "our clock" not in page(client, cast.reader, "club", club.pk)


def test_the_deadline_of_a_result_is_told_by_both_clocks_though_no_orders_are_due(
    cast: Cast, club: Club, campaign: Campaign, client: Client
):
    mission = make.opened(make.confirmed(campaign, hours=72))
    make.told(mission, cast.allied)
    due = Submission.objects.get().due_at
    assert due is not None
    own_clock.live_in(actor=cast.axis, zone=TOKYO)
    for name, *args in (
        ("club", club.pk),
        ("mission", campaign.pk, mission.number),
        ("mission-result", campaign.pk, mission.number, 1),
    ):
        shows = page(client, cast.axis, name, *args)
        assert all(each in shows for each in shown(due)), name
        assert shown(due)[1] not in page(client, cast.allied, name, *args), name
    assert clock.short(due, TOKYO) in page(client, cast.axis, "home")


def test_a_notice_is_told_by_the_clock_of_who_reads_it(cast: Cast, club: Club, client: Client):
    night = make.night(club, cast.umpire)
    fan_out.tell_all()
    own_clock.live_in(actor=cast.pilot, zone=TOKYO)
    for user, zone in ((cast.pilot, TOKYO), (cast.reader, LONDON)):
        shows = page(client, user, "notices")
        assert f"has been announced: {clock.when(night.begins_at, None, zone)}" in shows
        assert f"{clock.local(Happening.objects.get(kind='night-announced').at, zone):%H:%M %Z}" in shows


def test_what_keeps_somebody_from_writing_or_asking_is_said_by_their_own_clock(
    cast: Cast, club: Club, campaign: Campaign, settings: Settings
):
    for user in (cast.axis, cast.pilot, cast.stranger):
        own_clock.live_in(actor=user, zone=TOKYO)
    until = timezone.now() + timedelta(days=1)
    mutes.mute(actor=cast.umpire, club=club, user=cast.axis, until=until, reason="Shouting")
    with pytest.raises(Refusal, match=f"muted you until {clock.when(until, None, TOKYO)}"):
        comments.comment(actor=cast.axis, campaign=campaign, text="And you!")
    Club.objects.update(posts_an_hour=1, takes_askers=True)
    settings.A_DAY = settings.A_DAY | {"comments": 1}
    comments.comment(actor=cast.pilot, campaign=campaign, text="One.")
    with pytest.raises(Refusal, match=r"It goes again in \d+ minutes, at \d\d:\d\d JST"):
        comments.comment(actor=cast.pilot, campaign=campaign, text="Two.")
    Club.objects.update(posts_an_hour=None)
    midnight = (timezone.now() + timedelta(days=1)).replace(hour=0, minute=0)
    with pytest.raises(Refusal, match=f"It goes again from {clock.when(midnight, None, TOKYO)} on"):
        comments.comment(actor=cast.pilot, campaign=Campaign.objects.get(), text="Two.")
    asked = asking.ask(actor=cast.stranger, club=Club.objects.get(), words="I fly.")
    asking.refuse(actor=cast.umpire, club=club, asked=asked.pk)
    with pytest.raises(Refusal, match=r"Ask again from .* JST on"):
        asking.ask(actor=cast.stranger, club=Club.objects.get(), words="I fly.")

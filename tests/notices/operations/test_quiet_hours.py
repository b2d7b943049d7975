"""Quiet hours of a club: nothing of it leaves the house until they end, by the club's clock."""

from __future__ import annotations

from datetime import UTC, datetime, time

import pytest
from django.core import mail as post

from campaigns.models import Campaign
from clubs.models import Club
from clubs.operations import clubs, order
from clubs.operations.order import Rules
from notices.models import Delivery, Notice, Wishes
from notices.operations import deliveries, email, fan_out
from notices.selectors.quiet import quiet_until
from notices.webhooks.http import Answer
from tests import make
from tests.cast import Cast
from tests.notices import news

pytestmark = pytest.mark.django_db


def quiet(begins: time, ends: time) -> Rules:
    return Rules(takes_askers=False, quiet_from=begins, quiet_until=ends, posts_an_hour=None)


def at(day: int, hour: int, minute: int = 0, month: int = 11) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


HOURS = (
    (at(25, 23), time(22), time(7), at(26, 7)),
    (at(26, 6, 59), time(22), time(7), at(26, 7)),
    (at(26, 7), time(22), time(7), None),
    (at(25, 21, 59), time(22), time(7), None),
    (at(25, 13), time(12), time(14), at(25, 14)),
    (at(25, 14), time(12), time(14), None),
    # In summer London is an hour ahead of UTC.
    (at(15, 21, month=7), time(22), time(7), at(16, 6, month=7)),
)


def test_quiet_hours_go_by_the_clubs_clock_and_over_midnight(subtests: pytest.Subtests):
    for now, begins, ends, until in HOURS:
        with subtests.test(f"{now} {begins}"):
            club = Club(name="Flyers", time_zone="Europe/London", quiet_from=begins, quiet_until=ends)
            assert quiet_until(club, now) == until


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    """A campaign of a club that is quiet from ten in the evening to eight, of which all news so far are told."""
    club = make.people_of(cast)
    begun = clubs.move_campaign(actor=cast.owner, campaign=make.club(cast), club=club)
    order.change(actor=cast.owner, club=club, rules=quiet(time(22), time(8)))
    fan_out.tell_all()
    Notice.objects.all().delete()
    return begun


def told(campaign: Campaign | None, moment: datetime, kind: str = "mission-drawn", **more: object) -> None:
    happening = news.told(campaign, kind, mission=1, data={"title": "Fog", "place": "Malta"}, **more)
    Notice.objects.filter(happening=happening).update(at=moment)


@pytest.mark.portable
def test_an_e_mail_waits_for_the_end_of_the_quiet_hours(cast: Cast, campaign: Campaign):
    user = news.reachable(cast.axis)
    for day, mail, kind in ((21, "at-once", "mission-drawn"), (23, "daily", "orders-due")):
        news.wants(user, mail=mail)
        told(campaign, at(day, 22, 30), kind)
        assert email.send_due(at(day, 23)) == 0
        assert email.send_due(at(day + 1, 7, 59)) == 0
        assert Wishes.objects.get(user=user).mail_at == at(day + 1, 8), "it is looked again when they end"
        assert email.send_due(at(day + 1, 8)) == 1
        assert email.send_due(at(day + 1, 8, 5)) == 0
    assert len(post.outbox) == 2


def test_a_digest_waits_as_a_whole_and_what_is_of_no_quiet_club_goes_at_once(cast: Cast, campaign: Campaign):
    news.reachable(cast.axis, mail="daily")
    other = make.campaign(cast.axis, seed=9)
    told(campaign, at(25, 12))
    told(other, at(25, 12), person=cast.axis)
    assert email.send_due(at(26, 7, 1)) == 0, "at seven the club is quiet"
    assert email.send_due(at(26, 8)) == 1
    assert "2 things have happened" in post.outbox[0].subject
    told(other, at(26, 22), "orders-due", person=cast.axis)
    assert email.send_due(at(26, 23)) == 1, "urgent, and of no club"


@pytest.mark.portable
def test_two_clubs_that_are_never_both_open_keep_a_digest_a_day_at_most(cast: Cast, campaign: Campaign):
    assert campaign.club is not None
    order.change(actor=cast.owner, club=campaign.club, rules=quiet(time(22), time(14)))
    other = clubs.found(actor=cast.axis, name="The Larks")
    order.change(actor=cast.axis, club=other, rules=quiet(time(14), time(6)))
    theirs = clubs.move_campaign(actor=cast.axis, campaign=make.campaign(cast.axis, seed=9), club=other)
    fan_out.tell_all()
    Notice.objects.all().delete()
    news.reachable(cast.axis, mail="daily")
    told(campaign, at(25, 12))
    told(theirs, at(25, 12), person=cast.axis)
    sent = [hour for hour in range(7, 7 + 24) if email.send_due(at(26 + hour // 24, hour % 24, 5))]
    # Due at seven; each goes while its own club is open, and none of it twice.
    assert sent == [15, 24 + 6]
    assert len(post.outbox) == 2
    assert Notice.objects.filter(user=cast.axis, mailed_at=None).count() == 0


@pytest.mark.portable
def test_a_webhook_waits_for_the_end_of_the_quiet_hours_but_for_a_test(
    cast: Cast, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
):
    webhook = make.webhook(campaign)
    fan_out.tell_all()
    Delivery.objects.all().delete()
    happening = news.told(campaign, mission=1)
    test = news.happens(campaign, "webhook-test")
    Delivery.objects.create(webhook=webhook, happening=test, next_at=at(25, 22))
    Delivery.objects.filter(happening=happening).update(next_at=at(25, 22))
    sent: list[object] = []

    def answered(url: str, body: bytes, headers: object) -> Answer:
        sent.append(body)
        return Answer(status=200, words="Taken")

    monkeypatch.setattr("notices.operations.deliveries.http.post", answered)
    for now, count in ((at(25, 23), 1), (at(26, 7, 59), 1), (at(26, 8), 2)):
        monkeypatch.setattr("notices.operations.deliveries.timezone.now", lambda now=now: now)
        if webhook.pk in deliveries.due(now):
            deliveries.deliver_to(webhook.pk)
        assert len(sent) == count, now
    assert set(Delivery.objects.values_list("status", flat=True)) == {Delivery.Status.SENT}

"""E-mails: to those who want them, when they want them, once; and the one click that ends them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from zoneinfo import ZoneInfo

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as post
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from campaigns.models import Campaign
from clubs.operations import clubs, own_clock
from notices.models import Notice, Wishes
from notices.operations import email, fan_out, inbox
from tests import make
from tests.cast import Cast
from tests.notices import news

pytestmark = pytest.mark.django_db

WEDNESDAY = datetime(2026, 11, 25, 12, tzinfo=UTC)


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    """A campaign of everybody's, of which all news so far are told."""
    begun = news.told_club(cast)
    Notice.objects.all().delete()
    return begun


def told_at(campaign: Campaign, at: datetime, kind: str = "mission-drawn", **more: object) -> None:
    """Something that was told then."""
    happening = news.told(campaign, kind, mission=1, data={"title": "Fog", "place": "Malta"}, **more)
    Notice.objects.filter(happening=happening).update(at=at)


def as_html() -> str:
    """The first e-mail as programs show it that show HTML."""
    letter = post.outbox[0]
    assert isinstance(letter, EmailMultiAlternatives)
    content, kind = letter.alternatives[0]
    assert kind == "text/html"
    return str(content)


def test_who_wants_them_at_once_gets_one_e_mail_that_says_what_and_where(campaign: Campaign, cast: Cast):
    news.reachable(cast.axis)
    news.told(campaign, mission=1, data={"title": "Fog", "place": "Malta"})
    assert news.mails() == 1
    letter = post.outbox[0]
    assert letter.to == ["axis@example.org"]
    assert letter.subject == "Desert evenings: Mission drawn"
    assert "* Mission 1 has been drawn: Fog, Malta." in letter.body
    assert f"/campaigns/{campaign.pk}/missions/1/" in letter.body
    html = as_html()
    assert "Mission 1 has been drawn: Fog, Malta." in html
    assert news.mails() == 0
    assert len(post.outbox) == 1


def test_nobody_gets_one_at_an_address_that_is_not_confirmed_or_with_a_closed_account(campaign: Campaign, cast: Cast):
    news.reachable(cast.axis, verified=False)
    news.reachable(cast.pilot)
    news.told(campaign)
    cast.pilot.is_active = False
    cast.pilot.save()
    assert news.mails() == 0
    assert not post.outbox


def test_who_wants_none_gets_none(campaign: Campaign, cast: Cast):
    news.reachable(cast.axis, mail="never")
    news.told(campaign)
    news.told(campaign, "orders-due", mission=1, data={"due": "2026-11-26T19:30:00+00:00"})
    assert news.mails() == 0


def test_what_is_only_for_the_inbox_is_not_mailed(campaign: Campaign, cast: Cast):
    news.reachable(cast.axis)
    news.told(campaign, "orders-in", mission=1, data={"side": "allied"})
    assert news.mails() == 0


def test_what_has_been_read_is_not_mailed(campaign: Campaign, cast: Cast):
    news.reachable(cast.axis)
    news.told(campaign)
    inbox.read_all(actor=cast.axis)
    assert news.mails() == 0


def test_what_cannot_wait_comes_at_once_and_the_rest_in_the_digest(campaign: Campaign, cast: Cast):
    news.reachable(cast.axis, mail="daily")
    told_at(campaign, WEDNESDAY)
    told_at(campaign, WEDNESDAY, "orders-due")
    assert email.send_due(WEDNESDAY + timedelta(minutes=1)) == 1
    assert "due" in post.outbox[0].body
    assert "drawn" not in post.outbox[0].body
    assert email.send_due(WEDNESDAY + timedelta(hours=18)) == 0  # six in the morning
    assert email.send_due(WEDNESDAY + timedelta(hours=19, minutes=1)) == 1
    assert "drawn" in post.outbox[1].body


@pytest.mark.portable
def test_a_daily_digest_comes_once_a_day_with_all_that_is_new_and_not_when_nothing_is(campaign: Campaign, cast: Cast):
    news.reachable(cast.axis, mail="daily")
    for minutes in range(3):
        told_at(campaign, WEDNESDAY + timedelta(minutes=minutes))
    sent = [email.send_due(WEDNESDAY + timedelta(hours=hours)) for hours in range(72)]
    assert sum(sent) == 1
    assert post.outbox[0].subject == "Desert evenings: 3 things have happened"
    assert post.outbox[0].body.count("Mission 1 has been drawn") == 3


@pytest.mark.portable
def test_a_weekly_digest_comes_on_monday_morning_by_the_clubs_clock(campaign: Campaign, cast: Cast):
    make.people_of(cast, time_zone="Pacific/Auckland")
    fan_out.tell_all()
    Notice.objects.exclude(happening__campaign=campaign).delete()
    news.reachable(cast.axis, mail="weekly")
    told_at(campaign, WEDNESDAY)
    hours = [WEDNESDAY + timedelta(hours=hours) for hours in range(14 * 24)]
    sent = [at for at in hours if email.send_due(at)]
    assert len(sent) == 1
    local = sent[0].astimezone(ZoneInfo("Pacific/Auckland"))
    assert (local.isoweekday(), local.hour, local.day) == (1, 7, 30)


@pytest.mark.portable
def test_a_digest_comes_at_seven_by_ones_own_clock_also_if_it_is_set_while_it_waits(campaign: Campaign, cast: Cast):
    make.people_of(cast, time_zone="Europe/London")
    fan_out.tell_all()
    Notice.objects.exclude(happening__campaign=campaign).delete()
    news.reachable(cast.axis, mail="daily")
    told_at(campaign, WEDNESDAY)
    assert email.send_due(WEDNESDAY + timedelta(minutes=1)) == 0
    own_clock.live_in(actor=cast.axis, zone="Asia/Tokyo")
    sent = [at for hours in range(48) if email.send_due(at := WEDNESDAY + timedelta(hours=hours))]
    assert [f"{at.astimezone(ZoneInfo('Asia/Tokyo')):%d %H}" for at in sent] == ["26 07"]


@pytest.mark.portable
def test_times_in_an_e_mail_are_told_by_the_clock_of_who_gets_it_or_else_by_the_clubs(campaign: Campaign, cast: Cast):
    clubs.move_campaign(actor=cast.owner, campaign=campaign, club=make.people_of(cast, time_zone="Europe/Berlin"))
    fan_out.tell_all()
    Notice.objects.all().delete()
    news.reachable(cast.axis)
    news.reachable(cast.allied)
    own_clock.live_in(actor=cast.allied, zone="Asia/Tokyo")
    news.told(campaign, "orders-due", mission=1, data={"due": "2026-11-26T19:30:00+00:00"})
    news.mails()
    bodies = {mail.to[0]: mail.body for mail in post.outbox}
    assert "due on Thursday 26 November 2026, 20:30 CET" in bodies["axis@example.org"]
    assert "due on Friday 27 November 2026, 04:30 JST" in bodies["allied@example.org"]


@pytest.mark.portable
def test_who_has_left_or_muted_it_before_the_digest_gets_nothing_of_it(campaign: Campaign, cast: Cast):
    for user in (cast.axis, cast.pilot):
        news.reachable(user)
    news.told(campaign)
    campaign.seats.filter(user=cast.axis).update(user=None)
    news.wants(cast.pilot, muted=[campaign.pk])
    assert news.mails() == 0


@pytest.mark.parametrize("name", ["Evil\r\nBcc: all@example.org", "Tab\tand\x0bvertical", "\u2028line"])
def test_no_name_of_a_campaign_writes_a_header(name: str, campaign: Campaign, cast: Cast):
    Campaign.objects.filter(pk=campaign.pk).update(name=name)
    news.reachable(cast.axis)
    news.told(campaign)
    assert news.mails() == 1
    message = post.outbox[0].message()
    assert message["Bcc"] is None
    assert message["To"] == "axis@example.org"
    assert "\n" not in post.outbox[0].subject
    assert message["Subject"].endswith("Mission drawn")


def test_markup_in_names_stays_text_in_the_html(campaign: Campaign, cast: Cast):
    Campaign.objects.filter(pk=campaign.pk).update(name="<script>alert(1)</script>")
    news.reachable(cast.axis)
    news.told(campaign)
    news.mails()
    html = as_html()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert "<script>alert(1)</script>" in post.outbox[0].body


class _Server:
    """A mail server that fails so often, then takes everything."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.taken: list[EmailMultiAlternatives] = []

    def send(self, message: EmailMultiAlternatives, fail_silently: bool = False) -> int:
        if self.errors:
            raise self.errors.pop(0)
        self.taken.append(message)
        return 1


@pytest.mark.portable
def test_when_the_mail_server_is_away_it_is_tried_again_later(
    campaign: Campaign, cast: Cast, monkeypatch: pytest.MonkeyPatch
):
    server = _Server(SMTPServerDisconnected("away"))
    monkeypatch.setattr(EmailMultiAlternatives, "send", lambda message: server.send(message))
    for user in (cast.axis, cast.pilot):
        news.reachable(user, mail="daily")
    told_at(campaign, WEDNESDAY)
    morning = WEDNESDAY + timedelta(hours=20)
    assert email.send_due(morning) == 0  # and the others are not tried
    assert not Notice.objects.exclude(mailed_at=None).exists()
    assert not Wishes.objects.exclude(digest_at=None).exists()
    assert email.send_due(morning + timedelta(minutes=5)) == 2
    assert email.send_due(morning + timedelta(minutes=10)) == 0


def test_nothing_is_claimed_for_a_mail_server_that_does_not_answer(
    campaign: Campaign, cast: Cast, monkeypatch: pytest.MonkeyPatch
):
    def refuse(backend: object) -> None:
        raise ConnectionRefusedError

    news.reachable(cast.axis)
    news.told(campaign)
    with monkeypatch.context() as away:
        away.setattr("django.core.mail.backends.locmem.EmailBackend.open", refuse)
        assert news.mails() == 0
    assert not Notice.objects.exclude(mailed_at=None).exists()
    assert news.mails() == 1


@pytest.mark.parametrize(("code", "times"), [(550, 0), (451, 1)])
def test_an_address_that_is_refused_for_good_is_not_tried_again_and_one_refused_for_now_is(
    code: int, times: int, campaign: Campaign, cast: Cast, monkeypatch: pytest.MonkeyPatch
):
    server = _Server(SMTPRecipientsRefused({"axis@example.org": (code, b"no")}))
    monkeypatch.setattr(EmailMultiAlternatives, "send", lambda message: server.send(message))
    news.reachable(cast.axis)
    news.told(campaign)
    assert [news.mails(), news.mails()] == [0, times]


def unsubscribe_link() -> str:
    headers = post.outbox[0].message()
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    found = re.fullmatch(r"<https?://[^/]+(/[^>]+)>", headers["List-Unsubscribe"])
    assert found
    return found[1]


@pytest.mark.portable
def test_one_click_ends_them_without_signing_in_and_a_look_does_not(campaign: Campaign, cast: Cast):
    news.reachable(cast.axis)
    news.told(campaign)
    news.mails()
    link, strict = unsubscribe_link(), Client(enforce_csrf_checks=True)
    looked = strict.get(link)
    assert looked.status_code == 200
    assert "axis" not in looked.content.decode()  # whoever finds the link learns nobody's name
    assert Wishes.objects.get(user=cast.axis).mail == "at-once"
    done = strict.post(link, {"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200
    assert Wishes.objects.get(user=cast.axis).mail == "never"
    news.told(campaign)
    assert news.mails() == 0


@pytest.mark.portable
def test_a_link_that_we_did_not_write_ends_nothing(campaign: Campaign, cast: Cast, client: Client):
    news.reachable(cast.axis)
    good = email.unsubscribe_path(cast.axis.pk)
    for link in (good[:-2] + "/", reverse("unsubscribe", args=["nonsense"])):
        assert client.post(link).status_code == 404
    assert Wishes.objects.get(user=cast.axis).mail == "at-once"
    gone = email.unsubscribe_path(cast.stranger.pk)
    cast.stranger.delete()
    assert client.post(gone).status_code == 404


@pytest.mark.portable
def test_a_notice_that_has_waited_for_long_is_not_mailed_any_more(campaign: Campaign, cast: Cast):
    news.told(campaign)
    Notice.objects.update(at=timezone.now() - timedelta(days=10))
    news.reachable(cast.axis)
    assert news.mails() == 0


def test_nobody_is_looked_at_twice_for_what_waits_for_the_same_digest(
    campaign: Campaign, cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
):
    news.reachable(cast.axis, mail="daily")
    told_at(campaign, WEDNESDAY)
    assert email.send_due(WEDNESDAY + timedelta(minutes=1)) == 0
    with django_assert_num_queries(1):  # who is due: nobody
        email.send_due(WEDNESDAY + timedelta(minutes=6))
    told_at(campaign, WEDNESDAY + timedelta(minutes=7), "orders-due")
    assert email.send_due(WEDNESDAY + timedelta(minutes=8)) == 1
    assert email.send_due(WEDNESDAY + timedelta(hours=20)) == 1, "the digest comes all the same"


def test_what_came_before_the_address_was_confirmed_is_mailed_after_the_daily_look(campaign: Campaign, cast: Cast):
    news.reachable(cast.axis, verified=False)
    news.told(campaign)
    assert news.mails() == 0
    EmailAddress.objects.update(verified=True)
    assert news.mails() == 0
    assert email.look_for_missed(timezone.now()) == 1
    assert news.mails() == 1
    assert email.look_for_missed(timezone.now()) == 0

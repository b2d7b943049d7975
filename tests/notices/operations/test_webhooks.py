"""Webhooks: what they are sent, how often it is tried, and when they are given up."""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import b64decode, b64encode
from datetime import datetime, timedelta
from io import BytesIO
from itertools import pairwise
from typing import Any
from unittest import mock

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks, Settings

from campaigns.models import Campaign
from campaigns.operations import seats
from config.common.refusals import Refusal
from missions.operations import drawing
from notices import tasks
from notices.models import Delivery, Happening, Notice, Webhook
from notices.operations import deliveries, fan_out, webhooks
from notices.operations.deliveries import FAILED_IN_A_ROW, PAUSES, deliver_to
from notices.selectors import inbox
from notices.selectors.webhooks import SHOWN
from notices.webhooks import http, payloads
from tests import make
from tests.cast import Cast
from tests.notices import news
from tests.notices.receiver import Receiver, answers, hangs

pytestmark = pytest.mark.django_db
FORM = {"label": "Bot", "format": "json", "wanted": ["mission-drawn", "debriefed"]}
"""What a form says of a webhook, but for its address."""


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    return news.told_club(cast)


def hook(campaign: Campaign, url: str, format: str = "json") -> Webhook:
    return webhooks.add(actor=campaign.owner, campaign=campaign, url=url, format=format)


@pytest.fixture
def webhook(campaign: Campaign, receiver: Receiver) -> Webhook:
    return hook(campaign, receiver.url)


def later(monkeypatch: pytest.MonkeyPatch, **more: float) -> datetime:
    """Let time pass for deliveries."""
    now = timezone.now() + timedelta(**more)
    monkeypatch.setattr("notices.operations.deliveries.timezone.now", lambda: now)
    return now


def send() -> None:
    """What the sweep does."""
    tasks.deliver()


def test_what_everybody_is_told_is_sent_once_signed_and_in_words(
    campaign: Campaign, webhook: Webhook, receiver: Receiver
):
    happening = news.told(campaign, mission=1, data={"title": "Fog", "place": "Malta", "secret": "Red Plan"})
    send()
    send()
    assert len(receiver.requests) == 1
    request = receiver.requests[0]
    assert request.said == {
        "id": str(happening.pk),
        "kind": "mission-drawn",
        "title": "Mission drawn",
        "at": happening.at.isoformat(),
        "campaign": {"id": campaign.pk, "name": campaign.name},
        "mission": 1,
        "sentence": "Mission 1 has been drawn: Fog, Malta. Next come both sides’ orders.",
        "times": {},
        "link": f"http://localhost/campaigns/{campaign.pk}/missions/1/",
    }
    assert b"Red Plan" not in request.body  # only what the sentence says leaves the house
    signed = hmac.new(webhook.secret.encode(), request.body, hashlib.sha256).hexdigest()
    assert request.headers["x-ready-room-signature"] == f"sha256={signed}"
    assert request.headers["x-ready-room-event"] == "mission-drawn"
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.attempts, delivery.answer) == ("sent", 1, "200 OK")


@pytest.mark.portable
def test_what_is_for_one_side_or_one_person_goes_to_no_webhook(campaign: Campaign, webhook: Webhook, cast: Cast):
    news.told(campaign, "part-in", side="allied", mission=1)
    news.told(campaign, "seat-given", person=cast.axis)
    news.told(None, "member-joined", club=make.people_of(cast))
    assert not Delivery.objects.exists()


def test_an_operation_reaches_the_receiver_by_itself(
    campaign: Campaign,
    cast: Cast,
    receiver: Receiver,
    webhook: Webhook,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
):
    with django_capture_on_commit_callbacks(execute=True):
        drawing.draw_mission(actor=cast.umpire, campaign=campaign)
    assert receiver.requests[0].said["kind"] == "mission-drawn"


def test_discord_gets_a_message_that_pings_nobody_and_hides_no_link(campaign: Campaign, receiver: Receiver):
    Campaign.objects.filter(pk=campaign.pk).update(name="@everyone <@1> [free](http://x.example) **big**")
    hook(campaign, receiver.url, "discord")
    news.told(campaign, mission=1, data={"title": "@here", "place": "<@&7>"})
    send()
    request = receiver.requests[0]
    assert "x-ready-room-signature" not in request.headers
    said = request.said
    assert said["allowed_mentions"] == {"parse": []}
    assert said["content"] == (
        r"**\@everyone \<\@1\> \[free\]\(http\://x.example\) \*\*big\*\***"
        r": Mission 1 has been drawn\: \@here, \<\@&7\>. Next come both sides’ orders."
    )
    assert said["embeds"][0]["url"].endswith("/missions/1/")


DUE = "2026-11-26T19:30:00+00:00"


@pytest.mark.portable
def test_a_program_is_sent_the_moments_that_a_sentence_tells_in_the_clubs_words(
    campaign: Campaign, cast: Cast, webhook: Webhook, receiver: Receiver
):
    club = make.people_of(cast, time_zone="Europe/Berlin")
    Campaign.objects.filter(pk=campaign.pk).update(club=club)
    news.told(campaign, "orders-due-moved", mission=1, data={"due": DUE})
    send()
    said = receiver.requests[0].said
    assert "due on Thursday 26 November 2026, 20:30 CET." in said["sentence"]
    assert said["times"] == {"due": DUE}


def test_discord_shows_each_reader_a_moment_by_their_own_clock(campaign: Campaign, receiver: Receiver):
    hook(campaign, receiver.url, "discord")
    news.told(campaign, "orders-due-moved", mission=1, data={"due": DUE})
    send()
    said = receiver.requests[0].said["content"]
    assert said.endswith(": Orders for mission 1 are now due on <t:1795721400:f>.")


@pytest.mark.parametrize("most", range(8, 24))
def test_no_message_to_discord_ends_in_half_a_moment(most: int):
    assert payloads.cut("Due on <t:1795721400:f>, and late after it", most) == "Due on …"


@pytest.mark.parametrize("text", ["x" * 5000, "𝄞" * 3000, "*" * 3000])
def test_discord_gets_no_more_than_it_takes(text: str, campaign: Campaign, receiver: Receiver):
    hook(campaign, receiver.url, "discord")
    happening = news.told(campaign, mission=1, data={"title": text})
    happening = Happening.objects.select_related(*inbox.NAMED).get(pk=happening.pk)
    body, _ = payloads.request(Webhook.objects.get(), [happening], happening.at)
    content = json.loads(body)["content"]
    assert len(content.encode("utf-16-le")) // 2 <= 2000
    assert content.endswith("…")
    assert not content.endswith("\\…")


def test_what_fails_is_tried_again_ever_more_rarely_for_about_a_day_and_then_given_up(
    campaign: Campaign, webhook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    receiver.manners = [answers(500)]
    news.told(campaign)
    tried = [timezone.now()]
    while True:
        send()
        delivery = Delivery.objects.get()
        if delivery.status != "waiting":
            break
        tried.append(delivery.next_at)
        monkeypatch.setattr("notices.operations.deliveries.timezone.now", lambda: tried[-1])
    pauses = [after - before for before, after in pairwise(tried)]
    assert len(receiver.requests) == delivery.attempts == len(tried) == 8
    assert all(after > 1.3 * before for before, after in pairwise(pauses))
    assert timedelta(hours=12) < tried[-1] - tried[0] < timedelta(hours=36)
    assert delivery.status == "failed"
    assert delivery.answer.startswith("500")
    assert len({request.said["id"] for request in receiver.requests}) == 1
    send()
    assert len(receiver.requests) == 8


def test_it_is_not_tried_again_before_its_time(campaign: Campaign, webhook: Webhook, receiver: Receiver):
    receiver.manners = [answers(500), answers(200)]
    news.told(campaign)
    send()
    send()
    assert len(receiver.requests) == 1
    assert Delivery.objects.get().status == "waiting"


@pytest.mark.portable
def test_while_a_receiver_hangs_only_one_worker_waits_for_it_once_and_others_get_theirs(
    campaign: Campaign, receiver: Receiver, settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(http, "READ", 0.3)
    other = Receiver()
    receiver.manners = [hangs]
    hook(campaign, receiver.url)
    hook(campaign, other.url)
    for _ in range(4):
        news.told(campaign)
    send()
    send()
    other.close()
    assert [len(request.said["notices"]) for request in other.requests] == [4]
    assert len(receiver.requests) == 1
    waiting = Delivery.objects.filter(status="waiting")
    assert waiting.count() == 4
    assert all(each.next_at > timezone.now() + timedelta(seconds=20) for each in waiting)


def test_a_receiver_that_asks_for_time_is_given_it(
    campaign: Campaign, webhook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    receiver.manners = [answers(429, retry_after="5000"), answers(204)]
    news.told(campaign)
    news.told(campaign)
    send()
    later(monkeypatch, seconds=4990)
    send()
    assert len(receiver.requests) == 1
    later(monkeypatch, seconds=5002)
    send()
    assert len(receiver.requests) == 2
    assert set(Delivery.objects.values_list("status", flat=True)) == {"sent"}


def test_nobody_asks_for_more_than_a_day(campaign: Campaign, webhook: Webhook, receiver: Receiver):
    receiver.manners = [answers(429, retry_after="99999999")]
    news.told(campaign)
    send()
    assert Delivery.objects.get().next_at < timezone.now() + timedelta(hours=25)


@pytest.mark.portable
def test_a_receiver_that_is_gone_switches_the_webhook_off_and_its_people_are_told(
    campaign: Campaign, cast: Cast, receiver: Receiver
):
    made = webhooks.add(actor=cast.umpire, campaign=campaign, url=receiver.url, format="json")
    receiver.manners = [answers(410)]
    for _ in range(2):
        news.told(campaign)
    send()
    made.refresh_from_db()
    assert not made.is_on
    assert "gone for good" in made.why_off
    assert len(receiver.requests) == 1
    assert set(Delivery.objects.values_list("status", flat=True)) == {"failed"}
    fan_out.tell_all()
    told = Notice.objects.filter(happening__kind="webhook-off").values_list("user__username", flat=True)
    assert set(told) == {"umpire", "owner"}
    news.told(campaign)
    send()
    assert len(receiver.requests) == 1


@pytest.mark.portable
def test_many_failures_in_a_row_switch_it_off_and_one_success_between_them_does_not(
    campaign: Campaign, webhook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    def fail() -> None:
        receiver.manners = [answers(500)]
        news.told(campaign)
        Delivery.objects.filter(status="waiting").update(attempts=len(PAUSES))
        send()

    for _ in range(FAILED_IN_A_ROW - 1):
        fail()
    receiver.manners = [answers(200)]
    news.told(campaign)
    send()
    for _ in range(FAILED_IN_A_ROW - 1):
        fail()
    assert Webhook.objects.get().is_on
    fail()
    assert not Webhook.objects.get().is_on
    assert "in a row" in Webhook.objects.get().why_off


def test_a_worker_that_dies_while_it_sends_leaves_it_to_be_sent_again(
    campaign: Campaign, webhook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    news.told(campaign)

    def dies(*args: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(http, "post", dies)
        with pytest.raises(KeyboardInterrupt):
            deliver_to(webhook.pk)
    send()
    assert not receiver.requests  # somebody may still be at it
    later(monkeypatch, seconds=121)
    send()
    assert len(receiver.requests) == 1
    assert Delivery.objects.get().status == "sent"


def test_an_address_that_has_become_private_since_it_was_set_up_is_not_gone_to(
    campaign: Campaign, webhook: Webhook, receiver: Receiver, settings: Settings
):
    settings.WEBHOOKS_TO_PRIVATE = []
    news.told(campaign)
    send()
    assert not receiver.requests
    assert "not of the public Internet" in Delivery.objects.get().answer


def test_an_old_address_gets_nothing_of_what_waited_and_neither_does_the_new_one(
    campaign: Campaign, webhook: Webhook, receiver: Receiver
):
    receiver.manners = [answers(500)]
    news.told(campaign)
    send()
    url = receiver.url.replace("hook", "other")
    webhooks.change(actor=campaign.owner, campaign=campaign, webhook=webhook.pk, url=url, format="json", is_on=True)
    assert (Delivery.objects.get().status, Delivery.objects.get().answer) == ("failed", "The address has changed.")


def test_a_webhook_to_a_forbidden_address_is_refused_and_nothing_is_made(campaign: Campaign, client: Client):
    client.force_login(campaign.owner)
    url = reverse("campaign-webhooks", args=[campaign.pk])
    for address in ("http://127.0.0.1:8000/", "http://[::1]/", "http://2130706433/", "ftp://example.org/"):
        response = client.post(url, FORM | {"url": address})
        assert response.status_code == 422
    assert "begin with https" in response.content.decode()
    assert not Webhook.objects.exists()


@pytest.mark.portable
def test_a_campaign_has_only_so_many_and_none_twice(campaign: Campaign, webhook: Webhook, receiver: Receiver):
    with pytest.raises(Refusal, match="already"):
        hook(campaign, receiver.url)
    for number in range(webhooks.MOST - 1):
        hook(campaign, f"{receiver.url}{number}")
    with pytest.raises(Refusal, match="at most"):
        hook(campaign, f"{receiver.url}-more")


def test_only_umpires_and_owners_set_them_up_whatever_the_page_let_through(
    campaign: Campaign, cast: Cast, webhook: Webhook, receiver: Receiver
):
    for user in (cast.allied, cast.pilot, cast.reader, cast.stranger):
        with pytest.raises(Refusal, match="umpire"):
            webhooks.add(actor=user, campaign=campaign, url=f"{receiver.url}x", format="json")
        with pytest.raises(Refusal, match="umpire"):
            webhooks.delete(actor=user, campaign=campaign, webhook=webhook.pk)
    other = make.campaign(cast.stranger)
    with pytest.raises(Refusal, match="deleted"):
        webhooks.delete(actor=cast.stranger, campaign=other, webhook=webhook.pk)
    assert Webhook.objects.get() == webhook


@pytest.mark.portable
def test_its_page_shows_what_was_sent_and_answered_and_keeps_the_address_to_itself(
    campaign: Campaign, cast: Cast, receiver: Receiver, client: Client
):
    client.force_login(cast.umpire)
    url = reverse("campaign-webhooks", args=[campaign.pk])
    client.post(url, FORM | {"url": receiver.url})
    made = Webhook.objects.get()
    of_this = [campaign.pk, made.pk]
    assert client.post(reverse("webhook-test", args=of_this)).status_code == 302
    assert Delivery.objects.get().status == "waiting"
    client.post(reverse("webhook-test", args=of_this))
    assert Delivery.objects.count() == 1  # one test at a time
    receiver.manners = [answers(418)]
    send()
    page = client.get(url).content.decode()
    assert "418 I" in page
    assert "Test" in page
    assert made.standard_secret in page
    assert "/hook" not in page
    assert not Notice.objects.filter(happening__kind="webhook-test").exists()


@pytest.mark.portable
def test_it_is_changed_switched_off_and_deleted_on_its_page(campaign: Campaign, webhook: Webhook, client: Client):
    client.force_login(campaign.owner)
    of_this = [campaign.pk, webhook.pk]
    assert client.get(reverse("webhook-edit", args=of_this)).status_code == 200
    off = client.post(reverse("webhook-edit", args=of_this), FORM | {"url": webhook.url})
    assert off.status_code == 302
    assert not Webhook.objects.get().is_on
    assert b"Switch it on first" in client.post(reverse("webhook-test", args=of_this), follow=True).content
    wrong = client.post(reverse("webhook-edit", args=of_this), FORM | {"url": "http://10.0.0.1/"})
    assert wrong.status_code == 422
    assert Webhook.objects.get().url == webhook.url
    client.get(reverse("webhook-delete", args=of_this))
    assert Webhook.objects.exists()
    client.post(reverse("webhook-delete", args=of_this))
    assert not Webhook.objects.exists()


def test_its_page_takes_as_many_queries_for_many_deliveries_as_for_few(
    campaign: Campaign,
    webhook: Webhook,
    receiver: Receiver,
    client: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
):
    client.force_login(campaign.owner)
    hook(campaign, f"{receiver.url}2")
    for _ in range(30):
        news.told(campaign)
    with django_assert_max_num_queries(10):
        page = client.get(reverse("campaign-webhooks", args=[campaign.pk])).content.decode()
    assert page.count("<b>Mission drawn</b>") == 2 * SHOWN


@pytest.mark.parametrize("format", ["json", "discord"])
def test_what_waits_for_a_webhook_within_a_minute_goes_out_as_one_message(
    format: str, campaign: Campaign, receiver: Receiver
):
    webhook = hook(campaign, receiver.url, format)
    for number in range(1, 4):
        news.told(campaign, mission=number, data={"title": f"Fog {number}", "place": "Malta"})
    send()
    (request,) = receiver.requests
    said = request.said
    then = "Next come both sides’ orders."
    sentences = [f"Mission {number} has been drawn: Fog {number}, Malta. {then}" for number in range(1, 4)]
    if format == "json":
        assert (said["kind"], said["title"], said["mission"]) == ("several", "3 notices", None)
        assert said["sentence"] == " ".join(sentences)
        assert [each["sentence"] for each in said["notices"]] == sentences
        assert {each["kind"] for each in said["notices"]} == {"mission-drawn"}
        assert request.headers["x-ready-room-id"] == said["id"]
        signed = hmac.new(webhook.secret.encode(), request.body, hashlib.sha256).hexdigest()
        assert request.headers["x-ready-room-signature"] == f"sha256={signed}"
    else:
        assert said["content"].splitlines() == [
            "**Desert evenings**:",
            *(f"- Mission {number} has been drawn\\: Fog {number}, Malta. {then}" for number in range(1, 4)),
        ]
        assert [each["url"][-3:] for each in said["embeds"]] == ["/1/", "/2/", "/3/"]
    assert set(Delivery.objects.values_list("status", "attempts")) == {("sent", 1)}


def test_ten_long_notices_are_one_message_within_what_discord_takes_and_an_eleventh_another(
    campaign: Campaign, receiver: Receiver
):
    hook(campaign, receiver.url, "discord")
    for number in range(11):
        news.told(campaign, mission=number, data={"title": f"{number} " + "𝄞*" * 900})
    send()
    first, second = (request.said for request in receiver.requests)
    assert (len(first["embeds"]), len(second["embeds"])) == (10, 1)
    assert len(first["content"].encode("utf-16-le")) // 2 <= 2000
    assert len(first["content"].splitlines()) == 11, "every notice has its line"


def test_what_happened_a_while_apart_goes_out_apart(campaign: Campaign, webhook: Webhook, receiver: Receiver):
    early = news.told(campaign, mission=1)
    news.told(campaign, mission=2)
    Happening.objects.filter(pk=early.pk).update(at=early.at - timedelta(minutes=2))
    send()
    assert [request.said["mission"] for request in receiver.requests] == [1, 2]


def test_one_notice_at_which_a_receiver_stumbles_keeps_back_none_of_the_others(
    campaign: Campaign, webhook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    receiver.manners = [answers(400), answers(400), answers(400), answers(204)]
    news.told(campaign, mission=1)
    news.told(campaign, mission=2)
    for hours in range(0, 9, 2):
        later(monkeypatch, hours=hours)
        send()
    assert [request.said["kind"] for request in receiver.requests[:2]] == ["several", "several"]
    assert [request.said["mission"] for request in receiver.requests[2:]] == [1, 2, 1], "the other went before it"
    assert set(Delivery.objects.values_list("status", flat=True)) == {"sent"}


def test_a_message_of_several_that_is_given_up_counts_once_towards_switching_off(
    campaign: Campaign, webhook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    receiver.manners = [answers(500)]
    for number in range(6):
        news.told(campaign, mission=number)
    Delivery.objects.update(at=timezone.now() - timedelta(days=4))
    send()
    webhook.refresh_from_db()
    assert webhook.is_on
    assert set(Delivery.objects.values_list("status", flat=True)) == {"failed"}


def test_a_webhook_ends_with_its_makers_seat_and_passes_to_who_switches_it_on(
    campaign: Campaign, receiver: Receiver, cast: Cast, client: Client
):
    made = webhooks.add(actor=cast.umpire, campaign=campaign, url=receiver.url, format="json", label="The bot")
    seats.take_away(actor=campaign.owner, campaign=campaign, seat=campaign.seats.get(user=cast.umpire).pk)
    fan_out.tell_all()
    send()
    assert not receiver.requests
    made.refresh_from_db()
    assert not made.is_on
    client.force_login(cast.owner)
    page = client.get(reverse("campaign-webhooks", args=[campaign.pk])).content.decode()
    assert "<h2>The bot</h2>" in page
    assert "umpire, whose it was, is no umpire here any more. Who switches it on takes it over." in page
    assert Happening.objects.filter(kind="webhook-off", person=cast.owner).exists()
    same = FORM | {"label": "The bot", "url": receiver.url, "is_on": "on"}
    client.post(reverse("webhook-edit", args=[campaign.pk, made.pk]), same)
    news.told(campaign)
    send()
    made.refresh_from_db()
    assert (made.made_by, made.is_on, len(receiver.requests)) == (cast.owner, True, 1)


def test_a_webhook_has_a_label(campaign: Campaign, client: Client):
    client.force_login(campaign.owner)
    url = reverse("campaign-webhooks", args=[campaign.pk])
    wrong = client.post(url, FORM | {"url": "https://93.184.216.34/x", "label": ""})
    assert wrong.status_code == 422
    assert "Give it a label" in wrong.content.decode()
    client.post(url, FORM | {"url": "https://93.184.216.34/x", "label": " War   diary "})
    assert Webhook.objects.get().label == "War diary"


def test_the_signature_is_that_of_the_standard_webhooks():
    """The example of their own libraries."""
    key = b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    told = payloads.standard_signature(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", b'{"test": 2432232314}')
    assert told == "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_receiver_checks_it_with_what_the_page_shows(campaign: Campaign, webhook: Webhook, receiver: Receiver):
    happening = news.told(campaign)
    send()
    request = receiver.requests[0]
    message, at = request.headers["webhook-id"], request.headers["webhook-timestamp"]
    key = b64decode(webhook.standard_secret.removeprefix("whsec_"))
    signed = hmac.new(key, f"{message}.{at}.".encode() + request.body, hashlib.sha256).digest()
    assert request.headers["webhook-signature"] == f"v1,{b64encode(signed).decode()}"
    assert message == str(happening.pk) == request.said["id"]
    assert abs(int(at) - timezone.now().timestamp()) < 60


def test_a_webhook_gets_one_message_a_minute_and_a_test_at_once(
    campaign: Campaign, webhook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    with mock.patch.object(deliveries, "PACE", timedelta(minutes=1)):
        news.told(campaign)
        send()
        for _ in range(2):
            news.told(campaign)
        send()
        assert len(receiver.requests) == 1
        webhooks.test(actor=campaign.owner, campaign=campaign, webhook=webhook.pk)
        send()
        assert [each.said["kind"] for each in receiver.requests] == ["mission-drawn", "webhook-test"]
        later(monkeypatch, seconds=61)
        send()
        assert receiver.requests[2].said["kind"] == "several"
        assert len(receiver.requests[2].said["notices"]) == 2


def test_it_is_sent_only_what_it_has_chosen(campaign: Campaign, receiver: Receiver, client: Client):
    client.force_login(campaign.owner)
    page = reverse("campaign-webhooks", args=[campaign.pk])
    assert client.post(page, FORM | {"url": receiver.url, "wanted": ["story"]}).status_code == 302
    made = Webhook.objects.get()
    news.told(campaign)
    send()
    assert not receiver.requests
    shown = client.get(reverse("webhook-edit", args=[campaign.pk, made.pk])).content.decode()
    assert shown.count("checked") == 4, "one kind, its format, which pictures, and that it is on"
    said = FORM | {"url": receiver.url, "wanted": ["mission-drawn"], "is_on": "on"}
    client.post(reverse("webhook-edit", args=[campaign.pk, made.pk]), said)
    news.told(campaign)
    send()
    assert [each.said["kind"] for each in receiver.requests] == ["mission-drawn"]
    for wrong in ([], ["night-soon"]):
        assert client.post(page, FORM | {"url": f"{receiver.url}x", "wanted": wrong}).status_code == 422


@pytest.mark.portable
def test_a_sides_channel_is_sent_what_that_side_is_told_and_no_other_is(
    campaign: Campaign, cast: Cast, webhook: Webhook, receiver: Receiver
):
    asked: dict[str, Any] = {"campaign": campaign, "format": "json"}
    for user in (cast.axis, cast.pilot, cast.reader, cast.stranger):
        with pytest.raises(Refusal, match="commander"):
            webhooks.add(actor=user, url=f"{receiver.url}a", side="allied", **asked)
    own = webhooks.add(actor=cast.allied, url=f"{receiver.url}allied", side="allied", **asked)
    other = webhooks.add(actor=cast.umpire, url=f"{receiver.url}axis", side="axis", **asked)
    part = news.told(campaign, "part-in", mission=1, side="allied", data={"squadron": "Flora"})
    assert set(Delivery.objects.filter(happening=part).values_list("webhook", flat=True)) == {own.pk}
    both = news.told(campaign)
    sent = Delivery.objects.filter(happening=both).values_list("webhook", flat=True)
    assert set(sent) == {webhook.pk, own.pk, other.pk}
    for_one = news.told(campaign, "game-turn", mission=1, person=cast.allied)
    assert not Delivery.objects.filter(happening=for_one).exists()


def test_who_keeps_a_sides_channel_sees_it_and_nobody_else_not_even_the_owner(cast: Cast, client: Client):
    campaign = make.duel(cast)
    general = make.webhook(campaign)
    own = make.webhook(campaign, side="axis", actor=cast.axis)
    page = reverse("campaign-webhooks", args=[campaign.pk])
    seen = {}
    for user in (cast.owner, cast.umpire, cast.axis):
        client.force_login(user)
        seen[user.username] = {each.pk for each in client.get(page).context["webhooks"]}
    assert seen == {"owner": {general.pk}, "umpire": {general.pk, own.pk}, "axis": {own.pk}}
    client.force_login(cast.owner)
    assert client.get(reverse("webhook-edit", args=[campaign.pk, own.pk])).status_code == 404
    with pytest.raises(Refusal, match="deleted"):
        webhooks.delete(actor=cast.owner, campaign=campaign, webhook=own.pk)
    with pytest.raises(Refusal, match="commander"):
        webhooks.add(actor=cast.owner, campaign=campaign, url="https://93.184.216.34/", format="json", side="axis")
    with pytest.raises(Refusal, match="umpire"):
        webhooks.delete(actor=cast.axis, campaign=campaign, webhook=general.pk)
    assert Webhook.objects.count() == 2


def test_a_sides_channel_ends_with_its_commander_and_the_owner_is_not_told(
    campaign: Campaign, cast: Cast, receiver: Receiver
):
    asked: dict[str, Any] = {"url": receiver.url, "format": "json", "side": "allied"}
    own = webhooks.add(actor=cast.allied, campaign=campaign, **asked)
    seats.take_away(actor=campaign.owner, campaign=campaign, seat=campaign.seats.get(user=cast.allied).pk)
    fan_out.tell_all()
    send()
    assert not receiver.requests
    own.refresh_from_db()
    assert (own.is_on, "does not command this side any more" in own.why_off) == (False, True)
    told = Happening.objects.filter(kind="webhook-off")
    assert set(told.values_list("person__username", flat=True)) == {"allied"}


def test_a_sides_channel_is_whose_address_it_leads_to(campaign: Campaign, cast: Cast, receiver: Receiver):
    asked: dict[str, Any] = {"campaign": campaign, "format": "json"}
    own = webhooks.add(actor=cast.allied, url=f"{receiver.url}allied", side="allied", **asked)
    changed = webhooks.change(actor=cast.umpire, webhook=own.pk, url=own.url, is_on=True, label="Ours", **asked)
    assert changed.made_by == cast.allied, "another name is nobody's taking over"
    webhooks.change(actor=cast.umpire, webhook=own.pk, url=f"{receiver.url}umpire", is_on=True, **asked)
    seats.take_away(actor=campaign.owner, campaign=campaign, seat=campaign.seats.get(user=cast.umpire).pk)
    news.told(campaign, "part-in", mission=1, side="allied", data={"squadron": "Flora"})
    send()
    assert not receiver.requests, "who led it to an address of theirs sees the side's plans no more"


def test_discord_shows_the_colour_and_how_the_fight_ended(campaign: Campaign, receiver: Receiver, cast: Cast):
    asked: dict[str, Any] = {"campaign": campaign, "url": receiver.url, "format": "discord"}
    with pytest.raises(Refusal, match="rrggbb"):
        webhooks.add(actor=cast.owner, colour="red", **asked)
    webhooks.add(actor=cast.owner, colour="#a03020", picture="still", **asked)
    mission = make.flown(campaign)
    make.debrief(mission)
    with mock.patch("missions.selectors.stills.pixels.png", return_value=b"PNG of the end"):
        fan_out.tell_all()
        send()
    request = receiver.requests[-1]
    boundary = request.headers["content-type"].partition("boundary=")[2].encode()
    _, message, file, _ = request.body.split(b"--" + boundary)
    document = json.loads(message.partition(b"\r\n\r\n")[2])
    assert {each["color"] for each in document["embeds"]} == {0xA03020}
    assert document["embeds"][-1]["image"] == {"url": "attachment://mission-1.png"}
    assert file.partition(b"\r\n\r\n")[2] == b"PNG of the end\r\n"
    assert b'filename="mission-1.png"' in file
    with mock.patch("notices.selectors.webhook_pictures.still_at", side_effect=RuntimeError):
        news.told(campaign, "debriefed", mission=1)
        send()
    assert receiver.requests[-1].headers["content-type"] == "application/json", "without the picture, but it goes out"


def test_discord_shows_the_map_of_a_campaign_that_has_one(campaign: Campaign, receiver: Receiver, cast: Cast) -> None:
    asked: dict[str, Any] = {"campaign": campaign, "url": receiver.url, "format": "discord"}
    with pytest.raises(Refusal, match="no such picture"):
        webhooks.add(actor=cast.owner, picture="portrait", **asked)
    webhooks.add(actor=cast.owner, picture="map", **asked)
    make.debriefed(campaign)
    fan_out.tell_all()
    send()
    request = receiver.requests[-1]
    boundary = request.headers["content-type"].partition("boundary=")[2].encode()
    _, _, file, _ = request.body.split(b"--" + boundary)
    assert b'filename="map-1.png"' in file
    picture = Image.open(BytesIO(file.partition(b"\r\n\r\n")[2]))
    assert picture.width == 1600
    assert len(set(picture.convert("RGB").get_flattened_data())) > 20, "sea, land, marks and names"

"""Two workers tell, deliver and write e-mails at once: still once. On SQLite and on PostgreSQL."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from functools import partial
from threading import Barrier, BrokenBarrierError
from types import SimpleNamespace
from typing import Any

import pytest
from django.core import mail as post
from django.db.models import QuerySet
from pytest_django import Settings

from campaigns.models import Campaign
from notices.models import Delivery, Happening, Notice, Webhook
from notices.operations import deliveries, email, fan_out, inbox, webhooks
from notices.selectors import inbox as selectors
from tests import make
from tests.cast import Cast
from tests.concurrency.test_once import all_at_once, kinds
from tests.notices import news
from tests.notices.receiver import Receiver

pytestmark = pytest.mark.django_db(transaction=True)

WORKERS = 4


@pytest.fixture(autouse=True)
def asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody works but the workers of the test."""
    monkeypatch.setattr("notices.operations.outbox._wake", lambda: None)


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    begun = make.club(cast)
    fan_out.tell_all()
    Notice.objects.all().delete()
    return begun


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    settings.WEBHOOKS_TO_PRIVATE = ["127.0.0.0/8"]
    made = Receiver()
    yield made
    made.close()


def unlocked(monkeypatch: pytest.MonkeyPatch, *modules: Any) -> None:
    """What the workers would be without transactions and locks."""
    for module in modules:
        monkeypatch.setattr(module, "transaction", SimpleNamespace(atomic=nullcontext))
    monkeypatch.setattr(QuerySet, "select_for_update", lambda self, **how: self)


def meeting(monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> None:
    """Both workers have come to this point before either goes on; one that comes alone goes on after a while."""
    past_the_guard, original = Barrier(2), getattr(where, name)

    def together(*args: Any, **more: Any) -> Any:
        with suppress(BrokenBarrierError):
            past_the_guard.wait(60)
        return original(*args, **more)

    monkeypatch.setattr(where, name, together)


def test_four_workers_tell_everything_once(campaign: Campaign, cast: Cast):
    for _ in range(5):
        news.happens(campaign)
    results = all_at_once(*[fan_out.tell_all] * WORKERS)
    assert kinds(results) == {"Told": WORKERS}, results
    fan_out.tell_all()  # what one worker had in hand another left alone
    assert not Happening.objects.filter(told_at=None).exists()
    told = Counter(Notice.objects.values_list("user__username", flat=True))
    assert told == dict.fromkeys(("owner", "umpire", "allied", "axis", "pilot", "reader"), 5)


def test_without_the_lock_two_workers_tell_the_same_and_only_the_constraint_holds(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
):
    happening = news.happens(campaign)
    unlocked(monkeypatch, fan_out)
    meeting(monkeypatch, fan_out, "audience")
    assert all_at_once(*[fan_out.tell_all] * 2) == [fan_out.Told(happenings=1, letters=6)] * 2
    assert Notice.objects.filter(happening=happening).count() == 6


def test_four_workers_send_one_e_mail_to_each(campaign: Campaign, cast: Cast):
    for user in (cast.allied, cast.axis, cast.pilot):
        news.reachable(user)
    for _ in range(3):
        news.told(campaign)
    results = all_at_once(*[email.send_due] * WORKERS)
    assert kinds(results) == {"int": WORKERS}, results
    assert Counter(each.to[0] for each in post.outbox) == {
        "allied@example.org": 1, "axis@example.org": 1, "pilot@example.org": 1
    }  # fmt: skip


def test_without_the_lock_two_workers_send_the_same_e_mail(
    campaign: Campaign, cast: Cast, monkeypatch: pytest.MonkeyPatch
):
    news.reachable(cast.axis)
    news.told(campaign)
    unlocked(monkeypatch, email)
    meeting(monkeypatch, email, "_goes_now")  # after what waits has been read
    assert all_at_once(*[email.send_due] * 2) == [1, 1]
    assert len(post.outbox) == 2


def test_reading_everything_while_e_mails_are_written_ends_well(campaign: Campaign, cast: Cast):
    news.reachable(cast.axis)
    for _ in range(10):
        news.told(campaign)
    results = all_at_once(email.send_due, partial(inbox.read_all, actor=cast.axis), email.send_due)
    assert kinds(results) == {"int": 3}, results
    assert selectors.unread(cast.axis.pk) == 0
    assert len(post.outbox) <= 1


def test_four_workers_deliver_everything_once(campaign: Campaign, receiver: Receiver):
    webhook = webhooks.add(actor=campaign.owner, campaign=campaign, url=receiver.url, format="json")
    for _ in range(6):
        news.told(campaign)
    results = all_at_once(*[partial(deliveries.deliver_to, webhook.pk)] * WORKERS)
    assert kinds(results) == {"int": WORKERS}, results
    said = [each for request in receiver.requests for each in request.said.get("notices", [request.said])]
    assert Counter(each["id"] for each in said) == {
        str(pk): 1 for pk in Delivery.objects.values_list("happening", flat=True)
    }
    assert set(Delivery.objects.values_list("status", flat=True)) == {"sent"}


def test_without_the_lock_two_workers_deliver_the_same(
    campaign: Campaign, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    webhook = webhooks.add(actor=campaign.owner, campaign=campaign, url=receiver.url, format="json")
    news.told(campaign)
    unlocked(monkeypatch, deliveries)
    meeting(monkeypatch, Delivery, "save")
    all_at_once(*[partial(deliveries.deliver_to, webhook.pk)] * 2)
    assert len(receiver.requests) == 2


def test_nobody_gets_past_the_most_webhooks_by_many_tabs(
    campaign: Campaign, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(webhooks, "MOST", 2)
    add = partial(webhooks.add, actor=campaign.owner, campaign=campaign, format="json")
    results = all_at_once(*[partial(add, url=f"{receiver.url}{number}") for number in range(4)])
    assert kinds(results) == {"Webhook": 2, "Refusal": 2}
    assert Webhook.objects.count() == 2


def test_the_same_happening_told_by_four_at_once_is_one(campaign: Campaign):
    results = all_at_once(*[partial(news.happens, campaign, key="7 7")] * 4)
    assert kinds(results) == {"Happening": 4}, results
    assert Happening.objects.filter(key="mission-drawn 7 7").count() == 1

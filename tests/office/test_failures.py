"""What failed is found by whoever owns the site, and by nobody else; *again* has it tried as if it were new."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from unittest import mock
from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from missions.models import Job
from missions.operations import flights, jobs
from notices.models import Delivery, Webhook
from notices.operations import deliveries
from notices.webhooks.http import Answer
from office.selectors.failures import KINDS
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad
from tests.notices import news

SECRET = "The Axis will send its Ju 87s to the bridge at Halfaya."


@pytest.fixture(autouse=True)
def nobody_waits_a_minute() -> Iterator[None]:
    """Messages to a webhook follow each other at once."""
    with mock.patch.object(deliveries, "PACE", timedelta(0)):
        yield


@pytest.fixture
def chief(db: None, client: Client) -> User:
    """The owner of the site, signed in."""
    found = User.objects.create_superuser("chief", password="chief")
    client.force_login(found)
    return found


def failed_job(cast: Cast, sentence: str = jobs.BROKEN) -> Job:
    mission = make.planned(make.campaign(cast.owner))
    with mock.patch("missions.operations.jobs.send"):
        job = flights.queue_flight(actor=cast.owner, mission=mission)
        jobs.begin(job.pk)
    jobs.fail(job.pk, sentence)
    job.refresh_from_db()
    return job


def given_up(webhook: Webhook) -> Delivery:
    """A delivery whose receiver has answered with an error until it was given up."""
    delivery = webhook.deliveries.get(happening=news.told(webhook.campaign))
    webhook.deliveries.exclude(pk=delivery.pk).update(status=Delivery.Status.SENT)
    Delivery.objects.filter(pk=delivery.pk).update(attempts=len(deliveries.PAUSES), next_at=timezone.now())
    with mock.patch("notices.webhooks.http.post", return_value=Answer(500, "500 Internal Server Error")):
        deliveries.deliver_to(webhook.pk)
    delivery.refresh_from_db()
    assert delivery.status == Delivery.Status.FAILED
    return delivery


def refused_letter(cast: Cast) -> User:
    """Somebody whose e-mail the mail server does not take, now or ever."""
    person = news.reachable(cast.allied)
    news.told(make.club(cast))
    refusal = SMTPRecipientsRefused({"allied@example.org": (550, b"no such user")})
    with mock.patch("django.core.mail.EmailMultiAlternatives.send", side_effect=refusal):
        news.mails()
    return person


def shown(client: Client, what: str, page: int = 1) -> str:
    answer = client.get(reverse("office-failed"), {"show": what, "page": str(page)})
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_job_that_failed_is_done_again_by_a_worker(
    cast: Cast,
    chief: User,
    client: Client,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
):
    job = failed_job(cast)
    said = shown(client, "jobs")
    assert "A mission flown by the engine" in said
    assert str(job.pk) in said
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(reverse("office-job-again", args=[job.pk]), follow=True)
    assert "It is tried again." in answer.content.decode()
    job.refresh_from_db()
    assert (job.status, job.message) == (
        Job.Status.DONE,
        f"Mission {job.mission and job.mission.number} has been flown, by regulars on both sides.",
    )
    assert str(job.pk) not in shown(client, "jobs")
    assert LogEntry.objects.get().user == chief


def test_every_kind_of_job_is_called_something():
    assert set(KINDS) == set(jobs.TASKS)


def test_the_sentence_of_a_refused_job_is_not_shown_for_it_may_tell_of_a_plan(cast: Cast, chief: User, client: Client):
    failed_job(cast, SECRET)
    said = shown(client, "jobs")
    assert "Halfaya" not in said
    assert "whoever ordered it has been told why" in said


def test_a_delivery_that_was_given_up_is_sent_again(cast: Cast, chief: User, client: Client):
    delivery = given_up(make.webhook(make.club(cast)))
    said = shown(client, "deliveries")
    assert "500 Internal Server Error" in said
    assert delivery.webhook.url not in said
    assert delivery.webhook.secret not in said
    client.post(reverse("office-delivery-again", args=[delivery.pk]))
    with mock.patch("notices.webhooks.http.post", return_value=Answer(204, "204")) as post:
        deliveries.deliver_to(delivery.webhook_id)
    assert post.call_count == 1
    delivery.refresh_from_db()
    assert (delivery.status, delivery.attempts) == (Delivery.Status.SENT, 1)


def test_nothing_is_sent_to_a_webhook_that_is_switched_off(cast: Cast, chief: User, client: Client):
    delivery = given_up(make.webhook(make.club(cast)))
    Webhook.objects.update(is_on=False)
    answer = client.post(reverse("office-delivery-again", args=[delivery.pk]), follow=True)
    assert "Its webhook is switched off." in answer.content.decode()
    delivery.refresh_from_db()
    assert delivery.status == Delivery.Status.FAILED
    assert not LogEntry.objects.exists()


def test_an_e_mail_that_was_refused_for_good_goes_out_again(cast: Cast, chief: User, client: Client):
    person = refused_letter(cast)
    assert "(550)" in shown(client, "letters")
    assert news.mails() == 0
    client.post(reverse("office-letter-again", args=[person.pk]))
    assert news.mails() == 1
    assert mail.outbox[0].to == ["allied@example.org"]
    assert person.username not in shown(client, "letters")


def test_a_later_e_mail_that_goes_out_ends_the_refusal(cast: Cast, chief: User, client: Client):
    person = refused_letter(cast)
    news.told(make.club(cast))
    assert news.mails() == 1
    assert person.username not in shown(client, "letters")


@pytest.mark.parametrize(
    ("name", "number"),
    [("office-job-again", uuid4()), ("office-delivery-again", 99), ("office-letter-again", 99)],
    ids=["job", "delivery", "letter"],
)
def test_what_has_not_failed_is_refused_in_a_sentence(name: str, number: object, chief: User, client: Client):
    answer = client.post(reverse(name, args=[number]), follow=True)
    assert "That is not failed any more." in answer.content.decode()


def test_a_job_under_way_is_not_begun_twice(cast: Cast, chief: User, client: Client):
    job = failed_job(cast)
    Job.objects.update(status=Job.Status.RUNNING)
    client.post(reverse("office-job-again", args=[job.pk]))
    job.refresh_from_db()
    assert (job.status, job.attempts) == (Job.Status.RUNNING, 1)


@pytest.mark.parametrize("what", broad(["jobs", "letters", "deliveries", "nonsense"], 2))
def test_a_long_list_pages_and_asks_no_more_than_a_short_one(
    what: str, cast: Cast, chief: User, client: Client, django_assert_num_queries: DjangoAssertNumQueries
):
    job = failed_job(cast)
    webhook = make.webhook(make.club(cast))
    given_up(webhook)
    refused_letter(cast)
    shown(client, what)
    with django_assert_num_queries(SIX_AND_BAR):
        shown(client, what)
    for number in range(30):
        Job.objects.create(
            owner=cast.owner,
            kind=job.kind,
            status=Job.Status.FAILED,
            message=jobs.LOST,
            sent_at=job.sent_at,
            moved_at=job.moved_at + timedelta(seconds=number),
        )
    with django_assert_num_queries(SIX_AND_BAR):
        said = shown(client, what)
    if what == "jobs":
        assert said.count("A mission flown by the engine") == 50  # each line, and its button for those who hear it
        assert "Older" in said
        assert "Newer" in shown(client, what, 2)


SIX_AND_BAR = 7
"""Session, person, the list, three counts, and the notices of the bar."""

"""Sending deliveries to webhooks: tried again ever more rarely for about a day, then given up.

A delivery is claimed under the webhook's lock by setting ``next_at`` ahead, sent outside any transaction, and what it
came to is noted under the lock again. A worker that dies while it sends leaves the delivery to be tried again after
``LEASE``: a receiver may then get it twice, and knows it by its ``id``.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from time import monotonic

from django.db import transaction
from django.utils import timezone

from campaigns.operations import locked
from notices import payloads, sending
from notices.models import Delivery, Webhook
from notices.outbox import tell
from notices.selectors import NAMED
from notices.sending import Answer

PAUSES = (30, 120, 600, 1800, 7200, 21_600, 43_200)
"""Seconds after the first try, the second …; after one more try it is given up, a day after it happened."""
JITTER = 0.2
"""So much longer or shorter, so that what failed together does not come back together."""
LONGEST_PAUSE = timedelta(days=1)
"""However long the receiver asks to be left alone."""
TOO_OLD = timedelta(days=3)
"""What is older when a try fails is given up."""
LEASE = timedelta(minutes=2)
"""Longer than any request takes."""
FAILED_IN_A_ROW = 5
"""After so many deliveries given up, one after the other, the webhook is switched off."""
RUN = 60.0
"""Seconds after which a worker turns to something else; the next sweep goes on."""
GONE = 410


def due(now: datetime | None = None) -> list[int]:
    """The webhooks that something is due for."""
    waiting = Delivery.objects.filter(
        status=Delivery.Status.WAITING, next_at__lte=now or timezone.now(), webhook__is_on=True
    )
    return list(waiting.order_by("webhook").values_list("webhook", flat=True).distinct())


def deliver_to(webhook_id: int) -> int:
    """Send what is due for a webhook, the oldest first, until something fails; how many went out.

    While a receiver does not answer, everything else for it waits too: nobody is held up by the same silence twice.
    """
    until = monotonic() + RUN
    count = 0
    while monotonic() < until:
        delivery = _claim(webhook_id)
        if delivery is None:
            break
        body, headers = payloads.request(delivery.webhook, delivery.happening)
        answer = sending.post(delivery.webhook.url, body, headers)
        _note(delivery, answer)
        if not answer.is_good:
            break
        count += 1
    return count


def _claim(webhook_id: int) -> Delivery | None:
    """The next delivery that is due, set ahead so that nobody else takes it."""
    now = timezone.now()
    with transaction.atomic():
        webhook = Webhook.objects.select_for_update().filter(pk=webhook_id, is_on=True).first()
        if webhook is None:
            return None
        delivery = (
            webhook.deliveries.filter(status=Delivery.Status.WAITING, next_at__lte=now)
            .select_related(*(f"happening__{name}" for name in NAMED))
            .order_by("happening__at", "id")
            .first()
        )
        if delivery is None:
            return None
        delivery.next_at = now + LEASE
        delivery.attempts += 1
        delivery.save(update_fields=["next_at", "attempts"])
        delivery.webhook = webhook
    return delivery


def _note(delivery: Delivery, answer: Answer) -> None:
    """Write down what a try came to, unless somebody else has tried since."""
    now = timezone.now()
    with locked(delivery.webhook.campaign_id):
        webhook = (
            Webhook.objects.select_for_update(of=("self",))
            .select_related("campaign__owner", "made_by")
            .filter(pk=delivery.webhook_id)
            .first()
        )
        mine = Delivery.objects.filter(pk=delivery.pk, attempts=delivery.attempts, status=Delivery.Status.WAITING)
        if webhook is None or not mine.exists():
            return
        said = answer.words[:200]
        if answer.is_good:
            mine.update(status=Delivery.Status.SENT, answer=said, next_at=now)
            return
        is_last = delivery.attempts > len(PAUSES) or delivery.at < now - TOO_OLD or answer.status == GONE
        if is_last:
            mine.update(status=Delivery.Status.FAILED, answer=said, next_at=now)
        if answer.status == GONE:
            switch_off(webhook, "Its receiver says that it is gone for good (410).")
        elif is_last and _fails_again_and_again(webhook):
            switch_off(webhook, f"{FAILED_IN_A_ROW} deliveries in a row have failed. The last: {said}")
        else:
            again = now + _pause(delivery.attempts, answer)
            mine.update(answer=said, next_at=again)
            others = webhook.deliveries.filter(status=Delivery.Status.WAITING, next_at__lt=again)
            others.update(next_at=again)


def _pause(attempts: int, answer: Answer) -> timedelta:
    """How long to wait after so many tries: what the receiver asks for, or ever longer."""
    if answer.retry_after is not None:
        asked = timedelta(seconds=min(answer.retry_after, LONGEST_PAUSE.total_seconds()))
        return asked + timedelta(seconds=random.uniform(0, 1))
    usual = PAUSES[min(attempts, len(PAUSES)) - 1]
    return timedelta(seconds=usual * random.uniform(1 - JITTER, 1 + JITTER))


def _fails_again_and_again(webhook: Webhook) -> bool:
    ended = webhook.deliveries.exclude(status=Delivery.Status.WAITING).order_by("-next_at", "-id")
    last = list(ended.values_list("status", flat=True)[:FAILED_IN_A_ROW])
    return len(last) == FAILED_IN_A_ROW and set(last) == {Delivery.Status.FAILED}


def switch_off(webhook: Webhook, why: str) -> None:
    """Send it nothing more, and tell whoever set it up and the campaign's owner. Under the webhook's lock."""
    webhook.is_on = False
    webhook.why_off = why[:200]
    webhook.save(update_fields=["is_on", "why_off"])
    webhook.deliveries.filter(status=Delivery.Status.WAITING).update(
        status=Delivery.Status.FAILED, answer="The webhook has been switched off.", next_at=timezone.now()
    )
    at = timezone.now().isoformat(timespec="seconds")
    for person in {webhook.made_by, webhook.campaign.owner}:
        tell(
            "webhook-off",
            f"{webhook.pk} {at} {person.pk}",
            campaign=webhook.campaign,
            person=person,
            data={"why": webhook.why_off},
        )

"""Sending deliveries to webhooks: tried again ever more rarely for about a day, then given up.

While the campaign's club has its quiet hours they wait for the end of these.

A webhook gets one message a minute at most: what happens meanwhile waits, and what waits and happened within a minute
goes out together. A delivery is claimed under the
webhook's lock by setting ``next_at`` ahead, sent outside any transaction, and what it came to is noted under the lock
again. A worker that dies while it sends leaves the delivery to be tried again after ``LEASE``: a receiver may then get
it twice, and knows it by its ``id``.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from time import monotonic

from django.db import transaction
from django.utils import timezone

from campaigns.access import viewer
from campaigns.models import Campaign
from campaigns.operations.campaigns import locked
from config.common.refusals import Refusal
from notices.models import Delivery, Webhook
from notices.operations.outbox import tell
from notices.selectors.inbox import NAMED
from notices.selectors.quiet import quiet_until
from notices.selectors.webhook_pictures import picture_of
from notices.selectors.webhooks import sees
from notices.webhooks import http, payloads
from notices.webhooks.http import Answer

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
PACE = timedelta(minutes=1)
"""Between one message to a webhook and the next. A test, for which somebody waits, goes at once."""
TEST = "webhook-test"
TOGETHER = timedelta(minutes=1)
MOST_TOGETHER = 10
"""What happened within a minute of the oldest goes out with it, up to as many as Discord takes embeds."""
TOGETHER_TRIES = 2
"""So often; then each goes alone, so that one at which the receiver stumbles keeps back none of the others."""
RUN = 60.0
"""Seconds after which a worker turns to something else; the next sweep goes on."""
TEST = "webhook-test"
"""Somebody waits for it to arrive, whatever the hour."""
GONE = 410
NOT_NOW = (429, 502, 503, 504)
"""What a receiver answers who has no time for anything."""


def due(now: datetime | None = None) -> list[int]:
    """The webhooks that something is due for."""
    waiting = Delivery.objects.filter(
        status=Delivery.Status.WAITING,
        next_at__lte=now or timezone.now(),
        webhook__is_on=True,
        webhook__campaign__archived_at=None,
    )
    return list(waiting.order_by("webhook").values_list("webhook", flat=True).distinct())


def deliver_to(webhook_id: int) -> int:
    """Send what is due for a webhook, the oldest first, until something fails; how many went out.

    While a receiver does not answer, everything else for it waits too: nobody is held up by the same silence twice. One
    notice that it answers with an error though it came alone waits by itself.
    """
    _end_with_its_maker(webhook_id)
    until = monotonic() + RUN
    count = 0
    while monotonic() < until:
        deliveries = _claim(webhook_id)
        if not deliveries:
            break
        webhook = deliveries[0].webhook
        happenings = [each.happening for each in deliveries]
        picture = picture_of(webhook, happenings)
        body, headers = payloads.request(webhook, happenings, timezone.now(), picture)
        answer = http.post(webhook.url, body, headers)
        _note(deliveries, answer)
        if answer.is_good:
            count += len(deliveries)
        elif not _is_its_own_fault(deliveries, answer):
            break
    return count


def again(delivery_id: int) -> bool:
    """Let a delivery that was given up be tried as often as a new one; ``False`` if it waits, was sent, or is gone."""
    found = Delivery.objects.filter(pk=delivery_id).select_related("webhook").first()
    if found is None:
        return False
    with locked(found.webhook.campaign_id):
        webhook = _held(found.webhook_id)
        if webhook is None or not webhook.is_on:
            raise Refusal("Its webhook is switched off. Whoever set it up can switch it on again.")
        given_up = Delivery.objects.filter(pk=delivery_id, status=Delivery.Status.FAILED)
        waits = Delivery.Status.WAITING
        return bool(given_up.update(status=waits, attempts=0, answer="", at=timezone.now(), next_at=timezone.now()))


def _end_with_its_maker(webhook_id: int) -> None:
    """Switch a webhook off whose maker may set up none any more: it is theirs, wherever it leads."""
    found = Webhook.objects.filter(pk=webhook_id, is_on=True).select_related("campaign", "made_by").first()
    if found is None or _is_its_makers(found, found.campaign):
        return
    with locked(found.campaign_id, archived_too=True) as campaign:
        webhook = _held(webhook_id)
        if webhook is not None and webhook.is_on and not _is_its_makers(webhook, campaign):
            who = webhook.made_by.get_username()
            what = "does not command this side" if webhook.side else "is no umpire here"
            switch_off(webhook, f"{who}, whose it was, {what} any more. Who switches it on takes it over.")


def _is_its_makers(webhook: Webhook, campaign: Campaign) -> bool:
    """He commands its side or umpires, be the campaign archived: it may be opened again, and the webhook goes on."""
    maker = viewer(campaign, webhook.made_by)
    return maker is not None and sees(maker, webhook.side)


def _held(webhook_id: int) -> Webhook | None:
    """The webhook under its lock, with those who are told when it is switched off."""
    found = Webhook.objects.select_for_update(of=("self",)).select_related("campaign__owner", "made_by")
    return found.filter(pk=webhook_id).first()


def _claim(webhook_id: int) -> list[Delivery]:
    """The next deliveries that are due and go out together, set ahead so that nobody else takes them."""
    now = timezone.now()
    with transaction.atomic():
        held = Webhook.objects.select_for_update(of=("self",)).select_related("campaign__club")
        webhook = held.filter(pk=webhook_id, is_on=True, campaign__archived_at=None).first()
        if webhook is None:
            return []
        due = webhook.deliveries.filter(status=Delivery.Status.WAITING, next_at__lte=now)
        if webhook.campaign.club is not None and (end := quiet_until(webhook.campaign.club, now)) is not None:
            due.exclude(happening__kind=TEST).update(next_at=end)
        due = due.select_related(*(f"happening__{name}" for name in NAMED)).order_by("happening__at", "id")
        if (until := _next_message(webhook, now)) is not None:
            due.exclude(happening__kind=TEST).order_by().update(next_at=until)
            due = due.filter(happening__kind=TEST)
        found = list(due[:MOST_TOGETHER])
        if not found:
            return []
        until = found[0].happening.at + TOGETHER
        fresh = [each for each in found if each.attempts < TOGETHER_TRIES and each.happening.at <= until]
        deliveries = fresh if found[0].attempts < TOGETHER_TRIES else found[:1]
        for delivery in deliveries:
            delivery.next_at = now + LEASE
            delivery.attempts += 1
            delivery.save(update_fields=["next_at", "attempts"])
            delivery.webhook = webhook
    return deliveries


def _next_message(webhook: Webhook, now: datetime) -> datetime | None:
    """When the webhook may get its next message; ``None``: now. What was sent keeps the moment in ``next_at``."""
    lately = webhook.deliveries.filter(status=Delivery.Status.SENT, next_at__gt=now - PACE, next_at__lte=now)
    last = lately.exclude(happening__kind=TEST).order_by("-next_at").values_list("next_at", flat=True).first()
    return None if last is None else last + PACE


def _note(deliveries: Sequence[Delivery], answer: Answer) -> None:
    """Write down what a try came to, of those that nobody else has tried since."""
    now = timezone.now()
    first = deliveries[0].webhook
    with locked(first.campaign_id, archived_too=True):
        webhook = _held(first.pk)
        tried = {each.pk: each.attempts for each in deliveries}
        waiting = Delivery.objects.filter(pk__in=tried, status=Delivery.Status.WAITING)
        mine = [each for each in waiting if each.attempts == tried[each.pk]]
        if webhook is None or not mine:
            return
        said = answer.words[:200]
        if answer.is_good:
            _end(mine, Delivery.Status.SENT, said, now)
            return
        last = [
            each for each in mine if each.attempts > len(PAUSES) or each.at < now - TOO_OLD or answer.status == GONE
        ]
        _end(last, Delivery.Status.FAILED, said, now)
        if answer.status == GONE:
            switch_off(webhook, "Its receiver says that it is gone for good (410).")
        elif last and _fails_again_and_again(webhook):
            switch_off(webhook, f"{FAILED_IN_A_ROW} deliveries in a row have failed. The last: {said}")
        else:
            again = now + _pause(mine[0].attempts, answer)
            left = [each.pk for each in mine if each not in last]
            Delivery.objects.filter(pk__in=left).update(answer=said, next_at=again)
            if not _is_its_own_fault(deliveries, answer):
                others = webhook.deliveries.filter(status=Delivery.Status.WAITING, next_at__lt=again)
                others.update(next_at=again)


def _is_its_own_fault(deliveries: Sequence[Delivery], answer: Answer) -> bool:
    """The receiver is there and stumbles at this one, which it got alone: that says nothing of the others."""
    return deliveries[0].attempts > TOGETHER_TRIES and answer.status not in (0, *NOT_NOW)


def _end(deliveries: Sequence[Delivery], status: Delivery.Status, said: str, now: datetime) -> None:
    pks = [each.pk for each in deliveries]
    Delivery.objects.filter(pk__in=pks).update(status=status, answer=said, next_at=now)


def _pause(attempts: int, answer: Answer) -> timedelta:
    """How long to wait after so many tries: what the receiver asks for, or ever longer."""
    if answer.retry_after is not None:
        asked = timedelta(seconds=min(answer.retry_after, LONGEST_PAUSE.total_seconds()))
        return asked + timedelta(seconds=random.uniform(0, 1))
    usual = PAUSES[min(attempts, len(PAUSES)) - 1]
    return timedelta(seconds=usual * random.uniform(1 - JITTER, 1 + JITTER))


def _fails_again_and_again(webhook: Webhook) -> bool:
    ended = webhook.deliveries.exclude(status=Delivery.Status.WAITING).order_by("-next_at")
    # What went out together ended at one moment, and is one message.
    last = list(ended.values_list("next_at", "status").distinct()[:FAILED_IN_A_ROW])
    return len(last) == FAILED_IN_A_ROW and {status for _, status in last} == {Delivery.Status.FAILED}


def switch_off(webhook: Webhook, why: str) -> None:
    """Send it nothing more, and tell whoever set it up and, if it is no side's, the campaign's owner.

    Under the webhook's lock.
    """
    webhook.is_on = False
    webhook.why_off = why[:200]
    webhook.save(update_fields=["is_on", "why_off"])
    give_up(webhook, "The webhook has been switched off.")
    at = timezone.now().isoformat(timespec="seconds")
    # Whoever owns the campaign need not know what a side keeps for itself.
    for person in {webhook.made_by} if webhook.side else {webhook.made_by, webhook.campaign.owner}:
        tell(
            "webhook-off",
            f"{webhook.pk} {at} {person.pk}",
            campaign=webhook.campaign,
            person=person,
            data={"why": webhook.why_off},
        )


def give_up(webhook: Webhook, why: str) -> None:
    """Send nothing of what waits for it."""
    waiting = webhook.deliveries.filter(status=Delivery.Status.WAITING)
    waiting.update(status=Delivery.Status.FAILED, answer=why, next_at=timezone.now())

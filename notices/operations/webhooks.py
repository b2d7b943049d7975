"""Setting up webhooks of a campaign: the umpire's and the owner's doing.

One operation is one transaction that locks the campaign's row first. Whether an address is one that webhooks may go to
is looked up before, outside it; it is looked up again each time something is sent.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

from celery import signature
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns import access
from campaigns.access import viewer
from campaigns.models import Campaign, Role
from campaigns.operations import campaigns
from config.common.lengths import refuse_longer
from config.common.refusals import Refusal
from notices.models import Delivery, Happening, Webhook
from notices.operations.deliveries import TEST, give_up
from notices.webhooks import addresses

MOST = 5
"""Webhooks of one campaign."""
LABEL_LENGTH = 60


def add(*, actor: User, campaign: Campaign, url: str, format: str, label: str = "") -> Webhook:
    """Set up a webhook, with a secret of its own; without a ``label`` it is called by its host."""
    label = _checked(url, format, label)
    with _locked(actor, campaign) as held:
        if held.webhooks.count() >= MOST:
            raise Refusal(f"A campaign has {MOST} webhooks at most. Delete one first.")
        if held.webhooks.filter(url=url).exists():
            raise Refusal("This campaign has a webhook to that address already.", "url")
        return Webhook.objects.create(
            campaign=held, label=label, url=url, format=format, secret=secrets.token_hex(32), made_by=actor
        )


def change(
    *, actor: User, campaign: Campaign, webhook: int, url: str, format: str, is_on: bool, label: str = ""
) -> Webhook:
    """Change a webhook, switch it off or on again. What waited for an old address is not sent to the new one.

    One whose maker is no umpire any more becomes the actor's when it is on.
    """
    label = _checked(url, format, label)
    with _locked(actor, campaign) as held:
        mine = _of(held, webhook)
        if held.webhooks.filter(url=url).exclude(pk=mine.pk).exists():
            raise Refusal("This campaign has a webhook to that address already.", "url")
        if url != mine.url or not is_on:
            give_up(mine, "The webhook has been switched off." if url == mine.url else "The address has changed.")
        mine.label, mine.url, mine.format, mine.is_on = label, url, format, is_on
        mine.why_off = "" if is_on else mine.why_off
        if is_on and not access.is_umpire(held, mine.made_by):
            mine.made_by = actor
        mine.save(update_fields=["label", "url", "format", "is_on", "why_off", "made_by"])
    return mine


def delete(*, actor: User, campaign: Campaign, webhook: int) -> None:
    """Remove a webhook with its deliveries."""
    with _locked(actor, campaign) as held:
        _of(held, webhook).delete()


def test(*, actor: User, campaign: Campaign, webhook: int) -> Delivery:
    """Send a webhook something that happened nowhere else, to see whether it arrives."""
    with _locked(actor, campaign) as held:
        mine = _of(held, webhook)
        if not mine.is_on:
            raise Refusal("The webhook is switched off. Switch it on first.")
        if mine.deliveries.filter(happening__kind=TEST, status=Delivery.Status.WAITING).exists():
            raise Refusal("A test is on its way already.")
        now = timezone.now()
        happening = Happening.objects.create(
            key=f"{TEST} {uuid4()}", kind=TEST, campaign=held, actor=actor, at=now, told_at=now
        )
        transaction.on_commit(lambda: _wake(mine.pk), robust=True)
        return Delivery.objects.create(webhook=mine, happening=happening, next_at=now)


def _wake(webhook: int) -> None:
    signature("notices.tasks.deliver_to", args=(webhook,)).delay()


@contextmanager
def _locked(actor: User, campaign: Campaign) -> Iterator[Campaign]:
    """The campaign's row, held, for somebody who may set up webhooks."""
    with campaigns.locked(campaign.pk) as held:
        member = viewer(held, actor)
        if member is None or not member.may(Role.UMPIRE):
            raise Refusal("Webhooks are the umpire’s to set up.")
        yield held


def _of(campaign: Campaign, webhook: int) -> Webhook:
    found = Webhook.objects.select_for_update().filter(campaign=campaign, pk=webhook).first()
    if found is None:
        raise Refusal("That webhook has been deleted.")
    return found


def _checked(url: str, format: str, label: str) -> str:
    """The label as it is kept."""
    label = " ".join(label.split())
    refuse_longer(label, LABEL_LENGTH, "label", "The label is")
    if format not in Webhook.Format.values:
        raise Refusal("Choose what it is sent: JSON, or messages for Discord.", "format")
    address = addresses.parse(url)
    addresses.places(address)
    return label or address.host[:LABEL_LENGTH]

"""Setting up webhooks of a campaign: the umpire's and the owner's doing, of a side's its commander's.

One operation is one transaction that locks the campaign's row first. Whether an address is one that webhooks may go to
is looked up before, outside it; it is looked up again each time something is sent.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TypedDict, Unpack
from uuid import uuid4

from celery import signature
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.access import viewer
from campaigns.models import Campaign, Side
from campaigns.operations import campaigns
from config.common.lengths import refuse_longer
from config.common.refusals import Refusal
from notices.models import Delivery, Happening, Webhook
from notices.operations.deliveries import TEST, give_up
from notices.selectors.webhooks import OFFERED, may_keep
from notices.webhooks import addresses

MOST = 5
"""Webhooks of one campaign that tell what everybody is told, and as many of each side."""
LABEL_LENGTH = 60
WHOSE = "Webhooks are the umpire’s to set up."
_COLOUR = re.compile(r"#[0-9a-f]{6}")


class Looks(TypedDict, total=False):
    """What a webhook is sent, and how it looks; what is left out is as it is for a new one."""

    unwanted: Collection[str]
    colour: str
    picture: str


def add(
    *, actor: User, campaign: Campaign, url: str, format: str, label: str = "", side: str = "", **looks: Unpack[Looks]
) -> Webhook:
    """Set up a webhook, with a secret of its own; without a ``label`` it is called by its host.

    ``side``: it is that side's, and sent what the side alone is told besides.
    """
    label = _checked(url, format, label)
    chosen = _looks(looks)
    if side and side not in Side.values:
        raise Refusal("Choose whom it tells.", "side")
    with _locked(actor, campaign, side) as held:
        of_side = held.webhooks.filter(side=side)
        if of_side.count() >= MOST:
            raise Refusal(f"A {'side' if side else 'campaign'} has {MOST} webhooks at most. Delete one first.")
        if of_side.filter(url=url).exists():
            raise Refusal("This campaign has a webhook to that address already.", "url")
        return Webhook.objects.create(
            campaign=held,
            label=label,
            side=side,
            url=url,
            format=format,
            secret=secrets.token_hex(32),
            made_by=actor,
            **chosen,
        )


def change(
    *,
    actor: User,
    campaign: Campaign,
    webhook: int,
    url: str,
    format: str,
    is_on: bool,
    label: str = "",
    **looks: Unpack[Looks],
) -> Webhook:
    """Change a webhook, switch it off or on again. What waited for an old address is not sent to the new one.

    It becomes the actor's when they lead it to another address, and when it is on though its maker may keep it no
    more. Whose side it is stays.
    """
    label = _checked(url, format, label)
    chosen = _looks(looks)
    with _kept(actor, campaign, webhook) as (held, mine):
        if held.webhooks.filter(url=url, side=mine.side).exclude(pk=mine.pk).exists():
            raise Refusal("This campaign has a webhook to that address already.", "url")
        if url != mine.url or not is_on:
            give_up(mine, "The webhook has been switched off." if url == mine.url else "The address has changed.")
        if url != mine.url or (is_on and not may_keep(viewer(held, mine.made_by), mine.side)):
            mine.made_by = actor
        mine.label, mine.url, mine.format, mine.is_on = label, url, format, is_on
        mine.why_off = "" if is_on else mine.why_off
        for name, value in chosen.items():
            setattr(mine, name, value)
        mine.save(update_fields=["label", "url", "format", "is_on", "why_off", "made_by", *chosen])
    return mine


def delete(*, actor: User, campaign: Campaign, webhook: int) -> None:
    """Remove a webhook with its deliveries."""
    with _kept(actor, campaign, webhook) as (_, mine):
        mine.delete()


def test(*, actor: User, campaign: Campaign, webhook: int) -> Delivery:
    """Send a webhook something that happened nowhere else, to see whether it arrives."""
    with _kept(actor, campaign, webhook) as (held, mine):
        if not mine.is_on:
            raise Refusal("The webhook is switched off. Switch it on first.")
        if mine.deliveries.filter(happening__kind=TEST, status=Delivery.Status.WAITING).exists():
            raise Refusal("A test is on its way already.")
        now = timezone.now()
        happening = Happening.objects.create(
            key=f"{TEST} {uuid4()}", kind=TEST, campaign=held, side=mine.side, actor=actor, at=now, told_at=now
        )
        transaction.on_commit(lambda: _wake(mine.pk), robust=True)
        return Delivery.objects.create(webhook=mine, happening=happening, next_at=now)


def _wake(webhook: int) -> None:
    signature("notices.tasks.deliver_to", args=(webhook,)).delay()


@contextmanager
def _locked(actor: User, campaign: Campaign, side: str) -> Iterator[Campaign]:
    """The campaign's row, held, for somebody who may set up webhooks of this side, or of what everybody is told."""
    with campaigns.locked(campaign.pk) as held:
        if not may_keep(viewer(held, actor), side):
            whose = "A side’s webhooks are its commander’s to set up, or the umpire’s." if side else WHOSE
            raise Refusal(whose, "side" if side else "")
        yield held


@contextmanager
def _kept(actor: User, campaign: Campaign, webhook: int) -> Iterator[tuple[Campaign, Webhook]]:
    """The campaign's row and a webhook of it, held, for somebody who may keep it."""
    with campaigns.locked(campaign.pk) as held:
        found = Webhook.objects.select_for_update().filter(campaign=held, pk=webhook).first()
        member = viewer(held, actor)
        if found is not None and not found.side and not may_keep(member, ""):
            raise Refusal(WHOSE)
        if found is None or not may_keep(member, found.side):
            raise Refusal("That webhook has been deleted.")
        yield held, found


def _looks(looks: Looks) -> Looks:
    """The same, checked."""
    unwanted, colour = looks.get("unwanted", ()), looks.get("colour", "")
    offered = [kind for kinds in OFFERED.values() for kind in kinds]
    if set(unwanted) - set(offered):
        raise Refusal("There are no news of that kind.", "wanted")
    if set(offered) <= set(unwanted):
        raise Refusal("Tick something that it is sent; or switch it off.", "wanted")
    if colour and not _COLOUR.fullmatch(colour):
        raise Refusal("Give the colour as #rrggbb, such as #a03020.", "colour")
    if looks.get("picture", "") not in Webhook.Picture.values:
        raise Refusal("There is no such picture.", "picture")
    return looks


def _checked(url: str, format: str, label: str) -> str:
    """The label as it is kept."""
    label = " ".join(label.split())
    refuse_longer(label, LABEL_LENGTH, "label", "The label is")
    if format not in Webhook.Format.values:
        raise Refusal("Choose what it is sent: JSON, or messages for Discord.", "format")
    address = addresses.parse(url)
    addresses.places(address)
    return label or address.host[:LABEL_LENGTH]

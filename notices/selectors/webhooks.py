"""The webhooks of a campaign as its page shows them: what was sent, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.db.models import Prefetch

from campaigns.models import Campaign
from notices.models import Delivery, Webhook
from notices.selectors.kinds import KINDS

SHOWN = 20
"""Latest deliveries of one webhook."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookRow:
    """A webhook on its page. Its address may hold a secret and is not shown whole."""

    pk: int
    label: str
    host: str
    format: str
    is_json: bool
    is_on: bool
    why_off: str
    secret: str
    """Empty for a format that is not signed."""
    made_by: str
    deliveries: tuple[tuple[str, Delivery], ...]
    """Each with the title of what it tells."""


def rows(campaign: Campaign) -> tuple[WebhookRow, ...]:
    """The campaign's webhooks with their latest deliveries. Two queries."""
    latest = Delivery.objects.select_related("happening").order_by("-at", "-id")[:SHOWN]
    found = campaign.webhooks.select_related("made_by").prefetch_related(
        Prefetch("deliveries", latest, to_attr="latest")
    )
    return tuple(
        WebhookRow(
            pk=each.pk,
            label=each.label or urlsplit(each.url).hostname or "",
            host=urlsplit(each.url).hostname or "",
            format=each.get_format_display(),
            is_json=each.format == Webhook.Format.JSON,
            is_on=each.is_on,
            why_off=each.why_off,
            secret=each.secret if each.format == Webhook.Format.JSON else "",
            made_by=each.made_by.get_username(),
            deliveries=tuple((KINDS[sent.happening.kind].title, sent) for sent in each.latest),
        )
        for each in found
    )

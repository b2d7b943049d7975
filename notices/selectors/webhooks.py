"""The webhooks of a campaign as its page shows them: what was sent, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from django.db.models import Prefetch

from campaigns.access import Viewer
from campaigns.models import Campaign, Role
from campaigns.packs.schema import SIDES
from campaigns.selectors.sides import side_titles
from notices.models import Delivery, Webhook
from notices.selectors.kinds import KINDS, OF_THE_END, TOPICS

SHOWN = 20
"""Latest deliveries of one webhook."""
TO_ONE_PERSON: Final = frozenset(
    {
        *("game-turn", "stand-in", "pilot-given", "man-fate", "webhook-off"),
        *("post-reported", "report-judged", "post-removed"),
    }
)
"""Kinds that no webhook is ever sent."""
OFFERED: Final[Mapping[str, tuple[str, ...]]] = {
    **{
        topic: tuple(kind for kind in kinds if kind not in TO_ONE_PERSON)
        for topic, kinds in TOPICS.items()
        if topic not in ("Your clubs", OF_THE_END)
    },
    "The club": ("campaign-moved",),
}
"""What a webhook chooses from, by what it is about."""
CHATTER: Final = frozenset(kind for kinds in OFFERED.values() for kind in kinds if KINDS[kind].way == "inbox")
"""What nobody is written to about: a channel is not either, unless its people tick it."""


def may_keep(viewer: Viewer | None, side: str) -> bool:
    """Whether somebody sets up and keeps webhooks of a side, or of what everybody is told (``side`` empty).

    A side's are its commander's, and those of who sits as umpire: the owner of a campaign need not see its plans.
    """
    return viewer is not None and not viewer.is_closed and sees(viewer, side)


def sees(viewer: Viewer, side: str) -> bool:
    """Whose the webhooks of a side are to look at, even when its campaign has been archived."""
    return viewer.is_umpire or side in viewer.commands if side else viewer.ranks(Role.UMPIRE)


def sides_for(campaign: Campaign, viewer: Viewer) -> list[tuple[str, str]]:
    """Whom a new webhook of this viewer's may tell, with what it is called; the widest first."""
    titles = side_titles(campaign)
    named = [("", "Everybody"), *((str(side), f"The {titles[side]} side") for side in SIDES)]
    return [(side, title) for side, title in named if may_keep(viewer, side)]


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
    """As the Standard Webhooks have it; empty for a format that is not signed."""
    side: str
    side_title: str
    """Empty: what everybody is told."""
    colour: str
    left_out: tuple[str, ...]
    """Titles of what it is not sent."""
    made_by: str
    may_change: bool
    deliveries: tuple[tuple[str, Delivery], ...]
    """Each with the title of what it tells."""


def rows(campaign: Campaign, viewer: Viewer) -> tuple[WebhookRow, ...]:
    """Those of the campaign's webhooks that are for the viewer's eyes, with their latest deliveries. Two queries."""
    kept = [side for side in ("", *SIDES) if sees(viewer, side)]
    titles = side_titles(campaign)
    latest = Delivery.objects.select_related("happening").order_by("-at", "-id")[:SHOWN]
    found = (
        campaign.webhooks.filter(side__in=kept)
        .select_related("made_by")
        .prefetch_related(Prefetch("deliveries", latest, to_attr="latest"))
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
            secret=each.standard_secret if each.format == Webhook.Format.JSON else "",
            side=each.side,
            side_title=titles.get(each.side, ""),
            colour=each.colour,
            left_out=tuple(KINDS[kind].title for kind in each.unwanted if kind in KINDS),
            made_by=each.made_by.get_username(),
            may_change=may_keep(viewer, each.side),
            deliveries=tuple((KINDS[sent.happening.kind].title, sent) for sent in each.latest),
        )
        for each in found
    )

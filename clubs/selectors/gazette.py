"""The newspaper of a campaign as an Atom feed. [RFC 4287]"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html_join

from campaigns.gazette.edition import title_of
from campaigns.gazette.issue import Issue
from campaigns.models import Campaign
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.gazette import issue_list, printed_at

_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Signs that no XML document holds: with one of them, in whatever name or pack, it could not be read."""


def feed_of(campaign: Campaign, key: str, absolute: Callable[[str], str]) -> Atom1Feed:
    """The latest issues; ``absolute`` makes a whole address of a path. Four queries.

    An issue is called by the campaign and the mission, whatever the address of the pages is by now: a reader does not
    show it again because that has changed.
    """
    title = title_of(definition_of(campaign))
    feed = Atom1Feed(
        title=legible(f"{title.name}: {campaign.name}"),
        link=absolute(reverse("public-gazette", args=(key,))),
        description="",
        subtitle=legible(title.motto),
        feed_url=absolute(reverse("public-gazette-feed", args=(key,))),
        language="en-GB",
        feed_guid=_name(campaign),
    )
    add_issues(feed, campaign, absolute)
    return feed


def add_issues(feed: Atom1Feed, campaign: Campaign, absolute: Callable[[str], str]) -> None:
    """The latest issues of a campaign that has public pages. Four queries."""
    shown = issue_list(campaign)
    at = printed_at(campaign, [issue.number for issue in shown.issues])
    for issue in shown.issues:
        feed.add_item(
            title=legible(issue.headline),
            link=absolute(reverse("public-gazette-issue", args=(campaign.public_key, issue.number))),
            description=format_html_join("", "<p>{}</p>", [(legible(text),) for text in _told(issue)]),
            unique_id=f"{_name(campaign)}/{issue.number}",
            pubdate=at[issue.number],
            updateddate=at[issue.number],
        )


def legible(text: str) -> str:
    """A text as a feed may hold it."""
    return _NO_XML.sub(" ", text)


def _told(issue: Issue) -> Iterator[str]:
    if issue.deck:
        yield f"{issue.deck}."
    yield from (each.text for each in issue.lead.paragraphs)


def _name(campaign: Campaign) -> str:
    return tag(f"gazette/{campaign.pk}", campaign.created_at)


def tag(what: str, since: datetime) -> str:
    """A name of something of this house, which is never anything else's. [RFC 4151]"""
    return f"tag:{urlsplit(settings.BASE_URL).hostname},{since:%Y-%m-%d}:{what}"

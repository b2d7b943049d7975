"""The newspaper of a campaign as an Atom feed. [RFC 4287]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html_join

from campaigns.gazette.issue import Issue
from campaigns.models import Campaign
from campaigns.selectors.gazette import issue_list, printed_at


def feed_of(campaign: Campaign, key: str, absolute: Callable[[str], str]) -> Atom1Feed:
    """The latest issues; ``absolute`` makes a whole address of a path. Four queries.

    An issue is called by the campaign and the mission, whatever the address of the pages is by now: a reader does not
    show it again because that has changed.
    """
    shown = issue_list(campaign)
    at = printed_at(campaign, [issue.number for issue in shown.issues])
    feed = Atom1Feed(
        title=f"{shown.title.name}: {campaign.name}",
        link=absolute(reverse("public-gazette", args=(key,))),
        description="",
        subtitle=shown.title.motto,
        feed_url=absolute(reverse("public-gazette-feed", args=(key,))),
        language="en-GB",
        feed_guid=_name(campaign),
    )
    for issue in shown.issues:
        feed.add_item(
            title=issue.headline,
            link=absolute(reverse("public-gazette-issue", args=(key, issue.number))),
            description=format_html_join("", "<p>{}</p>", [(text,) for text in _told(issue)]),
            unique_id=f"{_name(campaign)}/{issue.number}",
            pubdate=at[issue.number],
            updateddate=at[issue.number],
        )
    return feed


def _told(issue: Issue) -> Iterator[str]:
    if issue.deck:
        yield f"{issue.deck}."
    yield from (each.text for each in issue.lead.paragraphs)


def _name(campaign: Campaign) -> str:
    """A tag, which is never another campaign's. [RFC 4151]"""
    host = urlsplit(settings.BASE_URL).hostname
    return f"tag:{host},{campaign.created_at:%Y-%m-%d}:gazette/{campaign.pk}"

"""What has to be so before somebody writes in a campaign: the one door of comments, reports and notes."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.operations import quotas
from campaigns.selectors.muted import why_muted
from clubs.models import Posting
from clubs.selectors.own_clock import zone_told_to
from config.common import clock
from config.common.refusals import Refusal

HOUR = timedelta(hours=1)


def write(campaign: Campaign, actor: User) -> None:
    """Count one more post of somebody's, under the campaign's lock. Raises ``Refusal``, which says when it goes again.

    A club may let each person write so much in an hour, which begins with the first post; the site says how much in a
    day. Who is muted writes nothing.
    """
    if why := why_muted(campaign, actor.pk):
        raise Refusal(why)
    _spend_hour(campaign, actor)
    quotas.spend(actor.pk, "comments")


def _spend_hour(campaign: Campaign, actor: User) -> None:
    club = campaign.club
    if club is None or club.posts_an_hour is None:
        return
    now = timezone.now()
    with transaction.atomic():
        # Two campaigns of one club have two locks: the count is held by its own row.
        posting, _ = Posting.objects.select_for_update().get_or_create(
            club=club, user=actor, defaults={"since": now, "count": 0}
        )
        if not posting.since <= now < posting.since + HOUR:
            posting.since, posting.count = now, 0
        if posting.count >= club.posts_an_hour:
            again = posting.since + HOUR
            times = "once" if club.posts_an_hour == 1 else f"{club.posts_an_hour} times"
            local = clock.local(again, zone_told_to(actor.pk, club.time_zone))
            raise Refusal(
                f"You have written {times} within the hour, as often as {club.name} lets anybody. "
                f"It goes again {clock.how_long(again, now)}, at {local:%H:%M %Z}."
            )
        posting.count += 1
        posting.save(update_fields=["since", "count"])

"""What has to be so before words of somebody's reach others of a campaign or a club: the one door of all of them.

``tests/clubs/operations/test_words.py`` knows by which operations words come, and that each goes through here.
"""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.operations import quotas
from campaigns.selectors.muted import muted_in
from clubs.models import Club, Posting
from clubs.selectors.own_clock import zone_told_to
from config.common import clock
from config.common.refusals import Refusal

HOUR = timedelta(hours=1)


def write(campaign: Campaign, actor: User, *, field: str = "", instead: str = "", counts: bool = True) -> None:
    """``write_in`` the campaign's club, under the campaign's lock."""
    write_in(campaign.club, actor, field=field, instead=instead, counts=counts)


def write_in(club: Club | None, actor: User, *, field: str = "", instead: str = "", counts: bool = True) -> None:
    """Count one more post of somebody's, as the last lock that is taken. Raises ``Refusal``: until when they write
    nothing, or when it goes again.

    A club may let each person write so much in an hour, which begins with the first post; the site says how much in a
    day. Who is muted writes nothing. ``instead``: what is taken of them all the same. ``counts``: not what belongs to
    running things (a reason, a name, an announcement): that is no post.
    """
    if why := muted_in(club.pk if club is not None else None, actor.pk):
        raise Refusal(f"{why} {instead}".rstrip(), field)
    if counts:
        if club is not None:
            _spend_hour(club, actor)
        quotas.spend(actor.pk, "comments")


def _spend_hour(club: Club, actor: User) -> None:
    if club.posts_an_hour is None:
        return
    with transaction.atomic():
        # A club and its campaigns have locks of their own: the count is held by its own row. Whoever has waited for it
        # looks at the clock afterwards, or the hour would have begun later than it is.
        posting, _ = Posting.objects.select_for_update().get_or_create(
            club=club, user=actor, defaults={"since": timezone.now(), "count": 0}
        )
        now = timezone.now()
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

"""Campaigns go, a few rows at a time, so that nobody waits for the database.

A worker may be lost at any time: the next one goes on. Nobody has seen anything of the campaign since the first step.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Model, QuerySet

from campaigns.models import Campaign, Entry
from campaigns.selectors import kept_folds
from clubs.models import Invitation
from missions.models import Job

ROWS_AT_ONCE: Final = 200


def gone(now: datetime) -> list[int]:
    """The campaigns whose time of grace is over."""
    found = Campaign.arriving_too.filter(goes_at__lte=now).order_by("goes_at", "pk")
    return list(found.values_list("pk", flat=True))


def remove(campaign_id: int, now: datetime) -> None:
    """Take away a campaign and all that is its own: journal, flights, files, prints, webhooks, talk.

    What others have of it and what it shares stays: packs, cards, the tables of club nights, skirmishes. Safe twice and
    at once.
    """
    with transaction.atomic():
        campaign = Campaign.arriving_too.select_for_update().filter(pk=campaign_id, goes_at__lte=now).first()
        if campaign is None:
            return
        campaign.status, campaign.public_key = Campaign.Status.LEAVING, None
        campaign.save(update_fields=["status", "public_key"])
    take_away_all(campaign)


def take_away_all(campaign: Campaign) -> None:
    """All rows of a campaign that nobody sees, and it."""
    for rows, at_once in (
        (campaign.happenings.all(), ROWS_AT_ONCE),
        (campaign.webhooks.all(), 1),
        (campaign.post_reports.filter(entry__isnull=False), ROWS_AT_ONCE),
        (campaign.entries.filter(reverses__isnull=False), ROWS_AT_ONCE),
        (campaign.entries.all(), ROWS_AT_ONCE),
        (Job.objects.filter(campaign_odds__campaign=campaign), 1),
        (Job.objects.filter(print__campaign=campaign), ROWS_AT_ONCE),
        (campaign.prints.all(), 1),
        (campaign.missions.all(), 1),
        (campaign.pictures.all(), ROWS_AT_ONCE),
        (campaign.comments.all(), ROWS_AT_ONCE),
        (Invitation.objects.filter(campaign=campaign, club=None), ROWS_AT_ONCE),
    ):
        take_away(rows, at_once)
    with transaction.atomic():
        # An invitation to the club leads there still.
        Invitation.objects.filter(campaign=campaign).update(campaign=None, seat=None, side="")
        number = campaign.pk
        campaign.delete()
    kept_folds.forget(number)


def take_away(rows: QuerySet[Model], at_once: int = ROWS_AT_ONCE) -> None:
    """These rows with what cannot be without them, a few in one transaction."""
    while keys := list(rows.order_by().values_list("pk", flat=True)[:at_once]):
        found = rows.model._base_manager.filter(pk__in=keys)
        with transaction.atomic():
            if rows.model is Entry:  # which are never removed while anybody may read them
                found._raw_delete(found.db)
            else:
                found.delete()

"""A campaign is archived and opened again, and deleted after a time of grace.

Archived, its clock stands still: what was due is due as much later as it was put away. What a worker takes away of a
deleted one is in ``missions.operations.removal``.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import F
from django.utils import timezone

from campaigns.access import refuse_unless_umpire
from campaigns.models import Campaign
from campaigns.operations.campaigns import locked
from campaigns.operations.journal import Batch
from campaigns.standing.kinds import Archived
from clubs.operations.handovers import end_open
from clubs.selectors.endings import refuse_other_name
from config.common.refusals import Refusal
from missions.models import Game, Mission, Submission
from notices.models import Delivery
from notices.operations.outbox import tell


def archive(*, actor: User, campaign: Campaign) -> Campaign:
    """Put a campaign away: it is read, and nothing is written in it. One that is archived stays so."""
    with locked(campaign.pk, archived_too=True) as campaign:
        refuse_unless_umpire(campaign, actor)
        if not campaign.is_archived:
            _put_away(campaign)
            _note(campaign, actor, "archived")
            _tell("archived", campaign, actor)
    return campaign


def open_again(*, actor: User, campaign: Campaign) -> Campaign:
    """Take a campaign out again: it goes on where it stood, with the time that was left."""
    with locked(campaign.pk, archived_too=True) as campaign:
        refuse_unless_umpire(campaign, actor)
        if campaign.goes_at is not None:
            raise Refusal(f"{campaign} is to be deleted: its owner brings it back first.")
        if campaign.archived_at is not None:
            _go_on(campaign, timezone.now() - campaign.archived_at)
            campaign.archived_at = None
            campaign.save(update_fields=["archived_at"])
            _note(campaign, actor, "opened")
            _tell("opened-again", campaign, actor)
    return campaign


def delete(*, actor: User, campaign: Campaign, name: str) -> Campaign:
    """Have a campaign deleted when the time of grace is over. ``name``: as its owner types it, to be sure.

    Until then it is archived.
    """
    with locked(campaign.pk, archived_too=True) as campaign:
        _refuse_unless_owner(campaign, actor)
        refuse_other_name(campaign, name)
        if campaign.goes_at is None:
            if not campaign.is_archived:
                _put_away(campaign)
            campaign.goes_at = timezone.now() + timedelta(days=settings.DELETION_GRACE)
            campaign.save(update_fields=["goes_at"])
            end_open(campaign)
            _note(campaign, actor, "going")
            _tell("to-be-deleted", campaign, actor, when=campaign.goes_at.isoformat())
    return campaign


def bring_back(*, actor: User, campaign: Campaign) -> Campaign:
    """Do not delete it after all: it stays archived, and can be opened again."""
    with locked(campaign.pk, archived_too=True) as campaign:
        _refuse_unless_owner(campaign, actor)
        if campaign.goes_at is not None:
            campaign.goes_at = None
            campaign.save(update_fields=["goes_at"])
            _note(campaign, actor, "kept")
            _tell("brought-back", campaign, actor)
    return campaign


def _refuse_unless_owner(campaign: Campaign, actor: User) -> None:
    if campaign.owner_id != actor.pk:
        raise Refusal("Only its owner has a campaign deleted, or brings it back.")


def _put_away(campaign: Campaign) -> None:
    """From now on nothing happens in it; what its webhooks still had to send is old news when it is opened again."""
    campaign.archived_at = timezone.now()
    campaign.save(update_fields=["archived_at"])
    Delivery.objects.filter(webhook__campaign=campaign, status=Delivery.Status.WAITING).delete()


def _go_on(campaign: Campaign, away: timedelta) -> None:
    """Whatever was to come while it was away comes so much later."""
    since = campaign.archived_at
    Mission.objects.filter(campaign=campaign, orders_due__gt=since).update(orders_due=F("orders_due") + away)
    Submission.objects.filter(mission__campaign=campaign, due_at__gt=since).update(due_at=F("due_at") + away)
    playing = Game.objects.filter(mission__campaign=campaign, status=Game.Status.PLAYING)
    playing.filter(late_at__gt=since).update(late_at=F("late_at") + away)
    playing.update(waits_since=F("waits_since") + away)


def _note(campaign: Campaign, actor: User, how: str) -> None:
    batch = Batch(campaign, actor)
    batch.add(Archived.said({"how": how}))
    batch.write()


def _tell(kind: str, campaign: Campaign, actor: User, **data: str) -> None:
    key = f"{campaign.pk} {timezone.now().isoformat()}"
    tell(kind, key, campaign=campaign, club=campaign.club, actor=actor, data=data)

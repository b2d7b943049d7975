"""The public pages of a campaign: who switches them on, and what they show.

They are for anybody who has their address and nobody else: it holds a secret, and a new one makes the old one lead
nowhere. They show no more than what every reader of the campaign may see, and less: what has been debriefed, and names
of men, not of those who play them.
"""

from __future__ import annotations

import secrets

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.access import refuse_unless_umpire
from campaigns.models import Campaign
from campaigns.operations.campaigns import locked
from notices.operations.outbox import tell


def open_pages(*, actor: User, campaign: Campaign, anew: bool = False) -> Campaign:
    """Put the public pages up; ``anew``: at another address, if they are up already. The members are told of it."""
    with locked(campaign.pk) as campaign:
        refuse_unless_umpire(campaign, actor)
        if campaign.public_key is None or anew:
            was_closed = campaign.public_key is None
            campaign.public_key = secrets.token_urlsafe(32)
            campaign.save(update_fields=["public_key"])
            if was_closed:
                _tell("public-on", campaign, actor)
    return campaign


def close_pages(*, actor: User, campaign: Campaign) -> Campaign:
    """Take the public pages down."""
    with locked(campaign.pk, archived_too=True) as campaign:
        refuse_unless_umpire(campaign, actor)
        if campaign.public_key is not None:
            campaign.public_key = None
            campaign.save(update_fields=["public_key"])
            _tell("public-off", campaign, actor)
    return campaign


def _tell(kind: str, campaign: Campaign, actor: User) -> None:
    # Never the address itself: what is told goes to webhooks and mailboxes.
    tell(kind, f"{campaign.pk} {timezone.now().isoformat()}", campaign=campaign, actor=actor)

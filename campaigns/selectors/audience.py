"""For whose eyes talk is."""

from __future__ import annotations

from django.db.models import Q

from campaigns.access import Viewer
from campaigns.models import Campaign


def heard_by(viewer: Viewer) -> Q:
    """What is for everybody and what is for a side of his; an umpire hears both sides."""
    return Q() if viewer.is_umpire else Q(side="") | Q(side__in=viewer.sides)


def said_to(campaign: Campaign, viewer: Viewer) -> int:
    """How many comments on a campaign and its missions are for his eyes. One query."""
    return campaign.comments.filter(heard_by(viewer), removed_at__isnull=True).count()

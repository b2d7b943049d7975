"""Which packs somebody may look at."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from campaigns.models import Campaign, Pack


def visible(user: User) -> QuerySet[Pack]:
    """The packs that a person may look at: the house's, his own, and those of campaigns that he is in."""
    flown = Campaign.objects.for_user(user.pk).values("pack_id")
    return Pack.objects.filter(Q(owner=None, on_shelf=True) | Q(owner=user) | Q(pk__in=flown)).select_related("owner")

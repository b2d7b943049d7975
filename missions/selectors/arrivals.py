"""What somebody is bringing in, or has lately."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from missions.models import Arrival

LATELY: Final = timedelta(days=2)


def arrivals_of(user_id: int) -> QuerySet[Arrival]:
    """The newest first. One query."""
    found = Arrival.objects.filter(owner=user_id, job__isnull=False, at__gt=timezone.now() - LATELY)
    return found.select_related("job", "campaign").order_by("-pk")[:10]

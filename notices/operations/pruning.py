"""Forgetting what nobody looks at any more, a little at a time so that no lock is held for long."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from notices.models import Delivery, Happening, Notice

READ = timedelta(days=90)
"""A notice that has been read is kept so long."""
UNREAD = timedelta(days=365)
"""One that nobody reads."""
DELIVERED = timedelta(days=30)
"""A delivery that has come to its end."""
HAPPENED = timedelta(days=400)
"""A happening without notices and deliveries: until then the same cannot be told again."""
AT_ONCE = 500


def prune(now: datetime | None = None) -> int:
    """Remove old rows; how many."""
    now = now or timezone.now()
    ended = (Delivery.Status.SENT, Delivery.Status.FAILED)
    count = _remove(Notice.objects.filter(read_at__lt=now - READ))
    count += _remove(Notice.objects.filter(at__lt=now - UNREAD))
    count += _remove(Delivery.objects.filter(status__in=ended, at__lt=now - DELIVERED))
    unheard = Happening.objects.filter(told_at__lt=now - HAPPENED).exclude(
        Exists(Notice.objects.filter(happening=OuterRef("pk")))
        | Exists(Delivery.objects.filter(happening=OuterRef("pk")))
    )
    return count + _remove(unheard)


def _remove(rows: QuerySet[Any]) -> int:
    count = 0
    while found := list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        rows.model.objects.filter(pk__in=found).delete()
        count += len(found)
    return count

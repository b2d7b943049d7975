"""The lock that every operation on a club holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from clubs.models import Club


@contextmanager
def locked(club_id: int) -> Iterator[Club]:
    """One operation on a club: a transaction that holds the club's row from its first statement.

    Whoever needs a campaign's row too takes the club's first.
    """
    with transaction.atomic():
        yield Club.objects.select_for_update(of=("self",)).get(pk=club_id)

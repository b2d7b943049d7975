"""The lock that every operation on a club holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from clubs.models import Club
from clubs.selectors.endings import refuse_if_archived


@contextmanager
def locked(club_id: int, *, archived_too: bool = False) -> Iterator[Club]:
    """One operation on a club: a transaction that holds the club's row from its first statement.

    Whoever needs a campaign's row too takes the club's first. Refuses in one that is archived, unless
    ``archived_too``: there people still leave, its public page comes down, and its end is decided.
    """
    with transaction.atomic():
        club = Club.objects.select_for_update(of=("self",)).get(pk=club_id)
        if not archived_too:
            refuse_if_archived(club)
        yield club

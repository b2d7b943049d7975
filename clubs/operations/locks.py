"""The lock that every operation on a club holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from clubs.models import Club
from clubs.selectors.endings import refuse_if_archived
from config.common.refusals import Refusal


@contextmanager
def locked(club_id: int, *, archived_too: bool = False) -> Iterator[Club]:
    """One operation on a club: a transaction that holds the club's row from its first statement.

    Whoever needs a campaign's row too takes the club's first. Refuses in one that is archived, unless
    ``archived_too``: there people still leave, its public page comes down, and its end is decided. Refuses what
    has been deleted since its page was looked at.
    """
    with transaction.atomic():
        club = Club.objects.select_for_update(of=("self",)).filter(pk=club_id).first()
        if club is None:
            raise Refusal("The club has been deleted.")
        if not archived_too:
            refuse_if_archived(club)
        yield club

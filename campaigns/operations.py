"""The writers of campaigns: packs, campaigns, seats, pilots, the journal's first and last lines.

One operation is one transaction that locks the campaign's row first and checks every guard under the lock.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Literal

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.journal import Batch
from campaigns.models import Campaign, Entry, Pack, Pilot, Role, Seat, Side
from campaigns.refusals import Refusal

SEED_BITS = 63
NAME_LENGTH = 80

Flyer = Literal["me", "staff"]
"""Who commands a side: the person who starts the campaign, or the engine's staff."""


@contextmanager
def locked(campaign_id: int) -> Iterator[Campaign]:
    """One operation on a campaign: a transaction that holds the campaign's row from its first statement."""
    with transaction.atomic():
        yield Campaign.objects.select_for_update(of=("self",)).select_related("pack").get(pk=campaign_id)

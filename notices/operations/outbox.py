"""The one door by which operations tell people of what has happened.

Call ``tell`` inside the operation's transaction: a happening is written with what it tells of, or not at all. Workers
make notices, e-mails and webhook deliveries of it afterwards (``notices.fan_out``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from celery import signature
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign
from clubs.models import Club
from notices.models import Happening
from notices.selectors.kinds import KINDS


def tell(
    kind: str,
    key: str,
    *,
    campaign: Campaign | None = None,
    club: Club | None = None,
    mission: int | None = None,
    side: str = "",
    person: User | None = None,
    actor: User | None = None,
    data: Mapping[str, Any] | None = None,
) -> None:
    """Note that something has happened. The same ``kind`` and ``key`` again is the same happening, and told once.

    ``side``: only that side's people (and the umpires) are told; ``person``: only that one. ``data`` must hold nothing
    that any of those who are told may not know; ``notices.selectors.kinds`` reads it.
    """
    assert kind in KINDS, f"notices.selectors.kinds has no {kind}"
    key = f"{kind} {key}"
    if Happening.objects.filter(key=key).exists():
        return
    happening = Happening(
        key=key,
        kind=kind,
        campaign=campaign,
        club=club,
        mission=mission,
        side=side,
        person=person,
        actor=actor,
        data=dict(data or {}),
        at=timezone.now(),
    )
    # Somebody else may be telling it at this moment.
    Happening.objects.bulk_create([happening], ignore_conflicts=True)
    # Only a wake-up: a broker that is away fails nothing, the sweep finds the happening.
    transaction.on_commit(_wake, robust=True)


def forget_games(games: Collection[int]) -> None:
    """Nobody's inbox leads to games of skirmishes any more that are deleted."""
    Happening.objects.filter(campaign=None, data__game__in=list(games)).delete()


def _wake() -> None:
    """Wake a worker. The task goes by its name: tasks stand above the operations that tell."""
    signature("notices.tasks.tell_all").delay()

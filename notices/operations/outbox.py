"""The one door by which operations tell people of what has happened.

Call ``tell`` inside the operation's transaction: a happening is written with what it tells of, or not at all. Workers
make notices, e-mails and webhook deliveries of it afterwards (``notices.operations.fan_out``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from celery import signature
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from campaigns.access import is_only_the_owners
from campaigns.models import Campaign, Seat
from clubs.models import Club
from config.common.prepared import Prepared, number, text
from notices.models import Happening, Webhook
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
    told = club is None and person is None and campaign is not None and _is_nobodys_news(campaign)
    if not told and _KNOWN(key=key):
        return
    now = timezone.now()
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
        at=now,
        told_at=now if told else None,
    )
    # Somebody else may be telling it at this moment.
    Happening.objects.bulk_create([happening], ignore_conflicts=True)
    if not told:
        # Only a wake-up: a broker that is away fails nothing, the sweep finds the happening.
        transaction.on_commit(_wake, robust=True)


def forget_games(games: Collection[int]) -> None:
    """Nobody's inbox leads to games of skirmishes any more that are deleted."""
    Happening.objects.filter(kind="game-turn", campaign=None, data__game__in=list(games)).delete()


def call_otherwise(club: Club, what: str, numbers: Collection[int], title: str) -> None:
    """What has been told of a club's nights, seasons or polls (``what``) calls them by this title from now on."""
    told = list(Happening.objects.filter(club=club, **{f"data__{what}__in": list(numbers)}))
    for each in told:
        each.data["title"] = title
    Happening.objects.bulk_update(told, ["data"])


def forget(kind: str, campaign: Campaign, key: str) -> None:
    """What has been told of a campaign is not so any more: all whose key is this, or begins with it and a space."""
    told = Happening.objects.filter(kind=kind, campaign=campaign)
    told.filter(Q(key=f"{kind} {key}") | Q(key__startswith=f"{kind} {key} ")).delete()


@contextmanager
def told_here(tell_all: Callable[[], object]) -> Iterator[None]:
    """For who can tell himself: what happens within is told by ``tell_all`` once it is written, without a message."""
    token = _tells.set(tell_all)
    try:
        yield
    finally:
        _tells.reset(token)


_tells: ContextVar[Callable[[], object] | None] = ContextVar("tells", default=None)


def _wake() -> None:
    """Tell it here, or wake a worker. The task goes by its name: tasks stand above the operations that tell."""
    tell_all = _tells.get()
    if tell_all is None:
        signature("notices.tasks.tell_all").delay()
    else:
        tell_all()


def _is_nobodys_news(campaign: Campaign) -> bool:
    """Who plays alone sees what happens, and no webhook tells it elsewhere: a worker would find nobody to tell.

    Its seats are read anew: the operation that tells may have changed them.
    """
    return (
        campaign.club_id is None
        and is_only_the_owners(campaign, _SEATS(campaign=campaign.pk))
        and not _WEBHOOKS(campaign=campaign.pk)
    )


_KNOWN = Prepared(lambda: Happening.objects.filter(key=text("key")).order_by().values_list("pk")[:1])
_SEATS = Prepared(lambda: Seat.objects.filter(campaign=number("campaign")).order_by())
_WEBHOOKS = Prepared(
    lambda: Webhook.objects.filter(campaign=number("campaign"), is_on=True).order_by().values_list("pk")[:1]
)

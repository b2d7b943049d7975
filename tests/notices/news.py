"""News for the tests of notices."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Campaign
from notices.models import Happening, Notice, Wishes
from notices.operations import email, fan_out, inbox
from notices.operations.outbox import tell
from notices.selectors.inbox import HappeningText, Inbox
from tests import make
from tests.cast import Cast
from tests.kept import handed_out


@handed_out
def told_club(cast: Cast) -> Campaign:
    """A campaign of everybody's, of which all news so far are told."""
    begun = make.club(cast)
    fan_out.tell_all()
    return begun


def happens(campaign: Campaign | None = None, kind: str = "mission-drawn", **more: Any) -> Happening:
    """Something that has happened and has not been told yet."""
    key = more.pop("key", str(uuid4()))
    with transaction.atomic():
        tell(kind, key, campaign=campaign, **more)
    return Happening.objects.get(key=f"{kind} {key}")


def told(campaign: Campaign | None = None, kind: str = "mission-drawn", **more: Any) -> Happening:
    """Something that has happened and has been told."""
    happening = happens(campaign, kind, **more)
    fan_out.tell_all()
    happening.refresh_from_db()
    return happening


def who_knows(happening: Happening) -> set[str]:
    """The names of those in whose inbox it is."""
    return set(Notice.objects.filter(happening=happening).values_list("user__username", flat=True))


def lines(inbox: Inbox) -> list[tuple[Notice, HappeningText]]:
    """What it holds, bundle by bundle."""
    return [line for bundle in inbox.bundles for line in bundle.lines]


def reachable(user: User, *, verified: bool = True, mail: str = "at-once") -> User:
    """The person with an address, wishing for e-mails."""
    address = f"{user.username}@example.org"
    EmailAddress.objects.create(user=user, email=address, primary=True, verified=verified)
    inbox.wish(actor=user, mail=mail, unwanted=[], muted=[])
    return user


def wants(user: User, **wishes: Any) -> Wishes:
    return inbox.wish(actor=user, **({"mail": "at-once", "unwanted": [], "muted": []} | wishes))


def mails() -> int:
    """Send what is due now."""
    return email.send_due()

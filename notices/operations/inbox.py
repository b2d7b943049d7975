"""The writers of what somebody wishes to be told, and of what they have read.

One operation is one transaction that locks the person's ``Wishes`` first.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.core import signing
from django.db import OperationalError, transaction
from django.utils import timezone

from campaigns.models import Campaign
from config import busy
from config.common.refusals import Refusal
from notices.models import Notice, Wishes
from notices.operations.email import SALT, SOON
from notices.selectors.inbox import notices_of
from notices.selectors.kinds import KINDS


@contextmanager
def locked(user_id: int) -> Iterator[Wishes]:
    """A transaction that holds the person's wishes, made if there were none."""
    with transaction.atomic():
        Wishes.objects.get_or_create(user_id=user_id)
        yield Wishes.objects.select_for_update().get(user_id=user_id)


def wishes_of(user: User) -> Wishes:
    """What somebody wishes, as a row: the calendar's address is made with it."""
    return Wishes.objects.get_or_create(user=user)[0]


def wishes_at_hand(user: User) -> Wishes:
    """The same for a page that only shows them: where none were and the database is busy, a row that is not kept."""
    try:
        with busy.without_waiting():
            return wishes_of(user)
    except OperationalError as error:
        if not busy.passes(error):
            raise
        return Wishes(user=user)


def read(*, actor: User, happening: uuid.UUID) -> Notice | None:
    """Mark the person's notice of a happening as read; ``None`` if they have no such notice."""
    with locked(actor.pk):
        mine = notices_of(actor.pk).filter(happening=happening)
        mine.filter(read_at=None).update(read_at=timezone.now())
        return mine.select_related("happening").first()


def read_all(*, actor: User, campaign: int = 0) -> int:
    """Mark everything as read, or everything of one campaign; how many notices that were."""
    with locked(actor.pk):
        mine = notices_of(actor.pk).filter(read_at=None)
        if campaign:
            mine = mine.filter(happening__campaign=campaign)
        # Named one by one: an update with a join would look at the notices of everybody.
        return Notice.objects.filter(pk__in=list(mine.values_list("pk", flat=True))).update(read_at=timezone.now())


def wish(*, actor: User, mail: str, unwanted: Iterable[str], muted: Iterable[int]) -> Wishes:
    """Change what somebody is told, and how. Campaigns that they are not in are left out."""
    kinds = sorted(set(unwanted))
    if mail not in Wishes.Mail.values:
        raise Refusal("Choose how often e-mails come.", "mail")
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise Refusal(f"There are no notices of the kind {unknown[0]}.", "wanted")
    with locked(actor.pk) as wishes:
        wishes.mail, wishes.unwanted, wishes.mail_at = mail, kinds, SOON
        wishes.save(update_fields=["mail", "unwanted", "mail_at"])
        wishes.muted.set(Campaign.objects.for_user(actor.pk).filter(pk__in=list(muted)))
    return wishes


def renew_calendar(*, actor: User) -> Wishes:
    """Give the person's calendar another address; the old one leads nowhere from now on."""
    with locked(actor.pk) as wishes:
        wishes.calendar = uuid.uuid4()
        wishes.save(update_fields=["calendar"])
    return wishes


def signed_person(token: str) -> int | None:
    """Whom a link of an e-mail belongs to; ``None`` if we did not write it, or the account is gone."""
    try:
        user_id = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    return user_id if isinstance(user_id, int) and User.objects.filter(pk=user_id).exists() else None


def unsubscribe(*, user_id: int) -> None:
    """Send this person no e-mails about notices any more."""
    with locked(user_id) as wishes:
        wishes.mail = Wishes.Mail.NEVER
        wishes.save(update_fields=["mail"])

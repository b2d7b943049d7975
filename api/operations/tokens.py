"""The writers of tokens: making one, withdrawing it, and noting that it is used."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from api.models import Scope, Token
from api.selectors.tokens import MARK, MOST, digest_of
from campaigns.models import Campaign
from config import busy
from config.common.lengths import refuse_longer
from config.common.refusals import Refusal

LABEL_LENGTH = 60
LASTS: Final = (30, 90, 365)
"""Days that a token may be good for."""
NOTED_EVERY = timedelta(hours=1)
"""Its use is noted to the hour: a program that asks each second costs no writing each second."""


def make(
    *, actor: User, key: UUID, label: str, scopes: Collection[str], days: int, campaign: int | None = None
) -> tuple[Token, str]:
    """A new token of the actor's, and what it reads: nobody is told it again. ``campaign``: it reads that one only.

    Raises ``Refusal`` if the same ``key`` has made one: it has been shown.
    """
    label = " ".join(label.split())
    refuse_longer(label, LABEL_LENGTH, "label", "The name is")
    if not label:
        raise Refusal("Give it a name, by which you know the program that has it.", "label")
    chosen = [scope.value for scope in Scope if scope in scopes]
    if not chosen or set(scopes) - set(chosen):
        raise Refusal("Choose what it reads.", "scopes")
    if Scope.SIDES in chosen and Scope.CAMPAIGNS not in chosen:
        raise Refusal("What your seats show you is read with the campaigns: tick them, too.", "scopes")
    if days not in LASTS:
        raise Refusal("Choose how long it is good.", "days")
    text = MARK + secrets.token_urlsafe(32)
    with transaction.atomic():
        held = User.objects.select_for_update().get(pk=actor.pk)
        now = timezone.now()
        mine = Token.objects.filter(user=held)
        if mine.filter(key=key).exists():
            raise Refusal("This token has been made, and was shown once. If it is lost, withdraw it and make another.")
        if mine.filter(expires_at__gt=now).count() >= MOST:
            raise Refusal(f"You may have {MOST} tokens. Withdraw one that is not used any more.")
        only = None
        if campaign is not None:
            only = Campaign.objects.for_user(held.pk).filter(pk=campaign).first()
            if only is None:
                raise Refusal("That campaign is none of yours.", "campaign")
            if Scope.CLUBS in chosen:
                raise Refusal("A token for one campaign reads no clubs.", "scopes")
        made = Token.objects.create(
            user=held,
            key=key,
            label=label,
            digest=digest_of(text),
            begins=text[: len(MARK) + 4],
            scopes=chosen,
            campaign=only,
            expires_at=now + timedelta(days=days),
        )
    return made, text


def withdraw(*, actor: User, token: int) -> str:
    """It opens nothing from now on. Returns what it was called."""
    with transaction.atomic():
        found = Token.objects.select_for_update().filter(user=actor, pk=token).first()
        if found is None:
            raise Refusal("That token is withdrawn already.")
        found.delete()
    return found.label


def note_use(token: Token, now: datetime) -> None:
    """Note that it is used, at most once an hour, and not at all while the database is busy: the reader waits for
    nobody.
    """
    before = now - NOTED_EVERY
    if token.used_at is not None and token.used_at > before:
        return
    with busy.if_free():
        unnoted = Token.objects.filter(Q(used_at=None) | Q(used_at__lte=before), pk=token.pk)
        unnoted.update(used_at=now)

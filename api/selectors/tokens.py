"""Whose a token is, and somebody's tokens as their page shows them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.utils import timezone

from api.models import Scope, Token
from campaigns.models import Campaign

MARK = "rr_"
"""Begins every token, so that people and scanners of code know what they have found."""
MOST = 10
"""Tokens of one person."""
LONGEST = 100


def digest_of(text: str) -> str:
    """By which the database knows a token."""
    return hashlib.sha256(text.encode()).hexdigest()


def token_of(text: str) -> Token | None:
    """The token that somebody brings, with its person; ``None`` if it is none, or not good any more. One query."""
    if not text.startswith(MARK) or len(text) > LONGEST or not text.isascii():
        return None
    found = Token.objects.select_related("user").filter(digest=digest_of(text), expires_at__gt=timezone.now()).first()
    return found if found is not None and found.user.is_active else None


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRow:
    """A token on its person's page."""

    pk: int
    label: str
    begins: str
    scopes: tuple[str, ...]
    campaign: str
    """Empty: all."""
    made_at: datetime
    expires_at: datetime
    used_at: datetime | None
    is_expired: bool


def token_rows(user: User) -> tuple[TokenRow, ...]:
    """The newest first. One query."""
    now = timezone.now()
    return tuple(
        TokenRow(
            pk=each.pk,
            label=each.label,
            begins=each.begins,
            scopes=tuple(scope.value for scope in Scope if scope in each.scopes),
            campaign=each.campaign.name if each.campaign else "",
            made_at=each.made_at,
            expires_at=each.expires_at,
            used_at=each.used_at,
            is_expired=each.expires_at <= now,
        )
        for each in Token.objects.filter(user=user).select_related("campaign")
    )


def campaigns_to_choose(user: User) -> list[tuple[int, str]]:
    """Numbers and names of the campaigns that a token of this person may be for. One query."""
    return list(Campaign.objects.for_user(user.pk).order_by("name", "pk").values_list("pk", "name"))

"""Who else may say who somebody is, and whom somebody has connected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.contrib.auth.models import User

from accounts.selectors.accounts import lets_in

TITLES: Final[Mapping[str, str]] = {"discord": "Discord", "google": "Google"}


def offered() -> dict[str, str]:
    """Those at whom this server has an application, and what they are called."""
    return {name: title for name, title in TITLES.items() if name in settings.SOCIALACCOUNT_PROVIDERS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """One of those who are offered, and who somebody is there."""

    provider: str
    title: str
    name: str
    """There; empty if it has not said."""
    since: datetime | None
    """``None``: it is not connected."""


def connections_of(user: User) -> tuple[Connection, ...]:
    """One of each who is offered. One query, none if nobody is."""
    titles = offered()
    found = {each.provider: each for each in SocialAccount.objects.filter(user=user)} if titles else {}
    return tuple(_connection(provider, title, found.get(provider)) for provider, title in titles.items())


def _connection(provider: str, title: str, account: SocialAccount | None) -> Connection:
    return Connection(
        provider=provider,
        title=title,
        name=str(account.extra_data.get("name", "")) if account else "",
        since=account.date_joined if account else None,
    )


def comes_in_without(user: User, provider: str) -> bool:
    """A password, a passkey or somebody else who is offered lets the person in. Two queries at most."""
    others = offered().keys() - {provider}
    return (
        user.has_usable_password()
        or SocialAccount.objects.filter(user=user, provider__in=others).exists()
        or _any_lets_in(Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN))
    )


def _any_lets_in(devices: Iterable[Authenticator]) -> bool:
    return any(lets_in(each) for each in devices)

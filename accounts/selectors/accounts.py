"""What the account page shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User

from clubs.selectors.own_clock import own_zone


@dataclass(frozen=True, slots=True, kw_only=True)
class Passkey:
    pk: int
    name: str
    lets_in: bool
    """It lets its owner in without a password; otherwise it is a second factor."""
    added_at: datetime
    used_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountPage:
    name: str
    email: str
    """The address that letters go to; empty if there is none."""
    is_confirmed: bool
    waiting: str
    """The address that is to replace it once it is confirmed; empty if there is none."""
    has_password: bool
    has_app: bool
    codes_left: int | None
    """Recovery codes that have not been used; ``None`` if there are none."""
    passkeys: list[Passkey]
    owns_site: bool
    time_zone: str
    """In which they live; empty if they have not said."""


def account_page(user: User) -> AccountPage:
    """Three queries."""
    addresses = list(EmailAddress.objects.filter(user=user).order_by("pk"))
    devices = list(Authenticator.objects.filter(user=user).order_by("pk"))
    confirmed = {address.email for address in addresses if address.verified}
    waiting = [address.email for address in addresses if not address.verified and address.email != user.email]
    codes = [each for each in devices if each.type == Authenticator.Type.RECOVERY_CODES]
    return AccountPage(
        name=user.get_username(),
        email=user.email,
        is_confirmed=user.email in confirmed,
        waiting=waiting[-1] if waiting else "",
        has_password=user.has_usable_password(),
        has_app=any(each.type == Authenticator.Type.TOTP for each in devices),
        codes_left=len(codes[0].wrap().get_unused_codes()) if codes else None,
        passkeys=[_passkey(each) for each in devices if each.type == Authenticator.Type.WEBAUTHN],
        owns_site=user.is_superuser,
        time_zone=own_zone(user.pk),
    )


def lets_in(device: Authenticator) -> bool:
    """Whether a passkey lets its owner in without a password."""
    return device.wrap().is_passwordless is True


def _passkey(device: Authenticator) -> Passkey:
    key = device.wrap()
    return Passkey(
        pk=device.pk,
        name=key.name,
        lets_in=lets_in(device),
        added_at=device.created_at,
        used_at=device.last_used_at,
    )

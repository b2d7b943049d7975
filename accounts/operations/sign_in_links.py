"""One-time sign-in links: a signed token, used once, that expires.

They let an owner into a fresh installation without a password. The token itself is the secret; the
database only remembers which tokens have been used.
"""

from __future__ import annotations

import uuid

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core import signing
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.models import UsedLink
from config.common.refusals import Refusal

SALT = "campaigns.signin"
"""Of the links that have been sent."""
MAX_AGE_SECONDS = 24 * 60 * 60
OWNER = "owner"
USED = "This sign-in link has been used. Ask for a new one."


def owner() -> User:
    """The owner of the site: the first who may do everything; made, without a password, on first use."""
    with transaction.atomic():
        found = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
        if found is not None:
            return found
        made = User.objects.get_or_create(username=OWNER, defaults={"password": make_password(None)})[0]
        made.is_superuser = made.is_staff = made.is_active = True
        made.save(update_fields=["is_superuser", "is_staff", "is_active"])
        return made


def person(username: str) -> User:
    """The person of this name. Refuses one whom nobody knows."""
    found = User.objects.filter(username=username, is_active=True).first()
    if found is None:
        raise Refusal(f"Nobody here is called {username}. Without a name the link is for the owner.")
    return found


def token_for(user: User) -> str:
    """A token that signs ``user`` in once within a day."""
    return signing.dumps({"user": user.pk, "id": uuid.uuid4().hex}, salt=SALT)


def link(user: User, base_url: str) -> str:
    """An address that signs ``user`` in once within a day, on the server that answers at ``base_url``."""
    return base_url.rstrip("/") + reverse("enter", args=[token_for(user)])


def holder(token: str) -> User:
    """The user whom ``token`` would sign in, nothing used up. Refuses what is false, old or used."""
    user, token_id = _read(token)
    if UsedLink.objects.filter(token_id=token_id).exists():
        raise Refusal(USED)
    return user


def redeem(token: str) -> User:
    """The user whom ``token`` signs in; the token is used up. Refuses what is false, old or used."""
    user, token_id = _read(token)
    try:
        with transaction.atomic():
            UsedLink.objects.create(token_id=token_id, user=user)
    except IntegrityError:
        raise Refusal(USED) from None
    return user


def _read(token: str) -> tuple[User, uuid.UUID]:
    try:
        content = signing.loads(token, salt=SALT, max_age=MAX_AGE_SECONDS)
    except signing.SignatureExpired:
        raise Refusal("This sign-in link has expired. Ask for a new one.") from None
    except signing.BadSignature:
        raise Refusal("This is not a sign-in link of this Ready Room.") from None
    user = User.objects.filter(pk=content["user"], is_active=True).first()
    if user is None:
        raise Refusal("The person this link was made for is no longer here.")
    return user, uuid.UUID(content["id"])

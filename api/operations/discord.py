"""The writers of links to accounts at Discord.

A code that the person's page shows says whose the link will be; the signed command that brings it says which account at
Discord. A code is good for ten minutes, and only while its person has no link; it makes one, once.
"""

from __future__ import annotations

import uuid
from typing import Final

from django.contrib.auth.models import User
from django.core import signing
from django.db import IntegrityError, transaction

from accounts.models import UsedLink
from api.models import DiscordLink
from config.common.refusals import Refusal

SALT: Final = "api.discord.once"
MAX_AGE_SECONDS: Final = 10 * 60
LONGEST: Final = 200


def code_for(user: User) -> str:
    """A code that links whoever brings it at Discord to this person."""
    return signing.dumps([user.pk, uuid.uuid4().hex], salt=SALT)


def link(*, code: str, discord_id: str) -> User:
    """The person whom the account at Discord is from now on. Refuses a false, old or used code, and a second link."""
    try:
        if not code.isascii():
            raise signing.BadSignature
        pk, code_id = signing.loads(code[:LONGEST], salt=SALT, max_age=MAX_AGE_SECONDS)
    except signing.SignatureExpired:
        raise Refusal("That code has run out. Take a new one on your account page.") from None
    except signing.BadSignature:
        raise Refusal("That is no code of this Ready Room.") from None
    try:
        with transaction.atomic():
            user = User.objects.select_for_update().filter(pk=pk, is_active=True).first()
            if user is None:
                raise Refusal("The person whose code it is is no longer here.")
            if DiscordLink.objects.filter(user=user).exists():
                raise Refusal("That person is linked already. End the link on the account page first.")
            if UsedLink.objects.filter(token_id=code_id).exists():
                raise Refusal("That code has been used. Take a new one on your account page.")
            UsedLink.objects.create(token_id=code_id, user=user)
            DiscordLink.objects.create(user=user, discord_id=discord_id)
    except IntegrityError:
        raise Refusal("Your account at Discord is linked to somebody already.") from None
    return user


def unlink(*, actor: User) -> None:
    """Nobody at Discord is this person any more."""
    with transaction.atomic():
        if not DiscordLink.objects.filter(user=actor).delete()[0]:
            raise Refusal("Your account is not linked to Discord.")

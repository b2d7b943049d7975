"""The writers of connections to accounts elsewhere, by which somebody comes in: Discord's, Google's.

Who an account elsewhere is, is said by whoever is signed in here, or by making an account here with it; never by an
e-mail address that both have. Of what is told there the name alone is kept.
"""

from __future__ import annotations

from allauth.socialaccount.models import SocialAccount, SocialLogin
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts.selectors.connections import TITLES, comes_in_without
from api.models import DiscordLink
from config.common.refusals import Refusal

DISCORD = "discord"
LONGEST_ID = 20
"""Of an account at Discord."""


def sign_up(*, login: SocialLogin, request: HttpRequest) -> None:
    """Keep somebody new who comes from elsewhere, their address, and the connection.

    Raises ``IntegrityError``, and leaves nothing behind, if the name is taken or somebody has connected the account.
    """
    with transaction.atomic():
        login.save(request)
        _answer_commands(login.account.user, login.account)


def connect(*, user: User, account: SocialAccount) -> bool:
    """They come in by this account elsewhere from now on; ``False``: they do already.

    Refuses an account that is somebody else's, and a second one of the same kind.
    """
    title = TITLES[account.provider]
    another = Refusal(f"That account at {title} is connected to somebody else here.")
    try:
        with transaction.atomic():
            held = User.objects.select_for_update().get(pk=user.pk)
            found = SocialAccount.objects.filter(provider=account.provider, uid=account.uid).first()
            if found is not None:
                if found.user_id != held.pk:
                    raise another
                return False
            if SocialAccount.objects.filter(provider=account.provider, user=held).exists():
                raise Refusal(f"You have connected another account at {title}. Disconnect it first.")
            SocialAccount.objects.create(
                user=held, provider=account.provider, uid=account.uid, extra_data=account.extra_data
            )
            _answer_commands(held, account)
    except IntegrityError:
        raise another from None
    return True


def _answer_commands(user: User, account: SocialAccount) -> None:
    """Who has said at Discord who they are need not say it again for its slash commands; a link that is there stays."""
    if account.provider == DISCORD and len(account.uid) <= LONGEST_ID:
        DiscordLink.objects.bulk_create([DiscordLink(user=user, discord_id=account.uid)], ignore_conflicts=True)


def disconnect(*, user: User, provider: str) -> SocialAccount:
    """They come in by it no more, and its slash commands are not answered as theirs. Refuses the last way in."""
    title = TITLES[provider]
    with transaction.atomic():
        held = User.objects.select_for_update().get(pk=user.pk)
        found = SocialAccount.objects.filter(user=held, provider=provider).first()
        if found is None:
            raise Refusal(f"{title} is not connected.")
        if not comes_in_without(held, provider):
            raise Refusal(f"{title} is your only way in. Set a password or add a passkey first.")
        if provider == DISCORD:
            DiscordLink.objects.filter(user=held, discord_id=found.uid).delete()
        SocialAccount.objects.filter(pk=found.pk).delete()
    return found

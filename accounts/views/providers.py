"""Signing in by an account at Discord or Google, as allauth does it and the house asks for it.

Nothing that comes from there ends in an error of ours: what makes no sense is told as what could not be learnt.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin, SocialToken
from allauth.socialaccount.providers import registry
from allauth.socialaccount.providers.base.constants import AuthError, AuthProcess
from allauth.socialaccount.providers.discord.views import DiscordOAuth2Adapter
from allauth.socialaccount.providers.google.views import GoogleOAuth2Adapter
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2Adapter, OAuth2CallbackView
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.operations import connections
from accounts.selectors import usernames
from accounts.selectors.connections import offered
from config.common.refusals import Refusal
from config.common.web import tell_refusal
from config.security import policy

NAME_LENGTH: Final = 60
NAMES: Final = {"discord": ("global_name", "username"), "google": ("given_name", "name")}
"""What somebody is called there, the best first."""
SENSELESS: Final = (ArithmeticError, AttributeError, ImproperlyConfigured, LookupError, TypeError, ValueError)

logger = logging.getLogger(__name__)


@contextmanager
def _making_sense() -> Iterator[None]:
    """An answer that is not as it should be is one that was not given."""
    try:
        yield
    except SENSELESS as error:
        raise OAuth2Error("The answer makes no sense.") from error


class _Guarded(OAuth2Adapter):
    """Whatever they answer."""

    def get_access_token_data(self, *args: Any, **kwargs: Any) -> Any:
        with _making_sense():
            return super().get_access_token_data(*args, **kwargs)

    def parse_token(self, data: Any) -> SocialToken:
        with _making_sense():
            token: SocialToken = super().parse_token(data)  # type: ignore[no-untyped-call]
            return token

    def complete_login(self, *args: Any, **kwargs: Any) -> SocialLogin:
        with _making_sense():
            login: SocialLogin = super().complete_login(*args, **kwargs)
            return login


class _Discord(_Guarded, DiscordOAuth2Adapter):
    pass


class _Google(_Guarded, GoogleOAuth2Adapter):
    pass


CALLBACKS: Final = {
    "discord": OAuth2CallbackView.adapter_view(_Discord),
    "google": OAuth2CallbackView.adapter_view(_Google),
}
"""Where each of them sends people back to."""


class ProviderAdapter(DefaultSocialAccountAdapter):
    error_messages = DefaultSocialAccountAdapter.error_messages | {
        "email_taken": "Somebody uses that e-mail address already. If it is you, sign in as you do, and connect %s on "
        "your account page.",
    }

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> User:
        """Of what they tell: a name to begin with, and the address. Raises ``ValueError`` for an id that is none."""
        account = sociallogin.account
        if not (account.uid.isascii() and account.uid.isdigit()):
            raise ValueError("Both number their people.")
        told = account.extra_data
        names = [name for key in NAMES[account.provider] if (name := plain(told.get(key)))]
        account.extra_data = {"name": names[0]} if names else {}
        user = sociallogin.user
        assert isinstance(user, User)
        user.username = next((name for each in names if (name := _suggested(each))), "")
        user.email = data.get("email") or ""
        return user

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Connect, if that is what was begun; else let in whom we know, and who may make an account."""
        sociallogin.token = None  # it is not needed any more, and would wait in the session
        if sociallogin.state.get("process") == AuthProcess.CONNECT:
            raise ImmediateHttpResponse(self._connected(request, sociallogin))
        if not sociallogin.is_existing and not self.is_open_for_signup(request, sociallogin):
            title = sociallogin.provider.name
            messages.error(
                request,
                f"Nobody here has connected that account at {title}. If you have an account, sign in as you do, and "
                f"connect {title} on your account page; if you have none, come by an invitation.",
            )
            raise ImmediateHttpResponse(redirect("sign-in"))

    def _connected(self, request: HttpRequest, sociallogin: SocialLogin) -> HttpResponse:
        user, title = request.user, sociallogin.provider.name
        begun_by = (sociallogin.state.get("data") or {}).get("user")
        if not isinstance(user, User) or user.pk != begun_by:
            messages.error(request, f"You are not signed in as when you began. Begin again to connect {title}.")
            return redirect("account")
        try:
            is_new = connections.connect(user=user, account=sociallogin.account)
        except Refusal as refusal:
            tell_refusal(request, refusal)
            return redirect("account")
        if is_new:
            tell_by_letter(self, "connected", user, title)
        messages.success(request, f"{title} is connected: you may come in with it from now on.")
        return redirect("account")

    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: Any = None) -> User:
        """Raises ``IntegrityError`` if somebody has taken the name, or connected the account, meanwhile."""
        user = sociallogin.user
        assert isinstance(user, User)
        get_account_adapter(request).save_user(request, user, form, commit=False)
        sociallogin.email_addresses = [each for each in sociallogin.email_addresses if each.email.lower() == user.email]
        connections.sign_up(login=sociallogin, request=request)
        return user

    def on_authentication_error(
        self, request: HttpRequest, provider: Any, error: Any = None, exception: Any = None, extra_context: Any = None
    ) -> None:
        """Say what happened where they can begin again; what they sent is written nowhere."""
        title = provider.name
        if "state" not in (extra_context or {}):
            messages.error(request, f"That answer of {title} is too old, or was not asked for here. Begin again.")
        elif error == AuthError.CANCELLED:
            messages.info(request, f"You have not let {title} say who you are, and nothing has changed.")
        else:
            logger.warning("%s has not said who somebody is: %s", title, exception or "it sent an error")
            messages.error(request, f"{title} has not said who you are. Try again in a while, or come in another way.")
        raise ImmediateHttpResponse(redirect("account" if request.user.is_authenticated else "sign-in"))


def tell_by_letter(adapter: DefaultSocialAccountAdapter, what: str, user: User, title: str) -> None:
    """To whoever has an address here: ``connected`` or ``disconnected``."""
    adapter.send_notification_mail(f"socialaccount/email/account_{what}", user, context={"title": title})


def plain(told: object) -> str:
    """What they call somebody, as one line of signs that can be seen; empty if they tell none."""
    if not isinstance(told, str):
        return ""
    seen = "".join(sign if unicodedata.category(sign)[0] not in "CZ" else " " for sign in told[: 4 * NAME_LENGTH])
    return " ".join(seen.split())[:NAME_LENGTH].rstrip()


def _suggested(name: str) -> str:
    """What somebody of that name may be called here; empty if nothing of it will do."""
    for each in (usernames.tidy(name), " ".join(re.findall(r"[^\W_]+", usernames.tidy(name)))):
        try:
            usernames.shape(each)
        except ValidationError:
            continue
        return each
    return ""


def leading_to(response: HttpResponse, *providers: str) -> HttpResponse:
    """The page, whose forms may lead on to these of those who are offered; to all if none is named."""
    classes = [registry.get_class(each) for each in providers or offered()]
    origins = {urlsplit(each.oauth2_adapter_class.authorize_url) for each in classes if each is not None}
    if origins:
        response["Content-Security-Policy"] = policy(*sorted(f"{each.scheme}://{each.netloc}" for each in origins))
    return response

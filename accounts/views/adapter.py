"""What allauth asks of the house: who may sign up, what they may be called, where they go, how mail is sent."""

from __future__ import annotations

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest
from django.urls import reverse

from accounts.operations import accounts
from accounts.selectors import usernames
from clubs.selectors.invitations import is_valid

INVITATION = "invitation"
"""The session's key for the token of the invitation that somebody came with."""

logger = logging.getLogger(__name__)


class Adapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "too_many_login_attempts": "Too many wrong passwords or codes for this name from here. Wait ten minutes, then "
        "try again; after many more of them, longer.",
        "username_password_mismatch": "There is no such name and password here. Passwords mind capital letters.",
        "email_password_mismatch": "There is no such address and password here. Passwords mind capital letters.",
        "incorrect_password": "That is not your password.",
        "enter_current_password": "That is not your present password.",
        "username_taken": "Somebody is called that already, or a name that looks like it.",
        "email_taken": "Somebody uses that e-mail address already.",
        "duplicate_email": "That is your e-mail address already.",
        "rate_limited": "Too many attempts. Wait a while before you try again.",
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """By the setting ``SIGN_UP``: everybody, nobody, or whoever came by an invitation that is good."""
        if settings.SIGN_UP == "invitation":
            return is_valid(request.session.get(INVITATION, ""))
        return bool(settings.SIGN_UP == "open")

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A name as ``accounts.selectors.usernames`` will have it, nobody else's. Raises ``ValidationError``."""
        name = str(super().clean_username(usernames.tidy(username), shallow=True))
        if not shallow and usernames.is_taken(name):
            raise self.validation_error("username_taken")
        return name

    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: Any, commit: bool = True
    ) -> AbstractBaseUser:
        """Raises ``IntegrityError`` if somebody has taken the name meanwhile."""
        made = super().save_user(request, user, form, commit=False)
        if commit:
            accounts.sign_up(made)
        return made

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        accounts.set_password(user=user, password=password)

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Home, or back to the invitation that somebody came with."""
        if token := request.session.pop(INVITATION, None):
            return reverse("invitation", args=[token])
        return str(super().get_login_redirect_url(request))

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        return self.get_login_redirect_url(request)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        return reverse("account" if self.request.user.is_authenticated else "sign-in")

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """By what wrong passwords are counted beside the address alone: a name at one address.

        By the name alone anybody could lock its owner out.
        """
        name = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{name} from {ratelimit.get_ip(request)}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send it. A mail server that does not answer ends nobody's visit: it is logged and said on the next page.

        Of a link for a new password it is not said: only who is known here would read it.
        """
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException):
            logger.exception("%s could not be sent", template_prefix)
            if template_prefix != "account/email/password_reset_key":
                messages.error(self.request, "The e-mail could not be sent. Ask the owner of this Ready Room about it.")


class SecondFactor(DefaultMFAAdapter):
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": "That code is wrong, or too old.",
        "unverified_email": "Confirm your e-mail address first.",
    }

    def _get_site_name(self) -> str:
        return "Ready Room"

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Any) -> str:
        return f"Passkey {Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1}"

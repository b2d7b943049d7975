"""People at the door, and what they type."""

from __future__ import annotations

import re
import time

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

PASSWORD = "Tall-oaks-17"


def sign_up(client: Client, name: str = "Anna", email: str = "", password: str = PASSWORD) -> HttpResponse:
    said = {"username": name, "email": email, "password1": password, "password2": password}
    return client.post(reverse("account_signup"), said)  # type: ignore[return-value]


def sign_in(client: Client, login: str, password: str = PASSWORD, **more: str) -> HttpResponse:
    return client.post(reverse("sign-in"), {"login": login, "password": password}, **more)  # type: ignore[arg-type, return-value]


def again(client: Client, password: str) -> None:
    """Type the password once more, as the pages that are careful ask."""
    assert client.post(reverse("account_reauthenticate"), {"password": password}).status_code == 302


def code(secret: str) -> str:
    """What an authenticator app shows now."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def app_for(client: Client, password: str) -> str:
    """Turn an authenticator app on; returns its secret."""
    again(client, password)
    page = client.get(reverse("mfa_activate_totp")).content.decode()
    found = re.search(r"<code[^>]*>([A-Z2-7]+)</code>", page)
    assert found
    answer = client.post(reverse("mfa_activate_totp"), {"code": code(found[1])})
    assert answer["Location"] == reverse("mfa_view_recovery_codes")
    return found[1]


def link_in_the_letter() -> str:
    """The path of the only link in the last e-mail."""
    links = re.findall(r"https?://testserver(/\S*)", str(mail.outbox[-1].body))
    assert len(links) == 1, mail.outbox[-1].body
    return str(links[0])

"""The code after the password: turned on, asked for, lost, turned off."""

from __future__ import annotations

import re

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.operations import sign_in_links
from tests.accounts.people import again, app_for, code, sign_in
from tests.cast import Cast


def test_the_password_alone_lets_nobody_in_any_more(cast: Cast, client: Client):
    client.force_login(cast.reader)
    secret = app_for(client, "reader")
    visitor = Client()
    assert sign_in(visitor, "reader", "reader")["Location"] == reverse("mfa_authenticate")
    assert not get_user(visitor).is_authenticated
    wrong = visitor.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert wrong.status_code == 422
    assert "That code is wrong, or too old." in wrong.content.decode()
    # The code that turned the app on has been used: an app shows the next one half a minute later.
    cache.clear()
    assert visitor.post(reverse("mfa_authenticate"), {"code": code(secret)})["Location"] == reverse("home")
    assert get_user(visitor) == cast.reader


def test_after_the_code_one_comes_where_one_wanted_to_go(cast: Cast, client: Client):
    client.force_login(cast.reader)
    app_for(client, "reader")
    codes = re.findall(r"<code>(\w+)</code>", client.get(reverse("mfa_view_recovery_codes")).content.decode())
    visitor = Client()
    visitor.post(
        f"{reverse('sign-in')}?next={reverse('aircraft-list')}",
        {"login": "reader", "password": "reader", "next": reverse("aircraft-list")},
    )
    assert visitor.post(reverse("mfa_authenticate"), {"code": codes[0]})["Location"] == reverse("aircraft-list")


@pytest.mark.portable
def test_a_recovery_code_lets_in_once(cast: Cast, client: Client):
    client.force_login(cast.reader)
    app_for(client, "reader")
    codes = re.findall(r"<code>(\w+)</code>", client.get(reverse("mfa_view_recovery_codes")).content.decode())
    assert len(codes) == 10
    for expected in (302, 422):
        visitor = Client()
        sign_in(visitor, "reader", "reader")
        assert visitor.post(reverse("mfa_authenticate"), {"code": codes[0]}).status_code == expected
    assert "9 left" in client.get(reverse("account")).content.decode()
    assert client.get(reverse("mfa_download_recovery_codes")).content.decode().split() == codes[1:]


def test_new_codes_make_the_old_ones_worthless(cast: Cast, client: Client):
    client.force_login(cast.reader)
    app_for(client, "reader")
    page = reverse("mfa_view_recovery_codes")
    old = re.findall(r"<code>(\w+)</code>", client.get(page).content.decode())
    assert client.post(reverse("mfa_generate_recovery_codes"))["Location"] == page
    assert not set(old) & set(re.findall(r"<code>(\w+)</code>", client.get(page).content.decode()))


def test_the_app_is_taken_off_by_who_knows_the_password(cast: Cast, client: Client):
    client.force_login(cast.reader)
    app_for(client, "reader")
    assert client.post(reverse("mfa_deactivate_totp"))["Location"] == reverse("account")
    assert not Authenticator.objects.exists()
    assert sign_in(Client(), "reader", "reader")["Location"] == reverse("home")


def test_turning_it_on_takes_the_password_once_more(cast: Cast, client: Client):
    client.force_login(cast.reader)
    asked = client.get(reverse("mfa_activate_totp"))
    assert asked["Location"].startswith(reverse("account_reauthenticate"))
    wrong = client.post(reverse("account_reauthenticate"), {"password": "wrong"})
    assert wrong.status_code == 422
    again(client, "reader")
    assert client.get(reverse("mfa_activate_totp")).status_code == 200


def test_a_one_time_link_needs_no_second_factor_and_counts_as_the_password(cast: Cast, client: Client):
    client.force_login(cast.reader)
    app_for(client, "reader")
    visitor = Client()
    visitor.post(reverse("enter", args=(sign_in_links.token_for(cast.reader),)))
    assert visitor.post(reverse("mfa_deactivate_totp"))["Location"] == reverse("account")


def test_a_false_passkey_is_refused_with_a_sentence(cast: Cast, client: Client):
    client.get(reverse("mfa_login_webauthn"), headers={"Accept": "application/json"})
    for credential in ("{}", "[]", '"x"', "nonsense", '{"response": {"userHandle": "MQ"}}'):
        answer = client.post(reverse("mfa_login_webauthn"), {"credential": credential}, follow=True)
        assert answer.status_code == 200
        assert not get_user(client).is_authenticated

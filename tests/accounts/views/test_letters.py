"""What comes by e-mail: our words, the right link, and word of everything that changes how one comes in."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.accounts.people import PASSWORD, again, app_for
from tests.cast import Cast


@pytest.mark.portable
def test_every_change_of_how_one_comes_in_is_told_by_e_mail(transactional_db: None, cast: Cast, client: Client):
    EmailAddress.objects.create(user=cast.reader, email="reader@example.org", primary=True, verified=True)
    client.force_login(cast.reader)
    app_for(client, "reader")
    client.post(reverse("mfa_generate_recovery_codes"))
    client.post(reverse("mfa_deactivate_totp"))
    said = {"oldpassword": "reader", "password1": PASSWORD, "password2": PASSWORD}
    client.post(reverse("account_change_password"), said)
    assert [each.subject.removeprefix("[Ready Room] ") for each in mail.outbox] == [
        "An authenticator app is on",
        "New recovery codes",
        "The authenticator app is removed",
        "Your password has been changed",
    ]
    for each in mail.outbox:
        assert each.to == ["reader@example.org"]
        assert "from the address 127.0.0.1" in str(each.body)
        assert "!" not in str(each.body)


@pytest.mark.portable
def test_names_in_letters_are_written_as_they_are(cast: Cast, client: Client):
    client.force_login(cast.reader)
    client.post(reverse("account-name"), {"name": "O'Brien"})
    again(client, "reader")
    client.post(reverse("account_email"), {"action_add": "", "email": "new@example.org"})
    assert "O'Brien of the Ready Room at testserver" in str(mail.outbox[0].body)

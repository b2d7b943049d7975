"""A password forgotten, changed, set for the first time; another address, another name; other devices."""

from __future__ import annotations

from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.operations import sign_in_links
from api.models import Token
from api.operations import tokens
from missions.selectors import reconcile
from tests import make
from tests.accounts.people import PASSWORD, again, link_in_the_letter, sign_in
from tests.cast import Cast


def with_address(user: User, email: str = "reader@example.org") -> None:
    user.email = email
    user.save()
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=True)


def test_a_forgotten_password_is_replaced_by_the_link_in_a_letter(cast: Cast, client: Client):
    with_address(cast.reader)
    assert client.post(reverse("account_reset_password"), {"email": "Reader@example.org"})["Location"] == reverse(
        "account_reset_password_done"
    )
    assert mail.outbox[0].to == ["reader@example.org"]
    link = link_in_the_letter()
    form = client.get(link, follow=True)
    said = {"password1": PASSWORD, "password2": PASSWORD}
    done = client.post(form.request["PATH_INFO"], said, follow=True)
    assert "The new password is set" in done.content.decode()
    assert sign_in(Client(), "reader", "reader").status_code == 422
    assert sign_in(Client(), "reader", PASSWORD).status_code == 302
    # The link served once.
    assert "too old, or has been used" in Client().get(link, follow=True).content.decode()


@pytest.mark.portable
def test_nobody_learns_at_the_door_which_addresses_are_known(cast: Cast, client: Client):
    with_address(cast.reader)
    known = client.post(reverse("account_reset_password"), {"email": "reader@example.org"}, follow=True)
    unknown = client.post(reverse("account_reset_password"), {"email": "nobody@example.org"}, follow=True)
    assert known.content == unknown.content
    assert [letter.to for letter in mail.outbox] == [["reader@example.org"]], "nobody unknown gets a letter"


def test_nobody_learns_it_either_while_letters_cannot_be_sent(cast: Cast, client: Client, settings: Settings):
    with_address(cast.reader)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", 1, 1
    known = client.post(reverse("account_reset_password"), {"email": "reader@example.org"}, follow=True)
    unknown = client.post(reverse("account_reset_password"), {"email": "nobody@example.org"}, follow=True)
    assert known.content == unknown.content


def test_a_password_is_changed_by_who_knows_the_present_one(cast: Cast, client: Client):
    client.force_login(cast.reader)
    said = {"oldpassword": "wrong", "password1": PASSWORD, "password2": PASSWORD}
    refused = client.post(reverse("account_change_password"), said)
    assert refused.status_code == 422
    assert "That is not your present password." in refused.content.decode()
    changed = client.post(reverse("account_change_password"), said | {"oldpassword": "reader"})
    assert changed["Location"] == reverse("account")
    assert client.get(reverse("account")).status_code == 200
    assert sign_in(Client(), "reader").status_code == 302


def test_the_owner_who_came_by_a_link_sets_a_first_password(db: None, client: Client):
    client.post(reverse("enter", args=(sign_in_links.token_for(sign_in_links.owner()),)))
    assert "You have come in by a link so far." in client.get(reverse("account")).content.decode()
    said = {"password1": PASSWORD, "password2": PASSWORD}
    assert client.post(reverse("account_set_password"), said)["Location"] == reverse("account")
    assert sign_in(Client(), sign_in_links.OWNER).status_code == 302


def test_another_address_counts_once_its_link_has_been_followed(cast: Cast, client: Client):
    with_address(cast.reader)
    client.force_login(cast.reader)
    again(client, "reader")
    said = {"action_add": "", "email": "new@example.org"}
    assert client.post(reverse("account_email"), said)["Location"] == reverse("account_email")
    cast.reader.refresh_from_db()
    assert cast.reader.email == "reader@example.org"
    letter = next(each for each in mail.outbox if each.to == ["new@example.org"])
    mail.outbox[:] = [letter]
    assert client.post(link_in_the_letter())["Location"] == reverse("account")
    cast.reader.refresh_from_db()
    assert cast.reader.email == "new@example.org"
    assert [each.email for each in EmailAddress.objects.filter(user=cast.reader)] == ["new@example.org"]


def test_another_address_takes_the_password_once_more(cast: Cast, client: Client):
    client.force_login(cast.reader)
    answer = client.post(reverse("account_email"), {"action_add": "", "email": "new@example.org"})
    assert answer["Location"].startswith(reverse("account_reauthenticate"))
    assert not EmailAddress.objects.exists()


@pytest.mark.portable
def test_a_new_name_counts_from_now_and_the_journal_keeps_the_old_one(cast: Cast, client: Client):
    campaign = make.club(cast)
    client.force_login(cast.owner)
    assert client.post(reverse("account-name"), {"name": "Big Chief"})["Location"] == reverse("account")
    assert "You are called Big Chief from now on." in client.get(reverse("account")).content.decode()
    assert campaign.entries.get(number=1).by == "owner"
    reconcile.assert_reconciled(campaign)
    assert sign_in(Client(), "Big Chief", "owner").status_code == 302


@pytest.mark.portable
def test_a_name_that_somebody_has_is_refused_but_for_ones_own_in_other_capitals(cast: Cast, client: Client):
    client.force_login(cast.reader)
    assert client.post(reverse("account-name"), {"name": "Pilot"}).status_code == 422
    assert client.post(reverse("account-name"), {"name": "Reader"}).status_code == 302
    assert get_user(client).get_username() == "Reader"


@pytest.mark.portable
def test_one_signs_out_everywhere_else(cast: Cast, client: Client):
    phone, other = Client(), Client()
    for each in (client, phone):
        each.force_login(cast.reader)
    other.force_login(cast.pilot)
    answer = client.post(reverse("account-devices"), follow=True)
    assert "Signed out on every other device." in answer.content.decode()
    assert get_user(client).is_authenticated
    assert not get_user(phone).is_authenticated
    assert get_user(other).is_authenticated


def a_token(user: User) -> None:
    """A program of theirs reads with it."""
    tokens.make(actor=user, key=uuid4(), label="Clubhouse screen", scopes=["clubs"], days=30)


def test_signing_out_everywhere_shuts_programs_out_too(cast: Cast, client: Client):
    a_token(cast.reader)
    a_token(cast.pilot)
    client.force_login(cast.reader)
    assert "Programs that read with a token of yours" in client.get(reverse("account")).content.decode()
    answer = client.post(reverse("account-devices"), follow=True).content.decode()
    assert "You are signed in nowhere else. A token of yours is withdrawn." in answer
    assert [each.user for each in Token.objects.all()] == [cast.pilot]
    for _ in range(2):
        a_token(cast.reader)
    assert "2 tokens of yours are withdrawn." in client.post(reverse("account-devices"), follow=True).content.decode()


def test_a_new_password_shuts_programs_out_and_a_first_one_does_not(cast: Cast, client: Client):
    said = {"password1": PASSWORD, "password2": PASSWORD}
    with_address(cast.reader)
    a_token(cast.reader)
    client.force_login(cast.reader)
    assert "tokens" in client.get(reverse("account_change_password")).content.decode()
    client.post(reverse("account_change_password"), said | {"oldpassword": "reader"})
    assert not Token.objects.exists()
    a_token(cast.reader)
    client.post(reverse("account_reset_password"), {"email": "reader@example.org"})
    form = Client().get(link_in_the_letter())
    by_letter = Client()
    by_letter.get(link_in_the_letter())
    by_letter.post(form["Location"], {"password1": "Small-oaks-18", "password2": "Small-oaks-18"})
    assert sign_in(Client(), "reader", "Small-oaks-18").status_code == 302
    assert not Token.objects.exists()
    cast.pilot.set_unusable_password()
    cast.pilot.save()
    a_token(cast.pilot)
    first = Client()
    first.force_login(cast.pilot)
    first.post(reverse("account_set_password"), said)
    assert sign_in(Client(), "pilot").status_code == 302
    assert Token.objects.count() == 1


def test_the_account_page_costs_the_same_with_many_devices(cast: Cast, client: Client, django_assert_max_num_queries):
    with_address(cast.reader)
    client.force_login(cast.reader)
    with django_assert_max_num_queries(8):
        client.get(reverse("account"))

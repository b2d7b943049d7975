"""Who may make an account, what it may be called, and where one comes to."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth import get_user
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from clubs.models import ClubRole
from clubs.operations import clubs, invitations
from clubs.selectors.invitations import token_of
from tests.accounts.people import PASSWORD, link_in_the_letter, sign_in, sign_up
from tests.cast import Cast


@pytest.fixture
def token(cast: Cast) -> str:
    """The link into a club, for one person."""
    club = clubs.found(actor=cast.owner, name="The Mess")
    invitation = invitations.invite(
        actor=cast.owner, club=club, role=ClubRole.PLAYER, lasts=timedelta(days=1), most_uses=1
    )
    return token_of(invitation.pk)


def test_by_default_nobody_signs_up_without_an_invitation(db: None, client: Client):
    page = client.get(reverse("account_signup"))
    assert "Accounts are made here by invitation." in page.content.decode()
    assert "Accounts are made here by invitation." in sign_up(client).content.decode()
    assert not User.objects.exists()
    assert reverse("account_signup") not in client.get(reverse("sign-in")).content.decode()


@pytest.mark.portable
def test_an_invitation_leads_to_an_account_and_back_to_the_invitation(token: str, client: Client):
    joining = reverse("invitation", args=(token,))
    assert client.get(joining).status_code == 200
    assert sign_up(client)["Location"] == joining
    assert get_user(client).get_username() == "Anna"
    client.post(joining)
    assert get_user(client).memberships.get().role == ClubRole.PLAYER  # type: ignore[union-attr]


def test_whoever_has_an_account_signs_in_and_comes_back_to_the_invitation(token: str, cast: Cast, client: Client):
    joining = reverse("invitation", args=(token,))
    client.get(joining)
    assert sign_in(client, "stranger", "stranger")["Location"] == joining
    # Once: the next time it is home again.
    client.post(reverse("sign-out"))
    assert sign_in(client, "stranger", "stranger")["Location"] == reverse("home")


def test_an_invitation_that_is_used_up_lets_nobody_sign_up(token: str, cast: Cast, client: Client):
    client.get(reverse("invitation", args=(token,)))
    invitations.accept(cast.stranger, token)
    assert "Accounts are made here by invitation." in sign_up(client).content.decode()
    assert not User.objects.filter(username="Anna").exists()


def test_an_open_house_lets_everybody_sign_up(db: None, client: Client, settings: Settings):
    assert "New here? Accounts are made by invitation" in client.get(reverse("sign-in")).content.decode()
    settings.SIGN_UP = "open"
    assert "Make an account" in client.get(reverse("sign-in")).content.decode()
    assert sign_up(client)["Location"] == reverse("home")
    assert get_user(client).get_username() == "Anna"


def test_a_closed_house_takes_no_invitation(token: str, client: Client, settings: Settings):
    settings.SIGN_UP = "closed"
    client.get(reverse("invitation", args=(token,)))
    sign_up(client)
    assert not User.objects.filter(username="Anna").exists()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("A", "2 to 40 characters"),
        ("A" * 41, "40"),
        ("owner", "keeps that name for itself"),
        ("Former member 3", "keeps that name for itself"),
        ("anna@example.org", "letters and digits"),
        ("Anna\u202eannA", "a sign that cannot be seen"),
        ("An\u200bna", "a sign that cannot be seen"),
        ("An\u3164na", "a sign that cannot be seen"),  # a letter, says Unicode, that nobody sees
        ("\u0410nna", "several alphabets"),  # a Cyrillic A
        ("re\u0430der", "several alphabets"),
        ("\u0405\u0430\u0455", "Somebody is called that already, or a name that looks like it"),  # all Cyrillic
        ("pi1ot", "a name that looks like it"),
        ("p\u0131lot", "a name that looks like it"),  # without its dot
        ("The staff", "keeps that name for itself"),
        ("The-staff", "keeps that name for itself"),
        ("Theclock", "keeps that name for itself"),
        ("\u0422he staff", "several alphabets"),
        ("0wner", "keeps that name for itself"),
        ("Anna  Blank", "letters and digits"),
        ("<b>Anna</b>", "letters and digits"),
        ("READER", "Somebody is called that already"),
        ("ЖЕНЯ", "Somebody is called that already"),
        ("\uff32eader", "Somebody is called that already"),  # a full-width R
    ],
)
def test_a_name_that_will_not_do_is_refused_with_a_sentence(
    name: str, sentence: str, cast: Cast, client: Client, settings: Settings
):
    settings.SIGN_UP = "open"
    User.objects.create_user("Женя")
    User.objects.create_user("Sas")
    page = sign_up(client, name)
    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert User.objects.count() == 9


def test_who_has_a_name_that_passes_for_another_already_keeps_it(cast: Cast, client: Client):
    User.objects.create_user("pi1ot", password=PASSWORD)
    assert sign_in(client, "pi1ot", PASSWORD)["Location"] == reverse("home")


@pytest.mark.portable
@pytest.mark.parametrize("name", ["O’Brien", "Jean-Luc P", "Zoë", "Иван", "F/Lt"])
def test_people_are_called_what_people_are_called(name: str, db: None, client: Client, settings: Settings):
    settings.SIGN_UP = "open"
    assert sign_up(client, name).status_code == (422 if "/" in name else 302)


def test_a_weak_password_is_refused_with_a_sentence(db: None, client: Client, settings: Settings):
    settings.SIGN_UP = "open"
    page = sign_up(client, password="password")
    assert page.status_code == 422
    assert "too common" in page.content.decode()


@pytest.mark.portable
def test_one_signs_in_by_name_or_by_address_in_any_capitals(db: None, client: Client, settings: Settings):
    settings.SIGN_UP = "open"
    sign_up(client, email="Anna@Example.org")
    for login in ("Anna", "anna", "anna@example.org", "ANNA@example.org"):
        visitor = Client()
        assert sign_in(visitor, login).status_code == 302, login
        assert get_user(visitor).get_username() == "Anna"


def test_an_address_belongs_to_one_person(db: None, client: Client, settings: Settings):
    settings.SIGN_UP = "open"
    sign_up(client, email="anna@example.org")
    page = sign_up(Client(), "Bert", email="ANNA@example.org")
    assert page.status_code == 422
    assert "Somebody uses that e-mail address already." in page.content.decode()


def test_a_mail_server_that_is_down_keeps_nobody_out(
    db: None, client: Client, settings: Settings, caplog: pytest.LogCaptureFixture
):
    settings.SIGN_UP = "open"
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    assert sign_up(client, email="anna@example.org")["Location"] == reverse("home")
    assert "could not be sent" in client.get(reverse("account")).content.decode()
    assert "could not be sent" in caplog.text


@pytest.mark.portable
def test_where_addresses_must_be_confirmed_the_link_in_the_letter_opens_the_account(
    db: None, client: Client, settings: Settings
):
    settings.SIGN_UP = "open"
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
    assert sign_up(client).status_code == 422
    assert sign_up(client, email="anna@example.org")["Location"] == reverse("account_email_verification_sent")
    assert not get_user(client).is_authenticated
    assert mail.outbox[0].subject.startswith("[Ready Room]")
    link = link_in_the_letter()
    assert "anna@example.org" in client.get(link).content.decode()
    assert client.post(link)["Location"] == reverse("sign-in")
    assert sign_in(client, "Anna")["Location"] == reverse("home")


@pytest.mark.parametrize("name", ["Anna", "ANNA"])
def test_two_who_take_a_name_at_once_are_told_apart(
    name: str, db: None, client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    settings.SIGN_UP = "open"
    User.objects.create_user(name, password=PASSWORD)
    monkeypatch.setattr("accounts.views.adapter.Adapter.clean_username", lambda self, name, shallow=False: name)
    refused = sign_up(client)
    assert refused["Location"] == reverse("account_signup")
    assert "Somebody has taken that name" in client.get(reverse("account_signup")).content.decode()

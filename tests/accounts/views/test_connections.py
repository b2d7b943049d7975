"""Coming in by an account at Discord or Google, played by a server on this machine, and what that server may try."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from allauth.socialaccount.providers.discord.views import DiscordOAuth2Adapter
from django.contrib.auth import get_user
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core import mail
from django.db.models.signals import pre_save
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.operations import accounts
from accounts.selectors.exports import everything_about
from api.models import DiscordLink
from api.operations import discord
from api.selectors.discord import person_of
from clubs.models import ClubRole
from clubs.operations import clubs, invitations
from clubs.selectors.invitations import token_of
from config import logs
from tests.accounts import provider
from tests.accounts.people import PASSWORD, again, app_for, code, sign_in, sign_up
from tests.accounts.provider import SECRET, Provider, come_back, come_in, connect
from tests.cast import Cast

BIGGLES: dict[str, Any] = {
    "id": "80351110224678912",
    "username": "biggles_266",
    "global_name": "Biggles",
    "avatar": "8342729096ea3675442027381ff50dfe",
    "email": "biggles@example.org",
    "verified": True,
}
ALGY: dict[str, Any] = {
    "sub": "110169484474386276334",
    "given_name": "Algy",
    "name": "Algernon Lacey",
    "picture": "https://lh3.example.org/algy",
    "email": "algy@example.org",
    "email_verified": True,
}


@pytest.fixture
def said(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    """Who plays Discord and Google, and says that somebody is Biggles."""
    settings.SOCIALACCOUNT_PROVIDERS = provider.keys()
    with provider.playing(monkeypatch) as playing:
        playing.person = dict(BIGGLES)
        yield playing


def text_of(client: Client, page: str) -> str:
    return client.get(reverse(page), follow=True).content.decode()


def newcomer(client: Client, name: str = "Biggles", email: str = "") -> Any:
    return client.post(reverse("socialaccount_signup"), {"username": name, "email": email})


def connected(client: Client, user: User, said: Provider) -> None:
    """Signed in as that person, who has connected Discord."""
    client.force_login(user)
    again(client, user.username)
    assert connect(client, said)["Location"] == reverse("account")
    assert SocialAccount.objects.get().user == user


def test_without_keys_there_is_no_button_and_no_address_that_does_anything(cast: Cast, client: Client):
    for page in ("sign-in", "account"):
        assert "Discord" not in text_of(client, page)
        client.force_login(cast.reader)
    ways = ["sign-in-with", "connection", "connection-end"]
    addresses = [reverse(name, args=(of,)) for name in ways for of in ("discord", "google", "nobody")]
    addresses += [reverse("discord_callback"), reverse("google_callback"), reverse("socialaccount_signup")]
    # Who is not signed in is led to the door before anybody says what there is.
    assert {Client().get(address).status_code for address in addresses} <= {302, 404}
    assert {Client().post(address).status_code for address in addresses} <= {302, 404, 405}
    assert {client.get(address).status_code for address in addresses} == {404}
    assert {client.post(address).status_code for address in addresses} <= {404, 405}
    assert "form-action 'self';" in client.get(reverse("account"))["Content-Security-Policy"]


def test_with_keys_of_one_only_that_one_is_offered(client: Client, db: None, settings: Settings):
    settings.SOCIALACCOUNT_PROVIDERS = {"google": provider.keys()["google"]}
    door = client.get(reverse("sign-in"))
    assert "Come in with Google" in door.content.decode()
    assert "Discord" not in door.content.decode()
    assert "form-action 'self' https://accounts.google.com;" in door["Content-Security-Policy"]
    assert client.post(reverse("sign-in-with", args=("discord",))).status_code == 404


@pytest.mark.portable
def test_an_account_is_made_by_discord_with_an_invitation_and_leads_back_to_it(
    cast: Cast, client: Client, said: Provider
):
    club = clubs.found(actor=cast.owner, name="The Mess")
    invited = invitations.invite(
        actor=cast.owner, club=club, role=ClubRole.PLAYER, lasts=timedelta(days=1), most_uses=1
    )
    joining = reverse("invitation", args=(token_of(invited.pk),))
    client.get(joining)
    assert come_in(client, said)["Location"] == reverse("socialaccount_signup")
    asked = client.get(reverse("socialaccount_signup")).content.decode()
    assert 'value="Biggles"' in asked
    assert 'value="biggles@example.org"' in asked
    assert newcomer(client, email="biggles@example.org")["Location"] == joining
    client.post(joining)
    made = User.objects.get(username="Biggles")
    assert get_user(client) == made
    assert made.memberships.get().role == ClubRole.PLAYER
    assert not made.has_usable_password()
    assert (made.first_name, made.last_name) == ("", "")
    assert EmailAddress.objects.get(user=made).verified, "Discord has seen to it"
    # Of what was told the name is kept; nothing of it waits in a session.
    assert SocialAccount.objects.get().extra_data == {"name": "Biggles"}
    kept = str([each.get_decoded() for each in Session.objects.all()])
    assert not any(token in kept for token in said.tokens)
    # The next time the way leads straight in, and to where one wanted.
    other = Client()
    assert come_in(other, said, next=reverse("record"))["Location"] == reverse("record")
    assert get_user(other) == made


def test_a_stranger_with_discord_gets_no_account_without_an_invitation(cast: Cast, client: Client, said: Provider):
    assert come_in(client, said)["Location"] == reverse("sign-in")
    assert "Nobody here has connected that account at Discord." in text_of(client, "sign-in")
    assert newcomer(client)["Location"] == reverse("account_login")
    assert not User.objects.filter(username="Biggles").exists()
    assert not get_user(client).is_authenticated


def test_by_google_one_comes_in_as_well(db: None, client: Client, said: Provider, settings: Settings):
    settings.SIGN_UP = "open"
    said.person = ALGY
    assert come_in(client, said, "google")["Location"] == reverse("socialaccount_signup")
    assert 'value="Algy"' in client.get(reverse("socialaccount_signup")).content.decode()
    assert newcomer(client, "Algy", "other@example.org")["Location"] == reverse("home")
    # An address that Google has not told of is not confirmed by Google.
    assert [(each.email, each.verified) for each in EmailAddress.objects.all()] == [("other@example.org", False)]


def test_the_other_server_is_gone_to_by_post_alone_and_only_with_the_pages_own_token(cast: Cast, said: Provider):
    strict = Client(enforce_csrf_checks=True)
    assert strict.get(reverse("sign-in-with", args=("discord",)))["Location"] == reverse("sign-in")
    assert strict.post(reverse("sign-in-with", args=("discord",))).status_code == 403
    strict.force_login(cast.reader)
    assert strict.post(reverse("connection", args=("discord",))).status_code == 403
    assert said.codes == {}


@pytest.mark.parametrize("verified", [True, False])
def test_nobody_gets_into_an_account_by_its_address(
    verified: bool, cast: Cast, client: Client, said: Provider, settings: Settings
):
    settings.SIGN_UP = "open"
    cast.reader.email = "biggles@example.org"
    cast.reader.save()
    EmailAddress.objects.create(user=cast.reader, email="biggles@example.org", primary=True, verified=True)
    said.person["verified"] = verified
    assert come_in(client, said)["Location"] == reverse("socialaccount_signup")
    assert not get_user(client).is_authenticated
    refused = newcomer(client, email="Biggles@example.org")
    assert refused.status_code == 422
    assert "Somebody uses that e-mail address already." in refused.content.decode()
    assert "connect Discord on your account page" in refused.content.decode()
    assert not SocialAccount.objects.exists()


def test_an_unverified_address_is_confirmed_here_first(db: None, client: Client, said: Provider, settings: Settings):
    settings.SIGN_UP = "open"
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
    said.person["verified"] = False
    come_in(client, said)
    assert newcomer(client).status_code == 422
    come_in(client, said)
    answer = newcomer(client, email="biggles@example.org")
    assert answer["Location"] == reverse("account_email_verification_sent")
    assert not get_user(client).is_authenticated
    assert come_in(client, said)["Location"] == reverse("account_email_verification_sent")
    assert not get_user(client).is_authenticated


@pytest.mark.parametrize("told", [{"email": None}, {"email": "no address"}, {"email": ["a@b.org"]}])
def test_who_has_no_address_there_needs_none(
    told: dict[str, Any], db: None, client: Client, said: Provider, settings: Settings
):
    settings.SIGN_UP = "open"
    said.person |= told
    come_in(client, said)
    assert newcomer(client)["Location"] == reverse("home")
    assert not EmailAddress.objects.exists()


@pytest.mark.parametrize(
    ("names", "suggested"),
    [
        ({"global_name": "<b>Ace</b>"}, "b Ace b"),
        ({"global_name": "\u202eecA\u0000", "username": "ace.of"}, "ecA"),
        ({"global_name": "The staff", "username": "owner"}, ""),
        ({"global_name": "✈" * 500, "username": 7}, ""),
        ({"global_name": None, "username": "red_baron"}, "red_baron"),
        ({"global_name": "\ud800", "username": "\u0410nna"}, ""),
    ],
)
def test_a_name_from_elsewhere_is_taken_as_a_typed_one_is(
    names: dict[str, Any], suggested: str, db: None, client: Client, said: Provider, settings: Settings
):
    settings.SIGN_UP = "open"
    said.person |= names
    assert come_in(client, said)["Location"] == reverse("socialaccount_signup")
    asked = client.get(reverse("socialaccount_signup")).content.decode()
    assert "<b>" not in asked
    assert (f'value="{suggested}"' in asked) == bool(suggested)
    assert newcomer(client, "The staff").status_code == 422
    assert newcomer(client, "Ace")["Location"] == reverse("home")
    assert "<b>" not in text_of(client, "account")


def test_who_is_signed_in_connects_and_comes_in_by_it_and_by_nothing_that_was_begun_elsewhere(
    cast: Cast, client: Client, said: Provider
):
    EmailAddress.objects.create(user=cast.reader, email="reader@example.org", primary=True, verified=True)
    cast.reader.email = "reader@example.org"
    cast.reader.save()
    client.force_login(cast.reader)
    page = reverse("connection", args=("discord",))
    assert client.get(page)["Location"].startswith(reverse("account_reauthenticate"))
    assert client.post(page)["Location"] == page, "the password first"
    again(client, "reader")
    asked = client.get(page)
    assert f"form-action 'self' {said.origin};" in asked["Content-Security-Policy"]
    connected(client, cast.reader, said)
    assert "Discord is connected" in text_of(client, "account")
    assert mail.outbox[-1].to == ["reader@example.org"]
    assert "Your account at Discord has been connected" in mail.outbox[-1].body
    other = Client()
    assert come_in(other, said)["Location"] == reverse("home")
    assert get_user(other) == cast.reader
    # Its address at Discord is not this account's.
    assert [each.email for each in EmailAddress.objects.all()] == ["reader@example.org"]


def test_who_begins_as_one_person_connects_nothing_as_another(cast: Cast, client: Client, said: Provider):
    client.force_login(cast.reader)
    again(client, "reader")
    begun = client.post(reverse("connection", args=("discord",)))
    kept = dict(client.session)
    client.force_login(cast.pilot)
    session = client.session
    session["socialaccount_states"] = kept["socialaccount_states"]
    session.save()
    come_back(client, said, begun)  # type: ignore[arg-type]
    assert "You are not signed in as when you began." in text_of(client, "account")
    assert not SocialAccount.objects.exists()


@pytest.mark.portable
def test_an_account_elsewhere_is_one_persons_and_a_person_has_one_of_each(cast: Cast, said: Provider):
    connected(Client(), cast.reader, said)
    other = Client()
    other.force_login(cast.pilot)
    again(other, "pilot")
    connect(other, said)
    assert "That account at Discord is connected to somebody else here." in text_of(other, "account")
    said.person["id"] = "4711"
    second = Client()
    second.force_login(cast.reader)
    again(second, "reader")
    connect(second, said)
    assert "You have connected another account at Discord." in text_of(second, "account")
    assert SocialAccount.objects.get().user == cast.reader


@pytest.mark.portable
def test_of_two_who_connect_the_same_account_at_once_the_second_is_told(cast: Cast, client: Client, said: Provider):
    def is_quicker(**more: Any) -> None:
        SocialAccount.objects.bulk_create([SocialAccount(user=cast.pilot, provider="discord", uid=BIGGLES["id"])])

    client.force_login(cast.reader)
    again(client, "reader")
    pre_save.connect(is_quicker, sender=SocialAccount)
    try:
        connect(client, said)
    finally:
        pre_save.disconnect(is_quicker, sender=SocialAccount)
    assert "That account at Discord is connected to somebody else here." in text_of(client, "account")
    assert not DiscordLink.objects.exists()


def test_who_is_disconnected_comes_in_no_more_and_the_last_way_in_stays(
    cast: Cast, client: Client, said: Provider, settings: Settings
):
    connected(client, cast.reader, said)
    end = reverse("connection-end", args=("discord",))
    assert client.get(end)["Location"] == reverse("account")
    cast.reader.set_unusable_password()
    cast.reader.save()
    client.force_login(cast.reader)
    client.post(end)
    assert "Discord is your only way in." in text_of(client, "account")
    cast.reader.set_password("reader")
    cast.reader.save()
    client.force_login(cast.reader)
    again(client, "reader")
    by_discord = Client()
    come_in(by_discord, said)
    client.post(end)
    page = text_of(client, "account")
    assert "Discord is disconnected" in page
    assert "Whoever has come in by it before is signed in still" in page
    client.post(reverse("account-devices"))
    assert not get_user(by_discord).is_authenticated
    assert not SocialAccount.objects.exists()
    assert not DiscordLink.objects.exists()
    assert come_in(Client(), said)["Location"] == reverse("sign-in")


def test_a_second_factor_is_asked_for_after_discord_too(cast: Cast, client: Client, said: Provider):
    connected(client, cast.reader, said)
    secret = app_for(client, "reader")
    other = Client()
    assert come_in(other, said)["Location"].startswith(reverse("mfa_authenticate"))
    assert not get_user(other).is_authenticated
    other.post(reverse("mfa_authenticate"), {"code": code(secret)})
    assert get_user(other) == cast.reader


def test_who_is_locked_out_is_so_by_discord_too(cast: Cast, client: Client, said: Provider):
    connected(client, cast.reader, said)
    cast.reader.is_active = False
    cast.reader.save()
    other = Client()
    assert come_in(other, said)["Location"] == reverse("account_inactive")
    assert not get_user(other).is_authenticated


def test_a_state_is_of_one_session_and_serves_once(cast: Cast, client: Client, said: Provider):
    connected(Client(), cast.reader, said)
    begun = client.post(reverse("sign-in-with", args=("discord",)))
    back = said.agreed(begun["Location"])
    victim = Client()
    victim.get(back)
    assert not get_user(victim).is_authenticated
    assert "was not asked for here" in text_of(victim, "sign-in")
    for state in ("", "&state=wrong", "&state=%00"):
        assert victim.get(reverse("discord_callback") + "?code=abc" + state)["Location"] == reverse("sign-in")
    # A state of Discord's is none of Google's.
    assert client.get(back.replace("/discord/", "/google/"))["Location"] == reverse("sign-in")
    client.get(back)
    assert get_user(client) == cast.reader
    client.post(reverse("sign-out"))
    assert client.get(back)["Location"] == reverse("sign-in")
    assert not get_user(client).is_authenticated


def test_a_code_that_has_been_used_lets_nobody_in(cast: Cast, client: Client, said: Provider):
    connected(Client(), cast.reader, said)
    begun = client.post(reverse("sign-in-with", args=("discord",)))
    back = said.agreed(begun["Location"])
    said.codes.clear()
    assert client.get(back)["Location"] == reverse("sign-in")
    assert "Discord has not said who you are." in text_of(client, "sign-in")
    assert not get_user(client).is_authenticated


def test_who_does_not_agree_comes_back_to_the_door(cast: Cast, client: Client, said: Provider):
    begun = client.post(reverse("sign-in-with", args=("google",)))
    state = begun["Location"].partition("state=")[2].partition("&")[0]
    refused = client.get(reverse("google_callback") + f"?error=access_denied&state={state}")
    assert refused["Location"] == reverse("sign-in")
    assert "You have not let Google say who you are, and nothing has changed." in text_of(client, "sign-in")


@pytest.mark.parametrize("way", ["discord", "google"])
@pytest.mark.parametrize(
    ("path", "status", "text"),
    [
        ("/token", 500, "down"),
        ("/token", 200, "no JSON"),
        ("/token", 200, "[]"),
        ("/token", 200, "7"),
        ("/token", 200, '{"access_token": "a", "expires_in": "soon", "id_token": "x"}'),
        ("/me", 502, "down"),
        ("/me", 401, '{"message": "401: Unauthorized"}'),
        ("/me", 200, '{"id": null, "username": {}}'),
        ("/me", 200, '["id"]'),
        ("/me", 200, '{"id": "\\u0000"}'),
        ("/me", 200, '{"id": "' + "9" * 300 + '"}'),
    ],
)
def test_a_server_that_is_down_or_talks_nonsense_is_said_to_have_said_nothing(
    way: str, path: str, status: int, text: str, db: None, client: Client, said: Provider, settings: Settings
):
    settings.SIGN_UP = "open"
    said.answers[path] = (status, text)
    if (way, path) == ("google", "/me"):  # which is told by the token alone
        said.person = {"sub": 7} if status == 200 else {"aud": "another", "sub": "7"}
    assert come_in(client, said, way)["Location"] == reverse("sign-in")
    assert "has not said who you are" in text_of(client, "sign-in")
    assert not User.objects.exists()


def test_a_server_that_is_not_there_keeps_nobody_waiting(
    db: None, client: Client, said: Provider, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(DiscordOAuth2Adapter, "access_token_url", "http://127.0.0.1:1/token")
    assert come_in(client, said)["Location"] == reverse("sign-in")
    assert "Discord has not said who you are." in text_of(client, "sign-in")


@pytest.mark.parametrize("formatter", [logs.ScrubbedLine(), logs.JsonLine()])
def test_no_code_no_state_no_token_and_no_secret_stands_in_the_log(
    formatter: logging.Formatter,
    cast: Cast,
    client: Client,
    said: Provider,
    settings: Settings,
    caplog: pytest.LogCaptureFixture,
):
    caplog.set_level(logging.DEBUG)
    said.answers["/me"] = (500, "down with " + SECRET)
    begun = client.post(reverse("sign-in-with", args=("discord",)))
    back = said.agreed(begun["Location"])
    client.get(back)
    client.get(back)
    told = "\n".join(map(formatter.format, caplog.records))
    assert "Discord has not said who somebody is" in told
    secrets = [*said.tokens, SECRET, *back.partition("?")[2].replace("code=", "").replace("state=", "").split("&")]
    assert len(secrets) == 4
    assert [each for each in secrets if each in told] == []


@pytest.mark.portable
def test_two_who_take_a_name_or_an_account_elsewhere_at_once_are_told_apart(
    db: None, client: Client, said: Provider, settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    settings.SIGN_UP = "open"
    first, second = Client(), Client()
    for each in (first, second):
        come_in(each, said)
    assert newcomer(first)["Location"] == reverse("home")
    # The other window still asks for a name, and the account at Discord is connected by now.
    assert newcomer(second, "Ginger")["Location"] == reverse("sign-in")
    assert "just now. Please begin again." in text_of(second, "sign-in")
    assert list(User.objects.values_list("username", flat=True)) == ["Biggles"]


@pytest.mark.portable
def test_who_has_connected_discord_has_its_slash_commands_and_a_link_that_is_there_stays(
    cast: Cast, client: Client, said: Provider
):
    connected(client, cast.reader, said)
    assert person_of(BIGGLES["id"]) == cast.reader
    accounts.close(user=cast.reader, texts=False)
    discord.link(code=discord.code_for(cast.pilot), discord_id=BIGGLES["id"])
    other = Client()
    connected(other, cast.allied, said)
    assert person_of(BIGGLES["id"]) == cast.pilot
    other.post(reverse("connection-end", args=("discord",)))
    assert person_of(BIGGLES["id"]) == cast.pilot


def test_a_connection_is_taken_along_and_goes_with_the_account(cast: Cast, client: Client, said: Provider):
    connected(client, cast.reader, said)
    account = everything_about(cast.reader)["account"]
    assert [(each["provider"], each["uid"], each["name"]) for each in account["connected"]] == [
        ("discord", BIGGLES["id"], "Biggles")
    ]
    accounts.close(user=cast.reader, texts=False)
    assert not SocialAccount.objects.exists()


def test_who_came_by_discord_sets_a_password_and_may_disconnect(
    db: None, client: Client, said: Provider, settings: Settings
):
    settings.SIGN_UP = "open"
    come_in(client, said)
    newcomer(client)
    assert "You have come in by a link so far." not in text_of(client, "account")
    client.post(reverse("account_set_password"), {"password1": PASSWORD, "password2": PASSWORD})
    assert sign_in(Client(), "Biggles").status_code == 302
    again(client, PASSWORD)
    client.post(reverse("connection-end", args=("discord",)))
    assert not SocialAccount.objects.exists()
    # Who is signed in is led nowhere else.
    assert client.post(reverse("sign-in-with", args=("discord",)))["Location"] == reverse("home")
    assert sign_up(Client(), "Other").status_code == 302

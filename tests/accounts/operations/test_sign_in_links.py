"""A sign-in link works once, for a day, for the person it was made for."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.core.management import CommandError, call_command

from accounts.operations import sign_in_links
from config.common.refusals import Refusal


def test_the_owner_is_made_on_first_use_and_has_no_password(db: None):
    owner = sign_in_links.owner()
    assert owner == sign_in_links.owner()
    assert not owner.has_usable_password()


def test_a_link_signs_its_user_in_once(db: None):
    owner = sign_in_links.owner()
    token = sign_in_links.token_for(owner)
    assert sign_in_links.redeem(token) == owner
    with pytest.raises(Refusal, match="has been used"):
        sign_in_links.redeem(token)


def test_two_links_of_one_user_are_two_links(db: None):
    owner = sign_in_links.owner()
    first, second = sign_in_links.token_for(owner), sign_in_links.token_for(owner)
    assert sign_in_links.redeem(first) == sign_in_links.redeem(second) == owner


def test_an_old_link_has_expired(db: None, monkeypatch: pytest.MonkeyPatch):
    token = sign_in_links.token_for(sign_in_links.owner())
    monkeypatch.setattr(sign_in_links, "MAX_AGE_SECONDS", -1)
    with pytest.raises(Refusal, match="has expired"):
        sign_in_links.redeem(token)


@pytest.mark.parametrize("token", ["", "x", "x:y:z", "ä"])
def test_a_false_link_is_refused(db: None, token: str):
    with pytest.raises(Refusal, match="not a sign-in link"):
        sign_in_links.redeem(token)


def test_a_token_signed_for_another_purpose_is_refused(db: None):
    token = signing.dumps({"user": sign_in_links.owner().pk, "id": "0" * 32}, salt="another")
    with pytest.raises(Refusal, match="not a sign-in link"):
        sign_in_links.redeem(token)


@pytest.mark.portable
def test_a_link_of_someone_who_has_left_is_refused(db: None):
    user = User.objects.create_user("gone")
    token = sign_in_links.token_for(user)
    user.is_active = False
    user.save(update_fields=["is_active"])
    with pytest.raises(Refusal, match="no longer here"):
        sign_in_links.redeem(token)


def test_the_command_prints_the_link_alone(db: None, capsys: pytest.CaptureFixture[str]):
    call_command("signin_link", "--base-url", "http://desk.example:8000/")
    line = capsys.readouterr().out.removesuffix("\n")
    assert line.startswith("http://desk.example:8000/enter/")
    token = line.rstrip("/").rpartition("/")[2]
    assert sign_in_links.redeem(token).username == sign_in_links.OWNER


@pytest.mark.portable
def test_the_command_makes_nobody_but_the_owner(db: None):
    with pytest.raises(CommandError, match="Nobody here is called Anna"):
        call_command("signin_link", "--user", "Anna")
    assert not User.objects.exists()


@pytest.mark.portable
def test_the_command_makes_a_link_for_somebody_who_is_there(db: None, capsys: pytest.CaptureFixture[str]):
    anna = User.objects.create_user("Anna")
    call_command("signin_link", "--user", "Anna")
    assert sign_in_links.redeem(capsys.readouterr().out.strip().rstrip("/").rpartition("/")[2]) == anna
    assert not User.objects.filter(username=sign_in_links.OWNER).exists()


def test_whoever_owns_the_site_by_another_name_is_the_owner(db: None):
    chief = User.objects.create_superuser("chief")
    assert sign_in_links.owner() == chief
    assert User.objects.count() == 1

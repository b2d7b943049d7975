"""Discord, played by a server on this machine, in a browser: its page may be gone to, and leads back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from playwright.sync_api import expect
from pytest_django.fixtures import Settings

from tests.accounts import provider
from tests.accounts.people import PASSWORD
from tests.accounts.provider import Provider
from tests.e2e.conftest import NewVisitor


@pytest.fixture
def said(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    cache.clear()
    settings.SIGN_UP = "open"
    settings.SOCIALACCOUNT_PROVIDERS = provider.keys()
    with provider.playing(monkeypatch) as playing:
        yield playing


@pytest.mark.sweep
@pytest.mark.parametrize("width", [390, 1280])
def test_one_makes_an_account_with_discord_and_another_connects_it(
    width: int, transactional_db: None, said: Provider, visitor: NewVisitor
) -> None:
    said.person = {"id": "4711", "username": "biggles", "email": "biggles@example.org", "verified": True}
    guest = visitor(width)
    guest.go("/account/record/")
    guest.arrives("Sign in")
    guest.fits()
    guest.press("Come in with Discord")
    guest.arrives("What shall we call you?")
    guest.fits()
    expect(guest.page.get_by_label("Name")).to_have_value("biggles")
    guest.press("Make the account")
    guest.arrives("Your record")
    member = visitor(width)
    User.objects.create_user("algy", password=PASSWORD)
    said.person = {"sub": "4712", "given_name": "Algy"}
    member.go("/account/with/google/")
    member.page.get_by_label("Name or e-mail address").fill("algy")
    member.page.get_by_label("Password", exact=True).fill(PASSWORD)
    member.page.get_by_role("button", name="Come in", exact=True).click()
    member.arrives("Is it you?")
    member.page.get_by_label("Password", exact=True).fill(PASSWORD)
    member.press("It is")
    member.arrives("Google")
    member.fits()
    member.press("Connect Google")
    member.arrives("algy")
    expect(member.page.get_by_text("Google is connected")).to_be_visible()
    member.fits()
    for each in (guest, member):
        gone = [complaint for complaint in each.complaints if f"a request elsewhere: {said.origin}/" in complaint]
        assert len(gone) == 1, "to the other server, once"
        each.complaints.remove(gone[0])

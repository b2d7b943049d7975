"""Accounts in a browser: a password set by the owner who came by a link, a passkey instead of it, a second factor."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from accounts.operations import sign_in_links
from tests.accounts.people import PASSWORD, code
from tests.e2e.conftest import NewVisitor, in_the_sweep


@pytest.fixture(autouse=True)
def nobody_has_tried_yet() -> None:
    cache.clear()


def authenticator(page: Page, *, keeps_names: bool = True) -> None:
    """A passkey device in the browser that always says yes."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": keeps_names,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


@pytest.mark.parametrize("width", [390, in_the_sweep(1280)])
def test_a_passkey_lets_in_without_a_password(width: int, transactional_db: None, visitor: NewVisitor) -> None:
    owner = sign_in_links.owner()
    guest = visitor(width)
    authenticator(guest.page)
    guest.enter(sign_in_links.token_for(owner))
    guest.go("/account/")
    guest.arrives("owner")
    guest.page.get_by_role("link", name="Add one").last.click()
    guest.arrives("Add a passkey")
    guest.page.get_by_label("What you call it").fill("The phone")
    expect(guest.page.get_by_label("It lets me in without a password")).to_be_checked()
    guest.press("Add it")
    guest.arrives("Recovery codes")
    guest.go("/account/")
    expect(guest.page.get_by_text("The phone").first).to_be_visible()
    guest.fits()
    guest.page.context.clear_cookies()
    guest.go("/aircraft/")
    guest.arrives("Sign in")
    guest.press("Come in with a passkey")
    guest.arrives("Aircraft")


def test_a_passkey_that_says_no_is_told_beside_the_button(transactional_db: None, visitor: NewVisitor) -> None:
    guest = visitor(390)
    authenticator(guest.page)
    guest.go("/sign-in/")
    guest.press("Come in with a passkey")
    expect(guest.page.get_by_role("alert")).to_contain_text("Nothing came from the passkey.")
    guest.fits()


@pytest.mark.sweep
def test_a_key_serves_as_second_factor_after_the_password(transactional_db: None, visitor: NewVisitor) -> None:
    owner = sign_in_links.owner()
    owner.set_password(PASSWORD)
    owner.save()
    guest = visitor(390)
    authenticator(guest.page)
    guest.enter(sign_in_links.token_for(owner))
    guest.go("/account/passkeys/new/")
    guest.page.get_by_label("It lets me in without a password").uncheck()
    guest.press("Add it")
    guest.arrives("Recovery codes")
    guest.page.context.clear_cookies()
    guest.go("/sign-in/")
    guest.page.get_by_label("Name or e-mail address").fill("owner")
    guest.page.get_by_label("Password").fill(PASSWORD)
    guest.press("Come in")
    guest.arrives("Second factor")
    guest.press("Use a passkey")
    guest.page.wait_for_url(f"{guest.home}/")
    guest.go("/account/leave/")
    guest.arrives("Is it you?")


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "scripted"), [(390, False), (1280, True)])
def test_the_solo_owner_sets_a_password_and_an_authenticator_app(
    width: int, scripted: bool, transactional_db: None, visitor: NewVisitor
) -> None:
    guest = visitor(width, scripted=scripted)
    guest.enter(sign_in_links.token_for(sign_in_links.owner()))
    guest.go("/account/")
    guest.press("Set one")
    guest.arrives("Set a password")
    guest.page.get_by_label("Password", exact=True).fill(PASSWORD)
    guest.page.get_by_label("The password again").fill(PASSWORD)
    guest.press("Set it")
    guest.arrives("owner")
    guest.press("Turn on")
    guest.arrives("Authenticator app")
    secret = guest.page.locator("code").inner_text()
    assert re.fullmatch("[A-Z2-7]+", secret)
    guest.page.get_by_label("Code that the app shows").fill(code(secret))
    guest.press("Turn it on")
    guest.arrives("Recovery codes")
    guest.fits()
    guest.go("/account/")
    expect(guest.page.get_by_text("it is asked for after the password")).to_be_visible()
    guest.fits()

"""The key that leads to the search, results as one writes, and the same without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.operations.sign_in_links import token_for
from tests import make
from tests.cast import assemble
from tests.e2e.conftest import NewVisitor, in_the_sweep


def test_the_slash_leads_to_the_search_and_is_a_letter_where_one_writes(
    transactional_db: None, visitor: NewVisitor
) -> None:
    cast = assemble()
    make.drawn(make.campaign(cast.owner))
    guest = visitor()
    guest.enter(token_for(cast.owner))
    guest.arrives("The ready room")
    page = guest.page
    page.keyboard.press("/")
    field = page.get_by_role("searchbox", name="Search")
    expect(field).to_be_focused()
    page.keyboard.type("a/b")
    expect(field).to_have_value("a/b")
    field.fill("desert")
    page.keyboard.press("Enter")
    guest.arrives("Search")
    expect(page.get_by_role("link", name="Desert evenings")).to_be_visible()
    own = page.get_by_role("searchbox", name="Look for")
    page.keyboard.press("/")
    expect(own).to_be_focused()
    own.fill("spitfire mk ix")
    expect(page.get_by_role("link", name="Supermarine Spitfire Mk IX")).to_be_visible()
    expect(page.get_by_role("link", name="Desert evenings")).to_have_count(0)
    assert page.url.endswith("/search/?q=spitfire%20mk%20ix")


@pytest.mark.parametrize("scripted", [True, in_the_sweep(False)])
def test_on_a_phone_the_search_is_in_the_menu_and_aircraft_are_narrowed_by_words(
    scripted: bool, transactional_db: None, visitor: NewVisitor
) -> None:
    cast = assemble()
    guest = visitor(390, scripted=scripted)
    guest.enter(token_for(cast.reader))
    guest.page.get_by_text("More", exact=True).click()
    guest.press("Search")
    guest.arrives("Search")
    guest.page.get_by_label("Look for").fill("gladiator")
    guest.page.get_by_role("main").get_by_role("button", name="Search").click()
    guest.page.get_by_role("link", name="Gloster Gladiator").first.click()
    guest.go("/aircraft/?side=axis")
    guest.page.get_by_label("Words of the name").fill("109")
    guest.press("Show")
    expect(guest.page.get_by_text("in the name")).to_be_visible()
    expect(guest.page.get_by_role("link", name="Junkers")).to_have_count(0)
    guest.fits()

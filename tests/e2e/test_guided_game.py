"""Somebody who has never seen the game flies his first dogfight in a browser, from the first page to the last."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.operations import sign_in_links
from missions.games.guide import guides
from tests.e2e.conftest import NewVisitor, in_the_sweep

LESSONS = {each.title: each for each in guides()["first-dogfight"].lessons}


@pytest.mark.parametrize(("width", "scripted"), [(390, True), (1280, False), in_the_sweep(1280, True)])
def test_a_newcomer_is_told_each_rule_as_he_meets_it(
    width: int, scripted: bool, transactional_db: None, visitor: NewVisitor
) -> None:
    guest = visitor(width, scripted=scripted)
    guest.enter(sign_in_links.token_for(sign_in_links.owner()))
    guest.press("Fly your first dogfight")
    guest.arrives("Your first dogfight")
    page = guest.page
    first = page.get_by_role("group").filter(has_text="What you fly for").first
    text = first.get_by_text(LESSONS["What you fly for"].text)
    expect(text).to_be_visible()
    first.get_by_text("What you fly for", exact=True).click()
    expect(text).to_be_hidden()
    expect(page.get_by_text(LESSONS["How high to begin"].text).first).to_be_visible()
    if scripted:
        page.get_by_role("link", name="What would the staff do?").click()
        expect(page.get_by_text("staff would choose")).to_be_visible()
        expect(text).to_be_hidden()
    page.get_by_role("button", name="Begin at Medium").click()
    expect(page.get_by_text("Turn by turn").first).to_be_visible()
    guest.fits()
    page.get_by_text("What you have learned").click()
    expect(page.locator("#learned").get_by_text(LESSONS["How high to begin"].text)).to_be_visible()
    guest.fits()
    page.get_by_text("Standing orders, and leaving it to others").click()
    page.get_by_role("button", name="Leave it to the staff").click()
    expect(page.get_by_role("heading", name="The fight is over.")).to_be_visible()
    expect(page.get_by_text(LESSONS["How it is counted"].text).first).to_be_visible()
    guest.press("See what became of them")
    guest.arrives("Your first dogfight")

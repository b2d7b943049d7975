"""Somebody who has never seen the game flies his first dogfight in a browser, from the first page to the last."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.operations import sign_in_links
from missions.games.guide import guides
from tests.e2e.conftest import NewVisitor, Visitor, in_the_sweep

LESSONS = {each.title: each for each in guides()["first-dogfight"].lessons}


@pytest.mark.parametrize(("width", "scripted"), [(390, True), in_the_sweep(1280, False), in_the_sweep(1280, True)])
def test_a_newcomer_is_told_each_rule_as_he_meets_it(
    width: int, scripted: bool, transactional_db: None, visitor: NewVisitor
) -> None:
    guest = visitor(width, scripted=scripted)
    guest.enter(sign_in_links.token_for(sign_in_links.owner()))
    guest.press("Fly your first dogfight")
    guest.arrives("Your first dogfight")
    page = guest.page
    ask = page.locator(".cockpit-ask")
    rest = ask.get_by_text(LESSONS["What you fly for"].rest)
    for lesson in ("What you fly for", "How high to begin"):
        expect(ask.get_by_text(LESSONS[lesson].first)).to_be_visible()
    if width == 390:
        in_sight(guest)
        expect(rest).to_be_hidden()
        ask.locator("summary").first.press("Enter")
    expect(rest).to_be_visible()
    if scripted:
        page.get_by_role("link", name="What would the staff do?").click()
        expect(ask.get_by_text("Staff: ")).to_be_visible()
    page.get_by_role("button", name="Begin at Medium").click()
    expect(page.get_by_text("Turn by turn").first).to_be_visible()
    guest.fits()
    if width == 390:
        in_sight(guest)
    page.get_by_text("What you have learned").click()
    expect(page.locator("#learned").get_by_text(LESSONS["How high to begin"].text)).to_be_visible()
    guest.fits()
    page.get_by_text("Standing orders, and leaving it to others").click()
    page.get_by_role("button", name="Leave it to the staff").click()
    expect(page.get_by_role("heading", name="The fight is over.")).to_be_visible()
    expect(ask.get_by_text(LESSONS["How it is counted"].first)).to_be_visible()
    guest.press("See what became of them")
    guest.arrives("Your first dogfight")


def in_sight(guest: Visitor) -> None:
    """On a phone the panel leaves a good part of the table in sight, and every choice stands in it."""
    boxes = guest.page.evaluate(
        """() => ["#cockpit .cockpit-ask", "#cockpit .cockpit-table", "#cockpit .choices"].map((each) => {
          const box = document.querySelector(each).getBoundingClientRect();
          return [box.top, box.bottom];
        })"""
    )
    (panel, panel_end), (table, _), (_, choices_end) = boxes
    assert panel - table > 150, "of the table"
    assert choices_end <= panel_end

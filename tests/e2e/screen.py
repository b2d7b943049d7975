"""What people do at the table of a game on screen, whichever game it is: look, pick, tap, press keys."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from playwright.sync_api import Locator, expect

from tests.e2e.conftest import Visitor

How: TypeAlias = Literal["mouse", "touch", "keys"]
ANSWERED = """before => document.getElementById("cockpit").dataset.seen !== before
  || !document.querySelector(".htmx-request")"""
"""The page is another, or the server is asked nothing."""
MANY_TABS = 80
"""Presses of the tab key within which everything of a page has been reached."""


def buttons(guest: Visitor) -> Locator:
    """What may be decided with what is picked."""
    return guest.page.locator("#cockpit .choices button[name=action]:visible:not(.grave)")


def asked(guest: Visitor) -> str:
    """The name of the page as it stands."""
    return guest.page.locator("#cockpit").get_attribute("data-seen") or ""


def is_mine(guest: Visitor) -> bool:
    """The page offers something to decide."""
    return guest.page.locator("#cockpit .choices").count() > 0


def is_over(guest: Visitor) -> bool:
    return guest.page.get_by_text("The fight is over.").is_visible()


def decide(guest: Visitor, how: How) -> None:
    """Take the first decision that is offered, and see the page change for it."""
    before = asked(guest)
    ways = {"mouse": by_mouse, "touch": by_touch, "keys": by_keys}
    ways[how](guest, before)
    expect(guest.page.locator("#cockpit")).not_to_have_attribute("data-seen", before)


def took(guest: Visitor, before: str) -> bool:
    """What was just picked was a decision, and the page is another for it."""
    guest.page.wait_for_function(ANSWERED, arg=before)
    return asked(guest) != before


def by_mouse(guest: Visitor, before: str) -> None:
    """Pick a lit card and a lit place where there are any, and press a button if that was not enough."""
    for thing in (lit_cards(guest), lit_spots(guest)) if guest.scripted else ():
        if thing.count() and not _is_enough(guest):
            thing.first.click()
            if took(guest, before):
                return
    buttons(guest).first.click()


def press_after_picking(guest: Visitor) -> None:
    """Press a button, having picked what has to be picked before one stands there."""
    for thing in (lit_cards(guest), lit_spots(guest)):
        if not buttons(guest).count():
            thing.first.click()
    buttons(guest).first.click()


def by_touch(guest: Visitor, before: str) -> None:
    """Tap a card, and the table or the card again: a button only for what is neither."""
    for thing in (lit_cards(guest), lit_spots(guest), lit_cards(guest)):
        if thing.count():
            picked = thing.and_(guest.page.locator("[aria-current]"))
            (picked if picked.count() else thing).first.tap()
            if took(guest, before):
                return
    buttons(guest).first.tap()


def by_keys(guest: Visitor, before: str) -> None:
    """A card by its letter, a place on the table by tab and return, a button by its number: nothing else."""
    keyboard = guest.page.keyboard
    if not _numbered(guest, "1") and lit_cards(guest).count():
        cards = guest.page.locator("#cockpit .own-hand.decides a.play-card")
        first = next(number for number, card in enumerate(cards.all()) if "lit" in (card.get_attribute("class") or ""))
        keyboard.press("abcdefghijklmnopqrstuvwxyz"[first])
    elif not _numbered(guest, "1") and lit_spots(guest).count():
        for _ in range(MANY_TABS):
            keyboard.press("Tab")
            if guest.page.evaluate("document.activeElement.matches('#cockpit a.spot:not(.out)')"):
                break
        keyboard.press("Enter")
    if not took(guest, before):
        keyboard.press("1" if _numbered(guest, "1") else "0")


def lit_cards(guest: Visitor) -> Locator:
    return guest.page.locator("#cockpit .decides a.play-card.lit:visible")


def lit_spots(guest: Visitor) -> Locator:
    return guest.page.locator("#cockpit a.spot:not(.out):visible")


def _is_enough(guest: Visitor) -> bool:
    """What may be decided stands as a button already, whatever else may be picked."""
    return guest.page.locator("#cockpit .choices .btn.primary:visible").count() == 1


def _numbered(guest: Visitor, key: str) -> bool:
    return guest.page.locator(f"#cockpit [data-key='{key}']").count() > 0


def keep_habits(guest: Visitor, labels: Iterable[str]) -> None:
    """Set standing orders for the rest of the game."""
    guest.page.get_by_text("Standing orders, and leaving it to others").click()
    for label in labels:
        guest.page.get_by_label(label, exact=True).check()
    guest.page.get_by_role("button", name="Keep these standing orders").click()
    guest.page.wait_for_load_state()

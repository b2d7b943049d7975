"""A fight on screen in a browser: by mouse, by keyboard alone, on a phone, without scripts, and two at one table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from accounts.operations import sign_in_links
from missions.models import Game
from tests import make
from tests.cast import Cast
from tests.e2e.conftest import NewVisitor, Visitor, in_the_sweep

MOST = 150
"""Decisions of a person in a duel, and far more than one has."""
WITHIN = 1500
"""Milliseconds in which the other's move is there."""

JOURNEYS = [
    (1280, True, "keys"),
    (390, False, "mouse"),
    in_the_sweep(390, True, "mouse"),
    in_the_sweep(1280, True, "mouse"),
]


def buttons(guest: Visitor) -> Locator:
    return guest.page.locator("#cockpit .choices button[name=action]:visible:not(.grave)")


def asked(guest: Visitor) -> str:
    """The name of the page as it stands."""
    return guest.page.locator("#cockpit").get_attribute("data-seen") or ""


def is_over(guest: Visitor) -> bool:
    return guest.page.get_by_text("The fight is over.").is_visible()


def decide(guest: Visitor, how: str) -> None:
    """Take the first decision that is offered: by its key, or by picking a lit card where one is."""
    before = asked(guest)
    if how == "keys":
        guest.page.keyboard.press("1" if guest.page.locator("#cockpit [data-key='1']").count() else "0")
    else:
        card = guest.page.locator("#cockpit a.play-card.lit")
        if card.count() and guest.scripted:
            card.first.click()
        if asked(guest) == before and buttons(guest).count():
            buttons(guest).first.click()
    expect(guest.page.locator("#cockpit")).not_to_have_attribute("data-seen", before)


@pytest.mark.parametrize(("width", "scripted", "how"), JOURNEYS)
def test_a_duel_against_the_staff_is_flown_to_its_end(
    width: int, scripted: bool, how: str, cast: Cast, transactional_db: None, visitor: NewVisitor
) -> None:
    game = make.game(cast.owner)
    guest = visitor(width, scripted=scripted)
    guest.enter(sign_in_links.token_for(cast.owner))
    guest.go(f"/games/{game.pk}/")
    for _ in range(MOST):
        if is_over(guest):
            break
        guest.fits()
        decide(guest, how)
    guest.press("See what became of them")
    expect(guest.page.get_by_role("heading", name="What became of them")).to_be_visible()
    game.refresh_from_db()
    assert game.status == Game.Status.OVER


def test_two_play_by_a_link_and_each_sees_the_others_move_by_itself(
    cast: Cast, transactional_db: None, visitor: NewVisitor
) -> None:
    game = make.game(cast.owner, axis=cast.axis)
    first, second = visitor(1280), visitor(390)
    for guest, user in ((first, cast.owner), (second, cast.axis)):
        guest.enter(sign_in_links.token_for(user))
        guest.go(f"/games/{game.pk}/")
    for _ in range(8):
        who, other = (first, second) if buttons(first).count() else (second, first)
        before = asked(other)
        decide(who, "mouse")
        expect(other.page.locator("#cockpit")).not_to_have_attribute("data-seen", before, timeout=WITHIN)
    who, other = (first, second) if buttons(first).count() else (second, first)
    other.page.context.set_offline(True)
    other.page.wait_for_selector("#cockpit.offline")
    decide(who, "mouse")
    other.page.context.set_offline(False)
    game.refresh_from_db()
    expect(other.page.locator("#cockpit")).to_have_attribute(
        "data-seen", game.seen["axis" if other is second else "allied"]
    )
    who.page.reload()
    expect(who.page.locator("#cockpit")).to_be_visible()
    other.complaints.clear()  # of the connection that was lost

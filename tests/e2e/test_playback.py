"""What has happened on a table is played back in the browser: to whoever sat there all the time, and who comes back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from accounts.operations import sign_in_links
from missions.models import Game
from tests import make
from tests.cast import Cast
from tests.e2e.conftest import NewVisitor, Visitor, in_the_sweep
from tests.missions import on_screen

each_width = pytest.mark.parametrize("width", [in_the_sweep(1280), in_the_sweep(390)])


def bar(guest: Visitor) -> Locator:
    return guest.page.locator(".playback-bar:visible")


def newest(guest: Visitor) -> str:
    entries = guest.page.locator("#cockpit [data-entry]")
    return entries.first.get_attribute("data-entry") or "" if entries.count() else ""


def has_moved_on(guest: Visitor, before: str) -> bool:
    """Something has happened since ``before``, which takes a while where the machine is busy."""
    for _ in range(30):
        guest.page.wait_for_timeout(100)
        if newest(guest) != before:
            guest.page.wait_for_timeout(200)
            return True
    return False


def to_the_next(game: Game, cast: Cast) -> None:
    """Both decide, until it is the Allied side's turn and something worth telling has come in between."""
    thumbs = on_screen.by_thumbs(game, 4)
    before = {each.name for each in on_screen.page(game, "allied", cast.owner).log}
    on_screen.until(
        game,
        [cast.owner, cast.axis],
        lambda row: (
            row.side == "allied"
            and len({each.name for each in on_screen.page(row, "allied", cast.owner).log} - before) > 3
        ),
        thumbs,
    )


@each_width
def test_who_comes_back_is_shown_step_by_step_what_has_happened(
    width: int, cast: Cast, transactional_db: None, visitor: NewVisitor
) -> None:
    with on_screen.drawn(4):
        game = make.game(cast.owner, axis=cast.axis)
    to_the_next(game, cast)
    guest = visitor(width, moving=True)
    guest.enter(sign_in_links.token_for(cast.owner))
    address = f"/games/{game.pk}/allied/"
    guest.go(address)
    expect(guest.page.locator("#cockpit.mine")).to_be_visible()
    expect(bar(guest)).to_have_count(0)
    seen = newest(guest)
    guest.go("/skirmishes/")
    to_the_next(game, cast)
    guest.go(address)
    expect(bar(guest)).to_contain_text("How it stood before.")
    guest.fits()
    assert newest(guest) != seen
    expect(bar(guest)).to_contain_text("1 of")
    guest.page.keyboard.press("Escape")
    expect(bar(guest)).to_have_count(0)
    # The table that may be played on is back.
    expect(
        guest.page.locator("#cockpit .board-scroll:visible svg.board[aria-labelledby^='board-title-']")
    ).to_have_count(1)
    assert guest.page.locator("#cockpit .board-scroll.playing").count() == 0
    guest.go(address)
    expect(guest.page.locator("#cockpit.mine")).to_be_visible()
    expect(bar(guest)).to_have_count(0)
    guest.page.locator("[data-play-back]").click()
    expect(bar(guest)).to_contain_text("1 of")
    guest.page.locator("#cockpit .board-scroll:visible").click()
    expect(bar(guest)).to_have_count(0)


@pytest.mark.sweep
def test_what_the_staff_does_between_two_decisions_is_played_and_ends_by_itself(
    cast: Cast, transactional_db: None, visitor: NewVisitor
) -> None:
    with on_screen.drawn(4):
        game = make.game(cast.owner)
    guest = visitor(1280, moving=True)
    guest.enter(sign_in_links.token_for(cast.owner))
    guest.go(f"/games/{game.pk}/allied/")
    for _ in range(30):
        before = newest(guest)
        guest.page.keyboard.press("1" if guest.page.locator("#cockpit [data-key='1']").count() else "0")
        if has_moved_on(guest, before) and bar(guest).count():
            break
    expect(bar(guest)).to_contain_text("of")
    expect(bar(guest)).to_have_count(0)
    expect(guest.page.locator("#cockpit .board-scroll:visible svg.board")).to_have_count(1)


@pytest.mark.sweep
def test_without_scripts_or_motion_the_steps_are_a_page_of_pictures(
    cast: Cast, transactional_db: None, visitor: NewVisitor
) -> None:
    with on_screen.drawn(4):
        game = make.game(cast.owner, axis=cast.axis)
    to_the_next(game, cast)
    for scripted in (False, True):
        guest = visitor(390, scripted=scripted)
        guest.enter(sign_in_links.token_for(cast.owner))
        guest.go(f"/games/{game.pk}/allied/")
        guest.press("Play it back")
        guest.arrives("How it came to this")
        expect(guest.page.locator(".played-steps svg.board:visible")).not_to_have_count(0)
        guest.press("Back to the table")
        expect(guest.page.locator("#cockpit.mine")).to_be_visible()

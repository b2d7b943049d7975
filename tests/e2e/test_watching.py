"""Somebody who is of no side watches two people at their game, by a link and as a member of the campaign."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from accounts.operations import sign_in_links
from engine.core.game import PUBLIC
from missions.operations.games import GameTerms
from missions.selectors.game_log import log_of
from missions.selectors.watching import token_of_table
from tests import make
from tests.cast import Cast
from tests.e2e.conftest import NewVisitor
from tests.e2e.screen import asked, decide
from tests.missions import on_screen

MOVES = 8


@pytest.fixture(autouse=True)
def same_chance() -> Iterator[None]:
    """Every game of these tests draws the same."""
    with on_screen.drawn(5):
        yield


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "scripted"), [(1280, True), (390, True), (390, False)])
def test_who_watches_sees_each_move_and_nobodys_hand_and_can_do_nothing(
    width: int, scripted: bool, cast: Cast, transactional_db: None, visitor: NewVisitor
) -> None:
    game = make.game(cast.owner, "wildblue", "two-elements", axis=cast.axis, terms=GameTerms(lets_watch=True))
    first, second, watcher = visitor(1280), visitor(1280), visitor(width, scripted=scripted)
    for guest, user in ((first, cast.owner), (second, cast.axis)):
        guest.enter(sign_in_links.token_for(user))
        guest.go(f"/games/{game.pk}/")
    watcher.enter(sign_in_links.token_for(cast.stranger))
    watcher.go(reverse("game-watch", args=[token_of_table(game)]))
    cockpit = watcher.page.locator("#cockpit")
    for _ in range(MOVES):
        who = first if on_screen.fresh(game).side == "allied" else second
        expect(who.page.locator("#cockpit .choices")).to_be_visible()
        before = asked(watcher)
        decide(who, "mouse")
        if not scripted:
            watcher.page.reload()
        expect(cockpit).not_to_have_attribute("data-seen", before)
        expect(cockpit.locator("button, form, .own-hand, .play-card")).to_have_count(0)
        watcher.fits()
    heard = [sentence for entry in log_of(on_screen.fresh(game), PUBLIC) for sentence in entry.sentences]
    assert heard
    for sentence in heard:
        expect(cockpit.locator(".cockpit-log")).to_contain_text(sentence)

"""A replay in a browser plays: by buttons and keys, for one aircraft, and every moment has its address."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from accounts.operations import sign_in_links
from missions.models import Skirmish
from tests import make
from tests.e2e.conftest import NewVisitor, Visitor, in_the_sweep


def watching(visitor: NewVisitor, width: int, *, moving: bool, step: int = 0) -> tuple[Visitor, Skirmish]:
    owner = sign_in_links.owner()
    fight = make.flown_skirmish(owner, "wildblue", "light-bombers")
    guest = visitor(width, moving=moving, touch=width < 1000)
    guest.enter(sign_in_links.token_for(owner))
    guest.go(f"/skirmishes/{fight.pk}/replay/{step}/")
    expect(guest.page.locator("#replay.plays")).to_be_visible()
    return guest, fight


def stands_at(guest: Visitor, step: int) -> None:
    expect(guest.page.locator(".where span")).to_have_text(re.compile(rf"^step {step} of "))


def step_of(guest: Visitor) -> int:
    return int((guest.page.locator(".where span").text_content() or "").split()[1])


def board(guest: Visitor) -> Locator:
    return guest.page.locator(".board-scroll:visible svg.board")


def drawn(guest: Visitor) -> str:
    """The shapes of the table, as they stand when nothing moves."""
    if guest.scripted:
        board(guest).evaluate(
            """async svg => {
                await Promise.allSettled(svg.getAnimations({subtree: true}).map(each => each.finished));
                await new Promise(requestAnimationFrame);
            }"""
        )
    return str(
        board(guest).evaluate(
            """svg => [...svg.querySelectorAll(":scope > g")].map(each => each.outerHTML).join("")
                + svg.getAttribute("viewBox").split(" ").map(Number) + svg.getAttribute("width")"""
        )
    )


@pytest.mark.parametrize("width", [390, in_the_sweep(1280)])
def test_a_replay_plays_pauses_and_leads_to_kills_and_turns_in_one_entry_of_the_history(
    width: int, transactional_db: None, visitor: NewVisitor
) -> None:
    guest, fight = watching(visitor, width, moving=True)
    page = guest.page
    entries = page.evaluate("history.length")
    more = page.get_by_role("button", name="More", exact=True)
    if more.is_visible():
        more.click()
        expect(more).to_have_attribute("aria-expanded", "true")
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_function("() => Number(document.querySelector('.slider input').value) > 2")
    page.keyboard.press("Space") if width > 1000 else page.get_by_role("button", name="Pause").tap()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    paused = step_of(guest)
    expect(page).to_have_url(re.compile(rf"/replay/{paused}/$"))
    expect(page.locator(".turn-log .now .line-number")).to_have_text(str(paused))
    page.locator("#jump-kill").click()
    expect(page.locator(".gone li").first).to_be_visible()
    killed = step_of(guest)
    page.keyboard.press("ArrowLeft")
    stands_at(guest, killed - 1)
    page.keyboard.press("t")
    turn = page.locator(".where b").text_content()
    page.keyboard.press("Home")
    stands_at(guest, 0)
    page.keyboard.press("End")
    last = step_of(guest)
    assert last > killed
    expect(page.locator("#jump-on")).not_to_have_attribute("href", re.compile(""))
    page.locator("#step").fill(str(killed))
    stands_at(guest, killed)
    page.locator(".turns a", has_text=turn or "").last.click()
    expect(page.locator(".where b")).to_have_text(turn or "")
    guest.fits()
    assert page.evaluate("history.length") == entries
    # The moment is a link.
    moment = step_of(guest)
    expect(page).to_have_url(re.compile(rf"/skirmishes/{fight.pk}/replay/{moment}/$"))
    page.reload()
    stands_at(guest, moment)


@pytest.mark.parametrize(("width", "steps"), [in_the_sweep(1280, (1, 23)), in_the_sweep(390, tuple(range(0, 50, 7)))])
def test_a_table_that_was_played_to_is_the_one_that_its_page_shows_without_scripts(
    width: int, steps: tuple[int, ...], transactional_db: None, visitor: NewVisitor
) -> None:
    guest, fight = watching(visitor, width, moving=True)
    plain = visitor(width, scripted=False)
    plain.enter(sign_in_links.token_for(sign_in_links.owner()))
    for step in steps:
        guest.page.locator("#step").fill(str(step))
        stands_at(guest, step)
        guest.page.locator("#jump-on").click()
        stands_at(guest, step + 1)
        plain.go(f"/skirmishes/{fight.pk}/replay/{step + 1}/")
        assert drawn(guest) == drawn(plain)
        for words in (".caption", ".score-line", ".where"):
            assert guest.page.locator(words).inner_text() == plain.page.locator(words).inner_text()
        assert guest.page.locator(".gone li").all_inner_texts() == plain.page.locator(".gone li").all_inner_texts()


@pytest.mark.sweep
def test_one_aircraft_is_followed_from_deed_to_deed_and_nothing_glides_for_whom_it_makes_ill(
    transactional_db: None, visitor: NewVisitor
) -> None:
    guest, _ = watching(visitor, 1280, moving=False)
    page = guest.page
    page.get_by_label("Follow").select_option(label="Striker 1")
    seen = []
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        seen.append(step_of(guest))
        words = page.locator(".caption").inner_text() + (
            page.locator(".gone").inner_text() if page.locator(".gone").count() else ""
        )
        assert "Striker 1" in words
        assert page.evaluate("document.getAnimations().length") == 0
    assert seen == sorted(set(seen))
    assert seen[-1] > 3, "steps in which he does nothing are left out"
    expect(board(guest).locator("g.followed").first).to_be_visible()
    page.get_by_role("button", name="Full screen").click()
    expect(page.get_by_role("button", name="Leave full screen")).to_be_visible()
    box = board(guest).bounding_box()
    assert box
    assert box["width"] > 1100
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Full screen", exact=True)).to_be_visible()

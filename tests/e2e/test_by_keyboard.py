"""The work of an evening by keyboard alone, and what a screen reader says of it.

Wherever the tab key leads, what it has come to is marked, and nothing that stays in its place covers it (WCAG 2.4.7 and
2.4.11): no axe can tell. ``docs/how-to/use-it-by-keyboard-and-by-ear.md`` describes these ways.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.operations import sign_in_links
from missions.operations import orders
from tests import make
from tests.e2e.conftest import NewVisitor, Visitor, in_the_sweep

MANY_TABS = 150
"""Within which everything of a page has been reached."""
IS_AT = "these => these.includes(document.activeElement)"
REACHED = """() => {
  const at = document.activeElement;
  if (at === document.body) return null;
  const seen = at.closest("label") || at;
  const {left, top, width, height} = seen.getBoundingClientRect();
  const spots = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]];
  const isThere = spots.some(([x, y]) => {
    const there = document.elementFromPoint(left + x * width, top + y * height);
    return there && (seen.contains(there) || there.contains(seen));
  });
  const near = [at, seen, at.nextElementSibling, seen.parentElement].filter(Boolean);
  const around = near.map(one => getComputedStyle(one));
  return {
    what: at.outerHTML.slice(0, 120),
    isThere,
    isMarked: around.some(look => look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2),
  };
}"""
DESCRIBED = "svg => document.getElementById(svg.getAttribute('aria-describedby')).textContent"
each_width = pytest.mark.parametrize("width", [390, in_the_sweep(1280)])


def tab(page: Page) -> None:
    """On to the next, which is to be seen, and seen to be where one is."""
    page.keyboard.press("Tab")
    reached = page.evaluate(REACHED)
    if reached is None:
        return
    assert reached["isThere"], f"covered when the tab key comes to it: {reached['what']}"
    assert reached["isMarked"], f"not marked when the tab key comes to it: {reached['what']}"


def tab_to(one: Locator) -> None:
    """By nothing but the tab key to one of these; what lies in a closed part is opened on the way."""
    folds = one.first.locator("xpath=ancestor::details[not(@open)]/summary")
    while folds.count():
        _tab_to(folds.first)
        one.page.keyboard.press("Enter")
    _tab_to(one)


def _tab_to(one: Locator) -> None:
    for _ in range(MANY_TABS):
        if one.evaluate_all(IS_AT):
            return
        tab(one.page)
    pytest.fail(f"the tab key never comes to {one}")


def press(guest: Visitor, name: str) -> None:
    """Go to a button or a link by the tab key, and press return."""
    named = guest.page.get_by_role("button", name=name).or_(guest.page.get_by_role("link", name=name))
    tab_to(named.locator("visible=true").first)
    guest.page.keyboard.press("Enter")


def choose(answers: Locator, label: str) -> None:
    """Of answers that exclude each other: come to them by the tab key, and go to this one by the arrows."""
    wanted = answers.get_by_label(label, exact=True)
    name = wanted.first.get_attribute("name")
    same = answers.page.locator(f"input[name='{name}']")
    tab_to(same)
    answers.page.keyboard.press("Space")
    for _ in range(same.count()):
        if wanted.first.is_checked():
            break
        answers.page.keyboard.press("ArrowRight")
    expect(wanted.first).to_be_focused()
    expect(wanted.first).to_be_checked()


def signed_in(visitor: NewVisitor, width: int) -> Visitor:
    guest = visitor(width)
    guest.enter(sign_in_links.token_for(sign_in_links.owner()))
    expect(guest.page.get_by_role("heading", level=1)).to_be_visible()
    return guest


@each_width
def test_the_first_press_of_the_tab_key_leads_past_the_head_of_the_page(
    width: int, transactional_db: None, visitor: NewVisitor
) -> None:
    guest = signed_in(visitor, width)
    guest.go("/skirmishes/")
    tab(guest.page)
    expect(guest.page.get_by_role("link", name="Skip to the page")).to_be_focused()
    guest.page.keyboard.press("Enter")
    tab(guest.page)
    assert guest.page.evaluate("document.querySelector('main').contains(document.activeElement)")


@each_width
def test_orders_are_written_and_signed_by_keyboard(width: int, transactional_db: None, visitor: NewVisitor) -> None:
    mission = make.land_mission(sign_in_links.owner(), "via-balbia")
    guest = signed_in(visitor, width)
    page = guest.page
    guest.go(f"/campaigns/{mission.campaign_id}/missions/1/plan/allied/")
    guest.arrives("Allied orders")
    altitude = page.get_by_role("group", name="Altitude", include_hidden=True).first
    tab_to(altitude.locator("input"))
    before = altitude.get_by_role("radio", checked=True).get_attribute("value")
    page.keyboard.press("ArrowDown")
    expect(altitude.get_by_role("radio", checked=True)).to_be_focused()
    assert altitude.get_by_role("radio", checked=True).get_attribute("value") != before
    press(guest, "Sign the orders")
    expect(page.get_by_role("status")).to_contain_text("signed and sealed")


@pytest.mark.sweep
@each_width
def test_a_result_is_handed_in_by_keyboard_and_what_it_asks_next_is_reached_next(
    width: int, transactional_db: None, visitor: NewVisitor
) -> None:
    owner = sign_in_links.owner()
    mission = make.land_mission(owner, "via-balbia")
    for side in ("allied", "axis"):
        orders.sign_orders(actor=owner, mission=mission, side=side, document=make.orders(mission, side))
    mission.refresh_from_db()
    orders.open_orders(mission=mission)
    guest = signed_in(visitor, width)
    page = guest.page
    guest.go(f"/campaigns/{mission.campaign_id}/missions/1/table/")
    guest.arrives("At the table")
    wingman = page.get_by_role("group").filter(has=page.get_by_text("Striker 1 wingman")).first
    for answer in ("Shot down", "Flak"):
        choose(wingman.get_by_role("radiogroup").or_(wingman.get_by_role("group")), answer)
    tab_to(page.get_by_label("Damage to the target"))
    page.keyboard.type("7")
    tab_to(page.get_by_label("For the log"))
    page.keyboard.type("Down in the wadi.")
    press(guest, "Reckon the points")
    expect(page.get_by_text("Nothing is stored yet.")).to_be_visible()
    press(guest, "Store the result")
    expect(page.get_by_role("status")).to_contain_text("The result is stored.")
    expect(page.get_by_text("Down in the wadi.")).to_be_visible()


@pytest.mark.sweep
@each_width
def test_a_table_is_kept_by_keyboard_and_each_tap_is_announced(
    width: int, transactional_db: None, visitor: NewVisitor
) -> None:
    owner = sign_in_links.owner()
    mission = make.opened(make.campaign(owner, allied="me", axis="me"))
    guest = signed_in(visitor, width)
    page = guest.page
    guest.go(f"/campaigns/{mission.campaign_id}/missions/1/")
    press(guest, "Keep the table")
    guest.arrives("At the table")
    told = page.locator("#companion-said")
    expect(told).to_have_role("status")
    hits = page.locator('[data-cell="axis-1 leader.hits"]')
    tab_to(hits.locator('[data-by="1"]'))
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    expect(hits.locator("[data-shows]")).to_have_text("2")
    expect(told).to_have_text(re.compile("^Hits of .+: 2$"))
    tab_to(page.locator('[data-cell="axis-1.position"] .tile').filter(has_text="Tailed"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Tailed", pressed=True)).to_be_focused()
    press(guest, "Take back")
    expect(told).to_have_text(re.compile("^Taken back: Position"))
    press(guest, "Next turn")
    expect(told).to_have_text(re.compile("2$"))
    press(guest, "Hand in as the result")
    expect(page.get_by_text("What was tapped at the table stands here")).to_be_visible()


@pytest.mark.sweep
@each_width
def test_a_replay_is_watched_by_keyboard_and_tells_by_ear_what_it_shows(
    width: int, transactional_db: None, visitor: NewVisitor
) -> None:
    fight = make.flown_skirmish(sign_in_links.owner(), "wildblue", "light-bombers")
    guest = signed_in(visitor, width)
    page = guest.page
    guest.go(f"/skirmishes/{fight.pk}/replay/0/")
    expect(page.locator("#replay.plays")).to_be_visible()
    table = page.get_by_role("img", name="The table after this step").locator("visible=true")
    told = page.get_by_label("What happens")
    expect(told).to_have_attribute("aria-live", "polite")
    stands, heard = [table.evaluate(DESCRIBED)], [told.inner_text()]
    for _ in range(6):
        press(guest, "Next")
        stands.append(table.evaluate(DESCRIBED))
        heard.append(told.inner_text())
    assert len(set(heard)) == len(heard), "each step says what happens in it"
    assert len(set(stands)) > 1, "how the table stands is told anew when it stands otherwise"
    tab_to(page.get_by_role("button", name="Play", exact=True))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_focused()
    keys = page.get_by_label("Shortcuts of a single key")
    tab_to(keys)
    page.keyboard.press("Space")
    expect(keys).not_to_be_checked()
    page.reload()
    expect(page.locator("#replay.plays")).to_be_visible()
    stood = page.locator(".where span").inner_text()
    page.keyboard.press("t")
    expect(page.locator(".where span")).to_have_text(stood)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".where span")).not_to_have_text(stood)
    press(guest, "Whole log")
    guest.arrives("The fight, step by step")
    log = page.locator(".whole-log").all_inner_texts()
    for sentence in (line for words in heard for line in words.splitlines()[1:]):
        assert sentence in "\n".join(log)


@pytest.mark.parametrize("width", [in_the_sweep(390), in_the_sweep(1280)])
def test_wherever_the_tab_key_leads_it_is_seen(width: int, transactional_db: None, visitor: NewVisitor) -> None:
    mission = make.land_mission(sign_in_links.owner(), "via-balbia")
    guest = signed_in(visitor, width)
    for address in ("", "missions/1/", "missions/1/plan/allied/", "map/", "journal/", "print/"):
        guest.go(f"/campaigns/{mission.campaign_id}/{address}")
        for _ in range(MANY_TABS):
            tab(guest.page)
            if guest.page.evaluate("document.activeElement === document.body"):
                break
        else:
            pytest.fail(f"the tab key never leaves {address}")

"""Orders in a browser: what one choice brings, without losing another."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.operations import sign_in_links
from tests import make
from tests.e2e.conftest import NewVisitor, in_the_sweep


@pytest.mark.parametrize("scripted", [True, in_the_sweep(False)], ids=["with JavaScript", "without JavaScript"])
def test_a_resource_brings_its_unit_and_leaves_what_was_ticked(
    scripted: bool, transactional_db: None, visitor: NewVisitor
) -> None:
    owner = sign_in_links.owner()
    mission = make.land_mission(owner, "via-balbia")
    guest = visitor(390, scripted=scripted)
    guest.enter(sign_in_links.token_for(owner))
    guest.go(f"/campaigns/{mission.campaign_id}/missions/1/plan/allied/")
    page = guest.page
    expect(page.get_by_role("heading", name="Interceptor")).to_have_count(2)
    expect(page.get_by_role("group", name="Altitude")).to_have_count(0)
    guest.opens("unit-orders")
    guest.opens("part")
    page.get_by_role("group", name="Altitude").first.get_by_label("Very Low").check()
    page.get_by_label("Hurricanes from Gerawla").check()
    if not scripted:
        guest.press("Show the units that come with it")
    expect(page.get_by_role("heading", name="Interceptor")).to_have_count(3)
    if not scripted:
        guest.opens("unit-orders")
    expect(page.get_by_role("group", name="Altitude").first.get_by_label("Very Low")).to_be_checked()
    expect(page.get_by_label("Hurricanes from Gerawla")).to_be_checked()
    if scripted:
        expect(page.get_by_label("Hurricanes from Gerawla")).to_be_focused()
    guest.fits()
    guest.press("Sign the orders")
    expect(page.get_by_role("status")).to_contain_text("signed and sealed")
    expect(page.get_by_text("Hurricanes from Gerawla")).to_be_visible()


@pytest.mark.sweep
@pytest.mark.parametrize("scripted", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_strike_is_planned_on_a_phone(scripted: bool, transactional_db: None, visitor: NewVisitor) -> None:
    owner = sign_in_links.owner()
    mission = make.land_mission(owner, "photographs", slug=make.EVERY_TYPE)
    guest = visitor(390, scripted=scripted)
    guest.enter(sign_in_links.token_for(owner))
    guest.go(f"/campaigns/{mission.campaign_id}/missions/1/plan/allied/")
    page = guest.page
    guest.opens("unit-orders")
    expect(page.get_by_text("Aircraft 2, crew").first).to_be_visible()
    page.get_by_role("group", name="Formation").get_by_label("1 aircraft").check()
    if not scripted:
        guest.press("Show what this type may do")
    expect(page.get_by_text("Aircraft 2, crew")).to_have_count(0)
    expect(page.get_by_role("list", name="Turns of the mission")).to_contain_text("OT")
    guest.fits()
    guest.press("Sign the orders")
    expect(page.get_by_role("status")).to_contain_text("signed and sealed")
    expect(page.get_by_text("Striker 1, High, Formation of 1")).to_be_visible()

    guest.go(f"/campaigns/{mission.campaign_id}/missions/1/plan/axis/")
    guest.opens("unit-orders")
    page.get_by_role("group", name="Arrives").get_by_label("Turn 3").check()
    guest.press("Sign the orders")
    expect(page.get_by_text("arrives on Turn 3", exact=False).first).to_be_visible()
    guest.fits()


def test_two_crews_who_want_one_cockpit_change_places(transactional_db: None, visitor: NewVisitor) -> None:
    owner = sign_in_links.owner()
    mission = make.land_mission(owner, "luqa", slug=make.EVERY_TYPE)
    guest = visitor()
    guest.enter(sign_in_links.token_for(owner))
    guest.go(f"/campaigns/{mission.campaign_id}/missions/1/plan/axis/")
    guest.opens("unit-orders")
    guest.opens("man-choice")
    first, second = (guest.page.locator(f"input[name=axis-1-crews-{number}]:checked") for number in (1, 2))
    before = first.input_value(), second.input_value()
    guest.page.locator(f"input[name=axis-1-crews-2][value='{before[0]}']").check()
    assert (first.input_value(), second.input_value()) == (before[1], before[0])
    names = [guest.page.locator(f"strong[data-shows=axis-1-crews-{number}]").inner_text() for number in (1, 2)]
    rows = [seat.locator("xpath=..").locator(".row-name").inner_text() for seat in (first, second)]
    assert names == rows, "each seat's line names the one who sits there now"
    guest.fits()


def test_a_pilot_is_chosen_by_keyboard(transactional_db: None, visitor: NewVisitor) -> None:
    owner = sign_in_links.owner()
    mission = make.land_mission(owner, "mechili")
    guest = visitor(390, scripted=False)
    guest.enter(sign_in_links.token_for(owner))
    guest.go(f"/campaigns/{mission.campaign_id}/missions/1/plan/axis/")
    page = guest.page
    page.locator("details.unit-orders > summary").first.focus()
    page.keyboard.press("Enter")
    page.locator("details.man-choice > summary").first.focus()
    page.keyboard.press("Enter")
    chosen = page.locator("input[name=axis-1-leader_pilot]:checked")
    before = chosen.input_value()
    chosen.focus()
    page.keyboard.press("ArrowDown")
    assert chosen.input_value() != before
    guest.fits()


def test_on_a_phone_the_bar_that_stays_in_sight_is_low_and_hides_nothing_that_has_the_focus(
    transactional_db: None, visitor: NewVisitor
) -> None:
    owner = sign_in_links.owner()
    mission = make.drawn(make.campaign(owner, make.PERIODS, allied="me", axis="me"))
    guest = visitor(390)
    guest.enter(sign_in_links.token_for(owner))
    guest.go(f"/campaigns/{mission.campaign_id}/missions/1/plan/allied/")
    page = guest.page
    low = page.locator(".sign-now")
    expect(low.get_by_role("button", name="Sign the orders")).to_be_in_viewport()
    box = low.bounding_box()
    assert box is not None
    assert box["height"] <= 72
    page.locator("details.brief-fold > summary").first.focus()
    seen = 0
    while not page.evaluate("document.activeElement.matches('.plan-bar *')"):
        page.keyboard.press("Tab")
        reached, bar = (
            page.evaluate(f"{what}.getBoundingClientRect().{edge}")
            for what, edge in (("document.activeElement", "bottom"), ("document.querySelector('.sign-now')", "top"))
        )
        if not page.evaluate("document.activeElement.matches('.plan-bar *')"):
            assert reached <= bar, page.evaluate("document.activeElement.outerHTML")
            seen += 1
    assert seen > 4
    last = page.get_by_role("link", name="Not now")
    last.focus()
    expect(last).to_be_in_viewport(ratio=1)
    guest.fits()


def test_on_a_wide_screen_what_is_done_with_a_plan_stands_in_one_row(
    transactional_db: None, visitor: NewVisitor
) -> None:
    owner = sign_in_links.owner()
    mission = make.drawn(make.campaign(owner, make.PERIODS, allied="me", axis="me"))
    guest = visitor(1280)
    guest.enter(sign_in_links.token_for(owner))
    guest.go(f"/campaigns/{mission.campaign_id}/missions/1/plan/allied/")
    done = guest.page.locator(".sign-bar .btn")
    expect(done.filter(has_text="Not now")).to_be_visible()
    assert len({box["y"] + box["height"] / 2 for each in done.all() if (box := each.bounding_box())}) == 1

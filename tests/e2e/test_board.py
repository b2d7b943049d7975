"""The pages of a campaign and of a mission: what comes next is on the first screen, the rest in parts that open."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.operations import sign_in_links
from missions.operations import orders
from tests import make
from tests.e2e.conftest import NewVisitor, in_the_sweep


def is_on_the_first_screen(page: Page, what: Locator) -> bool:
    box = what.bounding_box()
    height = page.evaluate("innerHeight")
    return box is not None and page.evaluate("scrollY") == 0 and box["y"] + box["height"] <= height


@pytest.mark.parametrize("scripted", [True, in_the_sweep(False)], ids=["with JavaScript", "without JavaScript"])
def test_on_a_phone_what_comes_next_is_on_the_first_screen_and_the_rest_opens(
    scripted: bool, transactional_db: None, visitor: NewVisitor
) -> None:
    owner = sign_in_links.owner()
    campaign = make.campaign(owner, make.PERIODS, allied="me", axis="me")
    make.debriefed(campaign)
    make.drawn(campaign)
    guest = visitor(390, scripted=scripted)
    guest.enter(sign_in_links.token_for(owner))
    guest.go(f"/campaigns/{campaign.pk}/")
    page = guest.page
    assert is_on_the_first_screen(page, page.get_by_role("link", name="Write the Axis orders"))
    log = page.get_by_role("link", name="Log sheet (PDF)")
    expect(log).to_be_hidden()
    page.get_by_role("heading", name="Missions").click()
    expect(log).to_be_visible()
    guest.fits()
    page.get_by_role("heading", name="Missions").click()
    page.get_by_role("heading", name="The track").click()
    guest.fits()


def test_on_a_wide_screen_every_part_stands_open_and_can_be_shut(transactional_db: None, visitor: NewVisitor) -> None:
    owner = sign_in_links.owner()
    campaign = make.campaign(owner, make.PERIODS, allied="me", axis="me")
    make.debriefed(campaign)
    guest = visitor(1280)
    guest.enter(sign_in_links.token_for(owner))
    guest.go(f"/campaigns/{campaign.pk}/")
    page = guest.page
    expect(page.locator("details.part:not([open])")).to_have_count(0)
    log = page.get_by_role("link", name="Log sheet (PDF)")
    expect(log).to_be_visible()
    page.emulate_media(media="print")
    for there, name in ((True, "Victory Points"), (False, "Share it"), (False, "Take it along")):
        expect(page.get_by_role("heading", name=name)).to_be_visible(visible=there)
    page.emulate_media(media="screen")
    page.get_by_role("heading", name="Missions").click()
    expect(log).to_be_hidden()
    guest.fits()


@pytest.mark.parametrize("scripted", [True, in_the_sweep(False)], ids=["with JavaScript", "without JavaScript"])
def test_on_a_phone_the_page_of_a_mission_begins_with_what_its_reader_does_next(
    scripted: bool, transactional_db: None, visitor: NewVisitor
) -> None:
    owner = sign_in_links.owner()
    campaign = make.campaign(owner, allied="staff", axis="me")
    mission = make.drawn(campaign)
    guest = visitor(390, scripted=scripted)
    guest.enter(sign_in_links.token_for(owner))
    guest.go(f"/campaigns/{campaign.pk}/missions/1/")
    page = guest.page
    assert is_on_the_first_screen(page, page.get_by_role("link", name="Write the orders"))
    orders.sign_orders(actor=owner, mission=mission, side="axis", document=make.orders(mission, "axis"))
    guest.go(f"/campaigns/{campaign.pk}/missions/1/")
    assert is_on_the_first_screen(page, page.get_by_role("button", name="Let the engine fly it"))
    note = page.locator("aside details > :not(summary)").first
    expect(note).to_be_hidden()
    page.get_by_role("heading", name="Briefing").click()
    expect(note).to_be_visible()
    guest.fits()


def test_on_a_phone_no_word_of_the_map_s_tables_runs_into_the_next_column(
    transactional_db: None, visitor: NewVisitor
) -> None:
    owner = sign_in_links.owner()
    campaign = make.campaign(owner, "battle-of-britain", allied="me", axis="staff")
    guest = visitor(390)
    guest.enter(sign_in_links.token_for(owner))
    guest.go(f"/campaigns/{campaign.pk}/map/")
    cells = guest.page.get_by_role("table", name="Airfields").get_by_role("cell")
    expect(cells.first).to_contain_text("Allied")
    assert not cells.evaluate_all("found => found.filter(cell => cell.scrollWidth > cell.clientWidth).length")

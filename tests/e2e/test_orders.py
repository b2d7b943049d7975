"""Orders in a browser: what one choice brings, without losing another."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from campaigns import signin
from tests import make
from tests.e2e.conftest import NewVisitor


@pytest.mark.parametrize("scripted", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_resource_brings_its_unit_and_leaves_what_was_ticked(
    scripted: bool, transactional_db: None, visitor: NewVisitor
) -> None:
    owner = signin.owner()
    mission = make.land_mission(owner, "via-balbia")
    guest = visitor(390, scripted=scripted)
    guest.go(f"/enter/{signin.token_for(owner)}/")
    guest.go(f"/campaigns/{mission.campaign_id}/missions/1/plan/allied/")
    page = guest.page
    expect(page.get_by_role("heading", name="Interceptor")).to_have_count(2)
    page.get_by_role("group", name="Altitude").first.get_by_label("Very Low").check()
    page.get_by_label("Hurricanes from Gerawla").check()
    if not scripted:
        guest.press("Show the units that come with it")
    expect(page.get_by_role("heading", name="Interceptor")).to_have_count(3)
    expect(page.get_by_role("group", name="Altitude").first.get_by_label("Very Low")).to_be_checked()
    expect(page.get_by_label("Hurricanes from Gerawla")).to_be_checked()
    if scripted:
        expect(page.get_by_label("Hurricanes from Gerawla")).to_be_focused()
    guest.fits()
    guest.press("Sign the orders")
    expect(page.get_by_role("status")).to_contain_text("signed and sealed")
    expect(page.get_by_text("Hurricanes from Gerawla")).to_be_visible()

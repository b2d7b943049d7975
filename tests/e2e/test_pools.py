"""A campaign with pools in a browser: a period begun, orders from the pool, a look at what it leaves, a correction."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.operations import sign_in_links
from campaigns.selectors import standings
from missions.models import Mission
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.e2e.conftest import NewVisitor


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "scripted"), [(1280, True), (390, False)], ids=["desk", "phone without JavaScript"])
def test_a_period_is_begun_planned_from_the_pool_flown_and_corrected(
    width: int, scripted: bool, transactional_db: None, visitor: NewVisitor
) -> None:
    owner = sign_in_links.owner()
    campaign = make.campaign(owner, make.PERIODS, allied="me", axis="staff", seed=7)
    guest = visitor(width, scripted=scripted)
    guest.enter(sign_in_links.token_for(owner))
    guest.go(f"/campaigns/{campaign.pk}/")
    page = guest.page
    expect(page.get_by_role("heading", name="Begin the first period")).to_be_visible()
    guest.fits()
    guest.press("Draw the weather")
    expect(page.get_by_role("heading", name="Draw mission 1")).to_be_visible()
    guest.press("Draw the mission")
    guest.go(f"/campaigns/{campaign.pk}/")
    guest.press("Write the Allied orders")
    expect(page.get_by_role("heading", name="What is left for tomorrow")).to_be_visible()
    guest.fits()
    guest.press("Sign the orders")
    expect(page.get_by_text("Your orders are signed and sealed.")).to_be_visible()
    mission = campaign.missions.get()
    assert mission.status == Mission.Status.READY
    make.record(mission)
    make.debrief(mission)
    for address, heading in (
        ("squadrons/", "Order of battle"), ("pilots/", "Roster"), ("memorial/", "Memorial"),
        ("journal/", "Journal"), ("claims/", "Claims"), ("changes/", "Changes"),
    ):  # fmt: skip
        guest.go(f"/campaigns/{campaign.pk}/{address}")
        expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
        guest.fits()
    flown = next(each for each in standings.standing_of(campaign).airframes.values() if each.sorties)
    if flown.side == "allied":
        guest.go(f"/campaigns/{campaign.pk}/aircraft/{flown.code}/")
        expect(page.get_by_role("heading", level=1)).to_contain_text(flown.code)
        guest.fits()
    guest.go(f"/campaigns/{campaign.pk}/missions/1/void/")
    page.get_by_label("Why").fill("We forgot the weather.")
    guest.fits()
    guest.press("Declare it void")
    expect(page.get_by_text("Mission 1 is void.")).to_be_visible()
    guest.fits()
    mission.refresh_from_db()
    assert mission.status == Mission.Status.VOID
    assert_reconciled(campaign)

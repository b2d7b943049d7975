"""A strike in a browser: recorded at the table on a phone, and watched when the engine has flown it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from accounts.operations import sign_in_links
from missions.models import Mission
from missions.operations import orders
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.e2e.conftest import NewVisitor, in_the_sweep


def signed(owner: User) -> Mission:
    mission = make.land_mission(owner, "via-balbia")
    for side in ("allied", "axis"):
        orders.sign_orders(actor=owner, mission=mission, side=side, document=make.orders(mission, side))
    mission.refresh_from_db()
    return mission


@pytest.mark.parametrize("scripted", [True, in_the_sweep(False)], ids=["with JavaScript", "without JavaScript"])
def test_a_strike_is_recorded_on_a_phone(scripted: bool, transactional_db: None, visitor: NewVisitor) -> None:
    owner = sign_in_links.owner()
    mission = orders.open_orders(mission=signed(owner))
    guest = visitor(390, scripted=scripted)
    guest.enter(sign_in_links.token_for(owner))
    guest.go(f"/campaigns/{mission.campaign_id}/missions/1/table/")
    page = guest.page
    wingman = page.get_by_role("group").filter(has=page.get_by_text("Striker 1 wingman")).first
    expect(wingman.get_by_label("Lost before it reached the target")).to_be_hidden()
    wingman.get_by_label("Shot down").check()
    expect(wingman.get_by_label("Lost before it reached the target")).to_be_visible()
    wingman.get_by_label("Flak").check()
    page.get_by_role("group", name="What Striker 2 did").get_by_label("Jettisoned, turned back").check()
    guest.fits()
    page.get_by_label("Damage to the target").fill("7")
    guest.press("Reckon the points")
    expect(page.get_by_text("Nothing is stored yet.")).to_be_visible()
    expect(page.get_by_text("flak over the target")).to_be_visible()
    for reason in ("Striker 1 wingman: destroyed", "Striker 2 leader: jettisoned", "Ground Forces: Scattered"):
        expect(page.get_by_role("cell", name=reason)).to_be_visible()
    guest.fits()
    guest.press("Store the result")
    guest.press("Enter it in the journal")
    expect(page.get_by_text("In the journal", exact=True)).to_be_visible()
    assert_reconciled(mission.campaign)


@pytest.mark.parametrize("width", [390, in_the_sweep(1280)])
def test_a_strike_that_the_engine_has_flown_is_watched_before_its_score_is_seen(
    width: int, transactional_db: None, visitor: NewVisitor
) -> None:
    owner = sign_in_links.owner()
    seed = make.seed_that_draws(make.LAND, "via-balbia")
    mission = make.flown(make.campaign(owner, make.LAND, allied="me", axis="me", seed=seed))
    guest = visitor(width)
    guest.enter(sign_in_links.token_for(owner))
    guest.go(f"/campaigns/{mission.campaign_id}/missions/1/")
    page = guest.page
    expect(page.get_by_role("region", name="Score")).to_be_hidden()
    guest.fits()
    guest.press("Watch the replay")
    picture = page.get_by_role("img", name="The table after this step").locator("visible=true")
    expect(picture).to_have_count(1)
    expect(picture.get_by_text("Striker 1", exact=True)).to_be_visible()
    guest.fits()
    page.get_by_role("navigation", name="Turns").get_by_role("link", name="OT").click()
    expect(page.get_by_role("heading", name="Over Target")).to_be_visible()
    guest.fits()

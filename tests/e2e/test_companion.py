"""The table on phones: two at once, one whose connection is cut and whose tab is closed, one without a script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from accounts.operations import sign_in_links
from missions.models import Flight, Mission, ResultDraft, TableTap
from tests import make
from tests.cast import assemble
from tests.e2e.conftest import NewVisitor, Visitor

HITS = "axis-1 leader.hits"


def open_table(guest: Visitor, mission: Mission, unit: str = "axis-1") -> None:
    guest.go(f"/campaigns/{mission.campaign_id}/missions/{mission.number}/table/companion/")
    guest.arrives("At the table")
    guest.page.locator(f"#{unit} > summary").click()


def kept(page: Page, cell: str) -> Locator:
    return page.locator(f'[data-cell="{cell}"]')


def hit(page: Page, times: int) -> None:
    for _ in range(times):
        kept(page, HITS).get_by_role("button", name=re.compile("one more")).click()


def shows(page: Page, cell: str, value: str) -> None:
    expect(kept(page, cell).locator("[data-shows]").first).to_have_text(value)


def test_two_phones_keep_one_table_though_a_connection_is_cut_and_a_tab_is_closed(
    transactional_db: None, visitor: NewVisitor
) -> None:
    cast = assemble()
    mission = make.opened(make.club(cast))
    phone, other = visitor(390, touch=True), visitor(390)
    for guest, person in ((phone, cast.allied), (other, cast.axis)):
        guest.enter(sign_in_links.token_for(person))
        open_table(guest, mission)
    hit(phone.page, 1)
    shows(other.page, HITS, "1")
    hit(other.page, 1)
    shows(phone.page, HITS, "2")
    phone.fits()

    phone.page.context.set_offline(True)
    hit(phone.page, 2)
    phone.page.get_by_role("button", name="Next turn").click()
    kept(phone.page, "axis-1.position").get_by_role("button", name="Tailed", exact=True).click()
    shows(phone.page, HITS, "4")
    shows(phone.page, "turns", "2")
    expect(phone.page.get_by_text("Nothing is lost")).to_be_visible()
    expect(phone.page.get_by_text("4 taps wait on this phone")).to_be_visible()
    assert phone.page.evaluate("[...document.fonts].filter(face => face.status == 'error').length") == 0
    hit(other.page, 1)
    shows(other.page, HITS, "3")
    phone.complaints = [each for each in phone.complaints if "ERR_INTERNET_DISCONNECTED" not in each]

    context = phone.page.context
    phone.page.close()
    context.set_offline(False)
    again = Visitor(context.new_page(), phone.home, scripted=True)
    open_table(again, mission)
    for page in (again.page, other.page):
        shows(page, HITS, "5")
        shows(page, "turns", "2")
        expect(kept(page, "axis-1.position").locator("[aria-pressed=true]")).to_have_text("Tailed")
    expect(again.page.get_by_text("Everything is kept.")).to_be_visible()
    assert TableTap.objects.count() == 7

    again.press("Take back")
    expect(kept(again.page, "axis-1.position").locator("[aria-pressed=true]")).to_have_text("Neutral")
    expect(kept(other.page, "axis-1.position").locator("[aria-pressed=true]")).to_have_text("Neutral")
    damaged = kept(again.page, "axis-1 leader.fate").locator("[aria-pressed=true]").inner_text()
    again.press("Hand in as the result")
    expect(again.page.get_by_text("What was tapped at the table stands here")).to_be_visible()
    fate = again.page.locator('[name="axis-1-leader-fate"]:checked + span')
    expect(fate).to_have_text(damaged)
    again.press("Reckon the points")
    again.press("Store the result")
    assert Flight.objects.get().report["turns"] == 2
    assert again.complaints == []


def test_who_hands_in_while_a_tap_is_on_its_way_comes_to_the_result_with_it(
    transactional_db: None, visitor: NewVisitor
) -> None:
    owner = sign_in_links.owner()
    mission = make.opened(make.campaign(owner, allied="me", axis="me"))
    guest = visitor(390)
    guest.enter(sign_in_links.token_for(owner))
    open_table(guest, mission)
    held: list[Route] = []
    guest.page.route("**/companion/taps/", lambda route: held.append(route))
    hit(guest.page, 1)
    guest.press("Hand in as the result")
    expect(guest.page.get_by_text("1 tap waits on this phone")).to_be_visible()
    held[0].continue_()
    expect(guest.page.get_by_text("What was tapped at the table stands here")).to_be_visible()


@pytest.mark.sweep
def test_what_was_filled_in_of_a_result_without_a_connection_is_kept_when_there_is_one(
    transactional_db: None, visitor: NewVisitor
) -> None:
    owner = sign_in_links.owner()
    mission = make.opened(make.campaign(owner, allied="me"))
    guest = visitor(390)
    guest.enter(sign_in_links.token_for(owner))
    guest.go(f"/campaigns/{mission.campaign_id}/missions/{mission.number}/table/")
    guest.page.context.set_offline(True)
    with guest.page.expect_event("requestfailed"):
        guest.page.get_by_label("For the log").fill("Dust over everything")
    assert not ResultDraft.objects.exists()
    guest.page.context.set_offline(False)
    expect(guest.page.locator("#kept")).to_contain_text("Kept at")
    assert ResultDraft.objects.get().answers["notes"] == ["Dust over everything"]
    lost = ("ERR_INTERNET_DISCONNECTED", "htmx:")
    guest.complaints = [each for each in guest.complaints if not any(sign in each for sign in lost)]


def test_without_a_script_each_tap_is_a_form(transactional_db: None, visitor: NewVisitor) -> None:
    owner = sign_in_links.owner()
    mission = make.opened(
        make.campaign(owner, make.LAND, allied="me", seed=make.seed_that_draws(make.LAND, "via-balbia"))
    )
    guest = visitor(390, scripted=False)
    guest.enter(sign_in_links.token_for(owner))
    open_table(guest, mission, "allied-1")
    altitude = kept(guest.page, "allied-1.altitude").locator(".value")
    before = altitude.inner_text()
    guest.page.get_by_role("button", name=re.compile("Altitude of .*: lower")).first.click()
    expect(altitude).not_to_have_text(before)
    expect(guest.page.locator("#allied-1")).to_have_attribute("open", "")
    guest.press("Take back")
    expect(altitude).to_have_text(before)
    guest.fits()

"""A skirmish in a browser, in every game: chosen, flown in the background, read, watched, flown again, thrown away."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

import engine
from accounts.operations import sign_in_links
from missions import tasks
from missions.models import Skirmish
from missions.operations import jobs
from tests.e2e.conftest import NewVisitor, Visitor, in_the_sweep

FIRST, *OTHERS = engine.systems()
JOURNEYS = [(OTHERS[0], 390, True), *(in_the_sweep(system, 390, True) for system in OTHERS[1:])]
JOURNEYS += [
    in_the_sweep(FIRST, 390, False),
    in_the_sweep(FIRST, 390, True),
    in_the_sweep(FIRST, 1280, True),
    in_the_sweep(OTHERS[-1], 390, False),
]


@pytest.fixture(autouse=True)
def worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs wait until the test lets the worker go, so that the progress can be watched."""
    monkeypatch.setattr(jobs, "send", lambda job: None)


@pytest.mark.parametrize(("system", "width", "scripted"), JOURNEYS)
def test_a_scenario_is_chosen_flown_read_watched_flown_again_and_deleted(
    system: str, width: int, scripted: bool, transactional_db: None, visitor: NewVisitor
) -> None:
    game = engine.systems()[system]
    scenario = next(iter(game.scenarios().values()))
    guest = visitor(width, scripted=scripted)
    guest.enter(sign_in_links.token_for(sign_in_links.owner()))
    guest.fits()
    if width < 1000:
        guest.page.get_by_text("More", exact=True).click()
    guest.press("Skirmishes")
    guest.arrives("Skirmishes")
    guest.press("New skirmish")
    guest.arrives("New skirmish")
    guest.press(f"Choose a scenario of {game.title}")
    guest.arrives(game.title)
    guest.page.get_by_role("radio", name=scenario.title).first.check()
    first = next(iter(game.sides.values()))
    guest.page.get_by_role("group", name=f"Who decides for {first}?").get_by_label("The staff").check()
    guest.page.get_by_role("region", name=game.sides["axis"]).get_by_label("Bold").check()
    guest.page.get_by_text("The same fight again: its seed").click()
    guest.page.get_by_label("Seed").fill("7")
    guest.press("Fly it")
    guest.arrives(scenario.title)
    fly(guest)
    watch(guest)
    guest.page.get_by_role("link", name=scenario.title).click()
    guest.arrives(scenario.title)
    guest.press("Fly it again, with another seed")
    expect(guest.page.get_by_text("Waiting for take-off")).to_be_visible()
    assert Skirmish.objects.count() == 2
    guest.page.get_by_text("Delete it").click()
    guest.press("Delete this skirmish")
    guest.arrives("Skirmishes")
    expect(guest.page.get_by_role("listitem").filter(has_text=scenario.title).last).to_be_visible()
    assert Skirmish.objects.count() == 1


def fly(guest: Visitor) -> None:
    expect(guest.page.get_by_text("Waiting for take-off")).to_be_visible()
    tasks.fly_skirmish(str(Skirmish.objects.get().job_id))
    if not guest.scripted:
        guest.page.reload()
    expect(guest.page.get_by_role("heading", name="What became of them")).to_be_visible()
    guest.fits()


def watch(guest: Visitor) -> None:
    """Its replay, from the set-up to the end; what is written on the table can be read."""
    guest.press("Watch the replay")
    guest.arrives("Replay")
    for button in ("Next turn", "Next", "Last"):
        where = guest.page.locator(".pager .where").inner_text()
        guest.press(button)
        expect(guest.page.locator(".pager .where")).not_to_have_text(where, use_inner_text=True)
        picture = guest.page.get_by_role("img", name="The table after this step").locator("visible=true")
        expect(picture).to_have_count(1)
        guest.fits()
        if "board" in (picture.get_attribute("class") or ""):
            assert smallest_text(picture) >= 10.9
    expect(guest.page.get_by_role("link", name="Last", exact=True)).to_have_count(0)


def smallest_text(picture: Locator) -> float:
    """Height in pixels of the smallest letters on a picture, as drawn."""
    return float(
        picture.evaluate(
            """svg => Math.min(Infinity, ...[...svg.querySelectorAll("text")].map(
                text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""
        )
    )


@pytest.mark.sweep
@pytest.mark.parametrize("scripted", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_set_up_of_ones_own_is_filled_in_on_a_phone(
    scripted: bool, transactional_db: None, visitor: NewVisitor
) -> None:
    guest = visitor(390, scripted=scripted)
    guest.enter(sign_in_links.token_for(sign_in_links.owner()))
    guest.press("Fly a skirmish")
    guest.press("Your own by Wild Blue Yonder")
    guest.arrives("Your own set-up")
    page = guest.page
    page.get_by_role("group", name="Allied 1").get_by_label("Aircraft").select_option("spitfire-i")
    guest.press("Fly it")
    expect(page.get_by_role("alert")).to_be_visible()
    assert ["422" in each for each in guest.complaints] == [True], "the browser notes the refusal, and nothing else"
    guest.complaints.clear()
    expect(page.get_by_role("group", name="Allied 1").get_by_label("Aircraft")).to_have_value("spitfire-i")
    guest.fits()
    page.locator("section.axis").get_by_text("Up to").click()
    page.get_by_role("group", name="Axis 3").get_by_label("Aircraft").select_option("bf-109e-3")
    guest.fits()
    guest.press("Fly it")
    guest.arrives("Wild Blue Yonder, my own")
    assert [unit["aircraft"] for unit in Skirmish.objects.get().setup["units"]] == ["spitfire-i", "bf-109e-3"]

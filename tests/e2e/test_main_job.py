"""The main job as one journey: from the sign-in link to the debriefed mission and its log."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from accounts.operations import sign_in_links
from campaigns.models import Campaign
from missions import tasks
from missions.models import Job, Mission
from missions.operations import jobs
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.e2e.conftest import NewVisitor, Visitor, in_the_sweep

SEED = 7


@pytest.fixture(autouse=True)
def same_cards_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.operations.campaigns.secrets", SimpleNamespace(randbits=lambda bits: SEED))


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs wait until the test lets the worker go, so that the progress can be watched."""
    monkeypatch.setattr(jobs, "send", lambda job: None)


@pytest.mark.parametrize(
    ("width", "scripted"),
    [(390, True), in_the_sweep(390, False), in_the_sweep(1280, True)],
    ids=["phone", "phone without JavaScript", "desk"],
)
@pytest.mark.usefixtures("worker")
def test_a_campaign_is_started_flown_watched_debriefed_and_printed(
    width: int, scripted: bool, transactional_db: None, visitor: NewVisitor
) -> None:
    make.pack(make.DOGFIGHTS)
    make.pack(make.LAND)
    guest = visitor(width, scripted=scripted)
    if scripted:
        guest.page.clock.install()
    come_in(guest)
    start_a_campaign(guest)
    draw_and_plan(guest)
    fly_by_the_engine(guest)
    watch(guest)
    debrief(guest)
    print_the_log(guest)
    draw_and_plan(guest)
    record_at_the_table(guest)
    debrief(guest)
    campaign = Campaign.objects.get()
    assert [mission.status for mission in campaign.missions.all()] == [Mission.Status.DEBRIEFED] * 2
    assert_reconciled(campaign)


def come_in(guest: Visitor) -> None:
    guest.enter(sign_in_links.token_for(sign_in_links.owner()))
    expect(guest.page.get_by_role("heading", name="Nobody is flying yet")).to_be_visible()
    guest.fits()


def start_a_campaign(guest: Visitor) -> None:
    page = guest.page
    guest.press("Start a campaign")
    guest.arrives("New campaign")
    page.get_by_label("Desert Dogfights").check()
    page.get_by_label("Name of the campaign").fill("Sunday patrol")
    page.get_by_role("group", name="Allied").get_by_label("Me").check()
    page.get_by_role("group", name="Axis").get_by_label("staff").check()
    guest.press("Start the campaign")
    expect(page.get_by_role("heading", name="Sunday patrol")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("Sunday patrol has begun.")
    guest.fits()


def draw_and_plan(guest: Visitor) -> None:
    page = guest.page
    guest.press("Draw the mission")
    expect(page.get_by_role("heading", name="Briefing")).to_be_visible()
    expect(page.get_by_text("Sealed orders.")).to_be_visible()
    guest.fits()
    guest.press("Write the orders")
    guest.arrives("Allied orders")
    guest.opens("unit-orders")
    page.get_by_role("group", name="Altitude").first.get_by_label("Medium", exact=True).check()
    choose_pilots(guest)
    guest.press("Sign the orders")
    expect(page.get_by_role("status")).to_contain_text("signed and sealed")
    expect(page.get_by_text("Medium").first).to_be_visible()


def choose_pilots(guest: Visitor) -> None:
    """Somebody who is free takes over; with JavaScript two pilots may also change places in one go."""
    guest.opens("man-choice")
    page = guest.page
    seats = page.locator("details.man-choice")

    def sits(place: int) -> str:
        return seats.nth(place).locator("input:checked").input_value()

    flying = {sits(place) for place in range(seats.count())}
    offered = [row.input_value() for row in seats.nth(0).locator("input").all()]
    free = next(pilot for pilot in offered if pilot and pilot not in flying)
    seats.nth(0).locator(f"input[value='{free}']").check()
    if guest.scripted:
        first, second = sits(0), sits(1)
        seats.nth(0).locator(f"input[value='{second}']").check()
        assert (sits(0), sits(1)) == (second, first)


def fly_by_the_engine(guest: Visitor) -> None:
    page = guest.page
    guest.press("Let the engine fly it")
    expect(page.get_by_role("heading", name="On the runway")).to_be_visible()
    guest.fits()
    page.reload()
    expect(page.get_by_role("progressbar")).to_be_visible()
    job = Job.objects.get()
    Job.objects.filter(pk=job.pk).update(status=Job.Status.RUNNING, done=3, total=6)
    look_again(guest)
    expect(page.get_by_text("Turn 3 of 6.")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "50")
    tasks.fly(str(job.pk))
    look_again(guest)
    expect(page.get_by_role("heading", name="Back on the ground")).to_be_visible()
    if guest.scripted:
        assert guest.polls, "the progress never asked for itself"
        asked = len(guest.polls)
        guest.time_passes(10)
        assert len(guest.polls) == asked, "the progress goes on asking after the job has ended"


def look_again(guest: Visitor) -> None:
    """Without JavaScript the page is loaded again; with it, it comes by itself after a while."""
    if guest.scripted:
        guest.time_passes(1)
    else:
        guest.page.reload()


def watch(guest: Visitor) -> None:
    page = guest.page
    guest.press("Watch the replay")
    expect(page).to_have_url(re.compile(r"/replay/0/$"))
    expect(page.get_by_role("img", name="The table after this step").locator("visible=true")).to_have_count(1)
    guest.fits()
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page).to_have_url(re.compile(r"/replay/1/$"))
    expect(page.get_by_text(re.compile(r"step 1 of \d+"))).to_be_visible()
    if guest.scripted:
        page.keyboard.press("ArrowRight")
        expect(page).to_have_url(re.compile(r"/replay/2/$"))
        expect(page.get_by_text(re.compile(r"step 2 of \d+"))).to_be_visible()
        page.keyboard.press("ArrowLeft")
        expect(page).to_have_url(re.compile(r"/replay/1/$"))
        slider = page.get_by_role("slider", name="Step")
        slider.fill("9")
        expect(page).to_have_url(re.compile(r"/replay/9/$"))
        expect(page.get_by_text(re.compile(r"step 9 of \d+"))).to_be_visible()
    else:
        guest.press("Go to the step")
    page.get_by_role("link", name="Last", exact=True).click()
    expect(page.get_by_text(re.compile(r"step (\d+) of \1"))).to_be_visible()
    guest.fits()
    guest.press("Whole log")
    expect(page.get_by_role("heading", name="Turn 6")).to_be_visible()
    guest.fits()


def debrief(guest: Visitor) -> None:
    page = guest.page
    guest.go(f"/campaigns/{Campaign.objects.get().pk}/")
    guest.press("To the debrief")
    expect(page.get_by_role("heading", name="Victory Points")).to_be_visible()
    guest.fits()
    guest.press("Enter it in the journal")
    expect(page.get_by_text("In the journal", exact=True)).to_be_visible()
    guest.press("Back to the campaign")
    expect(page.get_by_role("heading", name="Losses by type")).to_be_visible()
    guest.fits()


def print_the_log(guest: Visitor) -> None:
    guest.opens("mission-log")
    link = guest.page.get_by_role("link", name="Log sheet (PDF)").get_attribute("href")
    assert link
    response = guest.page.request.get(guest.home + link)
    assert response.headers["content-type"] == "application/pdf"
    assert response.body().startswith(b"%PDF-")


def record_at_the_table(guest: Visitor) -> None:
    page = guest.page
    page.get_by_role("button", name="Open the orders", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("The orders are open.")
    guest.fits()
    guest.press("Record the result")
    guest.arrives("At the table")
    victim = page.get_by_role("group").filter(has=page.get_by_text("Axis 1 leader")).first
    expect(victim.get_by_role("group", name="By whom")).to_be_hidden()
    victim.get_by_label("Shot down").check()
    victim.get_by_role("group", name="By whom").get_by_role("radio").nth(1).check()
    page.get_by_label("For the log").fill("One pass, haul off & home.")
    guest.fits()
    guest.press("Reckon the points")
    expect(page.get_by_text("Nothing is stored yet.")).to_be_visible()
    expect(page.get_by_text("shot down", exact=True)).to_have_count(1)
    guest.fits()
    guest.press("Change something")
    expect(victim.get_by_label("Shot down")).to_be_checked()
    guest.press("Reckon the points")
    guest.press("Store the result")
    expect(page.get_by_role("status")).to_contain_text("The result is stored.")
    expect(page.get_by_text("One pass, haul off & home.")).to_be_visible()

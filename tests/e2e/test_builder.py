"""A pack of three missions is built by forms, put on the shelf, begun and flown; nobody touches a file."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from accounts.operations import sign_in_links
from campaigns.catalogue.library import aircraft_name
from campaigns.models import Campaign, Pack, PackDraft
from campaigns.operations import builder
from missions import tasks
from missions.models import Flight, Job
from missions.operations import jobs
from tests import make
from tests.e2e.conftest import NewVisitor, Visitor

KITE = "Our Kite"


@pytest.fixture(autouse=True)
def same_cards_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.operations.campaigns.secrets", SimpleNamespace(randbits=lambda bits: 7))
    monkeypatch.setattr(jobs, "send", lambda job: None)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("width", "scripted"),
    [(390, True), (390, False), (1280, True)],
    ids=["phone", "phone without JavaScript", "desk"],
)
def test_a_pack_of_three_missions_is_built_by_forms_and_flown(
    width: int, scripted: bool, transactional_db: None, visitor: NewVisitor
) -> None:
    make.pack(make.DOGFIGHTS)
    guest = visitor(width, scripted=scripted)
    guest.enter(sign_in_links.token_for(sign_in_links.owner()))
    guest.go("/packs/")
    guest.press("Make your own")
    guest.arrives("Make a pack of your own")
    guest.page.get_by_label("A land campaign").check()
    guest.press("Begin a draft")
    guest.arrives("A land campaign")
    name_it(guest)
    build_a_mission(guest)
    draw_all_three(guest)
    put_it_on_the_shelf(guest)
    fly(guest)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("width", "scripted"),
    [(390, False), (1280, True)],
    ids=["phone without JavaScript", "desk"],
)
def test_a_fighter_of_ones_own_is_made_by_form_built_into_a_pack_of_three_missions_and_flown(
    width: int, scripted: bool, transactional_db: None, visitor: NewVisitor
) -> None:
    guest = visitor(width, scripted=scripted)
    guest.enter(sign_in_links.token_for(sign_in_links.owner()))
    make_a_fighter(guest)
    guest.go("/packs/new/")
    guest.page.get_by_label("A land campaign").check()
    guest.press("Begin a draft")
    guest.arrives("A land campaign")
    name_it(guest)
    take_the_fighter_in(guest)
    build_a_mission(guest, fighter=KITE)
    for mission, unit in (("first-meeting", 0), ("the-raid", 2)):
        fly_the_fighter(guest, mission, unit)
    draw_all_three(guest)
    put_it_on_the_shelf(guest)
    expect(guest.page.get_by_role("heading", name="Its own cards")).to_be_visible()
    fly(guest)
    flown = {each["aircraft"] for each in Flight.objects.get().report["aircraft"]}
    assert KITE in map(aircraft_name, flown)


def test_form_and_text_stand_side_by_side_and_each_shows_what_the_other_changes(
    transactional_db: None, visitor: NewVisitor
) -> None:
    owner = sign_in_links.owner()
    draft = builder.start_copy(actor=owner, pack=make.pack(make.LAND))
    guest = visitor(1280)
    guest.enter(sign_in_links.token_for(owner))
    guest.go(f"/packs/drafts/{draft.pk}/missions/via-balbia/")
    guest.press("Show the text beside it")
    page = guest.page
    text, title = page.get_by_label("This page writes what begins at line"), page.get_by_label("Title", exact=True)
    form = page.locator(".builder-form").bounding_box()
    beside = text.bounding_box()
    assert form is not None
    assert beside is not None
    assert beside["x"] >= form["x"] + form["width"]
    assert beside["y"] < 844
    assert text.evaluate("area => area.scrollTop") > 0, "it stands at the table that the page writes"
    guest.fits()
    title.fill("The coast road")
    title.press("Tab")
    expect(text).to_have_value(re.compile('title = "The coast road"'))
    assert text.evaluate("area => area.scrollTop") > 0
    text.fill(text.input_value().replace('"The coast road"', '"Along the coast" # by hand'))
    title.focus()
    expect(title).to_have_value("Along the coast")
    expect(text).to_have_value(re.compile('"Along the coast" # by hand'))
    page.get_by_role("link", name="Put the text away").click()
    expect(text).to_have_count(0)


def make_a_fighter(guest: Visitor) -> None:
    """A Hurricane that turns better; a figure that no fighter has is refused with its rule."""
    page = guest.page
    guest.go("/aircraft/hurricane-i/")
    guest.press("Make a card of your own of it")
    guest.arrives("A new card")
    page.get_by_label("Slug", exact=True).fill("our-kite")
    page.get_by_label("Name", exact=True).fill(KITE)
    performance = page.locator("[name='wildblue.leader.performance']")
    performance.fill("70")
    guest.press("Draw it")
    expect(page.get_by_text("15 or less. [Wild Blue Yonder 5.2.2]").first).to_be_visible()
    performance.fill("7")
    guest.press("Keep it")
    guest.arrives(KITE)
    guest.fits()


def take_the_fighter_in(guest: Visitor) -> None:
    part(guest, "Own cards")
    guest.page.get_by_label(KITE).check()
    guest.press("Take them in")
    expect(guest.page.get_by_text("Saved.").first).to_be_visible()
    expect(guest.page.get_by_role("button", name="Take it out")).to_be_visible()
    guest.fits()


def fly_the_fighter(guest: Visitor, mission: str, unit: int) -> None:
    page = guest.page
    guest.go(f"/packs/drafts/{PackDraft.objects.get().pk}/missions/{mission}/")
    row = page.locator(f"#f-units-{unit}")
    row.locator("summary").first.click()
    row.get_by_label("Aircraft 1").fill(KITE)
    save(guest)


def part(guest: Visitor, name: str) -> None:
    """Go to a part by the list of them."""
    if not guest.page.get_by_role("link", name=name, exact=True).first.is_visible():
        guest.page.get_by_text("Parts of the draft").click()
    guest.page.get_by_role("navigation", name="Parts of the draft").get_by_role("link", name=name).click()
    guest.arrives(name)


def save(guest: Visitor) -> None:
    guest.press("Save")
    expect(guest.page.get_by_text("Saved.").first).to_be_visible()


def name_it(guest: Visitor) -> None:
    page = guest.page
    guest.go(f"/packs/drafts/{PackDraft.objects.get().pk}/head/")
    page.get_by_label("Title", exact=True).fill("Two airfields")
    page.get_by_label("Name in addresses").fill("two airfields")
    page.get_by_label("Name in addresses").press("Tab")
    if guest.scripted:
        expect(page.locator("#f-slug-wrong")).to_contain_text("has the wrong form")
    save(guest)
    expect(page.locator("#f-slug-wrong")).to_contain_text("lower-case letters and figures")
    page.get_by_label("Name in addresses").fill("two-airfields")
    save(guest)
    expect(page.get_by_text("Everything in the draft is right.")).to_be_visible()
    guest.fits()


def build_a_mission(guest: Visitor, fighter: str = "Hawker Hurricane Mk I") -> None:
    """The third mission goes, and another takes its place."""
    page = guest.page
    pk = PackDraft.objects.get().pk
    guest.go(f"/packs/drafts/{pk}/missions/the-answer/")
    page.get_by_text("Its key, a copy of it, or away with it").click()
    guest.press("Remove it from the draft")
    guest.arrives("Missions")
    page.get_by_label("A new mission").fill("The last word")
    guest.press("Add it")
    guest.arrives("The last word")
    page.get_by_label("Type", exact=True).select_option("Air combat")
    page.get_by_label("Place", exact=True).fill("Over both airfields")
    page.locator("#f-units-0").get_by_label("Role").select_option("Fighter")
    page.get_by_label("Aircraft 1").fill(fighter)
    guest.press("Add a unit")
    new = page.locator("#f-units-1")
    new.get_by_label("Side").select_option("Axis")
    new.get_by_label("Role").select_option("Fighter")
    new.get_by_label("Aircraft 1").fill("messerschmitt bf 109e-7")
    save(guest)
    expect(page.locator("#state")).to_contain_text("No stage draws this Mission.")
    guest.fits()


def draw_all_three(guest: Visitor) -> None:
    page = guest.page
    guest.go(f"/packs/drafts/{PackDraft.objects.get().pk}/stages/1/")
    page.get_by_label("Missions flown").fill("3")
    row = page.locator("#f-table-2")
    if row.get_attribute("open") is None:
        row.locator("summary").first.click()
    row.get_by_label("Mission", exact=True).select_option("The last word")
    save(guest)
    expect(page.get_by_text("Everything in the draft is right.")).to_be_visible()
    guest.fits()


def put_it_on_the_shelf(guest: Visitor) -> None:
    page = guest.page
    guest.go(f"/packs/drafts/{PackDraft.objects.get().pk}/")
    expect(page.get_by_text("It may go on the shelf.")).to_be_visible()
    guest.press("Put it on the shelf")
    guest.arrives("Two airfields")
    assert not PackDraft.objects.exists()
    text = Pack.objects.get(slug="two-airfields").source
    assert "# best margin first; the last has no least" in text, "the comments of the skeleton are there"


def fly(guest: Visitor) -> None:
    page = guest.page
    guest.press("Start this campaign")
    page.get_by_role("group", name="Allied").get_by_label("Me").check()
    guest.press("Start the campaign")
    guest.press("Draw the mission")
    expect(page.get_by_role("heading", name="Briefing")).to_be_visible()
    guest.press("Write the orders")
    guest.arrives("Allied orders")
    guest.press("Sign the orders")
    expect(page.get_by_role("status")).to_contain_text("signed and sealed")
    guest.press("Let the engine fly it")
    expect(page.get_by_role("heading", name="On the runway")).to_be_visible()
    tasks.fly(str(Job.objects.get().pk))
    page.reload()
    expect(page.get_by_role("heading", name="Back on the ground")).to_be_visible()
    assert Campaign.objects.get().pack.slug == "two-airfields"

"""A club's campaign in three browsers at once: umpire, Allied and Axis, from the invitation to the approved result."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from accounts.operations import sign_in_links
from campaigns.models import Campaign
from missions.models import Debrief, Mission
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.e2e.conftest import NewVisitor, Visitor

PASSWORD = "nine-wild-geese"
SEED = 7
Screen = tuple[int, bool]
"""How wide it is, and whether JavaScript runs."""


DESK, PHONE = (1280, True), (390, True)
PLAIN_DESK, PLAIN_PHONE = (1280, False), (390, False)
"""Without JavaScript."""


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("umpires", "allies", "axis_"),
    [(DESK, PHONE, PLAIN_DESK), (PLAIN_PHONE, DESK, PHONE)],
    ids=["umpire at a desk", "umpire on a phone without JavaScript"],
)
def test_three_people_play_from_the_invitation_to_the_approved_result(
    umpires: Screen,
    allies: Screen,
    axis_: Screen,
    transactional_db: None,
    visitor: NewVisitor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("campaigns.operations.campaigns.secrets", SimpleNamespace(randbits=lambda bits: SEED))
    make.pack(make.DOGFIGHTS)
    umpire, allied, axis = (visitor(width, scripted=scripted) for width, scripted in (umpires, allies, axis_))
    found_a_club(umpire)
    begin_its_campaign(umpire)
    agree_on_terms(umpire)
    join_as_commander(umpire, allied, "Alice", "Commander, Allied")
    join_as_commander(umpire, axis, "Benito", "Commander, Axis")
    plan_in_secret(umpire, allied, axis)
    tell_the_result(allied)
    dispute_a_fact(axis)
    decide_and_approve(umpire)
    read_the_debrief(allied, axis)


def found_a_club(umpire: Visitor) -> None:
    umpire.enter(sign_in_links.token_for(sign_in_links.owner()))
    umpire.go("/clubs/")
    umpire.press("Found a club")
    umpire.arrives("Found a club")
    umpire.page.get_by_label("Name of the club").fill("The Tuesday Wing")
    umpire.page.get_by_label("Time zone").select_option("Europe/London")
    umpire.press("Found the club")
    umpire.arrives("The Tuesday Wing")


def begin_its_campaign(umpire: Visitor) -> None:
    page = umpire.page
    page.get_by_role("link", name=re.compile("campaign", re.I)).filter(
        has_text=re.compile("new|begin|start", re.I)
    ).first.click()
    umpire.arrives("New campaign")
    page.get_by_label("Desert Dogfights").check()
    page.get_by_label("Name of the campaign").fill("Over the wire")
    page.get_by_role("group", name="Allied").get_by_label("staff").check()
    page.get_by_role("group", name="Axis").get_by_label("staff").check()
    page.get_by_role("group", name="It belongs to").get_by_label("The Tuesday Wing").check()
    umpire.press("Start the campaign")
    umpire.arrives("Over the wire")


def agree_on_terms(umpire: Visitor) -> None:
    page = umpire.page
    umpire.go(f"/campaigns/{Campaign.objects.get().pk}/terms/")
    umpire.arrives("Terms")
    page.get_by_role("group", name="Orders are due").get_by_label("A day", exact=True).check()
    page.get_by_label("When both are in").check()
    page.get_by_label("The other side confirms").check()
    umpire.press("Agree on these terms")
    expect(page.get_by_role("status")).to_be_visible()
    umpire.fits()


def join_as_commander(umpire: Visitor, player: Visitor, name: str, seat: str) -> None:
    """The umpire makes a link for one seat; whoever gets it signs up by it and takes the seat."""
    page = umpire.page
    umpire.go(f"/clubs/{Campaign.objects.get().club_id}/invitations/")
    page.get_by_label("And in a campaign").select_option(label="Over the wire")
    page.get_by_label("Their seat there").select_option(label=seat)
    umpire.press("Make the link")
    link = page.get_by_role("textbox", name="The link").input_value()
    umpire.fits()

    page = player.page
    player.go(link.removeprefix(umpire.home))
    player.arrives("owner invites you")
    player.press("Sign up")
    player.arrives("Make an account")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("The password again").fill(PASSWORD)
    player.press("Make the account")
    player.arrives("owner invites you")
    player.press("Accept")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Over the wire|The Tuesday Wing"))
    player.fits()


def plan_in_secret(umpire: Visitor, allied: Visitor, axis: Visitor) -> None:
    campaign = Campaign.objects.get()
    umpire.go(f"/campaigns/{campaign.pk}/")
    umpire.press("Draw the mission")
    mission = f"/campaigns/{campaign.pk}/missions/1/"
    for player in (allied, axis):
        player.go(mission)
        expect(player.page.get_by_text("not handed in", exact=True)).to_have_count(2)
    allied.press("Write the orders")
    allied.arrives("Allied orders")
    allied.fits()
    allied.press("Sign the orders")
    expect(allied.page.get_by_text("handed in", exact=True)).to_have_count(1)
    axis.go(mission)
    expect(axis.page.get_by_text("handed in", exact=True)).to_have_count(1)
    expect(axis.page.get_by_text("not handed in", exact=True)).to_have_count(1)
    expect(axis.page.get_by_role("heading", name="Axis 1")).to_have_count(0)
    axis.press("Write the orders")
    axis.press("Sign the orders")
    assert Mission.objects.get().opened_at is not None
    for player in (allied, axis, umpire):
        player.go(mission)
        expect(player.page.get_by_text("not handed in", exact=True)).to_have_count(0)
        player.fits()


def tell_the_result(allied: Visitor) -> None:
    page = allied.page
    allied.press("Tell how it went")
    allied.arrives("At the table")
    victim = page.get_by_role("group").filter(has=page.get_by_text("Axis 1 leader")).first
    victim.get_by_label("Shot down").check()
    victim.get_by_role("group", name="By whom").get_by_role("radio").nth(1).check()
    allied.fits()
    allied.press("Reckon the points")
    allied.press("Hand it in")
    expect(page.get_by_role("status")).to_be_visible()
    allied.arrives("The result")
    allied.fits()


def dispute_a_fact(axis: Visitor) -> None:
    page = axis.page
    axis.go(f"/campaigns/{Campaign.objects.get().pk}/missions/1/results/1/")
    axis.arrives("The result")
    axis.fits()
    told = page.locator(".fact-value", has_text="Shot down")
    fact = page.get_by_role("listitem").filter(has=told).first
    fact.get_by_text("No, it was otherwise").click()
    fact.get_by_label("Damaged", exact=True).check()
    fact.get_by_label("Why, in a few words").fill("It came home with a smoking engine.")
    axis.press("Dispute what I corrected")
    expect(page.get_by_text("Disputed").first).to_be_visible()


def decide_and_approve(umpire: Visitor) -> None:
    page = umpire.page
    umpire.go(f"/campaigns/{Campaign.objects.get().pk}/missions/1/results/1/")
    expect(page.get_by_text("It came home with a smoking engine.").first).to_be_visible()
    assert not Debrief.objects.exists()
    page.get_by_label(re.compile("As the Axis side says")).check()
    umpire.press("Decide and approve")
    expect(page.get_by_role("status")).to_be_visible()
    assert_reconciled(Campaign.objects.get())
    assert Mission.objects.get().status == Mission.Status.DEBRIEFED


def read_the_debrief(*players: Visitor) -> None:
    for player in players:
        player.go("/notices/")
        expect(player.page.get_by_role("heading", level=1)).to_be_visible()
        expect(player.page.get_by_text(re.compile("Mission 1")).first).to_be_visible()
        player.fits()
        player.go(f"/campaigns/{Campaign.objects.get().pk}/missions/1/debrief/")
        expect(player.page.get_by_text("In the journal", exact=True)).to_be_visible()

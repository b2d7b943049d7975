"""A club in six browsers: a stranger finds it, is let in, commands a side and flies it; all six read of it."""

from __future__ import annotations

import re
from collections import Counter
from time import monotonic

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect
from pytest_django import Settings

from accounts.operations import sign_in_links
from campaigns.models import Campaign, Role
from campaigns.operations import seats
from clubs.models import Club, DatePoll, Night
from clubs.operations import clubs, order, public, showcase
from clubs.operations.order import Rules
from missions.models import Flight, Game, GameEntry, Mission
from missions.operations import game_tables
from missions.selectors.reconcile import assert_reconciled
from notices.operations import fan_out
from tests import make
from tests.cast import Cast
from tests.e2e.conftest import NewVisitor, Visitor
from tests.e2e.screen import decide, is_mine, is_over
from tests.missions import on_screen

NAME, PASSWORD = "Benito", "nine-wild-geese"
EACH = 4
"""Decisions that each of the two takes before the staff flies the rest."""
WITHIN = 60.0
"""Seconds in which somebody is asked."""


@pytest.mark.sweep
def test_a_stranger_finds_the_club_commands_a_side_flies_it_and_all_six_read_of_it(
    cast: Cast, transactional_db: None, visitor: NewVisitor, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SIGN_UP = "open"
    monkeypatch.setattr(game_tables, "PAUSE", (0.0, 0.1))
    campaign = prepared(cast)
    club = campaign.club
    assert club is not None
    poll = make.poll(club, cast.owner)
    owner, allied, axis = visitor(), visitor(390, touch=True), visitor()
    pilot, reader, outsider = visitor(390), visitor(scripted=False), visitor()
    for who, user in ((owner, cast.owner), (allied, cast.allied), (pilot, cast.pilot), (reader, cast.reader)):
        who.enter(sign_in_links.token_for(user))
    find_it_and_ask(axis, club)
    look_at_it(outsider, club)
    let_in(owner)
    vote(axis, pilot, allied, poll=poll)
    close_the_poll(owner, poll)
    ask_for_the_seat(axis)
    give_the_seat(owner)
    plan_in_secret(owner, allied, axis, campaign)
    fly(allied, axis, campaign)
    debrief(owner, campaign)
    read_of_it(campaign, seated=(allied, axis, pilot), reader=reader, outsider=outsider)


def prepared(cast: Cast) -> Campaign:
    """A club with a public page that takes who asks, and its campaign, in which nobody commands the Axis side."""
    rules = Rules(takes_askers=True, quiet_from=None, quiet_until=None, posts_an_hour=None)
    club = order.change(actor=cast.owner, club=make.people_of(cast), rules=rules)
    showcase.open_page(actor=cast.owner, club=club)
    campaign = make.campaign(cast.owner, allied="staff", axis="staff")
    clubs.move_campaign(actor=cast.owner, campaign=campaign, club=club)
    for user, role in ((cast.allied, Role.COMMANDER), (cast.pilot, Role.PILOT)):
        seats.give_seat(actor=cast.owner, campaign=campaign, user=user, role=role, side="allied")
    Campaign.objects.filter(pk=campaign.pk).update(opens=Campaign.Opens.TOGETHER)
    public.open_pages(actor=cast.owner, campaign=campaign)
    fan_out.tell_all()
    return Campaign.objects.get(pk=campaign.pk)


def notice(guest: Visitor, words: str) -> None:
    """Go where a notice leads."""
    fan_out.tell_all()
    guest.go("/notices/")
    guest.arrives("Notices")
    guest.page.locator(".notice-open", has_text=re.compile(words)).first.click()


def find_it_and_ask(guest: Visitor, club: Club) -> None:
    page = guest.page
    guest.go(f"/public-club/{Club.objects.get(pk=club.pk).public_key}/")
    guest.arrives("Ready Room Flyers")
    guest.press("Ask to join")
    guest.arrives("Sign in")
    guest.press("Make an account")
    guest.arrives("Make an account")
    page.get_by_label("Name", exact=True).fill(NAME)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("The password again").fill(PASSWORD)
    guest.press("Make the account")
    guest.arrives("Ready Room Flyers")
    page.get_by_label("Who are you?").fill("I would command the Axis on Tuesdays.")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_role("heading", name="You have asked")).to_be_visible()


def look_at_it(outsider: Visitor, club: Club) -> None:
    outsider.go(f"/public-club/{Club.objects.get(pk=club.pk).public_key}/")
    outsider.arrives("Ready Room Flyers")


def let_in(owner: Visitor) -> None:
    notice(owner, "asks to be let in")
    owner.arrives("Who asks to join")
    owner.press(f"Let them in: {NAME}")
    expect(owner.page.get_by_text(f"{NAME} is a member now")).to_be_visible()


def vote(newcomer: Visitor, *others: Visitor, poll: DatePoll) -> None:
    """The newcomer by the way that somebody goes who has just been let in; the others by their notice."""
    notice(newcomer, "You are let in")
    newcomer.arrives("Ready Room Flyers")
    newcomer.press("Crete evening")
    for guest in (newcomer, *others):
        if guest is not newcomer:
            notice(guest, "asks when you can come")
        guest.arrives("Crete evening")
        suits = guest.page.locator(".poll-date").nth(1 if guest is newcomer else 0)  # then it is the best so far
        suits.get_by_label("Yes", exact=True).check(force=True)
        guest.press("Save my answers")
        expect(guest.page.get_by_text("Noted.")).to_be_visible()
        guest.fits()


def close_the_poll(owner: Visitor, poll: DatePoll) -> None:
    owner.go(f"/clubs/{poll.club_id}/polls/{poll.pk}/")
    best = owner.page.locator(".poll-date").first
    for name in (NAME, "pilot", "allied"):
        expect(best.get_by_text(name)).to_be_visible()
    best.get_by_role("button", name=re.compile("Make this the night")).click()
    owner.arrives("Crete evening")
    expect(owner.page.get_by_text(NAME).first).to_be_visible()
    assert Night.objects.get().poll == DatePoll.objects.get()


def ask_for_the_seat(axis: Visitor) -> None:
    axis.go("/")
    axis.press("open seats")
    axis.arrives("Open seats")
    axis.press("Ask for it: the command of the Axis side")
    expect(axis.page.get_by_text("I would command the Axis side. May I have the seat?")).to_be_visible()


def give_the_seat(owner: Visitor) -> None:
    page = owner.page
    notice(owner, f"{NAME} ")
    owner.arrives("Talk")
    owner.press(f"Give the seat to {NAME}")
    owner.arrives("People")
    expect(page.locator("#give").get_by_label("Who", exact=True)).to_have_value(str(User.objects.get(username=NAME).pk))
    expect(page.locator("#give").get_by_label("Which seat")).to_have_value("commander axis")
    owner.press("Give the seat")
    expect(page.get_by_text("The seat has been given.")).to_be_visible()


def plan_in_secret(owner: Visitor, allied: Visitor, axis: Visitor, campaign: Campaign) -> None:
    owner.go(f"/campaigns/{campaign.pk}/")
    owner.press("Draw the mission")
    expect(owner.page.get_by_role("heading", name="Briefing")).to_be_visible()
    for guest, other in ((allied, axis), (axis, allied)):
        notice(guest, "has been drawn")
        expect(guest.page.get_by_role("heading", name="Briefing")).to_be_visible()
        guest.fits()
        expect(guest.page.get_by_role("heading", name=re.compile(r"^(Allied|Axis) 1"))).to_have_count(0)
        guest.press("Write the orders")
        guest.press("Sign the orders")
        expect(guest.page.get_by_role("status")).to_be_visible()
        if guest is allied:
            other.go(f"/campaigns/{campaign.pk}/missions/1/")
            expect(other.page.get_by_role("heading", name="Allied 1")).to_have_count(0)
    assert Mission.objects.get().opened_at is not None


def fly(allied: Visitor, axis: Visitor, campaign: Campaign) -> None:
    """Both decide several times each in their own browser, then each leaves the rest to the staff."""
    allied.go(f"/campaigns/{campaign.pk}/missions/1/")
    allied.press("Fly it on screen")
    allied.arrives("On screen")
    with on_screen.drawn(5):
        allied.press("Take the controls")
        expect(allied.page.locator("#cockpit")).to_be_visible()
    game = Game.objects.get()
    notice(axis, "on screen")
    axis.press("Take the controls")
    table = {"allied": allied, "axis": axis}
    decided = Counter[str]()
    while min(decided["allied"], decided["axis"]) < EACH:
        side = asked_now(table, game)
        assert side, f"it was over after {decided}"
        decide(table[side], "touch" if side == "allied" else "mouse")
        decided[side] += 1
    for guest in table.values():
        guest.fits()
        guest.page.get_by_text("Standing orders, and leaving it to others").click()
    for guest in table.values():  # what the first does comes in where the second has unfolded the same
        guest.press("Leave it to the staff")
    for guest in table.values():
        expect(guest.page.get_by_role("heading", name="The fight is over.")).to_be_visible()
    people = Counter(GameEntry.objects.filter(game=game, how="person").values_list("side", flat=True))
    assert min(people["allied"], people["axis"]) >= EACH
    assert make.flight(Mission.objects.get()).way == Flight.Way.SCREEN


def asked_now(table: dict[str, Visitor], game: Game) -> str:
    """The side that is asked, once its page shows it; empty once it is over."""
    latest = monotonic() + WITHIN
    while monotonic() < latest:
        if any(is_over(guest) for guest in table.values()):
            return ""
        row = on_screen.fresh(game)
        found = [side for side, guest in table.items() if is_mine(guest)]
        if row.resumes_at is None and found == [row.side]:
            return found[0]
        table["axis"].page.wait_for_timeout(20)
    raise AssertionError("nobody is asked")


def debrief(owner: Visitor, campaign: Campaign) -> None:
    owner.go(f"/campaigns/{campaign.pk}/")
    owner.press("To the debrief")
    owner.arrives("Debrief")
    owner.press("Enter it in the journal")
    expect(owner.page.get_by_text("In the journal", exact=True)).to_be_visible()
    assert_reconciled(campaign)


def read_of_it(campaign: Campaign, *, seated: tuple[Visitor, ...], reader: Visitor, outsider: Visitor) -> None:
    """Each by their own way: who flies there by a notice, who reads by the club, who is of neither on public pages."""
    headlines = set[str]()
    for guest in (*seated, reader):
        if guest is reader:
            guest.go(f"/clubs/{campaign.club_id}/")
            guest.page.locator(".results a").first.click()
        else:
            notice(guest, "has been debriefed")
        guest.press("In the paper")
        headlines.add(headline(guest))
    outsider.page.reload()
    outsider.page.locator(".showcase-paper h2 a").click()
    headlines.add(headline(outsider))
    assert len(headlines) == 1, headlines
    for address in (f"/campaigns/{campaign.pk}/gazette/1/", f"/campaigns/{campaign.pk}/"):
        assert outsider.page.request.get(outsider.home + address).url.startswith(f"{outsider.home}/sign-in/")


def headline(guest: Visitor) -> str:
    expect(guest.page.locator("#headline")).to_be_visible()
    guest.fits()
    return guest.page.locator("#headline").inner_text()

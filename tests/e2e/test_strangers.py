"""A stranger finds a club, asks, is let in, says when they can, asks for a seat, writes, is reported and is muted."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.operations import sign_in_links
from clubs.models import Club, DatePoll
from clubs.operations import clubs, order
from clubs.operations.order import Rules
from tests import make
from tests.cast import assemble
from tests.e2e.conftest import NewVisitor, Visitor


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "scripted"), [(390, False), (1280, True)], ids=["phone", "desk"])
def test_a_stranger_finds_the_club_and_is_one_of_it(
    width: int, scripted: bool, transactional_db: None, visitor: NewVisitor
) -> None:
    cast = assemble()
    rules = Rules(takes_askers=True, quiet_from=None, quiet_until=None, posts_an_hour=None)
    club = order.change(actor=cast.owner, club=make.people_of(cast), rules=rules)
    campaign = make.campaign(cast.owner)
    clubs.move_campaign(actor=cast.owner, campaign=campaign, club=club)
    poll = make.poll(club, cast.umpire)
    owner, stranger = visitor(), visitor(width, scripted=scripted)
    for who, user in ((owner, cast.owner), (stranger, cast.stranger)):
        who.enter(sign_in_links.token_for(user))
    ask_to_join(stranger)
    let_them_in(owner, club)
    say_when(stranger, club, poll)
    ask_for_the_seat(stranger, club)
    report_and_mute(owner, campaign.pk)
    stranger.go(f"/campaigns/{campaign.pk}/talk/")
    expect(stranger.page.get_by_text("has muted you until")).to_be_visible()
    owner.go(f"/clubs/{club.pk}/polls/{poll.pk}/")
    owner.arrives("Crete evening")
    owner.go(f"/clubs/{club.pk}/order/log/")
    owner.arrives("What moderators did")
    expect(owner.page.get_by_text("Muted: stranger")).to_be_visible()
    for place, heading in (("order/", "Order"), ("mutes/", "Mutes"), ("bans/", "Bans"), ("nights/", "Club nights")):
        owner.go(f"/clubs/{club.pk}/{place}")
        owner.arrives(heading)


def ask_to_join(stranger: Visitor) -> None:
    stranger.go("/clubs/")
    stranger.press("Look for an open club")
    stranger.arrives("Open clubs")
    stranger.press("Ask to join")
    stranger.arrives("Ready Room Flyers")
    stranger.page.get_by_label("Who are you?").fill("I would command the Axis on Tuesdays.")
    stranger.page.get_by_role("button", name="Ask", exact=True).click()
    expect(stranger.page.get_by_role("heading", name="You have asked")).to_be_visible()


def let_them_in(owner: Visitor, club: Club) -> None:
    owner.go(f"/clubs/{club.pk}/members/")
    owner.press("Who asks to join (1)")
    owner.arrives("Who asks to join")
    owner.press("Let them in: stranger")
    expect(owner.page.get_by_text("stranger is a member now")).to_be_visible()


def say_when(stranger: Visitor, club: Club, poll: DatePoll) -> None:
    stranger.go(f"/clubs/{club.pk}/polls/{poll.pk}/")
    stranger.arrives("Crete evening")
    second = stranger.page.locator(".poll-date").nth(1)
    second.get_by_label("Yes", exact=True).check(force=True)
    stranger.press("Save my answers")
    best = stranger.page.locator(".poll-date").first
    expect(best.get_by_text("Best so far")).to_be_visible()
    expect(best.get_by_text("stranger")).to_be_visible()
    stranger.fits()


def ask_for_the_seat(stranger: Visitor, club: Club) -> None:
    stranger.go(f"/clubs/{club.pk}/seats/")
    stranger.arrives("Open seats")
    stranger.press("Ask for it: the command of the Axis side")
    expect(stranger.page.get_by_text("I would command the Axis side. May I have the seat?")).to_be_visible()


def report_and_mute(owner: Visitor, campaign: int) -> None:
    """The owner is the umpire here: they report it to themselves, and decide."""
    page = owner.page
    owner.go(f"/campaigns/{campaign}/talk/")
    owner.press("Report the comment of stranger")
    owner.arrives("Report what stranger wrote")
    page.get_by_label("What is wrong with it").fill("Too forward.")
    owner.press("Report it")
    owner.go(f"/campaigns/{campaign}/reports/")
    owner.arrives("Reported posts")
    owner.press("Look and decide")
    page.get_by_label("Remove it, and mute who wrote it").check(force=True)
    page.get_by_label("Why").fill("Patience.")
    owner.press("Decide")
    expect(page.get_by_text("stranger writes nothing for a while")).to_be_visible()

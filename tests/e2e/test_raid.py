"""Eight people fly one raid of a campaign, each his own unit in his own browser, from its orders to its debrief."""

from __future__ import annotations

from collections import Counter
from time import monotonic

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

import engine
from accounts.operations import sign_in_links
from campaigns.models import Pilot, Role
from campaigns.operations import players, seats
from campaigns.packs.schema import SIDES
from missions.flights.context import context_of
from missions.models import Flight, Game, Mission
from missions.operations import game_tables
from tests import make
from tests.cast import Cast
from tests.e2e.conftest import NewVisitor, Visitor
from tests.e2e.screen import decide, is_mine, is_over, keep_habits
from tests.missions import on_screen
from tests.screen import waited_for

PACK, RAID = "into-egypt-1942", "first-of-june"
"""A mission of four units a side."""
WITHIN = 120.0
"""Seconds in which somebody is asked, however many cards have first to be drawn without asking."""
GIVEN = {
    "draw-all",
    "pay-worst",
    "pass-unable",
    "end-unable",
    "wingmen-aim",
    "wingmen-attack",
    "order",
    "never-discard",
    "always-follow",
    "wingmen-answer",
    "press-on",
    "keep-hand",
}
ORDERS = {habit.label for habit in engine.systems()["wildblue"].habits if habit.slug in GIVEN}
"""What each of them need not be asked."""


def manned(cast: Cast) -> tuple[Mission, list[User]]:
    """The raid, its orders open: of each side three men are players' and the first unit is its commander's."""
    campaign = make.club(cast, PACK, seed=make.seed_that_draws(PACK, RAID))
    mission = make.opened(campaign)
    orders = context_of(mission).orders
    people = [cast.allied, cast.axis]
    for side in SIDES:
        for unit in orders[side].units[1:]:
            player = User.objects.create_user(f"flies-{unit.id}")
            seats.give_seat(actor=cast.owner, campaign=campaign, user=player, role=Role.PILOT, side=side)
            man = Pilot.objects.get(pk=next(pilot for pilot in unit.pilots if pilot))
            players.give_pilot(actor=cast.umpire, campaign=campaign, pilot=man, player=player)
            people.append(player)
    return mission, people


def asked_now(table: dict[str, Visitor], game: Game) -> str:
    """Who is asked, once his page shows it: nobody else's page asks anything, but says for whom it waits."""
    latest = monotonic() + WITHIN
    while monotonic() < latest:
        found = [name for name, guest in table.items() if is_mine(guest)]
        row = on_screen.fresh(game)
        if row.is_over:
            return ""
        person = None if row.resumes_at else waited_for(row)
        if person is not None and found == [person.get_username()]:
            return found[0]
        next(iter(table.values())).page.wait_for_timeout(20)
    raise AssertionError(f"{waited_for(on_screen.fresh(game))} is to decide, and {found} are asked")


@pytest.mark.sweep
def test_eight_people_fly_one_raid_each_his_own_unit_and_it_is_debriefed(
    cast: Cast, transactional_db: None, visitor: NewVisitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_tables, "PAUSE", (0.0, 0.1))
    mission, people = manned(cast)
    table = {user.get_username(): visitor(390 if user.pk % 2 else 1280) for user in people}
    assert len(table) == 8
    for user in people:
        table[user.get_username()].enter(sign_in_links.token_for(user))
    leader = table["allied"]
    leader.go(f"/campaigns/{mission.campaign_id}/missions/{mission.number}/")
    leader.press("Fly it on screen")
    leader.arrives("On screen")
    for side in SIDES:
        leader.page.locator(f"input[name=who-{side}][value=units]").check(force=True)
    with on_screen.drawn(7):
        leader.press("Take the controls")
        expect(leader.page.locator("#cockpit")).to_be_visible()
    game = Game.objects.get(mission=mission)
    for guest in table.values():
        guest.go(f"/games/{game.pk}/")
        keep_habits(guest, ORDERS)
        guest.fits()
    decisions = Counter[str]()
    while name := asked_now(table, game):
        for other in table.keys() - {name}:
            expect(table[other].page.locator(".cockpit-prompt")).to_have_text(f"Waiting for {name}.")
        decide(table[name], "mouse")
        decisions[name] += 1
    for guest in table.values():
        expect(guest.page.get_by_text("The fight is over.")).to_be_visible()
        guest.fits()
        assert is_over(guest)
    assert len(decisions) == 8, f"not everybody has decided: {decisions}"
    mission.refresh_from_db()
    assert (mission.status, make.flight(mission).way) == (Mission.Status.FLOWN, Flight.Way.SCREEN)
    leader.press("See what became of them")
    leader.press("To the debrief")
    leader.arrives("Debrief")
    leader.press("Enter it in the journal")
    expect(leader.page.get_by_text("In the journal", exact=True)).to_be_visible()

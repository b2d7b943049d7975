"""Seats that several people give, take or join at once: one after the other, and nobody on both sides."""

from __future__ import annotations

from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError

from campaigns.models import Campaign, Role, Seat, Side
from campaigns.operations import players, seats, terms
from campaigns.standing.kinds import Named, SeatChanged
from clubs.models import ClubRole
from clubs.operations import clubs, open_seats
from config.common.refusals import Refusal
from missions.models import Comment
from missions.selectors.reconcile import assert_reconciled
from notices.models import Happening
from tests import make
from tests.cast import Cast
from tests.concurrency.test_once import PATIENCE, all_at_once, kinds, unlocked

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club(cast: Cast) -> Campaign:
    """A campaign of a club, whose players join freely; its commanders are the staff."""
    campaign = make.campaign(cast.owner, allied="staff", axis="staff")
    guild = clubs.found(actor=cast.owner, name="The Tuesday Club")
    for user in (cast.umpire, cast.allied, cast.axis, cast.pilot):
        clubs.add(club=guild, user=user, role=ClubRole.PLAYER)
    Campaign.objects.filter(pk=campaign.pk).update(club=guild)
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.umpire, role=Role.UMPIRE)
    terms.change_terms(actor=cast.owner, campaign=campaign, joining="freely")
    campaign.refresh_from_db()
    return campaign


@pytest.fixture
def open_door(club: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats without the lock, where everybody waits behind the guard until the other has passed it, too."""
    past_the_guard = Barrier(2, timeout=PATIENCE)
    guard = seats.refuse_both_sides

    def wait_for_the_other(campaign: Campaign, user: User, role: Role, side: str) -> None:
        guard(campaign, user, role, side)
        past_the_guard.wait()

    monkeypatch.setattr(seats, "locked", unlocked)
    monkeypatch.setattr(seats, "refuse_both_sides", wait_for_the_other)


def sides_of(campaign: Campaign, user: User) -> set[str]:
    return {seat.side for seat in campaign.seats.held_by(user.pk)}


def join_both(campaign: Campaign, user: User) -> list[object]:
    return all_at_once(*(partial(seats.join, actor=user, campaign=campaign, side=side) for side in Side.values))


@pytest.mark.usefixtures("open_door")
def test_without_the_lock_one_person_gets_onto_both_sides(club: Campaign, cast: Cast):
    join_both(club, cast.pilot)
    assert sides_of(club, cast.pilot) == {"allied", "axis"}


def test_one_person_who_joins_both_sides_at_once_gets_one(club: Campaign, cast: Cast):
    for _ in range(10):
        assert kinds(join_both(club, cast.pilot)) == {"Seat": 1, "Refusal": 1}
        assert len(sides_of(club, cast.pilot)) == 1
        seats.give_up_seats(actor=cast.pilot, campaign=club, user=cast.pilot)
    assert_reconciled(club)


def test_without_the_lock_only_the_constraint_keeps_a_second_seat_away(
    club: Campaign, cast: Cast, monkeypatch: pytest.MonkeyPatch
):
    both_have_looked = Barrier(2, timeout=PATIENCE)
    save = Seat.save

    def wait_for_the_other(self: Seat, *how: Any, **more: Any) -> None:
        both_have_looked.wait()
        save(self, *how, **more)

    monkeypatch.setattr(seats, "locked", unlocked)
    monkeypatch.setattr(Seat, "save", wait_for_the_other)
    act = partial(seats.join, actor=cast.pilot, campaign=club, side="axis")
    assert kinds(all_at_once(act, act)) == {"Seat": 1, IntegrityError.__name__: 1}


def test_four_clicks_on_join_take_one_seat(club: Campaign, cast: Cast):
    act = partial(seats.join, actor=cast.pilot, campaign=club, side="axis")
    assert kinds(all_at_once(*[act] * 4)) == {"Seat": 1, "Refusal": 3}
    assert club.entries.filter(kind=SeatChanged.kind, data__how="joined").count() == 1
    assert_reconciled(club)


def commands(club: Campaign, cast: Cast) -> list[object]:
    """Two umpires each give the Allied commander's seat to somebody else."""
    return all_at_once(
        *(
            partial(seats.give_seat, actor=actor, campaign=club, user=user, role=Role.COMMANDER, side="allied")
            for actor, user in ((cast.owner, cast.allied), (cast.umpire, cast.pilot))
        )
    )


def test_without_the_lock_a_seat_changes_of_which_the_journal_knows_nothing(
    club: Campaign, cast: Cast, monkeypatch: pytest.MonkeyPatch
):
    both_have_sat_down = Barrier(2, timeout=PATIENCE)
    describe = seats._changed

    def wait_for_the_other(*said: Any, **more: Any) -> SeatChanged:
        both_have_sat_down.wait()
        return describe(*said, **more)

    monkeypatch.setattr(seats, "locked", unlocked)
    monkeypatch.setattr(seats, "_changed", wait_for_the_other)
    assert kinds(commands(club, cast)) == {"Seat": 1, IntegrityError.__name__: 1}
    assert club.entries.filter(kind=SeatChanged.kind, data__role="commander").count() == 1


def test_of_two_umpires_who_give_the_commanders_seat_at_once_the_later_one_replaces_the_earlier(
    club: Campaign, cast: Cast
):
    assert kinds(commands(club, cast)) == {"Seat": 2}
    first, second = club.entries.filter(kind=SeatChanged.kind, data__role="commander").order_by("number")
    holder = club.seats.get(side="allied", role=Role.COMMANDER).user
    assert holder is not None
    assert second.data["who"] == holder.username
    assert second.data["whose"] == first.data["who"]
    assert_reconciled(club)


def test_two_who_ask_for_one_command_in_two_tabs_each_have_asked_once_and_one_gets_it(club: Campaign, cast: Cast):
    """Two umpires give it at once, each to somebody else: the second one has seen the staff there, and is told."""
    assert club.club is not None
    ask = partial(open_seats.ask_for, club=club.club, campaign=club.pk, side="axis")
    results = all_at_once(*(partial(ask, actor=actor) for actor in (cast.axis, cast.pilot) * 2))
    assert kinds(results) == {"Comment": 4}, results
    assert sorted(Comment.objects.values_list("author__username", flat=True)) == ["axis", "pilot"]
    assert Happening.objects.filter(kind="comment").count() == 2
    give = partial(
        seats.give_seat, campaign=club, role=Role.COMMANDER, side="axis", expected_holder=0,
    )  # fmt: skip
    results = all_at_once(
        partial(give, actor=cast.owner, user=cast.axis),
        partial(give, actor=cast.umpire, user=cast.pilot),
        partial(ask, actor=cast.allied),
    )
    assert kinds(results[:2]) == {"Seat": 1, "Refusal": 1}, results
    assert isinstance(results[2], (Comment, Refusal)), results
    holder = make.commander(club, "axis")
    assert holder is not None
    assert any(f"{holder.username} has it now" in str(each) for each in results), results
    assert club.entries.filter(kind=SeatChanged.kind, data__role="commander").count() == 1
    assert Happening.objects.filter(kind="seat-given", data__role="Commander").count() == 1
    with pytest.raises(Refusal, match="Somebody has that seat by now"):
        ask(actor=cast.allied)
    assert_reconciled(club)


def test_a_seat_given_while_seats_on_both_sides_are_forbidden_at_once_leaves_nobody_on_both(club: Campaign, cast: Cast):
    terms.change_terms(actor=cast.owner, campaign=club, both_sides=True)
    seats.join(actor=cast.pilot, campaign=club, side="allied")
    for _ in range(8):
        all_at_once(
            partial(seats.join, actor=cast.pilot, campaign=club, side="axis"),
            partial(terms.change_terms, actor=cast.owner, campaign=club, both_sides=False),
        )
        club.refresh_from_db()
        assert club.both_sides == (sides_of(club, cast.pilot) == {"allied", "axis"})
        for seat in club.seats.filter(user=cast.pilot, side="axis"):
            seats.leave(actor=cast.pilot, campaign=club, seat=seat.pk)
        terms.change_terms(actor=cast.owner, campaign=club, both_sides=True)
    assert_reconciled(club)


def test_a_man_who_is_given_to_two_players_at_once_has_one_and_the_journal_knows_whom(club: Campaign, cast: Cast):
    for user in (cast.pilot, cast.axis):
        seats.give_seat(actor=cast.owner, campaign=club, user=user, role=Role.PILOT, side="allied")
    man = club.pilots.filter(side="allied").order_by("pk")[0]
    all_at_once(
        *(
            partial(players.give_pilot, actor=cast.owner, campaign=club, pilot=man, player=user)
            for user in (cast.pilot, cast.axis)
        )
    )
    man.refresh_from_db()
    assert man.player is not None
    last = club.entries.filter(kind=Named.kind).order_by("number").last()
    assert last is not None
    assert last.data["who"] == man.player.username
    assert_reconciled(club)


def test_two_men_who_are_given_one_name_at_once_do_not_both_get_it(club: Campaign, cast: Cast):
    men = list(club.pilots.filter(side="allied", resource="", on_roster=True).order_by("pk")[:2])
    results = all_at_once(
        *(
            partial(players.name_pilot, actor=cast.owner, campaign=club, pilot=man, name="Leo Barker", reason="A bet")
            for man in men
        )
    )
    assert kinds(results) == {"NoneType": 1, "Refusal": 1}
    assert club.pilots.filter(name="Leo Barker").count() == 1
    assert_reconciled(club)

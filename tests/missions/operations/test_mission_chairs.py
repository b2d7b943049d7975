"""Who decides in a mission on screen: commanders and who stands in, men’s players, and their standing orders."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.models import Role
from campaigns.operations import players, seats
from config.common.refusals import Refusal
from missions import tasks
from missions.flights.context import context_of
from missions.models import Controller, Game, GameEntry, Mission
from missions.operations import games, games_thought
from missions.selectors.games import chairs_of
from tests import make
from tests.cast import Cast
from tests.missions import on_screen
from tests.missions.operations.screen_missions import of_two
from tests.screen import begun, played, sensible, waited_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("same_seed")]

A_WHILE = 60
"""Decisions in which every unit has been asked."""


class TestWhoDecides:
    def test_a_seat_that_changes_hands_takes_the_controls_along(self, cast: Cast) -> None:
        mission = of_two(cast)
        game = begun(mission)
        side = game.side
        old = waited_for(game)
        assert old is not None
        seats.give_seat(actor=cast.owner, campaign=mission.campaign, user=cast.stranger, role=Role.COMMANDER, side=side)
        with pytest.raises(Refusal, match="not your decision"):
            games.decide(actor=old, game=game, side=side, action=sensible(game), seen=game.seen[side])
        assert list(Controller.objects.held_by(old.pk)) == []
        games.decide(actor=cast.stranger, game=game, side=side, action=sensible(game), seen=game.seen[side])

    def test_who_stands_in_decides_too_and_only_until_then(self, cast: Cast) -> None:
        mission = of_two(cast)
        game = begun(mission)
        seat = mission.campaign.seats.get(role=Role.COMMANDER, side=game.side)
        assert seat.user is not None
        until = timezone.now() + timedelta(days=2)
        seats.name_stand_in(actor=cast.owner, campaign=mission.campaign, seat=seat.pk, user=cast.reader, until=until)
        side = game.side
        game = games.decide(actor=cast.reader, game=game, side=side, action=sensible(game), seen=game.seen[side])
        assert GameEntry.objects.filter(game=game, by=cast.reader, how="person").count() == 1
        assert set(Controller.objects.held_by(cast.reader.pk)) == set(Controller.objects.held_by(seat.user.pk))
        seats.end_stand_in(actor=cast.owner, campaign=mission.campaign, seat=seat.pk)
        assert not Controller.objects.held_by(cast.reader.pk).exists()

    def test_a_seat_left_to_the_staff_is_played_by_it_once_the_clock_has_come_by(self, cast: Cast) -> None:
        mission = of_two(cast)
        game = begun(mission)
        side = game.side
        seats.take_away(
            actor=cast.owner,
            campaign=mission.campaign,
            seat=mission.campaign.seats.get(role=Role.COMMANDER, side=side).pk,
        )
        tasks.games_due()
        game.refresh_from_db()
        assert game.is_over or game.side != side
        assert game.entries.filter(how="staff", side=side).exists()
        count = game.count
        tasks.games_due()
        game.refresh_from_db()
        assert game.count == count

    @pytest.mark.portable
    def test_what_one_has_left_to_the_staff_does_not_bind_who_comes_after(self, cast: Cast) -> None:
        mission = of_two(cast)
        game = begun(mission)
        side = game.side
        old = waited_for(game)
        assert old is not None
        Controller.objects.filter(game=game).update(level="ace")
        games.rest(actor=old, game=game, side=side, rests=True)
        game.refresh_from_db()
        assert game.side == side, "it thinks"
        seats.give_seat(actor=cast.owner, campaign=mission.campaign, user=cast.stranger, role=Role.COMMANDER, side=side)
        shown = on_screen.page(game, side, cast.stranger)
        assert shown.is_mine
        assert not shown.thinks
        assert not games_thought.think(game.pk)
        games.decide(actor=cast.stranger, game=game, side=side, action=sensible(game), seen=game.seen[side])
        seats.give_seat(actor=cast.owner, campaign=mission.campaign, user=old, role=Role.COMMANDER, side=side)
        assert game.controllers.get(side=side).rests, "his word holds as long as he has the seat"

    def test_nobody_of_a_campaign_hands_his_chair_on_by_a_link(self, cast: Cast) -> None:
        game = begun(of_two(cast))
        with pytest.raises(Refusal, match="stands in for your seat"):
            games.hand_over(actor=cast.allied, game=game, side="allied")


class TestUnitByUnit:
    def given(self, cast: Cast, mission: Mission, *, place: int = 0) -> tuple[str, User]:
        """A unit in which the pilot's man flies, and who decides for it."""
        own = context_of(mission).orders["allied"].units[0]
        man = mission.campaign.pilots.get(pk=[each for each in own.pilots if each][place])
        players.give_pilot(actor=cast.umpire, campaign=mission.campaign, pilot=man, player=cast.pilot)
        return own.id, cast.pilot

    def test_whose_man_flies_decides_for_his_unit_and_the_commander_for_the_rest(self, cast: Cast) -> None:
        mission = of_two(cast)
        unit, pilot = self.given(cast, mission)
        game = begun(mission, cast.allied, allied="units")
        sat = {each.unit: each.person for each in game.controllers.with_people() if each.side == "allied"}
        assert sat == {"": cast.allied, unit: pilot}
        game = played(game, A_WHILE)
        by = set(game.entries.filter(side="allied", how="person").values_list("unit", "by__username"))
        assert {name for of, name in by if of == unit} == {"pilot"}
        assert {name for of, name in by if of != unit} <= {"allied"}

    def test_a_man_who_is_nobodys_any_more_is_his_commanders(self, cast: Cast) -> None:
        mission = of_two(cast)
        self.given(cast, mission)
        game = begun(mission, cast.allied, allied="units")
        man = mission.campaign.pilots.get(player=cast.pilot)
        players.give_pilot(actor=cast.umpire, campaign=mission.campaign, pilot=man, player=None)
        assert not Controller.objects.held_by(cast.pilot.pk).exists()
        game = played(game, A_WHILE)
        assert not game.entries.filter(by=cast.pilot).exists()

    def test_it_is_not_offered_where_nobodys_man_flies(self, cast: Cast) -> None:
        with pytest.raises(Refusal, match="No man who flies for the Allied side is anybody’s own"):
            begun(of_two(cast), allied="units")

    def test_a_side_of_the_staffs_may_have_people_in_its_units(self, cast: Cast) -> None:
        campaign = make.club(cast)
        seat = campaign.seats.get(role=Role.COMMANDER, side="allied")
        seats.take_away(actor=cast.owner, campaign=campaign, seat=seat.pk)
        mission = make.opened(campaign)
        unit, pilot = self.given(cast, mission)
        game = begun(mission, cast.axis, allied="units")
        assert {each.unit: each.person for each in game.controllers.with_people() if each.side == "allied"} == {
            "": None,
            unit: pilot,
        }


def set_by(user: User, game: Game, side: str) -> list[str]:
    """What stands as set on his page."""
    return [each.slug for each in on_screen.page(game, side, user).habits if each.is_set]


class TestStandingOrders:
    """They bind who gave them, not who comes after him."""

    def keep(self, user: User, game: Game, side: str) -> None:
        games.set_habits(actor=user, game=game, side=side, habits=["never-discard"])
        assert set_by(user, game, side) == ["never-discard"]

    def in_force(self, game: Game, side: str, unit: str = "") -> list[str]:
        chair = next(
            each for each in chairs_of(game.controllers.with_people()) if (each.side, each.unit) == (side, unit)
        )
        return sorted(chair.habits)

    def test_who_takes_a_seat_over_has_none_and_who_comes_back_has_his_own(self, cast: Cast) -> None:
        mission = of_two(cast)
        game, campaign = begun(mission), mission.campaign
        self.keep(cast.allied, game, "allied")
        give = partial(seats.give_seat, actor=cast.owner, campaign=campaign, role=Role.COMMANDER, side="allied")
        give(user=cast.stranger)
        assert (set_by(cast.stranger, game, "allied"), self.in_force(game, "allied")) == ([], [])
        give(user=cast.allied)
        assert set_by(cast.allied, game, "allied") == self.in_force(game, "allied") == ["never-discard"]

    def test_those_of_who_stood_in_end_with_that(self, cast: Cast) -> None:
        mission = of_two(cast)
        game, campaign = begun(mission), mission.campaign
        seat = campaign.seats.get(role=Role.COMMANDER, side="allied").pk
        until = timezone.now() + timedelta(days=2)
        seats.name_stand_in(actor=cast.owner, campaign=campaign, seat=seat, user=cast.reader, until=until)
        self.keep(cast.reader, game, "allied")
        assert self.in_force(game, "allied") == ["never-discard"]
        seats.end_stand_in(actor=cast.owner, campaign=campaign, seat=seat)
        assert (set_by(cast.allied, game, "allied"), self.in_force(game, "allied")) == ([], [])

    def test_who_is_given_a_man_has_none(self, cast: Cast) -> None:
        mission = of_two(cast)
        unit, pilot = TestUnitByUnit().given(cast, mission)
        game = begun(mission, cast.allied, allied="units")
        self.keep(pilot, game, "allied")
        assert (self.in_force(game, "allied", unit), self.in_force(game, "allied")) == (["never-discard"], [])
        man = mission.campaign.pilots.get(player=pilot)
        players.give_pilot(actor=cast.umpire, campaign=mission.campaign, pilot=man, player=cast.allied)
        assert (set_by(cast.allied, game, "allied"), self.in_force(game, "allied", unit)) == ([], [])

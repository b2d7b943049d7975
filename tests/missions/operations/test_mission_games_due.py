"""The clock in missions on screen: who is waited for is told, and after their hours the staff decides."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.models import Role
from campaigns.operations import seats
from missions import tasks
from missions.models import Game, GameEntry
from missions.operations import mission_games
from missions.operations.games import GameTerms
from tests import make
from tests.cast import Cast
from tests.missions.operations.screen_missions import of_two, told
from tests.screen import begun, one_decision, waited_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("same_seed")]


class TestTheClock:
    def waits(self, game: Game, **since: float) -> None:
        make.it_waits(game, timedelta(**since))

    def turns(self) -> list[str]:
        return [each.person.get_username() for each in told("game-turn") if each.person]

    def test_who_is_waited_for_is_told_once_after_a_while(self, cast: Cast) -> None:
        game = begun(of_two(cast))
        first = waited_for(game)
        assert first is not None
        tasks.games_due()
        assert self.turns() == []
        self.waits(game, minutes=11)
        tasks.games_due()
        tasks.games_due()
        assert self.turns() == [first.get_username()]
        game.refresh_from_db()
        while game.resumes_at is not None or waited_for(game) == first:
            game = one_decision(game)
        assert game.told_at is None
        self.waits(game, minutes=11)
        tasks.games_due()
        assert set(self.turns()) == {"allied", "axis"}

    def test_who_stands_in_is_told_too(self, cast: Cast) -> None:
        mission = of_two(cast)
        game = begun(mission)
        seat = mission.campaign.seats.get(role=Role.COMMANDER, side=game.side)
        until = timezone.now() + timedelta(days=2)
        seats.name_stand_in(actor=cast.owner, campaign=mission.campaign, seat=seat.pk, user=cast.reader, until=until)
        tasks.games_due()
        self.waits(game, minutes=11)
        tasks.games_due()
        assert "reader" in self.turns()
        assert len(self.turns()) == 2

    def test_who_comes_to_a_seat_that_is_waited_for_is_told_and_has_his_own_hours(self, cast: Cast) -> None:
        mission = of_two(cast)
        game = begun(mission, terms=GameTerms(hours=24))
        first = waited_for(game)
        assert first is not None
        self.waits(game, hours=20)
        tasks.games_due()
        assert self.turns() == [first.get_username()]
        seat = mission.campaign.seats.get(role=Role.COMMANDER, side=game.side)
        seats.leave(actor=first, campaign=mission.campaign, seat=seat.pk)
        other = cast.reader
        seats.give_seat(actor=cast.owner, campaign=mission.campaign, user=other, role=Role.COMMANDER, side=game.side)
        tasks.games_due()
        game.refresh_from_db()
        assert waited_for(game) == other
        assert timezone.now() - game.waits_since < timedelta(minutes=1), "twenty hours were another's"
        self.waits(game, hours=20)
        tasks.games_due()
        tasks.games_due()
        assert self.turns() == [first.get_username(), "reader"]
        assert not game.entries.filter(how=GameEntry.How.STAFF).exists()
        self.waits(game, hours=25)
        tasks.games_due()
        assert game.entries.filter(how=GameEntry.How.STAFF).exists()

    def test_who_is_named_to_stand_in_while_the_game_waits_is_told_and_nobody_gains_time_twice(
        self, cast: Cast
    ) -> None:
        mission = of_two(cast)
        game = begun(mission, terms=GameTerms(hours=24))
        seat = mission.campaign.seats.get(role=Role.COMMANDER, side=game.side)
        self.waits(game, hours=20)
        tasks.games_due()
        until = timezone.now() + timedelta(days=2)
        for _ in range(2):
            seats.name_stand_in(
                actor=cast.owner, campaign=mission.campaign, seat=seat.pk, user=cast.reader, until=until
            )
            tasks.games_due()
            self.waits(game, hours=20)
            tasks.games_due()
            assert "reader" in self.turns()
            assert len(self.turns()) == 2
            seats.end_stand_in(actor=cast.owner, campaign=mission.campaign, seat=seat.pk)
            since = Game.objects.get(pk=game.pk).waits_since
            tasks.games_due()
            assert Game.objects.get(pk=game.pk).waits_since == since, "who was there before has had his hours"

    def test_in_a_skirmish_too(self, cast: Cast) -> None:
        game = make.game(cast.owner, axis=cast.axis)
        self.waits(game, minutes=11)
        tasks.games_due()
        assert len(self.turns()) == 1

    def test_after_its_hours_the_staff_takes_one_decision(self, cast: Cast) -> None:
        game = begun(of_two(cast), terms=GameTerms(hours=24))
        self.waits(game, hours=23)
        tasks.games_due()
        game.refresh_from_db()
        assert not game.entries.filter(how="staff").exists()
        self.waits(game, hours=25)
        tasks.games_due()
        tasks.games_due()
        assert game.entries.filter(how="staff").count() == 1

    def test_without_a_deadline_it_waits(self, cast: Cast) -> None:
        game = begun(of_two(cast))
        self.waits(game, hours=9000)
        tasks.games_due()
        game.refresh_from_db()
        assert not game.entries.filter(how="staff").exists()

    def test_a_game_that_is_over_is_left_alone(self, cast: Cast) -> None:
        game = mission_games.leave_to_staff(actor=cast.umpire, game=begun(of_two(cast), terms=GameTerms(hours=24)))
        self.waits(game, hours=99)
        count = game.count
        tasks.games_due()
        game.refresh_from_db()
        assert game.count == count
        assert told("game-turn") == []

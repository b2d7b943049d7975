"""A mission of a campaign on screen: begun, under way, given up."""

from __future__ import annotations

from uuid import uuid4

import pytest

from campaigns.models import Role
from campaigns.operations import players, seats
from campaigns.packs.schema import Side
from config.common.refusals import Refusal
from engine.core.report import Report
from missions import tasks
from missions.flights.context import context_of
from missions.models import Flight, Game, Mission
from missions.operations import corrections, flights, games, mission_games
from missions.operations.games import GameTerms
from missions.operations.mission_games import SideChoice
from missions.operations.table import record_table
from missions.planning import setups
from missions.selectors.flights import open_game
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.missions.operations.screen_missions import of_owner_against_axis, of_two, told
from tests.screen import begun, sensible, waited_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("same_seed")]


class TestBeginning:
    def test_it_is_played_by_the_commanders_of_both_sides_and_told_to_everybody(self, cast: Cast) -> None:
        mission = of_two(cast)
        game = begun(mission, cast.allied)
        assert {each.side: each.person for each in game.controllers.with_people()} == {
            "allied": cast.allied,
            "axis": cast.axis,
        }
        assert waited_for(game) in (cast.allied, cast.axis)
        assert [each.data["game"] for each in told("game-begun")] == [game.pk]
        mission.refresh_from_db()
        assert mission.status == Mission.Status.READY

    def test_what_the_engine_would_fly_is_what_is_played(self, cast: Cast) -> None:
        mission = of_two(cast)
        game = begun(mission)
        assert Game.objects.get(pk=game.pk).setup == setups.setup(context_of(mission))

    def test_one_under_way_is_joined(self, cast: Cast) -> None:
        mission = of_two(cast)
        assert begun(mission, cast.allied) == begun(mission, cast.axis)
        assert Game.objects.count() == 1
        assert len(told("game-begun")) == 1

    def test_the_staff_decides_for_its_own_side(self, cast: Cast) -> None:
        mission = make.opened(make.campaign(cast.owner))
        game = begun(mission, axis="staff")
        assert game.controllers.get(side="axis").person is None
        assert waited_for(game) == cast.owner

    def test_its_doctrine_is_what_the_orders_say(self, cast: Cast) -> None:
        mission = make.opened(make.campaign(cast.owner))
        orders = mission.orders.get(side="axis")
        orders.document["doctrine"] = "bold"
        orders.save()
        assert begun(mission).controllers.get(side="axis").doctrine == "bold"

    def test_nobody_leaves_the_enemys_decisions_to_the_staff_but_an_umpire(self, cast: Cast) -> None:
        mission = of_two(cast)
        with pytest.raises(Refusal, match="axis commands the Axis side") as refused:
            begun(mission, cast.allied, axis="staff")
        assert refused.value.field == "who-axis"
        assert begun(mission, cast.umpire, axis="staff").controllers.get(side="axis").person is None

    def test_nor_says_how_well_the_staff_stands_in_for_him(self, cast: Cast) -> None:
        mission = of_two(cast)
        choices: dict[Side, SideChoice] = {"axis": SideChoice(who="commander", level="recruit", doctrine="cautious")}
        game = mission_games.begin_mission(
            actor=cast.allied, mission=mission, key=uuid4(), choices=choices, terms=GameTerms()
        )
        axis = game.controllers.get(side="axis")
        assert axis.level == "regular"
        assert axis.doctrine == context_of(mission).orders["axis"].doctrine

    def test_nor_does_an_umpire_who_plays_against_him(self, cast: Cast) -> None:
        mission = of_owner_against_axis(cast)
        with pytest.raises(Refusal, match="not yours to leave to the staff"):
            begun(mission, cast.owner, axis="staff")
        mission_games.begin_mission(
            actor=cast.owner,
            mission=mission,
            key=uuid4(),
            choices={"axis": SideChoice(who="commander", level="recruit", doctrine="bold")},
            terms=GameTerms(),
        )
        game = open_game(mission)
        assert game is not None
        assert game.controllers.get(side="axis").level == "regular"

    def test_somebody_has_to_decide(self, cast: Cast) -> None:
        with pytest.raises(Refusal, match="Nobody would decide in this game"):
            begun(of_two(cast), cast.umpire, allied="staff", axis="staff")

    @pytest.mark.parametrize("person", ["pilot", "reader", "stranger"])
    def test_a_commander_or_an_umpire_begins_it(self, cast: Cast, person: str) -> None:
        with pytest.raises(Refusal, match="A commander or an umpire"):
            begun(of_two(cast), getattr(cast, person))

    def test_what_is_not_ready_or_not_open_is_refused(self, cast: Cast) -> None:
        campaign = make.club(cast)
        with pytest.raises(Refusal, match="not signed yet"):
            begun(make.drawn(campaign))

    def test_the_orders_are_opened_first(self, cast: Cast) -> None:
        with pytest.raises(Refusal, match="Open the orders of both sides first"):
            begun(make.planned(make.club(cast)))

    def test_what_was_flown_on_paper_is_not_flown_on_screen(self, cast: Cast) -> None:
        with pytest.raises(Refusal, match="on paper"):
            begun(make.on_paper(make.club(cast)))

    def test_what_a_job_flies_or_a_table_has_told_is_refused(self, cast: Cast) -> None:
        mission = of_two(cast)
        flights.queue_flight(actor=cast.owner, mission=mission)
        with pytest.raises(Refusal, match="The engine is flying the mission"):
            begun(mission)

    def test_what_a_table_has_told_is_refused(self, cast: Cast) -> None:
        mission = make.opened(make.confirmed(make.club(cast)))
        make.told(mission, cast.allied)
        with pytest.raises(Refusal, match="A table has told"):
            begun(mission)

    def test_where_results_are_confirmed_an_umpire_begins_what_the_staff_flies_a_side_of(self, cast: Cast) -> None:
        campaign = make.confirmed(make.club(cast))
        seat = campaign.seats.get(role=Role.COMMANDER, side="axis")
        seats.take_away(actor=cast.owner, campaign=campaign, seat=seat.pk)
        mission = make.opened(campaign)
        with pytest.raises(Refusal, match="only an umpire begins a game in which the staff decides"):
            begun(mission, cast.allied)
        assert waited_for(begun(mission, cast.umpire)) == cast.allied

    def test_where_results_are_confirmed_two_people_need_no_umpire(self, cast: Cast) -> None:
        assert begun(make.opened(make.confirmed(make.club(cast))), cast.allied).status == Game.Status.PLAYING

    def test_a_page_begins_one_game(self, cast: Cast) -> None:
        mission, key = of_two(cast), uuid4()

        def begin() -> Game:
            return mission_games.begin_mission(
                actor=cast.owner, mission=mission, key=key, choices={}, terms=GameTerms()
            )

        mission_games.give_up(actor=cast.owner, game=begin())
        with pytest.raises(Refusal, match="has begun a game before"):
            begin()

    def test_a_deadline_is_a_week_at_most(self, cast: Cast) -> None:
        with pytest.raises(Refusal, match="a week at most"):
            begun(of_two(cast), terms=GameTerms(hours=500))


class TestWhileItIsUnderWay:
    def test_it_is_flown_in_no_other_way(self, cast: Cast, subtests: pytest.Subtests) -> None:
        mission = of_two(cast)
        begun(mission)
        with subtests.test("by the engine"), pytest.raises(Refusal, match="give that game up first"):
            flights.queue_flight(actor=cast.owner, mission=mission)
        with subtests.test("by a job from before"), pytest.raises(Refusal, match="give that game up first"):
            flights.store_flight(mission=mission, record="", report=Report("wildblue", 1, (), ()), key=uuid4())
        with subtests.test("at the table"), pytest.raises(Refusal, match="give that game up first"):
            record_table(actor=cast.owner, mission=mission, outcome=make.rough(mission), key=uuid4())
        with subtests.test("void"), pytest.raises(Refusal, match="give that game up first"):
            corrections.void(
                actor=cast.owner, mission=mission, reason="Rain.", expected_version=make.version(mission.campaign)
            )

    def test_no_table_tells_of_it(self, cast: Cast) -> None:
        mission = make.opened(make.confirmed(make.club(cast)))
        begun(mission)
        with pytest.raises(Refusal, match="give that game up first"):
            make.told(mission, cast.allied)

    def test_a_game_that_is_over_and_not_stored_is_still_under_way(self, cast: Cast) -> None:
        mission = of_two(cast)
        game = mission_games.leave_to_staff(actor=cast.umpire, game=begun(mission))
        assert game.status == Game.Status.OVER
        with pytest.raises(Refusal, match="give that game up first"):
            flights.queue_flight(actor=cast.owner, mission=mission)
        assert begun(mission) == game


class TestGivingUp:
    def test_both_commanders_give_it_up(self, cast: Cast) -> None:
        mission = of_two(cast)
        game = begun(mission)
        game = mission_games.give_up(actor=cast.allied, game=game)
        assert game.status == Game.Status.PLAYING
        game = mission_games.give_up(actor=cast.axis, game=game)
        assert game.status == Game.Status.GIVEN_UP
        assert [(each.data["how"], each.side) for each in told("game-given-up")] == [("asked", "axis"), ("ended", "")]
        assert open_game(mission) is None
        assert_reconciled(mission.campaign)

    def test_an_umpires_word_is_enough(self, cast: Cast) -> None:
        assert mission_games.give_up(actor=cast.umpire, game=begun(of_two(cast))).status == Game.Status.GIVEN_UP

    def test_an_umpire_who_plays_in_it_gives_up_as_a_commander_does(self, cast: Cast) -> None:
        mission = of_owner_against_axis(cast)
        game = mission_games.give_up(actor=cast.owner, game=begun(mission))
        assert game.status == Game.Status.PLAYING
        game = mission_games.give_up(actor=cast.axis, game=game)
        assert game.status == Game.Status.GIVEN_UP

    def test_an_umpire_who_flies_one_unit_of_it_gives_nothing_up(self, cast: Cast) -> None:
        campaign = make.club(cast)
        seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.umpire, role=Role.PILOT, side="allied")
        mission = make.opened(campaign)
        man = mission.campaign.pilots.get(pk=next(filter(None, context_of(mission).orders["allied"].units[0].pilots)))
        players.give_pilot(actor=cast.umpire, campaign=mission.campaign, pilot=man, player=cast.umpire)
        game = begun(mission, cast.allied, allied="units")
        with pytest.raises(Refusal, match="You have a part in this game"):
            mission_games.give_up(actor=cast.umpire, game=game)
        with pytest.raises(Refusal, match="You have a part in this game"):
            mission_games.leave_to_staff(actor=cast.umpire, game=game)

    def test_an_umpire_who_plays_in_it_does_not_leave_the_others_side_to_the_staff(self, cast: Cast) -> None:
        game = begun(of_owner_against_axis(cast))
        with pytest.raises(Refusal, match="that of an umpire who has no part"):
            mission_games.leave_to_staff(actor=cast.owner, game=game)
        assert not any(each.rests for each in game.controllers.with_people())

    def test_an_umpire_who_plays_against_the_staff_alone_leaves_his_side_to_it(self, cast: Cast) -> None:
        campaign = make.duel(cast, make.DOGFIGHTS)
        seat = campaign.seats.get(role=Role.COMMANDER, side="axis")
        seats.take_away(actor=cast.owner, campaign=campaign, seat=seat.pk)
        game = begun(make.opened(campaign), cast.owner)
        assert mission_games.leave_to_staff(actor=cast.owner, game=game).status == Game.Status.OVER

    def test_who_plays_against_the_staff_alone_gives_up_alone(self, cast: Cast) -> None:
        campaign = make.club(cast)
        seat = campaign.seats.get(role=Role.COMMANDER, side="axis")
        seats.take_away(actor=cast.owner, campaign=campaign, seat=seat.pk)
        game = begun(make.opened(campaign), cast.allied)
        assert mission_games.give_up(actor=cast.allied, game=game).status == Game.Status.GIVEN_UP

    def test_one_may_think_again(self, cast: Cast) -> None:
        game = mission_games.give_up(actor=cast.allied, game=begun(of_two(cast)))
        game = mission_games.give_up(actor=cast.allied, game=game, is_meant=False)
        game = mission_games.give_up(actor=cast.axis, game=game)
        assert game.status == Game.Status.PLAYING

    def test_the_mission_is_flown_otherwise_then(self, cast: Cast) -> None:
        mission = of_two(cast)
        game = mission_games.give_up(actor=cast.umpire, game=begun(mission))
        again = begun(mission)
        assert again != game
        mission_games.give_up(actor=cast.umpire, game=again)
        make.fly(mission)
        assert make.flight(mission).way == Flight.Way.ENGINE

    def test_nobody_plays_on(self, cast: Cast) -> None:
        game = begun(of_two(cast))
        side, person, action = game.side, waited_for(game), sensible(game)
        assert person is not None
        seen = game.seen[side]
        mission_games.give_up(actor=cast.umpire, game=game)
        with pytest.raises(Refusal, match="given up"):
            games.decide(actor=person, game=game, side=side, action=action, seen=seen)
        tasks.games_due()
        game.refresh_from_db()
        assert (game.status, game.side, game.seen[side] == seen) == (Game.Status.GIVEN_UP, "", False)

    @pytest.mark.parametrize("person", ["pilot", "reader", "stranger"])
    def test_others_do_not(self, cast: Cast, person: str) -> None:
        game = begun(of_two(cast))
        with pytest.raises(Refusal, match="Whoever commands a side"):
            mission_games.give_up(actor=getattr(cast, person), game=game)
        with pytest.raises(Refusal, match="umpires"):
            mission_games.leave_to_staff(actor=getattr(cast, person), game=game)

    def test_what_the_rules_of_today_cannot_follow_is_given_up_before_its_end_and_after(self, cast: Cast) -> None:
        mission = of_two(cast)
        game = begun(mission)
        self.altered(game)
        assert mission_games.give_up(actor=cast.umpire, game=game).status == Game.Status.GIVEN_UP
        game = mission_games.leave_to_staff(actor=cast.umpire, game=begun(mission))
        self.altered(game)
        with pytest.raises(Refusal, match="cannot be taken up by the rules"):
            games.land(game)
        tasks.games_due()
        assert not Flight.objects.exists()
        assert mission_games.give_up(actor=cast.umpire, game=game).status == Game.Status.GIVEN_UP
        assert begun(mission).status == Game.Status.PLAYING

    def altered(self, game: Game) -> None:
        Game.objects.filter(pk=game.pk).update(opening="no such line")
        game.refresh_from_db()

    def test_what_is_over_is_not_given_up(self, cast: Cast) -> None:
        game = mission_games.leave_to_staff(actor=cast.umpire, game=begun(of_two(cast)))
        with pytest.raises(Refusal, match="The game is over"):
            mission_games.give_up(actor=cast.umpire, game=game)

"""A mission of a campaign on screen: begun, played by those whose it is, landed, given up."""

from __future__ import annotations

import secrets
from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

import engine
from campaigns.models import Role
from campaigns.operations import players, seats
from campaigns.packs.schema import Side
from config.common.refusals import Refusal
from engine.core.report import Report
from missions import tasks
from missions.flights.context import context_of, in_campaign_terms
from missions.games.course import record_of
from missions.models import Controller, Flight, Game, GameEntry, Mission
from missions.operations import corrections, debriefs, flights, games, games_thought, mission_games
from missions.operations.games import GameTerms
from missions.operations.mission_games import SideChoice
from missions.operations.table import record_table
from missions.planning import setups
from missions.replay.frames import frames_of
from missions.selectors.flights import open_game
from missions.selectors.games import chairs_of, standing_lines, start_of
from missions.selectors.reconcile import assert_reconciled
from notices.models import Happening
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad
from tests.missions import on_screen
from tests.screen import begun, one_decision, played, sensible, waited_for

pytestmark = pytest.mark.django_db

SYSTEMS = {
    "wildblue": make.DOGFIGHTS,
    "wwi": "flying-circus-1917",
    "sabin": "big-week",
    "angels": "angels-over-kent",
}
"""A campaign of each."""
A_WHILE = 60
"""Decisions in which every unit has been asked."""


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game is the same each time."""
    monkeypatch.setattr(secrets, "randbelow", lambda most: 7 % most)


def of_two(cast: Cast, slug: str = make.DOGFIGHTS) -> Mission:
    """A mission whose orders are open, with a person in command of each side."""
    return make.opened(make.club(cast, slug))


def of_owner_against_axis(cast: Cast) -> Mission:
    """The same, but the campaign's owner commands one side of it."""
    return make.opened(make.duel(cast, make.DOGFIGHTS))


def told(kind: str) -> list[Happening]:
    return list(Happening.objects.filter(kind=kind))


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


class TestLanding:
    @pytest.mark.slow("plays a mission of each game decision by decision")
    @pytest.mark.parametrize("slug", broad(sorted(SYSTEMS.values(), key="flying-circus-1917".__ne__), 1))
    def test_a_mission_of_each_game_goes_from_the_cockpit_to_its_debrief(self, cast: Cast, slug: str) -> None:
        campaign = make.club(cast, slug)
        mission = make.opened(campaign)
        game = played(begun(mission, cast.allied))
        assert game.status == Game.Status.OVER
        games.land(game)
        mission.refresh_from_db()
        flight = make.flight(mission)
        assert (mission.status, flight.way, flight.key) == (Mission.Status.FLOWN, Flight.Way.SCREEN, game.key)
        report = engine.replay(engine.core.record.Record.parse(flight.record)).report()
        assert Report.from_json(flight.report) == in_campaign_terms(mission, report)
        assert flight.record == str(record_of(start_of(game), standing_lines(game)))
        assert len(frames_of(flight.record, None)) > 1
        make.debrief(mission)
        entry = campaign.entries.get(kind="debriefed")
        assert entry.data["way"] == "screen"
        assert_reconciled(campaign)
        campaign.refresh_from_db()
        assert campaign.committed == mission.number

    def flown(self, cast: Cast) -> tuple[Mission, Game]:
        """Over, and not landed."""
        mission = of_two(cast)
        return mission, mission_games.leave_to_staff(actor=cast.umpire, game=begun(mission))

    def test_it_lands_once(self, cast: Cast) -> None:
        mission, game = self.flown(cast)
        games.land(game)
        stored = make.flight(mission).stored_at
        games.land(game)
        assert make.flight(mission).stored_at == stored

    def test_what_nobody_landed_the_sweep_does(self, cast: Cast) -> None:
        mission, game = self.flown(cast)
        assert open_game(mission) == game
        tasks.games_due()
        assert make.flight(mission).key == game.key
        mission.refresh_from_db()
        assert open_game(mission) is None
        tasks.games_due()

    def test_a_corrected_result_is_not_landed_over(self, cast: Cast) -> None:
        mission, game = self.flown(cast)
        games.land(game)
        mission.refresh_from_db()
        make.debrief(mission)
        corrections.amend(
            actor=cast.owner,
            mission=mission,
            key=uuid4(),
            expected_version=make.version(mission.campaign),
            outcome=make.rough(mission),
        )
        corrected = make.flight(mission)
        games.land(game)
        tasks.games_due()
        now = make.flight(mission)
        assert (now.way, now.key, now.report) == (Flight.Way.SCREEN, corrected.key, corrected.report)
        assert now.key != game.key
        assert_reconciled(mission.campaign)

    def test_a_debrief_that_is_taken_back_leaves_the_flight(self, cast: Cast) -> None:
        mission, game = self.flown(cast)
        games.land(game)
        mission.refresh_from_db()
        make.debrief(mission)
        debriefs.withdraw_debrief(actor=cast.owner, mission=mission)
        mission.refresh_from_db()
        assert mission.status == Mission.Status.FLOWN
        assert make.flight(mission).key == game.key
        with pytest.raises(Refusal, match="flown on screen"):
            record_table(actor=cast.owner, mission=mission, outcome=make.rough(mission), key=uuid4())

    def test_a_game_in_progress_does_not_land(self, cast: Cast) -> None:
        mission = of_two(cast)
        games.land(begun(mission))
        assert not Flight.objects.exists()

    def test_where_results_are_confirmed_it_is_debriefed_as_it_was_flown(self, cast: Cast) -> None:
        mission = make.opened(make.confirmed(make.club(cast)))
        games.land(mission_games.leave_to_staff(actor=cast.umpire, game=begun(mission)))
        mission.refresh_from_db()
        with pytest.raises(Refusal, match="flown on screen: no table"):
            make.told(mission, cast.allied)
        make.debrief(mission)
        assert_reconciled(mission.campaign)


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

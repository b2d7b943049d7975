"""Games on screen in unlucky and in hostile hands: nothing is learnt, won or lost by it."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

import engine
from accounts.operations import accounts
from campaigns.models import Role
from campaigns.operations import seats
from config.common.refusals import Refusal
from engine.core.chance import Chance
from missions import tasks
from missions.games.cache import KEPT
from missions.games.course import Course, Start
from missions.models import Game, GameEntry, Skirmish
from missions.operations import corrections, games, mission_games, skirmishes
from missions.operations.games import GameTerms, SeatPlan
from missions.selectors.cockpit import Cockpit, Extras, Picks, cockpit
from missions.selectors.games import chairs_of, course_of, looked_at, start_of, token_of
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad
from tests.missions import on_screen
from tests.screen import begun, one_decision, sensible

pytestmark = pytest.mark.usefixtures("same_chance")

HABITS = [habit.slug for habit in engine.systems()["wildblue"].habits]


@pytest.fixture
def duel(cast: Cast) -> Game:
    return make.game(cast.owner, axis=cast.axis)


def of(cast: Cast, side: str) -> User:
    return cast.owner if side == "allied" else cast.axis


def no_longer_followed(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(opening="no such line")
    KEPT.take(game.key)


def clock_ticks() -> None:
    tasks.games_due()


class TestTakingBack:
    @pytest.mark.parametrize(
        "kind",
        broad(
            [("wildblue", "two-elements"), ("wwi", "two-teams"), ("wildblue", "intercept"), ("sabin", "first-game")], 1
        ),
        ids="-".join,
    )
    @pytest.mark.parametrize("seed", broad(range(8), 2))
    def test_what_may_be_taken_back_told_nothing_that_was_hidden(self, kind: tuple[str, str], seed: int) -> None:
        """Tried on tables with other hidden cards than those on which it is looked at."""
        system = engine.systems()[kind[0]]
        course = Course.new(Start(system=kind[0], setup=system.scenarios()[kind[1]].setup, seed=seed, rules=0))
        chance, quiet, shown = Random(seed), 0, 0
        while course.game.decision is not None:
            before, action = course.game.copy(), chance.choice(course.game.legal())
            taken = course.take(action)
            side = taken.decision.side
            if taken.drew or course.game.deciding != side:
                assert not taken.has_shown
                continue
            twin = before.determinize(side, Chance(seed + course.count, course.rules))
            twin.play(action)
            shown += taken.has_shown
            quiet += not taken.has_shown
            assert taken.has_shown or twin.view(side) == course.view(side)
        assert quiet, "there is something to take back"
        assert shown or seed or kind != ("wildblue", "two-elements"), "and something that is not"

    @pytest.mark.portable
    def test_a_decision_that_brought_a_hidden_card_to_light_is_not_taken_back(self, cast: Cast) -> None:
        game = make.game(cast.owner, scenario="two-elements", axis=cast.axis)

        def has_shown(row: Game) -> bool:
            newest = GameEntry.objects.filter(game=row).order_by("-number").first()
            return newest is not None and newest.has_shown

        row = on_screen.until(game, [cast.owner, cast.axis], has_shown, on_screen.at_random(2))
        side = row.side
        assert on_screen.entries(row)[-1].side == side, "he goes on deciding"
        shown = on_screen.page(row, side, of(cast, side))
        assert not shown.may_take_back
        with pytest.raises(Refusal, match="There is nothing to take back"):
            games.take_back(actor=of(cast, side), game=row, side=side, seen=shown.seen)

    @pytest.mark.sweep
    def test_who_stands_in_takes_back_what_he_is_offered_to(self, cast: Cast) -> None:
        game = begun(make.opened(make.club(cast)))
        assert game.mission is not None
        campaign = game.mission.campaign
        seat = campaign.seats.get(role=Role.COMMANDER, side="allied")
        until = timezone.now() + timedelta(days=2)
        seats.name_stand_in(actor=cast.owner, campaign=campaign, seat=seat.pk, user=cast.reader, until=until)

        def page(row: Game) -> Cockpit:
            with looked_at(row) as course:
                return cockpit(row, course, "allied", cast.reader.pk, Picks(), Extras())

        for _ in range(on_screen.RUNAWAY):
            game.refresh_from_db()
            if game.side != "allied" or game.resumes_at is not None:
                game = one_decision(game)
            elif (shown := page(game)).may_take_back:
                break
            else:
                game = games.decide(actor=cast.reader, game=game, side="allied", action=sensible(game), seen=shown.seen)
        game = games.take_back(actor=cast.reader, game=game, side="allied", seen=shown.seen)
        assert on_screen.entries(game)[-1].how == GameEntry.How.BACK


class TestChairs:
    def test_a_link_that_was_good_once_does_not_take_the_chair_that_is_handed_on_later(self, cast: Cast) -> None:
        """Whoever invited his opponent has that link, and would see his hand."""
        game = make.game(cast.owner, axis=None)
        chair = game.controllers.get(side="axis")
        invitation = token_of(chair)
        games.sit_down(actor=cast.axis, token=invitation)
        link = token_of(games.hand_over(actor=cast.axis, game=game, side="axis"))
        with pytest.raises(Refusal, match="Somebody else has taken this chair"):
            games.sit_down(actor=cast.owner, token=invitation)
        games.sit_down(actor=cast.pilot, token=link)
        with pytest.raises(Refusal, match="Somebody else has taken this chair"):
            games.sit_down(actor=cast.stranger, token=link)

    @pytest.mark.parametrize("is_over", [False, True])
    def test_an_account_is_closed_whatever_became_of_the_games_of_its_person(self, cast: Cast, is_over: bool) -> None:
        game = make.game(cast.owner, axis=cast.axis)
        if is_over:
            Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, side="")
        no_longer_followed(game)
        accounts.close(user=cast.axis, texts=False)
        assert not game.controllers.filter(user=cast.axis).exists()
        assert on_screen.fresh(game).count == game.count, "what was decided is kept"

    def test_a_chair_whose_link_nobody_used_is_the_staffs_when_its_account_is_closed(self, cast: Cast) -> None:
        game = make.game(cast.owner, axis=cast.axis)
        games.hand_over(actor=cast.axis, game=game, side="axis")
        accounts.close(user=cast.axis, texts=False)
        assert chairs_of(game.controllers.filter(side="axis"))[0].is_staffs


class TestTime:
    def test_nobody_gets_more_time_by_setting_something(self, cast: Cast, duel: Game) -> None:
        since = timezone.now() - timedelta(hours=23)
        Game.objects.filter(pk=duel.pk).update(hours=24, waits_since=since)
        for side in ("allied", "axis"):
            games.set_habits(actor=of(cast, side), game=duel, side=side, habits=[])
            games.hand_over(actor=of(cast, side), game=duel, side=side)
        assert on_screen.fresh(duel).waits_since == since
        games.rest(actor=of(cast, duel.side), game=duel, side=duel.side, rests=True)
        assert on_screen.fresh(duel).waits_since > since, "another is waited for"

    def test_a_pause_that_runs_goes_on_whatever_anybody_sets_meanwhile(self, cast: Cast) -> None:
        game = make.game(cast.owner, scenario="two-elements", axis=cast.axis)
        for side in ("allied", "axis"):
            games.set_habits(actor=of(cast, side), game=game, side=side, habits=HABITS)
        people, thumbs = [cast.owner, cast.axis], on_screen.by_thumbs(game, 3)
        row = on_screen.until(game, people, lambda row: row.resumes_at is not None, thumbs)
        for side in ("allied", "axis"):
            games.set_habits(actor=of(cast, side), game=game, side=side, habits=HABITS)
            assert on_screen.fresh(game).resumes_at == row.resumes_at
        games.set_habits(actor=of(cast, row.side), game=game, side=row.side, habits=[])
        assert on_screen.fresh(game).resumes_at is None, "he is asked now"
        games.set_habits(actor=of(cast, row.side), game=game, side=row.side, habits=HABITS)
        on_screen.let_the_pause_pass(game)
        assert on_screen.fresh(game).count > row.count

    def test_a_pause_begun_by_a_clock_that_was_ahead_is_over(self, cast: Cast) -> None:
        game = make.game(cast.owner, scenario="two-elements", axis=cast.axis)
        for side in ("allied", "axis"):
            games.set_habits(actor=of(cast, side), game=game, side=side, habits=HABITS)
        people, thumbs = [cast.owner, cast.axis], on_screen.by_thumbs(game, 3)
        row = on_screen.until(game, people, lambda row: row.resumes_at is not None, thumbs)
        clock_ticks()
        assert on_screen.fresh(game).count == row.count, "it runs"
        Game.objects.filter(pk=game.pk).update(resumes_at=timezone.now() + timedelta(hours=3))
        clock_ticks()
        assert on_screen.fresh(game).count > row.count


class TestMemory:
    def test_a_game_of_the_same_form_as_one_that_was_deleted_is_another(self, cast: Cast) -> None:
        """Another process may still keep the course of the old one, by the same key."""
        key = uuid4()

        def begin() -> Game:
            return games.begin_skirmish(
                actor=cast.owner,
                key=key,
                title="Over the Channel",
                system="wildblue",
                setup=engine.systems()["wildblue"].scenarios()["duel"].setup,
                seats=[SeatPlan(side="allied", user=cast.owner), SeatPlan(side="axis", user=cast.axis)],
                terms=GameTerms(),
            )

        old = begin()
        kept = course_of(old)
        skirmishes.delete(actor=cast.owner, skirmish=Skirmish.objects.get())
        new = begin()
        KEPT.keep(key, old.count, kept)
        assert course_of(new).start == start_of(new) != kept.start


@pytest.mark.sweep
def test_an_earlier_mission_is_corrected_and_declared_void_while_the_next_is_on_screen(cast: Cast) -> None:
    campaign = make.club(cast)
    first = make.opened(campaign)
    make.fly(first)
    first.refresh_from_db()
    make.debrief(first)
    second = make.opened(campaign)
    game = begun(second)
    for _ in range(10):
        game = one_decision(game)
    corrections.amend(
        actor=cast.owner,
        mission=first,
        key=uuid4(),
        expected_version=make.version(campaign),
        outcome=make.rough(first),
    )
    corrections.void(actor=cast.owner, mission=first, reason="Wrong tables.", expected_version=make.version(campaign))
    games.land(mission_games.leave_to_staff(actor=cast.umpire, game=game))
    second.refresh_from_db()
    make.debrief(second)
    assert_reconciled(campaign)

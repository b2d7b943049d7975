"""Missions on screen when several people and workers act at once. On SQLite and on PostgreSQL."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.utils import timezone

from config.common.refusals import Refusal
from missions import tasks
from missions.flights import context
from missions.models import Flight, Game, Job, Mission
from missions.operations import flights, games, mission_games, mission_landings
from missions.operations.games import GameTerms
from missions.selectors.games import looked_at
from missions.selectors.reconcile import assert_reconciled
from notices.models import Happening
from tests import make
from tests.cast import Cast
from tests.concurrency.test_once import PATIENCE, all_at_once, kinds
from tests.screen import begun, sensible, waited_for

pytestmark = pytest.mark.django_db(transaction=True)


def opened(cast: Cast) -> Mission:
    mission = make.opened(make.club(cast))
    return Mission.objects.select_related("campaign__pack").get(pk=mission.pk)


def over(cast: Cast) -> tuple[Mission, Game]:
    mission = opened(cast)
    return mission, mission_games.leave_to_staff(actor=cast.umpire, game=begun(mission))


def test_both_commanders_begin_one_game(cast: Cast) -> None:
    mission = opened(cast)
    results = all_at_once(*(partial(begun, mission, person) for person in (cast.allied, cast.axis, cast.umpire)))
    assert kinds(results) == {"Game": 3}, results
    assert Game.objects.count() == 1
    assert Happening.objects.filter(kind="game-begun").count() == 1


def test_a_mission_is_flown_on_screen_or_by_the_engine_and_never_both(cast: Cast) -> None:
    mission = opened(cast)
    results = all_at_once(
        partial(begun, mission, cast.allied),
        partial(flights.queue_flight, actor=cast.umpire, mission=mission),
        partial(begun, mission, cast.axis),
    )
    assert "Refusal" in kinds(results), results
    assert Game.objects.count() + Job.objects.count() == 1


def test_everybody_who_lands_a_game_at_once_lands_it_once(cast: Cast) -> None:
    mission, game = over(cast)
    results = all_at_once(*[partial(games.land, game)] * 3, tasks.games_due, tasks.games_due)
    assert kinds(results) == {"NoneType": 5}, results
    assert Flight.objects.get(mission=mission).key == game.key
    make.debrief(Mission.objects.select_related("campaign__pack").get(pk=mission.pk))
    assert_reconciled(mission.campaign)


def test_without_looking_again_under_the_lock_two_would_store_it(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    mission, game = over(cast)
    both = Barrier(2, timeout=PATIENCE)
    follow = context.in_campaign_terms

    def wait_for_the_other(*args: object) -> object:
        report = follow(*args)  # type: ignore[arg-type]
        both.wait()
        return report

    monkeypatch.setattr(mission_landings, "in_campaign_terms", wait_for_the_other)
    monkeypatch.setattr(mission_landings, "has_landed", lambda game: False)
    assert kinds(all_at_once(*[partial(games.land, game)] * 2)) == {"NoneType": 1, IntegrityError.__name__: 1}
    assert Flight.objects.filter(mission=mission).count() == 1


def test_a_worker_that_died_between_the_last_decision_and_landing_costs_nothing(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    mission = opened(cast)
    game = begun(mission)
    with monkeypatch.context() as patched:
        patched.setattr(mission_landings, "new_flight", _dies)
        finished = mission_games.leave_to_staff(actor=cast.umpire, game=game)
        with pytest.raises(SystemExit):
            games.land(finished)
    mission.refresh_from_db()
    assert mission.status == Mission.Status.READY
    tasks.games_due()
    assert Flight.objects.get(mission=mission).key == game.key


def _dies(*args: object) -> None:
    raise SystemExit


def test_a_decision_and_the_end_of_the_game_at_once(cast: Cast) -> None:
    mission = opened(cast)
    game = begun(mission)
    person = waited_for(game)
    assert isinstance(person, User)
    act = {"actor": person, "game": game, "side": game.side, "action": sensible(game), "seen": game.seen[game.side]}
    results = all_at_once(
        lambda: games.decide(**act),
        partial(mission_games.give_up, actor=cast.umpire, game=game),
    )
    assert set(kinds(results)) <= {"Game", Refusal.__name__}, results
    game.refresh_from_db()
    assert (game.status, game.side) == (Game.Status.GIVEN_UP, "")
    with looked_at(game) as course:
        assert course.count == game.entries.count()


def test_both_commanders_give_it_up_at_once(cast: Cast) -> None:
    game = begun(opened(cast))
    results = all_at_once(
        *(partial(mission_games.give_up, actor=person, game=game) for person in (cast.allied, cast.axis))
    )
    assert kinds(results) == {"Game": 2}, results
    game.refresh_from_db()
    assert game.status == Game.Status.GIVEN_UP


def test_a_deadline_that_several_carry_out_costs_one_decision(cast: Cast) -> None:
    game = begun(opened(cast), terms=GameTerms(hours=24))
    make.it_waits(game, timedelta(days=1000))
    results = all_at_once(*[tasks.games_due] * 3)
    assert kinds(results) == {"NoneType": 3}, results
    assert game.entries.filter(how="staff").count() == 1
    assert Happening.objects.filter(kind="game-turn").count() <= 1


def test_who_is_waited_for_is_told_once_by_however_many_clocks(cast: Cast) -> None:
    begun(opened(cast))
    Game.objects.update(waits_since=timezone.now().replace(year=2020))
    all_at_once(*[tasks.games_due] * 3)
    assert Happening.objects.filter(kind="game-turn").count() == 1

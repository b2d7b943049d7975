"""The staff that looks ahead in games on screen: it thinks in a worker, and nobody waits for it with a lock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

import engine
from config.common.refusals import Refusal
from engine.core.report import Report
from engine.core.search import Effort
from missions import tasks
from missions.games import chairs
from missions.games.cache import KEPT
from missions.models import Controller, Game, GameEntry
from missions.operations import games, games_thought, skirmishes
from missions.operations.games import GameTerms, SeatPlan
from tests import make
from tests.cast import Cast
from tests.missions import on_screen
from tests.screen import one_decision

SYSTEM = "wwi"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Staffs that look ahead a little, and need no time that they do not take."""
    monkeypatch.setattr(games_thought, "THOUGHT", (0.0, 0.0))
    system = engine.systems()[SYSTEM]
    little = replace(system, efforts=dict.fromkeys(("veteran", "ace"), Effort(plays=6, deals=2, turns=1)))
    monkeypatch.setitem(engine._SYSTEMS, SYSTEM, little)
    with on_screen.drawn(5):
        yield


def against_an_ace(cast: Cast, terms: GameTerms | None = None) -> Game:
    """A duel of the owner against the staff, an ace, who begins."""
    game = games.begin_skirmish(
        actor=cast.owner,
        key=uuid4(),
        title="Over the lines",
        system=SYSTEM,
        setup=engine.systems()[SYSTEM].scenarios()["duel"].setup,
        seats=[SeatPlan(side="allied", user=cast.owner), SeatPlan(side="axis", level="ace")],
        terms=terms or GameTerms(),
    )
    while game.side == "allied":
        game = one_decision(game)
    return game


def by_the_staff(game: Game) -> int:
    return GameEntry.objects.filter(game=game, how=GameEntry.How.STAFF).count()


def test_an_ace_does_not_decide_while_somebody_waits_for_his_click(cast: Cast) -> None:
    game = against_an_ace(cast)
    assert (game.side, by_the_staff(game)) == ("axis", 0)


def test_a_worker_is_told_that_the_staff_thinks_and_decides_until_it_is_a_persons_turn(
    cast: Cast, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        game = against_an_ace(cast)
    game.refresh_from_db()
    assert game.side == "allied" or game.is_over
    assert by_the_staff(game) > 0


def test_it_thinks_outside_of_every_lock(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    game, thought = against_an_ace(cast), []
    held = len(connection.savepoint_ids)
    choose = chairs.staffs_choice

    def looked(*given: Any) -> Any:
        thought.append(len(connection.savepoint_ids))
        return choose(*given)

    monkeypatch.setattr(chairs, "staffs_choice", looked)
    games_thought.think(game.pk)
    assert thought
    assert set(thought) == {held}


@pytest.mark.portable
def test_a_worker_that_is_told_twice_takes_each_decision_once(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    game = against_an_ace(cast)
    monkeypatch.setattr(games_thought, "AT_A_TIME", 1)
    choose = chairs.staffs_choice
    others: list[int] = []

    def twice(*given: Any) -> Any:
        """While one thinks, another is quicker."""
        chosen = choose(*given)
        if not others:
            others.append(1)
            games_thought.think(game.pk)
        return chosen

    monkeypatch.setattr(chairs, "staffs_choice", twice)
    games_thought.think(game.pk)
    assert by_the_staff(game) == 1


def test_what_was_thought_of_a_table_that_has_changed_is_forgotten(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    game = against_an_ace(cast)
    choose = chairs.staffs_choice

    def meanwhile(*given: Any) -> Any:
        Controller.objects.filter(game=game, side="axis").update(user=cast.axis)
        return choose(*given)

    monkeypatch.setattr(chairs, "staffs_choice", meanwhile)
    assert not games_thought.think(game.pk)
    assert by_the_staff(game) == 0


def test_a_game_that_is_deleted_while_the_staff_thinks_is_forgotten_with_it(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = against_an_ace(cast)
    choose = chairs.staffs_choice

    def meanwhile(*given: Any) -> Any:
        assert game.skirmish is not None
        skirmishes.delete(actor=cast.owner, skirmish=game.skirmish)
        return choose(*given)

    monkeypatch.setattr(chairs, "staffs_choice", meanwhile)
    assert not games_thought.think(game.pk)
    assert not Game.objects.exists()


def test_a_worker_that_was_lost_is_made_up_for_by_the_clock(cast: Cast) -> None:
    game = against_an_ace(cast)
    tasks.games_due()
    assert by_the_staff(game) == 0, "it may still be thinking"
    Game.objects.filter(pk=game.pk).update(waits_since=timezone.now() - timedelta(minutes=1))
    tasks.games_due()
    assert by_the_staff(game) > 0


def test_what_it_decides_is_the_same_after_a_restart(cast: Cast) -> None:
    lines = []
    for is_restarted in (False, True):
        with on_screen.drawn(9):
            game = against_an_ace(cast)
        if is_restarted:
            KEPT.take(game.key)
        games_thought.think(game.pk)
        lines.append([*GameEntry.objects.filter(game=game).values_list("lines", flat=True)])
    assert lines[0] == lines[1]


def test_who_leaves_it_to_an_ace_has_a_worker_fly_it_to_its_end(
    cast: Cast, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_thought, "AT_A_TIME", 1000)
    game = against_an_ace(cast)
    Controller.objects.filter(game=game).update(level="ace")
    with django_capture_on_commit_callbacks(execute=True):
        games.rest(actor=cast.owner, game=game, side="allied", rests=True)
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    assert game.skirmish is not None
    game.skirmish.refresh_from_db()
    assert game.skirmish.report is not None
    assert engine.replay(game.skirmish.record).report() == Report.from_json(game.skirmish.report)


def test_a_decision_that_comes_too_late_is_taken_by_the_staff_at_its_level(cast: Cast) -> None:
    game = make.game(cast.owner, SYSTEM, axis=cast.axis, terms=GameTerms(hours=24))
    Controller.objects.filter(game=game).update(level="ace")
    make.it_waits(game, timedelta(hours=25))
    tasks.games_due()
    tasks.games_due()
    assert by_the_staff(game) == 1


def test_the_page_says_that_the_staff_thinks_and_offers_nothing(cast: Cast, client: Client) -> None:
    game = against_an_ace(cast)
    client.force_login(cast.owner)
    shown = client.get(reverse("cockpit", args=(game.pk, "allied"))).content.decode()
    assert "An ace looks ahead before deciding" in shown
    assert "<progress" in shown
    assert 'name="action"' not in shown
    name = on_screen.page(game, "allied", cast.owner).seen
    games_thought.think(game.pk)
    shown = client.get(reverse("cockpit", args=(game.pk, "allied"))).content.decode()
    assert "looks ahead before deciding" not in shown
    assert on_screen.page(game, "allied", cast.owner).seen != name


def test_where_others_play_a_decision_of_the_staff_is_not_shown_the_sooner_for_being_the_only_one(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = against_an_ace(cast)
    waited: list[float] = []
    monkeypatch.setattr(games_thought, "THOUGHT", (30.0, 30.0))
    monkeypatch.setattr(games_thought, "sleep", waited.append)
    for _ in range(40):
        games_thought.think(game.pk)
        game.refresh_from_db()
        if not game.is_over:
            game = one_decision(game)
    secret = [
        each.decision
        for each in GameEntry.objects.filter(game=game, how=GameEntry.How.STAFF)
        if each.decision not in engine.systems()[SYSTEM].open_kinds
    ]
    assert len(waited) == len(secret) > 0
    assert all(25.0 < seconds <= 30.0 for seconds in waited)


def test_a_game_that_the_rules_no_longer_follow_is_thought_about_no_more(cast: Cast) -> None:
    game = against_an_ace(cast)
    Game.objects.filter(pk=game.pk).update(opening="no such line")
    KEPT.take(game.key)
    assert not games_thought.think(game.pk)
    with pytest.raises(Refusal):
        games.rest(actor=cast.owner, game=game, side="allied", rests=True)


def test_a_game_that_is_gone_or_over_is_not_thought_about(cast: Cast) -> None:
    assert not games_thought.think(404)
    game = against_an_ace(cast)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.GIVEN_UP)
    assert not games_thought.think(game.pk)
    assert by_the_staff(game) == 0

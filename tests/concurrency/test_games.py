"""A game on screen in two tabs, on two phones and in two processes at once: no decision twice, none lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from random import Random
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone

import engine
from missions.games.cache import Cache
from missions.games.course import record_of
from missions.models import Game, Skirmish
from missions.operations import game_tables, games
from missions.operations.games import GameTerms, SeatPlan
from missions.selectors import games as selectors
from missions.selectors.games import standing_lines, start_of, token_of
from tests import make
from tests.cast import Cast
from tests.concurrency.test_once import all_at_once, kinds
from tests.engine.broad import broad
from tests.missions import on_screen

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.portable]


@pytest.fixture(autouse=True)
def same_chance() -> Iterator[None]:
    with on_screen.drawn(5):
        yield


def assert_whole(game: Game) -> None:
    """Its entries are numbered without a gap, make a record, and lead to where its row says that it stands."""
    row = on_screen.fresh(game)
    numbers = [each.number for each in on_screen.entries(row)]
    assert numbers == list(range(1, row.count + 1))
    again = selectors.played_again(row)
    decision = again.game.decision
    assert (row.side, row.unit) == ((decision.side, decision.unit) if decision else ("", ""))
    record = record_of(start_of(row), standing_lines(row))
    assert engine.replay(record).view(None) == again.game.view(None)
    assert on_screen.course(row).game.position() == again.game.position(), "what is kept is what the rows say"


def test_two_tabs_that_decide_otherwise_at_once_decide_once(cast: Cast) -> None:
    game = make.game(cast.owner)
    for _ in range(4):
        shown = on_screen.page(game, "allied", cast.owner)
        if not shown.is_mine or len(shown.buttons) < 2:
            break
        before = game.entries.filter(how="person").count()
        decide = partial(games.decide, actor=cast.owner, game=game, side="allied", seen=shown.seen)
        results = all_at_once(*[partial(decide, action=each.action) for each in shown.buttons[:2]])
        assert kinds(results) == {"Game": 1, "Refusal": 1}, results
        assert game.entries.filter(how="person").count() == before + 1
        assert_whole(game)


def test_four_clicks_on_one_button_are_one_decision(cast: Cast) -> None:
    game = make.game(cast.owner)
    shown = on_screen.page(game, "allied", cast.owner)
    action = shown.buttons[0].action
    decide = partial(games.decide, actor=cast.owner, game=game, side="allied", seen=shown.seen, action=action)
    results = all_at_once(*[decide] * 4)
    # A late click may find another decision of his on top of it only if he has clicked again: he has not.
    assert kinds(results) == {"Game": 4}, results
    assert game.entries.filter(how="person").count() == 1
    assert_whole(game)


def test_a_decision_and_a_take_back_at_once_come_one_after_the_other(cast: Cast) -> None:
    game = make.game(cast.owner, scenario="two-elements")
    choose = on_screen.at_random(1)
    for _ in range(3):
        game = on_screen.until(
            game, [cast.owner], lambda row: on_screen.page(row, "allied", cast.owner).may_take_back, choose
        )
        shown = on_screen.page(game, "allied", cast.owner)
        results = all_at_once(
            partial(games.take_back, actor=cast.owner, game=game, side="allied", seen=shown.seen),
            partial(
                games.decide,
                actor=cast.owner,
                game=game,
                side="allied",
                action=shown.buttons[0].action,
                seen=shown.seen,
            ),
        )
        assert kinds(results) == {"Game": 1, "Refusal": 1}, results
        assert_whole(game)
        on_screen.act(game, [cast.owner], choose)


def test_two_people_who_take_one_chair_at_once(cast: Cast) -> None:
    game = make.game(cast.owner, axis=None)
    token = token_of(game.controllers.get(side="axis"))
    people = [cast.axis, cast.pilot, cast.stranger]
    results = all_at_once(*[partial(games.sit_down, actor=user, token=token) for user in people])
    assert kinds(results) == {"Game": 1, "Refusal": 2}, results
    sits = game.controllers.get(side="axis")
    winner = next(user for user, result in zip(people, results, strict=True) if isinstance(result, Game))
    assert (sits.user, sits.is_open) == (winner, False)
    assert_whole(game)


def test_a_form_that_is_sent_four_times_at_once_begins_one_game(cast: Cast) -> None:
    setup = engine.systems()["wildblue"].scenarios()["duel"].setup
    begin = partial(
        games.begin_skirmish,
        actor=cast.owner,
        key=uuid4(),
        title="Over the Channel",
        system="wildblue",
        setup=setup,
        seats=(SeatPlan(side="allied", user=cast.owner), SeatPlan(side="axis")),
        terms=GameTerms(),
    )
    results = all_at_once(*[begin] * 4)
    assert kinds(results) == {"Game": 4}, results
    assert len(set(results)) == Game.objects.count() == Skirmish.objects.count() == 1


def test_one_form_that_two_people_send_at_once_begins_the_game_of_one_of_them(cast: Cast) -> None:
    setup, key = engine.systems()["wildblue"].scenarios()["duel"].setup, uuid4()
    begin = [
        partial(
            games.begin_skirmish,
            actor=user,
            key=key,
            title="Over the Channel",
            system="wildblue",
            setup=setup,
            seats=(SeatPlan(side="allied", user=user), SeatPlan(side="axis")),
            terms=GameTerms(),
        )
        for user in (cast.owner, cast.axis)
    ]
    results = all_at_once(*begin)
    assert kinds(results) == {"Game": 1, "Refusal": 1}, results
    assert Game.objects.count() == Skirmish.objects.count() == 1


def test_a_game_that_is_over_lands_once_however_many_look(cast: Cast) -> None:
    game = make.game(cast.owner)
    games.rest(actor=cast.owner, game=game, side="allied", rests=True)
    row = on_screen.fresh(game)
    assert row.is_over
    results = all_at_once(*[partial(games.land, row)] * 4)
    assert kinds(results) == {"NoneType": 4}, results
    assert Skirmish.objects.get().report


def test_a_pause_that_passes_on_two_pages_at_once_passes_once(cast: Cast) -> None:
    game = make.game(cast.owner, scenario="two-elements", axis=cast.axis)
    habits = [habit.slug for habit in engine.systems()["wildblue"].habits]
    for user, side in ((cast.owner, "allied"), (cast.axis, "axis")):
        games.set_habits(actor=user, game=game, side=side, habits=habits)
    people, choose = [cast.owner, cast.axis], on_screen.at_random(2)
    game = on_screen.until(game, people, lambda row: row.resumes_at is not None, choose)
    Game.objects.update(resumes_at=timezone.now() - timedelta(seconds=1))
    before = game.count
    results = all_at_once(*[partial(games.resume, game)] * 4)
    assert kinds(results) == {"NoneType": 4}, results
    assert on_screen.fresh(game).count > before
    taken = on_screen.entries(game)[before:]
    assert Counter(each.how for each in taken)["person"] == 0
    assert_whole(game)


class Killed(BaseException):
    """What a process that is killed looks like from inside: nothing catches it, nothing is committed."""


@pytest.mark.parametrize("at", ["note", "go_on", "save"])
def test_who_is_killed_in_the_middle_of_a_decision_has_not_decided(
    cast: Cast, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make.game(cast.owner)
    on_screen.act(game, [cast.owner])
    shown = on_screen.page(game, "allied", cast.owner)
    before = [str(each) for each in on_screen.entries(game)]
    decide = partial(
        games.decide, actor=cast.owner, game=game, side="allied", action=shown.buttons[0].action, seen=shown.seen
    )
    through: Callable[..., None] = getattr(game_tables.Table, at)

    def killed(*args: object, **said: object) -> None:
        through(*args, **said)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(game_tables.Table, at, killed)
        with pytest.raises(Killed):
            decide()
    assert [str(each) for each in on_screen.entries(game)] == before
    assert on_screen.page(game, "allied", cast.owner).seen == shown.seen
    assert_whole(game)
    decide()
    assert game.entries.filter(how="person").count() == 2
    assert_whole(game)


def test_who_is_killed_after_his_decision_and_before_it_is_kept_in_mind_loses_nothing(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make.game(cast.owner)
    with monkeypatch.context() as patch:
        patch.setattr(transaction, "on_commit", lambda act: None)
        on_screen.act(game, [cast.owner])
    assert_whole(game)
    on_screen.act(game, [cast.owner])
    assert_whole(game)


@pytest.mark.parametrize("seed", broad(range(1, 12), 1))
def test_processes_that_take_turns_each_with_a_memory_of_its_own_play_one_game(
    cast: Cast, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And take it up alike: whatever each remembers, however old."""
    game = make.game(cast.owner, scenario="two-elements" if seed % 2 else "duel", axis=cast.axis)
    memories, chance = [Cache(), Cache(), Cache(most=0)], Random(seed)
    choose, people = on_screen.at_random(seed), {"allied": cast.owner, "axis": cast.axis}
    for _ in range(40):
        memory = chance.choice(memories)
        monkeypatch.setattr(game_tables, "KEPT", memory)
        monkeypatch.setattr(selectors, "KEPT", memory)
        row = on_screen.fresh(game)
        if row.is_over:
            break
        shown = on_screen.page(row, row.side, people[row.side])
        again = selectors.played_again(row).game
        assert {each.action for each in shown.buttons} == {again.action_text(action) for action in again.legal()}
        if shown.may_take_back and chance.random() < 0.3:
            games.take_back(actor=people[row.side], game=row, side=row.side, seen=shown.seen)
        else:
            on_screen.act(row, [*people.values()], choose)
    for memory in memories:
        monkeypatch.setattr(selectors, "KEPT", memory)
        assert_whole(game)

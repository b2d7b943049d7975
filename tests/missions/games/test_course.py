"""The course of a game on screen: put away after any decision and taken up again, it is the game that it was."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import engine
from engine.core.errors import EngineError, IllegalAction
from engine.core.game import PUBLIC, Action, Game
from engine.core.players import Player
from missions.games.course import UMPIRE, Course, Start, Taken, record_of
from tests.engine.broad import (
    broad,
    some,
)

GAMES = [
    ("wildblue", "two-elements"),
    ("wwi", "two-teams"),
    ("sabin", "first-game"),
    ("angels", "dogfight"),
    ("wildblue", "intercept"),
    ("wildblue", "big-mission"),
    ("wwi", "free-for-all"),
    ("sabin", "aerodrome-raid"),
    ("angels", "blitz"),
]
each_game = pytest.mark.parametrize("kind", broad(GAMES, 4), ids="-".join)


def start(kind: tuple[str, str], seed: int, rules: int = 0) -> Start:
    """What a game begins with; the newest rules are what it finds them to be."""
    system, scenario = kind
    first = Start(system=system, setup=engine.systems()[system].scenarios()[scenario].setup, seed=seed, rules=rules)
    return replace(first, rules=Course.new(first).rules)


class Hands:
    """Who decides in these tests: mostly by rules of thumb, now and then at random."""

    def __init__(self, course: Course, seed: int) -> None:
        self._chance = Random(seed)
        self._thumbs: dict[str, Player] = {
            side: engine.heuristic_player(course.start.system, side, seed, "steady") for side in course.game.sides
        }

    def choose(self, game: Game) -> Action:
        if self._chance.random() < 0.1:
            return self._chance.choice(game.legal())
        return self._thumbs[game.deciding or ""].choose(game)


def played(begun: Start, seed: int) -> tuple[Course, list[str], list[Taken]]:
    """A game from its first decision to its last, never put away: its lines, and each decision."""
    course = Course.new(begun)
    lines, hands, taken = [course.opening()[0]], Hands(course, seed), []
    while course.game.deciding:
        taken.append(course.take(hands.choose(course.game)))
        lines.append(taken[-1].lines)
    return course, lines, taken


def seen(game: Game) -> list[object]:
    return [game.decision, game.legal() if game.deciding else (), *(game.view(side) for side in game.sides)]


def state(course: Course) -> list[object]:
    """All of it, down to the order in which cards lie that nobody sees."""
    return [course.count, course.game.position(), *seen(course.game)]


def take(course: Course, action: str) -> Taken:
    return course.take(course.game.parse(action))


@each_game
@some(range(8), 1)
def test_a_game_put_away_after_every_few_decisions_goes_on_as_one_that_never_was(
    kind: tuple[str, str], seed: int
) -> None:
    begun = start(kind, seed)
    whole, lines, taken = played(begun, seed)
    course, chance = Course.new(begun), Random(seed)
    for number, each in enumerate(taken):
        if chance.random() < 0.1:
            course = Course.taken_up(begun, lines[: number + 1])
        assert take(course, each.action) == each
    assert state(course) == state(whole)


@each_game
@some(range(8), 1)
def test_a_game_can_be_taken_up_at_any_decision(kind: tuple[str, str], seed: int) -> None:
    begun = start(kind, seed)
    _, lines, taken = played(begun, seed)
    course = Course.new(begun)
    some_of_them = Random(seed).sample(range(len(taken)), min(len(taken), 25))
    for number, each in enumerate(taken):
        if number in some_of_them:
            again = Course.taken_up(begun, lines[: number + 1])
            assert state(again) == state(course)
            assert take(again, each.action) == each
        take(course, each.action)


@each_game
def test_what_is_taken_back_and_decided_again_comes_out_the_same(kind: tuple[str, str]) -> None:
    begun = start(kind, 3)
    _, lines, taken = played(begun, 3)
    chance = Random(3)
    for number in chance.sample(range(len(taken)), 12):
        astray = Course.taken_up(begun, lines[: number + 1])
        astray.take(chance.choice(astray.game.legal()))
        again = Course.taken_up(begun, lines[: number + 1])
        assert take(again, taken[number].action) == taken[number]


@each_game
@some(range(8), 1)
def test_its_record_replays_to_the_same_report(kind: tuple[str, str], seed: int) -> None:
    begun = start(kind, seed)
    course, lines, _ = played(begun, seed)
    record = record_of(begun, lines)
    assert str(record) == str(course.game.record)
    replayed = engine.replay(record)
    assert replayed.deciding is None
    assert replayed.report() == course.game.report()
    assert seen(replayed) == seen(course.game)


@each_game
@some(range(8), 1)
def test_what_another_process_has_decided_is_followed(kind: tuple[str, str], seed: int) -> None:
    begun = start(kind, seed)
    whole, lines, taken = played(begun, seed)
    here, there = Course.new(begun), Course.new(begun)
    chance = Random(seed)
    for each in taken:
        if chance.random() < 0.5:
            here, there = there, here
        assert take(here, each.action) == each
        there.follow(each.lines)
    assert state(here) == state(there) == state(whole)
    assert str(here.game.record) == str(there.game.record) == str(record_of(begun, lines))


@each_game
def test_what_has_been_drawn_stands_in_the_lines_and_is_not_drawn_again(kind: tuple[str, str]) -> None:
    begun = start(kind, 5)
    whole, lines, _ = played(begun, 5)
    again = Course.taken_up(replace(begun, seed=6), lines)
    assert seen(again.game) == seen(whole.game)


@each_game
def test_an_action_that_is_not_legal_changes_nothing(kind: tuple[str, str]) -> None:
    begun = start(kind, 4)
    course, hands = Course.new(begun), Hands(Course.new(begun), 4)
    twin = Course.new(begun)
    for _ in range(30):
        if not course.game.deciding:
            break
        tries = tuple(engine.systems()[kind[0]].tries(course.game))[:3]
        for action in tries:
            with pytest.raises(IllegalAction):
                course.take(action)
        with pytest.raises(IllegalAction):
            take(course, "loop the-loop > nobody")
        assert state(course) == state(twin)
        action = hands.choose(course.game)
        assert course.take(action) == twin.take(action)


@pytest.mark.parametrize("rules", [1, 2])
def test_a_game_is_played_to_its_end_by_the_rules_that_it_began_with(rules: int) -> None:
    begun = start(GAMES[0], 2, rules)
    assert begun.rules == rules
    course, lines, _ = played(begun, 2)
    assert Course.taken_up(begun, lines[:40]).rules == course.rules == record_of(begun, lines).rules == rules


@each_game
def test_every_side_and_the_umpire_is_told_what_happens_in_his_own_words(kind: tuple[str, str]) -> None:
    begun = start(kind, 1)
    course, _, taken = played(begun, 1)
    for told in [course.opening()[1], *(each.told for each in taken)]:
        assert set(told) == {UMPIRE, PUBLIC, *course.game.sides}
        assert all(len(event) == 3 for events in told.values() for event in events)


def test_lines_of_another_game_are_refused() -> None:
    begun, other = start(GAMES[0], 1), start(GAMES[1], 1)
    _, lines, taken = played(begun, 1)
    drew = max(number for number, each in enumerate(taken) if each.drew)
    with pytest.raises(EngineError):
        Course.taken_up(other, lines)
    with pytest.raises(EngineError):
        Course.taken_up(begun, lines[: drew + 1]).follow(taken[drew].lines + "\n= axis maneuver")
    with pytest.raises(EngineError):
        Course.taken_up(begun, lines[: drew + 1]).follow(lines[1])

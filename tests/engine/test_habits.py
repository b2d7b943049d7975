"""How much a person is asked who has given his standing orders, and what these cost him.

Counted by rules of thumb in his seat. What has one legal answer is not asked. A few games are flown each time, all
others in the sweep.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from statistics import mean, stdev

import pytest

import engine
from engine.core.game import SIDES, Document
from tests.engine.contract import thumbs

SIMPLEST = {
    "wildblue": {"never-follow", "make-room", "staffs-altitude"},
    "wwi": {"never-follow", "make-room", "staffs-altitude"},
    "sabin": {"fire"},
    "angels": set(),
}
"""Orders that contradict others; all but these are given."""
BEST = SIMPLEST | {slug: {"never-follow", "never-discard", "keep-altitude"} for slug in ("wildblue", "wwi")}
"""The same, with those given that cost no Victory Points instead of those that need no thought."""
SPARED = "one-altitude", "keep-evasions", "keep-rolls", "only-attack", "answer-losses"
"""Orders that leave to a person what he would think about."""
EVERY_GAME = [("two-elements", 40), ("big-mission", 120)]
OTHERS = [
    ("wwi", "duel", 1_000, 45),
    ("wwi", "two-teams", 1_000, 60),
    ("wwi", "two-seaters", 500, 70),
    ("wwi", "jasta-and-squadron", 500, 70),
    ("sabin", "first-game", 300, 75),
    ("sabin", "two-squadrons", 150, 110),
    ("angels", "dogfight", 100, 150),
    ("angels", "kent", 50, 180),
]
"""Of each the games, and what no person is asked more often in any of them."""


def flown(
    system: str, setup: Document, seed: int, side: str, contrary: set[str], given: tuple[str, ...] = ()
) -> tuple[int, int]:
    """Decisions that have more than one answer and that no order takes; and by how many points the side is ahead.

    ``given``: these orders alone.
    """
    game = engine.new(system, setup, seed)
    habits = [
        habit
        for habit in engine.systems()[system].habits
        if habit.slug not in contrary and (not given or habit.slug in given)
    ]
    players, count = thumbs(game, seed, "steady"), 0
    while decision := game.decision:
        action = None
        if decision.side == side and len(game.legal()) > 1:
            fitting = (habit.choose(game) for habit in habits if decision.kind in habit.kinds)
            action = next((each for each in fitting if each is not None), None)
            count += action is None
        game.step(players[decision.side].choose(game) if action is None else action)
    report = game.report()
    return count, sum(report.points(each) * (1 if each == side else -1) for each in game.sides)


def asked(system: str, scenario: str, seeds: range, orders: dict[str, set[str]]) -> Iterator[int]:
    setup = engine.systems()[system].scenarios()[scenario].setup
    for seed in seeds:
        for side in SIDES:
            yield flown(system, setup, seed, side, orders[system])[0]


@pytest.mark.parametrize("orders", [SIMPLEST, BEST], ids=["simplest", "best"])
@pytest.mark.parametrize(("scenario", "most"), EVERY_GAME)
def test_standing_orders_leave_a_person_few_decisions(scenario: str, most: int, orders: dict[str, set[str]]) -> None:
    games = 20 if scenario == "two-elements" else 2
    assert max(asked("wildblue", scenario, range(games), orders)) <= most


@pytest.mark.sweep
@pytest.mark.parametrize("orders", [SIMPLEST, BEST], ids=["simplest", "best"])
@pytest.mark.parametrize(("scenario", "most"), EVERY_GAME)
def test_in_no_game_of_very_many_is_a_person_asked_more_often(
    scenario: str, most: int, orders: dict[str, set[str]]
) -> None:
    games = 2_000 if scenario == "two-elements" else 100
    assert max(asked("wildblue", scenario, range(games), orders)) <= most


@pytest.mark.sweep
@pytest.mark.parametrize(("system", "scenario", "games", "most"), OTHERS)
def test_of_the_other_games_nobody_is_asked_more_often_than_before(
    system: str, scenario: str, games: int, most: int
) -> None:
    assert max(asked(system, scenario, range(games), BEST)) <= most


@pytest.mark.sweep
@pytest.mark.parametrize(("system", "scenario"), [("wildblue", "two-elements"), ("wwi", "two-teams")])
def test_orders_that_spare_questions_cost_no_points(system: str, scenario: str) -> None:
    """With all of them, and with all that do not contradict: what is lost lies within what chance gives."""
    setup = engine.systems()[system].scenarios()[scenario].setup
    for given in (SPARED, ()):
        ahead = [flown(system, setup, seed, side, BEST[system], given)[1] for seed in range(600) for side in SIDES]
        assert mean(ahead) > -3 * stdev(ahead) / len(ahead) ** 0.5


@pytest.mark.parametrize("slug", SIMPLEST)
def test_habits_have_names_of_their_own(slug: str) -> None:
    system = engine.systems()[slug]
    slugs = [habit.slug for habit in system.habits]
    assert len(set(slugs)) == len(slugs)
    topics = [topic for topic, _ in groupby(system.habits, lambda habit: habit.topic)]
    assert len(topics) == len(set(topics)), "a heading stands twice"
    assert all(habit.label[:1].isupper() and habit.kinds for habit in system.habits)
    assert SIMPLEST[slug] <= set(slugs)


@pytest.mark.parametrize("slug", SIMPLEST)
def test_the_usual_habits_are_few_and_none_stands_in_the_way_of_another(slug: str) -> None:
    usual = [habit for habit in engine.systems()[slug].habits if habit.is_usual]
    assert 1 <= len(usual) <= 6
    kinds = [kind for habit in usual for kind in habit.kinds]
    assert len(set(kinds)) == len(kinds)


@pytest.mark.parametrize("slug", SIMPLEST)
def test_an_order_that_does_not_suit_a_game_is_about_what_never_comes_in_it(slug: str) -> None:
    system = engine.systems()[slug]
    for scenario in system.scenarios().values():
        game = engine.new(slug, scenario.setup, 1)
        never = {kind for habit in system.habits if not habit.suits(game) for kind in habit.kinds}
        players = thumbs(game, 1, "steady")
        while decision := game.decision:
            assert decision.kind not in never, f"{decision.kind} in {scenario.title}"
            game.step(players[decision.side].choose(game))


def test_orders_about_missions_are_for_missions() -> None:
    system = engine.systems()["wildblue"]
    for slug, wanted in (("two-elements", False), ("big-mission", True)):
        game = engine.new("wildblue", system.scenarios()[slug].setup, 1)
        assert {habit.suits(game) for habit in system.habits if habit.topic == "Missions"} == {wanted}

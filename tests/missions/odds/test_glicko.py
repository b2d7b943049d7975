"""Glicko-2 as its author reckons it, and the fold of results by which people are rated."""

from __future__ import annotations

from operator import attrgetter
from random import Random

import pytest

from missions.odds.glicko import START, Met, Rating, after, idle
from missions.odds.player_ratings import LEANS, Result, fold

EVEN = "even"


def test_the_worked_example_of_glickmans_paper() -> None:
    games = [Met(Rating(1400, 30), 1), Met(Rating(1550, 100), 0), Met(Rating(1700, 300), 0)]
    points, deviation, volatility = after(Rating(1500, 200, 0.06), games)
    assert points == pytest.approx(1464.06, abs=0.01)
    assert deviation == pytest.approx(151.52, abs=0.01)
    assert volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_great_surprise_makes_a_rating_more_volatile_and_ends() -> None:
    beaten = after(Rating(1500, 50, 0.06), [Met(Rating(2600, 40), 1)] * 6)
    assert beaten.volatility > 0.06
    assert beaten.points > 1500


def test_without_games_one_is_less_sure_of_a_rating_but_never_less_than_of_somebody_new() -> None:
    known = Rating(1700, 60, 0.06)
    assert idle(known, 12).points == 1700
    assert 60 < idle(known, 1).deviation < idle(known, 12).deviation < idle(known, 100_000).deviation == 350
    assert idle(known, 1) == after(known, [])


def test_two_who_share_their_games_stay_level_and_become_surer() -> None:
    results = [Result(month, 1, 2, score, EVEN) for month in range(10) for score in (1.0, 0.0)]
    one, other = fold(results)[1].now(9), fold(results)[2].now(9)
    assert one.points == other.points == 1500
    assert one.beyond == other.beyond < 350
    assert not one.is_provisional


def test_each_month_from_the_first_on_has_its_rating_and_the_one_that_runs_widens_nothing() -> None:
    career = fold([Result(5, 1, 2, 1.0, EVEN), Result(8, 1, 3, 0.5, EVEN)])[1]
    months = career.months(10)
    assert [each.month for each in months] == [5, 6, 7, 8, 9, 10]
    deviations = [each.rating.deviation for each in months]
    assert deviations[0] < deviations[1] < deviations[2] > deviations[3] < deviations[4] == deviations[5]
    assert (career.won, career.drawn, career.lost) == (1, 1, 0)


def test_the_order_in_which_the_games_of_a_month_are_told_makes_no_difference() -> None:
    chance = Random(3)
    pairs = [chance.sample(range(6), 2) for _ in range(60)]
    results = [Result(n // 5, pair[0], pair[1], chance.choice((0.0, 0.5, 1.0)), EVEN) for n, pair in enumerate(pairs)]
    otherwise = sorted(chance.sample(results, len(results)), key=attrgetter("month"))
    assert otherwise != results
    found, again = fold(results), fold(otherwise)
    for player in range(6):
        assert found[player].now(11).rating == pytest.approx(again[player].now(11).rating)


def test_a_set_up_that_one_side_always_wins_gives_it_little() -> None:
    """The first month tells of it; in the second the same win is worth less to that side, and its loss more."""
    lopsided = [Result(0, n, n + 1, 1.0, "ambush") for n in range(100, 160, 2)]
    gained = {
        (setup, score): fold([*lopsided, Result(1, 1, 2, score, setup)])[1].now(1).points - START.points
        for setup in ("ambush", EVEN)
        for score in (1.0, 0.0)
    }
    assert 0 < gained["ambush", 1.0] < gained[EVEN, 1.0] * 2 / 3
    assert gained["ambush", 0.0] < gained[EVEN, 0.0] < 0


def test_a_few_games_of_a_set_up_say_little_and_a_strong_side_is_no_lean() -> None:
    once = [Result(0, 1, 2, 1.0, "new")]
    swing = fold([*once, Result(1, 5, 6, 1.0, "new")])[5].now(1).points
    assert swing == pytest.approx(fold([*once, Result(1, 5, 6, 1.0, EVEN)])[5].now(1).points, abs=LEANS / 5)


def test_ratings_find_out_how_strong_people_are() -> None:
    """Of forty players whose strength is known 95 in 100 lie within; leaning set-ups mislead nobody."""
    chance = Random(7)
    strength = {player: chance.gauss(0, 200) for player in range(40)}
    lean = {str(setup): chance.gauss(0, 100) for setup in range(8)}
    results = []
    for n in range(1200):
        allied, axis = chance.sample(range(40), 2)
        setup = chance.choice(list(lean))
        likely = 1 / (1 + 10 ** (-(strength[allied] - strength[axis] + lean[setup]) / 400))
        results.append(Result(n // 60, allied, axis, float(chance.random() < likely), setup))
    found = {player: career.now(19) for player, career in fold(results).items()}
    middle = sum(strength.values()) / 40
    within = [each.low <= 1500 + strength[player] - middle <= each.high for player, each in found.items()]
    assert sum(within) >= 36

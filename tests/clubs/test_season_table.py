"""How the players of a season stand."""

from __future__ import annotations

from clubs.selectors.season_table import Meeting, Scoring, table

ANN, BOB, CYD, DAN = range(1, 5)


def met(first: int, second: int, first_points: int, second_points: int) -> Meeting:
    return Meeting(first=first, second=second, first_points=first_points, second_points=second_points)


NAMES = {ANN: "Ann", BOB: "Bob", CYD: "Cyd"}


def test_a_table_counts_wins_draws_and_losses_and_victory_points_for_and_against() -> None:
    rows = table(NAMES, [met(ANN, BOB, 12, 4), met(CYD, ANN, 3, 3)], Scoring())
    told = [(row.rank, row.name, row.played, row.won, row.drawn, row.lost, row.points) for row in rows]
    assert told == [(1, "Ann", 2, 1, 1, 0, 4), (2, "Cyd", 1, 0, 1, 0, 1), (3, "Bob", 1, 0, 0, 1, 0)]
    assert (rows[0].points_for, rows[0].points_against, rows[0].difference) == (15, 7, 8)


def test_victory_points_ahead_may_be_all_that_counts() -> None:
    rows = table(NAMES, [met(ANN, BOB, 12, 4), met(BOB, CYD, 20, 0)], Scoring(by_difference=True))
    assert [(row.name, row.points) for row in rows] == [("Bob", 12), ("Ann", 8), ("Cyd", -20)]


def test_level_players_are_told_apart_by_the_difference_first() -> None:
    rows = table(NAMES, [met(ANN, CYD, 5, 4), met(BOB, CYD, 9, 1)], Scoring())
    assert [(row.rank, row.name) for row in rows] == [(1, "Bob"), (2, "Ann"), (3, "Cyd")]


def test_then_by_what_they_did_when_they_met_and_else_they_share_a_rank() -> None:
    games = [met(BOB, ANN, 2, 1), met(ANN, CYD, 6, 4), met(CYD, BOB, 5, 4)]
    rows = table(NAMES | {DAN: "Dan"}, games, Scoring())
    assert [(row.rank, row.name, row.points, row.difference) for row in rows] == [
        (1, "Ann", 3, 1),
        (2, "Bob", 3, 0),
        (3, "Cyd", 3, -1),
        (4, "Dan", 0, 0),
    ]
    level = [met(BOB, ANN, 2, 1), met(ANN, CYD, 2, 1), met(DAN, BOB, 2, 1)]
    assert [(row.rank, row.name) for row in table(NAMES | {DAN: "Dan"}, level, Scoring())] == [
        (1, "Dan"),
        (2, "Bob"),
        (3, "Ann"),
        (4, "Cyd"),
    ]
    assert [row.rank for row in table(NAMES, [], Scoring())] == [1, 1, 1]

"""Curves of chances laid out."""

from __future__ import annotations

from itertools import pairwise

import pytest

from config.common.curves import FLAG, FLAG_GAP, TICK_GAP, Curve, CurveData, Mark, laid_out


def curve(*marks: float, turns: int = 3, width: float = 340, now: float | None = None) -> Curve:
    data = CurveData(
        points=((0, 50), (30, 100), (60, 0), (90, 0)),
        length=90,
        sides=(("allied", "Allied"), ("axis", "Axis")),
        stretches=[(90 * turn / turns, str(turn + 1)) for turn in range(turns)],
        marks=[Mark(at, f"#{at}", "It turned.") for at in marks],
        summary="A curve.",
        now=now,
    )
    return laid_out(data, width, 124)


def test_certain_victory_is_at_the_top_and_an_even_fight_in_the_middle() -> None:
    laid = curve()
    points = [tuple(map(float, point.split(","))) for point in laid.line.split()]
    assert points[0] == (laid.left, laid.middle)
    assert points[1][1] == laid.top
    assert points[-1] == (laid.right, laid.bottom)
    assert laid.middle == (laid.top + laid.bottom) / 2


def test_where_one_is_lies_on_the_curve_between_two_points_too() -> None:
    assert curve().now is None
    laid = curve(now=45)
    assert laid.now is not None
    x, y = laid.now
    assert x == (laid.left + laid.right) / 2
    assert y == laid.middle


@pytest.mark.parametrize("marks", [(1, 2, 3, 4, 5), (86, 87, 88, 89, 90), (0, 1, 45, 89, 90)])
def test_flags_stand_apart_inside_the_picture_with_their_feet_where_it_turned(marks: tuple[float, ...]) -> None:
    laid = curve(*marks)
    assert [flag.number for flag in laid.flags] == [1, 2, 3, 4, 5]
    heads = [flag.head[0] for flag in laid.flags]
    assert all(after - before >= FLAG_GAP - 1e-6 for before, after in pairwise(heads))
    assert laid.left <= heads[0] - FLAG
    assert heads[-1] + FLAG <= laid.right
    assert all(flag.head[1] - FLAG >= 0 for flag in laid.flags)
    assert [flag.url for flag in laid.flags] == [f"#{at}" for at in marks]
    assert [round((flag.foot[0] - laid.left) / laid.across * 90) for flag in laid.flags] == list(marks)


@pytest.mark.parametrize("turns", [1, 5, 12, 40])
def test_of_many_turns_those_are_written_for_which_there_is_room(turns: int) -> None:
    ticks = curve(turns=turns).x_ticks
    assert ticks[0].text == "1"
    assert all(after.at - before.at >= TICK_GAP for before, after in pairwise(ticks))

"""A figure over time with the range in which it lies, as it is laid out."""

from __future__ import annotations

from itertools import pairwise

from config.common.ranges import RangeData, laid_out


def data(*values: float) -> RangeData:
    return RangeData(
        labels=[f"month {n}" for n in range(len(values))],
        values=values,
        spans=[(value - 200, value + 200) for value in values],
        summary="",
    )


def test_the_range_and_its_labels_stay_in_the_picture_however_long_it_is() -> None:
    for count in (1, 2, 7, 36):
        for width in (340, 640):
            shown = laid_out(data(*(1500 + 40 * n for n in range(count))), width, 220)
            corners = [tuple(map(float, point.split(","))) for point in shown.band.split()]
            assert all(shown.left <= x <= shown.right and 0 <= y <= shown.bottom for x, y in corners)
            places = sorted(tick.at for tick in shown.x_ticks)
            assert all(after - before > 60 for before, after in pairwise(places))
            assert shown.x_ticks[0].text == f"month {count - 1}", "the latest always says when it is"


def test_of_a_single_month_there_is_a_point_in_the_middle_with_its_range() -> None:
    shown = laid_out(data(1500), 340, 220)
    assert shown.end[0] == (shown.left + shown.right) / 2
    assert shown.value == "1500"
    assert shown.whisker.count("h") == 2

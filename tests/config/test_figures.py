"""Figures as people read them."""

from __future__ import annotations

import pytest

from config.common.charts import ChartData, Series, plot
from config.common.figures import figure, hundredths, signed


@pytest.mark.parametrize(
    ("number", "plain", "with_sign"), [(4, "4", "+4"), (-4, "−4", "−4"), (0, "0", "0"), (-3.5, "−3.5", "−3.5")]
)
def test_a_figure_below_nothing_has_a_true_minus(number: float, plain: str, with_sign: str):
    assert (figure(number), signed(number)) == (plain, with_sign)


def test_a_chart_that_goes_below_nothing_says_so_with_a_true_minus():
    chart = ChartData("Points", ("0", "1"), (Series("Axis", "axis", (0, -7)),))
    laid = plot(chart)
    texts = [laid.summary, laid.lines[0].value, *(tick.text for tick in laid.y_ticks)]
    assert "−7" in laid.summary
    assert not any("-" in text for text in texts), texts


@pytest.mark.parametrize(
    ("counts", "shown"),
    [((137, 11, 152), (46, 4, 50)), ((1, 1, 1), (34, 33, 33)), ((0, 0, 7), (0, 0, 100)), ((0, 0), (0, 0))],
)
def test_the_parts_of_a_whole_come_to_a_hundred(counts: tuple[int, ...], shown: tuple[int, ...]):
    assert hundredths(counts) == shown

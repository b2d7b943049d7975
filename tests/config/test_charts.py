"""Charts laid out."""

from __future__ import annotations

from itertools import pairwise

import pytest

from config.common import chart_markup
from config.common.charts import LABEL_GAP, LABEL_LETTER, Band, Bar, BarData, ChartData, Series, plot, plot_bars, ticks


def chart(*values: tuple[float, ...], labels: int = 3) -> ChartData:
    names = ("allied", "axis")
    return ChartData(
        "Victory Points",
        tuple(str(n) for n in range(labels)),
        tuple(Series(name.title(), name, line) for name, line in zip(names, values, strict=False)),
    )


@pytest.mark.parametrize(("low", "high"), [(0, 0), (0, 1), (0, 7), (0, 23), (-12, 30), (0, 999)])
def test_the_marks_are_few_round_and_hold_all_values(low: float, high: float) -> None:
    marks = ticks(low, high)
    assert marks[0] <= low
    assert marks[-1] >= high
    assert len(marks) <= 8
    steps = {round(b - a, 9) for a, b in pairwise(marks)}
    assert len(steps) == 1


def test_the_lines_begin_at_the_left_and_end_at_the_last_label() -> None:
    laid_out = plot(chart((0, 5, 7), (0, 2, 20)))
    for line in laid_out.lines:
        assert line.points[0][0] == laid_out.left
        assert line.points[-1][0] == laid_out.right
        assert all(laid_out.top <= y <= laid_out.bottom for _, y in line.points)
    assert laid_out.lines[1].value == "20"


def test_higher_is_further_up() -> None:
    line = plot(chart((0, 5, 3))).lines[0]
    assert line.points[1][1] < line.points[2][1] < line.points[0][1]


def test_the_names_of_lines_that_end_together_do_not_cover_one_another() -> None:
    for end in (0, 7, 20):
        first, second = plot(chart((0, 5, end), (0, 2, end))).lines
        assert abs(first.label_y - second.label_y) >= LABEL_GAP


def test_a_long_name_finds_its_room_beside_the_end_of_its_line() -> None:
    short = plot(chart((0, 5, 7), (0, 2, 6)))
    long = plot(ChartData("Victory Points", ("0", "1"), (Series("Central Powers", "axis", (0, 100)),)))
    room = long.width - long.lines[0].end[0]
    assert room > short.width - short.right
    assert room >= len("Central Powers 100") * LABEL_LETTER
    longer = plot(ChartData("Victory Points", ("0", "1"), (Series("Powers " * 50, "axis", (0, 100)),)))
    assert longer.left < longer.right, "a chart is left"


def test_a_line_may_end_before_the_last_label_but_not_run_past_it() -> None:
    laid_out = plot(chart((0, 4)))
    assert laid_out.lines[0].end[0] < laid_out.right
    with pytest.raises(ValueError, match="4 values for 3 labels"):
        chart((0, 1, 2, 3))


def test_the_chart_is_told_in_a_sentence() -> None:
    assert chart((0, 5, 7), (0, 2, 6)).summary() == "Victory Points, 0 to 2. At the end: Allied 7 VP; Axis 6 VP."


def test_a_band_goes_on_from_where_the_line_stands_and_widens_the_scale() -> None:
    line = Series("now", "", (0, 4))
    band = Band(start=1, middle=(4, 5), half=((4, 4), (2, 7)), most=((4, 4), (-11, 16)))
    laid_out = plot(ChartData("How it might end", ("0", "1", "2"), (line,), band=band))
    assert laid_out.band is not None
    assert laid_out.band.middle[0] == laid_out.lines[0].end
    assert laid_out.band.most[0] == laid_out.band.most[-1] == laid_out.lines[0].end
    lower, upper = laid_out.band.most[1], laid_out.band.most[2]
    assert laid_out.bottom >= lower[1] > laid_out.band.half[1][1] > laid_out.band.half[2][1] > upper[1] >= laid_out.top
    assert lower[0] == upper[0] == laid_out.right
    assert "half of what may come lies between 2 and 7, 90 in 100 between −11 and 16" in laid_out.summary


def test_a_band_may_not_run_past_the_last_label() -> None:
    band = Band(start=2, middle=(4, 5), half=((4, 4), (2, 7)), most=((4, 4), (1, 9)))
    with pytest.raises(ValueError, match="past the last of 3 labels"):
        ChartData("How it might end", ("0", "1", "2"), (Series("now", "", (0, 1, 4)),), band=band)


def test_what_somebody_has_named_is_text_on_the_charts_of_pages() -> None:
    name = '<b>"Fitters" & Sons</b>'
    line = chart_markup.line_chart(plot(ChartData(name, ("0", name), (Series(name, "axis", (0, 4)),))), "wide")
    bars = [
        chart_markup.bar_chart(plot_bars(BarData(name, (Bar(name, "axis", 3),), "aircraft"), stacked=stacked), "wide")
        for stacked in (False, True)
    ]
    for svg in (line, *bars):
        assert "<b>" not in svg
        assert svg.count("&lt;b&gt;&quot;Fitters&quot; &amp; Sons&lt;/b&gt;") > 1

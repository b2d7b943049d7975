"""The chart's layout, which page and paper share."""

from __future__ import annotations

from functools import partial

import pytest

from campaigns.documents.kit import sheet
from campaigns.documents.kit.chart import bar_chart, bars_height, line_chart
from campaigns.documents.kit.document import Document
from campaigns.documents.kit.parts import Drawn
from campaigns.documents.logs.log import render
from config.common import chart_markup
from config.common.charts import Bar, BarData, ChartData, Series, plot, plot_bars, ticks
from tests.campaigns.documents import logs, reading
from tests.campaigns.documents.logs import chart
from tests.campaigns.documents.reading import text_of


def test_a_series_that_ends_early_stops_at_its_own_last_label() -> None:
    whole, early = plot(chart(4, (0, 1, 2, 3, 4))).lines[0], plot(chart(4, (0, 1, 2))).lines[0]
    assert early.end[0] == pytest.approx(whole.points[2][0])
    assert early.end[0] < whole.end[0]


def test_a_series_longer_than_the_labels_is_refused() -> None:
    with pytest.raises(ValueError, match="3 values for 2 labels"):
        chart(1, (0, 1, 2))


def test_the_summary_names_the_last_label_that_has_values() -> None:
    assert chart(3, (0, 5), (0, 2)).summary() == "Victory Points, 0 to 1. At the end: Allied 5 VP; Axis 2 VP."
    assert ChartData("Points", (), ()).summary() == "Points: nothing yet."


def test_the_axis_reaches_as_far_as_it_is_told_to() -> None:
    data = ChartData("Points", ("0", "1"), (Series("Allied", "allied", (0, 5)),), reach=38)
    assert [tick.text for tick in plot(data).y_ticks] == ["0", "10", "20", "30", "40"]


@pytest.mark.parametrize("span", [(0, 1), (0, 7), (-3, 12), (0, 999), (-40, -2)])
def test_ticks_are_few_and_enclose_the_values(span: tuple[float, float]) -> None:
    marks = ticks(*span)
    assert marks[0] <= span[0]
    assert marks[-1] >= span[1]
    assert 2 <= len(marks) <= 7


def test_names_at_the_ends_of_two_level_lines_stand_apart() -> None:
    one, two = plot(chart(1, (0, 10), (0, 10))).lines
    assert abs(one.label_y - two.label_y) >= 14


def test_of_two_lines_that_run_together_both_are_seen() -> None:
    first, second = plot(chart(4, (0, 4, 9, 9, 12), (0, 4, 9, 5, 12))).lines
    assert [(len(each.points), each.is_shared) for each in first.stretches] == [(5, False)]
    assert [(len(each.points), each.is_shared) for each in second.stretches] == [(3, True), (3, False)]
    assert second.stretches[0].points == first.points[:3]
    apart = [round(b[0] - a[0]) for a, b in zip(first.marks, second.marks, strict=True)]
    assert apart == [12, 12, 12, 0, 12]
    assert [y for _, y in first.marks] == [y for _, y in first.points]
    assert first.marks[0] == first.points[0]
    assert second.marks[-1] == second.points[-1]


@pytest.mark.parametrize(("missions", "marked"), [(39, 40), (40, 1)])
def test_of_a_long_line_only_the_last_point_is_marked(missions: int, marked: int) -> None:
    line = plot(chart(missions, tuple(range(missions + 1)))).lines[0]
    assert len(line.points) == missions + 1
    assert len(line.marks) == marked
    assert line.marks[-1] == line.points[-1]


def test_a_sheet_and_a_page_dash_the_line_that_runs_along_another() -> None:
    level = chart(2, (0, 4, 9), (0, 4, 9))
    page = chart_markup.line_chart(plot(level), "")
    assert page.count('class="shared"') == 1
    sheets = [Document(title="Chart", subject="", paper="A4") for _ in range(2)]
    drawn = [Drawn(300, 120, partial(line_chart, chart=each)) for each in (level, chart(2, (0, 4, 9), (1, 5, 8)))]
    contents = [
        reading.reader(each.produce([drawing])).pages[0].get_contents()
        for each, drawing in zip(sheets, drawn, strict=True)
    ]
    dashed, plain = (each.get_data().count(b"[4 4] 0 d") for each in contents if each is not None)
    assert (dashed, plain) == (1, 0)


def test_a_blank_log_has_the_grid_of_its_chart_and_no_figures_on_it() -> None:
    blank, filled = (
        [words.text for words in reading.pages_of(render(log))[0].words] for log in (logs.BLANK, logs.UNDER_WAY)
    )
    assert "Allied 16" in filled
    assert "40" in filled
    assert "40" not in blank
    assert not [words for words in blank if words.startswith("Allied ") and words[-1].isdigit()]


LOST = BarData(
    "Lost by type", (Bar("Ju 87B", "axis", 4), Bar("Hurricane I", "allied", 2), Bar("C.202", "axis", 1)), "aircraft"
)


def test_the_longest_bar_fills_its_room_and_the_others_are_in_proportion() -> None:
    first, second, third = plot_bars(LOST, 640).bars
    assert (second.length / first.length, third.length / first.length) == (0.5, 0.25)
    assert first.length < 640 - plot_bars(LOST, 640).left


def test_on_a_phone_each_label_stands_over_its_own_bar_and_has_the_whole_width() -> None:
    laid = plot_bars(LOST, 340, stacked=True)
    assert laid.left == 0
    edges = [0.0, *(bar.y + laid.thickness / 2 for bar in laid.bars)]
    for bar, above in zip(laid.bars, edges, strict=False):
        assert above + 6 < bar.label_y < bar.y - laid.thickness / 2 - 6 + 4
    assert edges[-1] < laid.height
    assert max(bar.length for bar in laid.bars) < 340


def test_a_chart_without_bars_says_so() -> None:
    empty = BarData("Lost by type", (), "aircraft")
    assert plot_bars(empty).height == 0
    assert empty.summary() == "Lost by type: nothing yet."


def test_a_chart_tells_all_its_bars_to_those_who_do_not_see_it() -> None:
    assert LOST.summary() == "Lost by type, in aircraft: Ju 87B 4; Hurricane I 2; C.202 1."


def _drawn(height: float) -> str:
    document = Document(title="Bars", subject="Bars", paper="A4")
    return text_of(document.produce([Drawn(300, height, lambda canvas, box: bar_chart(canvas, box, LOST))]))


def test_bars_that_find_no_room_are_counted() -> None:
    assert "and 2 more" in _drawn(32)
    assert "Hurricane I" not in _drawn(32)
    assert "more" not in _drawn(bars_height(LOST))


def test_the_chart_of_a_log_is_not_flattened_for_the_sake_of_the_many_missions_to_come() -> None:
    early = sheet.open_ended(chart(30, (0, 27), (0, 111)), flown=1, length=30)
    assert [tick.text for tick in plot(early).y_ticks][-1] == "250"
    late = sheet.open_ended(chart(3, (0, 5, 16), (0, 14, 23)), flown=2, length=3)
    assert late.reach == 34.5

"""From a solitaire pack or campaign to its log: a line for every week of flying bombs. [SUP 28]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from campaigns.catalogue.type_names import unbroken
from campaigns.documents.logs.week_log import Bombs, LogWeek, WeekLog
from campaigns.packs import planning
from campaigns.packs.definition import PackDefinition
from campaigns.packs.schema import Stage
from campaigns.prints.log_rows import (
    blank_chart,
    blank_side,
    mission,
    side_names,
    span,
)
from campaigns.selectors.campaigns import CampaignPage
from campaigns.selectors.mission_rows import MissionRow
from campaigns.standing.model import Period
from campaigns.standing.victory_table import grades
from config.common.charts import ChartData


def blank_week_log(pack: PackDefinition) -> WeekLog:
    """The log of a pack before its first week, to be filled by hand."""
    return WeekLog(
        title=pack.title,
        dates=span(pack.first, pack.last),
        allied=blank_side(pack, "allied"),
        axis=blank_side(pack, "axis"),
        chart=_of_the_player(blank_chart(pack)),
        weeks=tuple(_to_come(pack, 1)),
        scoring=_scoring(pack),
        grades=grades(pack),
        names=side_names(pack),
    )


def filled_week_log(log: WeekLog, page: CampaignPage) -> WeekLog:
    """The blank ``log`` of a campaign, filled as far as its weeks are debriefed with what only this kind has."""
    return replace(log, chart=_of_the_player(page.chart), weeks=tuple(_weeks(page)))


def _of_the_player(chart: ChartData) -> ChartData:
    """The points of the Allied side alone: the other one has none."""
    return replace(chart, series=tuple(line for line in chart.series if line.side == "allied"))


def _scoring(pack: PackDefinition) -> tuple[tuple[str, str], ...]:
    """What each flying bomb and each fighter gives or costs."""
    bombs = pack.values.flying_bomb
    assert bombs is not None, "checked when the pack was read"
    return (
        ("each flying bomb that is shot down", f"+{bombs.destroyed}"),
        ("each that gets through", f"−{bombs.through}"),
        ("each fighter that is lost", f"−{pack.values.fighter.destroyed}"),
    )


def _to_come(pack: PackDefinition, first: int) -> Iterator[LogWeek]:
    """The weeks from period number ``first`` on: a line for each mission."""
    for number in range(first, pack.periods_in_all + 1):
        stage, _ = pack.stage_of_period(number)
        for _ in range(stage.missions):
            yield LogWeek(stage.title, span(*planning.days_of(pack, number)))


def _weeks(page: CampaignPage) -> Iterator[LogWeek]:
    pack, standing = page.definition, page.standing
    for period in standing.periods:
        stage, _ = pack.stage_of_period(min(period.number, pack.periods_in_all))
        rows = [row for row in page.missions if row.period == period.number]
        for row in rows:
            yield _flown(pack, stage, period, row)
        counted = sum(not row.is_void for row in rows)
        if period is standing.period and not standing.is_over:
            for _ in range(max(0, period.missions - counted)):
                yield _week(stage, period)
    if not standing.is_over:
        yield from _to_come(pack, len(standing.periods) + 1)


def _week(stage: Stage, period: Period) -> LogWeek:
    return LogWeek(
        title=stage.title,
        dates=span(period.first, period.last),
        weather=period.weather.title if period.weather else "",
        units="all" if period.caps["allied"] is None else str(period.caps["allied"]),
    )


def _flown(pack: PackDefinition, stage: Stage, period: Period, row: MissionRow) -> LogWeek:
    week = replace(_week(stage, period), mission=mission(row, pack))
    if not row.is_debriefed or row.is_void:
        return week
    through = sum(each.side == "axis" and each.exit == "through" for each in row.sorties)
    bombs = Bombs(
        wave=sum(each.side == "axis" for each in row.sorties),
        by_fighters=row.destroyed["axis"] - row.by_flak["axis"],
        by_guns=row.by_flak["axis"],
        through=through,
        lost=row.destroyed["allied"],
        damaged=row.damaged["allied"],
        points=row.points["allied"],
    )
    return replace(week, patrols=_patrols(row), bombs=bombs)


def _patrols(row: MissionRow) -> str:
    """``2 Tempest Mk V; Mosquito NF Mk XIII``: the aircraft of each patrol."""
    units: dict[str, list[str]] = {}
    for each in row.sorties:
        if each.side == "allied":
            units.setdefault(each.unit, []).append(unbroken(each.aircraft))
    return "; ".join(
        ", ".join(f"{count} {name}" if count > 1 else name for name, count in Counter(types).items())
        for types in units.values()
    )

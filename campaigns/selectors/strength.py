"""How a campaign's pools went up and down: the aircraft that each side had after each Mission."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from campaigns.models import Side
from campaigns.packs import PackDefinition
from campaigns.standing import Line, Standing
from campaigns.standing.chronicle import shown_missions
from campaigns.standing.fold import Folding
from campaigns.standing.recruits import Man
from config.common.charts import ChartData, Series


def strength_chart(
    pack: PackDefinition, men: Iterable[Man], lines: Iterable[Line], sides: Collection[str]
) -> ChartData | None:
    """Aircraft of ``sides``, under repair or not, at the start and after each Mission debriefed; ``None`` without."""
    ordered = sorted(lines, key=lambda line: (line.moment, line.number))
    folding = Folding(pack, men, (line for line in ordered if line.kind == "resolved"))
    after: dict[int, dict[str, int]] = {0: _strength(folding.standing)}
    reached = 0
    for line in ordered:
        if line.moment // 2 != reached:
            after[reached] = _strength(folding.standing)
            reached = line.moment // 2
        folding.take(line)
    after[reached] = _strength(folding.standing)
    keeping = {squadron.side for squadron in folding.standing.squadrons.values()}
    shown = [side for side in Side if side in sides and side in keeping]
    if not shown:
        return None
    latest = max((each.number for each in folding.standing.missions.values() if each.is_debriefed), default=0)
    series: dict[str, list[float]] = {side: [] for side in shown}
    for number in range(latest + 1):
        for side in shown:
            so_far = series[side][-1] if series[side] else 0
            series[side].append(after[number].get(side, 0) if number in after else so_far)
    missions = shown_missions(latest)
    return ChartData(
        title="Aircraft in the pools",
        labels=tuple(str(number) for number in missions),
        series=tuple(
            Series(pack.side_titles[side], side.value, tuple(series[side][n] for n in missions)) for side in shown
        ),
        unit="aircraft",
    )


def _strength(standing: Standing) -> dict[str, int]:
    counted: dict[str, int] = {}
    for airframe in standing.airframes.values():
        if airframe.status in ("serviceable", "repair"):
            counted[airframe.side] = counted.get(airframe.side, 0) + 1
    return counted

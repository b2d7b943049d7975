"""How a campaign's pools went up and down: the aircraft that each side had after each Mission."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from campaigns.models import Side
from campaigns.packs import PackDefinition
from campaigns.standing import Line, Standing
from campaigns.standing.chronicle import shown_missions
from campaigns.standing.fold import by_mission
from campaigns.standing.recruits import Man
from config.common.charts import ChartData, Series


def strength_chart(
    pack: PackDefinition, men: Iterable[Man], lines: Iterable[Line], sides: Collection[str]
) -> ChartData | None:
    """Aircraft of ``sides``, under repair or not, at the start and after each Mission debriefed; ``None`` without."""
    after: dict[int, Counter[str]] = {}
    for number, standing in by_mission(pack, men, lines):
        after[number] = _strength(standing)
    keeping = {squadron.side for squadron in standing.squadrons.values()}
    shown = [side for side in Side if side in sides and side in keeping]
    if not shown:
        return None
    latest = max((each.number for each in standing.missions.values() if each.is_debriefed), default=0)
    so_far = after[0]
    for number in range(latest + 1):
        so_far = after.setdefault(number, so_far)
    missions = shown_missions(latest)
    return ChartData(
        title="Aircraft in the pools",
        labels=tuple(str(number) for number in missions),
        series=tuple(
            Series(pack.side_titles[side], side.value, tuple(after[number][side] for number in missions))
            for side in shown
        ),
        unit="aircraft",
    )


def _strength(standing: Standing) -> Counter[str]:
    return Counter(each.side for each in standing.airframes.values() if each.status in ("serviceable", "repair"))

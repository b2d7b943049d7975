"""Victory Points of a mission, however it was flown, by the engine's own scoring."""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.definitions import definition
from engine.core.report import AircraftReport, Score, TargetReport
from engine.wildblue.aircraft import Sortie, aircraft
from engine.wildblue.scoring import dogfight_scores, mission_scores
from missions.models import Mission


def scores(mission: Mission, flown: Sequence[AircraftReport], target: TargetReport | None = None) -> tuple[Score, ...]:
    """A campaign of dogfights scores as a dogfight, any other as a campaign mission. [WBY 4.9.3, 13.1; 24.7]"""
    pack = definition(mission.campaign.pack)
    if pack.kind == "dogfights":
        return dogfight_scores(flown, balance_bonus(flown) if pack.scoring.balance else (0, 0))
    return mission_scores(flown, target, pack.mission(mission.key).striker or "")


def balance_bonus(flown: Sequence[AircraftReport]) -> tuple[int, int]:
    """Points to the Allies and to the Axis: the difference of Balance Values, to the lower. [WBY 13.1]"""
    values = {"allied": 0, "axis": 0}
    for each in flown:
        seat = ("leader", "wingman").index(each.seat)
        values[each.side] += Sortie(0, seat, aircraft(each.aircraft), each.pilot, each.skills).balance
    return max(0, values["axis"] - values["allied"]), max(0, values["allied"] - values["axis"])

"""Victory Points of a mission, however it was flown, by the engine's own scoring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campaigns.packs import PackDefinition
from campaigns.packs.schema import Points, Scoring
from engine.core.campaigns import MissionOrder
from engine.core.game import Document
from engine.core.report import AircraftReport, Answer, Score, TargetReport
from engine.wildblue.aircraft import aircraft
from engine.wildblue.buzz.scoring import week_scores
from engine.wildblue.scoring import DOGFIGHT, MISSION, dogfight_scores, mission_scores
from engine.wildblue.sheets import Sortie


def scores(
    pack: PackDefinition,
    key: str,
    flown: Sequence[AircraftReport],
    target: TargetReport | None = None,
    *,
    blitzkrieg: bool = False,
    order: MissionOrder | None = None,
    answers: Mapping[str, Answer] | None = None,
) -> tuple[Score, ...]:
    """A campaign of dogfights scores as a dogfight, a solitaire one as its weeks, any other as a campaign mission.

    ``key`` is the mission's. All with the pack's points. [WBY 4.9.3, 13.1; 24.7; SUP 28] Another system scores by its
    own rules; it is asked with the mission's ``order`` and the ``answers`` to its own questions.
    """
    if not pack.rules.told_by_pack:
        assert order is not None
        return pack.rules.scores(order, tuple(flown), answers or {})
    if pack.kind == "solitaire":
        return week_scores(flown, week_values(pack.values))
    bonus = balance_bonus(flown) if pack.values.balance else (0, 0)
    if pack.kind == "dogfights":
        return dogfight_scores(flown, bonus, values=dogfight_values(pack.values))
    striker = pack.mission(key).striker or ""
    return mission_scores(flown, target, striker, mission_values(pack.values), blitzkrieg, bonus=bonus)


def dogfight_values(scoring: Scoring) -> Document:
    """The engine's table of a dogfight's points, with the pack's in it; what it leaves out stays the rulebook's."""
    return DOGFIGHT | {
        kind: DOGFIGHT[kind]
        | {"destroyed": points.destroyed, "damaged": points.damaged}
        | ({"disengaged": scoring.disengaged} if kind == "fighter" else {})
        for kind, points in points_by_class(scoring).items()
        if kind in DOGFIGHT
    }


def mission_values(scoring: Scoring) -> Document:
    """The engine's table of a mission's points, with the pack's in it; what it leaves out stays the supplement's."""
    values = MISSION | {"jettisoned": scoring.jettisoned, "skill": scoring.skill}
    values["disengaged"] = MISSION["disengaged"] | {"fighter": scoring.disengaged}
    for reason in ("destroyed", "damaged", "home"):
        own = {kind: getattr(points, reason) for kind, points in points_by_class(scoring).items()}
        values[reason] = MISSION[reason] | own
    return values


def week_values(scoring: Scoring) -> dict[str, int]:
    """The points of a week of flying bombs; what gets through and what is lost costs the Allied side. [SUP 28]"""
    assert scoring.flying_bomb is not None, "checked when the pack was read"
    bombs = scoring.flying_bomb
    return {"destroyed": bombs.destroyed, "through": -bombs.through, "lost": -scoring.fighter.destroyed}


def points_by_class(scoring: Scoring) -> dict[str, Points]:
    """What an aircraft of each class is worth that the pack gives points for."""
    classes = {
        "fighter": scoring.fighter,
        "light-bomber": scoring.light_bomber,
        "medium-bomber": scoring.medium_bomber,
        "heavy-bomber": scoring.heavy_bomber,
    }
    return {kind: points for kind, points in classes.items() if points is not None}


def balance_bonus(flown: Sequence[AircraftReport]) -> tuple[int, int]:
    """Points to the Allies and to the Axis: the difference of Balance Values, to the lower. [WBY 13.1]"""
    values = {"allied": 0, "axis": 0}
    for each in flown:
        seat = ("leader", "wingman").index(each.seat)
        values[each.side] += Sortie(0, seat, aircraft(each.aircraft), each.pilot, each.skills).balance
    return max(0, values["axis"] - values["allied"]), max(0, values["allied"] - values["axis"])

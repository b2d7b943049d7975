"""What earns Victory Points in a mission, as its briefings print it. No query."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import engine
from campaigns.catalogue.library import library
from campaigns.catalogue.type_names import unbroken
from campaigns.documents.briefing.briefing_data import PointsLine, PointsTable
from campaigns.packs import PackDefinition
from campaigns.packs.schema import MissionDefinition, Scoring
from config.common.figures import MINUS
from config.common.vocabulary import CLASSES
from missions.planning.choices import UnitChoice


def points_table(pack: PackDefinition, mission: MissionDefinition, enemies: Sequence[UnitChoice]) -> PointsTable:
    """The points of a mission for the side that meets ``enemies``, the units that the pack gives the other."""
    if pack.scoring is None:
        return _of_system(pack, enemies)
    if mission.week:
        return _of_week(pack.values)
    return _of_mission(mission, pack.values, is_dogfight=pack.kind == "dogfights")


def _of_system(pack: PackDefinition, enemies: Sequence[UnitChoice]) -> PointsTable:
    """What the enemy's aircraft are worth, where single ones count; their own rules say the rest."""
    note = f"By the rules of {engine.systems()[pack.system].title}."
    if not pack.names_men:
        return PointsTable(notes=(note,))
    types = {each.slug: each.type for unit in enemies for each in unit.aircraft}
    lines = (PointsLine(unbroken(type_.name), (str(type_.value),)) for type_ in types.values())
    return PointsTable(("worth",), tuple(lines), (note,))


def _of_week(scoring: Scoring) -> PointsTable:
    """Points of the Allied side. [SUP 28]"""
    assert scoring.flying_bomb is not None, "checked when the pack was read"
    bombs = scoring.flying_bomb
    lines = (
        PointsLine("Flying bomb shot down", (str(bombs.destroyed),)),
        PointsLine("Flying bomb through", (f"{MINUS}{bombs.through}",)),
        PointsLine("Fighter lost", (f"{MINUS}{scoring.fighter.destroyed}",)),
    )
    return PointsTable(("VP",), lines)


def _of_mission(mission: MissionDefinition, scoring: Scoring, *, is_dogfight: bool) -> PointsTable:
    """Points by class of the aircraft that this mission may have. [WBY 4.9.3, 24.7]"""
    there = {library().aircraft[slug].aircraft_class for line in mission.units for slug in line.aircraft}
    rows = [(CLASSES[each], points) for each, points in scoring.by_class.items() if each in there]
    comes_home = mission.target is not None and any(points.home for _, points in rows)
    lines = tuple(
        PointsLine(
            title,
            (str(points.destroyed), str(points.damaged), *((str(points.home or "\N{EN DASH}"),) if comes_home else ())),
        )
        for title, points in rows
    )
    leavers = " or ".join(CLASSES[each] for each in ("fighter", "light-bomber") if each in there)
    notes = list(_other_points(mission, scoring, leavers, is_dogfight=is_dogfight))
    return PointsTable(("lost", "dam.", *(("home",) if comes_home else ())), lines, tuple(notes))


def _other_points(mission: MissionDefinition, scoring: Scoring, leavers: str, *, is_dogfight: bool) -> Iterator[str]:
    if leavers:
        yield f"{leavers} that has disengaged {scoring.disengaged}."
    if scoring.jettisoned and mission.striker and not is_dogfight:
        yield f"Ordnance jettisoned {scoring.jettisoned}."
    if scoring.skill and not is_dogfight:
        yield f"Each Skill of a man shot down {scoring.skill}."
    if scoring.balance:
        yield "The side with the lower Balance Values gets the difference."

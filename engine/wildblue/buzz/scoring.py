"""The report and the Victory Points of a week. [SUP 28]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from engine.core.game import SIDES, Side
from engine.core.report import FLYING_BOMB, AircraftReport, Kill, Report, Score
from engine.wildblue.buzz.events import BOMB_ROLE, PATROL_ROLE, patrol_names
from engine.wildblue.buzz.state import BY_GUNS, BuzzState
from engine.wildblue.buzz.terms import AIRCRAFT, BOMBS, DOWN, SECTION, THROUGH
from engine.wildblue.scoring import aircraft_reports, points_of
from engine.wildblue.state import NONE
from engine.wildblue.terms import SEATS, UNITS, leader_of

ALLIED, AXIS = SIDES
NO_SEAT = ""
BLAST, GUNS = "the blast of a flying bomb", "flak on the coast"
"""What brings down fighters, and flying bombs, as a phrase for the log."""
REASONS = {"destroyed": "shot down", "through": "got through", "lost": "lost"}
"""For what there are points, in words."""


def flown(state: BuzzState) -> tuple[AircraftReport, ...]:
    """What became of the fighters, and of the flying bombs that have come."""
    return (*_fighters(state), *_bombs(state))


def _fighters(state: BuzzState) -> Iterator[AircraftReport]:
    week = state.week
    for report in aircraft_reports(state):
        unit, seat = UNITS.index(report.unit), SEATS.index(report.seat)
        downed = [bomb for bomb, by in enumerate(week.downed_by) if by == leader_of(unit) + seat]
        yield replace(
            report,
            kills=tuple(Kill(BOMBS[bomb], NO_SEAT, AIRCRAFT) for bomb in downed),
            cause=BLAST if report.status != "undamaged" else "",
            role=PATROL_ROLE,
        )


def _bombs(state: BuzzState) -> Iterator[AircraftReport]:
    week = state.week
    for bomb, fate in enumerate(week.fates):
        yield of_bomb(BOMBS[bomb], fate, _cause(state, week.downed_by[bomb]), week.hits[bomb])


def of_bomb(name: str, fate: int, cause: str = "", hits: int = 0) -> AircraftReport:
    """What became of a flying bomb."""
    return AircraftReport(
        side=AXIS,
        unit=name,
        seat=NO_SEAT,
        aircraft=AIRCRAFT,
        aircraft_class=FLYING_BOMB,
        status="destroyed" if fate == DOWN else "undamaged",
        exit="through" if fate == THROUGH else "",
        hits=hits,
        cause=cause,
        role=BOMB_ROLE,
    )


def _cause(state: BuzzState, by: int) -> str:
    """Who shot a flying bomb down, as a phrase for the log."""
    if by == NONE:
        return ""
    sortie = state.sorties[by] if by != BY_GUNS else None
    if sortie is None:
        return GUNS
    name = sortie.pilot or f"{patrol_names(state)[sortie.unit]} {SEATS[sortie.seat]}"
    return f"{name} in {sortie.aircraft.short_name}"


def scores(state: BuzzState, aircraft: tuple[AircraftReport, ...]) -> tuple[Score, ...]:
    """Victory Points of the Allied player as the week stands. [SUP 28]"""
    return week_scores(aircraft, state.week.values)


def score(state: BuzzState) -> dict[Side, int]:
    """Victory Points by side as the week stands."""
    return points_of(scores(state, flown(state)))


def week_scores(aircraft: Iterable[AircraftReport], values: Mapping[str, int]) -> tuple[Score, ...]:
    """Points of the Allied player for fighters and flying bombs of which this is known. [SUP 28]

    ``values``: by ``destroyed`` (a flying bomb), ``through`` and ``lost`` (a fighter).
    """
    found = []
    for report in aircraft:
        reason = ""
        if report.status == "destroyed":
            reason = "lost" if report.side == ALLIED else "destroyed"
        elif report.exit == "through":
            reason = "through"
        if reason and values[reason]:
            found.append(Score(ALLIED, values[reason], SECTION, REASONS[reason], report.unit, report.seat))
    return tuple(found)


def report(state: BuzzState) -> Report:
    """The outcome of a week that is over."""
    aircraft = flown(state)
    return Report(
        system=state.system,
        turns=state.turn,
        aircraft=aircraft,
        scores=scores(state, aircraft),
        notes=(_summary(state),),
    )


def _summary(state: BuzzState) -> str:
    """``9 flying bombs came: 4 fell to fighters, 2 to the guns, 3 got through.``"""
    week = state.week
    guns = week.downed_by.count(BY_GUNS)
    fighters = week.fates.count(DOWN) - guns
    return (
        f"{week.wave} flying bombs came: {fighters} fell to fighters, {guns} to the guns, "
        f"{week.fates.count(THROUGH)} got through."
    )

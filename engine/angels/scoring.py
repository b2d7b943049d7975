"""The report of a game that is over. [A20 Victory Points, Effects of Damage]"""

from __future__ import annotations

from engine.angels.questions import answers
from engine.angels.state import BY_FIRE, CAUSES, State
from engine.angels.terms import DESTROYED, QUALITIES, RETREATED, SIDE_OF, UNITS
from engine.angels.victory import REASONS
from engine.core.game import SIDES, Side
from engine.core.report import AircraftReport, Exit, Kill, Report, Score, Status


def report(state: State) -> Report:
    """What became of each aircraft, and each award of Victory Points."""
    return Report(
        system="angels",
        turns=state.turn,
        aircraft=tuple(_aircraft(state, who) for who in state.present),
        scores=tuple(
            Score(SIDES[side], points, REASONS[reason][1], REASONS[reason][2], UNITS[who] if who >= 0 else "")
            for side, points, reason, who in state.awards
        ),
        answers=answers(state),
        notes=state.conditions.notes(state),
    )


def score(state: State) -> dict[Side, int]:
    """Victory Points by side as the game stands."""
    return {name: state.points(side) for side, name in enumerate(SIDES)}


def _aircraft(state: State, who: int) -> AircraftReport:
    aircraft = state.sheets[who].aircraft
    kills: list[Kill] = []
    damaged: list[Kill] = []
    cause = ""
    for by, whom, how, destroyed in state.credits:
        if whom == who:
            cause = CAUSES[how]
            if how == BY_FIRE:
                cause = f"by {state.names[by] or UNITS[by].replace('-', ' ').title()}, {state.sheets[by].aircraft.name}"
        if by == who:
            entry = Kill(UNITS[whom], "", state.sheets[whom].aircraft.key)
            (kills if destroyed else damaged).append(entry)
    status: Status = "destroyed" if state.fate[who] == DESTROYED else "damaged" if state.hits[who] else "undamaged"
    return AircraftReport(
        side=SIDES[who >> SIDE_OF],
        unit=UNITS[who],
        seat="",
        aircraft=aircraft.key,
        aircraft_class=aircraft.kind,
        status=status,
        exit=_exit(state, who),
        pilot=state.names[who],
        quality=QUALITIES[aircraft.pilot],
        hits=state.hits[who],
        kills=tuple(kills),
        damaged=tuple(damaged),
        cause=cause,
    )


def _exit(state: State, who: int) -> Exit:
    if state.fate[who] != RETREATED:
        return ""
    if not state.conditions.is_where_it_should(state, who):
        return "disengaged"
    return "through" if state.sheets[who].aircraft.token else "home"

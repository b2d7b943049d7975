"""Points and the report. [SABIN Victory]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.core.game import SIDES, Side
from engine.core.report import AircraftReport, Kill, Report, Score, outcome
from engine.sabin.names import called
from engine.sabin.state import TURNED_BACK, State
from engine.sabin.tables import FORFEIT_POINTS
from engine.sabin.terms import (
    BOMBER,
    FIGHTER_BOMBER_TYPE,
    HEAVY_TYPE,
    KAMIKAZE_TYPE,
    LATE_HEAVY_TYPE,
    LIGHT_TYPE,
    MEDIUM_TYPE,
    OVER,
    ROLES,
    TO_DEPLOY,
    UNITS,
)

CLASS_OF_TYPE: Final = {
    MEDIUM_TYPE: "medium-bomber",
    LIGHT_TYPE: "light-bomber",
    HEAVY_TYPE: "heavy-bomber",
    LATE_HEAVY_TYPE: "heavy-bomber",
    FIGHTER_BOMBER_TYPE: "fighter",
    KAMIKAZE_TYPE: "fighter",
}
_ROLES: Final = ("striker", *ROLES[1:])
"""By role, as reports name the parts in a mission."""
ASKED: Final = "turned-back"
"""In a report's answers: whether the bombers turned back."""
"""By side."""


def points(state: State, side: int) -> int:
    """What a side has scored: a point for each hit, and the handicap to the side of the bombers. [SABIN Victory d]"""
    scored = state.suffered[1 - side]
    if side != state.plan.escorting:
        return scored + FORFEIT_POINTS if state.ending == TURNED_BACK else scored
    return 0 if state.ending == TURNED_BACK else scored + state.plan.handicap


def score(state: State) -> dict[Side, int]:
    """Victory Points by side as the game stands."""
    return {name: points(state, side) for side, name in enumerate(SIDES)}


def scores(state: State) -> Iterator[Score]:
    """A side's points for each reason. Who turns back scores nothing."""
    escorting = state.plan.escorting
    turned_back = state.ending == TURNED_BACK
    for side, name in enumerate(SIDES):
        hits = state.suffered[1 - side]
        if hits and not (turned_back and side == escorting):
            yield Score(name, hits, "SABIN Victory", "Hits on the enemy")
    if turned_back:
        yield Score(SIDES[1 - escorting], FORFEIT_POINTS, "SABIN Victory", "The bombers turned back")
    elif state.plan.handicap:
        yield Score(SIDES[escorting], state.plan.handicap, "SABIN Victory", "Handicap award")


def result(state: State) -> str:
    """Who has won, and by how much."""
    return outcome(points(state, 0), points(state, 1))


def report(state: State) -> Report:
    """The outcome: an entry for each squadron and flight."""
    assert state.kind == OVER
    notes = [result(state)]
    if state.ending == TURNED_BACK:
        notes.append("The bombers turned back.")
    return Report(
        system="sabin",
        turns=state.turn,
        aircraft=tuple(_entry(state, unit) for unit in sorted(state.plan.present)),
        scores=tuple(scores(state)),
        answers={ASKED: True} if state.ending == TURNED_BACK else {},
        notes=tuple(notes),
    )


def _entry(state: State, number: int) -> AircraftReport:
    unit = state.plan.unit(number)
    hits = min(state.hits[number], unit.size)
    shooters = [credit >> 16 for credit in state.credits if credit >> 8 & 255 == number]
    cause = ""
    if shooters:
        first = state.plan.unit(shooters[0])
        cause = f"{'return fire of ' if first.role == BOMBER else ''}{called(state, shooters[0])}"
    return AircraftReport(
        side=SIDES[unit.side],
        unit=UNITS[number],
        seat="",
        aircraft=unit.aircraft,
        aircraft_class=CLASS_OF_TYPE[unit.type] if unit.role == BOMBER else "fighter",
        status="damaged" if hits else "undamaged",
        exit="disengaged" if state.status[number] > TO_DEPLOY else "",
        letter=unit.letter,
        size=unit.size,
        hits=hits,
        damaged=tuple(
            Kill(UNITS[credit >> 8 & 255], "", state.plan.unit(credit >> 8 & 255).aircraft)
            for credit in state.credits
            if credit >> 16 == number
            for _ in range(credit & 255)
        ),
        cause=cause,
        role=_ROLES[unit.role],
    )

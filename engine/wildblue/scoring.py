"""Reports and Victory Points. [WBY 4.9, 13.1; supplement 24.7]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.game import SIDES
from engine.core.report import AircraftReport, Exit, Kill, Report, Score, Status, TargetReport
from engine.wildblue.cards import NAMES
from engine.wildblue.state import State
from engine.wildblue.tables import GREEN_PILOT, TABLES
from engine.wildblue.terms import DESTROYED, DISENGAGED, FLYING, IN_CLOUDS, SEATS, SIDE_OF_CRAFT, UNITS

DOGFIGHT: dict[str, Any] = {
    "fighter": TABLES["victory"]["dogfight"],
    "light-bomber": TABLES["victory"]["light_bomber"],
}
MISSION: dict[str, Any] = TABLES["victory"]["mission"]
BALANCE_SECTION = "WBY 13.1"
_EXITS: dict[int, Exit] = {FLYING: "", DESTROYED: "", DISENGAGED: "disengaged", IN_CLOUDS: "clouds"}


def aircraft_reports(state: State) -> tuple[AircraftReport, ...]:
    """What became of every aircraft so far, by units; kills stand to the credit of who fired."""
    return tuple(_aircraft_report(state, who) for who in state.crafts if state.sorties[who])


def _aircraft_report(state: State, who: int) -> AircraftReport:
    sortie = state.sorties[who]
    assert sortie is not None
    fate = state.fate[who]
    hits, damaged = _hits(state, who)
    status: Status = "destroyed" if fate == DESTROYED else "damaged" if damaged else "undamaged"
    destroyed = {victim for _, victim, lost, _ in state.credits if lost}
    return AircraftReport(
        side=SIDES[who >> SIDE_OF_CRAFT],
        unit=UNITS[sortie.unit],
        seat=SEATS[sortie.seat],
        aircraft=sortie.aircraft.key,
        aircraft_class=sortie.aircraft.aircraft_class,
        status=status,
        exit=_EXITS[fate],
        pilot=sortie.pilot,
        skills=sortie.skills,
        hits=hits,
        kills=tuple(_kill(state, victim) for by, victim, lost, _ in state.credits if by == who and lost),
        damaged=tuple(
            _kill(state, victim)
            for by, victim, lost, _ in state.credits
            if by == who and not lost and not (victim in destroyed and _killer(state, victim) == who)
        ),
        cause=_cause(state, who),
    )


def _hits(state: State, who: int) -> tuple[int, bool]:
    """Hits and Damaged, now or when it left."""
    if state.fate[who] != FLYING:
        hits, _, damaged = state.final_hits[who]
        return hits, damaged
    craft = next(craft for craft in state.crafts if state.who[craft] == who and state.sheets[craft])
    return state.hits[craft], state.damaged[craft]


def _kill(state: State, victim: int) -> Kill:
    sortie = state.sorties[victim]
    assert sortie is not None
    return Kill(UNITS[sortie.unit], SEATS[sortie.seat], sortie.aircraft.key)


def _killer(state: State, victim: int) -> int:
    return next(by for by, other, lost, _ in state.credits if other == victim and lost)


def _cause(state: State, who: int) -> str:
    """How the aircraft was last Damaged or Destroyed, as a phrase for the log."""
    for by, victim, _, face in reversed(state.credits):
        if victim == who:
            shooter = state.sorties[by] if by >= 0 else None
            if shooter is None:
                return "while disengaging"
            name = shooter.pilot or f"{UNITS[shooter.unit]} {SEATS[shooter.seat]}"
            return f"{NAMES[face]} by {name} in {shooter.aircraft.short_name}"
    return ""


def dogfight_scores(
    aircraft: Iterable[AircraftReport],
    bonus: tuple[int, int] = (0, 0),
    clouds_exit_scores: bool = False,
    values: Mapping[str, Any] = DOGFIGHT,
) -> tuple[Score, ...]:
    """Victory Points of a dogfight: each aircraft scores once, at its worst. [WBY 4.9.3, 13.1; 17.2e]

    ``values`` are the points by class of aircraft; a campaign may bring its own.
    """
    scores = [
        Score(SIDES[side], points, BALANCE_SECTION, "Balance Values") for side, points in enumerate(bonus) if points
    ]
    for report in aircraft:
        exits = ("disengaged", "clouds") if clouds_exit_scores else ("disengaged",)
        reason = _worst(report, exits)
        table = values[report.aircraft_class]
        if reason and table[reason]:
            scores.append(_against(report, table[reason], f"WBY {table['section']}", reason))
    return tuple(scores)


def _worst(report: AircraftReport, exits: tuple[str, ...]) -> str:
    """``destroyed``, ``damaged``, ``disengaged`` or nothing."""
    if report.status != "undamaged":
        return report.status
    return "disengaged" if report.exit in exits else ""


def _against(report: AircraftReport, points: int, section: str, reason: str) -> Score:
    other = SIDES[1 - SIDES.index(report.side)]
    return Score(other, points, section, reason, report.unit, report.seat)


def mission_scores(
    aircraft: Iterable[AircraftReport],
    target: TargetReport | None,
    striker: str,
    values: Mapping[str, Any] = MISSION,
    blitzkrieg: bool = False,
) -> tuple[Score, ...]:
    """Victory Points of a campaign Mission; ``striker`` is the side that strikes the target. [supplement 24.6, 24.7]

    ``values`` are the points by reason and class of aircraft; a campaign may bring its own. ``blitzkrieg`` makes a
    target that scores worth more.
    """
    section = values["section"]
    scores: list[Score] = []
    for report in aircraft:
        kind = report.aircraft_class
        reason = _worst(report, ("disengaged",))
        points = values[reason][kind] if reason else 0
        if points:
            scores.append(_against(report, points, section, reason))
        if report.jettisoned:
            scores.append(_against(report, values["jettisoned"], section, "jettisoned"))
        letters = [skill for skill in report.skills if skill != GREEN_PILOT]
        if report.status == "destroyed" and letters:
            scores.append(_against(report, values["skill"] * len(letters), section, "skilled pilot"))
        home = values["home"][kind]
        if report.over_target and report.status == "undamaged" and home:
            scores.append(Score(report.side, home, section, "home undamaged", report.unit, report.seat))
    if target and target.points:
        scores.append(Score(striker, target.points, section, f"{target.name}: {target.level}"))
        if blitzkrieg:
            more = values["blitzkrieg"]
            scores.append(Score(striker, more["points"], more["section"], "Blitzkrieg"))
    return tuple(scores)


def scores(state: State) -> tuple[Score, ...]:
    """Victory Points as the game stands."""
    options = state.options
    return dogfight_scores(aircraft_reports(state), options.bonus, options.clouds_exit_scores)


def report(state: State) -> Report:
    """The outcome of a game that is over."""
    return Report(
        system="wildblue",
        turns=state.turn,
        aircraft=aircraft_reports(state),
        scores=scores(state),
    )

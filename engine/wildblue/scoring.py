"""Reports and Victory Points. [WBY 4.9, 13.1; SUP 24.7]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.core.game import SIDES, Side
from engine.core.report import AircraftReport, Exit, Kill, Report, Score, Status, TargetReport, phases_flown
from engine.wildblue.cards import IMS_FUEL, NAMES
from engine.wildblue.missions.mission import Mission
from engine.wildblue.names import called
from engine.wildblue.sheets import Sortie
from engine.wildblue.state import BY_AERIAL_ROCKETS, OUT_OF_FUEL, State
from engine.wildblue.tables import GREEN_PILOT, TABLES
from engine.wildblue.terms import (
    DESTROYED,
    DISENGAGED,
    FLYING,
    IN_CLOUDS,
    LOADS,
    PLACES,
    ROLES,
    SEATS,
    SIDE_OF_CRAFT,
    UNITS,
    words,
)

DOGFIGHT: dict[str, Any] = {
    "fighter": TABLES["victory"]["dogfight"],
    "light-bomber": TABLES["victory"]["light_bomber"],
}
MISSION: dict[str, Any] = TABLES["victory"]["mission"]
_FIRST_DOGFIGHT = DOGFIGHT | {"light-bomber": DOGFIGHT["light-bomber"] | {"disengaged": 0}}
_FIRST_MISSION = MISSION | {"disengaged": MISSION["disengaged"] | {"light-bomber": 0}}
BALANCE_SECTION = "WBY 13.1"
_EXITS: dict[int, Exit] = {DISENGAGED: "disengaged", IN_CLOUDS: "clouds"}


def usual_values(edition: int, *, mission: bool = False) -> dict[str, Any]:
    """What a game of this edition of the rules counts by where its document says nothing else."""
    if edition > 1:
        return MISSION if mission else DOGFIGHT
    return _FIRST_MISSION if mission else _FIRST_DOGFIGHT


# What became of whom


def aircraft_reports(state: State) -> tuple[AircraftReport, ...]:
    """What became of every aircraft so far, by units; kills stand to the credit of who fired."""
    return tuple(_aircraft_report(state, who, **_deeds(state, who)) for who in state.crafts if state.sorties[who])


def _aircraft_report(state: State, who: int, **deeds: Any) -> AircraftReport:
    """What became of an aircraft; ``deeds`` are what it did and who did it, of which no points come."""
    sortie = state.man(who)
    fate = state.fate[who]
    hits, damaged = _hits(state, who)
    status: Status = "destroyed" if fate == DESTROYED else "damaged" if damaged else "undamaged"
    return AircraftReport(
        side=SIDES[who >> SIDE_OF_CRAFT],
        unit=UNITS[sortie.unit],
        seat=_seat(sortie),
        aircraft=sortie.aircraft.key,
        aircraft_class=sortie.aircraft.aircraft_class,
        status=status,
        exit=_EXITS.get(fate, ""),
        pilot=sortie.pilot,
        skills=sortie.skills,
        hits=hits,
        **deeds,
        **(_in_mission(state.mission, sortie, who) if state.mission else {}),
    )


def _deeds(state: State, who: int) -> dict[str, Any]:
    """Whom an aircraft has brought down, and how it was itself."""
    destroyed = {victim for _, victim, lost, _ in state.credits if lost}
    return {
        "kills": tuple(_kill(state, victim) for by, victim, lost, _ in state.credits if by == who and lost),
        "damaged": tuple(
            _kill(state, victim)
            for by, victim, lost, _ in state.credits
            if by == who and not lost and not (victim in destroyed and _killer(state, victim) == who)
        ),
        "cause": _cause(state, who),
        "fuel_tank": any(victim == who and lost and face == IMS_FUEL for _, victim, lost, face in state.credits),
    }


def _in_mission(mission: Mission, sortie: Sortie, who: int) -> dict[str, Any]:
    """What only a Mission adds to an aircraft's report."""
    plan = mission.plan
    keeps_fuel = plan.fuel and sortie.aircraft.aircraft_class == "fighter"
    return {
        "role": ROLES[plan.roles[sortie.unit]],
        "number": plan.numbers.get(UNITS[sortie.unit], 0),
        "load": tuple(name for bit, name in enumerate(LOADS) if sortie.load >> bit & 1),
        "over_target": bool(mission.went_over >> who & 1),
        "jettisoned": bool(mission.jettisoned >> who & 1),
        "struck": mission.struck[who],
        "cargo": mission.cargo[who],
        "mines": mission.mines[who],
        "recon": mission.recon[who],
        "fuel": mission.spent[sortie.unit] if keeps_fuel else None,
    }


def _seat(sortie: Sortie) -> str:
    """``leader``, ``wingman``, ``section``, or of a Formation aircraft ``1`` to ``3``."""
    return (PLACES if sortie.aircraft.in_formation else SEATS)[sortie.seat]


def _hits(state: State, who: int) -> tuple[int, bool]:
    """Hits and Damaged, now or when it left. Under a Section marker a man has no Hits of his own. [WBY 17.6]"""
    if state.fate[who] != FLYING:
        hits, _, damaged = state.final_hits[who]
        return hits, damaged
    for craft in range(who & ~3, (who & ~3) + 3):
        if state.who[craft] == who and state.sheets[craft]:
            return state.hits[craft], state.damaged[craft]
    return 0, False


def _kill(state: State, victim: int) -> Kill:
    sortie = state.man(victim)
    return Kill(UNITS[sortie.unit], _seat(sortie), sortie.aircraft.key)


def _killer(state: State, victim: int) -> int:
    return next(by for by, other, lost, _ in state.credits if other == victim and lost)


_SHOOTERS: Final = (" leader", " wingman", " third man")


def _cause(state: State, who: int) -> str:
    """How the aircraft was last Damaged or Destroyed, as a phrase for the log."""
    for by, victim, _, face in reversed(state.credits):
        if victim == who:
            shooter = state.sorties[by] if by >= 0 else None
            if shooter is None:
                if face == OUT_OF_FUEL:
                    return "lack of fuel"
                return "flak over the target" if face >= 0 else "while disengaging"
            place = f", aircraft {_seat(shooter)}" if shooter.aircraft.in_formation else _SHOOTERS[shooter.seat]
            name = shooter.pilot or called(state, shooter.unit) + place
            if face == BY_AERIAL_ROCKETS:
                return f"aerial rockets of {name} in {shooter.aircraft.short_name}"
            if shooter.aircraft.in_formation:
                return f"return fire of {name} in {shooter.aircraft.short_name}"
            return f"{NAMES[face]} by {name} in {shooter.aircraft.short_name}"
    return ""


# Victory Points


def dogfight_scores(
    aircraft: Iterable[AircraftReport],
    bonus: tuple[int, int] = (0, 0),
    clouds_exit_scores: bool = False,
    values: Mapping[str, Any] = DOGFIGHT,
) -> tuple[Score, ...]:
    """Victory Points of a dogfight: each aircraft scores once, at its worst. [WBY 4.9.3, 13.1; 17.2e]

    ``values`` are the points by class of aircraft; a campaign may bring its own.
    """
    scores = _bonus(bonus)
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
    *,
    bonus: tuple[int, int] = (0, 0),
    clouds_exit_scores: bool = False,
) -> tuple[Score, ...]:
    """Victory Points of a campaign Mission; ``striker`` is the side that strikes the target. [SUP 24.6, 24.7]

    ``values`` are the points by reason and class of aircraft; a campaign may bring its own. ``blitzkrieg`` makes a
    target that scores worth more. Cargo, mines and photographs count as each aircraft's report says. [21.8]
    """
    section = values["section"]
    exits = ("disengaged", "clouds") if clouds_exit_scores else ("disengaged",)
    scores = _bonus(bonus)
    mines = dict.fromkeys(SIDES, 0)
    for report in aircraft:
        kind = report.aircraft_class
        reason = _worst(report, exits)
        points = values[reason][kind] if reason else 0
        if points:
            scores.append(_against(report, points, section, reason))
        if report.jettisoned and values["jettisoned"]:
            scores.append(_against(report, values["jettisoned"], section, "jettisoned"))
        letters = [skill for skill in report.skills if skill != GREEN_PILOT]
        if report.status == "destroyed" and letters and values["skill"]:
            scores.append(_against(report, values["skill"] * len(letters), section, "skilled pilot"))
        home = values["home"][kind]
        if home and _came_home(report):
            scores.append(_for(report, home, section, "home undamaged"))
        cargo = values["cargo"]
        if report.cargo and cargo["points"]:
            scores.append(_for(report, report.cargo * cargo["points"], cargo["section"], "cargo"))
        if report.recon:
            scores.append(_for(report, report.recon, values["recon"]["section"], "reconnaissance"))
        mines[report.side] += report.mines
    for side, laid in mines.items():
        points = laid // values["mines"]["each"] * values["mines"]["points"]
        if points:
            scores.append(Score(side, points, values["mines"]["section"], f"{laid} mines"))
    if target and target.points:
        scores.append(Score(striker, target.points, section, f"{target.name}: {target.level}"))
        if blitzkrieg:
            more = values["blitzkrieg"]
            scores.append(Score(striker, more["points"], more["section"], "Blitzkrieg"))
    return tuple(scores)


def _bonus(bonus: tuple[int, int]) -> list[Score]:
    """Points for balance. [WBY 13.1]"""
    return [
        Score(SIDES[side], points, BALANCE_SECTION, "Balance Values") for side, points in enumerate(bonus) if points
    ]


def _for(report: AircraftReport, points: int, section: str, reason: str) -> Score:
    return Score(report.side, points, section, reason, report.unit, report.seat)


def _came_home(report: AircraftReport) -> bool:
    """Whether a strike aircraft has been Over Target and completed the Mission Undamaged. [SUP 24.7, WBY 17.2f]

    Reports of an earlier time do not say who was to strike.
    """
    return (
        report.over_target
        and report.role in ("striker", "")
        and report.status == "undamaged"
        and report.exit != "disengaged"
    )


# Of a game


def scores(state: State) -> tuple[Score, ...]:
    """Victory Points as the game stands."""
    counted = tuple(_aircraft_report(state, who) for who in state.crafts if state.sorties[who] and _counts(state, who))
    return _scores(state, counted, _target(state))


def _counts(state: State, who: int) -> bool:
    """Whether points may come of an aircraft by now: it is hit or gone, or has done something in a mission."""
    if state.fate[who] != FLYING or _hits(state, who)[1]:
        return True
    mission = state.mission
    if mission is None:
        return False
    done = mission.went_over >> who & 1 or mission.jettisoned >> who & 1
    return bool(done or mission.cargo[who] or mission.mines[who] or mission.recon[who])


def score(state: State) -> dict[Side, int]:
    """Victory Points by side as the game stands."""
    return points_of(scores(state))


def points_of(scores: Iterable[Score]) -> dict[Side, int]:
    """By side: the sum of its scores."""
    points = dict.fromkeys(SIDES, 0)
    for each in scores:
        points[each.side] += each.points
    return points


def _scores(state: State, flown: tuple[AircraftReport, ...], target: TargetReport | None) -> tuple[Score, ...]:
    options = state.options
    if state.mission is None:
        values = options.values or usual_values(options.edition)
        return dogfight_scores(flown, options.bonus, options.clouds_exit_scores, values)
    plan = state.mission.plan
    striker = SIDES[plan.striker] if plan.striker >= 0 else ""
    return mission_scores(
        flown,
        target,
        striker,
        plan.values,
        bool(plan.effects.get(striker, {}).get("blitzkrieg")),
        bonus=options.bonus,
        clouds_exit_scores=options.clouds_exit_scores,
    )


def _target(state: State) -> TargetReport | None:
    mission = state.mission
    return mission.plan.target.report(mission.damage) if mission and mission.plan.target else None


def report(state: State) -> Report:
    """The outcome of a game that is over."""
    flown = aircraft_reports(state)
    target = _target(state)
    mission = state.mission
    return Report(
        system="wildblue",
        turns=state.turn,
        aircraft=flown,
        scores=_scores(state, flown, target),
        target=target,
        duration=phases_flown(mission.plan.duration, state.turn) if mission else (),
        resources=effects_in_words(mission.plan.effects) if mission else {},
    )


def effects_in_words(effects: Mapping[str, Mapping[str, Any]]) -> dict[str, tuple[str, ...]]:
    """The effects of each side's Resources in words: ``Blitzkrieg``, ``Flak Guns (2)``. [SUP 24.6]"""
    return {
        side: tuple(
            words(name.replace("_", "-")) + (f" ({value})" if value is not True and value != 1 else "")
            for name, value in own.items()
            if value
        )
        for side, own in effects.items()
        if any(own.values())
    }

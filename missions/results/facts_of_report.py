"""What a report says of each fact (``missions.results.facts``), as the table would have said it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.core.report import CONDUCT, FLYING_BOMB, AircraftReport, Report
from engine.core.table_sheet import HOME, Ending
from missions.results.facts import DROPPED_BACK, DROPPED_OVER, OVER, SHORT, Said, asked_of
from missions.results.outcomes import CAUSES, FLAK, FUEL, PHOTOGRAPHS, usual
from missions.results.questionnaire import Questionnaire, SeatLine

OLD_FLAK: Final = "by flak"
"""As reports of an earlier time say it."""


def said(sheet: Questionnaire, report: Report) -> Said:
    """What a result that was told of ``sheet`` says of each fact."""
    given = read(sheet, report)
    return {name: fact.of(given) for name, fact in asked_of(sheet).items()}


def read(sheet: Questionnaire, report: Report) -> Said:
    """What a report says of facts; what is as usual is left empty."""
    lines = {line.key: line for line in sheet.lines}
    by: dict[str, list[str]] = {}
    for each in report.aircraft:
        for victim in each.kills:
            by.setdefault(f"{victim.unit} {victim.seat}", []).append(f"{each.unit} {each.seat}")
    for each in report.aircraft:
        for victim in each.damaged:  # who Damaged what another Destroyed later has no part in the victory
            by.setdefault(f"{victim.unit} {victim.seat}", [f"{each.unit} {each.seat}"])
    causes = {cause: key for key, cause in CAUSES.items()} | {OLD_FLAK: FLAK}
    values: dict[str, Any] = {"turns": report.turns}
    if report.target is not None:
        values["target_damage"] = report.target.damage
    values |= {f"answer.{name}": answer for name, answer in report.answers.items()}
    bombs = [each for each in report.aircraft if each.aircraft_class == FLYING_BOMB]
    if sheet.bombs is not None:
        by_guns = sum(each.cause == sheet.bombs.by_guns for each in bombs)
        values |= {"wave": len(bombs), "by_guns": by_guns or None}
    units: dict[str, list[AircraftReport]] = {}
    for each in report.aircraft:
        if each in bombs:
            continue
        units.setdefault(each.unit, []).append(each)
        key = f"{each.unit} {each.seat}"
        ending = _ending(lines[key], each)
        values |= {
            f"{key}.fate": ending.value,
            f"{key}.by": by[key][0] if key in by else "" if ending.by_fuel else causes.get(each.cause, ""),
            f"{key}.shared_with": by.get(key, [])[1:] or None,
            f"{key}.struck": each.struck or None,
            f"{key}.cargo": _unusual(each.cargo, usual(each, lines[key].cargo)),
            f"{key}.mines": _unusual(each.mines, usual(each, lines[key].mines)),
            f"{key}.photographs": _photographs(sheet, each.recon),
            f"{key}.bombs": len(each.kills) or None,
        }
        conduct = each.conduct()
        values |= {f"{key}.{what}": conduct[what] for what in conduct if conduct[what] != CONDUCT[what]}
    for unit, flown in units.items():
        went_over = any(each.over_target for each in flown)
        jettisoned = any(each.jettisoned for each in flown)
        values[f"{unit}.over"] = (
            (DROPPED_OVER if went_over else DROPPED_BACK)[0] if jettisoned else (OVER if went_over else SHORT)[0]
        )
        values[f"{unit}.fuel"] = flown[0].fuel
        hit = [f"{each.unit} {each.seat}" for each in flown if each.status != "undamaged"]
        values |= {f"{unit}.hits": len(hit) or None, f"{unit}.hit_by": _shooter(by, hit)}
        for each in flown:
            formation = each.seat.isdecimal()
            turned_back = (went_over or formation) and not each.over_target
            missing = turned_back or (jettisoned and not each.jettisoned)
            values[f"{unit} {each.seat}.before"] = each.status == "destroyed" and missing
    return values


def _ending(line: SeatLine, told: AircraftReport) -> Ending:
    """The one among its endings that fits best: in all, else but for what it was shot by, else in its state alone."""
    by_fuel = told.cause == CAUSES[FUEL]
    wanted = ((told.status, told.exit, by_fuel), (told.status, told.exit, False), (told.status, "", False))
    known = {(each.status, each.exit, each.by_fuel): each for each in reversed(line.endings)}
    return next((known[each] for each in wanted if each in known), HOME)


def _shooter(by: Mapping[str, list[str]], hit: Iterable[str]) -> str:
    """The unit that most of these aircraft were hit by."""
    units = Counter(by[key][0].split()[0] for key in hit if key in by)
    return units.most_common(1)[0][0] if units else ""


def _unusual(number: int, usually: int) -> int | None:
    return None if number == usually else number


def _photographs(sheet: Questionnaire, points: int) -> str:
    """The result that is worth so many points."""
    return next((result for result in PHOTOGRAPHS if sheet.recon.get(result) == points), PHOTOGRAPHS[0])

"""From a skirmish to its printed log: before it has been told with room for a pen, afterwards with what was told."""

from __future__ import annotations

import engine
from campaigns.catalogue.type_names import unbroken
from campaigns.documents.logs.mission_report import LogScore
from campaigns.documents.logs.skirmish_log import LogCraft, LogForce, SkirmishLog
from campaigns.prints.log_rows import fate_told
from campaigns.standing.sortie_text import seat_name
from config.common.vocabulary import EXITS, day
from missions.models import Skirmish
from missions.results.questionnaire import Questionnaire, of_skirmish
from missions.selectors.reports import FlownRow
from missions.selectors.skirmishes import outcome

_STATES = {"destroyed": "shot down", "damaged": "damaged"}


def skirmish_log(skirmish: Skirmish) -> SkirmishLog:
    """Of a skirmish however it is played. No query."""
    system = engine.systems()[skirmish.system]
    sheet = of_skirmish(skirmish.system, skirmish.setup)
    told = outcome(skirmish)
    facts = [("Target", sheet.target.name)] if sheet.target is not None else []
    facts += [("Notes", note) for note in told.notes] if told else []
    points = {each.side: each.points for each in told.points} if told else {}
    return SkirmishLog(
        title=skirmish.title,
        system=system.title,
        lead=f"{system.title} · set up on {day(skirmish.created_at.date())}",
        facts=tuple(facts),
        turns=told.told.turns if told else sheet.most_turns,
        forces=tuple(
            LogForce(
                side,
                system.sides[side],
                tuple(map(_flown, told.told.rows.get(side, ()))) if told else _to_fly(sheet, side),
                points.get(side),
            )
            for side in sheet.sides
        ),
        scores=tuple(
            LogScore(each.side, f"{each.who}: {each.reason}" if each.who else each.reason, each.section, each.points)
            for each in told.told.scores
        )
        if told
        else (),
        is_told=told is not None,
    )


def _to_fly(sheet: Questionnaire, side: str) -> tuple[LogCraft, ...]:
    """Those who take off; a unit of which hits are counted as one."""
    found = []
    for unit in sheet.units:
        if unit.side != side:
            continue
        if unit.takes_hits:
            found.append(LogCraft(unit.name, "", f"{len(unit.lines)} × {unbroken(unit.lines[0].aircraft.name)}"))
            continue
        found += [
            LogCraft(
                line.name if len(unit.lines) > 1 else unit.name,
                _man(line.pilot, line.quality, line.skill_names),
                unbroken(line.aircraft.name),
            )
            for line in unit.lines
        ]
    return tuple(found)


def _man(name: str, quality: str, skills: tuple[str, ...]) -> str:
    about = ", ".join(part for part in (quality, *skills) if part)
    return f"{name} ({about})" if name and about else name or about


def _flown(row: FlownRow) -> LogCraft:
    flown = row.report
    fate = _STATES.get(flown.status, "home") if flown.exit != "through" else "got through"
    victims = [*(f"shot down {unbroken(each)}" for each in row.kills), *row.deeds]
    if flown.damaged:
        victims.append(f"damaged {len(flown.damaged)}" if flown.size == 1 else f"hit {len(flown.damaged)}")
    size = f"{flown.size} × " if flown.size > 1 else ""
    return LogCraft(
        who=seat_name(row.unit, flown.seat),
        pilot=_man(flown.pilot, flown.quality, row.skills),
        aircraft=f"{size}{unbroken(row.aircraft_name)}",
        fate=fate_told(fate, EXITS.get(flown.exit, ""), row.cause),
        hits=str(flown.hits or ""),
        did="; ".join(victims),
    )

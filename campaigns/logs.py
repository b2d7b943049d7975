"""From a pack, or from what a campaign has come to, to the log sheet that is printed."""

from __future__ import annotations

import datetime
import re
from dataclasses import replace
from fractions import Fraction

from campaigns.charts import ChartData, Series
from campaigns.deeds import seat_name
from campaigns.documents.land_log import Kind, LandLog, LogStage
from campaigns.documents.mission_report import LogScore, LogSortie, MissionReport
from campaigns.documents.mission_table import LogMission, SideResult
from campaigns.documents.sheet import Ace, LogResource, LogSide
from campaigns.documents.victory_scale import Grade
from campaigns.packs.definition import PackDefinition
from campaigns.packs.schema import SIDES, Side
from campaigns.selectors import CampaignPage, GradeRow, MissionRow, PilotRow, SortieRow, commander, grades
from campaigns.standing.words import amount

EXITS = {
    "disengaged": "disengaged",
    "clouds": "left in Clouds",
    "broke-off": "broke off",
    "through": "got through",
    "home": "in time",
}


def blank_log(pack: PackDefinition) -> LandLog:
    """The sheet of a pack before its first mission, to be filled by hand."""
    return LandLog(
        title=pack.title,
        kind="dogfights" if pack.kind == "dogfights" else "operation" if pack.kind == "operation" else "land",
        dates=span(pack.first, pack.last),
        length=pack.missions_in_all,
        stages=tuple(LogStage(stage.title, span(stage.first, stage.last), stage.missions) for stage in pack.stages),
        allied=_blank_side(pack, "allied"),
        axis=_blank_side(pack, "axis"),
        grades=_grades(grades(pack)),
        chart=ChartData(
            "Victory Points",
            tuple(str(number) for number in range(pack.missions_in_all + 1)),
            tuple(Series(side.capitalize(), side, (0,)) for side in SIDES),
        ),
    )


def campaign_log(page: CampaignPage) -> LandLog:
    """The sheet of a campaign, filled as far as its missions are debriefed."""
    log = blank_log(page.definition)
    return replace(
        log,
        name=page.name,
        allied=_side(page, log.allied, "allied"),
        axis=_side(page, log.axis, "axis"),
        missions=tuple(_mission(mission, log.kind) for mission in page.missions),
        aces=tuple(_ace(pilot) for pilot in page.aces),
        chart=page.chart,
    )


def span(first: datetime.date, last: datetime.date) -> str:
    """Two dates in words, saying the month and year once where they are the same.

    >>> span(datetime.date(1941, 3, 24), datetime.date(1941, 6, 17))
    '24 March to 17 June 1941'
    """
    if first.year != last.year:
        return f"{written(first)} to {written(last)}"
    if first.month != last.month:
        return f"{first.day} {first:%B} to {written(last)}"
    return f"{first.day} to {written(last)}" if first != last else written(first)


def written(day: datetime.date) -> str:
    """A date as it is written in a log: 1 April 1941."""
    return f"{day.day} {day:%B} {day.year}"


def unbroken(name: str) -> str:
    """An aircraft's name with its mark held together on one line: ``Bf 109E-7``, ``Hurricane Mk I``."""
    return re.sub(r"(?<=\b\w\w) ", "\N{NO-BREAK SPACE}", name)


def _blank_side(pack: PackDefinition, side: Side) -> LogSide:
    resources = pack.resources_of(side).values()
    return LogSide(pack.sides[side].title, resources=tuple(LogResource(resource.title) for resource in resources))


def _side(page: CampaignPage, blank: LogSide, side: Side) -> LogSide:
    return replace(
        blank,
        commander=commander(page, side),
        points=page.points[side] if page.flown else None,
        resources=tuple(LogResource(row.title, row.used_in) for row in page.resources[side]),
    )


def _mission(row: MissionRow, kind: Kind) -> LogMission:
    return LogMission(
        number=row.number,
        date=written(datetime.date.fromisoformat(row.date)),
        title=row.title,
        place=row.place,
        allied=_result(row, "allied", kind) if row.is_debriefed else None,
        axis=_result(row, "axis", kind) if row.is_debriefed else None,
        margin=row.margin if row.is_debriefed else None,
        notes="Declared void." if row.is_void else " ".join(row.notes),
        achieved="; ".join(row.achieved),
        report=mission_report(row) if row.is_debriefed and row.way != "operation" else None,
    )


def mission_report(row: MissionRow) -> MissionReport:
    """A debriefed mission in full."""
    used = {side: [part for part in (row.resources[side], ", ".join(row.effects[side])) if part] for side in SIDES}
    facts = [
        ("Target", "; ".join(row.achieved)),
        *((f"{side.capitalize()} resource", ": ".join(dict.fromkeys(used[side]))) for side in SIDES),
    ]
    return MissionReport(
        heading=f"{row.number} · {row.title}",
        length=" · ".join((row.place, written(datetime.date.fromisoformat(row.date)), row.length)),
        facts=tuple(fact for fact in facts if fact[1]),
        allied=_sorties(row, "allied"),
        axis=_sorties(row, "axis"),
        scores=tuple(
            LogScore(
                score.side, f"{score.who}: {score.reason}" if score.who else score.reason, score.section, score.points
            )
            for score in row.scores
        ),
    )


def _kills(number: Fraction) -> str:
    """
    >>> _kills(Fraction(1)), _kills(Fraction(1, 2)), _kills(Fraction(2))
    ('1 kill', '½ kill', '2 kills')
    """
    return f"{amount(number)} kill{'s' if number > 1 else ''}"


def _sorties(row: MissionRow, side: Side) -> tuple[LogSortie, ...]:
    return tuple(
        LogSortie(
            who=seat_name(each.unit, each.seat),
            pilot=each.pilot,
            aircraft=unbroken(each.aircraft),
            fate=_fate(each),
            did=", ".join([*each.deeds, *([_kills(each.kills)] if each.kills else [])]),
        )
        for each in row.sorties
        if each.side == side
    )


def _fate(sortie: SortieRow) -> str:
    fate = {"destroyed": "shot down", "damaged": "damaged"}.get(sortie.status, "home")
    how = [part for part in (EXITS.get(sortie.exit, ""), sortie.cause) if part]
    return f"{fate}, {', '.join(how)}" if how else fate


def _result(row: MissionRow, side: Side, kind: Kind) -> SideResult:
    return SideResult(
        brought=row.resources[side] if kind != "dogfights" else ", ".join(map(unbroken, row.flew[side])),
        points=row.points[side],
        lost=row.destroyed[side],
        damaged=row.damaged[side],
        by_flak=row.by_flak[side],
    )


def _grades(rows: tuple[GradeRow, ...]) -> tuple[Grade, ...]:
    return tuple(Grade(row.titles["allied"], row.titles["axis"], row.low, row.high) for row in rows)


def _ace(pilot: PilotRow) -> Ace:
    flew = unbroken(pilot.flew[0]) if pilot.flew else ""
    known = " · ".join(part for part in (pilot.service, flew) if part)
    return Ace(pilot.name, pilot.side, known, amount(pilot.kills), pilot.missions)

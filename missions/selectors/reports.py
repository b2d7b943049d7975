"""A report as pages show it: what became of everybody, what the target took, which section gave each point."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from campaigns.catalogue.library import aircraft_name
from campaigns.packs.schema import SIDES
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.mission_rows import ScoreRow, score_row
from campaigns.selectors.sides import side_titles
from campaigns.standing import sortie_text as deeds
from campaigns.standing.words import skill_name
from config.common.vocabulary import amount
from engine.core.report import AircraftReport, Kill, Report, TargetReport
from missions.flights import context
from missions.models import Mission
from missions.results.differences import differences

TOGETHER_FROM = 4
"""Of so many nameless aircraft of a unit, or more, to which the same happened, one line is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlownRow:
    """What became of one aircraft."""

    report: AircraftReport
    unit: str
    """What its unit is called: ``Striker 1``."""
    place: str
    """Its seat in words: ``leader``, ``aircraft 2``."""
    aircraft_name: str
    load: str
    cause: str
    """How it was damaged or lost, its units as they are called."""
    kills: tuple[str, ...]
    """What it shot down, in words."""
    deeds: tuple[str, ...]
    """What it did for its mission, in words."""
    skills: tuple[str, ...] = ()
    """Of its man or crew, in words."""
    differs: bool = False
    """Its unit did not fly as the pack has it, or was added."""
    man_differs: bool = False
    """Another man sat in it than was planned."""


@dataclass(frozen=True, slots=True)
class SpentResource:
    """What a side spent on a mission, and what it did there."""

    title: str
    """As the board and the log call it; empty where only its effects are known, as in a skirmish."""
    effects: tuple[str, ...]
    """In words that its title does not say; none of one that brought aircraft or men."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPage:
    """All that a page shows of a report."""

    rows: Mapping[str, tuple[FlownRow, ...]]
    """By side."""
    scores: tuple[ScoreRow, ...]
    points: Mapping[str, int]
    target: TargetReport | None
    turns: int
    duration: str
    """Turns by phase, in words; empty of a mission without phases."""
    achieved: tuple[str, ...]
    """What the striking side delivered, laid and found out, added up."""
    in_vain: str
    """What is said of the target where nothing was achieved."""
    resources: Mapping[str, SpentResource]
    """By side, of those that spent one."""
    differed: tuple[str, ...] = ()
    """What differs from the pack, in words."""


def report_page(
    report: Report,
    mission_type: str = "",
    *,
    name: Callable[[str], str] = aircraft_name,
    sides: Sequence[str] = SIDES,
    titles: Mapping[str, str] | None = None,
    resources: Mapping[str, str] | None = None,
    otherwise: Collection[str] = (),
    other_men: Collection[str] = (),
    differed: Sequence[str] = (),
) -> ReportPage:
    """What became of every aircraft, by side, and what it was worth.

    ``name`` says what a type is called, ``titles`` what a side is if not Allied or Axis, ``resources`` what the sides
    spent (``loading.resources_spent``), ``otherwise`` which units flew otherwise than planned, ``other_men`` in which
    seats another man sat, ``differed`` all that differs from the pack.
    """
    names = deeds.names(report.aircraft, titles)
    pilots = {(each.unit, each.seat): each.pilot for each in report.aircraft}

    def victim(kill: Kill) -> str:
        pilot = pilots.get((kill.unit, kill.seat))
        told = f"{name(kill.aircraft)} ({pilot})" if pilot else name(kill.aircraft)
        return f"{told}, a share of {amount(Fraction(1, kill.sharers))}" if kill.sharers > 1 else told

    rows = [
        FlownRow(
            report=each,
            unit=names[each.unit],
            place=deeds.place(each.seat),
            aircraft_name=f"{name(each.aircraft)} {each.letter}".rstrip(),
            load=deeds.load(each.load),
            cause=each.cause,
            kills=tuple(victim(kill) for kill in each.kills),
            deeds=deeds.deeds(each),
            skills=tuple(skill_name(code, in_formation=each.seat.isdecimal()) for code in each.skills),
            differs=each.unit in otherwise,
            man_differs=f"{each.unit} {each.seat}" in other_men,
        )
        for each in report.aircraft
    ]
    return ReportPage(
        rows={side: _together([row for row in rows if row.report.side == side]) for side in sides},
        scores=tuple(score_row(score.side, score, names) for score in report.scores),
        points={side: report.points(side) for side in sides},
        target=report.target,
        turns=report.turns,
        duration=deeds.duration(report.duration),
        achieved=tuple(deeds.brought(report.aircraft)),
        in_vain=deeds.IN_VAIN.get(mission_type, deeds.NOT_DAMAGED),
        resources=_resources(sides, resources or {}, report),
        differed=tuple(differed),
    )


def report_of_mission(mission: Mission, report: Report) -> ReportPage:
    """The same of a campaign's mission, by what its sides are called and spent, and by who flew otherwise than planned.

    One query if the pack has Resources, three more if somebody did.
    """
    pack = definition_of(mission.campaign)
    found = differences(context.context_of(mission)) if mission.lineup else {}
    return report_page(
        report,
        pack.mission(mission.key).type,
        titles=side_titles(pack),
        resources=context.resources_spent(mission),
        otherwise=frozenset(unit for side in found.values() for unit in side.units),
        other_men=frozenset(seat for side in found.values() for seat in side.men),
        differed=[each for side in found.values() for each in side.sentences],
    )


def _resources(sides: Sequence[str], titles: Mapping[str, str], report: Report) -> dict[str, SpentResource]:
    spent = {
        side: SpentResource(title, tuple(each for each in report.resources.get(side, ()) if each != title))
        for side in sides
        for title in (titles.get(side, ""),)
    }
    return {side: each for side, each in spent.items() if each.title or each.effects}


def _together(rows: Sequence[FlownRow]) -> tuple[FlownRow, ...]:
    """Aircraft of one unit of which the same is told, nameless and too many to list, as one row."""
    told: list[FlownRow] = []
    for (*_, may_join), same in groupby(rows, key=_what_is_told):
        run = list(same)
        if may_join and len(run) >= TOGETHER_FROM:
            told.append(replace(run[0], place=f"{run[0].place} to {run[-1].report.seat}"))
        else:
            told += run
    return tuple(told)


def _what_is_told(row: FlownRow) -> tuple[object, ...]:
    flown = row.report
    may_join = flown.seat.isdecimal() and not (flown.pilot or row.kills or row.deeds)
    return row.unit, flown.aircraft, flown.status, flown.exit, row.cause, row.kills, row.deeds, may_join

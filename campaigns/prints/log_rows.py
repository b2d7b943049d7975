"""What the logs of all campaign kinds are made of: dates in words, missions, sides, victories."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from campaigns.catalogue.library import aircraft_name
from campaigns.catalogue.type_names import unbroken
from campaigns.documents.kit.sheet import Ace, Budget, LogResource, LogSide, Loss, SideNames
from campaigns.documents.logs.mission_report import LogScore, LogSortie, MissionReport
from campaigns.documents.logs.mission_table import LogMission, SideResult
from campaigns.packs.definition import PackDefinition
from campaigns.packs.schema import SIDES, Side
from campaigns.selectors.campaigns import CampaignPage, PilotRow
from campaigns.selectors.mission_rows import MissionRow, SortieRow
from campaigns.standing.questions import points_left
from campaigns.standing.sortie_text import seat_name
from config.common.charts import ChartData, Series
from config.common.vocabulary import amount, day

EXITS = {"disengaged": "disengaged", "clouds": "left in Clouds", "through": "got through"}
VOID = "Declared void."
DIFFERS = "Differs from the pack"
MARK = "*"
"""Of a unit that differs from the pack, and of a man."""
MOST_DIFFERENCES = 8
"""Lines over the aircraft of a mission; the rest is counted."""


def span(first: datetime.date, last: datetime.date) -> str:
    """Two dates in words, saying the month and year once where they are the same.

    >>> span(datetime.date(1941, 3, 24), datetime.date(1941, 6, 17))
    '24 March to 17 June 1941'
    """
    if first.year != last.year:
        return f"{day(first)} to {day(last)}"
    if first.month != last.month:
        return f"{first.day} {first:%B} to {day(last)}"
    return f"{first.day} to {day(last)}" if first != last else day(first)


def blank_chart(pack: PackDefinition) -> ChartData:
    """Victory Points before the first mission."""
    return ChartData(
        "Victory Points",
        tuple(str(number) for number in range(pack.missions_in_all + 1)),
        tuple(Series(pack.side_titles[side], side, (0,)) for side in SIDES),
    )


def blank_side(pack: PackDefinition, side: Side) -> LogSide:
    resources = pack.resources_of(side).values()
    return LogSide(
        pack.sides[side].title,
        resources=tuple(LogResource(resource.title, cost=resource.cost) for resource in resources),
        budget=Budget(pack.budget[side]) if side in pack.budget else None,
    )


def filled_side(page: CampaignPage, side: Side, *, is_seen: bool) -> LogSide:
    """``is_seen``: the reader may know what the side has spent on Resources that nobody has seen yet."""
    budget = blank_side(page.definition, side).budget
    left = points_left(page.standing, side)
    if budget is not None and left is not None and is_seen:
        budget = replace(budget, spent=budget.points - left)
    return LogSide(
        page.definition.sides[side].title,
        commander=page.commanders[side],
        points=page.points[side] if page.flown else None,
        resources=tuple(LogResource(row.title, row.used_in, row.cost) for row in page.resources[side]),
        budget=budget,
    )


def side_names(pack: PackDefinition) -> SideNames:
    """As the game calls them that is played."""
    return SideNames(pack.side_titles["allied"], pack.side_titles["axis"])


def mission(row: MissionRow, pack: PackDefinition) -> LogMission:
    """A mission that has been drawn; what it brought only once it is debriefed."""
    is_told = row.is_debriefed and not row.is_void
    results = {
        side: _result(row, side, has_resources=bool(pack.resources)) if row.is_debriefed else None for side in SIDES
    }
    return LogMission(
        number=row.number,
        date=day(row.date),
        title=row.title,
        place=row.place,
        allied=results["allied"],
        axis=results["axis"],
        margin=row.margin if row.is_debriefed else None,
        notes=VOID if row.is_void else " ".join([*row.notes, *([f"{DIFFERS}."] if row.differed else [])]),
        achieved="; ".join(row.achieved),
        report=mission_report(row, side_names(pack)) if is_told and row.way not in ("operation", "grounded") else None,
    )


def mission_report(row: MissionRow, names: SideNames) -> MissionReport:
    """A debriefed mission in full."""
    used = {side: [part for part in (row.resources[side], ", ".join(row.effects[side])) if part] for side in SIDES}
    facts = [
        ("Target", "; ".join(row.achieved)),
        *((f"{names.of(side)} resource", ": ".join(dict.fromkeys(used[side]))) for side in SIDES),
    ]
    return MissionReport(
        heading=f"{row.number} · {row.title}",
        length=" · ".join((row.place, day(row.date), row.length)),
        facts=(*(fact for fact in facts if fact[1]), *_differences(row)),
        allied=_sorties(row, "allied"),
        axis=_sorties(row, "axis"),
        scores=tuple(
            LogScore(
                score.side, f"{score.who}: {score.reason}" if score.who else score.reason, score.section, score.points
            )
            for score in row.scores
        ),
    )


def _differences(row: MissionRow) -> Iterator[tuple[str, str]]:
    """A line for each thing that differs from the pack."""
    shown = list(row.differed)
    if len(shown) > MOST_DIFFERENCES:
        shown[MOST_DIFFERENCES - 1 :] = [f"and {len(row.differed) - MOST_DIFFERENCES + 1} things more"]
    for number, each in enumerate(shown):
        yield ("" if number else f"{DIFFERS} {MARK}"), each


def _kills(number: Fraction) -> str:
    """
    >>> _kills(Fraction(1)), _kills(Fraction(1, 2)), _kills(Fraction(2))
    ('1 kill', '½ kill', '2 kills')
    """
    return f"{amount(number)} kill{'s' if number > 1 else ''}"


def _sorties(row: MissionRow, side: Side) -> tuple[LogSortie, ...]:
    """A line for each, and one for all nameless neighbours of a unit of whom the same is told."""
    lines = []
    for _, alike in groupby((each for each in row.sorties if each.side == side), key=_alike):
        first, *others = alike
        who = seat_name(first.unit, first.seat)
        lines.append(
            LogSortie(
                who=(f"{who} to {others[-1].seat}" if others else who) + (f" {MARK}" if first.differs else ""),
                pilot=_man(first),
                aircraft=unbroken(first.aircraft),
                fate=_fate(first),
                did=", ".join([*first.deeds, *([_kills(first.kills)] if first.kills else [])]),
                is_lost=first.status == "destroyed",
            )
        )
    return tuple(lines)


def _man(sortie: SortieRow) -> str:
    """``Goodman (Veteran) *``."""
    skilled = f"{sortie.pilot} ({', '.join(sortie.skills)})" if sortie.pilot and sortie.skills else sortie.pilot
    return f"{skilled} {MARK}" if sortie.man_differs else skilled


def _alike(sortie: SortieRow) -> tuple[object, ...]:
    """What is told of it; of a man with a name, or of an aircraft that has a place in its Element, itself."""
    if sortie.pilot or not sortie.seat.isdecimal() or sortie.kills:
        return (sortie.unit, sortie.seat)
    return (sortie.unit, sortie.aircraft, _fate(sortie), sortie.deeds)


def _fate(sortie: SortieRow) -> str:
    if sortie.status == "undamaged" and sortie.exit == "through":
        return EXITS["through"]
    fate = {"destroyed": "shot down", "damaged": "damaged"}.get(sortie.status, "home")
    return fate_told(fate, EXITS.get(sortie.exit, ""), sortie.cause)


def fate_told(fate: str, how: str, cause: str) -> str:
    """
    >>> fate_told("shot down", "", "by Owen Llanfaredd, Spitfire Mk I"), fate_told("damaged", "disengaged", "flak")
    ('shot down by Owen Llanfaredd, Spitfire Mk I', 'damaged, disengaged, flak')
    """
    if cause.startswith("by "):
        fate, cause = f"{fate} {cause}", ""
    return ", ".join(part for part in (fate, how, cause) if part)


def _result(row: MissionRow, side: Side, *, has_resources: bool) -> SideResult:
    return SideResult(
        brought=row.resources[side] if has_resources else ", ".join(map(unbroken, row.flew[side])),
        points=row.points[side],
        lost=row.destroyed[side],
        damaged=row.damaged[side],
        by_flak=row.by_flak[side],
    )


def names_men(pack: PackDefinition) -> bool:
    """Whether somebody can become an ace in it."""
    of_sides = any(number for side in pack.sides.values() for number in side.pilots.values())
    return of_sides or any(line.pilots for line in pack.squadrons.values())


def blank_losses(pack: PackDefinition) -> tuple[Loss, ...] | None:
    """The types that squadrons fly, where their men have no names."""
    if names_men(pack):
        return None
    types = dict.fromkeys((line.side, line.aircraft) for line in pack.squadrons.values())
    return tuple(Loss(unbroken(aircraft_name(aircraft)), side) for side, aircraft in types)


def losses(page: CampaignPage) -> tuple[Loss, ...] | None:
    """What has become of each type, where the men have no names."""
    if names_men(page.definition):
        return None
    rows = (Loss(row.name, row.side, str(row.sorties), str(row.damaged), str(row.destroyed)) for row in page.losses)
    return tuple(rows)


def ace(pilot: PilotRow) -> Ace:
    man, flew = pilot.man, unbroken(pilot.flew[0]) if pilot.flew else ""
    return Ace(man.name, man.side, flew, amount(man.kills), man.missions, man.man.service)

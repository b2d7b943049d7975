"""A mission flown at the table: the sheet of who flew what, and its outcome made into a report.

The sheet is filled in from the orders, so that only what happened to whom is left to say. Points come from
the same scoring as the engine's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from campaigns.definitions import definition
from campaigns.models import Pilot
from campaigns.packs.library import AircraftType, Target, library
from campaigns.packs.schema import SIDES
from campaigns.refusals import Refusal
from engine.core.report import AircraftReport, Exit, Kill, Report, Status, TargetReport
from missions import loading
from missions.models import Mission, Orders
from missions.scoring import scores

FLAK = "flak"
"""In place of a seat: the guns on the ground did it."""
MOST_TURNS = 99
MOST_DAMAGE = 99
NOTE_LENGTH = 500

STATUSES: tuple[str, ...] = get_args(Status)
EXITS: tuple[str, ...] = get_args(Exit)


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One aircraft that took off."""

    key: str
    """``axis-1 leader``: names it in an ``Outcome``."""
    side: str
    unit: str
    seat: str
    role: str
    aircraft: AircraftType
    pilot: str
    skills: tuple[str, ...]

    @property
    def label(self) -> str:
        """Who or what it is, in a few words."""
        return f"{self.pilot}, {self.aircraft.name}" if self.pilot else f"{self.aircraft.name} ({self.key})"


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the table is asked about."""

    lines: tuple[SeatLine, ...]
    target: Target | None
    turns: int
    """The usual number of Game-Turns."""

    def enemies(self, side: str) -> tuple[SeatLine, ...]:
        """Who may have shot down an aircraft of ``side``."""
        return tuple(line for line in self.lines if line.side != side)


@dataclass(frozen=True, slots=True)
class AircraftOutcome:
    """What happened to one aircraft."""

    key: str
    status: str = "undamaged"
    exit: str = ""
    by: str = ""
    """Who Damaged or Destroyed it: the key of an enemy, ``flak``, or empty if nobody knows."""
    over_target: bool = False
    jettisoned: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the table reports. Aircraft that are not named came home undamaged."""

    aircraft: tuple[AircraftOutcome, ...] = ()
    turns: int = 0
    """0: as many as usual."""
    target_damage: int = 0
    """Damage to the target, or Cargo Points delivered where it scores these."""
    notes: str = ""


def sheet(mission: Mission) -> Sheet:
    """Who took off by the orders of both sides, which must be signed. Two queries."""
    wanted = loading.mission_definition(mission)
    orders = {row.side: row.document for row in Orders.objects.filter(mission=mission)}
    if len(orders) < len(SIDES):
        raise Refusal("The orders of both sides must be signed before the mission is flown.")
    pilots = {pilot.pk: pilot for pilot in Pilot.objects.filter(campaign_id=mission.campaign_id)}
    lines: list[SeatLine] = []
    for side in SIDES:
        document = orders[side]
        units = {unit.id: unit for unit in loading.units(mission, side, document["resource"])}
        for unit in document["units"]:
            choice = units[unit["id"]]
            seats = [str(n) for n in range(1, choice.size + 1)] if choice.formation else _element(unit)
            for seat in seats:
                pilot = pilots.get(unit.get(f"{seat}_pilot"))
                lines.append(
                    SeatLine(
                        key=f"{unit['id']} {seat}",
                        side=side,
                        unit=unit["id"],
                        seat=seat,
                        role=choice.role,
                        aircraft=library().aircraft[unit["aircraft"]],
                        pilot=pilot.name if pilot else "",
                        skills=tuple(pilot.skills) if pilot else (),
                    )
                )
    target = library().targets[wanted.target.slug] if wanted.target else None
    return Sheet(tuple(lines), target, _usual_turns(mission, lines))


def _element(unit: Mapping[str, Any]) -> list[str]:
    return ["leader", "wingman"] if unit["wingman"] else ["leader"]


def _usual_turns(mission: Mission, lines: list[SeatLine]) -> int:
    """The turns of an Air Combat mission; of a strike those that its slowest striker needs. [WBY 23.1.1]"""
    wanted = loading.mission_definition(mission)
    speeds = [line.aircraft.speed for line in lines if line.role == "striker"]
    return sum(wanted.duration(min(speeds))) if speeds else wanted.turns


def report(mission: Mission, outcome: Outcome) -> Report:
    """The report of a mission flown at the table. Refuses what cannot have happened, naming the aircraft."""
    asked = sheet(mission)
    told = {each.key: each for each in outcome.aircraft}
    known = {line.key: line for line in asked.lines}
    for key in told:
        if key not in known:
            raise Refusal(f"No {key} took off in this mission.", "aircraft")
    if len(told) != len(outcome.aircraft):
        raise Refusal("An aircraft is named twice.", "aircraft")
    if not 0 <= outcome.turns <= MOST_TURNS:
        raise Refusal(f"A mission has 1 to {MOST_TURNS} turns.", "turns")
    if len(outcome.notes) > NOTE_LENGTH:
        raise Refusal(f"The notes are longer than {NOTE_LENGTH} letters.", "notes")
    lines = [(line, told.get(line.key, AircraftOutcome(line.key))) for line in asked.lines]
    for line, each in lines:
        _check(asked, line, each)
    aircraft = tuple(_aircraft(line, each, lines, known) for line, each in lines)
    target = _target(asked, outcome.target_damage)
    return Report(
        system=mission.campaign.pack.system,
        turns=outcome.turns or asked.turns,
        aircraft=aircraft,
        scores=scores(mission, aircraft, target, blitzkrieg=target is not None and _blitzkrieg(mission)),
        target=target,
        notes=(outcome.notes.strip(),) if outcome.notes.strip() else (),
    )


def _check(asked: Sheet, line: SeatLine, told: AircraftOutcome) -> None:
    def refuse(sentence: str, what: str) -> Refusal:
        return Refusal(f"{line.label}: {sentence}", f"aircraft.{line.key}.{what}")

    if told.status not in STATUSES:
        raise refuse("it came home undamaged or damaged, or was destroyed.", "status")
    if told.exit not in EXITS:
        raise refuse("it disengaged, left in Clouds or broke off, or none of these.", "exit")
    if told.status == "destroyed" and told.exit:
        raise refuse("it was destroyed, so it did not leave the fight.", "exit")
    if told.by and told.status == "undamaged":
        raise refuse("it was not damaged, so nobody can have done it.", "by")
    if told.by and told.by != FLAK and told.by not in {enemy.key for enemy in asked.enemies(line.side)}:
        raise refuse("it can only have been shot at by an enemy of this mission.", "by")
    if asked.target is None and (told.over_target or told.jettisoned or told.by == FLAK):
        raise refuse("this mission has no target, no bombs and no flak.", "over_target")


def _aircraft(
    line: SeatLine,
    told: AircraftOutcome,
    lines: list[tuple[SeatLine, AircraftOutcome]],
    known: Mapping[str, SeatLine],
) -> AircraftReport:
    shot = [(victim, fate.status) for victim, fate in lines if fate.by == line.key]
    by = known.get(told.by)
    return AircraftReport(
        side=line.side,
        unit=line.unit,
        seat=line.seat,
        aircraft=line.aircraft.slug,
        aircraft_class=line.aircraft.aircraft_class,
        status=told.status,  # type: ignore[arg-type]  # checked against Status above
        exit=told.exit,  # type: ignore[arg-type]  # checked against Exit above
        pilot=line.pilot,
        skills=line.skills,
        kills=tuple(_kill(victim) for victim, status in shot if status == "destroyed"),
        damaged=tuple(_kill(victim) for victim, status in shot if status == "damaged"),
        cause=f"by {by.label}" if by else "by flak" if told.by == FLAK else "",
        over_target=told.over_target,
        jettisoned=told.jettisoned,
    )


def _kill(victim: SeatLine) -> Kill:
    return Kill(victim.unit, victim.seat, victim.aircraft.slug)


def _target(asked: Sheet, damage: int) -> TargetReport | None:
    """Damage as the target's card scores it. [WBY 21]"""
    if asked.target is None:
        if damage:
            raise Refusal("This mission has no target.", "target_damage")
        return None
    if not 0 <= damage <= MOST_DAMAGE:
        raise Refusal(f"Damage to the target is a number from 0 to {MOST_DAMAGE}.", "target_damage")
    if asked.target.cargo:
        return TargetReport(asked.target.name, damage, "", damage)
    level = asked.target.level(damage)
    if level is None:
        return TargetReport(asked.target.name, damage, "", 0)
    return TargetReport(asked.target.name, damage, level.name, level.points)


def _blitzkrieg(mission: Mission) -> bool:
    """Whether the striker spends the resource that makes the target worth more. [supplement 24.6]"""
    pack = definition(mission.campaign.pack)
    striker = pack.mission(mission.key).striker
    spent = Orders.objects.get(mission=mission, side=striker).document["resource"]
    effects = pack.resources[spent].gives if spent else ()
    return any(effect.effect == "blitzkrieg" for effect in effects)

"""A mission flown at the table: its outcome, checked against what can have happened, made into a report.

The sheet is filled in from the orders, so that only what happened to whom is left to say. Points come from
the same scoring as the engine's.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from config.common.lengths import refuse_longer
from config.common.refusals import Refusal
from engine.core.campaigns import answered
from engine.core.errors import BadAnswer
from engine.core.report import AircraftReport, Answer, Kill, Report, Score, TargetReport, phases_flown
from engine.core.table_sheet import FlyingBombs
from missions.results import facts
from missions.results.outcomes import (
    CAUSES,
    FLAK,
    FUEL,
    MOST_DAMAGE,
    MOST_FUEL,
    NOTE_LENGTH,
    AircraftOutcome,
    Outcome,
    usual,
)
from missions.results.questionnaire import Questionnaire, SeatLine

Refuse: TypeAlias = Callable[[str, str], Refusal]
"""Of one aircraft: a sentence, and which of its fields it is about."""


def report(asked: Questionnaire, outcome: Outcome) -> Report:
    """The report of a mission flown at the table. Refuses what cannot have happened, naming the aircraft."""
    told = {each.key: each for each in outcome.aircraft}
    known = {line.key: line for line in asked.lines}
    for key in told:
        if key not in known:
            raise Refusal(f"No {key} took off in this mission.", "aircraft")
    if len(told) != len(outcome.aircraft):
        raise Refusal("An aircraft is named twice.", "aircraft")
    refuse_longer(outcome.notes, NOTE_LENGTH, "notes", "The notes are")
    lines = [(line, told.get(line.key, AircraftOutcome(line.key))) for line in asked.lines]
    turns = outcome.turns or asked.turns
    for line, each in lines:
        _check(asked, line, each)
    facts.check_asked(asked, outcome)
    _check_units(asked, {line.key: each for line, each in lines})
    _check_turns(asked, turns, lines)
    fuel = _fuel(asked, outcome.fuel or {})
    aircraft = tuple(_aircraft(asked, line, each, lines, fuel) for line, each in lines)
    if asked.bombs is not None:
        downed = {line.key: each.bombs for line, each in lines}
        turns = asked.bombs.last_turn(outcome.wave)
        aircraft = _with_bombs(aircraft, asked, asked.bombs, downed, outcome.wave, outcome.by_guns)
    target = _target(asked, outcome.target_damage, aircraft)
    answers, points = _scored(asked, outcome, aircraft, target)
    return Report(
        system=asked.system,
        turns=turns,
        aircraft=aircraft,
        scores=points,
        target=target,
        duration=phases_flown(asked.phases, turns),
        resources=dict(asked.effects),
        answers=answers,
        notes=(outcome.notes.strip(),) if outcome.notes.strip() else (),
    )


def _scored(
    asked: Questionnaire,
    outcome: Outcome,
    aircraft: tuple[AircraftReport, ...],
    target: TargetReport | None,
) -> tuple[dict[str, Answer], tuple[Score, ...]]:
    """Every question of the sheet with its answer, and the points."""
    try:
        answers = answered(asked.questions, outcome.answers)
        points = asked.rules.scores(asked.order, aircraft, answers, target)
    except BadAnswer as problem:
        raise Refusal(str(problem), f"answer.{problem.question}") from None
    return answers, points


def balance(asked: Questionnaire) -> tuple[Score, ...]:
    """The points that a side begins with."""
    return asked.rules.beforehand(asked.order)


def _check(asked: Questionnaire, line: SeatLine, told: AircraftOutcome) -> None:
    """Refuse what cannot have happened to one aircraft."""

    def refuse(sentence: str, what: str) -> Refusal:
        return Refusal(f"{line.label}: {sentence}", f"aircraft.{line.key}.{what}")

    if told.status not in {each.status for each in line.endings}:
        raise refuse("it came home undamaged or damaged, or was destroyed.", "status")
    if told.exit not in {each.exit for each in line.endings}:
        raise refuse("that is no way in which it may have left this fight.", "exit")
    if told.status == "destroyed" and told.exit:
        raise refuse("it was destroyed, so it did not leave the fight.", "exit")
    _check_cause(asked, line, told, refuse)
    _check_sharing(asked, line, told, refuse)
    if told.fuel_tank and told.status != "destroyed":
        raise refuse("a Fuel Tank Hit destroys what it hits. [WBY 9.3.5]", "fuel_tank")
    if told.over_target and not line.goes_over:
        why = "this mission has no target." if asked.target is None else "it breaks off before the target. [WBY 23.2.1]"
        raise refuse(why, "over_target")
    if told.over_target and told.exit == "disengaged" and line.seat.isdecimal():
        raise refuse("a Formation disengages on the way to the target only, so it was not over it.", "over_target")
    if told.jettisoned and not line.jettisons:
        raise refuse("it carries nothing that it may jettison.", "jettisoned")
    _check_work(asked, line, told, refuse)


def _check_cause(asked: Questionnaire, line: SeatLine, told: AircraftOutcome, refuse: Refuse) -> None:
    """Who did it, if anybody."""
    if not told.by:
        return
    if told.status == "undamaged":
        raise refuse("it was not damaged, so nobody can have done it.", "by")
    if told.by == FLAK:
        if not line.goes_over:
            raise refuse("flak fires only at aircraft Over Target, where it does not go. [WBY 22.1]", "by")
        if not told.over_target:
            raise refuse("flak fires only at aircraft Over Target, and it was not. [WBY 22.1]", "by")
    elif told.by == FUEL:
        if not (asked.keeps_fuel or any(each.by_fuel for each in line.endings)):
            raise refuse("nobody keeps account of fuel in this campaign.", "by")
    elif told.by not in {enemy.key for enemy in asked.enemies(line.side)}:
        raise refuse("it can only have been shot at by an enemy of this mission.", "by")


def _check_sharing(asked: Questionnaire, line: SeatLine, told: AircraftOutcome, refuse: Refuse) -> None:
    """Who had part in shooting it down beside ``by``. [SUP 19.5]"""
    if not told.shared_with:
        return
    enemies = {enemy.key for enemy in asked.enemies(line.side)}
    if told.status != "destroyed":
        raise refuse("only what is shot down is shared.", "shared_with")
    if told.by not in enemies:
        raise refuse("say who shot it down before you say who shares it.", "shared_with")
    if len({told.by, *told.shared_with}) != 1 + len(told.shared_with):
        raise refuse("nobody shares it alone: name each of them once.", "shared_with")
    if not set(told.shared_with) <= enemies:
        raise refuse("it can only have been shot at by an enemy of this mission.", "shared_with")


def _check_work(asked: Questionnaire, line: SeatLine, told: AircraftOutcome, refuse: Refuse) -> None:
    """What it did Over Target."""
    for name, what in (("struck", "damage to the target"), ("cargo", "Cargo Points"), ("mines", "mines")):
        if not getattr(told, name):
            continue
        if not told.over_target:
            raise refuse(f"it was not Over Target, so it has no {what} to its credit.", name)
        if told.jettisoned and name == "mines":
            raise refuse("it jettisoned its mines, so it laid none.", name)
        if told.jettisoned and name == "struck" and asked.target is not None and asked.target.hardened:
            raise refuse(
                "it jettisoned its bombs, and what is Hardened cannot be strafed, so it did no damage. [WBY 21.7.1]",
                name,
            )
    if told.photographs not in ("", "miss") and not told.over_target:
        raise refuse("it was not Over Target, so it has no photographs.", "photographs")


def _check_units(asked: Questionnaire, lines: Mapping[str, AircraftOutcome]) -> None:
    """The aircraft of an Element fly together and jettison together. [WBY 16.2]"""
    for unit in asked.units:
        if unit.formation:
            continue
        flown = [(line, lines[line.key]) for line in unit.lines]
        home = [(line, told) for line, told in flown if told.status != "destroyed" and not told.exit]
        for line, told in home[1:]:
            if told.over_target != home[0][1].over_target:
                over, other = (line, home[0][0]) if told.over_target else (home[0][0], line)
                raise Refusal(
                    f"{over.label} was Over Target, so {other.label} was too: they fly together.",
                    f"aircraft.{other.key}.over_target",
                )
        dropped = next((line for line, told in flown if told.jettisoned), None)
        for line, told in flown:
            forced = told.status != "undamaged" and line.aircraft.aircraft_class == "fighter"
            keeps = told.status == "destroyed" or forced
            if dropped is not None and not told.jettisoned and not keeps:
                raise Refusal(
                    f"{dropped.label} jettisoned, so {line.label} did too: a unit jettisons as one. [WBY 16.2]",
                    f"aircraft.{line.key}.jettisoned",
                )


def _check_turns(asked: Questionnaire, turns: int, lines: Iterable[tuple[SeatLine, AircraftOutcome]]) -> None:
    lines = list(lines)
    if not 1 <= turns <= asked.most_turns:
        raise Refusal(f"This mission has 1 to {asked.most_turns} turns.", "turns")
    bound = asked.phases[0]
    if bound and turns <= bound and any(told.over_target for _, told in lines):
        raise Refusal(
            f"Turn {bound + 1} is the one Over Target. Nobody was there if it ended after turn {turns}.", "turns"
        )
    if bound and turns > asked.turns and not any(told.status != "undamaged" for line, told in lines if line.strikes):
        raise Refusal(
            f"The mission ends after turn {asked.turns}: there is a Straggler Turn only if a striker is Damaged. "
            "[WBY 23.4]",
            "turns",
        )


def _fuel(asked: Questionnaire, told: Mapping[str, int]) -> Mapping[str, int]:
    """Fuel Points spent by unit."""
    kept = {unit.id: unit for unit in asked.units if unit.keeps_fuel}
    for unit, spent in told.items():
        if unit not in kept:
            raise Refusal("No account is kept of this unit’s fuel.", f"fuel.{unit}")
        if not 0 <= spent <= MOST_FUEL:
            raise Refusal(f"{kept[unit].name} has spent 0 to {MOST_FUEL} Fuel Points.", f"fuel.{unit}")
    return told


def _aircraft(
    asked: Questionnaire,
    line: SeatLine,
    told: AircraftOutcome,
    lines: list[tuple[SeatLine, AircraftOutcome]],
    fuel: Mapping[str, int],
) -> AircraftReport:
    shot = [(victim, fate) for victim, fate in lines if line.key in (fate.by, *fate.shared_with)]
    by = [each.label for each in asked.lines if each.key in (told.by, *told.shared_with)]
    return AircraftReport(
        side=line.side,
        unit=line.unit,
        seat=line.seat,
        aircraft=line.aircraft.slug,
        aircraft_class=line.aircraft.aircraft_class,
        status=told.status,  # type: ignore[arg-type]  # checked against its endings above
        exit=told.exit,  # type: ignore[arg-type]  # checked against its endings above
        pilot=line.pilot,
        skills=line.skills,
        quality=line.quality,
        kills=tuple(
            replace(_kill(victim), sharers=1 + len(fate.shared_with))
            for victim, fate in shot
            if fate.status == "destroyed"
        ),
        damaged=tuple(_kill(victim) for victim, fate in shot if fate.status == "damaged"),
        cause=f"by {_listed(by)}" if by else CAUSES.get(told.by, ""),
        role=line.role,
        number=line.number,
        load=line.load,
        struck=told.struck or 0,
        cargo=usual(told, line.cargo) if told.cargo is None else told.cargo,
        mines=usual(told, line.mines) if told.mines is None else told.mines,
        recon=asked.recon[told.photographs] if told.photographs else 0,
        fuel=fuel.get(line.unit),
        **told.conduct(),
    )


def _with_bombs(
    fighters: Sequence[AircraftReport],
    asked: Questionnaire,
    bombs: FlyingBombs,
    downed: Mapping[str, int],
    wave: int,
    by_guns: int,
) -> tuple[AircraftReport, ...]:
    """The fighters with their victories, then the flying bombs, numbered as they are told. [SUP 28]

    ``downed``: how many each aircraft (by its key) shot down. Refuses more than came.
    """
    if not 1 <= wave <= bombs.most:
        raise Refusal(f"Between 1 and {bombs.most} flying bombs come in a week.", "wave")
    if not 0 <= by_guns <= wave:
        raise Refusal(f"The guns shot down 0 to {wave} of them.", "by_guns")
    for key, count in downed.items():
        if not 0 <= count <= wave:
            raise Refusal(f"It shot down 0 to {wave} of them.", f"aircraft.{key}.bombs")
    fallen = sum(downed.values()) + by_guns
    if fallen > wave:
        raise Refusal(f"{fallen} are said to have been shot down, and {wave} came.", "wave")
    causes = [f"by {line.label}" for line in asked.lines]
    return bombs.told(fighters, [downed[line.key] for line in asked.lines], causes, wave, by_guns)


def _listed(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _kill(victim: SeatLine) -> Kill:
    return Kill(victim.unit, victim.seat, victim.aircraft.slug)


def _target(asked: Questionnaire, told: int | None, aircraft: Collection[AircraftReport]) -> TargetReport | None:
    """What the target has suffered; one that takes Cargo scores by who delivers it. [SUP 21, 21.8]"""
    if asked.target is None:
        if told:
            raise Refusal("This mission has no target.", "target_damage")
        return None
    struck = sum(each.struck for each in aircraft)
    damage = struck if told is None else told
    if damage and not asked.takes_damage:
        raise Refusal("Nothing damages the target in this mission.", "target_damage")
    if not 0 <= damage <= MOST_DAMAGE:
        raise Refusal(f"Damage to the target is a number from 0 to {MOST_DAMAGE}.", "target_damage")
    if damage < struck:
        raise Refusal(f"The aircraft did {struck} damage together, so the target took no less.", "target_damage")
    if damage and not any(each.over_target for each in aircraft):
        raise Refusal("Nobody went over the target, so it took no damage. [WBY 16.5]", "target_damage")
    return asked.target.report(damage)

"""Several tables fly one mission: what their results come to, by the rule that the campaign has chosen.

A result has facts (an ``Outcome``, which says what became of whom) and points (the ``Score`` lines of its ``Report``).
Tables stand in the order in which they handed their results in; "the first" below is the first in that order. One
result alone, or several that are equal, come to itself.

Facts
    ``best``: those of one table whole, the one with the clearest margin of points; the first among equals.
    ``vote``, ``mean``, ``sum``: fact by fact, each by one table's own account of it, so that nobody is credited with
    what no table saw.

    * What became of an aircraft. ``vote``: its end (status and exit) as most tables tell it, then by whom as most of
      those tell it. ``mean``: the median of its status at the tables (undamaged, damaged, destroyed), of two middle
      ones the milder. ``sum``: the worst status told, for an aircraft can be lost once. The first table that tells
      this has the account of the aircraft: by whom, with whom shared, its exit, what it did Over Target. A unit whose
      men have no names has its number of hits told as a whole, and is decided as a whole.
    * Numbers (turns, damage to the target, Fuel Points of a unit, flying bombs, a number that a system asks for).
      ``vote``: as most tell it. ``mean``: the median, of two middle ones the lower. ``sum``: the greatest.
    * Everything else (a unit's way over the target, other answers): as most tables tell it.
    * A tie of a vote: as the first table among those that tie tells it.

    Facts that hang together are then made to fit each other (``_fitted``): an Element goes over the target, and
    jettisons, as one [WBY 16.2]; who was not Over Target did nothing there and was not hit by its flak; the target took
    no less than its aircraft did; no more flying bombs fell than came. If the mission's own checks still refuse what
    came of it, the facts of that table count which agrees with most of them (``closest``).

Points
    ``vote``: what the rules give for the merged facts. ``best``: the table's. ``sum``: every line of every table, each
    with the number of its table. ``mean``: what the rules give for the merged facts, and for each side for which that
    is another number one line more, which brings it to the mean of the tables' points, rounded half away from zero.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias, TypeVar

from campaigns.packs.schema import SIDES
from engine.core.report import Report, Score
from missions.results.outcomes import FLAK, NUMBERS, AircraftOutcome, Outcome, usual
from missions.results.questionnaire import Questionnaire, SeatLine, SheetUnit

Rule: TypeAlias = Literal["sum", "mean", "best", "vote"]
SECTION: Final = "tables"
"""Of the points that the merging gives: no rulebook does."""
WORSE: Final = ("undamaged", "damaged", "destroyed")

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of one table."""

    table: int
    outcome: Outcome
    """As ``in_full`` makes it."""
    report: Report

    @property
    def margin(self) -> int:
        """By how many points it was won."""
        return abs(self.report.points("allied") - self.report.points("axis"))


def in_full(asked: Questionnaire, outcome: Outcome) -> Outcome:
    """The same outcome with everything said that an ``Outcome`` may leave out, so that two can be compared.

    ``outcome`` is one that ``reports.report`` takes.
    """
    told = {each.key: each for each in outcome.aircraft}
    aircraft = tuple(_account(told.get(line.key, AircraftOutcome(line.key)), line) for line in asked.lines)
    struck = sum(each.struck or 0 for each in aircraft)
    damage = struck if outcome.target_damage is None else outcome.target_damage
    return replace(
        outcome,
        aircraft=aircraft,
        turns=outcome.turns or asked.turns,
        target_damage=damage if asked.target is not None else None,
        fuel=dict(outcome.fuel or {}),
        answers={each.name: outcome.answers.get(each.name, each.default) for each in asked.questions},
        notes=outcome.notes.strip(),
    )


def _account(told: AircraftOutcome, line: SeatLine) -> AircraftOutcome:
    return replace(
        told,
        struck=told.struck or 0,
        cargo=usual(told, line.cargo) if told.cargo is None else told.cargo,
        mines=usual(told, line.mines) if told.mines is None else told.mines,
    )


def merged(rule: Rule, asked: Questionnaire, tables: Sequence[TableResult]) -> Outcome:
    """The facts of the mission, by ``rule``. The result is in full; whether it can have happened is not checked."""
    if len(tables) == 1:
        return tables[0].outcome
    if rule == "best":
        return max(tables, key=lambda each: each.margin).outcome
    outcomes = [each.outcome for each in tables]
    number = _NUMBERS[rule]
    accounts = [account for unit in asked.units for account in _unit(rule, unit, outcomes)]
    by_key = {each.key: each for each in accounts}
    numbers: dict[str, Any] = {name: number([getattr(each, name) or 0 for each in outcomes]) for name in NUMBERS}
    if asked.target is None:
        numbers["target_damage"] = None
    found = Outcome(
        aircraft=tuple(by_key[line.key] for line in asked.lines),
        fuel=_fuel(number, outcomes),
        answers=_answers(number, asked, outcomes),
        notes=outcomes[0].notes if len({each.notes for each in outcomes}) == 1 else "",
        **numbers,
    )
    return _fitted(asked, outcomes, found)


def scored(rule: Rule, tables: Sequence[TableResult], report: Report) -> Report:
    """``report``, which is that of the merged facts, with the points and notes that they come to by ``rule``."""
    if len(tables) == 1:
        return tables[0].report
    notes = tuple(f"Table {each.table}: {note}" for each in tables for note in each.report.notes)
    counted = f"{len(tables)} tables: {TITLES[rule]}."
    if rule == "sum":
        scores = tuple(
            replace(score, reason=f"table {each.table}: {score.reason}")
            for each in tables
            for score in each.report.scores
        )
    elif rule == "mean":
        scores = (*report.scores, *_to_the_mean(tables, report))
    else:
        scores = report.scores
    return replace(report, scores=scores, notes=(counted, *notes))


TITLES: Final[Mapping[Rule, str]] = {
    "sum": "all points are added",
    "mean": "the mean counts",
    "best": "the clearest table counts",
    "vote": "what most tables say counts",
}


def closest(found: Outcome, tables: Sequence[TableResult]) -> TableResult:
    """The table that agrees with most of these facts; the first among equals."""

    def agreement(each: TableResult) -> int:
        told = each.outcome
        same = [a == b for a, b in zip(told.aircraft, found.aircraft, strict=True)]
        return sum([*same, *(bool(getattr(told, name) == getattr(found, name)) for name in NUMBERS)])

    return max(tables, key=agreement)


def most_told(values: Sequence[K]) -> K:
    """The value that stands there most often; of several the one that comes first.

    >>> most_told([1, 2, 2]), most_told([3, 1, 1, 3])
    (2, 3)
    """
    return max(values, key=lambda value: values.count(value))


def median(values: Sequence[int]) -> int:
    """The middle one; of two middle ones the lower.

    >>> median([5, 1, 2]), median([4, 1, 3, 2])
    (2, 2)
    """
    return sorted(values)[(len(values) - 1) // 2]


def greatest(values: Sequence[int]) -> int:
    return max(values)


_NUMBERS: Final[Mapping[str, Callable[[Sequence[int]], int]]] = {"vote": most_told, "mean": median, "sum": greatest}


def mean(values: Sequence[int]) -> int:
    """The mean, rounded half away from zero.

    >>> mean([1, 2]), mean([-1, -2]), mean([1, 1, 2])
    (2, -2, 1)
    """
    total, count = abs(sum(values)), len(values)
    rounded = (2 * total + count) // (2 * count)
    return rounded if sum(values) >= 0 else -rounded


def _to_the_mean(tables: Sequence[TableResult], report: Report) -> Iterable[Score]:
    """What is missing to the mean of the tables' points, or too much, for each side."""
    for side in SIDES:
        points = [each.report.points(side) for each in tables]
        if more := mean(points) - report.points(side):
            yield Score(side, more, SECTION, f"to the mean of {len(tables)} tables ({', '.join(map(str, points))})")


def _unit(rule: Rule, unit: SheetUnit, outcomes: Sequence[Outcome]) -> list[AircraftOutcome]:
    """What became of each aircraft of a unit, each by one table's account."""
    own = {line.key for line in unit.lines}
    tables = [[each for each in outcome.aircraft if each.key in own] for outcome in outcomes]
    if unit.takes_hits:
        hits = [sum(each.status != "undamaged" for each in accounts) for accounts in tables]
        return tables[hits.index(_NUMBERS[rule](hits))]
    return [_aircraft(rule, accounts) for accounts in zip(*tables, strict=True)]


def _aircraft(rule: Rule, accounts: Sequence[AircraftOutcome]) -> AircraftOutcome:
    """The account of one aircraft that counts, with the flying bombs that fell to it by the rule."""
    if rule == "vote":
        left = _most(accounts, lambda each: (each.status, each.exit))
        found = _most(left, lambda each: (each.by, each.shared_with))[0]
        return replace(found, bombs=most_told([each.bombs for each in accounts]))
    worse = [WORSE.index(each.status) for each in accounts]
    number = _NUMBERS[rule]
    return replace(accounts[worse.index(number(worse))], bombs=number([each.bombs for each in accounts]))


def _most(values: Sequence[T], key: Callable[[T], Hashable]) -> list[T]:
    """Those of which most tables tell the same."""
    wanted = most_told([key(each) for each in values])
    return [each for each in values if key(each) == wanted]


def _fuel(number: Callable[[Sequence[int]], int], outcomes: Sequence[Outcome]) -> dict[str, int]:
    """Of each unit of which a table gives it."""
    given: dict[str, list[int]] = {}
    for outcome in outcomes:
        for unit, spent in (outcome.fuel or {}).items():
            given.setdefault(unit, []).append(spent)
    return {unit: number(spent) for unit, spent in given.items()}


def _answers(
    number: Callable[[Sequence[int]], int], asked: Questionnaire, outcomes: Sequence[Outcome]
) -> dict[str, Any]:
    def answer(name: str, kind: str) -> Any:
        said = [outcome.answers[name] for outcome in outcomes]
        return number(said) if kind == "number" else most_told(said)

    return {each.name: answer(each.name, each.kind) for each in asked.questions}


def _fitted(asked: Questionnaire, outcomes: Sequence[Outcome], found: Outcome) -> Outcome:
    """The same with what hangs together made to fit."""
    accounts = {each.key: each for each in found.aircraft}
    for unit in asked.units:
        if not unit.formation:
            accounts |= _as_one(unit, outcomes, accounts)
    aircraft = tuple(_over_target(asked, each) for each in accounts.values())
    if asked.bombs is not None:
        aircraft, guns = _fallen(aircraft, found.wave, found.by_guns)
        return replace(found, aircraft=aircraft, by_guns=guns)
    turns, damage = found.turns, found.target_damage
    went_over = any(each.over_target for each in aircraft)
    bound = asked.phases[0]
    if bound and went_over:
        turns = max(turns, bound + 1)
    strikers = {line.key for line in asked.lines if line.strikes}
    if bound and all(each.status == "undamaged" for each in aircraft if each.key in strikers):
        turns = min(turns, asked.turns)
    if damage is not None:
        damage = max(damage, sum(each.struck or 0 for each in aircraft)) if went_over else 0
    return replace(found, aircraft=aircraft, turns=turns, target_damage=damage)


def _as_one(
    unit: SheetUnit, outcomes: Sequence[Outcome], accounts: Mapping[str, AircraftOutcome]
) -> dict[str, AircraftOutcome]:
    """The aircraft of an Element, gone over the target and jettisoned as most tables have the unit do. [WBY 16.2]"""
    own = {line.key: line for line in unit.lines}
    over, jettisoned = most_told([_way([each for each in outcome.aircraft if each.key in own]) for outcome in outcomes])
    fitted = {}
    for key, line in own.items():
        told = accounts[key]
        went = over and line.goes_over if _stayed(told) else told.over_target
        is_forced = told.status != "undamaged" and line.aircraft.aircraft_class == "fighter"
        keeps = told.status == "destroyed" or is_forced
        dropped = jettisoned and line.jettisons and (told.jettisoned or not keeps)
        if (went, dropped) != (told.over_target, told.jettisoned):
            told = _account(replace(told, over_target=went, jettisoned=dropped, cargo=None, mines=None), line)
        fitted[key] = told
    return fitted


def _way(flown: Sequence[AircraftOutcome]) -> tuple[bool, bool]:
    """Whether an Element went over the target, and whether it jettisoned."""
    stayed = [each for each in flown if _stayed(each)]
    return any(each.over_target for each in stayed or flown), any(each.jettisoned for each in flown)


def _stayed(told: AircraftOutcome) -> bool:
    """It was with its unit to the end."""
    return told.status != "destroyed" and not told.exit


def _over_target(asked: Questionnaire, told: AircraftOutcome) -> AircraftOutcome:
    """What it did over the target, if it was there with what it brought."""
    if not told.over_target:
        by = "" if told.by == FLAK else told.by
        photographs = "miss" if told.photographs else ""
        return replace(told, by=by, struck=0, cargo=0, mines=0, photographs=photographs)
    if told.jettisoned:
        hardened = asked.target is not None and asked.target.hardened
        return replace(told, mines=0, struck=0 if hardened else told.struck)
    return told


def _fallen(aircraft: tuple[AircraftOutcome, ...], wave: int, by_guns: int) -> tuple[tuple[AircraftOutcome, ...], int]:
    """No more flying bombs than came: what is too much the guns have not shot down, then the last who are named."""
    left = wave
    fitted = []
    for each in aircraft:
        fitted.append(replace(each, bombs=min(each.bombs, left)))
        left -= fitted[-1].bombs
    return tuple(fitted), min(by_guns, left)

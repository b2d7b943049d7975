"""The facts of a result: all that the table is asked about a mission, each with a name, to be confirmed or disputed.

A fact is about the mission (``turns``), a unit (``axis-1.over``) or an aircraft (``axis-1 leader.fate``). What is asked
is declared here once (``asked_of``): pages make their fields of it, results are compared by it, an ``Outcome`` is made
of it. The line for the log is nobody's fact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from config.common.refusals import Refusal
from engine.core.campaigns import HOME, Ending, of_hits
from engine.core.forms import Question
from engine.core.report import AircraftReport, Report
from engine.wildblue.buzz.scoring import GUNS
from engine.wildblue.buzz.terms import AIRCRAFT_CLASS, MOST_BOMBS
from engine.wildblue.scoring import MISSION
from missions.results.outcomes import (
    CAUSES,
    FLAK,
    FUEL,
    MOST_DAMAGE,
    MOST_FUEL,
    PHOTOGRAPHS,
    AircraftOutcome,
    Outcome,
    usual,
)
from missions.results.questionnaire import SECTION, SeatLine, Sheet, SheetUnit

Said = Mapping[str, Any]
"""What is said of facts, by name: of a choice its value, of several choices a list of them, a number or ``None`` (as
usual), a switch, a text. It is JSON-able."""

NOBODY: Final = ("", "Nobody knows")
OVER, SHORT = ("over", "Over the target"), ("short", "Never got there")
DROPPED_BACK: Final = ("jettisoned", "Jettisoned, turned back")
DROPPED_OVER: Final = ("jettisoned-over", "Jettisoned, flew on over it")
KEPT, DROPPED = ("kept", "Kept its ordnance"), ("jettisoned", "Jettisoned it")
WENT_OVER: Final = (OVER[0], DROPPED_OVER[0])
JETTISONED: Final = (DROPPED_BACK[0], DROPPED_OVER[0])
OLD_FLAK: Final = "by flak"
"""As reports of an earlier time say it."""
LABELS: Final = {
    "fate": "what became of it",
    "by": "by whom",
    "shared_with": "who else had part in it",
    "fuel_tank": "a Fuel Tank Hit",
    "before": "lost before the others got there",
    "struck": "damage to the target",
    "cargo": "Cargo Points delivered",
    "mines": "mines laid",
    "photographs": "its photographs",
    "bombs": "flying bombs shot down",
    "over": "what the unit did",
    "fuel": "Fuel Points spent",
    "hits": "hits",
    "hit_by": "by whom most of them",
    "turns": "turns played",
    "target_damage": "damage to the target",
    "wave": "flying bombs that came",
    "by_guns": "shot down by the guns",
}
"""What a fact tells of who or what it is about, by ``Fact.what``; facts of one aircraft are shown in this order."""
UNTOLD: Final = ("struck", "bombs", "hits", "by_guns")
"""Numbers that are none, and not as usual, where nothing is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One thing that is asked, and what may be said of it."""

    what: str
    kind: Literal["choice", "choices", "number", "switch", "text"]
    about: str = ""
    """The unit or aircraft; empty: the mission."""
    who: str = ""
    """What people call that."""
    usual: Any = None
    """What is said where nobody says anything."""
    choices: tuple[tuple[str, str], ...] = ()
    """Values with what people call them."""
    least: int = 0
    most: int = 0
    title: str = ""
    """As what a refusal names a number."""
    missing: str = ""
    """What is asked of who leaves it out; empty: it may be left out."""
    question: Question | None = None
    """Of the mission's system."""

    @property
    def name(self) -> str:
        return f"{self.about}.{self.what}" if self.about else self.what

    @property
    def label(self) -> str:
        """What it tells: ``what became of it``."""
        if self.question is not None:
            return self.question.label[:1].lower() + self.question.label[1:]
        return LABELS[self.what]

    @property
    def whole_label(self) -> str:
        """``Ju 87 of Striker 1: what became of it``."""
        return f"{self.who}: {self.label}" if self.who else self.label

    @property
    def wrong(self) -> str:
        """What is told to who says what cannot be said of it."""
        match self.kind:
            case "number":
                return f"{self.title}: a whole number from {self.least} to {self.most}."
            case "choices":
                return "Choose among these."
            case "text":
                return f"It has at most {self.most} letters."
        return "Choose one of these."

    def shown(self, value: Any) -> str:
        """A value of it in words."""
        labels = dict(self.choices)
        match self.kind:
            case "choices":
                return " and ".join(labels.get(each, str(each)) for each in value or ()) or "nobody"
            case "choice":
                return labels.get(value, str(value))
            case "switch":
                return "yes" if value else "no"
        if value is None:
            return "none" if self.what in UNTOLD else "as usual"
        return str(value) or "nothing"

    def of(self, said: Said) -> Any:
        """What is said of it, in the one form in which it is compared and stored."""
        value = said.get(self.name, self.usual)
        match self.kind:
            case "choices":
                return sorted(value or ())
            case "switch":
                return bool(value)
            case "number":
                return value
        return "" if value is None else value

    def check(self, value: Any) -> None:
        """Refuse what cannot be said of it."""
        known = dict(self.choices)
        match self.kind:
            case "choice":
                is_good = isinstance(value, str) and value in known if value else not self.missing
            case "choices":
                is_good = all(each in known for each in value)
            case "number":
                is_good = not self.missing if value is None else type(value) is int and self.least <= value <= self.most
            case "text":
                is_good = isinstance(value, str) and len(value) <= self.most
            case "switch":
                is_good = True
        if not is_good:
            sentence = self.missing if value in (None, "") else self.wrong
            raise Refusal(sentence if ":" in sentence else f"{self.whole_label}: {sentence}", self.name)


def asked_of(sheet: Sheet) -> dict[str, Fact]:
    """Every fact that ``sheet`` asks for, by name, in the order of its page."""
    facts = [*_of_mission(sheet), *(fact for unit in sheet.units for fact in _of_unit(sheet, unit))]
    return {fact.name: fact for fact in facts}


def _of_mission(sheet: Sheet) -> Iterator[Fact]:
    if sheet.against_bombs:
        yield _number("wave", MOST_BOMBS, "Flying bombs that came", least=1, missing="How many flying bombs came?")
        yield _number("by_guns", MOST_BOMBS, "Shot down by the guns")
    else:
        most, missing = sheet.most_turns, "How many turns did it last?"
        yield _number("turns", most, "Turns played", least=1, usual=sheet.turns, missing=missing)
    if sheet.takes_damage:
        yield _number("target_damage", MOST_DAMAGE, "Damage to the target")
    for question in sheet.questions:
        yield Fact(
            about="answer",
            what=question.name,
            kind=question.kind,
            usual=question.default,
            choices=tuple((option.value, option.label) for option in question.options),
            least=question.least,
            most=question.most,
            title=question.label,
            missing=f"{question.label}: choose one of the answers."
            if question.kind == "choice" and question.default is None
            else "",
            question=question,
        )


def _of_unit(sheet: Sheet, unit: SheetUnit) -> Iterator[Fact]:
    if unit.goes_over and not unit.formation:
        ways = (OVER, SHORT, *((DROPPED_BACK, DROPPED_OVER) if unit.jettisons else ()))
        yield _choice("over", unit.id, unit.name, ways, (OVER if unit.role == "striker" else SHORT)[0])
    elif unit.jettisons:
        yield _choice("over", unit.id, unit.name, (KEPT, DROPPED), KEPT[0])
    if unit.keeps_fuel:
        yield _number("fuel", MOST_FUEL, f"{unit.name}, Fuel Points spent", about=unit.id, who=unit.name)
    if unit.takes_hits:
        enemies = tuple((enemy.id, enemy.name) for enemy in sheet.units if enemy.side != unit.side)
        yield _number("hits", len(unit.lines), f"{unit.name}, hits", about=unit.id, who=unit.name)
        yield Fact(
            what="hit_by", about=unit.id, who=unit.name, kind="choice", choices=(NOBODY, *enemies), usual=NOBODY[0]
        )
        return
    for line in unit.lines:
        yield from _of_aircraft(sheet, unit, line)


def _of_aircraft(sheet: Sheet, unit: SheetUnit, line: SeatLine) -> Iterator[Fact]:
    who = line.pilot or line.name
    enemies = tuple((enemy.key, enemy.label) for enemy in sheet.enemies(line.side))
    endings = tuple((ending.value, ending.label) for ending in line.endings)
    flak = ((FLAK, "Flak"),) if line.goes_over else ()
    fuel = ((FUEL, "Lack of fuel"),) if unit.keeps_fuel else ()
    yield _choice("fate", line.key, who, endings, endings[0][0])
    by = (NOBODY, *enemies, *flak, *fuel)
    yield Fact(what="by", about=line.key, who=who, kind="choice", choices=by, usual=NOBODY[0])
    if len(enemies) > 1:
        yield Fact(what="shared_with", about=line.key, who=who, kind="choices", choices=enemies)
    if line.has_fate:
        yield Fact(what="fuel_tank", about=line.key, who=who, kind="switch")
    if line.goes_over or line.jettisons:
        yield Fact(what="before", about=line.key, who=who, kind="switch")
    numbers = (
        ("struck", MOST_DAMAGE, "damage done", line.goes_over and sheet.takes_damage and line.side == sheet.striker),
        ("cargo", line.cargo[0], "Cargo Points", line.cargo[0]),
        ("mines", line.mines[0], "mines laid", line.mines[0]),
        ("bombs", MOST_BOMBS, "flying bombs", sheet.against_bombs),
    )
    for what, most, title, is_asked in numbers:
        if is_asked:
            yield _number(what, most, f"{line.name}, {title}", about=line.key, who=who)
    if line.photographs:
        results = tuple((result, result.capitalize()) for result in PHOTOGRAPHS)
        yield _choice("photographs", line.key, who, results, PHOTOGRAPHS[0])


def _choice(what: str, about: str, who: str, choices: tuple[tuple[str, str], ...], usual: str) -> Fact:
    """A choice that must be made."""
    missing = "Say what became of it."
    return Fact(what=what, about=about, who=who, kind="choice", choices=choices, usual=usual, missing=missing)


def _number(
    what: str,
    most: int,
    title: str,
    *,
    least: int = 0,
    about: str = "",
    who: str = "",
    usual: int | None = None,
    missing: str = "",
) -> Fact:
    return Fact(
        what=what,
        about=about,
        who=who,
        kind="number",
        least=least,
        most=most,
        title=title,
        usual=usual,
        missing=missing,
    )


def said(sheet: Sheet, report: Report) -> Said:
    """What a result that was told of ``sheet`` says of each fact."""
    given = read(sheet, report)
    return {name: fact.of(given) for name, fact in asked_of(sheet).items()}


def read(sheet: Sheet, report: Report) -> Said:
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
    bombs = [each for each in report.aircraft if each.aircraft_class == AIRCRAFT_CLASS]
    if bombs:
        values |= {"wave": len(bombs), "by_guns": sum(each.cause == GUNS for each in bombs) or None}
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
            f"{key}.fuel_tank": each.fuel_tank,
            f"{key}.struck": each.struck or None,
            f"{key}.cargo": _unusual(each.cargo, usual(each, lines[key].cargo)),
            f"{key}.mines": _unusual(each.mines, usual(each, lines[key].mines)),
            f"{key}.photographs": _photographs(each.recon),
            f"{key}.bombs": len(each.kills) or None,
        }
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


def _photographs(points: int) -> str:
    """The result that is worth so many points."""
    return next((result for result in PHOTOGRAPHS if MISSION["recon"][result] == points), PHOTOGRAPHS[0])


def outcome(sheet: Sheet, values: Said, notes: str) -> Outcome:
    """The outcome that says these facts. Refuses a value that cannot be said, naming the fact."""
    asked = asked_of(sheet)
    every = {name: fact.of(values) for name, fact in asked.items()}
    for name, fact in asked.items():
        fact.check(every[name])
    if lacks_damage(sheet, every):
        raise Refusal(f"{asked['target_damage'].label}: {DAMAGE_MISSING}", "target_damage")
    return made_of(sheet, every, notes)


DAMAGE_MISSING: Final = "Give the damage to the target; 0 if there was none."


def lacks_damage(sheet: Sheet, values: Said) -> bool:
    """Nobody says what the target got, neither in all nor of any aircraft."""
    parts = (values.get(f"{line.key}.struck") for line in sheet.lines)
    return sheet.takes_damage and values.get("target_damage") is None and not any(parts)


def made_of(sheet: Sheet, values: Said, notes: str) -> Outcome:
    """The outcome of facts that can be said; those that are not asked are left out."""
    return Outcome(
        aircraft=tuple(told for unit in sheet.units for told in _told(sheet, unit, values)),
        turns=values.get("turns", 0),
        target_damage=values.get("target_damage"),
        fuel={unit.id: spent for unit in sheet.units if (spent := values.get(f"{unit.id}.fuel")) is not None},
        wave=values.get("wave") or 0,
        by_guns=values.get("by_guns") or 0,
        answers={
            each.name: answer for each in sheet.questions if (answer := values.get(f"answer.{each.name}")) is not None
        },
        notes=notes,
    )


def _told(sheet: Sheet, unit: SheetUnit, values: Said) -> Iterator[AircraftOutcome]:
    """Every aircraft of a unit; of one that takes hits these are its last."""
    if not unit.takes_hits:
        yield from (_aircraft(unit, line, values) for line in unit.lines)
        return
    damaged, destroyed = of_hits(values.get(f"{unit.id}.hits") or 0)
    shooter = values.get(f"{unit.id}.hit_by")
    first = next((enemy.lines[0].key for enemy in sheet.units if enemy.id == shooter), "")
    safe = len(unit.lines) - damaged - destroyed
    for number, line in enumerate(unit.lines):
        status = "undamaged" if number < safe else "damaged" if number < safe + damaged else "destroyed"
        yield AircraftOutcome(key=line.key, status=status, by="" if number < safe else first)


def _aircraft(unit: SheetUnit, line: SeatLine, values: Said) -> AircraftOutcome:
    def told(what: str, nothing: Any = None) -> Any:
        return values.get(f"{line.key}.{what}", nothing)

    fate = next(each for each in line.endings if each.value == told("fate"))
    destroyed = fate.status == "destroyed"
    # The page hides what cannot apply; what was ticked before stays in the form.
    before = destroyed and told("before", False)
    way = values.get(f"{unit.id}.over", "")
    went = fate.exit != "disengaged" if unit.formation else way in WENT_OVER
    return AircraftOutcome(
        key=line.key,
        status=fate.status,
        exit=fate.exit,
        by=FUEL if fate.by_fuel else told("by") if fate.status != "undamaged" else "",
        shared_with=tuple(told("shared_with", ())) if destroyed and not fate.by_fuel else (),
        fuel_tank=destroyed and told("fuel_tank", False),
        over_target=line.goes_over and went and not before,
        jettisoned=way in JETTISONED and line.seat != SECTION and not before,
        struck=told("struck"),
        cargo=told("cargo"),
        mines=told("mines"),
        photographs=told("photographs", ""),
        bombs=told("bombs") or 0,
    )


def named(sheet: Sheet, refusal: Refusal) -> str:
    """The fact that a refusal of ``missions.results.outcomes`` is about; empty if it is about no single one."""
    asked = asked_of(sheet)
    what, _, path = refusal.field.partition(".")
    name = refusal.field
    if what == "fuel":
        name = f"{path}.fuel"
    elif what == "aircraft" and path:
        key, _, what = path.rpartition(".")
        unit = key.split()[0]
        about = unit if what in ("over_target", "jettisoned") else key
        name = f"{about}.{_FACT_OF.get(what, what)}"
        if name not in asked:
            name = f"{unit}.hits"
    return name if name in asked else ""


_FACT_OF: Final = {"status": "fate", "exit": "fate", "over_target": "over", "jettisoned": "over"}
"""By what of an ``AircraftOutcome`` a refusal is about."""

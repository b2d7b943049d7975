"""The facts of a result: all that the table is asked about a mission, each with a name, to be confirmed or disputed.

A fact is about the mission (``turns``), a unit (``axis-1.over``) or an aircraft (``axis-1 leader.fate``). What is asked
is declared here once (``asked_of``): pages make their fields of it, results are compared by it, an ``Outcome`` is made
of it. The line for the log is nobody's fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Final, Literal

from config.common.refusals import Refusal
from engine.core.campaigns import of_hits
from engine.core.table_sheet import Ending
from missions.results.outcomes import (
    FLAK,
    FUEL,
    MOST_DAMAGE,
    MOST_FUEL,
    NUMBERS,
    PHOTOGRAPHS,
    AircraftOutcome,
    Outcome,
)
from missions.results.questionnaire import SECTION, Questionnaire, SeatLine, SheetUnit

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
MISSING: Final = "Say what became of it."
ANSWER: Final = "answer"
"""What the answers to a system's questions are about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One thing that is asked, and what may be said of it."""

    what: str
    kind: Literal["choice", "choices", "number", "switch", "text"]
    label: str
    """What it tells of who or what it is about: ``what became of it``."""
    asks: str = ""
    """What the page asks, where that is not the label."""
    hint: str = ""
    """What the page says of how to answer."""
    about: str = ""
    """The unit or aircraft; empty: the mission."""
    who: str = ""
    """What people call that."""
    place: str = ""
    """What a refusal of a number calls it."""
    usual: Any = None
    """What is said where nobody says anything."""
    choices: tuple[tuple[str, str], ...] = ()
    """Values with what people call them."""
    least: int = 0
    most: int = 0
    missing: str = ""
    """What is asked of who leaves it out; empty: it may be left out."""
    nothing: str = "as usual"
    """What is shown of a number that nobody has said."""
    applies: Literal["", "hit", "destroyed", "there"] = ""
    """To what aircraft; the page hides it from others: of one that was not hit, or not destroyed, it says nothing."""
    is_quiet: bool = False
    """Until something is said of it, it is asked together with the first fact of its unit or aircraft."""

    @property
    def name(self) -> str:
        return f"{self.about}.{self.what}" if self.about else self.what

    @property
    def whole_label(self) -> str:
        """``Ju 87 of Striker 1: what became of it``."""
        return f"{self.who}: {self.label}" if self.who else self.label

    @property
    def question(self) -> str:
        """What the page asks."""
        return self.asks or self.label[:1].upper() + self.label[1:]

    @property
    def wrong(self) -> str:
        """What is told to who says what cannot be said of it."""
        match self.kind:
            case "number":
                title = f"{self.place}, {self.label}" if self.place else self.question
                return f"{title}: a whole number from {self.least} to {self.most}."
            case "choices":
                return "Choose among these."
            case "text":
                return f"It has at most {self.most} letters."
        return "Choose one of these."

    def is_of(self, fate: Ending) -> bool:
        """Whether it tells anything of an aircraft that ended so."""
        match self.applies:
            case "hit":
                return fate.status != "undamaged"
            case "destroyed":
                return fate.status == "destroyed"
        return True

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
            return self.nothing
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


def asked_of(sheet: Questionnaire) -> dict[str, Fact]:
    """Every fact that ``sheet`` asks for, by name, in the order of its page."""
    facts = [*_of_mission(sheet), *(fact for unit in sheet.units for fact in _of_unit(sheet, unit))]
    return {fact.name: fact for fact in facts}


def _of_mission(sheet: Questionnaire) -> Iterator[Fact]:
    ask = partial(Fact, kind="number")
    if sheet.bombs is not None:
        yield ask(
            what="wave",
            label="flying bombs that came",
            hint="Six, and as many more as the three cards said.",
            least=1,
            most=sheet.bombs.most,
            missing="How many flying bombs came?",
        )
        yield ask(
            what="by_guns",
            label="shot down by the guns",
            hint="What neither they nor a fighter shot down got through.",
            most=sheet.bombs.most,
            nothing="none",
        )
    else:
        yield ask(
            what="turns",
            label="turns played",
            hint=_turns_hint(sheet),
            least=1,
            most=sheet.most_turns,
            usual=sheet.turns,
            missing="How many turns did it last?",
        )
    if sheet.takes_damage:
        assert sheet.target is not None
        levels = ", ".join(f"{name} at {damage}" for name, damage, _ in sheet.target.levels)
        hint = f"{sheet.target.name}: {levels}"
        yield ask(what="target_damage", label="damage to the target", hint=hint, most=MOST_DAMAGE)
    for question in sheet.questions:
        yield Fact(
            about=ANSWER,
            what=question.name,
            kind=question.kind,
            label=question.label[:1].lower() + question.label[1:],
            asks=question.label,
            hint=question.help,
            usual=question.default,
            choices=tuple((option.value, option.label) for option in question.options),
            least=question.least,
            most=question.most,
            missing=f"{question.label}: choose one of the answers."
            if question.kind == "choice" and question.default is None
            else "",
        )


def _turns_hint(sheet: Questionnaire) -> str:
    """How many turns there may have been, and of what kind."""
    bound, over, home = sheet.phases
    if not bound:
        return f"{sheet.turns}; fewer if it ended early."
    return (
        f"{sheet.turns}: {bound} Target-Bound, {over} Over Target, {home} Home-Bound. Fewer if it ended early; "
        "one more with a Straggler Turn."
    )


def _of_unit(sheet: Questionnaire, unit: SheetUnit) -> Iterator[Fact]:
    ask = partial(Fact, about=unit.id, who=unit.name, place=unit.name)
    if unit.goes_over and not unit.formation:
        ways = (OVER, SHORT, *((DROPPED_BACK, DROPPED_OVER) if unit.jettisons else ()))
        usual = OVER if unit.role == "striker" else SHORT
    else:
        ways, usual = ((KEPT, DROPPED) if unit.jettisons else ()), KEPT
    if ways:
        yield ask(what="over", kind="choice", label="what the unit did", choices=ways, usual=usual[0], missing=MISSING)
    if unit.takes_hits:
        most = len(unit.lines)
        enemies = tuple((enemy.id, enemy.name) for enemy in sheet.units if enemy.side != unit.side)
        yield ask(
            what="hits",
            kind="number",
            label="hits",
            asks=f"Hits, of {most} aircraft",
            hint="empty: none",
            most=most,
            nothing="none",
        )
        yield ask(
            what="hit_by",
            kind="choice",
            label="by whom most of them",
            choices=(NOBODY, *enemies),
            usual=NOBODY[0],
            is_quiet=True,
        )
    if unit.keeps_fuel:
        yield ask(what="fuel", kind="number", label="Fuel Points spent", hint="may stay empty", most=MOST_FUEL)
    if not unit.takes_hits:
        for line in unit.lines:
            ask = partial(Fact, about=line.key, who=line.pilot or line.name, place=line.name)
            yield from _of_fate(ask, sheet, unit, line)
            yield from _of_task(ask, sheet, line)


def _of_fate(ask: partial[Fact], sheet: Questionnaire, unit: SheetUnit, line: SeatLine) -> Iterator[Fact]:
    """How an aircraft ended, by whom, and what that kept it from."""
    enemies = tuple((enemy.key, enemy.label) for enemy in sheet.enemies(line.side))
    endings = tuple((ending.value, ending.label) for ending in line.endings)
    flak = ((FLAK, "Flak"),) if line.goes_over else ()
    fuel = ((FUEL, "Lack of fuel"),) if unit.keeps_fuel else ()
    yield ask(
        what="fate", kind="choice", label="what became of it", choices=endings, usual=endings[0][0], missing=MISSING
    )
    yield ask(
        what="by",
        kind="choice",
        label="by whom",
        choices=(NOBODY, *enemies, *flak, *fuel),
        usual=NOBODY[0],
        applies="hit",
        is_quiet=True,
    )
    if len(enemies) > 1:
        yield ask(
            what="shared_with",
            kind="choices",
            label="who else had part in it",
            choices=enemies,
            applies="destroyed",
            is_quiet=True,
        )
    if line.has_fate:
        yield ask(
            what="fuel_tank",
            kind="switch",
            label="a Fuel Tank Hit",
            asks="A Fuel Tank Hit destroyed it",
            applies="destroyed",
            is_quiet=True,
        )
    if line.goes_over or line.jettisons:
        yield ask(
            what="before",
            kind="switch",
            label="lost before the others got there",
            asks=f"Lost before {'it reached the target' if line.goes_over else 'the others jettisoned'}",
            applies="destroyed",
            is_quiet=True,
        )


def _of_task(ask: partial[Fact], sheet: Questionnaire, line: SeatLine) -> Iterator[Fact]:
    """What an aircraft did of what it was sent for."""
    if line.goes_over and sheet.takes_damage and line.side == sheet.striker:
        yield ask(
            what="struck", kind="number", label="damage to the target", most=MOST_DAMAGE, nothing="none", is_quiet=True
        )
    carried = partial(ask, kind="number", applies="there")
    if line.cargo[0]:
        whole, left = line.cargo
        hint = f"empty: {whole}, damaged {left}, lost 0"
        yield carried(what="cargo", label="Cargo Points delivered", hint=hint, most=whole)
    if line.mines[0]:
        whole, left = line.mines
        yield carried(what="mines", label="mines laid", hint=f"empty: {whole}, damaged {left}, lost 0", most=whole)
    if sheet.bombs is not None:
        most = sheet.bombs.most
        yield carried(what="bombs", label="flying bombs shot down", hint="empty: none", most=most, nothing="none")
    if line.photographs:
        yield ask(
            what="photographs",
            kind="choice",
            label="its photographs",
            asks="Its photographs: the card drawn",
            choices=tuple((result, result.capitalize()) for result in PHOTOGRAPHS),
            usual=PHOTOGRAPHS[0],
            missing=MISSING,
            applies="there",
        )


def outcome(sheet: Questionnaire, values: Said, notes: str) -> Outcome:
    """The outcome that says these facts. Refuses a value that cannot be said, naming the fact."""
    asked = asked_of(sheet)
    every = {name: fact.of(values) for name, fact in asked.items()}
    for name, fact in asked.items():
        fact.check(every[name])
    if lacks_damage(sheet, every):
        raise Refusal(f"{asked['target_damage'].label}: {DAMAGE_MISSING}", "target_damage")
    return made_of(sheet, every, notes)


DAMAGE_MISSING: Final = "Give the damage to the target; 0 if there was none."


def lacks_damage(sheet: Questionnaire, values: Said) -> bool:
    """Nobody says what the target got, neither in all nor of any aircraft."""
    parts = (values.get(f"{line.key}.struck") for line in sheet.lines)
    return sheet.takes_damage and values.get("target_damage") is None and not any(parts)


def check_asked(sheet: Questionnaire, outcome: Outcome) -> None:
    """Refuse what an outcome says that nobody is asked in this mission, or that cannot be said there."""
    asked = asked_of(sheet)
    for number in _NUMBERS_ASKED:
        if said := getattr(outcome, number):
            if number not in asked:
                raise Refusal(f"This mission does not ask for its {number.replace('_', ' ')}.", number)
            asked[number].check(said)
    labels = {line.key: line.label for line in sheet.lines}
    for told in outcome.aircraft:
        for what in _ASKED_BY_NAME:
            value = getattr(told, what)
            name = f"{told.key}.{what}"
            if name in asked and value not in (None, ""):
                asked[name].check(value)
            elif value:
                said = what.replace("_", " ")
                raise Refusal(f"{labels[told.key]}: this mission does not ask for its {said}.", f"aircraft.{name}")


def made_of(sheet: Questionnaire, values: Said, notes: str) -> Outcome:
    """The outcome of facts that can be said; those that are not asked are left out."""
    asked = asked_of(sheet)
    return Outcome(
        aircraft=tuple(told for unit in sheet.units for told in _told(sheet, unit, asked, values)),
        fuel={unit.id: spent for unit in sheet.units if (spent := values.get(f"{unit.id}.fuel")) is not None},
        answers={
            each.name: answer for each in sheet.questions if (answer := values.get(f"answer.{each.name}")) is not None
        },
        notes=notes,
        **{name: number for name in NUMBERS if (number := values.get(name)) is not None},
    )


def _told(sheet: Questionnaire, unit: SheetUnit, asked: Mapping[str, Fact], values: Said) -> Iterator[AircraftOutcome]:
    """Every aircraft of a unit; of one that takes hits these are its last."""
    if not unit.takes_hits:
        yield from (_aircraft(unit, line, asked, values) for line in unit.lines)
        return
    damaged, destroyed = of_hits(values.get(f"{unit.id}.hits") or 0)
    shooter = values.get(f"{unit.id}.hit_by")
    first = next((enemy.lines[0].key for enemy in sheet.units if enemy.id == shooter), "")
    safe = len(unit.lines) - damaged - destroyed
    for number, line in enumerate(unit.lines):
        status = "undamaged" if number < safe else "damaged" if number < safe + damaged else "destroyed"
        yield AircraftOutcome(key=line.key, status=status, by="" if number < safe else first)


def _aircraft(unit: SheetUnit, line: SeatLine, asked: Mapping[str, Fact], values: Said) -> AircraftOutcome:
    """What is said of an aircraft: each fact that an ``AircraftOutcome`` knows by its name stands there as said."""
    fate = next(each for each in line.endings if each.value == values[f"{line.key}.fate"])

    def told(what: str) -> Any:
        # The page hides what cannot apply; what was ticked before stays in the form.
        fact = asked.get(f"{line.key}.{what}")
        return values.get(fact.name) if fact is not None and fact.is_of(fate) else None

    said = {what: value for what in _OF_OUTCOME if (value := told(what)) is not None}
    said |= {"shared_with": tuple(told("shared_with") or ())}
    if fate.by_fuel:
        said |= {"by": FUEL, "shared_with": ()}
    before = told("before")
    way = values.get(f"{unit.id}.over", "")
    went = fate.exit != "disengaged" if unit.formation else way in WENT_OVER
    return AircraftOutcome(
        key=line.key,
        status=fate.status,
        exit=fate.exit,
        over_target=line.goes_over and went and not before,
        jettisoned=way in JETTISONED and line.seat != SECTION and not before,
        **said,
    )


_OF_OUTCOME: Final = tuple(each.name for each in fields(AircraftOutcome))
_NUMBERS_ASKED: Final = tuple(name for name in NUMBERS if name not in ("turns", "target_damage"))
"""Those of a whole mission but for two of which more is to be said where a report is made."""
_MADE_OF_SEVERAL: Final = ("key", "status", "exit", "by", "shared_with", "over_target", "jettisoned")
_ASKED_BY_NAME: Final = tuple(name for name in _OF_OUTCOME if name not in _MADE_OF_SEVERAL)
"""What an outcome knows of an aircraft by the name of its fact; the others are made of several (``_aircraft``)."""


def named(sheet: Questionnaire, refusal: Refusal) -> str:
    """The fact that a refusal of ``missions.results.reports`` is about; empty if it is about no single one."""
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

"""What the table keeps while a mission is played there, tap by tap, and what that says of the result.

A *cell* is one thing that is kept: a fact of the result (``missions.results.facts``) or a mark that the system keeps
beside (``engine.core.table_marks``). A *tap* adds to a counter, sets a value or takes another tap back. Each has a key
of its own and the moment at which it was made, so that it may come late, twice or in any order: what stands is what
the taps come to in the order in which they were made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

from engine.core.table_marks import Mark
from engine.core.table_sheet import Ending
from missions.results import facts
from missions.results.facts import Fact, Said
from missions.results.questionnaire import Questionnaire, SeatLine, SheetUnit

Does = Literal["add", "set", "undo"]
DOES: Final[Mapping[str, Does]] = {"add": "add", "set": "set", "undo": "undo"}
"""As a row has it."""
TURN: Final = "turns"
"""The cell of the turn track."""
AS_IT_HAPPENS: Final = ("target_damage", "wave", "by_guns", "over", "hits", "hit_by", "fuel", "fate", "by", "bombs")
"""The facts that are kept; what is known at the end, or told by few, is left to the page of the result."""
MOST_STEP: Final = 20
"""What a tap adds at most, or takes off."""
LONGEST: Final = 80
"""Letters of a cell's name and of a value."""


class Tap(NamedTuple):
    """One change that somebody made at the table."""

    at: int
    """When, in milliseconds since 1970 by the server's clock, as well as the device knew it."""
    number: int
    """Where it stands among the taps of its device."""
    key: UUID
    """Names it: the same again is the same tap."""
    by: int
    """Who made it."""
    does: Does
    cell: str
    """Of one that takes another back that one's cell."""
    value: str
    """What it adds, or sets; of one that takes another back that one's key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One thing that is kept."""

    name: str
    """``axis-1.altitude``, ``axis-1 leader.hits``, ``turns``."""
    label: str
    who: str = ""
    """The unit or aircraft that it is of; empty: the mission."""
    choices: tuple[tuple[str, str], ...] = ()
    is_ladder: bool = False
    starts: str = ""
    least: int = 0
    most: int = 0
    each_turn: bool = False
    damages: tuple[int, int] = (0, 0)
    becomes: tuple[str, str, str] = ("", "", "")
    """Of hits: what the aircraft's fate then is, Undamaged, Damaged and Destroyed."""
    is_fact: bool = False
    is_brief: bool = False
    """It is shown of a unit that is not open."""

    @property
    def is_count(self) -> bool:
        return not self.choices

    @property
    def whole_label(self) -> str:
        """``Hits of Striker 1``."""
        return f"{self.label} of {self.who}" if self.who else self.label

    def damage(self, hits: int) -> int:
        """0 to 2: what so many hits have made of an aircraft."""
        return sum(0 < least <= hits for least in self.damages)

    def shown(self, value: str) -> str:
        """A value in words."""
        return value if self.is_count else dict(self.choices).get(value, "\N{EN DASH}")

    def why_not(self, does: Does, value: str) -> str:
        """Why a tap cannot be one of this cell, in a sentence; empty if it can."""
        if does == "add":
            step = _whole(value)
            is_good = self.is_count and self.name != TURN and step is not None and 0 < abs(step) <= MOST_STEP
        elif self.is_count:
            number = _whole(value)
            is_good = number is not None and self.least <= number <= self.most
        else:
            is_good = value in dict(self.choices)
        return "" if is_good else f"{self.whole_label}: that cannot be kept."


Cells = Mapping[str, Cell]


class Last(NamedTuple):
    """A tap that may be taken back."""

    tap: Tap
    was: str
    """What stood in its cell before."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What the taps of a table come to."""

    values: dict[str, str]
    """By cell; one that nobody has tapped is not there."""
    standing: list[Last] = field(default_factory=list)
    """The taps that nobody has taken back, in the order in which they were made."""


def cells(sheet: Questionnaire) -> dict[str, Cell]:
    """Everything that is kept of a mission, by name, in the order of the page."""
    return {cell.name: cell for cell in _cells(sheet)}


def _cells(sheet: Questionnaire) -> Iterator[Cell]:
    asked = facts.asked_of(sheet)
    marks = sheet.rules.table_marks(sheet.order)
    most = sheet.bombs.most_turns if sheet.bombs is not None else sheet.most_turns
    yield Cell(name=TURN, label="Turn", starts="1", least=1, most=most, is_fact=TURN in asked)
    yield from (_of_fact(fact) for fact in asked.values() if not fact.about and fact.what in AS_IT_HAPPENS)
    for unit in sheet.units:
        for mark in marks.units.get(unit.id, ()):
            yield _of_mark(mark, unit.id, unit.name)
        yield from _facts_of(asked, unit.id)
        for line in unit.lines:
            for mark in marks.seats.get((unit.id, line.seat), ()):
                yield _of_mark(mark, line.key, _who(line), _becomes(unit, line))
            yield from _facts_of(asked, line.key)


def _who(line: SeatLine) -> str:
    return line.pilot or line.name


def _becomes(unit: SheetUnit, line: SeatLine) -> tuple[str, str, str]:
    """The plain endings of an aircraft: at the end it is still there, Damaged, or it has been shot down."""

    def plain(ending: Ending) -> bool:
        return not ending.exit and not ending.by_fuel

    values = {each.status: each.value for each in reversed(line.endings) if plain(each)}
    return values.get("undamaged", ""), values.get("damaged", ""), values.get("destroyed", "")


def _of_mark(mark: Mark, about: str, who: str, becomes: tuple[str, str, str] = ("", "", "")) -> Cell:
    return Cell(
        name=f"{about}.{mark.name}",
        label=mark.label,
        who=who,
        choices=mark.choices,
        is_ladder=mark.is_ladder,
        starts=mark.starts if mark.choices else str(mark.count),
        most=mark.most,
        each_turn=mark.each_turn,
        damages=mark.damages,
        becomes=becomes if any(mark.damages) else ("", "", ""),
        is_brief=mark.is_brief,
    )


def _facts_of(asked: Mapping[str, Fact], about: str) -> Iterator[Cell]:
    return (_of_fact(fact) for fact in asked.values() if fact.about == about and fact.what in AS_IT_HAPPENS)


def _of_fact(fact: Fact) -> Cell:
    return Cell(
        name=fact.name,
        label=fact.label[:1].upper() + fact.label[1:],
        who=fact.who,
        choices=fact.choices,
        starts=str(fact.usual or "") if fact.choices else "0",
        most=fact.most,
        is_fact=True,
        is_brief=fact.what in ("hits", "fate"),
    )


def kept(cells: Cells, taps: Iterable[Tap]) -> Kept:
    """What taps come to, each of them there once, in whatever order. Of a cell that there is not a tap says nothing.

    Nobody takes back a tap of somebody else.
    """
    ordered = sorted(taps)
    made = {tap.key: tap for tap in ordered}
    gone = {
        made[key].key
        for tap in ordered
        if tap.does == "undo" and (key := _uuid(tap.value)) in made and made[key].by == tap.by
    }
    found = Kept({})
    for tap in ordered:
        cell = cells.get(tap.cell)
        if cell is None or tap.does == "undo" or tap.key in gone or cell.why_not(tap.does, tap.value):
            continue
        found.standing.append(Last(tap, found.values.get(cell.name, cell.starts)))
        _apply(found.values, cells, cell, tap)
    return found


def _apply(values: dict[str, str], cells: Cells, cell: Cell, tap: Tap) -> None:
    was = values.get(cell.name, cell.starts)
    now = tap.value if tap.does == "set" else str(max(cell.least, min(int(was) + int(tap.value), cell.most)))
    values[cell.name] = now
    if cell.name == TURN and now != was:
        for other in cells.values():
            if other.each_turn:
                values.pop(other.name, None)
    elif any(cell.damages) and cell.damage(int(now)) != cell.damage(int(was)):
        fate = f"{cell.name.rpartition('.')[0]}.fate"
        if fate in cells:
            values[fate] = cell.becomes[cell.damage(int(now))]


def unit_of(tap: Tap) -> str:
    """The unit that a tap is about, or whose aircraft; empty: the mission."""
    return tap.cell.rpartition(".")[0].partition(" ")[0]


def said(cells: Cells, kept: Kept) -> Said:
    """What has been kept says of the facts of the result; of what nobody has tapped it says nothing."""
    told: dict[str, Any] = {}
    for name, value in kept.values.items():
        if cells[name].is_fact:
            told[name] = int(value) if cells[name].is_count else value
    return told


def _whole(text: str) -> int | None:
    """A number in its one way of being written: what stands in a cell is compared as text."""
    digits = text.removeprefix("-")
    is_number = digits.isascii() and digits.isdigit() and len(digits) < 5
    return int(text) if is_number and str(int(text)) == text else None


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None

"""The page of the table while a mission is played there: every unit, what is kept of it, what may be tapped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.db.models import Subquery
from django.utils import timezone

from campaigns.access import Viewer
from campaigns.models import Campaign, Role
from clubs.selectors.own_clock import own_zone
from config.common.sessions import was_begun_with
from engine.core.campaigns import MOST_TURNS
from missions.flights.context import sheet_of
from missions.models import Mission, TableTap
from missions.results import companion
from missions.results.companion import TURN, Cell, Cells, Kept, Last, Tap
from missions.results.facts import Said
from missions.results.questionnaire import Questionnaire, SeatLine, SheetUnit
from missions.selectors.lineups import may_say
from missions.selectors.results import sentence
from missions.selectors.submissions import live_of, why_not_told

MOST_BACK: Final = 10
"""Taps that a device may take back without asking again."""
PHASES: Final = ("Target-Bound", "Over Target", "Home-Bound")


def why_not_kept(mission: Mission, table_number: int) -> str:
    """Why nothing is kept of a table of this mission now, in a sentence; empty if it is.

    Before the orders of both sides are open nobody has this page: it says what flies.
    """
    if mission.is_on_paper:
        return "This mission was flown on paper, before the campaign came here."
    return why_not_told(mission, table_number)


def may_clear(mission: Mission, viewer: Viewer) -> bool:
    """Whether he may tell the result, and so begin the table anew."""
    return viewer.may(Role.PILOT if mission.is_told_and_confirmed else Role.COMMANDER)


def taps_of(mission: Mission, table_number: int) -> list[Tap]:
    """What has been tapped at a table. One query."""
    rows = TableTap.objects.filter(mission=mission, table=table_number)
    return [
        Tap(row.made_at, row.number, row.key, row.by_id, companion.DOES[row.does], row.cell, row.value) for row in rows
    ]


def said_of(mission: Mission, sheet: Questionnaire, table_number: int) -> Said:
    """What has been kept of a table, as it answers the questions of the result. One query."""
    cells = companion.cells(sheet)
    return companion.said(cells, companion.kept(cells, taps_of(mission, table_number)))


def has_taps(mission: Mission, table_number: int) -> bool:
    """One query."""
    return TableTap.objects.filter(mission=mission, table=table_number).exists()


def mission_of(session: SessionBase, pk: int, number: int) -> Mission | None:
    """The mission for whoever is signed in and may read its campaign; ``None`` for anybody else.

    One query, for it is asked all the time: the person comes along, but for what a password proves.
    """
    user_id = int(session.get(SESSION_KEY, 0))
    person = User.objects.filter(pk=user_id, is_active=True)
    # Of a campaign's number that no database can hold, its own key finds nothing; a key that points to it would fail.
    own = Mission.objects.filter(number=number, campaign__in=Campaign.objects.for_user(user_id).filter(pk=pk))
    told = own.annotate(password=Subquery(person.values("password"))).exclude(key="").select_related("campaign__pack")
    found = told.first()
    return found if found is not None and was_begun_with(session, found.password) else None


class Back(NamedTuple):
    """A tap of the viewer's that may be taken back."""

    key: str
    cell: str
    does: str
    value: str
    was: str
    says: str
    """``Hits of Striker 1: +1``."""


class TableState(NamedTuple):
    """What a device is told of a table."""

    version: str
    """Differs when anything has been tapped."""
    now: int
    """Of the server's clock, as ``Tap.at``."""
    values: dict[str, str]
    """By cell; one that is not there is as it starts."""
    back: list[Back]
    """The viewer's latest taps, the last one last."""

    def as_json(self) -> dict[str, object]:
        """As the script has it."""
        return self._asdict() | {"back": [each._asdict() for each in self.back]}


def table_state(mission: Mission, cells: Cells, table_number: int, user_id: int) -> TableState:
    """How a table stands. Two queries."""
    version = version_of(mission, table_number)
    kept = companion.kept(cells, taps_of(mission, table_number))
    return _state(version, cells, kept, user_id)


def version_of(mission: Mission, table_number: int) -> str:
    """Of what is kept of a table. One query."""
    return str(TableTap.objects.latest_of(mission.pk, table_number))


def _state(version: str, cells: Cells, kept: Kept, user_id: int) -> TableState:
    own = [each for each in kept.standing if each.tap.by == user_id][-MOST_BACK:]
    back = [_back(cells[each.tap.cell], each) for each in own]
    return TableState(version, int(timezone.now().timestamp() * 1000), kept.values, back)


def _back(cell: Cell, last: Last) -> Back:
    tap = last.tap
    what = f"{int(tap.value):+d}" if tap.does == "add" else cell.shown(tap.value)
    return Back(str(tap.key), tap.cell, tap.does, tap.value, last.was, f"{cell.whole_label}: {what}")


# The page


class Button(NamedTuple):
    """Something to tap."""

    tap: str
    """What its form sends: ``add|axis-1 leader.hits|1``."""
    label: str
    is_on: bool = False
    is_off: bool = False
    """It cannot be tapped now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellRow:
    """A cell as it stands."""

    cell: Cell
    value: str
    less: Button | None
    """Of a counter and of a ladder: one down, and one up."""
    more: Button | None
    choices: tuple[Button, ...]

    @property
    def shown(self) -> str:
        return self.cell.shown(self.value)

    @property
    def is_quiet(self) -> bool:
        """It is shown at a glance only when something has happened."""
        return self.what in ("hits", "fate")

    @property
    def is_silent(self) -> bool:
        """It says nothing at a glance now."""
        return not self.value or (self.is_quiet and self.value == self.cell.starts)

    @property
    def kind(self) -> str:
        return "ladder" if self.cell.is_ladder else "count" if self.cell.is_count else "choice"

    @property
    def what(self) -> str:
        """Which cell of its unit or aircraft."""
        return self.cell.name.rpartition(".")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """An aircraft."""

    line: SeatLine
    cells: tuple[CellRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitRow:
    """A unit with its aircraft."""

    unit: SheetUnit
    cells: tuple[CellRow, ...]
    seats: tuple[SeatRow, ...]
    brief: tuple[CellRow, ...]
    """What is shown of it while it is not open: where it is, what it has suffered."""
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanionPage:
    """The table as it stands."""

    table: int
    several: bool
    state: TableState
    turn: CellRow
    turns: int
    """How many there are; 0 where nobody has said."""
    phases: tuple[tuple[str, int, int], ...]
    """What the turns are called, with the first and the last; empty where they have no names."""
    mission: tuple[CellRow, ...]
    units: tuple[UnitRow, ...]
    may_tap: bool
    may_hand_in: bool
    stored: str
    """How far a result of this table is that is stored or handed in already, in words; empty: nobody has told one."""
    may_say_who_flew: bool
    differed: tuple[str, ...]
    """What differs from the pack, in words."""
    store: str
    """Under what a device keeps what it has not sent: nobody else's taps are under it."""

    @property
    def allied(self) -> Iterator[UnitRow]:
        return (each for each in self.units if each.unit.side == "allied")

    @property
    def axis(self) -> Iterator[UnitRow]:
        return (each for each in self.units if each.unit.side == "axis")

    @property
    def has_axis(self) -> bool:
        """No units of theirs are kept where flying bombs come."""
        return any(each.unit.side == "axis" for each in self.units)

    @property
    def phase(self) -> str:
        """What the turn is called; the last one's name is also that of a Straggler Turn."""
        turn = int(self.turn.value)
        return next((name for name, first, last in self.phases if first <= turn <= last), "")


def companion_page(mission: Mission, viewer: Viewer, table_number: int, opened: str = "") -> CompanionPage:
    """``opened``: the unit that is open. Five queries, one more where results are confirmed, two if one is told."""
    sheet = sheet_of(mission)
    version = version_of(mission, table_number)
    cells = companion.cells(sheet)
    kept = companion.kept(cells, taps_of(mission, table_number))
    rows = {name: _row(cell, kept.values.get(name, cell.starts)) for name, cell in cells.items()}

    def of(about: str) -> tuple[CellRow, ...]:
        return tuple(row for name, row in rows.items() if name.rpartition(".")[0] == about)

    units = []
    for unit in sheet.units:
        seats = tuple(SeatRow(line=line, cells=of(line.key)) for line in unit.lines if of(line.key))
        own = of(unit.id)
        every = (*own, *(row for seat in seats for row in seat.cells))
        brief = tuple(row for row in every if row.cell.is_brief)
        units.append(UnitRow(unit=unit, cells=own, seats=seats, brief=brief, is_open=unit.id == opened))
    return CompanionPage(
        table=table_number,
        several=mission.is_told_and_confirmed and mission.campaign.tables > 1,
        state=_state(version, cells, kept, viewer.user_id),
        turn=rows[TURN],
        turns=sheet.turns if sheet.turns < MOST_TURNS else 0,
        phases=_phases(sheet),
        mission=tuple(row for row in of("") if row.cell.name != TURN),
        units=tuple(units),
        may_tap=viewer.may(Role.PILOT),
        may_hand_in=may_clear(mission, viewer),
        stored=_stored(mission, table_number, viewer),
        may_say_who_flew=may_say(mission, viewer),
        differed=sheet.differed,
        store=f"table:{viewer.user_id}:{mission.pk}:{table_number}:",
    )


def _stored(mission: Mission, table_number: int, viewer: Viewer) -> str:
    """``told by anna, waits for the Axis side``, or ``stored``."""
    if not mission.is_told_and_confirmed:
        return "stored, and waits for its debrief" if mission.status == Mission.Status.FLOWN else ""
    told = live_of(mission, table_number)
    if told is None:
        return ""
    told.mission = mission
    return sentence(told, own_zone(viewer.user_id) if told.due_at else "")


def _phases(sheet: Questionnaire) -> tuple[tuple[str, int, int], ...]:
    found, before = [], 0
    for name, turns in zip(PHASES, sheet.phases, strict=True):
        if turns:
            found.append((name, before + 1, before + turns))
            before += turns
    if found and sheet.most_turns > before:
        name, first, _ = found[-1]
        found[-1] = (name, first, sheet.most_turns)
    return tuple(found)


def _row(cell: Cell, value: str) -> CellRow:
    row = CellRow(cell=cell, value=value, less=None, more=None, choices=())
    if cell.is_ladder:
        return replace(row, less=_rung(cell, value, -1, "lower"), more=_rung(cell, value, 1, "higher"))
    if cell.name == TURN:
        return replace(row, less=_turn(cell, value, -1, "Back a turn"), more=_turn(cell, value, 1, "Next turn"))
    if cell.is_count:
        number = int(value)
        return replace(
            row,
            less=Button(f"add|{cell.name}|-1", f"{cell.whole_label}: one less", is_off=number <= cell.least),
            more=Button(f"add|{cell.name}|1", f"{cell.whole_label}: one more", is_off=number >= cell.most),
        )
    return replace(
        row,
        choices=tuple(
            Button(f"set|{cell.name}|{choice}", label, is_on=choice == value) for choice, label in cell.choices
        ),
    )


def _rung(cell: Cell, value: str, by: int, how: str) -> Button:
    """One step along a ladder; from a place that is not known, to the middle."""
    known = [choice for choice, _ in cell.choices]
    place = known.index(value) + by if value in known else len(known) // 2
    is_off = not 0 <= place < len(known)
    return Button(f"set|{cell.name}|{known[place % len(known)]}", f"{cell.whole_label}: {how}", is_off=is_off)


def _turn(cell: Cell, value: str, by: int, label: str) -> Button:
    turn = int(value) + by
    return Button(f"set|{cell.name}|{turn}", label, is_off=not cell.least <= turn <= cell.most)

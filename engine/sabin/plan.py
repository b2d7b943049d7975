"""What is agreed before a game and never changes in it: units, sides, handicap, advanced rules in use."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from engine.core.game import SIDES, Document
from engine.sabin.moves import Flying, Performance, Tables, tables
from engine.sabin.tables import (
    APPROACH_COLUMN,
    BOMBER_COLUMN,
    BOMBER_ROWS,
    CLOUD_ROWS,
    ESCORT_CEILING,
    ESCORT_COLUMNS,
    ESCORTS_END_FROM,
    FAST_BOMBER_COLUMN,
    FAST_INTERCEPTORS_END_FROM,
    FAST_SHIFT,
    HEAVY_ROWS_LOWER,
    INTERCEPTORS_END_FROM,
    RESTRICTED_FROM,
    SHIFT,
    VERY_LOW_BOMBER_ROWS,
    VERY_LOW_ESCORT_CEILING,
)
from engine.sabin.terms import (
    ALTITUDES,
    BIT,
    BOMBER,
    ESCORT,
    FAST_TYPES,
    FORWARDS,
    INTERCEPTOR,
    LEVEL,
    MIDDLE,
    MOST_UNITS,
    NONE,
    PLACE,
    UNIT_COUNT,
    spot,
)

UnitTables: TypeAlias = tuple[tuple[Tables, ...], tuple[Tables, ...]]
NORMAL, LOW, VERY_LOW = range(len(ALTITUDES))


@dataclass(frozen=True, slots=True)
class Unit:
    """A squadron or a flight as it took off."""

    number: int
    role: int
    aircraft: str
    """A slug of the catalogue or of a table given inline, or whatever name was given."""
    document: str | Document = field(compare=False)
    """What a set-up says of it."""
    name: str
    """What it is called."""
    size: int
    """How many aircraft it is of."""
    letter: str = ""
    """Of a flight."""
    type: int = 0
    """Of a squadron, see ``terms.TYPES``."""
    heavy: bool = False
    slow: bool = False
    weak: bool = False
    forward_guns: bool = False

    @property
    def side(self) -> int:
        return self.number // MOST_UNITS

    @property
    def traits(self) -> list[str]:
        """Those that it has, as a set-up names them."""
        has = {"heavy": self.heavy, "slow": self.slow, "weak": self.weak, "forward-guns": self.forward_guns}
        return [name for name, has_it in has.items() if has_it]


@dataclass(frozen=True, eq=False)
class Plan:
    """What the players have agreed on. It is a key by itself: to hash all that it holds would take too long."""

    escorting: int
    """The side of the bombers."""
    units: tuple[Unit | None, ...]
    """By number."""
    handicap: int
    ceiling: int
    """The highest row in which interceptors may be set up."""
    altitude: int
    turns: int
    turning_back: int
    exempt: bool
    """Whether weak interceptors fire on bombers like others."""

    def _of(self, role: int) -> tuple[int, ...]:
        """Units of a role in the order of their letters; squadrons from below."""
        found = [unit for unit in self.units if unit and unit.role == role]
        return tuple(unit.number for unit in sorted(found, key=lambda unit: (unit.letter, unit.number)))

    @cached_property
    def bombers(self) -> tuple[int, ...]:
        return self._of(BOMBER)

    @cached_property
    def escorts(self) -> tuple[int, ...]:
        return self._of(ESCORT)

    @cached_property
    def interceptors(self) -> tuple[int, ...]:
        return self._of(INTERCEPTOR)

    @cached_property
    def fighters(self) -> tuple[int, ...]:
        return self.escorts + self.interceptors

    @cached_property
    def present(self) -> tuple[int, ...]:
        """All units, squadrons first."""
        return self.bombers + self.fighters

    @cached_property
    def deployers(self) -> tuple[int, ...]:
        """Flights in the order in which they are set up: escorts first, heavy fighters before others of a side."""
        return tuple(
            sorted(self.fighters, key=lambda n: (self.unit(n).role, not self.unit(n).heavy, self.unit(n).letter))
        )

    @cached_property
    def foes(self) -> tuple[tuple[int, ...], ...]:
        """By unit: the flights of the other side."""
        theirs = (self.interceptors, self.escorts)
        return tuple(theirs[unit // MOST_UNITS != self.escorting] for unit in range(UNIT_COUNT))

    @cached_property
    def fast(self) -> bool:
        """Whether the bombers are fighter bombers or kamikazes. [SABIN Fighter Bombers]"""
        return any(self.unit(number).type in FAST_TYPES for number in self.bombers)

    @cached_property
    def shifts(self) -> tuple[int, int]:
        """How many columns the board moves, while the turn marker stands in an even and in an odd box."""
        return (FAST_SHIFT if self.fast else SHIFT), SHIFT

    @cached_property
    def bombers_at(self) -> tuple[tuple[int, int], ...]:
        """Each squadron and its spot. [SABIN Set-Up a]"""
        rows = VERY_LOW_BOMBER_ROWS if self.altitude == VERY_LOW else BOMBER_ROWS
        column = FAST_BOMBER_COLUMN if self.fast else BOMBER_COLUMN
        return tuple(
            (number, spot(column, row, MIDDLE, FORWARDS, LEVEL))
            for number, row in zip(self.bombers, rows, strict=False)
        )

    @cached_property
    def ceilings(self) -> tuple[int, ...]:
        """By unit: the highest row in which it may be set up."""
        return tuple(self.ceiling_of(unit) if unit else NONE for unit in self.units)

    @cached_property
    def before(self) -> tuple[tuple[int, ...], ...]:
        """By unit: the flights of its side that move before it. [SABIN Movement f]"""
        orders = (self.escorts, self.interceptors)
        return tuple(
            next((order[: order.index(unit)] for order in orders if unit in order), ()) for unit in range(UNIT_COUNT)
        )

    @cached_property
    def bombers_mask(self) -> int:
        """A bit for each place of the bombers."""
        return sum(BIT[at] for _, at in self.bombers_at)

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The units of each side."""
        first, second = (
            tuple(number for number in self.present if number // MOST_UNITS == side) for side in range(len(SIDES))
        )
        return first, second

    @cached_property
    def tables_by_sky(self) -> dict[int, UnitTables]:
        """What ``known_moves`` has found."""
        return {}

    @cached_property
    def bomber_places(self) -> tuple[int, ...]:
        return tuple(PLACE[at] for _, at in self.bombers_at)

    def unit(self, number: int) -> Unit:
        """A unit that took off."""
        unit = self.units[number]
        assert unit is not None
        return unit

    def ceiling_of(self, unit: Unit) -> int:
        """The highest row in which a flight may be set up, below 0: none. [SABIN Set-Up d; Heavy Fighters a]"""
        highest = VERY_LOW_ESCORT_CEILING if self.altitude == VERY_LOW else ESCORT_CEILING
        if unit.role == INTERCEPTOR:
            highest = self.ceiling
        return highest - HEAVY_ROWS_LOWER if unit.heavy else highest

    def columns_of(self, unit: Unit, approach: int) -> range:
        """The columns in which a flight may be set up, once it is known whence the interceptors come."""
        if unit.role == ESCORT:
            return ESCORT_COLUMNS
        column = APPROACH_COLUMN[approach]
        return range(column, column + 1)


def known_moves(plan: Plan, sky: int) -> UnitTables:
    """By box of the turn marker, even and odd, and by unit: its moves under this sky as far as they are known."""
    found = plan.tables_by_sky.get(sky)
    if found is None:
        even, odd = (tuple(tables(flying(plan, unit, sky, box)) for unit in range(UNIT_COUNT)) for box in (False, True))
        found = plan.tables_by_sky[sky] = even, odd
    return found


def flying(plan: Plan, number: int, sky: int, odd: bool) -> Flying:
    """All that bears on a unit's moves; of a number that no unit has, something."""
    unit = plan.units[number]
    escort = number // MOST_UNITS == plan.escorting
    ends_from = FAST_INTERCEPTORS_END_FROM if plan.fast else INTERCEPTORS_END_FROM
    performance = Performance(
        restricted_from=RESTRICTED_FROM[plan.altitude],
        ground=plan.altitude != NORMAL,
        heavy=bool(unit and unit.heavy),
        slow=bool(unit and unit.slow),
        odd=odd and bool(unit and unit.slow),
    )
    return Flying(
        performance,
        ends_from=ESCORTS_END_FROM if escort else ends_from,
        clouds=CLOUD_ROWS[sky][plan.altitude],
        bombers=plan.bomber_places,
        friendly=escort,
    )

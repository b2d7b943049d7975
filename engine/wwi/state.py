"""The state of a game of Down in Flames WWI.

Small ints in lists: by unit or by craft, see ``terms``. What an attack, a change of altitude or a wound has pending
stands in a few ints of their own. ``copy_into`` copies whatever can change; the generator is shared. Nothing here
decides anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.core.chance import Chance
from engine.core.game import Side
from engine.flames.cards import Deck
from engine.flames.table import Table
from engine.wwi.aircraft import Aircraft, Sheet, leader_sheet, wingman_sheet
from engine.wwi.cards import ALL_FACES, CARDS, FACE_NUMBER, FACES
from engine.wwi.terms import (
    ABSENT,
    ALL_SIDES,
    ALTITUDE,
    CRAFT_COUNT,
    FLYING,
    NEUTRAL,
    NONE,
    SIDE_OF_CRAFT,
    SIDE_OF_UNIT,
    UNIT_COUNT,
)

# Log entries. A decision stands in the log as its action; all else is an event: code << 24 | x << 16 | y << 8 | z.
(
    DREW,
    CHECKED,
    PLACED,
    SCRIPTED,
    RESHUFFLED,
    TURN,
    GOES,
    ALTITUDE_NOW,
    POSITION_NOW,
    HIT,
    FLIPPED,
    LOST,
    REMOVED,
    GAINED,
    JAMMED,
    BURNS,
    LASTING,
    SHED,
    ENDED,
) = range(1, 20)
"""Kinds of event; what x, y and z hold is said in ``events``."""
FOR_JAM, FOR_FIRE = range(2)
"""Why a card is drawn and shown."""
NOBODY: Final = 255
"""In an event: no craft, and no unit."""


def event(code: int, x: int = 0, y: int = 0, z: int = 0) -> int:
    return code << 24 | x << 16 | y << 8 | z


DECK: Final = Deck(
    bits=tuple(1 << face for face in range(len(FACES))),
    faces=ALL_FACES,
    texts=FACES,
    named=lambda text: (FACE_NUMBER[text],) if text in FACE_NUMBER else (),
    sides=ALL_SIDES,
    side_of_craft=SIDE_OF_CRAFT,
    drew=event(DREW),
    reshuffled=event(RESHUFFLED),
    scripted=event(SCRIPTED),
)


@dataclass(frozen=True, slots=True)
class Options:
    """What a game is played by."""

    win: int
    """One of ``terms.WINS``."""
    turns: int
    points: int
    """That a side may spend; 0 if nobody counts."""
    year: int
    """0 if nobody asks."""
    mixed_flights: bool = False
    extra_leaders: bool = False
    teams: bool = False
    free_for_all: bool = False
    order: tuple[int, ...] = ()
    """The units in Player Order; empty if it is drawn."""


@dataclass(frozen=True, slots=True, eq=False)
class Flight:
    """A Leader and his Wingmen as they took off."""

    aircraft: tuple[Aircraft, ...]
    """By seat."""
    pilots: tuple[str, ...]
    """Names by seat; empty of nobody of note."""
    skills: tuple[tuple[str, ...], ...]
    """By seat; they change nothing in the air."""
    altitude: int
    """At which the set-up lets it begin; ``NONE`` if it is chosen."""


@dataclass(init=False, repr=False, eq=False, slots=True)
class State(Table):
    """Everything about a game in progress; see the module's docstring."""

    options: Options
    flights: tuple[Flight | None, ...]
    """By unit."""
    camps: tuple[Side, ...]
    """The sides that play."""
    friends: tuple[tuple[int, ...], ...]
    """By unit: the units of its side that took off, itself first."""

    on: list[int]
    """By unit: the enemy unit on whose Leader its Leader is Advantaged or Tailing, ``NONE`` if on nobody."""
    edge: list[int]
    """By unit: which of these it is."""
    sheets: list[Sheet | None]
    """By craft: the side of its card in force; ``None`` if nobody flies there."""
    engine_hits: list[int]
    tail_hits: list[int]
    wing_hits: list[int]
    wing_by: list[int]
    """By craft: who inflicted the last of these."""
    fire: dict[int, int]
    """By craft that burns: who set it on fire."""
    with_hand: list[int]
    """Wingmen under attack who have drawn their mini-hands. [WWI Your Wingmen c]"""

    # ``order`` is the Player Order [WWI Set-Up 6]; in the set-up ``index`` is who chooses his altitude
    seat: int
    """The Wingman who attacks; 0 in the altitude step, ``NONE`` from the Leader's step on."""
    targets: tuple[int, ...]
    """Enemy craft at the active unit's altitude."""
    winner: int
    """The side that has won by a Leader's fall, ``NONE`` while nobody has."""

    spent: int
    """Of the active Leader: Bursts of his own used up."""
    used: int
    """Bursts by position used up, four bits an enemy unit."""
    extra: dict[int, int]
    """By enemy Wingman: Bursts gained against him that are left."""
    jammed: int
    """1: the guns of who attacks are jammed; 2: his Gunner's."""

    benefit: int
    """The unit whose position the card betters."""
    kept: int
    """The enemy whom this unit was on before its position on ``defender`` was bettered."""
    placed: int
    """The position that it has gained there."""
    victim: int
    """The craft that discards for a wound."""
    followers: list[int]
    """Units still to be asked whether they follow, the next one first."""

    def begin(self, options: Options, flights: list[Flight | None], chance: Chance) -> None:
        """Everybody on the table, Undamaged, with empty hands and whole decks."""
        self.options = options
        self.flights = tuple(flights)
        present = self.present = tuple([unit for unit in range(UNIT_COUNT) if flights[unit]])
        numbers = {unit >> SIDE_OF_UNIT for unit in present} | {0, 1}
        self.camps = ALL_SIDES[: max(numbers) + 1]
        self.foes = tuple(
            [
                tuple([foe for foe in present if foe >> SIDE_OF_UNIT != unit >> SIDE_OF_UNIT]) if flights[unit] else ()
                for unit in range(UNIT_COUNT)
            ]
        )
        self.friends = tuple(
            [
                (unit, *[each for each in present if each >> SIDE_OF_UNIT == unit >> SIDE_OF_UNIT and each != unit])
                if flights[unit]
                else ()
                for unit in range(UNIT_COUNT)
            ]
        )
        crafts: list[int] = []
        self.sheets = [None] * CRAFT_COUNT
        self.fate = [ABSENT] * CRAFT_COUNT
        for unit in present:
            flight = flights[unit]
            assert flight is not None
            for seat, aircraft in enumerate(flight.aircraft):
                craft = 16 * unit + seat
                self.sheets[craft] = wingman_sheet(aircraft, flight.aircraft[0]) if seat else leader_sheet(aircraft)
                self.fate[craft] = FLYING
                crafts.append(craft)
        self.crafts = tuple(crafts)
        self.clear(DECK, UNIT_COUNT, CRAFT_COUNT, options.turns, chance)
        self.kind = ALTITUDE
        self.pools = tuple([list(CARDS) for _ in self.camps])
        self.stacked = tuple([[] for _ in self.camps])
        self.discards = tuple([[] for _ in self.camps])
        self.on = [NONE] * UNIT_COUNT
        self.edge = [NEUTRAL] * UNIT_COUNT
        self.engine_hits = [0] * CRAFT_COUNT
        self.tail_hits = [0] * CRAFT_COUNT
        self.wing_hits = [0] * CRAFT_COUNT
        self.wing_by = [NONE] * CRAFT_COUNT
        self.fire = {}
        self.with_hand = []
        self.seat = 0
        self.targets = ()
        self.winner = NONE
        self.spent = self.used = self.jammed = 0
        self.extra = {}
        self.benefit = self.kept = self.victim = NONE
        self.placed = NEUTRAL
        self.followers = []

    def copy_into(self, other: State, chance: Chance) -> None:
        """Make ``other`` an independent twin with ``chance`` and an empty log."""
        self.copy_table(other, chance)
        other.pools = tuple([pile[:] for pile in self.pools])
        other.stacked = tuple([pile[:] for pile in self.stacked])
        other.discards = tuple([pile[:] for pile in self.discards])
        other.options = self.options
        other.flights = self.flights
        other.camps = self.camps
        other.friends = self.friends
        other.on = self.on[:]
        other.edge = self.edge[:]
        other.sheets = self.sheets[:]
        other.engine_hits = self.engine_hits[:]
        other.tail_hits = self.tail_hits[:]
        other.wing_hits = self.wing_hits[:]
        other.wing_by = self.wing_by[:]
        other.fire = self.fire.copy()
        other.with_hand = self.with_hand[:]
        other.seat = self.seat
        other.targets = self.targets
        other.winner = self.winner
        other.spent = self.spent
        other.used = self.used
        other.extra = self.extra.copy()
        other.jammed = self.jammed
        other.benefit = self.benefit
        other.kept = self.kept
        other.placed = self.placed
        other.victim = self.victim
        other.followers = self.followers[:]

    def sheet(self, craft: int) -> Sheet:
        """The ratings in force of an aircraft that flies."""
        sheet = self.sheets[craft]
        assert sheet is not None
        return sheet

    def flight(self, unit: int) -> Flight:
        """Who took off as this unit."""
        flight = self.flights[unit]
        assert flight is not None
        return flight


def relation(state: State, unit: int, other: int) -> int:
    """The position of one unit's Leader relative to another's: 2 Tailing … 0 Neutral … -2 Tailed. [WWI Positioning]"""
    if state.on[unit] == other:
        return state.edge[unit]
    if state.on[other] == unit:
        return -state.edge[other]
    return NEUTRAL


def pinned(state: State, unit: int) -> bool:
    """Whether any Leader is Advantaged on this one, or Tailing him."""
    return unit in state.on

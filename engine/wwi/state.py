"""The state of a game of Down in Flames WWI.

Small ints in lists: by unit or by craft, see ``terms``. What an attack, a change of altitude or a wound has pending
stands in a few ints of their own. ``copy_into`` copies whatever can change; the generator is shared. Nothing here
decides anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

from engine.core.chance import Chance
from engine.core.game import Side
from engine.wwi.aircraft import Aircraft, Sheet, leader_sheet, wingman_sheet
from engine.wwi.cards import DECK
from engine.wwi.terms import (
    ABSENT,
    ALL_SIDES,
    ALTITUDE,
    CRAFT_COUNT,
    FLYING,
    NEUTRAL,
    NONE,
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
    STOPPED,
    GAINED,
    JAMMED,
    BURNS,
    LASTING,
    SHED,
    ENDED,
) = range(1, 21)
"""Kinds of event; what x, y and z hold is said in ``events``."""
FOR_JAM, FOR_FIRE = range(2)
"""Why a card is drawn and shown."""
DREW_BY: Final = tuple(DREW << 24 | craft << 16 for craft in range(CRAFT_COUNT))
"""The event of each craft's drawing a card of face 0; the face is added."""
NOBODY: Final = 255
"""In an event: no craft, and no unit."""

_NO_HAND: Final = cast("list[int]", ())
"""In a place that nobody takes; it must not be drawn into."""
_DECK: Final = list(DECK)


def event(code: int, x: int = 0, y: int = 0, z: int = 0) -> int:
    return code << 24 | x << 16 | y << 8 | z


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


class State:
    """Everything about a game in progress; see the module's docstring."""

    __slots__ = (
        "active",
        "actor",
        "altitude",
        "attack",
        "attacker",
        "benefit",
        "camps",
        "chance",
        "choices",
        "crafts",
        "credits",
        "damaged",
        "defender",
        "direction",
        "discards",
        "edge",
        "engine_hits",
        "extra",
        "fate",
        "fire",
        "flights",
        "foes",
        "followers",
        "friends",
        "gunned",
        "gunner",
        "hands",
        "hits",
        "index",
        "jammed",
        "kept",
        "kind",
        "last",
        "last_turn",
        "loaded",
        "log",
        "masks",
        "mover",
        "on",
        "options",
        "order",
        "pay_left",
        "placed",
        "pools",
        "present",
        "random",
        "roll",
        "seat",
        "sheets",
        "spent",
        "stacked",
        "tail_hits",
        "targets",
        "turn",
        "used",
        "victim",
        "wing_by",
        "wing_hits",
        "winner",
        "with_hand",
    )

    options: Options
    flights: tuple[Flight | None, ...]
    """By unit."""
    present: tuple[int, ...]
    """The units that took off, in order."""
    crafts: tuple[int, ...]
    """The aircraft that took off."""
    camps: tuple[Side, ...]
    """The sides that play."""
    foes: tuple[tuple[int, ...], ...]
    """By unit: the units of other sides that took off."""
    friends: tuple[tuple[int, ...], ...]
    """By unit: the units of its side that took off, itself first."""

    altitude: list[int]
    """By unit."""
    on: list[int]
    """By unit: the enemy unit on whose Leader its Leader is Advantaged or Tailing, ``NONE`` if on nobody."""
    edge: list[int]
    """By unit: which of these it is."""
    sheets: list[Sheet | None]
    """By craft: the side of its card in force; ``None`` if nobody flies there."""
    hits: list[int]
    damaged: list[bool]
    fate: list[int]
    engine_hits: list[int]
    tail_hits: list[int]
    wing_hits: list[int]
    wing_by: list[int]
    """By craft: who inflicted the last of these."""
    fire: dict[int, int]
    """By craft that burns: who set it on fire."""
    credits: list[tuple[int, int, bool, int]]
    """By whom (``NONE``: nobody), whom, whether Destroyed, and what it counted as (or -1)."""

    hands: list[list[int]]
    """By craft: faces."""
    masks: list[int]
    """By craft: the faces of its hand as bits."""
    with_hand: list[int]
    """Wingmen under attack who have drawn their mini-hands. [WWI Your Wingmen c]"""
    pools: tuple[list[int], ...]
    """By side: cards of the Draw Pile in no known order."""
    stacked: tuple[list[int], ...]
    """By side: cards on top of the Draw Pile, the last to be drawn first."""
    discards: tuple[list[int], ...]
    """By side, the last on top."""

    turn: int
    last_turn: int
    order: list[int]
    """Units in Player Order. [WWI Set-Up 6]"""
    index: int
    """Whose turn it is, a place in ``order``; in the set-up, who chooses his altitude."""
    active: int
    """The unit whose turn it is."""
    seat: int
    """The Wingman who attacks; 0 in the altitude step, ``NONE`` from the Leader's step on."""
    kind: int
    actor: int
    choices: tuple[int, ...]
    targets: tuple[int, ...]
    """Enemy craft at the active unit's altitude."""
    winner: int
    """The side that has won by a Leader's fall, ``NONE`` while nobody has."""

    spent: int
    """Of the active Leader: Bursts of his own used up."""
    used: int
    """Bursts by position used up, four bits an enemy unit."""
    gunned: int
    """Bursts of his Gunner used up."""
    extra: dict[int, int]
    """By enemy Wingman: Bursts gained against him that are left."""
    jammed: int
    """1: the guns of who attacks are jammed; 2: his Gunner's."""

    attacker: int
    defender: int
    attack: int
    """What the card of the attack counts as."""
    last: int
    """What the last card of the chain counts as."""
    gunner: bool
    benefit: int
    """The unit whose position the card betters."""
    kept: int
    """The enemy whom this unit was on before its position on ``defender`` was bettered."""
    placed: int
    """The position that it has gained there."""
    victim: int
    """The craft that discards for a wound."""

    direction: int
    """Of a change of altitude under way; 0 if there is none."""
    roll: bool
    mover: int
    """The unit that pays for it, or is asked to follow."""
    pay_left: int
    """Cards still to discard, for altitude or a wound."""
    followers: list[int]
    """Units still to be asked, the next one first."""

    chance: Chance
    random: Callable[[], float]
    loaded: bool
    """Whether a draw may be scripted or told, so that the quick way is closed."""
    log: list[int]

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
        self.altitude = [NONE] * UNIT_COUNT
        self.on = [NONE] * UNIT_COUNT
        self.edge = [NEUTRAL] * UNIT_COUNT
        self.sheets = [None] * CRAFT_COUNT
        self.fate = [ABSENT] * CRAFT_COUNT
        self.hands = [_NO_HAND] * CRAFT_COUNT
        crafts: list[int] = []
        for unit in present:
            flight = flights[unit]
            assert flight is not None
            for seat, aircraft in enumerate(flight.aircraft):
                craft = 16 * unit + seat
                self.sheets[craft] = wingman_sheet(aircraft, flight.aircraft[0]) if seat else leader_sheet(aircraft)
                self.fate[craft] = FLYING
                self.hands[craft] = []
                crafts.append(craft)
        self.crafts = tuple(crafts)
        self.masks = [0] * CRAFT_COUNT
        self.hits = [0] * CRAFT_COUNT
        self.damaged = [False] * CRAFT_COUNT
        self.engine_hits = [0] * CRAFT_COUNT
        self.tail_hits = [0] * CRAFT_COUNT
        self.wing_hits = [0] * CRAFT_COUNT
        self.wing_by = [NONE] * CRAFT_COUNT
        self.fire = {}
        self.credits = []
        self.with_hand = []
        self.pools = tuple([_DECK[:] for _ in self.camps])
        self.stacked = tuple([[] for _ in self.camps])
        self.discards = tuple([[] for _ in self.camps])
        self.turn = 0
        self.last_turn = options.turns
        self.order = []
        self.index = 0
        self.active = self.actor = NONE
        self.seat = 0
        self.kind = ALTITUDE
        self.choices = ()
        self.targets = ()
        self.winner = NONE
        self.spent = self.used = self.gunned = self.jammed = 0
        self.extra = {}
        self.attacker = self.defender = self.attack = self.last = self.benefit = self.kept = self.victim = NONE
        self.placed = NEUTRAL
        self.gunner = self.roll = False
        self.direction = self.pay_left = 0
        self.mover = NONE
        self.followers = []
        self.chance = chance
        self.random = chance.random
        self.loaded = not chance.script_is_over
        self.log = []

    def copy_into(self, other: State, chance: Chance) -> None:
        """Make ``other`` an independent twin with ``chance`` and an empty log."""
        other.options = self.options
        other.flights = self.flights
        other.present = self.present
        other.crafts = self.crafts
        other.camps = self.camps
        other.foes = self.foes
        other.friends = self.friends
        other.altitude = self.altitude[:]
        other.on = self.on[:]
        other.edge = self.edge[:]
        other.sheets = self.sheets[:]
        other.hits = self.hits[:]
        other.damaged = self.damaged[:]
        other.fate = self.fate[:]
        other.engine_hits = self.engine_hits[:]
        other.tail_hits = self.tail_hits[:]
        other.wing_hits = self.wing_hits[:]
        other.wing_by = self.wing_by[:]
        other.fire = self.fire.copy()
        other.credits = self.credits[:]
        hands = other.hands = self.hands[:]
        for craft in self.crafts:
            hands[craft] = hands[craft][:]
        other.masks = self.masks[:]
        other.with_hand = self.with_hand[:]
        other.pools = tuple([pile[:] for pile in self.pools])
        other.stacked = tuple([pile[:] for pile in self.stacked])
        other.discards = tuple([pile[:] for pile in self.discards])
        other.turn = self.turn
        other.last_turn = self.last_turn
        other.order = self.order[:]
        other.index = self.index
        other.active = self.active
        other.seat = self.seat
        other.kind = self.kind
        other.actor = self.actor
        other.choices = self.choices
        other.targets = self.targets
        other.winner = self.winner
        other.spent = self.spent
        other.used = self.used
        other.gunned = self.gunned
        other.extra = self.extra.copy()
        other.jammed = self.jammed
        other.attacker = self.attacker
        other.defender = self.defender
        other.attack = self.attack
        other.last = self.last
        other.gunner = self.gunner
        other.benefit = self.benefit
        other.kept = self.kept
        other.placed = self.placed
        other.victim = self.victim
        other.direction = self.direction
        other.roll = self.roll
        other.mover = self.mover
        other.pay_left = self.pay_left
        other.followers = self.followers[:]
        other.chance = chance
        other.random = chance.random
        other.loaded = self.loaded
        other.log = []

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

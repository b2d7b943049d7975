"""The state of a game of Wild Blue Yonder.

Small ints in lists: by unit or by craft, see ``terms``. What an attack, a chain of responses or an altitude
change has pending stands in a few ints of their own, for one never interrupts another. ``copy_into`` copies whatever
can change; the generator is shared. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.core.chance import Chance
from engine.core.game import SIDES
from engine.flames.cards import Deck
from engine.flames.table import Table
from engine.wildblue.cards import ALL_FACES, BIT, DECK_SIZE, card_text, named
from engine.wildblue.missions.mission import Mission
from engine.wildblue.sheets import Sheet, Sortie
from engine.wildblue.terms import (
    ALTITUDE,
    CRAFT_COUNT,
    FLYING,
    MOST_UNITS,
    NEUTRAL,
    SIDE_OF_CRAFT,
    SIDE_OF_UNIT,
    UNIT_COUNT,
)

NONE: Final = -1
EDITION: Final = 2
"""The newest edition of the rules; records of the first, which lacked some rulings, are played again by the first."""

# Log entries. A decision stands in the log as its action; all else is an event: code << 24 | x << 16 | y << 8 | z.
(
    DREW,
    CHECKED,
    FIRST,
    RESHUFFLED,
    TURN,
    ALTITUDE_NOW,
    POSITION_NOW,
    HIT,
    COCKPIT,
    FLIPPED,
    LOST,
    PROMOTED,
    STOPPED,
    GAINED,
    LEFT,
    COUNTERS,
    REVEALED,
    SCRIPTED,
    COULD_NOT_CLIMB,
    FOLLOWED,
    SHOWN,
    PHASE,
    STRAGGLERS,
    ARRIVED,
    BROKE_OFF,
    REJOINED,
    RELEASED,
    STRUCK,
    SPOILED,
    INTERVENED,
    NEGATED,
    SUPPORT_LOST,
    OUT_OF_FORMATION,
    TURNED_UP,
    DELIVERED,
    FUEL_SPENT,
    FOUND,
    OVER_TARGET_NOW,
) = range(1, 39)
"""Kinds of event; what x, y and z hold is said in ``events``."""
PURPOSES: Final = (
    "search",
    "bomb",
    "strafe",
    "rockets",
    "target-flak",
    "area-flak",
    "aerial-rockets",
    "recon",
    "climb",
)
"""Why a card is drawn and shown, beside Disengagement Checks."""
(
    FOR_SEARCH,
    FOR_BOMB,
    FOR_STRAFE,
    FOR_ROCKETS,
    FOR_TARGET_FLAK,
    FOR_AREA_FLAK,
    FOR_AERIAL_ROCKETS,
    FOR_RECON,
    FOR_CLIMB,
) = range(9)
ACE_MARKER: Final = 1
VETERAN_MARKER: Final = 2
EVASIVE_MARKER: Final = 4
"""Of a Formation aircraft's crew. [SUP 19.3]"""

OUT_OF_FUEL, BY_AERIAL_ROCKETS = -2, -3
"""In ``credits``, in the place of a face: a Fuel Disengagement, and Aerial Rockets."""

SIDE_UNITS: Final = ((1 << MOST_UNITS) - 1, ((1 << MOST_UNITS) - 1) << MOST_UNITS)
"""By side: the mask of its units."""

_WHO: Final = list(range(CRAFT_COUNT))

GONE: Final = CRAFT_COUNT
"""As a target: the aircraft that was attacked is gone, and no other may be attacked in this step."""


def event(code: int, x: int = 0, y: int = 0, z: int = 0) -> int:
    return code << 24 | x << 16 | y << 8 | z


_CARDS: Final = list(range(DECK_SIZE))
DECK: Final = Deck(
    bits=BIT,
    faces=ALL_FACES,
    texts=tuple(map(card_text, range(DECK_SIZE))),
    named=named,
    sides=SIDES,
    side_of_craft=SIDE_OF_CRAFT,
    drew=event(DREW),
    reshuffled=event(RESHUFFLED),
    scripted=event(SCRIPTED),
)


@dataclass(slots=True, eq=False)
class Options:
    """What a game is played by beside the rules' usual reading."""

    turns: int = 0
    edition: int = EDITION
    """Of the rules, see ``EDITION``."""
    first: int = NONE
    """The side that goes first; ``NONE`` if it is drawn."""
    bonus: tuple[int, int] = (0, 0)
    month: str = ""
    values: Mapping[str, Any] | None = None
    """Victory Points of a dogfight by class and reason, where they are not the rulebook's. [WBY 4.9.3]"""
    evading_gunners: bool = False
    """Responding to a Gunner costs a step of position. [WBY 9.2.1 optional]"""
    clouds_exit_scores: bool = False
    """Leaving through Clouds in the last Game-Turn scores as Disengaging does."""


@dataclass(init=False, repr=False, eq=False, slots=True)
class State(Table):
    """Everything about a game in progress; see the module's docstring."""

    # The game, fixed at its start; Formations are nobody's ``foes``
    options: Options
    sorties: list[Sortie | None]
    """By craft: who took off from there."""
    leadership: tuple[int, ...]
    """Craft of take-off whose pilots have Leadership. [WBY 12.1]"""
    mission: Mission | None
    """Of a campaign Mission, all that a dogfight has not."""

    # Units and aircraft
    hidden: list[int]
    """By unit: the altitude chosen in secret at set-up, or under a Clouds marker; else ``NONE``."""
    engaged: list[int]
    """By unit: the enemy unit with which it is Engaged, or ``NONE``."""
    positions: list[int]
    """By unit: relative to that enemy; Neutral if there is none."""
    flying: int
    """Mask of the units still in the game."""
    sheets: list[Sheet | None]
    """By craft: the ratings in force; ``None`` of an aircraft that is gone or never was."""
    who: list[int]
    """By craft: from which craft he took off who is there now."""
    cockpit: list[int]
    counters: list[int]
    """By craft: Full Throttle counters."""
    guns: list[int]
    """By craft: Heavy Gun markers."""
    markers: list[int]
    """By craft: ``ACE_MARKER`` and ``VETERAN_MARKER`` still to be used."""
    final_hits: list[tuple[int, int, bool]]
    """By craft of take-off: Hits, Cockpit Hits and Damaged when it left the game."""
    exchanged: int
    """Cards that the unit now at its ``exchange`` decision has given back. [WBY 19.2.4]"""

    # The active unit's step
    target: int
    """The craft that it attacks in this step, or ``NONE``."""
    played: bool
    """Whether the Leader has done anything in his step."""
    fired: int
    """Bursts that the pilot has used."""
    bonus: int
    """Bursts that cards have gained against a Wingman."""
    drawn: bool
    """Whether the attacked Wingman has his mini-hand."""
    agile: int
    """The craft that may still treat a card as a Scissors in this turn, or ``NONE``."""

    def begin(
        self, options: Options, sorties: list[Sortie | None], chance: Chance, mission: Mission | None = None
    ) -> None:
        """An empty table: every aircraft ready, every deck whole, nothing dealt."""
        self.options = options
        options.edition = chance.rules or EDITION
        self.mission = mission
        self.sorties = sorties
        self.present = tuple([unit for unit, leader in enumerate(sorties[::4]) if leader])
        formations = mission.plan.formations if mission else 0
        crafts: list[int] = []
        leadership: list[int] = []
        elements: tuple[list[int], list[int]] = ([], [])
        sheets: list[Sheet | None] = [None] * CRAFT_COUNT
        flying = 0
        for unit in self.present:
            flying |= 1 << unit
            bombers = formations >> unit & 1
            if not bombers:
                elements[unit >> SIDE_OF_UNIT].append(unit)
            for seat in (0, 1, 2):
                craft = 4 * unit + seat
                sortie = sorties[craft]
                if sortie:
                    crafts.append(craft)
                    if "L" in sortie.skills:
                        leadership.append(craft)
                    if seat < 2 or bombers:
                        sheets[craft] = sortie.wingman if seat else sortie.leader
                elif seat == 1:
                    crafts.append(craft)
        self.crafts = tuple(crafts)
        self.leadership = tuple(leadership)
        self.foes = (tuple(elements[1]),) * MOST_UNITS + (tuple(elements[0]),) * MOST_UNITS
        self.clear(DECK, UNIT_COUNT, CRAFT_COUNT, options.turns, chance)
        self.kind = ALTITUDE
        self.pools = (_CARDS[:], _CARDS[:])
        self.stacked = ([], [])
        self.discards = ([], [])
        self.sheets = sheets
        self.hidden = [NONE] * UNIT_COUNT
        self.engaged = [NONE] * UNIT_COUNT
        self.positions = [NEUTRAL] * UNIT_COUNT
        self.flying = flying
        self.who = _WHO[:]
        self.cockpit = [0] * CRAFT_COUNT
        self.counters = [0] * CRAFT_COUNT
        self.guns = [0] * CRAFT_COUNT
        self.markers = [0] * CRAFT_COUNT
        self.fate = [FLYING] * CRAFT_COUNT
        self.final_hits = [(0, 0, False)] * CRAFT_COUNT
        self.target = self.agile = NONE
        self.played = self.drawn = False
        self.exchanged = self.fired = self.bonus = 0

    def copy_into(self, other: State, chance: Chance) -> None:
        """Make ``other`` an independent twin with ``chance`` and an empty log."""
        self.copy_table(other, chance)
        other.pools = (self.pools[0][:], self.pools[1][:])
        other.stacked = (self.stacked[0][:], self.stacked[1][:])
        other.discards = (self.discards[0][:], self.discards[1][:])
        other.options = self.options
        other.mission = self.mission.copy() if self.mission else None
        other.sorties = self.sorties
        other.leadership = self.leadership
        other.hidden = self.hidden[:]
        other.engaged = self.engaged[:]
        other.positions = self.positions[:]
        other.flying = self.flying
        other.sheets = self.sheets[:]
        other.who = self.who[:]
        other.cockpit = self.cockpit[:]
        other.counters = self.counters[:]
        other.guns = self.guns[:]
        other.markers = self.markers[:]
        other.final_hits = self.final_hits[:]
        other.exchanged = self.exchanged
        other.target = self.target
        other.played = self.played
        other.fired = self.fired
        other.bonus = self.bonus
        other.drawn = self.drawn
        other.agile = self.agile

    def sheet(self, craft: int) -> Sheet:
        """The ratings in force of an aircraft that flies."""
        sheet = self.sheets[craft]
        assert sheet is not None
        return sheet

    def man(self, who: int) -> Sortie:
        """Who took off from a craft."""
        sortie = self.sorties[who]
        assert sortie is not None
        return sortie

    def sortie(self, craft: int) -> Sortie:
        """Who flies at a place, or flew there last."""
        sortie = self.sorties[self.who[craft]]
        assert sortie is not None
        return sortie


def break_off(state: State, unit: int) -> None:
    """End a unit's engagement: both Leaders are Neutral. [WBY 7.5]"""
    other = state.engaged[unit]
    if other >= 0:
        state.engaged[unit] = state.engaged[other] = NONE
        state.positions[unit] = state.positions[other] = NEUTRAL


def engage(state: State, unit: int, other: int, position: int) -> None:
    """Set the position of ``unit`` relative to ``other``; Neutral ends the engagement."""
    state.log.append(event(POSITION_NOW, unit, other, position))
    if position == NEUTRAL:
        break_off(state, unit)
    else:
        state.engaged[unit] = other
        state.engaged[other] = unit
        state.positions[unit] = position
        state.positions[other] = 4 - position

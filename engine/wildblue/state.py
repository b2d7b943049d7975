"""The state of a game of Wild Blue Yonder.

Small ints in lists: by unit or by craft, see ``terms``. What an attack, a chain of responses or an altitude
change has pending stands in a few ints of their own, for one never interrupts another. ``copy_into`` copies whatever
can change; the generator is shared. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from engine.core.chance import Chance
from engine.wildblue.cards import FACE
from engine.wildblue.mission import Mission
from engine.wildblue.sheets import Sheet, Sortie
from engine.wildblue.terms import ALTITUDE, CRAFT_COUNT, FLYING, MOST_UNITS, NEUTRAL, SIDE_OF_UNIT, UNIT_COUNT

NONE: Final = -1

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
) = range(1, 38)
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
DREW_BY: Final = tuple(DREW << 24 | craft << 16 for craft in range(CRAFT_COUNT))
"""The event of each craft's drawing card 0; the card's number is added."""

ACE_MARKER: Final = 1
VETERAN_MARKER: Final = 2
EVASIVE_MARKER: Final = 4
"""Of a Formation aircraft's crew. [SUP 19.3]"""

OUT_OF_FUEL, BY_AERIAL_ROCKETS = -2, -3
"""In ``credits``, in the place of a face: a Fuel Disengagement, and Aerial Rockets."""

SIDE_UNITS: Final = ((1 << MOST_UNITS) - 1, ((1 << MOST_UNITS) - 1) << MOST_UNITS)
"""By side: the mask of its units."""

_NO_HAND: Final = cast("list[int]", ())
"""In a place that nobody can ever take; it must not be drawn into."""
_WHO: Final = list(range(CRAFT_COUNT))
_DECK: Final = list(range(len(FACE)))

GONE: Final = CRAFT_COUNT
"""As a target: the aircraft that was attacked is gone, and no other may be attacked in this step."""


def event(code: int, x: int = 0, y: int = 0, z: int = 0) -> int:
    return code << 24 | x << 16 | y << 8 | z


class Options:
    """What a game is played by beside the rules' usual reading."""

    __slots__ = ("bonus", "clouds_exit_scores", "evading_gunners", "first", "month", "turns", "values")

    def __init__(self) -> None:
        self.turns = 0
        self.first = NONE
        """The side that goes first; ``NONE`` if it is drawn."""
        self.bonus = (0, 0)
        self.month = ""
        self.values: Mapping[str, Any] | None = None
        """Victory Points of a dogfight by class and reason, where they are not the rulebook's. [WBY 4.9.3]"""
        self.evading_gunners = False
        """Responding to a Gunner costs a step of position. [WBY 9.2.1 optional]"""
        self.clouds_exit_scores = False
        """Leaving through Clouds in the last Game-Turn scores as Disengaging does."""


class State:
    """Everything about a game in progress; see the module's docstring."""

    __slots__ = (
        "active",
        "actor",
        "agile",
        "altitude",
        "attack",
        "attacker",
        "bonus",
        "chance",
        "choices",
        "cockpit",
        "counters",
        "crafts",
        "credits",
        "damaged",
        "defender",
        "direction",
        "discards",
        "drawn",
        "engaged",
        "exchanged",
        "fate",
        "final_hits",
        "fired",
        "flying",
        "foes",
        "gunned",
        "gunner",
        "guns",
        "hands",
        "hidden",
        "hits",
        "index",
        "kind",
        "last",
        "last_turn",
        "leadership",
        "loaded",
        "log",
        "markers",
        "masks",
        "mission",
        "mover",
        "options",
        "order",
        "pay_left",
        "played",
        "pools",
        "positions",
        "present",
        "random",
        "roll",
        "sheets",
        "sorties",
        "stacked",
        "target",
        "turn",
        "who",
    )

    # The game, fixed at its start
    options: Options
    sorties: list[Sortie | None]
    """By craft: who took off from there."""
    present: tuple[int, ...]
    """The units that took off."""
    crafts: tuple[int, ...]
    """The places of these units: two each."""
    foes: tuple[tuple[int, ...], ...]
    """By unit: the units of the other side, but for Formations."""

    leadership: tuple[int, ...]
    """Craft of take-off whose pilots have Leadership. [WBY 12.1]"""

    mission: Mission | None
    """Of a campaign Mission, all that a dogfight has not."""

    # Units and aircraft
    altitude: list[int]
    """By unit; ``NONE`` before it is chosen and once the unit is gone."""
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
    hits: list[int]
    cockpit: list[int]
    damaged: list[bool]
    counters: list[int]
    """By craft: Full Throttle counters."""
    guns: list[int]
    """By craft: Heavy Gun markers."""
    markers: list[int]
    """By craft: ``ACE_MARKER`` and ``VETERAN_MARKER`` still to be used."""
    fate: list[int]
    """By craft of take-off."""
    final_hits: list[tuple[int, int, bool]]
    """By craft of take-off: Hits, Cockpit Hits and Damaged when it left the game."""
    credits: list[tuple[int, int, int, int]]
    """(shooter or ``NONE``, victim, 1 if Destroyed else 0, the face that did it or ``NONE``), craft of take-off."""

    # Cards
    hands: list[list[int]]
    """By craft: a Leader's hand, a Wingman's mini-hand."""
    masks: list[int]
    """By craft: the faces in the hand, with ``COUNTER`` and ``HEAVY_GUN``."""
    pools: tuple[list[int], list[int]]
    """By side: the Draw Pile, in no order; a card is drawn from it at random."""
    stacked: tuple[list[int], list[int]]
    """By side: cards that lie on top of the Draw Pile in a known order, the next one last."""
    discards: tuple[list[int], list[int]]
    """By side: the discard pile, its top last."""

    # The sequence of play
    turn: int
    last_turn: int
    """The Game-Turn with which the game ends, as far as is known now."""
    order: list[int]
    index: int
    """Whose turn it is in ``order``."""
    active: int
    kind: int
    """The decision that is open, see ``terms.DECISIONS``."""
    actor: int
    """The craft that decides; for a side's choice any of its craft."""
    choices: tuple[int, ...]
    """The legal actions."""
    exchanged: int
    """Cards that the unit now at its ``exchange`` decision has given back. [WBY 19.2.4]"""

    # The active unit's step
    target: int
    """The craft that it attacks in this step, or ``NONE``."""
    played: bool
    """Whether the Leader has done anything in his step."""
    fired: int
    """Bursts that the pilot has used."""
    gunned: int
    """Bursts that the Gunner has used."""
    bonus: int
    """Bursts that cards have gained against a Wingman."""
    drawn: bool
    """Whether the attacked Wingman has his mini-hand."""
    agile: int
    """The craft that may still treat a card as a Scissors in this turn, or ``NONE``."""

    # An attack and its chain of responses
    attacker: int
    defender: int
    """The craft that answers, or ``NONE``."""
    attack: int
    """The face that the attack counts as."""
    last: int
    """The face that the last card counts as."""
    gunner: bool
    """Whether a Gunner fires."""

    # An altitude change
    direction: int
    roll: bool
    """Whether it comes from a Vertical Roll."""
    mover: int
    """The unit that pays or changes altitude now: the active one, or its follower."""
    pay_left: int

    # Chance and the log
    chance: Chance
    random: Callable[[], float]
    loaded: bool
    """Whether the next cards may be known: a stacked deck, or a record that is replayed."""
    log: list[int]

    def begin(
        self, options: Options, sorties: list[Sortie | None], chance: Chance, mission: Mission | None = None
    ) -> None:
        """An empty table: every aircraft ready, every deck whole, nothing dealt."""
        self.options = options
        self.mission = mission
        self.sorties = sorties
        self.present = tuple([unit for unit in range(UNIT_COUNT) if sorties[4 * unit]])
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
                    if "L" in sortie.skills:
                        leadership.append(craft)
                    if seat < 2 or bombers:
                        sheets[craft] = sortie.wingman if seat else sortie.leader
                if sortie or seat == 1:
                    crafts.append(craft)
        self.crafts = tuple(crafts)
        self.leadership = tuple(leadership)
        self.foes = (tuple(elements[1]),) * MOST_UNITS + (tuple(elements[0]),) * MOST_UNITS
        self.sheets = sheets
        self.altitude = [NONE] * UNIT_COUNT
        self.hidden = [NONE] * UNIT_COUNT
        self.engaged = [NONE] * UNIT_COUNT
        self.positions = [NEUTRAL] * UNIT_COUNT
        self.flying = flying
        self.who = _WHO[:]
        self.hits = [0] * CRAFT_COUNT
        self.cockpit = [0] * CRAFT_COUNT
        self.damaged = [False] * CRAFT_COUNT
        self.counters = [0] * CRAFT_COUNT
        self.guns = [0] * CRAFT_COUNT
        self.markers = [0] * CRAFT_COUNT
        self.fate = [FLYING] * CRAFT_COUNT
        self.final_hits = [(0, 0, False)] * CRAFT_COUNT
        self.credits = []
        self.hands = [_NO_HAND] * CRAFT_COUNT
        for craft in crafts:
            self.hands[craft] = []
        self.masks = [0] * CRAFT_COUNT
        self.pools = (_DECK[:], _DECK[:])
        self.stacked = ([], [])
        self.discards = ([], [])
        self.turn = 0
        self.last_turn = options.turns
        self.order = []
        self.index = self.active = self.actor = NONE
        self.kind = ALTITUDE
        self.choices = ()
        self.exchanged = 0
        self.target = self.attacker = self.defender = self.attack = self.last = self.mover = self.agile = NONE
        self.played = self.drawn = self.gunner = self.roll = False
        self.fired = self.gunned = self.bonus = self.direction = self.pay_left = 0
        self.chance = chance
        self.random = chance.random
        self.loaded = not chance.script_is_over
        self.log = []

    def copy_into(self, other: State, chance: Chance) -> None:
        """Make ``other`` an independent twin with ``chance`` and an empty log."""
        other.options = self.options
        other.mission = self.mission.copy() if self.mission else None
        other.sorties = self.sorties
        other.present = self.present
        other.crafts = self.crafts
        other.foes = self.foes
        other.leadership = self.leadership
        other.altitude = self.altitude[:]
        other.hidden = self.hidden[:]
        other.engaged = self.engaged[:]
        other.positions = self.positions[:]
        other.flying = self.flying
        other.sheets = self.sheets[:]
        other.who = self.who[:]
        other.hits = self.hits[:]
        other.cockpit = self.cockpit[:]
        other.damaged = self.damaged[:]
        other.counters = self.counters[:]
        other.guns = self.guns[:]
        other.markers = self.markers[:]
        other.fate = self.fate[:]
        other.final_hits = self.final_hits[:]
        other.credits = self.credits[:]
        hands = other.hands = self.hands[:]
        for craft in self.crafts:
            hands[craft] = hands[craft][:]
        other.masks = self.masks[:]
        other.pools = (self.pools[0][:], self.pools[1][:])
        other.stacked = (self.stacked[0][:], self.stacked[1][:])
        other.discards = (self.discards[0][:], self.discards[1][:])
        other.turn = self.turn
        other.last_turn = self.last_turn
        other.order = self.order[:]
        other.index = self.index
        other.active = self.active
        other.kind = self.kind
        other.actor = self.actor
        other.choices = self.choices
        other.exchanged = self.exchanged
        other.target = self.target
        other.played = self.played
        other.fired = self.fired
        other.gunned = self.gunned
        other.bonus = self.bonus
        other.drawn = self.drawn
        other.agile = self.agile
        other.attacker = self.attacker
        other.defender = self.defender
        other.attack = self.attack
        other.last = self.last
        other.gunner = self.gunner
        other.direction = self.direction
        other.roll = self.roll
        other.mover = self.mover
        other.pay_left = self.pay_left
        other.chance = chance
        other.random = chance.random
        other.loaded = self.loaded
        other.log = []

    def sheet(self, craft: int) -> Sheet:
        """The ratings in force of an aircraft that flies."""
        sheet = self.sheets[craft]
        assert sheet is not None
        return sheet

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

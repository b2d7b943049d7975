"""The state of a game of Angels Twenty.

Small ints in lists by aircraft, see ``terms``; a hex is an int, see ``hexes``. The move that is under way stands in a
few ints of its own. ``copy_into`` copies whatever can change; the generator is shared. Nothing here decides anything.
"""

from __future__ import annotations

from typing import Final

from engine.angels.abilities import Sheet, sheet
from engine.angels.aircraft import Aircraft
from engine.angels.hexes import hexes
from engine.angels.situations import Area
from engine.angels.terms import COUNT, DESTROYED, FLYING, NEUTRAL
from engine.angels.victory import Conditions, Facts
from engine.core.chance import Chance

NONE: Final = -1
NOBODY: Final = 255
"""In the log, in an aircraft's place."""

# Log entries. A decision stands in the log as its action; all else is an event: code << 24 | x << 16 | y << 8 | z.
(
    TURN,
    INITIATIVE,
    ORDERED,
    FORCED,
    MOVED,
    FACED,
    CHECKED,
    ADJUSTED_MAP,
    LEFT,
    BALKED,
    COLLIDED,
    BANDS,
    CLOUDED,
    FLAK,
    BALLOON,
    ILLUMINATED,
    DIRECTED,
    FIRED,
    RESULT,
    HIT,
    LOST,
    AWARDED,
    ROLLED_FOR,
    PLACED,
    NEEDED,
    TURNED_LATE,
) = range(1, 27)
"""Kinds of event; what x, y and z hold is said in ``events``."""

BY_FIRE, BY_FLAK, BY_BALLOON, BY_COLLISION, BY_FUEL = range(5)
CAUSES: Final = ("fire", "flak", "balloon", "collision", "fuel")
"""What aircraft are damaged or lost by; the last is a scenario's."""


def event(code: int, x: int = 0, y: int = 0, z: int = 0) -> int:
    return code << 24 | x << 16 | y << 8 | z


class Options:
    """What a game is played by; fixed at its start."""

    turns: int
    advanced: bool
    width: int
    height: int
    fixed: bool
    """Whether the map stays in its place."""
    midair: bool
    bandits_high: bool
    light: int
    direction: tuple[int, int]
    """By side: how many fighters can be directed at a time."""
    searchlights: tuple[bool, bool]
    flak: tuple[tuple[int, int, int], ...]
    """Middle, altitude and first Game Turn of each flak field."""
    balloons: tuple[int, ...]
    hold: int
    """A mask of the aircraft that cannot turn until they have been attacked."""

    __slots__ = tuple(__annotations__)


class State(Facts):
    """Everything about a game in progress; see the module's docstring."""

    # The game, fixed at its start
    options: Options
    conditions: Conditions
    present: tuple[int, ...]
    """The aircraft that took off."""
    aircraft: list[Aircraft | None]
    sheets: list[Sheet]
    """By aircraft; of one that did not take off, another's."""
    names: list[str]
    """Of the pilots; empty if nobody has given them one."""
    bands: tuple[int, ...]
    """The clouds by altitude, from 0; empty without clouds. [A20 Clouds]"""
    hexes: frozenset[int]
    """Those of the map."""
    areas: tuple[Area, ...]
    """Where aircraft are deployed, by side; empty where the set-up says it of each."""
    situation: int
    """The starting situation, 0 without one."""
    advantage: int
    """The side that has the advantage in it."""

    # Aircraft
    place: list[int]
    """The hex; of one that is gone the last; 0 while it waits to be deployed."""
    facing: list[int]
    altitude: list[int]
    hits: list[int]
    """Points of damage."""
    fate: list[int]
    gone: list[int]
    """The Game Turn in which it was destroyed or retreated."""
    edge: list[int]
    """Over which it left, ``NONE`` if it has not."""
    status: list[int]
    speed: list[int]
    """Of its last move; 0 before its first."""
    attacked: list[bool]
    """Whether it has ever been attacked by an enemy."""
    trail: list[list[int]]
    """The hexes that it has left in this Game Turn's move, first to last."""
    maneuvered: list[bool]
    """Whether it has attempted a difficult maneuver this Game Turn."""
    clouded: int
    """A mask: in the clouds."""
    order: list[int]
    """Those that have moved this Game Turn, first to last."""
    to_move: int
    """A mask: still to move this Game Turn."""
    adjusted: int
    """A mask: has changed its position after all had moved. [A20 Movement and Special Abilities]"""
    fired: int
    """A mask: has attacked this Game Turn."""
    balked: int
    """A mask: may not attack this Game Turn, having made room for a friend. [A20 Stacking]"""
    directed: int
    """A mask: gets fighter direction. [A20 Fighter Direction]"""
    illuminated: int
    """A mask: in the searchlights. [A20 Illumination]"""
    to_place: list[int]
    """Who is still to be deployed, the next one first."""
    credits: list[tuple[int, int, int, bool]]
    """Who has damaged or destroyed whom, by what: aircraft or ``NONE``, aircraft, cause, whether destroyed."""
    awards: list[tuple[int, int, int, int]]
    """Victory Points: side, points, reason, aircraft or ``NONE``."""

    # The sequence of play
    turn: int
    first: int
    """The side that is the first player this Game Turn; ``NONE`` before that is known."""
    kind: int
    actor: int
    """Who decides: an aircraft; or, where a side does, the first number of that side."""
    choices: tuple[int, ...]
    quiet: int
    """A mask of sides: they attack, adjust or direct no more in this phase."""
    to_direct: int
    """Fighters still to be chosen for direction; ``NONE`` while it may be kept."""
    left: int
    """Hexes of the move under way still to fly."""
    high: int
    """1 if it is at high speed."""
    used: int
    """Its difficult maneuvers: see ``abilities.USED``."""
    barred: int
    """1 if at high speed it turned or maneuvered in the hex before."""
    shots: tuple[tuple[int, int, int], ...]
    """Every attack that this Attack Phase allows: action, attacker, target; whoever is gone stays in it."""
    fields: dict[int, int]
    """The dangers of a hex, by hex: a mask of flak altitudes, bit 0 for a balloon. Of this Game Turn."""

    chance: Chance
    scripted: list[int]
    log: list[int]

    __slots__ = tuple(__annotations__)

    def begin(self, options: Options, conditions: Conditions, flown: dict[int, Aircraft], chance: Chance) -> None:
        """A game in which nothing has happened; ``flown``: the aircraft by number."""
        self.options = options
        self.conditions = conditions
        self.present = tuple(sorted(flown))
        self.aircraft = [flown.get(n) for n in range(COUNT)]
        spare = sheet(next(iter(flown.values())))
        self.sheets = [sheet(flown[n]) if n in flown else spare for n in range(COUNT)]
        self.names = [""] * COUNT
        self.bands = ()
        self.hexes = hexes(options.width, options.height)
        self.areas = ()
        self.situation = self.advantage = 0
        self.place = [0] * COUNT
        self.facing = [0] * COUNT
        self.altitude = [1] * COUNT
        self.hits = [0] * COUNT
        self.fate = [FLYING if n in flown else NONE for n in range(COUNT)]
        self.gone = [0] * COUNT
        self.edge = [NONE] * COUNT
        self.status = [NEUTRAL] * COUNT
        self.speed = [0] * COUNT
        self.attacked = [False] * COUNT
        self.trail = [[] for _ in range(COUNT)]
        self.maneuvered = [False] * COUNT
        self.clouded = self.to_move = self.adjusted = self.fired = self.balked = self.directed = self.illuminated = 0
        self.to_place = []
        self.order = []
        self.credits = []
        self.awards = []
        self.turn = 0
        self.first = NONE
        self.kind = NONE
        self.actor = 0
        self.choices = ()
        self.quiet = 0
        self.to_direct = 0
        self.left = self.high = self.used = self.barred = 0
        self.shots = ()
        self.fields = {}
        self.chance = chance
        self.scripted = []
        self.log = []

    def copy_into(self, other: State, chance: Chance) -> None:
        """Make ``other`` an independent copy; its log begins empty."""
        other.options = self.options
        other.conditions = self.conditions
        other.present = self.present
        other.aircraft = self.aircraft
        other.sheets = self.sheets
        other.names = self.names
        other.bands = self.bands
        other.hexes = self.hexes
        other.areas = self.areas
        other.situation = self.situation
        other.advantage = self.advantage
        other.place = self.place.copy()
        other.facing = self.facing.copy()
        other.altitude = self.altitude.copy()
        other.hits = self.hits.copy()
        other.fate = self.fate.copy()
        other.gone = self.gone.copy()
        other.edge = self.edge.copy()
        other.status = self.status.copy()
        other.speed = self.speed.copy()
        other.attacked = self.attacked.copy()
        other.trail = [trail.copy() for trail in self.trail]
        other.maneuvered = self.maneuvered.copy()
        other.clouded = self.clouded
        other.to_move = self.to_move
        other.adjusted = self.adjusted
        other.fired = self.fired
        other.balked = self.balked
        other.directed = self.directed
        other.illuminated = self.illuminated
        other.order = self.order.copy()
        other.to_place = self.to_place.copy()
        other.credits = self.credits.copy()
        other.awards = self.awards.copy()
        other.turn = self.turn
        other.first = self.first
        other.kind = self.kind
        other.actor = self.actor
        other.choices = self.choices
        other.quiet = self.quiet
        other.to_direct = self.to_direct
        other.left = self.left
        other.high = self.high
        other.used = self.used
        other.barred = self.barred
        other.shots = self.shots
        other.fields = self.fields
        other.chance = chance
        other.scripted = self.scripted.copy()
        other.log = []

    # What several rules ask or do

    def crippled(self, who: int) -> bool:
        """Whether damage has brought it down to its last hit point. [A20 Crippled]"""
        return self.hits[who] > 0 and self.hits[who] == self.sheets[who].aircraft.hits - 1

    def lose(self, who: int, by: int = NONE, cause: int = BY_FUEL) -> None:
        """Take a destroyed aircraft from the game. [A20 Destroyed]"""
        self.fate[who] = DESTROYED
        self.gone[who] = self.turn
        self.credits.append((by, who, cause, True))
        self.log.append(event(LOST, who, by & 255, cause))

    def hurt(self, who: int, by: int, cause: int) -> None:
        """A point of damage, which may be the last. [A20 Damaged]"""
        self.hits[who] += 1
        if self.hits[who] >= self.sheets[who].aircraft.hits:
            self.lose(who, by, cause)
        else:
            self.credits.append((by, who, cause, False))
            self.log.append(event(HIT, who, by & 255, cause))

    def award(self, side: int, points: int, reason: int, who: int = NONE) -> None:
        """Give Victory Points, for a reason of ``victory.REASONS``. [A20 Victory Points]"""
        self.awards.append((side, points, reason, who))
        self.log.append(event(AWARDED, side, len(self.awards) - 1 & 255, 0))

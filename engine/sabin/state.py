"""The state of a game: small ints in lists by unit. Nothing here decides anything.

Units are numbered as in ``terms.UNITS``. What is fixed for a whole game stands in its ``Plan``, which copies share.
"""

from __future__ import annotations

from typing import Final

from engine.core.chance import Chance
from engine.sabin.plan import Plan, UnitTables, known_moves
from engine.sabin.terms import (
    CHOOSE_COLUMN,
    FLYING,
    NONE,
    SET_UP,
    TO_DEPLOY,
    UNIT_COUNT,
)

# Log entries. A decision stands in the log as its action; all else is an event: code << 24 | x << 16 | y << 8 | z.
(
    SKY_IS,
    COMES_FROM,
    TURN_BEGINS,
    PHASE_BEGINS,
    LEAVES,
    SHIFTED,
    COMBAT,
    SHOT,
    INVERTED,
    ENDS,
) = range(1, 11)
"""Kinds of event; what x, y and z hold is said in ``events``."""

HIT_BY_FIRE, LOW_ON_AMMUNITION = range(2)
"""Why a flight is inverted."""
GOING_ON, LAST_LEFT, OUT_OF_TURNS, TURNED_BACK = range(4)
"""Whether and how a game has ended."""


NO_TABLES: Final[UnitTables] = ((), ())


def event(code: int, x: int = 0, y: int = 0, z: int = 0) -> int:
    return code << 24 | x << 16 | y << 8 | z


class State:
    """Everything about a game in progress."""

    plan: Plan
    sky: int
    """``NONE`` until the die is rolled."""
    approach: int
    """Whence the interceptors come; ``NONE`` until the die is rolled."""
    known: UnitTables
    """By box of the turn marker, even and odd, and by unit: its moves as far as they are known."""

    spots: list[int]
    """By unit: its spot; ``NONE`` off the board."""
    status: list[int]
    inverted: list[bool]
    """By unit: whether it leaves the board in its own next phase."""
    hits: list[int]
    """By unit: hits that it has suffered."""
    suffered: list[int]
    """By side: hits on its track."""
    credits: list[int]
    """Who has hit whom: shooter << 16 | victim << 8 | hits."""

    turn: int
    phase: int
    index: int
    """Whose move it is in the order of the phase."""
    ending: int
    kind: int
    """The decision that is open, see ``terms.DECISIONS``."""
    actor: int
    """The unit that decides, or ``NONE``."""
    choices: tuple[int, ...]
    enemies: int
    """While a flight moves: a bit for each place of the enemy."""
    column: int
    """Chosen for the flight that is being set up."""
    attacker: int
    """In a combat: the fighters that came, by themselves or with the shift."""
    against: int
    sun: bool
    """Whether they come out of the Sun."""
    fires: int
    """Whether the attacker fires: 1 or 0; ``NONE`` before it is decided."""

    chance: Chance
    scripted: list[int]
    log: list[int]

    __slots__ = tuple(__annotations__)

    def begin(self, plan: Plan, chance: Chance) -> None:
        """An empty board before the set-up."""
        self.plan = plan
        self.sky = self.approach = NONE
        self.known = NO_TABLES
        self.spots = [NONE] * UNIT_COUNT
        self.status = [TO_DEPLOY] * UNIT_COUNT
        for unit, at in plan.bombers_at:
            self.spots[unit] = at
            self.status[unit] = FLYING
        self.inverted = [False] * UNIT_COUNT
        self.hits = [0] * UNIT_COUNT
        self.suffered = [0, 0]
        self.credits = []
        self.turn = 0
        self.phase = SET_UP
        self.index = 0
        self.ending = GOING_ON
        self.kind = CHOOSE_COLUMN
        self.actor = self.column = self.attacker = self.against = self.fires = NONE
        self.enemies = 0
        self.sun = False
        self.choices = ()
        self.chance = chance
        self.scripted = []
        self.log = []

    def settle_sky(self, sky: int) -> None:
        """Let the sky be known, and with it all that flights can do."""
        self.sky = sky
        self.known = known_moves(self.plan, sky)

    def copy_into(self, other: State, chance: Chance) -> None:
        """Make ``other`` an independent twin with ``chance`` and an empty log."""
        other.plan = self.plan
        other.sky = self.sky
        other.approach = self.approach
        other.known = self.known
        other.spots = self.spots[:]
        other.status = self.status[:]
        other.inverted = self.inverted[:]
        other.hits = self.hits[:]
        other.suffered = self.suffered[:]
        other.credits = self.credits[:]
        other.turn = self.turn
        other.phase = self.phase
        other.index = self.index
        other.ending = self.ending
        other.kind = self.kind
        other.actor = self.actor
        other.choices = self.choices
        other.enemies = self.enemies
        other.column = self.column
        other.attacker = self.attacker
        other.against = self.against
        other.sun = self.sun
        other.fires = self.fires
        other.chance = chance
        other.scripted = self.scripted[:]
        other.log = []

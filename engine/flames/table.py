"""What lies on the table in a game of the series, whichever it is.

Small ints in lists: by unit (a Leader with who flies with him), by craft (a place at the table), by side. Nothing here
decides anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

from engine.core.chance import Chance
from engine.flames.cards import Deck

NONE: Final = -1
_NO_HAND: Final = cast("list[int]", ())
"""In a place that nobody can ever take; it must not be drawn into."""


@dataclass(init=False, repr=False, eq=False, slots=True)
class Table:
    """The part of a game's state that is alike; its slots are the fields said here. A game adds its own."""

    # Fixed at the start
    deck: Deck
    present: tuple[int, ...]
    """The units that took off, in order."""
    crafts: tuple[int, ...]
    """The places that these units may take."""
    foes: tuple[tuple[int, ...], ...]
    """By unit: the units of other sides that it may meet."""

    # Units and aircraft
    altitude: list[int]
    """By unit; ``NONE`` where it is at none."""
    hits: list[int]
    damaged: list[bool]
    fate: list[int]
    """By craft of take-off: what has become of it."""
    credits: list[tuple[int, int, int, int]]
    """By whom (or ``NONE``), whom, whether Destroyed and not just Damaged, and what did it (or ``NONE``)."""

    # Cards
    hands: list[list[int]]
    """By craft: a Leader's hand, the mini-hand of another."""
    masks: list[int]
    """By craft: the faces in the hand as bits, and what a game holds in the bits above them."""
    pools: tuple[list[int], ...]
    """By side: the Draw Pile, in no order; a card is drawn from it at random."""
    stacked: tuple[list[int], ...]
    """By side: cards that lie on top of the Draw Pile in a known order, the next one last."""
    discards: tuple[list[int], ...]
    """By side: the discard pile, its top last."""

    # The sequence of play
    turn: int
    last_turn: int
    """The Game-Turn with which the game ends, as far as is known now."""
    order: list[int]
    """Units as they take their turns."""
    index: int
    """Whose turn it is in ``order``."""
    active: int
    """The unit whose turn it is."""
    kind: int
    """The decision that is open, see ``terms.DECISIONS``."""
    actor: int
    """The craft that decides."""
    choices: tuple[int, ...]
    """The legal actions."""

    # An attack and what answers it
    attacker: int
    defender: int
    attack: int
    """What the card of the attack counts as."""
    last: int
    """What the last card counts as."""
    gunner: bool
    """Whether a Gunner fires."""
    gunned: int
    """Bursts that the Gunner has used."""

    # An altitude change
    direction: int
    roll: bool
    """Whether it comes from a Vertical Roll."""
    mover: int
    """The unit that pays or changes altitude now: the active one, or who follows it."""
    pay_left: int
    """Cards still to be discarded."""

    # Chance and the log
    chance: Chance
    random: Callable[[], float]
    loaded: bool
    """Whether the next cards may be known: a stacked deck, or a record that is replayed."""
    log: list[int]

    def clear(self, deck: Deck, units: int, places: int, turns: int, chance: Chance) -> None:
        """An empty table with so many units and places: nothing dealt, nothing asked; the game lays its decks there."""
        self.deck = deck
        self.altitude = [NONE] * units
        self.hits = [0] * places
        self.damaged = [False] * places
        self.credits = []
        self.hands = [_NO_HAND] * places
        for craft in self.crafts:
            self.hands[craft] = []
        self.masks = [0] * places
        self.turn = 0
        self.last_turn = turns
        self.order = []
        self.index = self.active = self.actor = NONE
        self.choices = ()
        self.attacker = self.defender = self.attack = self.last = self.mover = NONE
        self.gunner = self.roll = False
        self.gunned = self.direction = self.pay_left = 0
        self.chance = chance
        self.random = chance.random
        self.loaded = not chance.script_is_over
        self.log = []

    def foretell(self, stream: str, outcomes: list[str]) -> None:
        """Say what a stream of chance gives next, for a record tells it."""
        self.chance.tell(stream, outcomes)
        self.loaded = True

    def copy_table(self, other: Table, chance: Chance) -> None:
        """Copy all this, but for the decks, into a twin with ``chance`` and an empty log."""
        other.deck = self.deck
        other.present = self.present
        other.crafts = self.crafts
        other.foes = self.foes
        other.altitude = self.altitude[:]
        other.hits = self.hits[:]
        other.damaged = self.damaged[:]
        other.fate = self.fate[:]
        other.credits = self.credits[:]
        hands = other.hands = self.hands[:]
        for craft in self.crafts:
            hands[craft] = hands[craft][:]
        other.masks = self.masks[:]
        other.turn = self.turn
        other.last_turn = self.last_turn
        other.order = self.order[:]
        other.index = self.index
        other.active = self.active
        other.kind = self.kind
        other.actor = self.actor
        other.choices = self.choices
        other.attacker = self.attacker
        other.defender = self.defender
        other.attack = self.attack
        other.last = self.last
        other.gunner = self.gunner
        other.gunned = self.gunned
        other.direction = self.direction
        other.roll = self.roll
        other.mover = self.mover
        other.pay_left = self.pay_left
        other.chance = chance
        other.random = chance.random
        other.loaded = self.loaded
        other.log = []

"""The state of a week of flying bombs: that of any game of this system, and the ``Week``.

The patrols are the Allied units; a flying bomb is a number from 0, in the order of their coming. The mini-hand of the
one that is attacked lies at ``BOMB_HAND``, a craft of the Axis side.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.wildblue.buzz.terms import (
    A_TURN,
    ALTITUDE,
    BELTS,
    BLAST,
    COMING,
    GUN_CARDS,
    NIGHT,
    TO_COME,
    TURNS_OVER,
    WINGMAN_STEP,
)
from engine.wildblue.game import WildBlueGame
from engine.wildblue.state import NONE, OVER_TARGET_NOW
from engine.wildblue.terms import MOST_UNITS, UNIT_COUNT

BOMB_HAND: Final = 4 * MOST_UNITS
"""The craft at which the mini-hand of the attacked flying bomb lies."""

WAVE_DRAWN, CAME, CROSSED, BOMB_HIT, BOMB_LOST, GOT_THROUGH, ANSWERED = range(OVER_TARGET_NOW + 1, OVER_TARGET_NOW + 8)
"""Kinds of event; what x, y and z hold is said in ``events``."""
FOR_WAVE, FOR_GUNS, FOR_BLAST = range(9, 12)
"""Why a card is shown, beside ``state.PURPOSES``."""
BY_GUNS: Final = 254
"""In ``Week.downed_by``, in the place of a man."""


@dataclass(slots=True, eq=False)
class Week:
    """What a week of flying bombs adds to the state of a game."""

    number: int
    """From 1."""
    belts: list[int] = field(default_factory=lambda: [NONE] * UNIT_COUNT)
    """By unit: the belt that a patrol keeps."""
    night_patrols: int = 0
    """Mask of the patrols that fly by night."""
    values: dict[str, int] = field(default_factory=dict)
    """Victory Points by reason."""
    blast: dict[str, int] = field(default_factory=lambda: dict(BLAST))
    step: int = WINGMAN_STEP
    """Of the active patrol's turn."""
    target: int = NONE
    """The flying bomb that is attacked."""
    wave: int = 0
    """How many flying bombs come; the following are by flying bomb."""
    hits: list[int] = field(default_factory=list)
    fates: list[int] = field(default_factory=list)
    downed_by: list[int] = field(default_factory=list)
    """Who shot it down, by craft of take-off, or ``BY_GUNS``."""

    def send(self, wave: int) -> None:
        """So many flying bombs are to come."""
        self.wave = wave
        self.hits = [0] * wave
        self.fates = [TO_COME] * wave
        self.downed_by = [NONE] * wave

    def station(self, unit: int, belt: int, *, by_night: bool) -> None:
        """A patrol keeps a belt, by day or by night."""
        self.belts[unit] = belt
        if by_night:
            self.night_patrols |= 1 << unit

    def copy(self) -> Week:
        """One that changes by itself."""
        twin = Week.__new__(Week)
        twin.number, twin.wave = self.number, self.wave
        twin.belts, twin.night_patrols, twin.values = self.belts, self.night_patrols, self.values
        twin.blast = self.blast
        twin.hits, twin.fates, twin.downed_by = self.hits[:], self.fates[:], self.downed_by[:]
        twin.step, twin.target = self.step, self.target
        return twin

    @property
    def turns(self) -> int:
        """Game-Turns until the last flying bomb is through."""
        return last_turn(self.wave)

    @property
    def gun_cards(self) -> int:
        """Cards of the guns for each flying bomb over them. [SUP 28]"""
        return GUN_CARDS[self.number - 1]

    def by_night(self, bomb: int) -> bool:
        """Whether it comes by night, as the last of the wave do."""
        return bomb >= self.wave - self.wave // NIGHT

    def over(self, belt: int, turn: int) -> list[int]:
        """The flying bombs over a belt."""
        return [bomb for bomb, fate in enumerate(self.fates) if fate == COMING and belt_of(bomb, turn) == belt]


def arrival(bomb: int) -> int:
    """The Game-Turn in which a flying bomb comes over the sea."""
    return bomb // A_TURN + 1


def last_turn(wave: int) -> int:
    """The Game-Turn in which the last of so many flying bombs is over the last belt."""
    return arrival(wave - 1) + len(BELTS) * TURNS_OVER - 1


def belt_of(bomb: int, turn: int) -> int:
    """The belt that it is over, if it flies; ``len(BELTS)`` and more once it is through."""
    return (turn - arrival(bomb)) // TURNS_OVER


class BuzzState(WildBlueGame):
    """Everything about a week in progress."""

    __slots__ = ("week",)

    week: Week

    def lay_out(self, week: Week) -> None:
        """Put the patrols over their belts, and make room for a flying bomb's mini-hand."""
        self.week = week
        self.options.turns = self.last_turn = week.turns
        self.crafts = (*self.crafts, BOMB_HAND)
        self.hands[BOMB_HAND] = []
        for unit in self.present:
            self.altitude[unit] = ALTITUDE

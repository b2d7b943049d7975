"""What hits do to an aircraft. [A20 Resolving Attacks, Effects of Damage]"""

from __future__ import annotations

from typing import Final

from engine.angels.state import RESULT, State, event
from engine.angels.tables import BANDITS_HIGH, NATURAL_HITS
from engine.core.dice import roll

MISSED, DAMAGED, DESTROYED_OUTRIGHT = range(3)
MOST_HITS: Final = 255


def volley(state: State, dice: int, number: int, modifier: int) -> int:
    """Hits of so many dice against a target number; the modifier is added to each die. [A20 Resolving Attacks 5]

    A 6 before that counts twice whatever is needed; but once where "bandits high" is played and the number cannot be
    reached otherwise.
    """
    natural = NATURAL_HITS
    if state.options.bandits_high and number - modifier >= BANDITS_HIGH:
        natural = 1
    hits = 0
    for _ in range(dice):
        die = roll(state)
        if die == 6:
            hits += natural
        elif die + modifier >= number:
            hits += 1
    return hits


def strike(state: State, target: int, hits: int, by: int, cause: int) -> None:
    """Compare hits with armor: a miss, a point of damage, or destroyed outright. [A20 Resolving Attacks 6]"""
    aircraft = state.sheets[target].aircraft
    result = DESTROYED_OUTRIGHT if hits >= aircraft.vital else DAMAGED if hits >= aircraft.armor else MISSED
    state.log.append(event(RESULT, target, min(hits, MOST_HITS), result))
    if result == DESTROYED_OUTRIGHT:
        state.lose(target, by, cause)
    elif result == DAMAGED:
        state.hurt(target, by, cause)

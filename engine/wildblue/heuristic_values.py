"""What cards, positions and attacks are worth to the player by rules of thumb.

In tenths of a Victory Point; those of cards and of positions come from flying many games against variants of itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from engine.core.game import Action
from engine.wildblue.actions import (
    COUNTS_AS,
    END,
    FACE_PLAYED,
    INTO_CLOUDS,
    PASS,
    ROLL_CLIMB,
    ROLL_DIVE,
    SPENDS_COUNTER,
    TARGET,
    TEXT,
)
from engine.wildblue.cards import (
    ANSWERS,
    BURSTS,
    COPIES,
    FACES,
    FIRING,
    FULL_THROTTLE,
    HALF_LOOP,
    HITS,
    IMS_ENGINE,
    IMS_FUEL,
    IMS_HEAVY_GUN,
    MANEUVER,
    SCISSORS,
)
from engine.wildblue.tables import STEPS
from engine.wildblue.terms import (
    NEUTRAL,
    POSITIONS,
    TAILING,
)

NEVER: Final = -1000


@dataclass(frozen=True, slots=True)
class Temper:
    """What a doctrine changes."""

    thrift: int
    """Percent of a card's value that a threat must be worth before the card answers it."""
    flight: int
    """Hits from destruction at which a Damaged Leader without a sound Wingman Disengages; 0 is never."""
    chase: int
    """Cards that must be left in hand after following an altitude change or climbing after an enemy."""


TEMPERS: Final[dict[str, Temper]] = {
    "cautious": Temper(thrift=80, flight=3, chase=4),
    "steady": Temper(thrift=100, flight=1, chase=2),
    "bold": Temper(thrift=125, flight=0, chase=1),
}

# What cards are worth

KEEP: Final = tuple(
    {
        "maneuver": 15,
        "half-loop": 15,
        "scissors": 10,
        "full-throttle": 9,
        "clouds": 7,
        "vertical-roll": 11,
        "ace-pilot": 18,
        "barrel-roll": 9,
        "chop-throttle": 9,
        "tight-turn": 10,
        "ims-1b1h": 6,
        "ims-1b2h": 11,
        "ims-1b-cockpit": 8,
        "ims-2b2h": 8,
        "ims-2b3h": 12,
        "ims-2b-engine": 20,
        "ims-2b-fuel": 20,
        "ims-3b3h": 9,
        "oots-1b2h": 14,
        "oots-2b3h": 15,
        "oots-3b4h": 12,
    }[slug]
    for slug in FACES
)
"""The value of a card in a Leader's hand."""
COUNTER_VALUE: Final = 7
"""The value of a Full Throttle counter, which can do less than the card but takes no room in the hand."""
JUNK: Final = 13
"""A card worth less makes room for an unknown one."""
SPECIAL_VALUE: Final = 6
"""The value of the one use of a Skill or of Agile that makes a card another."""

DEADLY: Final = (IMS_ENGINE, IMS_FUEL)
ATTACKING: Final = FIRING | 1 << MANEUVER | 1 << HALF_LOOP
"""The faces with which a Neutral Leader attacks."""
FIGHTING_HAND: Final = 5
"""Cards with which a Neutral Leader stays to fight."""
FIRE_VALUE: Final = tuple(
    60 if face in DEADLY else 10 * hits - bursts if bursts else 0
    for face, (hits, bursts) in enumerate(zip(HITS, BURSTS, strict=True))
)
"""What firing a card may do, by face."""


def _by_action(value: Callable[[Action], int]) -> list[int]:
    return [value(action) for action in range(len(TEXT))]


def _spent(action: Action) -> int:
    """The value of what an action uses up."""
    face = FACE_PLAYED[action]
    if face < 0:
        return 0
    special = SPECIAL_VALUE if COUNTS_AS[action] not in (face, IMS_HEAVY_GUN) else 0
    return special + (COUNTER_VALUE if SPENDS_COUNTER[action] else KEEP[face])


SPENT: Final = _by_action(_spent)

# Responses

ANSWER_COSTS: Final = {
    doctrine: [temper.thrift * (-NEVER if action == PASS else spent) // 100 for action, spent in enumerate(SPENT)]
    for doctrine, temper in TEMPERS.items()
}
"""For a Leader, by doctrine: the threat from which on he answers with it."""
ANSWER_RISK: Final = _by_action(
    lambda action: (
        -NEVER
        if action == PASS
        else sum(COPIES[face] for face in range(len(FACES)) if ANSWERS[COUNTS_AS[action]] >> face & 1)
    )
)
"""For a Wingman, whose mini-hand is lost anyway: how many cards of a deck stop the answer."""

POSITION_WORTH: Final = (-25, -10, 0, 10, 25)
MOVE_STAKE: Final = tuple(
    tuple(POSITION_WORTH[min(position + steps, TAILING)] - POSITION_WORTH[position] for steps in STEPS)
    for position in range(len(POSITIONS))
)
"""What an attempt to change position is worth, by the position of the attacker and the face."""
ROLL_STAKE: Final = 10
CLOUDS_STAKE: Final = 12
HIT_STAKE: Final = 8
DAMAGED_STAKE: Final = 20
DESTROYED_STAKE: Final = 30

# Attacks

MOVE_VALUE: Final[tuple[dict[int, int], ...]] = (
    {HALF_LOOP: 450, MANEUVER: 400, FULL_THROTTLE: 380},
    {SCISSORS: 500, HALF_LOOP: 450, MANEUVER: 400, FULL_THROTTLE: 300},
    {HALF_LOOP: 400, MANEUVER: 350},
    {MANEUVER: 350},
    {},
)
"""By the position of a Leader; moves come before fire, for they gain Bursts."""


def _leader_value(position: int, action: Action) -> int:
    if action == END:
        return 0
    if action in (ROLL_DIVE, ROLL_CLIMB, INTO_CLOUDS):
        return {ROLL_DIVE: 50, INTO_CLOUDS: 30, ROLL_CLIMB: 20}[action] if position < NEUTRAL else NEVER
    if TARGET[action] < 0:
        return NEVER
    face = COUNTS_AS[action]
    value = FIRE_VALUE[face] if BURSTS[face] else MOVE_VALUE[position].get(face, 1)
    return value - _spent(action)


LEADER_VALUE: Final = tuple(_by_action(partial(_leader_value, position)) for position in range(len(POSITIONS)))
WINGMAN_VALUE: Final = _by_action(
    lambda action: FIRE_VALUE[COUNTS_AS[action]] or 2 * STEPS[COUNTS_AS[action]] if TARGET[action] >= 0 else 0
)

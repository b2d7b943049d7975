"""The words of Wild Blue Yonder as small ints: sides, units, aircraft, altitudes, positions, decisions.

A *unit* is an int from 0 to 15: Allied 0 to 7, Axis 8 to 15. A *craft* is a place at the table, ``4 * unit`` for the
Leader and ``4 * unit + 1`` for the Wingman; when a Wingman is promoted he moves from one place to the other. The third
man of a Section is ``4 * unit + 2``, an identity without a place of his own; of a Formation these three are its
aircraft. So ``unit >> SIDE_OF_UNIT`` and ``craft >> SIDE_OF_CRAFT`` are sides and ``craft >> 2`` is the unit.
"""

from __future__ import annotations

from typing import Final

from engine.core.game import SIDES

ALTITUDES: Final = ("very-low", "low", "medium", "high", "very-high")
VERY_LOW, LOW, MEDIUM, HIGH, VERY_HIGH = range(5)

POSITIONS: Final = ("tailed", "disadvantaged", "neutral", "advantaged", "tailing")
"""Worst to best. The opponent's position is ``4 - position``. [WBY 7.1]"""
TAILED, DISADVANTAGED, NEUTRAL, ADVANTAGED, TAILING = range(5)

MOST_UNITS: Final = 8
"""Units of a side in a mission, and of both sides together in a dogfight."""
SIDE_OF_UNIT: Final = 3
SIDE_OF_CRAFT: Final = SIDE_OF_UNIT + 2
"""A unit's and a craft's number shifted right by so many bits is its side."""
UNIT_COUNT: Final = 2 * MOST_UNITS
CRAFT_COUNT: Final = 4 * UNIT_COUNT
assert MOST_UNITS == 1 << SIDE_OF_UNIT
UNITS: Final = tuple(f"{side}-{number}" for side in SIDES for number in range(1, MOST_UNITS + 1))
UNIT_IDS: Final = f"{UNITS[0]} to {UNITS[MOST_UNITS - 1]} and {UNITS[MOST_UNITS]} to {UNITS[-1]}"
"""The names of all units, in words."""
SEATS: Final = ("leader", "wingman", "section")
PLACES: Final = ("1", "2", "3")
"""What the seats of a Formation are called."""
CRAFT: Final = tuple(f"{unit} {seat}" for unit in UNITS for seat in (*SEATS, "none"))
BOMBER: Final = tuple(f"{unit} {place}" for unit in UNITS for place in (*PLACES, "none-left"))
"""The names of the aircraft of Elements and of Formations, by craft."""
UNIT_NUMBER: Final = {unit: number for number, unit in enumerate(UNITS)}
CRAFT_NUMBER: Final = {
    name: craft for names in (CRAFT, BOMBER) for craft, name in enumerate(names) if craft & 3 < len(SEATS)
}

DECISIONS: Final = (
    "over",
    "altitude",
    "exchange",
    "order",
    "wingman-target",
    "wingman",
    "respond",
    "altitude-step",
    "pay",
    "follow",
    "leader",
    "hide",
    "discard",
    "draw",
    "jettison",
    "strike",
    "escort",
    "counter",
    "break-off",
    "formation",
)
"""Kinds of decision; ``over`` stands for none."""
(
    OVER,
    ALTITUDE,
    EXCHANGE,
    ORDER,
    WINGMAN_TARGET,
    WINGMAN,
    RESPOND,
    ALTITUDE_STEP,
    PAY,
    FOLLOW,
    LEADER,
    HIDE,
    DISCARD,
    DRAW,
    JETTISON,
    STRIKE,
    ESCORT,
    COUNTER,
    BREAK_OFF,
    FORMATION,
) = range(20)

(
    GAME_TURN_OVER,
    FINAL_OVER,
    STRIKE_OVER,
    JETTISON_OVER,
    WINGMAN_OVER,
    CHANGE_OVER,
    ALTITUDE_OVER,
    LEADER_OVER,
    TURN_OVER,
) = range(-9, 0)
"""In the place of a decision: a step or an altitude change is over, and the sequence of play goes on. ``FINAL_OVER`` is
the end of a decision within the Final Step, ``GAME_TURN_OVER`` that of the Final Step itself."""

BROKEN_INTO: Final = {
    LEADER: "leader",
    WINGMAN: "wingman",
    FINAL_OVER: "final-over",
    STRIKE_OVER: "strike-over",
    WINGMAN_OVER: "wingman-over",
    LEADER_OVER: "leader-over",
}
"""Where the sequence of play may stand when a Fighter is asked about its Drop Tanks, by name. [WBY 18.1.1]"""

TYPES: Final = (
    "strike",
    "air-combat",
    "intercept",
    "air-drop",
    "air-transport",
    "mine-laying",
    "reconnaissance",
)
"""Types of Mission. [SUP 21.8]"""
STRIKE_MISSION, AIR_COMBAT, INTERCEPT, AIR_DROP, AIR_TRANSPORT, MINE_LAYING, RECONNAISSANCE = range(7)
PHASES: Final = ("combat", "target-bound", "over-target", "home-bound", "straggler")
"""Parts of a Mission; ``combat`` is all of one without a target. [WBY 15.0, SUP 23.1, 23.4]"""
COMBAT, TARGET_BOUND, OVER_TARGET, HOME_BOUND, STRAGGLER = range(5)
ROLES: Final = ("fighter", "striker", "escort", "interceptor")
FIGHTER, STRIKER, ESCORTING, INTERCEPTOR = range(4)
MODES: Final = ("level", "dive", "saturation", "torpedo")
"""Ways to bomb; a Bomb rating is a tuple of cards by mode. [WBY 5.2.8, SUP 21.2]"""
LEVEL, DIVE_BOMBING, SATURATION, TORPEDO = range(4)

LOADS: Final = (
    "bombs",
    "torpedoes",
    "mines",
    "cargo",
    "air-rockets",
    "ground-rockets",
    "drop-tanks",
    "gun-pods-20",
    "gun-pods-30",
)
"""Kinds of load, by the bit that stands for each in a mask. [WBY 18.0]"""
LOADS_CALLED: Final = {
    "air-rockets": "Aerial Rockets",
    "ground-rockets": "Air-to-Ground Rockets",
    "drop-tanks": "drop tanks",
    "gun-pods-20": "20 mm Gun Pods",
    "gun-pods-30": "30 mm Gun Pods",
}
"""Loads that are not called as their slug. [WBY 18.3-18.6]"""
BOMBS, TORPEDOES, MINES, CARGO, AIR_ROCKETS, GROUND_ROCKETS, DROP_TANKS, GUN_PODS_20, GUN_PODS_30 = (
    1 << bit for bit in range(9)
)
GUN_PODS: Final = GUN_PODS_20 | GUN_PODS_30
ORDNANCE: Final = BOMBS | TORPEDOES | MINES | AIR_ROCKETS | GROUND_ROCKETS
"""All but Cargo, Drop Tanks and Gun Pods. [WBY 18.0]"""
UNSEEN: Final = ORDNANCE | CARGO
"""Loads with which a Leader's first hand lies face down. [WBY 18.1d]"""

FLYING, DESTROYED, DISENGAGED, IN_CLOUDS, HOME = range(5)
"""What has become of an aircraft; ``IN_CLOUDS`` left through Clouds in the last Game-Turn [WBY 7.3.5], ``HOME`` at the
end of the phase to which it was limited, or short of fuel [SUP 23.1.2, 24.9.5]."""
FATES: Final = ("flying", "destroyed", "disengaged", "clouds", "home")


def words(slug: str) -> str:
    """A slug as it is said: ``very-high`` gives ``Very High``."""
    return slug.replace("-", " ").title()


def unit_of(craft: int) -> int:
    """Written out as a shift where the rules are at work, for a call costs more than the shift."""
    return craft >> 2


def leader_of(unit: int) -> int:
    """The craft of its Leader, or of the first aircraft of a Formation; see ``unit_of``."""
    return 4 * unit


def loads_called(mask: int) -> str:
    """The loads of a mask in words: ``bombs and Air-to-Ground Rockets``."""
    return " and ".join(LOADS_CALLED.get(name, name) for bit, name in enumerate(LOADS) if mask >> bit & 1)

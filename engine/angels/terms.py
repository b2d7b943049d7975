"""The words of Angels Twenty as small ints: aircraft, facings, altitudes, status, decisions.

An *aircraft* is an int from 0 to 15: Allied 0 to 7, Axis 8 to 15, so ``aircraft >> SIDE_OF`` is its side.
"""

from __future__ import annotations

from typing import Final

from engine.core.game import SIDES

MOST: Final = 8
"""Aircraft of a side."""
SIDE_OF: Final = 3
"""An aircraft's number shifted right by so many bits is its side."""
assert MOST == 1 << SIDE_OF
COUNT: Final = 2 * MOST
UNITS: Final = tuple(f"{side}-{number}" for side in SIDES for number in range(1, MOST + 1))
UNIT_IDS: Final = f"{UNITS[0]} to {UNITS[MOST - 1]} and {UNITS[MOST]} to {UNITS[-1]}"
"""Their names, in words."""
UNIT_NUMBER: Final = {unit: number for number, unit in enumerate(UNITS)}
OF_SIDE: Final = (tuple(range(MOST)), tuple(range(MOST, COUNT)))
"""By side: the numbers of its aircraft."""

FACINGS: Final = ("n", "ne", "se", "s", "sw", "nw")
"""Clockwise: the side of the hex that the nose points at. [A20 Facing]"""
FACING_WORDS: Final = ("north", "north-east", "south-east", "south", "south-west", "north-west")
FACING_NUMBER: Final = {name: number for number, name in enumerate(FACINGS)}
EDGES: Final = ("north", "east", "south", "west")
"""The edges of the map, over which an aircraft may leave it."""
NORTH, EAST, SOUTH, WEST = range(4)

LOWEST: Final = 1
HIGHEST: Final = 6
"""Bands of altitude. [A20 Altitude]"""

STATUSES: Final = ("neutral", "diving", "evading-left", "evading-right", "climbing")
"""How an aircraft is poised at the end of its move. [A20 Aircraft Status]"""
NEUTRAL, DIVING, EVADING_LEFT, EVADING_RIGHT, CLIMBING = range(5)

FATES: Final = ("flying", "destroyed", "retreated")
"""Retreated: it has left the map, over the edge that stands beside it."""
FLYING, DESTROYED, RETREATED = range(3)

QUALITIES: Final = ("poor", "average", "veteran", "ace")
"""Of pilots, worst first. [A20 How to Read a Stat Card]"""
POOR, AVERAGE, VETERAN, ACE = range(4)

CLOUDS: Final = ("clear", "light", "heavy", "solid")
"""What a band of altitude is like. [A20 Clouds]"""
CLEAR, LIGHT, HEAVY, SOLID = range(4)

LIGHTS: Final = ("day", "moonlight", "darkness")
DAY, MOONLIGHT, DARKNESS = range(3)

DECISIONS: Final = (
    "over",
    "deploy",
    "turn-position",
    "direction",
    "aircraft",
    "speed",
    "hex",
    "clouds",
    "status",
    "adjust",
    "attack",
)
"""Kinds of decision, by number."""
OVER, DEPLOY, TURN_POSITION, DIRECTION, AIRCRAFT, SPEED, HEX, IN_CLOUDS, STATUS, ADJUST, ATTACK = range(11)

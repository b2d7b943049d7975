"""The numbers of the rules, read from ``fixtures/tables/sabin.toml`` and laid out for quick use."""

from __future__ import annotations

from typing import Any, Final

from engine.core import fixtures
from engine.sabin.terms import ALTITUDES, COLUMNS, PITCHES, ROWS, SKIES

TABLES: Final[dict[str, Any]] = fixtures.read("tables", "sabin.toml")

TURNS: Final[int] = TABLES["game"]["turns"]
TRACK: Final[int] = TABLES["game"]["track"]
"""Hits that a side's track can show; further ones are not counted. [SABIN Combat h]"""

_UNITS: Final = TABLES["units"]
MOST_SQUADRONS: Final[int] = _UNITS["squadrons"]
MOST_HEAVY_SQUADRONS: Final[int] = _UNITS["heavy_squadrons"]
MOST_FLIGHTS: Final[int] = _UNITS["flights"]
AIRCRAFT: Final[tuple[int, int]] = (_UNITS["squadron_aircraft"], _UNITS["flight_aircraft"])
"""How many a squadron, and a flight, has where nothing is said."""
MOST_AIRCRAFT: Final[tuple[int, int]] = (_UNITS["squadron_most"], _UNITS["flight_most"])

LEAST_BLOCKS: Final = tuple(int(TABLES["blocks"][pitch][0]) for pitch in PITCHES)
MOST_BLOCKS: Final = tuple(int(TABLES["blocks"][pitch][1]) for pitch in PITCHES)
"""Blocks to move, by pitch at the start. [SABIN Movement a]"""
RESTRICTED_FROM: Final = tuple(ROWS.index(TABLES["restricted"][altitude]) for altitude in ALTITUDES)
"""By altitude: the lowest row of those that restrict climbs. [SABIN Movement d]"""

_BOMBERS: Final = TABLES["bombers"]
BOMBER_COLUMN: Final = COLUMNS.index(_BOMBERS["column"])
FAST_BOMBER_COLUMN: Final = COLUMNS.index(_BOMBERS["fighter_bomber_column"])
BOMBER_ROWS: Final = tuple(ROWS.index(row) for row in _BOMBERS["rows"])
VERY_LOW_BOMBER_ROWS: Final = tuple(ROWS.index(row) for row in _BOMBERS["very_low_rows"])
SHIFT: Final[int] = _BOMBERS["shift"]
FAST_SHIFT: Final[int] = _BOMBERS["fighter_bomber_shift"]

_ESCORTS: Final = TABLES["escorts"]
ESCORT_COLUMNS: Final = range(
    COLUMNS.index(_ESCORTS["first_column"]),
    COLUMNS.index(_ESCORTS["last_column"]) + 1,
)
ESCORT_CEILING: Final = ROWS.index(_ESCORTS["highest"])
VERY_LOW_ESCORT_CEILING: Final = ROWS.index(_ESCORTS["very_low_highest"])
ESCORTS_END_FROM: Final = COLUMNS.index(_ESCORTS["ends_from"])

_INTERCEPTORS: Final = TABLES["interceptors"]
APPROACH_COLUMN: Final = (COLUMNS.index(_INTERCEPTORS["rear"]), COLUMNS.index(_INTERCEPTORS["front"]))
"""Where interceptors are set up, from the rear and from the front."""
REAR_UP_TO: Final[int] = _INTERCEPTORS["rear_up_to"]
CEILING: Final[str] = _INTERCEPTORS["ceiling"]
INTERCEPTORS_END_FROM: Final = COLUMNS.index(_INTERCEPTORS["ends_from"])
FAST_INTERCEPTORS_END_FROM: Final = COLUMNS.index(_INTERCEPTORS["fighter_bomber_ends_from"])

HEAVY_ROWS_LOWER: Final[int] = TABLES["heavy_fighters"]["rows_lower"]
SLOW_MOST_BLOCKS: Final[int] = TABLES["slow_fighters"]["most_blocks_diving"]
SLOW_MOST_ROWS: Final[int] = TABLES["slow_fighters"]["most_rows_down"]

_COMBAT: Final[dict[str, int]] = {name: value for name, value in TABLES["combat"].items() if isinstance(value, int)}
HIT_FROM: Final = _COMBAT["hit"]
TWO_HITS_FROM: Final = _COMBAT["two_hits"]
LOW_AMMUNITION_FROM: Final = _COMBAT["low_on_ammunition"]
ON_BOMBERS: Final = _COMBAT["on_bombers"]
ON_THE_TAIL: Final = _COMBAT["same_pitch_and_heading"]
OPPOSITE: Final = _COMBAT["opposite_heading"]
OUT_OF_THE_SUN: Final = _COMBAT["out_of_the_sun"]
LIGHT: Final = _COMBAT["light_bombers"]
WEAK: Final = _COMBAT["weak"]

assert tuple(TABLES["sky"]["die"]) == SKIES[1:]
CLOUD_ROWS: Final = tuple(
    tuple(tuple(ROWS.index(row) for row in TABLES["sky"].get(sky, {}).get(altitude, ())) for altitude in ALTITUDES)
    for sky in SKIES
)
"""By sky and altitude: the rows in cloud. [SABIN Clouds]"""

FORFEIT_POINTS: Final[int] = TABLES["forfeit"]["points"]

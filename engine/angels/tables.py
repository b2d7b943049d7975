"""The numbers of the rules, read from ``fixtures/tables/angels.toml``."""

from __future__ import annotations

from typing import Any, Final

from engine.angels.terms import CLOUDS, HIGHEST
from engine.core import fixtures

TABLES: Final[dict[str, Any]] = fixtures.read("tables", "angels.toml")

TURNS: Final[int] = TABLES["game"]["turns"]
MOST_TURNS: Final[int] = TABLES["game"]["most_turns"]
WIDTH: Final[int] = TABLES["map"]["width"]
HEIGHT: Final[int] = TABLES["map"]["height"]
LEAST_MAP: Final[int] = TABLES["map"]["least"]
MOST_MAP: Final[int] = TABLES["map"]["most"]

SUCCESS: Final[tuple[int, int]] = (TABLES["check"]["normal"], TABLES["check"]["high"])
"""The success number of a check at normal and at high speed. [A20 Maneuver Checks]"""
CRIPPLED_CHECK: Final[int] = TABLES["check"]["crippled"]
CLIMBING_CHECK: Final[int] = TABLES["climbing"]["check"]

ATTACK: Final[dict[str, int]] = {name: n for name, n in TABLES["attack"].items() if isinstance(n, int)}
QUALITY_BONUS: Final = ATTACK["quality"]
CRIPPLED_TARGET: Final = ATTACK["crippled_target"]
CRIPPLED_ATTACKER: Final = ATTACK["crippled_attacker"]
EVADING: Final = ATTACK["evading"]
CLIMBING_TARGET: Final = ATTACK["climbing"]
DIVING_ATTACKER: Final = ATTACK["diving"]
NATURAL_HITS: Final = ATTACK["natural_hits"]
BANDITS_HIGH: Final = ATTACK["bandits_high"]
NIGHT_ATTACK: Final[int] = TABLES["night"]["attack"]

TAILING_RANGE: Final[int] = TABLES["tailing"]["range"]
TAILING_ALTITUDES: Final[int] = TABLES["tailing"]["altitudes"]
TAILING_BONUS: Final[int] = TABLES["tailing"]["bonus"]

COLLISION: Final[int] = TABLES["collision"]["die"]
COLLISION_POOR: Final[int] = TABLES["collision"]["poor"]

INTO_CLOUDS: Final[tuple[int, ...]] = tuple(TABLES["clouds"].get(name, 0) for name in CLOUDS)
"""The least die that brings an aircraft into the clouds, by what the band is like. [A20 Clouds]"""
RANDOM_CLOUDS: Final = tuple(tuple(CLOUDS.index(name) for name in row) for row in TABLES["clouds"]["random"])
"""The bands by the die. [A20 Random Cloud Arrangement]"""
assert all(len(row) == HIGHEST for row in RANDOM_CLOUDS)

FLAK_ALTITUDES: Final[list[int]] = TABLES["flak"]["altitudes"]
FLAK_DIE: Final[int] = TABLES["flak"]["die"]
FLAK_NUMBER: Final[int] = TABLES["flak"]["number"]
MOST_FLAK: Final[int] = TABLES["flak"]["most"]
BALLOON_ALTITUDE: Final[int] = TABLES["balloons"]["altitude"]
BALLOON_DIE: Final[int] = TABLES["balloons"]["die"]
BALLOON_DAMAGE: Final[int] = TABLES["balloons"]["damage"]
BALLOON_DESTROYED: Final[int] = TABLES["balloons"]["destroyed"]
MOST_BALLOONS: Final[int] = TABLES["balloons"]["most"]
MOST_DIRECTION: Final[int] = TABLES["night"]["most_direction"]
ILLUMINATED: Final[dict[str, int]] = TABLES["illumination"]
"""The least die by class of aircraft. [A20 Illumination]"""
ABILITIES: Final[dict[str, dict[str, Any]]] = TABLES["abilities"]

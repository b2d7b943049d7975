"""The numbers of the rules, from ``fixtures/tables/wwi.toml``."""

from __future__ import annotations

from typing import Any, Final

from engine.core.fixtures import read

_TABLES: Final[dict[str, dict[str, Any]]] = read("tables", "wwi.toml")

POINTS: Final[int] = _TABLES["game"]["points"]
YEAR: Final[int] = _TABLES["game"]["year"]
TURNS: Final[int] = _TABLES["length"]["turns"]
MOST_TURNS: Final = 60
"""A bound for set-ups; no rule."""
OPENING_CARDS: Final[tuple[int, ...]] = tuple(_TABLES["opening_hand"]["cards"])
BURSTS_BY_POSITION: Final[tuple[int, ...]] = (0, _TABLES["bursts"]["advantaged"], _TABLES["bursts"]["tailing"])
MANEUVER_STEPS: Final[int] = _TABLES["steps"]["maneuver"]
IMMELMANN_STEPS: Final[int] = _TABLES["steps"]["immelmann"]
HORSEPOWER_AT: Final[tuple[int, ...]] = tuple(_TABLES["altitude"]["horsepower"])
ATTACK_AT: Final[tuple[int, ...]] = tuple(_TABLES["altitude"]["attack"])
RESPONSE_AT: Final[tuple[int, ...]] = tuple(_TABLES["altitude"]["response"])
CLIMB: Final[dict[str, int]] = _TABLES["climb"]
DIVE: Final[dict[str, int]] = _TABLES["dive"]
FOLLOW_PRICE: Final[tuple[int, ...]] = (0, _TABLES["follow"]["advantaged"], _TABLES["follow"]["tailing"])
FOLLOW_ROLL: Final[int] = _TABLES["follow"]["vertical-roll"]
WOUND: Final[int] = _TABLES["effects"]["wounded"]
WING: Final[int] = _TABLES["effects"]["wing"]
ENGINE: Final[int] = _TABLES["effects"]["engine"]
TAIL: Final[int] = _TABLES["effects"]["tail"]
FIRE: Final[dict[str, dict[str, Any]]] = {colour: _TABLES["fire"][colour] for colour in ("red", "blue", "both")}
GOOD_GUNS: Final[int] = _TABLES["abilities"]["good-guns"]
WEAK_WING: Final[int] = _TABLES["abilities"]["weak-wing"]
GOOD_TURN: Final[int] = _TABLES["abilities"]["good-turn"]
DAMAGED_COUNTS: Final[int] = _TABLES["victory"]["damaged"]
DESTROYED_COUNTS: Final[int] = _TABLES["victory"]["destroyed"]
WON: Final[int] = _TABLES["victory"]["won"]

"""The numbers of the rules, read from ``fixtures/tables/wildblue.toml`` and laid out for quick use."""

from __future__ import annotations

from typing import Any, Final

from engine.core import fixtures
from engine.wildblue.cards import BURSTS, COUNTER, FACES, FULL_THROTTLE, HALF_LOOP, MANEUVER, SCISSORS
from engine.wildblue.terms import ADVANTAGED, DISADVANTAGED, NEUTRAL, POSITIONS, TAILED, TAILING

TABLES: Final[dict[str, Any]] = fixtures.read("tables", "wildblue.toml")

TURNS: Final[int] = TABLES["game"]["turns"]

EXTRA_BURSTS: Final = tuple(TABLES["bursts"].get(position) for position in POSITIONS)
"""By position; ``None`` where the pilot may not fire. [WBY 7.4]"""
WINGMAN_BURSTS: Final = tuple(TABLES["bursts_at_wingman"].get(slug, 0) for slug in FACES)
"""Extra Bursts that each face gains against a Wingman. [WBY 10.6.2]"""
STEPS: Final = tuple(TABLES["steps"].get(slug, 0) for slug in FACES)
"""Steps of position that each face gains. [WBY 7.3]"""

MOVES: Final = tuple(
    sum(1 << face for face in faces) | (COUNTER if FULL_THROTTLE in faces else 0)
    for faces in (
        (MANEUVER, HALF_LOOP, FULL_THROTTLE),
        (MANEUVER, HALF_LOOP, FULL_THROTTLE, SCISSORS),
        (MANEUVER, HALF_LOOP),
        (MANEUVER,),
        (),
    )
)
"""The faces, and ``COUNTER``, that may be played to improve each position, worst first. [WBY 7.3.1-7.3.4]"""
assert tuple(range(5)) == (TAILED, DISADVANTAGED, NEUTRAL, ADVANTAGED, TAILING)

MAX_BURSTS: Final = 127
"""More than any rating and all the cards of a deck allow, or a position may claim to have been used."""
NO_GUNS: Final = 99
"""Bursts that count as used by who may not fire his guns: more than he can have, as many as a position may claim."""
FIRE: Final = tuple(
    sum(1 << face for face, bursts in enumerate(BURSTS) if 0 < bursts <= left) for left in range(MAX_BURSTS + 1)
) + (0,) * (MAX_BURSTS + 1)
"""The faces that may be fired with so many Bursts left. A count below 0 indexes from the end and allows none."""

FOLLOW_ROLL: Final[int] = TABLES["follow"]["vertical_roll"]
FOLLOW_PRICE: Final[dict[int, int]] = {TAILING: TABLES["follow"]["tailing"], ADVANTAGED: TABLES["follow"]["advantaged"]}
"""Cards to discard in order to follow an altitude change, beside the price of climbing. [WBY 8.2.1e]"""
CLIMB_PRICE: Final[int] = TABLES["follow"]["climb"]

ENGINE_HITS: Final[int] = TABLES["damage"]["engine_hit_multi_engined"]
PROMOTION_CARDS_LESS: Final[int] = TABLES["damage"]["promotion_cards_less"]
PROMOTION_SPEED_LESS: Final[int] = TABLES["damage"]["promotion_speed_less"]

LEVELS: Final = "ABCDEFGHIJ"
CHECK_LEVEL: Final = tuple(LEVELS.index(TABLES["disengagement"]["level"][slug]) for slug in FACES)
CHECK_RESULT: Final = tuple(tuple(TABLES["disengagement"]["result"][level]) for level in LEVELS)
"""``destroyed``, ``damaged`` or ``safe`` for an Undamaged and for a Damaged aircraft, by Level. [WBY 12.1]"""
_DOWN: Final[dict[str, Any]] = TABLES["disengagement"]["down"]
CHECK_POSITION: Final = tuple(int(_DOWN[position]) for position in POSITIONS)
CHECK_NO_ENEMY: Final[int] = _DOWN["no_enemy_fighters"]
CHECK_LEADERSHIP: Final[int] = _DOWN["leadership"]
CHECK_DAMAGED: Final[int] = _DOWN["damaged"]
CHECK_MISSION: Final[dict[str, int]] = TABLES["disengagement"]["down_mission"]
"""What a campaign Mission adds to that. [WBY 12.1]"""
CHECK_NAVIGATOR: Final = CHECK_MISSION["navigator"]
CHECK_GREEN: Final[int] = TABLES["disengagement"]["down_green"]["green"]

WINGMAN_MOST: Final[int] = TABLES["skills"]["wingman_most"]
SKILL_ROLES: Final[dict[str, dict[str, str]]] = {
    code: roles for code, roles in TABLES["skills"].items() if isinstance(roles, dict)
}
"""Skills that raise a rating: which one of a Leader, which one of a Wingman. [WBY 19.2]"""
GREEN: Final[dict[str, Any]] = TABLES["green"]
CREW_SKILLS: Final[dict[str, dict[str, Any]]] = {
    code: adds for code, adds in TABLES["crew_skills"].items() if isinstance(adds, dict)
}
"""Skills of the crews of Formation aircraft, and what each adds. [SUP 19.3]"""
PODS: Final[dict[str, Any]] = TABLES["gun_pods"]
"""What Gun Pods change. [WBY 18.6]"""

EXTRA_BURST: Final[int] = TABLES["bombers"]["extra_burst"]
"""Bursts that a Leader has beside his rating against Formation aircraft. [SUP 20.4.1]"""
LIGHT_BOMBER_WINGMAN: Final[int] = TABLES["bombers"]["light_bomber_wingman"]
SECTION_AT_BOMBERS: Final[int] = TABLES["bombers"]["section_wingman"]
"""Cards that a Wingman draws beside his Offensive rating against Formation aircraft. [WBY 17.2d, 17.6a]"""
SECTION_DEFENSIVE: Final[int] = TABLES["section"]["defensive"]
"""What a Section marker adds to a Wingman's Defensive rating against Fighters. [WBY 17.6b]"""
OBLIQUE_TURRETS: Final[int] = TABLES["bombers"]["oblique_turret_defense"]
"""What Oblique Guns add to the Turret Defense of their target. [WBY 17.5.2]"""
CREW_COCKPIT_HIT: Final[int] = TABLES["bombers"]["crew_cockpit_hit"]
"""Cards that each Cockpit Hit adds to a bomber's mini-hand. [SUP 20.5.4]"""
TURRET_FIGHTER_OBLIQUE_GUNS: Final[int] = TABLES["night"]["turret_fighter_oblique_guns"]
ROCKETS_DESTROY: Final = tuple(slug in TABLES["aerial_rockets"]["destroyed"] for slug in FACES)
"""By face of the card drawn: whether Aerial Rockets destroy the aircraft. [WBY 18.3.1]"""
ROCKET_HITS: Final[tuple[int | None, ...]] = tuple(TABLES["aerial_rockets"]["hits"].get(slug) for slug in FACES)
"""By face of the card drawn: the Hits of Aerial Rockets, which also cost Support; ``None`` for no effect."""

DURATION: Final[dict[str, int]] = TABLES["duration"]
"""What a Mission's base duration is shortened by, and the least that remains. [WBY 23.1.1]"""
MISSION_SPEED: Final = DURATION["speed"]
FORMATION_MOST: Final[dict[str, int]] = TABLES["formations"]["most"]
"""Aircraft of a Formation, by class. [WBY 17.3.1c]"""
FUEL: Final[dict[str, int]] = TABLES["fuel"]["points"]
"""Internal Fuel Points by endurance. [SUP 24.9]"""
DROP_TANK_FUEL: Final[int] = TABLES["fuel"]["drop_tanks"]
FUEL_SPENT_FOR: Final[dict[str, int]] = TABLES["fuel"]["spent"]
"""Fuel Points that a Fighter unit spends in a Game-Turn, and for what. [SUP 24.9]"""
SKILLS: Final = ("A", "BM", "BU", "CV", "D", "G", "H", "L", "P", "S", "T", "V")
GREEN_PILOT: Final = "Green"
"""Stands among the Skills of a Green pilot, alone. [WBY 19.6]"""


def altitude_table(rating: str, turbo: bool) -> list[int]:
    """What each altitude adds to ``horsepower``, ``offensive`` or ``defensive``. [WBY 8.3]"""
    changes: list[int] = TABLES["altitude"][f"{rating}_turbo" if turbo else rating]
    return changes

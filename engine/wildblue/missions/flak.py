"""Anti-aircraft fire: cards of the deck of the side that does not strike. [WBY 16.5, 16.9; SUP 22]"""

from __future__ import annotations

from typing import Any, Final

from engine.wildblue import damage
from engine.wildblue.cards import FACE, FACE_NUMBER, FIRING, NORMAL_SPOILED, OOTS, SPECIAL_SPOILED
from engine.wildblue.hands import show
from engine.wildblue.missions.mission import NONE, mission_of
from engine.wildblue.state import FOR_AREA_FLAK, FOR_TARGET_FLAK, State
from engine.wildblue.tables import TABLES
from engine.wildblue.terms import DIVE_BOMBING, LEVEL, TORPEDO, VERY_LOW

_FLAK: Final[dict[str, Any]] = TABLES["flak"]
_AREA_LESS: Final[tuple[int, ...]] = tuple(_FLAK["area"])
"""Area Flak cards more or less, by altitude."""
AREA_HITS: Final = sum(1 << FACE_NUMBER[slug] for slug in _FLAK["area_faces"])
"""Mask of the faces that hit as Area Flak."""
_TARGETED: Final = (DIVE_BOMBING, TORPEDO)
"""Ways to bomb that end at Very Low, and that a Special Spoiled symbol spoils too."""


def area_flak(state: State) -> None:
    """Fire at every aircraft Over Target, friend and foe, each unit's Wingman first. [WBY 16.9, SUP 22.1]"""
    mission = mission_of(state)
    target = mission.plan.target
    if target is None:
        return
    for unit in state.present:
        if not (mission.over & state.flying) >> unit & 1:
            continue
        count = target.area_flak + _AREA_LESS[state.altitude[unit]]
        for craft in crafts_over(state, unit):
            _shoot(state, craft, _draw(state, craft, count, FOR_AREA_FLAK), AREA_HITS)


def crafts_over(state: State, unit: int) -> tuple[int, ...]:
    """The aircraft of a unit in the order of the guns: Wingman before Leader, a Formation's by seat. [WBY 16.5]"""
    leader = 4 * unit
    formation = mission_of(state).plan.formations >> unit & 1
    crafts = (leader, leader + 1, leader + 2) if formation else (leader + 1, leader)
    return tuple(craft for craft in crafts if state.sheets[craft])


def target_flak(state: State, craft: int, mode: int, rockets: bool, strafing: bool) -> bool:
    """Fire at one aircraft over the target, before its strike takes effect; whether the strike is spoiled.

    ``mode`` is an index of ``terms.MODES``, ``NONE`` of who drops no bombs. [WBY 16.5, SUP 22.2]
    """
    mission = mission_of(state)
    plan = mission.plan
    if plan.target is None:
        return False
    count = plan.target.target_flak + _FLAK["flak_guns"] * plan.flak_guns
    if rockets:
        count += _FLAK["rockets"]
    if strafing:
        count += _FLAK["strafing"] + _FLAK["small_arms"] * plan.small_arms
    low = mode in _TARGETED or (mode == LEVEL and state.altitude[craft >> 2] == VERY_LOW)
    cards = _draw(state, craft, count, FOR_TARGET_FLAK)
    _shoot(state, craft, cards, FIRING & ~OOTS if low else FIRING)  # [SUP 22.2.1]
    return any(NORMAL_SPOILED[card] or (mode in _TARGETED and SPECIAL_SPOILED[card]) for card in cards)


def _draw(state: State, craft: int, count: int, purpose: int) -> list[int]:
    side = 1 - mission_of(state).plan.striker
    man = state.who[craft]
    cards = []
    for _ in range(count):
        card = show(state, side, man, purpose)
        if card < 0:
            break
        cards.append(card)
    return cards


def _shoot(state: State, craft: int, cards: list[int], faces: int) -> None:
    """Inflict what these faces among the cards say, until the aircraft is Destroyed."""
    for card in cards:
        if faces >> FACE[card] & 1 and damage.hit(state, craft, FACE[card], NONE):
            return

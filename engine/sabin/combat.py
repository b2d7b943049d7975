"""One die for both sides: who hits whom. [SABIN Combat]"""

from __future__ import annotations

from typing import Final

from engine.core import dice
from engine.sabin.plan import Unit
from engine.sabin.state import HIT_BY_FIRE, INVERTED, LOW_ON_AMMUNITION, SHOT, State, event
from engine.sabin.tables import (
    HIT_FROM,
    LIGHT,
    LOW_AMMUNITION_FROM,
    ON_BOMBERS,
    ON_THE_TAIL,
    OPPOSITE,
    OUT_OF_THE_SUN,
    TRACK,
    TWO_HITS_FROM,
    WEAK,
)
from engine.sabin.terms import (
    BACK,
    BACK_LEFT,
    BACK_RIGHT,
    BOMBER,
    BOMBERS,
    CLIMB,
    DEPTH,
    FACING,
    FACINGS,
    FAST_TYPES,
    FORWARDS,
    FRONT_LEFT,
    FRONT_RIGHT,
    HEADING,
    HEAVY_TYPE,
    HEAVY_TYPES,
    LEVEL_BACK,
    LEVEL_FORWARDS,
    LIGHT_TYPE,
    PITCH,
    ROW,
)

AT_BOMBERS, ALIKE, AGAINST, IN_THE_SUN, LIGHTLY, WEAKLY = (1 << bit for bit in range(6))
"""Why a die is modified."""
MODIFIERS: Final = {
    AT_BOMBERS: (ON_BOMBERS, "at bombers"),
    ALIKE: (ON_THE_TAIL, "same pitch and heading"),
    AGAINST: (OPPOSITE, "opposite heading"),
    IN_THE_SUN: (OUT_OF_THE_SUN, "out of the Sun"),
    LIGHTLY: (LIGHT, "light bombers"),
    WEAKLY: (WEAK, "weak fighters"),
}
"""By reason: the modifier, and its name in a sentence."""
MODIFIER: Final[tuple[int, ...]] = tuple(
    sum(value for why, (value, _) in MODIFIERS.items() if whys & why) for whys in range(2 * WEAKLY)
)
"""By the reasons together."""
HEAD_ON: Final = {LEVEL_FORWARDS: LEVEL_BACK, LEVEL_BACK: LEVEL_FORWARDS}
"""The facing that meets another head-on: both level, in opposite headings."""


def _aspect(firing: int, target: int) -> int:
    """The reason for a modifier that two facings are. [SABIN Combat f]"""
    if firing == target:
        return ALIKE
    if firing // 3 != target // 3 and HEAD_ON.get(firing) != target:
        return AGAINST
    return 0


ASPECT: Final = tuple(tuple(_aspect(firing, target) for target in range(FACINGS)) for firing in range(FACINGS))
"""That reason, by the facing of who fires and that of the target."""

_SUN: Final = {
    BACK_LEFT: (FORWARDS, 1),
    BACK_RIGHT: (FORWARDS, -1),
    FRONT_LEFT: (BACK, 1),
    FRONT_RIGHT: (BACK, -1),
}
"""By sky: the heading of who comes out of the Sun, and the way he weaves: 1 to the right."""


def sees_sun(sky: int, start: int, end: int, enemy: int) -> bool:
    """Whether a move against enemy fighters comes out of the Sun. [SABIN Sun b]"""
    if sky not in _SUN:
        return False
    heading, side = _SUN[sky]
    return (
        HEADING[start] == HEADING[end] == heading
        and DEPTH[end] - DEPTH[start] == side
        and PITCH[end] != CLIMB
        and ROW[start] > ROW[enemy]
    )


def fighters_reasons(state: State, number: int, foe: int, sun: bool) -> int:
    """Why the die of fighters who fire is modified. [SABIN Combat f; Sun b; Weak Fighters a, b; Fighter Bombers e]"""
    plan = state.plan
    unit, target = plan.unit(number), plan.unit(foe)
    reasons = ASPECT[FACING[state.spots[number]]][FACING[state.spots[foe]]]
    on_bombers = target.role == BOMBER
    if on_bombers and target.type not in FAST_TYPES:
        reasons |= AT_BOMBERS
    if unit.weak and not (on_bombers and plan.exempt):
        reasons |= WEAKLY
    return reasons | IN_THE_SUN if sun else reasons


def bombers_reasons(bomber: Unit, facing: int, *, bomber_phase: bool) -> int:
    """The same of bombers who fire at fighters of this facing. [SABIN Combat f; Light Bombers a, b]"""
    reasons = ASPECT[LEVEL_FORWARDS][facing]
    if bomber.type == LIGHT_TYPE and not (bomber.forward_guns and (bomber_phase or facing == LEVEL_BACK)):
        reasons |= LIGHTLY
    return reasons


def bombers_fire(bomber: Unit, facing: int, *, bomber_phase: bool) -> bool:
    """Bombers always fire, but fighter bombers only so. [SABIN Combat b; Fighter Bombers d]"""
    return bomber.type not in FAST_TYPES or bomber_phase or facing == LEVEL_BACK


def may_hit_twice(fighters: Unit, facing: int, target: Unit) -> bool:
    """Whether a high die gives two hits. [SABIN Combat g; Fighter Bombers f; Heavy Bombers b, c; Heavy Fighters e]"""
    if target.role != BOMBER:
        return False
    if target.type in FAST_TYPES:
        return facing == LEVEL_FORWARDS
    if target.type in HEAVY_TYPES and not fighters.heavy:
        return target.type == HEAVY_TYPE and facing // 3 == BACK
    return True


def resolve(state: State, foe_fires: bool) -> None:
    """Roll for the combat that is open and apply what it gives, for both at once. [SABIN Combat e]"""
    plan = state.plan
    spots = state.spots
    number, foe = state.attacker, state.against
    unit, target = plan.unit(number), plan.unit(foe)
    facing = FACING[spots[number]]
    bomber_phase = state.phase == BOMBERS
    if target.role == BOMBER:
        foe_fires = bombers_fire(target, facing, bomber_phase=bomber_phase)
    if not (state.fires or foe_fires):
        return
    die = dice.roll(state)
    to_foe = to_attacker = 0
    if state.fires:
        reasons = fighters_reasons(state, number, foe, state.sun)
        total = die + MODIFIER[reasons]
        if total >= HIT_FROM:
            to_foe = 2 if total >= TWO_HITS_FROM and may_hit_twice(unit, facing, target) else 1
        state.log.append(event(SHOT, number, foe, reasons << 2 | to_foe))
    if foe_fires:
        if target.role == BOMBER:
            reasons = bombers_reasons(target, facing, bomber_phase=bomber_phase)
        else:
            reasons = fighters_reasons(state, foe, number, False)
        to_attacker = int(die + MODIFIER[reasons] >= HIT_FROM)
        state.log.append(event(SHOT, foe, number, reasons << 2 | to_attacker))
    low = die >= LOW_AMMUNITION_FROM
    if to_foe:
        _hit(state, number, foe, to_foe)
    if to_attacker:
        _hit(state, foe, number, to_attacker)
    if low:
        if state.fires:
            invert(state, number, LOW_ON_AMMUNITION)
        if foe_fires and target.role != BOMBER:
            invert(state, foe, LOW_ON_AMMUNITION)


def _hit(state: State, shooter: int, victim: int, hits: int) -> None:
    """Count hits and invert the flight that suffers them. [SABIN Combat h, i]"""
    state.hits[victim] += hits
    state.credits.append(shooter << 16 | victim << 8 | hits)
    unit = state.plan.unit(victim)
    state.suffered[unit.side] = min(TRACK, state.suffered[unit.side] + hits)
    if unit.role != BOMBER:
        invert(state, victim, HIT_BY_FIRE)


def invert(state: State, unit: int, why: int) -> None:
    """Turn a flight upside down: it leaves in its own next phase. [SABIN Combat i, j]"""
    if not state.inverted[unit]:
        state.inverted[unit] = True
        state.log.append(event(INVERTED, unit, why))

"""Who may attack whom, and attacks. [A20 Attack and Defense, Advanced Attack and Defense Rules]"""

from __future__ import annotations

from typing import Final

from engine.angels.actions import AIM, DECLINE
from engine.angels.actions import ATTACK as ATTACKS
from engine.angels.damage import strike, volley
from engine.angels.hexes import ARC, AROUND, ASPECT, ASPECT_LOWER, FRONT_HALF
from engine.angels.state import BY_FIRE, FIRED, NEEDED, State, event
from engine.angels.tables import (
    CLIMBING_TARGET,
    CRIPPLED_ATTACKER,
    CRIPPLED_TARGET,
    DIVING_ATTACKER,
    EVADING,
    NIGHT_ATTACK,
    QUALITY_BONUS,
)
from engine.angels.terms import (
    CLIMBING,
    DARKNESS,
    DAY,
    DIVING,
    EVADING_LEFT,
    EVADING_RIGHT,
    FLYING,
    OF_SIDE,
    SIDE_OF,
)

_BELOW: Final = {DIVING: -1, CLIMBING: 1}
"""The other band into which an aircraft of that status can attack. [A20 Diving Status, Climbing Status]"""
MODIFIER_BIAS: Final = 32
"""A modifier in the log stands this much higher."""


def dice_at(state: State, attacker: int, target: int) -> int:
    """The dice of an attack before what pilots and status do; 0 where the target is not in an arc and at an altitude
    that it can attack. [A20 Firing Arc and Altitude, No Range 0 Attacks]"""
    height = state.altitude[target] - state.altitude[attacker]
    if height and height != _BELOW.get(state.status[attacker]):
        return 0
    sheet = state.sheets[attacker]
    d = state.place[target] - state.place[attacker]
    facing = state.facing[attacker]
    if sheet.aircraft.all_round:
        return sheet.attack[AROUND.get(d, 0)]
    far = ARC[facing].get(d, 0)
    if far:
        return sheet.attack[far]
    return sheet.rear[ARC[(facing + 3) % 6].get(d, 0)]


def may_attack(state: State, attacker: int, target: int) -> bool:
    """Whether clouds, darkness and room made for a friend let it attack. [A20 Clouds, Effects of Darkness, Stacking]"""
    if (state.clouded >> attacker | state.clouded >> target | state.balked >> attacker) & 1:
        return False
    if state.options.light != DARKNESS:
        return True
    seen = state.directed >> attacker & 1 or state.illuminated >> target & 1
    return bool(seen) or state.sheets[attacker].sees


def begin(state: State) -> None:
    """Note every attack that can be made; nobody moves in the Attack Phase. [A20 Attack Phase]"""
    sides = [[n for n in numbers if state.fate[n] == FLYING] for numbers in OF_SIDE]
    place = state.place
    state.shots = tuple(
        (ATTACKS[attacker][target], attacker, target)
        for side in (0, 1)
        for attacker in sides[side]
        if not state.fired >> attacker & 1
        for target in sides[1 - side]
        if place[target] - place[attacker] in AROUND
        and dice_at(state, attacker, target)
        and may_attack(state, attacker, target)
    )


def choices(state: State, side: int) -> tuple[int, ...]:
    """The attacks that a side can still make."""
    fate, fired = state.fate, state.fired
    return tuple(
        action
        for action, attacker, target in state.shots
        if attacker >> SIDE_OF == side
        and not fired >> attacker & 1
        and fate[attacker] == FLYING
        and fate[target] == FLYING
    )


def choose(state: State, action: int) -> None:
    """An attack, or none any more in this phase. [A20 Attack Phase]"""
    if action == DECLINE:
        state.quiet |= 1 << (state.actor >> SIDE_OF)
    else:
        attack(state, *AIM[action])


def number(state: State, attacker: int, target: int) -> int:
    """The base target number, by the target's aspect. [A20 Target Aspect]"""
    table = ASPECT_LOWER if state.sheets[attacker].aspect_lower else ASPECT
    return table[state.facing[target]][state.place[attacker] - state.place[target]]


def modifier(state: State, attacker: int, target: int) -> int:
    """What is added to each die: every bonus and penalty. [A20 Attack Bonuses and Penalties, Status, Night Combat]"""
    mine, other = state.sheets[attacker], state.sheets[target]
    total = 0
    if mine.aircraft.pilot > other.aircraft.pilot:
        total += QUALITY_BONUS
    if state.hits[target] and state.crippled(target):
        total += CRIPPLED_TARGET
    if state.hits[attacker] and state.crippled(attacker):
        total += CRIPPLED_ATTACKER
    if other.attacked and state.place[attacker] - state.place[target] in FRONT_HALF[state.facing[target]]:
        total += other.attacked
    if state.options.light != DAY:
        total += NIGHT_ATTACK
    status = state.status[target]
    if status:
        if status in (EVADING_LEFT, EVADING_RIGHT):
            total += EVADING
        elif status == CLIMBING and mine.aircraft.climb > other.aircraft.climb:
            total += CLIMBING_TARGET
    status = state.status[attacker]
    if status:
        if status in (EVADING_LEFT, EVADING_RIGHT):
            if not mine.steady_hand:
                total += EVADING
        elif status == DIVING and state.altitude[target] < state.altitude[attacker]:
            total += DIVING_ATTACKER
    return total


def dice(state: State, attacker: int, target: int) -> int:
    """The attack dice, special abilities and all. [A20 Resolving Attacks 1, 4]"""
    count = dice_at(state, attacker, target)
    sheet = state.sheets[attacker]
    if sheet.dice_steady and not state.maneuvered[attacker]:
        count += sheet.dice_steady
    if sheet.dice_damaged and state.hits[target]:
        count += sheet.dice_damaged
    return count


def attack(state: State, attacker: int, target: int) -> None:
    """One attack from its dice to what becomes of the target. [A20 Resolving Attacks]"""
    state.fired |= 1 << attacker
    state.attacked[target] = True
    count = dice(state, attacker, target)
    needed = number(state, attacker, target)
    added = modifier(state, attacker, target)
    state.log.append(event(FIRED, attacker, target, count))
    state.log.append(event(NEEDED, needed, added + MODIFIER_BIAS))
    strike(state, target, volley(state, count, needed, added), attacker, BY_FIRE)

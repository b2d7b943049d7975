"""Who may attack whom, and attacks. [A20 Attack and Defense, Advanced Attack and Defense Rules]"""

from __future__ import annotations

from typing import Final

from engine.angels.abilities import Sheet
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
(
    BETTER_PILOT,
    TARGET_CRIPPLED,
    CRIPPLED,
    AT_NIGHT,
    TARGET_EVADES,
    EVADES,
    TARGET_CLIMBS,
    DIVES,
    FROM_AHEAD,
    STEADY,
    TARGET_DAMAGED,
) = (1 << bit for bit in range(11))
MODIFIERS: Final = (
    (QUALITY_BONUS, "better pilot"),
    (CRIPPLED_TARGET, "crippled target"),
    (CRIPPLED_ATTACKER, "crippled"),
    (NIGHT_ATTACK, "night"),
    (EVADING, "evading target"),
    (EVADING, "evading"),
    (CLIMBING_TARGET, "climbing target"),
    (DIVING_ATTACKER, "diving"),
)
"""By bit: what it adds to each die, and why; what a target's own skill does stands on its sheet, as extra dice do."""
ADDED: Final = tuple(
    sum(added for bit, (added, _) in enumerate(MODIFIERS) if mask >> bit & 1) for mask in range(FROM_AHEAD)
)
"""The sum of those of a mask."""


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


def standing(state: State, attacker: int, target: int) -> int:
    """A mask of what bears on an attack wherever the two are. [A20 Attack Bonuses and Penalties, Night Combat]"""
    mask = state.options.light != DAY and AT_NIGHT
    if state.sheets[attacker].aircraft.pilot > state.sheets[target].aircraft.pilot:
        mask |= BETTER_PILOT
    if state.hits[target] and state.crippled(target):
        mask |= TARGET_CRIPPLED
    if state.hits[attacker] and state.crippled(attacker):
        mask |= CRIPPLED
    return mask


def poised(mine: Sheet, other: Sheet, status: int, its_status: int, below: bool) -> int:
    """The same of what status does; ``below``: the target is. [A20 Advanced Attack and Defense Rules]"""
    mask = 0
    if its_status:
        if its_status in (EVADING_LEFT, EVADING_RIGHT):
            mask = TARGET_EVADES
        elif its_status == CLIMBING and mine.aircraft.climb > other.aircraft.climb:
            mask = TARGET_CLIMBS
    if status:
        if status in (EVADING_LEFT, EVADING_RIGHT):
            if not mine.steady_hand:
                mask |= EVADES
        elif status == DIVING and below:
            mask |= DIVES
    return mask


def bearing(state: State, attacker: int, target: int) -> int:
    """A mask of all that bears on an attack, as ``MODIFIERS`` lists it."""
    mine, other = state.sheets[attacker], state.sheets[target]
    below = state.altitude[target] < state.altitude[attacker]
    mask = standing(state, attacker, target)
    mask |= poised(mine, other, state.status[attacker], state.status[target], below)
    if other.attacked and state.place[attacker] - state.place[target] in FRONT_HALF[state.facing[target]]:
        mask |= FROM_AHEAD
    if mine.dice_steady and not state.maneuvered[attacker]:
        mask |= STEADY
    if mine.dice_damaged and state.hits[target]:
        mask |= TARGET_DAMAGED
    return mask


def modifier(state: State, target: int, mask: int) -> int:
    """What is added to each die: every bonus and penalty. [A20 Attack Bonuses and Penalties, Status, Night Combat]"""
    return ADDED[mask & FROM_AHEAD - 1] + bool(mask & FROM_AHEAD) * state.sheets[target].attacked


def dice(state: State, attacker: int, target: int, mask: int) -> int:
    """The attack dice, special abilities and all. [A20 Resolving Attacks 1, 4]"""
    sheet = state.sheets[attacker]
    more = bool(mask & STEADY) * sheet.dice_steady + bool(mask & TARGET_DAMAGED) * sheet.dice_damaged
    return dice_at(state, attacker, target) + more


def attack(state: State, attacker: int, target: int) -> None:
    """One attack from its dice to what becomes of the target. [A20 Resolving Attacks]"""
    state.fired |= 1 << attacker
    state.attacked[target] = True
    mask = bearing(state, attacker, target)
    count = dice(state, attacker, target, mask)
    needed = number(state, attacker, target)
    state.log.append(event(FIRED, attacker, target, count))
    state.log.append(event(NEEDED, needed) + mask)
    strike(state, target, volley(state, count, needed, modifier(state, target, mask)), attacker, BY_FIRE)

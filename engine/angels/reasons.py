"""Why an action is refused, in sentences with their rules."""

from __future__ import annotations

from engine.angels.abilities import USED
from engine.angels.actions import (
    ADJUSTED,
    AIM,
    CHOSEN,
    DIRECTED,
    EFFECT,
    MANEUVER_NAMES,
    PLACED,
    SPEED_OF,
    STATUS_OF,
    TEXT,
    TURN_RIGHT,
    allowed_at,
)
from engine.angels.attacks import dice_at
from engine.angels.events import called
from engine.angels.hexes import ARC, AROUND, FIRING_RANGE, name
from engine.angels.moves import hex_choices
from engine.angels.state import State
from engine.angels.terms import (
    ADJUST,
    AIRCRAFT,
    ATTACK,
    CLIMBING,
    DARKNESS,
    DECISIONS,
    DEPLOY,
    DIRECTION,
    DIVING,
    FLYING,
    HEX,
    HIGHEST,
    LOWEST,
    SIDE_OF,
    SPEED,
    STATUS,
)


def why_not(state: State, action: int) -> str:
    """Why an action is not among the legal ones."""
    kind = state.kind
    if kind == HEX and action < len(EFFECT):
        return _why_not_flown(state, action)
    if kind == ATTACK and action in AIM:
        return _why_not_attack(state, *AIM[action])
    if kind == SPEED and action in SPEED_OF:
        return _why_no_speed(state, SPEED_OF[action])
    if kind == STATUS and action in STATUS_OF:
        if STATUS_OF[action] == DIVING:
            return f"it cannot dive from altitude {LOWEST}, which is the lowest. [A20 Diving Status c]"
        return f"it cannot climb from altitude {HIGHEST}, which is the highest. [A20 Climbing Status d]"
    if kind == DEPLOY and action in PLACED:
        return _why_not_placed(state, PLACED[action])
    if kind == AIRCRAFT and action in CHOSEN:
        return _why_not_moved(state, CHOSEN[action])
    if kind == ADJUST and action in ADJUSTED:
        return _why_not_adjusted(state, ADJUSTED[action][0])
    if kind == DIRECTION and action in DIRECTED:
        return _why_not_directed(state, DIRECTED[action])
    return f"another decision is to be made now ({DECISIONS[kind]}), such as {TEXT[state.choices[-1]]!r}."


def _missing(state: State, *aircraft: int) -> str:
    """That one of them does not fly; empty if all do."""
    for who in aircraft:
        if who not in state.present:
            return "there is no such aircraft in the battle. [A20 Setting Up]"
        if state.fate[who] != FLYING:
            return f"{called(state, who)} is gone. [A20 Destroyed, Managing the Battle Map]"
    return ""


def _why_not_placed(state: State, place: int) -> str:
    """Why an aircraft may not be set up in a hex."""
    area = state.areas[state.actor >> SIDE_OF]
    if place not in area.places or place not in state.hexes:
        return f"{name(place)} is outside the set-up area. [A20 Standard Scenario, Starting Situations]"
    there = [who for who in state.present if state.place[who] == place and state.altitude[who] == area.altitude]
    if there:
        return f"{called(state, there[0])} is there already, at the same altitude. [A20 Stacking]"
    return f"bombers are set up at least {area.apart} hexes apart. [A20 Setup]"


def _why_not_moved(state: State, who: int) -> str:
    """Why it is not this aircraft's turn to move."""
    if missing := _missing(state, who):
        return missing
    if who >> SIDE_OF != state.actor >> SIDE_OF:
        return f"{called(state, who)} is an enemy: a side moves its own aircraft. [A20 Movement Phase]"
    return f"{called(state, who)} has moved in this Game Turn. [A20 Aircraft Must Move]"


def _why_no_speed(state: State, speed: int) -> str:
    """Why a speed may not be announced."""
    sheet = state.sheets[state.actor]
    normal, fast = _range(sheet.aircraft.normal), sheet.aircraft.high
    if state.crippled(state.actor) and sheet.is_high(speed) and speed <= max(map(SPEED_OF.__getitem__, sheet.speeds)):
        return f"a crippled aircraft cannot choose high speed, only {normal}. [A20 Crippled]"
    high = f", at high speed {_range(fast)}" if fast[1] else ""
    return f"its card says {normal}{high}. [A20 Choose Speed]"


def _range(speeds: tuple[int, int]) -> str:
    return str(speeds[0]) if speeds[0] == speeds[1] else f"{speeds[0]} to {speeds[1]}"


def _why_not_flown(state: State, action: int) -> str:
    """Why the mover may not do that with its next hex."""
    who = state.actor
    if state.status[who] and state.left == state.speed[who]:
        required = " or a ".join(dict.fromkeys(_named(choice) for choice in hex_choices(state, who)))
        return f"its status requires it to begin with a {required}. [A20 Required Maneuver]"
    if action <= TURN_RIGHT:
        return "at high speed it cannot turn or maneuver in two hexes running. [A20 High Speed]"
    maneuver = MANEUVER_NAMES[EFFECT[action][0]]
    if state.sheets[who].aircraft.token:
        return f"a bomber can only turn or fly straight, so no {maneuver}. [A20 Bomber Stats]"
    if not allowed_at(action, state.altitude[who]):
        return (
            f"a {maneuver} from altitude {state.altitude[who]} could lead out of the altitudes, which go from {LOWEST} "
            f"to {HIGHEST}. [A20 Altitude]"
        )
    assert state.used & USED
    return f"it has attempted its one difficult maneuver of this move, so no {maneuver}. [A20 Difficult Maneuvers]"


def _named(action: int) -> str:
    """What is done with a hex: ``turn left``, ``Power Dive``."""
    if action <= TURN_RIGHT:
        return TEXT[action]
    maneuver, side = EFFECT[action][0], TEXT[action].rpartition(" ")[2]
    return f"{MANEUVER_NAMES[maneuver]} {side}" if side in ("left", "right", "back") else MANEUVER_NAMES[maneuver]


def _why_not_directed(state: State, who: int) -> str:
    """Why an aircraft is given no direction from the ground."""
    if missing := _missing(state, who):
        return missing
    if who >> SIDE_OF != state.actor >> SIDE_OF:
        return f"{called(state, who)} is not one of this side’s fighters. [A20 Fighter Direction]"
    if not state.sheets[who].aircraft.kind.endswith("fighter"):
        return f"{called(state, who)} is no fighter: only fighters are directed. [A20 Fighter Direction]"
    return f"{called(state, who)} has been chosen for direction. [A20 Fighter Direction]"


def _why_not_adjusted(state: State, who: int) -> str:
    """Why an aircraft cannot turn after all have moved."""
    if missing := _missing(state, who):
        return missing
    whose = called(state, who)
    if who >> SIDE_OF != state.actor >> SIDE_OF:
        return f"{whose} is an enemy: a side turns its own aircraft. [A20 Movement and Special Abilities]"
    if not state.sheets[who].adjust:
        return f"{whose} has no special ability that lets it turn now. [A20 Movement and Special Abilities]"
    if state.adjusted >> who & 1:
        return f"{whose} has used its special ability in this Game Turn. [A20 Movement and Special Abilities]"
    return (
        f"{whose} has attempted a difficult maneuver in this Game Turn, and so its special ability does not let it "
        "turn now. [A20 Movement and Special Abilities]"
    )


def _why_not_attack(state: State, attacker: int, target: int) -> str:
    """Why this attack cannot be made."""
    if missing := _missing(state, attacker, target):
        return missing
    if attacker >> SIDE_OF != state.actor >> SIDE_OF:
        return f"{called(state, attacker)} is an enemy: a side attacks with its own aircraft. [A20 Attack Phase]"
    mine, other = called(state, attacker), called(state, target)
    if state.fired >> attacker & 1:
        return f"{mine} has attacked in this Game Turn. [A20 One Attack per Game Turn]"
    if not dice_at(state, attacker, target):
        return _why_no_shot(state, attacker, target)
    for who in (attacker, target):
        if state.clouded >> who & 1:
            return (
                f"{called(state, who)} is in the clouds: no attacks from there, and none at it. "
                "[A20 Effects of Being in the Clouds]"
            )
    if state.balked >> attacker & 1:
        return f"{mine} has made room for a friend and may not attack in this Game Turn. [A20 Stacking b]"
    assert state.options.light == DARKNESS
    return (
        f"it is dark: {mine} has no direction and sees nothing by itself, and {other} is in no searchlight. "
        "[A20 Effects of Darkness]"
    )


_REACHES = {DIVING: -1, CLIMBING: 1}
"""By status: how much higher it attacks too. [A20 Diving Status a, Climbing Status a]"""


def _why_no_shot(state: State, attacker: int, target: int) -> str:
    """Why the guns of one do not bear on the other."""
    mine, other = called(state, attacker), called(state, target)
    sheet, d = state.sheets[attacker], state.place[target] - state.place[attacker]
    if not d:
        return f"{other} is in the same hex: nobody attacks into his own. [A20 No Range 0 Attacks]"
    if d not in AROUND:
        return f"{other} is more than {FIRING_RANGE} hexes away from {mine}. [A20 Firing Arc]"
    bears = sheet.aircraft.all_round or d in ARC[state.facing[attacker]]
    if not bears and not (any(sheet.rear) and d in ARC[(state.facing[attacker] + 3) % 6]):
        return f"{other} is outside the firing arc of {mine}. [A20 Firing Arc]"
    height = state.altitude[target] - state.altitude[attacker]
    if height and height != _REACHES.get(state.status[attacker]):
        where = f"{abs(height)} {'higher' if height > 0 else 'lower'}"
        return (
            f"{other} is {where} than {mine}, which attacks at its own altitude; only who is diving also attacks 1 "
            "lower, who is climbing 1 higher. [A20 Firing Arc and Altitude, Diving Status a, Climbing Status a]"
        )
    return f"{mine} has no attack dice at that range. [A20 Resolving Attacks a]"

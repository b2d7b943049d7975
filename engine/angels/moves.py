"""Moving one aircraft, hex by hex: normal turns, difficult maneuvers and their checks, the edge of the map, status."""

from __future__ import annotations

from typing import Final

from engine.angels import dangers
from engine.angels.abilities import UNLIMITED, USED, USED_FREE
from engine.angels.actions import (
    AHEAD,
    CLIMB,
    CLOUD_CHOICES,
    DIFFICULT,
    EFFECT,
    ENTER_CLOUDS,
    SLIP_LEFT,
    SLIP_RIGHT,
    SPEED_OF,
    STATUS_OF,
    STAY,
    TURN_LEFT,
    TURN_RIGHT,
    statuses,
)
from engine.angels.hexes import AHEAD_LEFT, AHEAD_RIGHT, SHIFTS, STEP, TURNED, edge_beyond
from engine.angels.state import ADJUSTED_MAP, BALKED, CHECKED, FACED, FORCED, LEFT, MOVED, State, event
from engine.angels.tables import CLIMBING_CHECK, CRIPPLED_CHECK, SUCCESS
from engine.angels.terms import (
    CLEAR,
    CLIMBING,
    COUNT,
    FLYING,
    HEX,
    IN_CLOUDS,
    NEUTRAL,
    RETREATED,
    SIDE_OF,
    SOLID,
    SPEED,
    STATUS,
)
from engine.core.dice import roll

NEXT: Final = -2
"""As the kind of decision: whoever moves next is to be found."""
_MOVED_BY: Final = tuple(event(MOVED, who) for who in range(COUNT))
_FACED_BY: Final = tuple(event(FACED, who) for who in range(COUNT))
_FORCED_BY: Final = tuple(event(FORCED, who) for who in range(COUNT))
_FACING_AFTER: Final = {AHEAD: TURNED[0], TURN_LEFT: TURNED[5], TURN_RIGHT: TURNED[1]}
WHERE: Final = {SLIP_LEFT: AHEAD_LEFT, SLIP_RIGHT: AHEAD_RIGHT}
CHECK_BIAS: Final = 64
"""A bonus in the log stands this much higher."""


def begin_move(state: State, who: int) -> None:
    """An aircraft has been chosen: ask its speed, where there is a choice. [A20 Choose Speed]"""
    state.actor = who
    state.trail[who] = []
    state.clouded &= ~(1 << who)
    sheet = state.sheets[who]
    speeds = sheet.crippled_speeds if state.crippled(who) else sheet.speeds
    if len(speeds) == 1:
        choose_speed(state, speeds[0])
    else:
        state.kind = SPEED
        state.choices = speeds


def choose_speed(state: State, action: int) -> None:
    """Speed announced: the move begins. [A20 Choose Speed, High Speed]"""
    who = state.actor
    speed = SPEED_OF[action]
    sheet = state.sheets[who]
    state.speed[who] = state.left = speed
    state.high = sheet.is_high(speed)
    state.used = state.barred = 0
    go_on(state)


def go_on(state: State) -> None:
    """Ask what the mover does with the next hex; what leaves no choice is done."""
    who = state.actor
    state.kind = HEX
    choices = hex_choices(state, who)
    if len(choices) == 1:
        state.log.append(_FORCED_BY[who] + choices[0])
        fly(state, choices[0])
    else:
        state.choices = choices


def hex_choices(state: State, who: int) -> tuple[int, ...]:
    """What the mover may do with the next hex. [A20 Normal Turn, Difficult Maneuvers, Required Maneuver]"""
    sheet = state.sheets[who]
    if state.barred or (state.options.hold >> who & 1 and not state.attacked[who]):
        return (AHEAD,)
    if state.status[who] and state.left == state.speed[who]:
        required = sheet.required[state.status[who]][state.altitude[who]]
        if required:
            return required
    return sheet.offers[state.altitude[who] * UNLIMITED + state.used]


def fly(state: State, action: int) -> None:
    """One hex of the move, and those after it that leave no choice."""
    who = state.actor
    facings, places, log = state.facing, state.place, state.log
    high = state.high
    hold = state.options.hold >> who & 1 and not state.attacked[who]
    sheet = state.sheets[who]
    while True:
        here = places[who]
        facing = facings[who]
        if action < DIFFICULT:
            there = here + STEP[facing]
            if action:
                facings[who] = _FACING_AFTER[action][facing]
                state.barred = high
            else:
                state.barred = 0
        else:
            there = maneuver(state, who, action)
            state.barred = high
        state.left -= 1
        if there != here:
            state.trail[who].append(here)
            if there not in state.hexes:
                there = _over_the_edge(state, who, there)
                if not there:
                    break
            places[who] = there
            log.append(_MOVED_BY[who] + there)
            if state.fields and there in state.fields:
                dangers.enter(state, who)
                if state.fate[who] != FLYING:
                    break
        log.append(_FACED_BY[who] + (facings[who] << 8) + state.altitude[who])
        if not state.left:
            break
        if state.barred or hold:
            action = AHEAD
            log.append(_FORCED_BY[who] + AHEAD)
        else:
            state.choices = sheet.offers[state.altitude[who] * UNLIMITED + state.used]
            return
    _end(state, who)


def maneuver(state: State, who: int, action: int) -> int:
    """A difficult maneuver and its check; the hex to which it leads. [A20 Difficult Maneuvers, Maneuver Checks]"""
    kind, where, turn, climb, turn_failed, climb_failed = EFFECT[action]
    sheet = state.sheets[who]
    bonus = check_bonus(state, who, kind)
    needed = SUCCESS[state.high]
    succeeded = roll(state) + roll(state) + bonus >= needed
    state.log.append(event(CHECKED, who, kind << 4 | needed, succeeded << 7 | bonus + CHECK_BIAS))
    state.maneuvered[who] = True
    state.used |= USED_FREE if sheet.free >> kind & 1 and not state.used & USED_FREE else USED
    here, facing = state.place[who], state.facing[who]
    if not succeeded:
        state.facing[who] = TURNED[turn_failed][facing]
        state.altitude[who] += climb_failed
        return here + STEP[facing]
    state.facing[who] = TURNED[turn][facing]
    state.altitude[who] += climb
    if where == STAY:
        return here
    return here + WHERE.get(where, STEP)[facing]


def check_bonus(state: State, who: int, kind: int) -> int:
    """What is added to the dice of a maneuver check of the mover. [A20 Maneuver Checks, Crippled, Climbing Status]"""
    bonus = state.sheets[who].check[state.high][kind][state.altitude[who]]
    if state.crippled(who):
        bonus += CRIPPLED_CHECK
    if kind == CLIMB and state.status[who] == CLIMBING and state.left == state.speed[who]:
        bonus += CLIMBING_CHECK
    return bonus


def _over_the_edge(state: State, who: int, there: int) -> int:
    """Off the map: all aircraft are moved away from that edge, if none is lost to the map by it; else this one retreats
    (0). [A20 Managing the Battle Map]"""
    edge = edge_beyond(there, state.options.width)
    if not state.options.fixed:
        others = [n for n in state.present if state.fate[n] == FLYING and n != who]
        for shift in SHIFTS[edge]:
            if there + shift in state.hexes and all(state.place[n] + shift in state.hexes for n in others):
                for n in (*others, who):
                    state.place[n] += shift
                    state.trail[n] = [place + shift for place in state.trail[n] if place + shift in state.hexes]
                state.log.append(event(ADJUSTED_MAP, edge))
                return there + shift
    state.fate[who] = RETREATED
    state.edge[who] = edge
    state.gone[who] = state.turn
    state.log.append(event(LEFT, who, edge))
    return 0


def _end(state: State, who: int) -> None:
    """The last hex has been flown: clouds and status are left. [A20 Clouds, Aircraft Status]"""
    state.status[who] = NEUTRAL
    state.left = 0
    state.to_move &= ~(1 << who)
    state.order.append(who)
    state.kind = NEXT
    if state.fate[who] != FLYING:
        state.clouded &= ~(1 << who)
        return
    if state.bands:
        ask_clouds(state, who, state.bands[state.altitude[who] - 1])
    else:
        ask_status(state, who)


def ask_clouds(state: State, who: int, band: int) -> None:
    """Solid clouds leave no choice, and clear air none either. [A20 Clouds]"""
    if band in (CLEAR, SOLID):
        if band == SOLID:
            dangers.enter_clouds(state, who)
        ask_status(state, who)
    else:
        state.kind = IN_CLOUDS
        state.choices = CLOUD_CHOICES


def clouds(state: State, action: int) -> None:
    """Whether to try to move into the clouds. [A20 Clouds]"""
    if action == ENTER_CLOUDS:
        dangers.enter_clouds(state, state.actor)
    state.kind = NEXT
    ask_status(state, state.actor)


def ask_status(state: State, who: int) -> None:
    """How it shall be poised, where the advanced rules are played. [A20 Aircraft Status]"""
    if state.options.advanced and not state.sheets[who].aircraft.token:
        state.kind = STATUS
        state.choices = statuses(state.altitude[who])


def choose_status(state: State, action: int) -> None:
    """How it is poised until its next move. [A20 Aircraft Status]"""
    state.status[state.actor] = STATUS_OF[action]
    state.kind = NEXT


def stacks(state: State) -> tuple[set[int], list[tuple[int, int, int]]]:
    """Friends in one hex and band: where those who have moved will be; who goes back, to which hex, which of its
    trail. [A20 Stacking]

    All but the first to come go back the way they came. One that finds a friend in its previous hex too goes back
    further, at most to where its move began. Hexes stand with ``stack_key``.
    """
    taken: set[int] = set()
    back = []
    for who in state.order:
        if state.fate[who] != FLYING:
            continue
        key, place = stack_key(state, who), state.place[who]
        if key + place in taken:
            trail = len(state.trail[who])
            while trail and key + place in taken:
                trail -= 1
                place = state.trail[who][trail]
            back.append((who, place, trail))
        taken.add(key + place)
    return taken, back


def stack_key(state: State, who: int) -> int:
    """What is added to a hex where friends in one band make room for each other."""
    return who >> SIDE_OF << 24 | state.altitude[who] << 20


def stack(state: State) -> None:
    """Those that came later go back, and may not attack. [A20 Stacking]"""
    for who, place, trail in stacks(state)[1]:
        del state.trail[who][trail:]
        state.place[who] = place
        state.balked |= 1 << who
        state.log.append(event(BALKED, who) + place)

"""The sequence of play, phase by phase, and what each kind of decision leads to. [A20 Sequence of Play]"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.angels import attacks, dangers, moves
from engine.angels.actions import (
    ADJUST_LEFT,
    ADJUST_RIGHT,
    ADJUSTED,
    CHOSEN,
    DECLINE,
    DIRECT,
    DIRECTED,
    FIRST,
    FLY,
    KEEP,
    NO_MORE,
    ORDERS,
    PLACE,
    PLACED,
    of_mask,
)
from engine.angels.hexes import FRONT_HALF, HALVES, REAR_HALF, TURNED, distance
from engine.angels.moves import NEXT
from engine.angels.state import DIRECTED as DIRECTED_NOW
from engine.angels.state import INITIATIVE, NONE, ORDERED, TURNED_LATE, State, event
from engine.angels.state import PLACED as PLACED_NOW
from engine.angels.state import TURN as TURN_BEGINS
from engine.angels.tables import TAILING_ALTITUDES, TAILING_BONUS
from engine.angels.terms import (
    ADJUST,
    AIRCRAFT,
    ATTACK,
    DARKNESS,
    DEPLOY,
    DIRECTION,
    FLYING,
    HEX,
    IN_CLOUDS,
    MOST,
    OF_SIDE,
    OVER,
    SIDE_OF,
    SPEED,
    STATUS,
    TURN_POSITION,
)
from engine.core.dice import roll

NEW_TURN, DEPLOYING, DIRECTING, ADJUSTING, SETTLED, ATTACKING, TURN_ENDS = range(-9, -2)
"""In the place of a kind of decision: what comes next; ``NEXT`` is the next move."""
SIDE_BITS: Final = ((1 << MOST) - 1, ((1 << MOST) - 1) << MOST)
"""By side: the mask of its aircraft."""
NO_ONE: Final = -MOST
"""The actor of a game that is over; shifted right by ``SIDE_OF`` it is -1."""


# Deployment


def _deploying(state: State) -> None:
    """The next aircraft that is to be placed, and where it may be. [A20 Deploy Aircraft]"""
    if not state.to_place:
        state.kind = NEW_TURN
        return
    who = state.to_place[0]
    area = state.areas[who >> SIDE_OF]
    friends = [n for n in OF_SIDE[who >> SIDE_OF] if state.fate[n] == FLYING and state.place[n] and n != who]
    tokens = [state.place[n] for n in friends if state.sheets[n].aircraft.token]
    if not state.sheets[who].aircraft.token:
        tokens = []
    taken = {state.place[n] for n in friends if state.altitude[n] == area.altitude}
    free = [place for place in area.places if place in state.hexes and place not in taken]
    apart = [place for place in free if all(between(place, token) >= area.apart for token in tokens)]
    state.kind = DEPLOY
    state.actor = who
    state.choices = tuple(PLACE[place] for place in apart or free)


def between(place: int, other: int) -> int:
    """Hexes between two places."""
    return distance((place >> 8) - (other >> 8), (place & HALVES) - (other & HALVES))


def deploy(state: State, action: int) -> None:
    """Place an aircraft, facing as its area says. [A20 Deploy Aircraft]"""
    who = state.to_place.pop(0)
    area = state.areas[who >> SIDE_OF]
    state.place[who] = PLACED[action]
    state.facing[who] = area.facing
    state.altitude[who] = area.altitude
    state.log.append(event(PLACED_NOW, who) + state.place[who])
    state.kind = DEPLOYING


# Initiative


def _new_turn(state: State) -> None:
    """The next Game Turn: who is first player? [A20 Initiative Phase, Tailing]"""
    state.turn += 1
    state.log.append(event(TURN_BEGINS, state.turn))
    state.order = []
    state.fired = state.balked = state.illuminated = state.adjusted = state.quiet = 0
    state.first = NONE
    state.shots = ()
    to_move = 0
    for who in state.present:
        state.maneuvered[who] = False
        state.trail[who] = []
        if state.fate[who] == FLYING:
            to_move |= 1 << who
    state.to_move = to_move
    if state.options.flak or state.options.balloons:
        state.fields = dangers.dangers_of(state.options.flak, state.options.balloons, state.turn)
    allied, axis = (initiative_bonus(state, side) for side in (0, 1))
    if state.options.advanced and state.options.light != DARKNESS:
        ahead = len(tailed(state, 0)) - len(tailed(state, 1))
        allied += TAILING_BONUS * (ahead > 0)
        axis += TAILING_BONUS * (ahead < 0)
    while True:
        mine = roll(state) + roll(state) + allied
        other = roll(state) + roll(state) + axis
        state.log.append(event(INITIATIVE, allied << 4 | axis, mine, other))
        won = mine - other or allied - axis
        if won:
            break
    winner = int(won < 0)
    if state.options.advanced:
        state.kind = TURN_POSITION
        state.actor = winner << SIDE_OF
        state.choices = ORDERS
    else:
        _order(state, 1 - winner)


def initiative_bonus(state: State, side: int) -> int:
    """What special abilities add to a side's roll: the best of them. [A20 Initiative Phase]"""
    return max((state.sheets[n].initiative for n in OF_SIDE[side] if state.fate[n] == FLYING), default=0)


def tailed(state: State, side: int) -> set[int]:
    """The enemies that aircraft of a side tail. [A20 Tailing, Effects of Being in the Clouds]"""
    found = set()
    place, altitude, facing = state.place, state.altitude, state.facing
    fate, clouded = state.fate, state.clouded
    for who in OF_SIDE[side]:
        if fate[who] != FLYING or clouded >> who & 1:
            continue
        front = FRONT_HALF[facing[who]]
        for other in OF_SIDE[1 - side]:
            if fate[other] == FLYING:
                d = place[other] - place[who]
                if (
                    d in front
                    and -d in REAR_HALF[facing[other]]
                    and abs(altitude[other] - altitude[who]) <= TAILING_ALTITUDES
                    and not clouded >> other & 1
                ):
                    found.add(other)
    return found


def choose_position(state: State, action: int) -> None:
    """The winner says whether it is first or second player. [A20 Choosing Turn Position]"""
    side = state.actor >> SIDE_OF
    _order(state, side if action == FIRST else 1 - side)


def _order(state: State, first: int) -> None:
    state.first = first
    state.log.append(event(ORDERED, first))
    state.quiet = 0
    state.to_direct = NONE
    state.kind = DIRECTING


# Fighter direction


def _directing(state: State) -> None:
    """Each side assigns its direction, the first player first. [A20 Fighter Direction]"""
    if state.options.light == DARKNESS:
        for side in (state.first, 1 - state.first):
            if state.quiet >> side & 1 or not state.options.direction[side]:
                continue
            if _ask_direction(state, side):
                return
            state.quiet |= 1 << side
            state.to_direct = NONE
    state.quiet = 0
    state.to_direct = 0
    state.kind = NEXT
    state.actor = (1 - state.first) << SIDE_OF


def _ask_direction(state: State, side: int) -> bool:
    """Open the decision, unless there is none: enough for every fighter, or all have been chosen."""
    fighters = sum(1 << n for n in state.flying(side) if state.sheets[n].aircraft.kind.endswith("fighter"))
    capacity = state.options.direction[side]
    if fighters.bit_count() <= capacity:
        if fighters & ~state.directed:
            state.log.extend(event(DIRECTED_NOW, n) for n in OF_SIDE[side] if fighters & ~state.directed & 1 << n)
        state.directed = state.directed & ~SIDE_BITS[side] | fighters
        return False
    if state.to_direct == 0:
        return False
    mine = state.directed & fighters
    if state.to_direct == NONE:
        kept = (KEEP,) if mine.bit_count() == capacity else ()
        state.choices = (*kept, *of_mask(DIRECT, fighters))
    else:
        state.choices = of_mask(DIRECT, fighters & ~mine)
    state.kind = DIRECTION
    state.actor = side << SIDE_OF
    return True


def direct(state: State, action: int) -> None:
    """Choose a fighter for direction, or keep all as they are. [A20 Fighter Direction]"""
    side = state.actor >> SIDE_OF
    state.kind = DIRECTING
    if action == KEEP:
        state.to_direct = 0
        return
    if state.to_direct == NONE:
        state.directed &= ~SIDE_BITS[side]
        state.to_direct = state.options.direction[side]
    state.to_direct -= 1
    state.directed |= 1 << DIRECTED[action]
    state.log.append(event(DIRECTED_NOW, DIRECTED[action]))


# Movement


def next_move(state: State) -> None:
    """Whose aircraft moves next. [A20 Movement Phase, Unequal Numbers]"""
    to_move = state.to_move
    if not to_move:
        _begin_adjusting(state)
        return
    first = state.first
    mine = to_move & SIDE_BITS[first]
    other = to_move & SIDE_BITS[1 - first]
    if not mine:
        side = 1 - first
    elif state.actor >> SIDE_OF == first:
        side = 1 - first if other.bit_count() > mine.bit_count() else first
    else:
        side = first
    mask = other if side != first else mine
    if mask & (mask - 1):
        state.kind = AIRCRAFT
        state.actor = side << SIDE_OF
        state.choices = of_mask(FLY, mask)
    else:
        moves.begin_move(state, mask.bit_length() - 1)


def choose_aircraft(state: State, action: int) -> None:
    """Which aircraft moves now. [A20 Movement Phase]"""
    moves.begin_move(state, CHOSEN[action])


# After all have moved


def _begin_adjusting(state: State) -> None:
    state.quiet = 0
    state.actor = (1 - state.first) << SIDE_OF
    state.kind = ADJUSTING if any(state.sheets[who].adjust for who in state.present) else SETTLED


def _adjusting(state: State) -> None:
    """Special abilities change positions, one at a time. [A20 Movement and Special Abilities]"""
    last = state.actor >> SIDE_OF
    for side in (1 - last, last):
        able = 0
        for n in OF_SIDE[side]:
            if (
                state.fate[n] == FLYING
                and state.sheets[n].adjust
                and not state.maneuvered[n]
                and not state.adjusted >> n & 1
            ):
                able |= 1 << n
        if able and not state.quiet >> side & 1:
            state.kind = ADJUST
            state.actor = side << SIDE_OF
            state.choices = (NO_MORE, *of_mask(ADJUST_LEFT, able), *of_mask(ADJUST_RIGHT, able))
            return
    state.kind = SETTLED


def adjust(state: State, action: int) -> None:
    """One aircraft turns a hex side more, or nobody of the side does. [A20 Movement and Special Abilities]"""
    state.kind = ADJUSTING
    if action == NO_MORE:
        state.quiet |= 1 << (state.actor >> SIDE_OF)
        return
    who, sides = ADJUSTED[action]
    state.adjusted |= 1 << who
    state.facing[who] = TURNED[sides][state.facing[who]]
    state.log.append(event(TURNED_LATE, who, state.facing[who]))


def _settled(state: State) -> None:
    """Stacks are loosened, wings may touch, searchlights search; then attacks begin. [A20 Stacking]"""
    moves.stack(state)
    if state.options.midair:
        dangers.collide(state)
    if state.options.light == DARKNESS and any(state.options.searchlights):
        dangers.illuminate(state)
    attacks.begin(state)
    state.quiet = 0
    state.actor = (1 - state.first) << SIDE_OF
    state.kind = ATTACKING


# Attack and end of turn


def _attacking(state: State) -> None:
    """Who attacks next: in turns, as long as a side can and will. [A20 Attack Phase]"""
    if state.shots:
        last = state.actor >> SIDE_OF
        for side in (1 - last, last):
            if not state.quiet >> side & 1 and (choices := attacks.choices(state, side)):
                state.kind = ATTACK
                state.actor = side << SIDE_OF
                state.choices = (*choices, DECLINE)
                return
    state.kind = TURN_ENDS


def choose_attack(state: State, action: int) -> None:
    """Attack, or decline. [A20 Attack Phase]"""
    attacks.choose(state, action)
    state.kind = ATTACKING


def _turn_ends(state: State) -> None:
    """Points are scored; the game may be over. [A20 End of Turn]"""
    over = state.conditions.end_of_turn(state)
    if over or state.turn >= state.options.turns or not all(map(state.flying, (0, 1))):
        state.conditions.finish(state)
        state.kind = OVER
        state.actor = NO_ONE
        state.choices = ()
    else:
        state.kind = NEW_TURN


def _nothing(state: State, action: int) -> None:
    raise AssertionError("a game that is over has no decision to carry out")


HANDLERS: Final[tuple[Callable[[State, int], None], ...]] = tuple(
    {
        DEPLOY: deploy,
        TURN_POSITION: choose_position,
        DIRECTION: direct,
        AIRCRAFT: choose_aircraft,
        SPEED: moves.choose_speed,
        HEX: moves.fly,
        IN_CLOUDS: moves.clouds,
        STATUS: moves.choose_status,
        ADJUST: adjust,
        ATTACK: choose_attack,
    }.get(kind, _nothing)
    for kind in range(11)
)
"""What carries out a decision, by its kind."""
TRANSITIONS: Final = {
    NEW_TURN: _new_turn,
    DEPLOYING: _deploying,
    DIRECTING: _directing,
    ADJUSTING: _adjusting,
    SETTLED: _settled,
    ATTACKING: _attacking,
    TURN_ENDS: _turn_ends,
    NEXT: next_move,
}


def advance(state: State) -> None:
    """Go on to the next open decision, or to the end."""
    while state.kind < 0:
        TRANSITIONS[state.kind](state)

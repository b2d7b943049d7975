"""The sequence of play: set-up, the three phases of a turn, its end. [SABIN Set-Up, Sequence]

Each function carries the game on to the next decision and opens it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from engine.core import dice
from engine.sabin.actions import (
    COLUMN_CHOSEN,
    DEPLOYED,
    FIRE_CHOICES,
    FIRST_BLOCK,
    FIRST_COLUMN,
    GIVE_UP,
    OPEN_FIRE,
    TURN_BACK_CHOICES,
)
from engine.sabin.combat import HEAD_ON, resolve, sees_sun
from engine.sabin.moves import BREAK, reach
from engine.sabin.plan import flying
from engine.sabin.state import (
    COMBAT,
    COMES_FROM,
    ENDS,
    LAST_LEFT,
    LEAVES,
    OUT_OF_TURNS,
    PHASE_BEGINS,
    SHIFTED,
    SKY_IS,
    TURN_BEGINS,
    TURNED_BACK,
    State,
    event,
)
from engine.sabin.tables import APPROACH_COLUMN, CLOUD_ROWS, ESCORT_COLUMNS, REAR_UP_TO
from engine.sabin.terms import (
    ASK_ALWAYS,
    ASK_NEVER,
    BIT,
    BOMBERS,
    CHOOSE_COLUMN,
    CHOSE_TO_LEAVE,
    CLIMB,
    COLUMN,
    COLUMN_OF_SPOTS,
    DEPLOY,
    DEPTHS,
    END_OF_TURN,
    ESCORTS,
    FACING,
    FACINGS,
    FINISHED,
    FIRE,
    FLYING,
    FROM_FRONT,
    FROM_REAR,
    HEADING,
    INTERCEPTORS,
    LEFT_INVERTED,
    LEVEL_BACK,
    LEVEL_FORWARDS,
    MOST_UNITS,
    MOVE,
    NO_MOVE,
    NONE,
    OUTPACED,
    OVER,
    PHASES,
    PITCH,
    PLACE,
    TO_DEPLOY,
    TURN_BACK,
    place,
)

PHASE_EVENT: Final = tuple(event(PHASE_BEGINS, phase) for phase in range(len(PHASES)))
ESCORT_COLUMNS_CHOSEN: Final = tuple(COLUMN_CHOSEN[column] for column in ESCORT_COLUMNS)


# Set-up


def roll_sky(state: State) -> None:
    """The direction of the Sun, or a layer of cloud. [SABIN Sun a, Clouds a]"""
    sky = dice.roll(state)
    state.log.append(event(SKY_IS, sky))
    state.settle_sky(sky)


def next_to_deploy(state: State) -> None:
    """Open the next flight's setting up; when all stand, begin the first turn. [SABIN Set-Up]"""
    plan = state.plan
    status = state.status
    for unit in plan.deployers:
        if status[unit] != TO_DEPLOY:
            continue
        if state.approach == NONE and unit // MOST_UNITS != plan.escorting:
            approach = FROM_REAR if dice.roll(state) <= REAR_UP_TO else FROM_FRONT
            state.log.append(event(COMES_FROM, approach))
            state.approach = approach
        open_column(state, unit)
        return
    begin_turn(state)


def open_column(state: State, unit: int) -> None:
    """Ask for a flight's column; where there is but one, for its block there."""
    plan = state.plan
    if unit // MOST_UNITS != plan.escorting:
        open_block(state, unit, APPROACH_COLUMN[state.approach])
        return
    state.actor = unit
    state.kind = CHOOSE_COLUMN
    state.column = NONE
    clouds = CLOUD_ROWS[state.sky][plan.altitude]
    if len(blocks_of(ESCORT_COLUMNS[0], plan.ceilings[unit], clouds)) > len(plan.sides[plan.escorting]):
        state.choices = ESCORT_COLUMNS_CHOSEN
    else:
        state.choices = tuple([COLUMN_CHOSEN[each] for each in ESCORT_COLUMNS if free_blocks(state, unit, each)])


def open_block(state: State, unit: int, column: int) -> None:
    state.kind = DEPLOY
    state.actor = unit
    state.column = column
    state.choices = free_blocks(state, unit, column)


def free_blocks(state: State, unit: int, column: int) -> tuple[int, ...]:
    """The blocks of a column in which a flight may be set up, as actions. [SABIN Set-Up e, Clouds c]"""
    plan = state.plan
    side = unit // MOST_UNITS
    clouds = CLOUD_ROWS[state.sky][plan.altitude] if side == plan.escorting else ()
    blocks = blocks_of(column, plan.ceilings[unit], clouds)
    spots = state.spots
    taken = [
        DEPLOYED[PLACE[spots[own]]] for own in plan.sides[side] if spots[own] >= 0 and COLUMN[spots[own]] == column
    ]
    return tuple([block for block in blocks if block not in taken]) if taken else blocks


@cache
def blocks_of(column: int, highest: int, clouds: tuple[int, ...]) -> tuple[int, ...]:
    """The blocks of a column up to a row and not in cloud, as actions."""
    return tuple(
        DEPLOYED[place(column, row, depth)]
        for row in range(highest + 1)
        if row not in clouds
        for depth in range(len(DEPTHS))
    )


def chosen_column(state: State, action: int) -> None:
    open_block(state, state.actor, action - FIRST_COLUMN)


def deployed(state: State, action: int) -> None:
    """Put a flight on the board, level, heading as it came. [SABIN Set-Up b, c]"""
    put(state, state.actor, action - FIRST_BLOCK)
    state.column = NONE
    next_to_deploy(state)


def put(state: State, unit: int, block: int) -> None:
    from_front = state.approach == FROM_FRONT and unit // MOST_UNITS != state.plan.escorting
    state.spots[unit] = block * FACINGS + (LEVEL_BACK if from_front else LEVEL_FORWARDS)
    state.status[unit] = FLYING


# A turn


def begin_turn(state: State) -> None:
    state.log.append(TURN_BEGINS << 24 | state.turn + 1 << 16)
    state.turn += 1
    begin_phase(state, INTERCEPTORS)


def begin_phase(state: State, phase: int) -> None:
    state.log.append(PHASE_EVENT[phase])
    state.phase = phase
    state.index = NONE
    if phase == BOMBERS:
        shift(state)
    else:
        next_to_move(state)


def next_to_move(state: State) -> None:
    """Open the next flight's move, in the order of the letters. [SABIN Movement f, Breaking a, b]"""
    plan = state.plan
    order = plan.interceptors if state.phase == INTERCEPTORS else plan.escorts
    status = state.status
    for index in range(state.index + 1, len(order)):
        unit = order[index]
        if status[unit]:  # not ``FLYING``
            continue
        if state.inverted[unit]:
            leave(state, unit, LEFT_INVERTED)
            continue
        choices = legal_moves(state, unit)
        if len(choices) == 1:
            leave(state, unit, NO_MOVE)
            continue
        state.index = index
        state.kind = MOVE
        state.actor = unit
        state.choices = choices
        return
    end_phase(state)


def end_phase(state: State) -> None:
    phase = state.phase
    if phase == ESCORTS:
        end_turn(state)
    elif all_gone(state):
        finish(state, LAST_LEFT)
    else:
        begin_phase(state, BOMBERS if phase == INTERCEPTORS else ESCORTS)


def all_gone(state: State) -> bool:
    """Whether no interceptor is left on the board. [SABIN Victory c]"""
    return all(map(state.status.__getitem__, state.plan.interceptors))


def leave(state: State, unit: int, why: int) -> None:
    """Remove a flight from the board."""
    state.status[unit] = why
    state.spots[unit] = NONE
    if why != CHOSE_TO_LEAVE:  # the decision tells that
        state.log.append(event(LEAVES, unit, why))


def legal_moves(state: State, unit: int) -> tuple[int, ...]:
    """Where a flight may end its move, given all others; and that it may break formation. [SABIN Stacking]

    With no friend who has moved; with no enemy where enemies hold it or it has been in cloud.
    """
    plan = state.plan
    spots = state.spots
    start = spots[unit]
    known = state.known[~state.turn & 1][unit]
    found = known.get(start) or reach(flying(plan, unit, state.sky, not state.turn & 1), start, known)
    mask, clouded = found.mask, found.clouded
    banned = 0
    for friend in plan.before[unit]:
        banned |= BIT[spots[friend]]
    enemies = plan.bombers_mask if state.phase == INTERCEPTORS else 0
    for foe in plan.foes[unit]:
        enemies |= BIT[spots[foe]]
    state.enemies = enemies
    if not mask & (banned | enemies):
        return found.choices
    pinned = enemies & BIT[start] and held(state, unit, start)
    if not (mask & banned or pinned or clouded):
        return found.choices
    taken = {PLACE[spots[friend]] for friend in plan.before[unit] if spots[friend] >= 0}
    ends = [end for end in found.choices[:-1] if PLACE[end] not in taken]
    if pinned:
        heading = HEADING[start]
        ends = [end for end in ends if HEADING[end] != heading or not enemies & BIT[end]]
    if clouded:
        ends = [end for end in ends if end not in clouded or not enemies & BIT[end]]
    ends.append(BREAK)
    return tuple(ends)


def held(state: State, unit: int, start: int) -> bool:
    """Whether enemies in its block keep a flight from going for others. [SABIN Stacking e, Weak Fighters c]"""
    place = PLACE[start]
    climbs = PITCH[start] == CLIMB
    if state.phase == INTERCEPTORS and not climbs and place in state.plan.bomber_places:
        return True
    for foe in state.plan.foes[unit]:
        spot = state.spots[foe]
        if spot >= 0 and PLACE[spot] == place:
            weak = state.plan.unit(foe).weak
            if not (climbs and weak if FACING[spot] == FACING[start] else climbs or weak):
                return True
    return False


def moved(state: State, action: int) -> None:
    """Fly a move to its end, and into the combat that it leads to. [SABIN Combat a]"""
    unit = state.actor
    if action == BREAK:
        leave(state, unit, CHOSE_TO_LEAVE)
        next_to_move(state)
        return
    spots = state.spots
    start = spots[unit]
    spots[unit] = action
    if not state.enemies & BIT[action]:
        next_to_move(state)
        return
    block = PLACE[action]
    for foe in state.plan.foes[unit]:
        spot = spots[foe]
        if spot >= 0 and PLACE[spot] == block:
            begin_combat(state, unit, foe, sees_sun(state.sky, start, action, spot))
            return
    begin_combat(state, unit, state.plan.bombers[state.plan.bomber_places.index(block)], False)


# Combat


def begin_combat(state: State, unit: int, foe: int, sun: bool) -> None:
    """Ask who came whether he fires; of those shifted only who can is asked. [SABIN Combat b, c]"""
    state.log.append(event(COMBAT, unit, foe, sun))
    state.attacker = unit
    state.against = foe
    state.sun = sun
    state.fires = NONE
    if state.phase == BOMBERS and FACING[state.spots[unit]] != LEVEL_BACK:
        state.fires = 0
        end_combat(state, False)
        return
    ask_to_fire(state, unit)


def ask_to_fire(state: State, unit: int) -> None:
    state.kind = FIRE
    state.actor = unit
    state.choices = FIRE_CHOICES


def answered(state: State, action: int) -> None:
    """Note who fires; the enemy fires outside his phase only head-on. [SABIN Combat c]"""
    if state.actor == state.attacker:
        state.fires = int(action == OPEN_FIRE)
        foe = state.against
        spot = state.spots[foe]
        if foe in state.plan.foes[state.attacker] and HEAD_ON.get(FACING[spot]) == FACING[state.spots[state.attacker]]:
            ask_to_fire(state, foe)
            return
        end_combat(state, False)
    else:
        end_combat(state, action == OPEN_FIRE)


def end_combat(state: State, foe_fires: bool) -> None:
    resolve(state, foe_fires)
    state.attacker = state.against = state.fires = NONE
    state.sun = False
    if state.phase == BOMBERS:
        next_shifted(state)
    else:
        next_to_move(state)


# The Bomber Phase and the end of a turn


def shift(state: State) -> None:
    """Move the board: all fighters go back. [SABIN Movement e, Fighter Bombers c]"""
    plan = state.plan
    columns = plan.shifts[~state.turn & 1]
    state.log.append(SHIFTED << 24 | columns << 16)
    spots = state.spots
    back = columns * COLUMN_OF_SPOTS
    for unit in plan.fighters:
        spot = spots[unit]
        if spot >= back:
            spots[unit] = spot - back
        elif spot >= 0:
            leave(state, unit, OUTPACED)
    next_shifted(state)


def next_shifted(state: State) -> None:
    """The next interceptors who have come among the bombers, unless escorts came with them. [SABIN Combat d]"""
    plan = state.plan
    spots = state.spots
    order = plan.interceptors
    for index in range(state.index + 1, len(order)):
        unit = order[index]
        if BIT[spots[unit]] & plan.bombers_mask:
            block = PLACE[spots[unit]]
            if any(PLACE[spots[escort]] == block for escort in plan.escorts if spots[escort] >= 0):
                continue
            state.index = index
            begin_combat(state, unit, plan.bombers[plan.bomber_places.index(block)], False)
            return
    end_phase(state)


def end_turn(state: State) -> None:
    """Mark the turn; the bombers may turn back. [SABIN Victory a, b]"""
    plan = state.plan
    state.phase = END_OF_TURN
    if plan.turning_back != ASK_NEVER:
        suffered, ours = state.suffered, plan.escorting
        if plan.turning_back == ASK_ALWAYS or suffered[1 - ours] + plan.handicap < suffered[ours]:
            state.kind = TURN_BACK
            state.actor = plan.bombers[0]
            state.choices = TURN_BACK_CHOICES
            return
    turn_over(state)


def decided(state: State, action: int) -> None:
    if action == GIVE_UP:
        finish(state, TURNED_BACK)
    else:
        turn_over(state)


def turn_over(state: State) -> None:
    if state.turn >= state.plan.turns:
        finish(state, OUT_OF_TURNS)
    else:
        begin_turn(state)


def finish(state: State, ending: int) -> None:
    state.ending = ending
    state.phase = FINISHED
    state.log.append(event(ENDS, ending))
    state.kind = OVER
    state.actor = NONE
    state.choices = ()


Handler = Callable[[State, int], None]
HANDLERS: Final[tuple[Handler, ...]] = (decided, chosen_column, deployed, moved, answered, decided)
"""By kind of decision; the first stands for a game that is over."""

"""The sequence of play: whose turn it is, its steps, and what each decision leads to. [WWI Sequence of Play]"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.flames.hands import discard_hand
from engine.wwi.actions import (
    ALTITUDE_CHOICES,
    CHOOSE_ALTITUDE,
    CLIMB,
    DISCARDS,
    DISCARDS_OR_END,
    END,
    FACE_PLAYED,
    GIVE_UP,
    REPLIES,
    STAY,
    TARGET,
)
from engine.wwi.altitude import follow, go_on, open_payment, start_move
from engine.wwi.attack import keep, play_card, respond
from engine.wwi.cards import ANSWERS
from engine.wwi.damage import burn, flying_sides, give_up
from engine.wwi.hands import draw, spend
from engine.wwi.offers import open_leader, open_wingman, reach
from engine.wwi.state import ALTITUDE_NOW, ENDED, GOES, NOBODY, PLACED, TURN, State, event
from engine.wwi.tables import ENGINE, OPENING_CARDS, TAIL
from engine.wwi.terms import (
    ALTITUDE,
    ALTITUDE_STEP,
    DECISIONS,
    DISCARD,
    FLYING,
    FOLLOW,
    HIGH,
    KEEP,
    LEADER,
    LOW,
    NONE,
    OVER,
    PAY,
    RESPOND,
    SIDE_OF_CRAFT,
    WINGMAN,
    WOUNDED,
)

# The set-up


def place(state: State, order: list[int]) -> None:
    """The units in Player Order, each to choose its altitude openly. [WWI Set-Up 6, 7]"""
    state.order = order
    state.log.extend([event(PLACED, unit) for unit in order])
    state.index = 0
    _next_altitude(state)


def _next_altitude(state: State) -> None:
    """Ask the next unit that has a choice; when all have chosen, everybody draws and the first turn begins."""
    order = state.order
    while state.index < len(order):
        unit = order[state.index]
        chosen = state.flight(unit).altitude
        if chosen == NONE:
            state.kind = ALTITUDE
            state.actor = unit << 4
            state.choices = CHOOSE_ALTITUDE
            return
        _set_altitude(state, unit, chosen)
    for unit in order:
        craft = unit << 4
        draw(state, craft, max(state.sheet(craft).performance + OPENING_CARDS[state.altitude[unit]], 0))
    state.index = NONE
    next_turn(state)


def _set_altitude(state: State, unit: int, altitude: int) -> None:
    state.altitude[unit] = altitude
    state.log.append(event(ALTITUDE_NOW, unit, altitude, 2))
    state.index += 1


def _altitude(state: State, action: int) -> None:
    _set_altitude(state, state.actor >> 4, TARGET[action])
    _next_altitude(state)


# Turns


def next_turn(state: State) -> None:
    """The turn of the next unit that is in the game; after the last a new Game-Turn. [WWI Set-Up 6]"""
    if state.winner >= 0:
        finish(state)
        return
    order = state.order
    index = state.index
    while True:
        index += 1
        if index == len(order) or not state.turn:
            index = 0
            state.turn += 1
            if state.turn > state.last_turn:
                state.turn = state.last_turn
                finish(state)
                return
            state.log.append(event(TURN, state.turn))
        if state.fate[order[index] << 4] == FLYING:
            break
    state.index = index
    unit = state.active = order[index]
    state.log.append(event(GOES, unit))
    state.seat = 0
    if state.fire:
        burn(state, unit)
        if state.fate[unit << 4] != FLYING or state.winner >= 0:
            next_turn(state)
            return
    reach(state)
    next_wingman(state)


def finish(state: State) -> None:
    """The game is over. [WWI How to Win, Ways to Win]"""
    if state.winner < 0:
        left = flying_sides(state)
        if len(left) == 1:
            state.winner = left[0]
    state.kind = OVER
    state.actor = NONE
    state.choices = ()
    state.log.append(event(ENDED, state.winner & NOBODY))


def next_wingman(state: State) -> None:
    """The next Wingman draws his cards and attacks; after the last the Leader. [WWI Sequence of Play 1]"""
    unit = state.active
    state.jammed = 0
    if state.targets:
        altitude = state.altitude[unit]
        sheets = state.sheets
        for seat in range(state.seat + 1, len(state.flight(unit).aircraft)):
            craft = 16 * unit + seat
            sheet = sheets[craft]
            if sheet is None:
                continue
            count = sheet.attack[altitude] - ENGINE * state.engine_hits[craft]
            if count <= 0:
                continue
            state.seat = seat
            draw(state, craft, count)
            if open_wingman(state, craft):
                return
            discard_hand(state, craft)
    begin_altitude_step(state)


def begin_altitude_step(state: State) -> None:
    """Climb, dive or stay. [WWI Sequence of Play 2, Changing Altitude]"""
    unit = state.active
    craft = unit << 4
    altitude = state.altitude[unit]
    sheet = state.sheets[craft]
    assert sheet is not None
    state.kind = ALTITUDE_STEP
    state.actor = craft
    state.seat = 0
    may_climb = altitude < HIGH and len(state.hands[craft]) >= sheet.climb
    state.choices = ALTITUDE_CHOICES[may_climb + 2 * (altitude > LOW)]


def begin_leader_step(state: State) -> None:
    """The Leader's cards; his Bursts are whole again. [WWI Sequence of Play 3]"""
    state.seat = NONE
    state.spent = state.used = state.gunned = state.jammed = 0
    state.extra.clear()
    open_leader(state)


def begin_discard_step(state: State) -> None:
    """Discard any cards. [WWI Sequence of Play 4]"""
    _end_attacker(state)
    craft = state.active << 4
    if not state.masks[craft]:
        draw_step(state)
        return
    state.kind = DISCARD
    state.actor = craft
    open_discards(state)


def draw_step(state: State) -> None:
    """Draw by Horsepower, as far as Performance allows. [WWI Sequence of Play 5, Performance, Horsepower]"""
    unit = state.active
    craft = unit << 4
    sheet = state.sheets[craft]
    assert sheet is not None
    room = sheet.performance - TAIL * state.tail_hits[craft] - len(state.hands[craft])
    count = sheet.draw[state.altitude[unit]] - ENGINE * state.engine_hits[craft]
    if count > room:
        count = room
    if count > 0:
        draw(state, craft, count)
    next_turn(state)


def open_discards(state: State) -> None:
    mask = state.masks[state.actor]
    state.choices = DISCARDS[0][mask & 255] + DISCARDS[1][mask >> 8 & 255] + DISCARDS_OR_END[mask >> 16]


def _end_attacker(state: State) -> None:
    """An aircraft has done with its attacks: the Wingmen under attack discard. [WWI Your Wingmen d]"""
    for craft in state.with_hand:
        discard_hand(state, craft)
    state.with_hand.clear()
    state.jammed = 0


def _resume(state: State) -> None:
    """A card has been dealt with: go on with the step in which it was played."""
    if state.winner >= 0:
        _end_attacker(state)
        if state.attacker & 15:
            discard_hand(state, state.attacker)
        finish(state)
    elif state.direction:
        state.attack = NONE
        if start_move(state, state.direction, True):
            _moved(state)
    elif not state.attacker & 15:
        open_leader(state)
    elif not open_wingman(state, state.attacker):
        _end_wingman(state)


def _end_wingman(state: State) -> None:
    discard_hand(state, state.active << 4 | state.seat)
    _end_attacker(state)
    next_wingman(state)


def _moved(state: State) -> None:
    """A change of altitude is over."""
    if state.winner >= 0:
        _end_attacker(state)
        finish(state)
    elif state.fate[state.active << 4] != FLYING:
        _end_attacker(state)
        next_turn(state)
    else:
        reach(state)
        if state.seat < 0:  # a Vertical Roll in the Leader's step
            open_leader(state)
        else:
            begin_leader_step(state)


# Decisions


def _wingman(state: State, action: int) -> None:
    if action == END:
        _end_wingman(state)
    elif play_card(state, action):
        _resume(state)


def _respond(state: State, action: int) -> None:
    if respond(state, action):
        _resume(state)


def _keep(state: State, action: int) -> None:
    keep(state, action)
    _resume(state)


def _wounded(state: State, action: int) -> None:
    craft = state.victim
    spend(state, craft, FACE_PLAYED[action])
    state.pay_left -= 1
    if state.pay_left:
        open_payment(state)
    else:
        state.victim = NONE
        _resume(state)


def _altitude_step(state: State, action: int) -> None:
    if action == STAY:
        begin_leader_step(state)
    elif start_move(state, 1 if action == CLIMB else -1, False):
        _moved(state)


def _pay(state: State, action: int) -> None:
    spend(state, state.actor, FACE_PLAYED[action])
    state.pay_left -= 1
    if state.pay_left:
        open_payment(state)
    elif go_on(state):
        _moved(state)


def _follow(state: State, action: int) -> None:
    if follow(state, action):
        _moved(state)


def _leader(state: State, action: int) -> None:
    if action == END:
        begin_discard_step(state)
    elif action == GIVE_UP:
        give_up(state, state.active)
        open_leader(state)
    elif play_card(state, action):
        _resume(state)


def _discard(state: State, action: int) -> None:
    if action == END:
        draw_step(state)
        return
    craft = state.actor
    face = FACE_PLAYED[action]
    hand = state.hands[craft]
    hand.remove(face)
    state.discards[craft >> SIDE_OF_CRAFT].append(face)
    if face in hand:  # the same faces can be discarded again
        return
    mask = state.masks[craft] = state.masks[craft] & ~(1 << face)
    if mask:
        state.choices = DISCARDS[0][mask & 255] + DISCARDS[1][mask >> 8 & 255] + DISCARDS_OR_END[mask >> 16]
    else:
        draw_step(state)


def reopen(state: State) -> None:
    """Offer anew what the hand of who decides allows, when it has been dealt anew."""
    kind = state.kind
    if kind == RESPOND:
        state.choices = REPLIES[state.masks[state.actor] & ANSWERS[state.last]]
    elif kind == LEADER:
        open_leader(state)
    elif kind == WINGMAN:
        if not open_wingman(state, state.actor):
            state.choices = (END,)
    elif kind in (PAY, WOUNDED):
        open_payment(state)
    elif kind == DISCARD:
        open_discards(state)


_HANDLERS: Final[dict[int, Callable[[State, int], None]]] = {
    ALTITUDE: _altitude,
    WINGMAN: _wingman,
    RESPOND: _respond,
    KEEP: _keep,
    WOUNDED: _wounded,
    ALTITUDE_STEP: _altitude_step,
    PAY: _pay,
    FOLLOW: _follow,
    LEADER: _leader,
    DISCARD: _discard,
}
HANDLERS: Final = tuple(_HANDLERS.get(kind, _discard) for kind in range(len(DECISIONS)))
"""What each kind of decision leads to; nothing is ever decided when the game is over."""

"""The sequence of play, from the choice of altitudes to the Final Step. [WBY 3, 4.5-4.8, 19.2.4]"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.core.errors import BadRecord
from engine.core.game import SIDES
from engine.wildblue.actions import (
    CHOOSE_ALTITUDE,
    DISCARDS,
    DRAWS,
    END,
    EXCHANGE_CARD,
    FACE_PLAYED,
    GO_NEXT,
    HALF,
    LOW_BITS,
    MOST_DRAWN,
    TARGET,
    of_mask,
)
from engine.wildblue.altitude import (
    altitude_step,
    ask_follower,
    begin_altitude_step,
    follow,
    hide,
    open_hide,
    open_pay,
    pay,
)
from engine.wildblue.attack import counter, leader, respond, wingman, wingman_target
from engine.wildblue.damage import side_gone
from engine.wildblue.hands import draw, set_counters, set_guns, spend
from engine.wildblue.missions import phases
from engine.wildblue.missions.bombers import escort, open_counter, open_escort
from engine.wildblue.missions.phases import decide_break_off, decide_formation, jettison
from engine.wildblue.missions.strikes import begin_strike_step, strike
from engine.wildblue.offers import begin_wingman_step, open_leader, open_wingman
from engine.wildblue.responses import open_respond
from engine.wildblue.state import (
    ACE_MARKER,
    COUNTERS,
    EVASIVE_MARKER,
    FIRST,
    NONE,
    REVEALED,
    SIDE_UNITS,
    TURN,
    VETERAN_MARKER,
    State,
    event,
)
from engine.wildblue.terms import (
    ALTITUDE,
    ALTITUDE_OVER,
    DISCARD,
    DRAW,
    EXCHANGE,
    MOST_UNITS,
    ORDER,
    OVER,
    SIDE_OF_CRAFT,
    SIDE_OF_UNIT,
    TURN_OVER,
    UNSEEN,
)
from engine.wildblue.units import highest

# Set-up


def open_altitudes(state: State) -> None:
    """Ask for the next starting altitude; when all are chosen, reveal them and deal. [WBY 4.5]"""
    for unit in state.present:
        if state.hidden[unit] < 0:
            state.choices = CHOOSE_ALTITUDE[: highest(state.sorties, unit) + 1]
            state.kind = ALTITUDE
            state.actor = 4 * unit
            return
    mission = state.mission
    for unit in state.present:
        chosen = state.hidden[unit]
        state.hidden[unit] = NONE
        if mission is not None and mission.to_come >> unit & 1:
            mission.left_altitude[unit] = chosen
        else:
            state.altitude[unit] = chosen
            state.log.append(event(REVEALED, unit, chosen))
    _deal(state)


def starting_altitudes(state: State, unit: int) -> Sequence[int]:
    """The altitudes at which a unit may begin: Very High only with Turbochargers. [WBY 4.5, 5.2.7]"""
    return range(highest(state.sorties, unit) + 1)


def choose_altitude(state: State, action: int) -> None:
    state.hidden[state.actor >> 2] = TARGET[action]
    open_altitudes(state)


def _deal(state: State) -> None:
    """Give each unit its counters, markers and hand, a Loaded one face down. [WBY 4.6, 5.2.6, 5.3.1, 5.5.4, 18.1d]"""
    mission = state.mission
    for unit in state.present:
        for craft in range(4 * unit, 4 * unit + 3):
            if state.sheets[craft]:
                equip(state, craft)
        if mission is not None:
            if mission.plan.formations >> unit & 1:
                continue
            if mission.load[4 * unit] & UNSEEN:
                mission.face_down |= 1 << unit
        draw(state, 4 * unit, state.sheet(4 * unit).performance)
    state.active = NONE
    _open_exchange(state)


def equip(state: State, craft: int) -> None:
    """The counters and markers with which an aircraft starts. [WBY 5.2.6, 5.4.3, 5.3.1, 5.5.4, 19.2.1]"""
    sortie = state.sortie(craft)
    aircraft = sortie.aircraft
    counters = 0 if craft & 1 else aircraft.jet_speed
    if "power-boost" in aircraft.special and not state.damaged[craft]:
        counters += 1
    if counters:
        set_counters(state, craft, counters)
    if aircraft.heavy_guns:
        set_guns(state, craft, aircraft.heavy_guns)
    if sortie.skills:
        state.markers[craft] = sum(marker for skill, marker in _MARKERS if skill in sortie.skills)


_MARKERS: Final = (("A", ACE_MARKER), ("V", VETERAN_MARKER), ("E", EVASIVE_MARKER))
"""Skills that come as a marker. [WBY 19.2.1; SUP 19.2, 19.3]"""


def _open_exchange(state: State) -> None:
    """Let each unit with Combat Vision change its first hand; then the first side is determined. [WBY 19.2.4]"""
    for unit in state.present:
        if unit > state.active and _may_exchange(state, unit):
            state.active = unit
            state.exchanged = 0
            _offer_exchange(state)
            return
    state.active = NONE
    _begin_first_turn(state)


def _may_exchange(state: State, unit: int) -> bool:
    """Whether one of its pilots has Combat Vision, by day; a face-down hand is not looked at. [WBY 18.1d, 19.2.4]"""
    mission = state.mission
    if mission is not None and (mission.plan.night or mission.face_down >> unit & 1):
        return False
    men = state.sorties[4 * unit : 4 * unit + 3]
    return "CV" in [skill for man in men if man for skill in man.skills]


def _offer_exchange(state: State) -> None:
    craft = 4 * state.active
    state.choices = (*of_mask(EXCHANGE_CARD, state.masks[craft]), END)
    state.kind = EXCHANGE
    state.actor = craft


def exchange(state: State, action: int) -> None:
    """Give back a card of the first hand, or take as many as were given back. [WBY 19.2.4]"""
    craft = state.actor
    if action == END:
        draw(state, craft, state.exchanged)
        state.exchanged = 0
        _open_exchange(state)
    else:
        spend(state, craft, FACE_PLAYED[action])
        state.exchanged += 1
        _offer_exchange(state)


def _begin_first_turn(state: State) -> None:
    """Determine the first side; Game-Turn 1 begins. [WBY 4.7]"""
    side = state.options.first
    if side < 0:
        scripted = state.chance.scripted("first") if state.loaded else None
        side = int(state.random() * 2)
        if scripted is not None:
            if scripted not in SIDES:
                raise BadRecord(f"The record lets {scripted!r} go first, which is no side.")
            side = SIDES.index(scripted)
        state.log.append(event(FIRST, side))
    state.turn = 1
    state.log.append(event(TURN, 1))
    if state.mission is not None:
        phases.begin_game_turn(state)
    if side_gone(state):
        finish(state)
    else:
        open_order(state, side)


def open_order(state: State, side: int) -> None:
    """A side announces which of its units takes the next turn of Game-Turn 1; else the other one does. [WBY 4.7]"""
    waiting = _taking_turns(state)
    for unit in state.order:
        waiting &= ~(1 << unit)
    for chooser in (side, 1 - side):
        units = (waiting & SIDE_UNITS[chooser]) >> MOST_UNITS * chooser
        if units:
            choices = state.choices = GO_NEXT[chooser][units]
            state.kind = ORDER
            state.actor = 4 * TARGET[choices[0]]
            return
    _final_step(state)


def _taking_turns(state: State) -> int:
    """Mask of the units that have a turn: in a Mission no Formations, and nobody who has not come or is away."""
    mission = state.mission
    if mission is None:
        return state.flying
    return state.flying & ~(mission.plan.formations | mission.to_come | mission.away)


def go(state: State, action: int) -> None:
    """Take the next place in the play order. [WBY 4.7]"""
    state.order.append(TARGET[action])
    state.index = len(state.order) - 1
    begin_turn(state)


# One unit's turn


def begin_turn(state: State) -> None:
    """Begin with the Wingman Step; in the Clouds, or as first of the game, with the Altitude Step. [WBY 3.1, 7.3.5c]"""
    unit = state.active = state.order[state.index]
    reset_turn(state)
    if state.mission is not None:
        phases.begin_turn(state)
    elif state.hidden[unit] >= 0 or (state.turn == 1 and state.index == 0):
        begin_altitude_step(state)
    else:
        begin_wingman_step(state)


def _begin_wingman_step(state: State) -> None:
    """In a Mission the first unit of the game has a Wingman Step if only Formations oppose it. [WBY 7.3.5c, 16.3a]"""
    unit = state.active
    if state.hidden[unit] >= 0 or (state.turn == 1 and state.index == 0 and state.foes[unit]):
        begin_altitude_step(state)
    else:
        begin_wingman_step(state)


def reset_turn(state: State) -> None:
    """Nothing fired, played or aimed at yet."""
    craft = 4 * state.active
    state.target = NONE
    state.played = state.drawn = False
    state.fired = state.gunned = state.bonus = 0
    sheet = state.sheets[craft]
    assert sheet is not None
    state.agile = craft if sheet.agile else NONE


def open_discard(state: State) -> None:
    """The Discard Step; skipped with an empty hand. [WBY 3.4]"""
    craft = 4 * state.active
    mask = state.masks[craft]
    if not state.hands[craft]:
        open_draw(state)
        return
    low, high = DISCARDS
    state.choices = low[mask & LOW_BITS] + high[mask >> HALF & LOW_BITS]
    state.kind = DISCARD
    state.actor = craft


def discard(state: State, action: int) -> None:
    """Discard one more card, or go on to the Draw Step. [WBY 3.4]"""
    if action == END:
        open_draw(state)
    else:
        spend(state, state.actor, FACE_PLAYED[action])
        open_discard(state)


def open_draw(state: State) -> None:
    """The Draw Step: up to Horsepower, not above Performance; skipped if that allows none. [WBY 3.5, 5.2.2-3]"""
    unit = state.active
    craft = state.actor = 4 * unit
    sheet = state.sheets[craft]
    assert sheet is not None
    count = sheet.draw[state.altitude[unit]]
    room = sheet.performance - state.cockpit[craft] - len(state.hands[craft])
    if room < count:
        count = room
    if count > 0:
        state.choices = DRAWS[min(count, MOST_DRAWN)]
        state.kind = DRAW
    else:
        _thrust(state)


def draw_cards(state: State, action: int) -> None:
    """Draw as many as chosen; jets then take their counters. [WBY 3.5]"""
    draw(state, state.actor, TARGET[action])
    _thrust(state)


def _thrust(state: State) -> None:
    """A jet takes its counters; the turn is over. [WBY 3.5]"""
    if state.sortie(4 * state.active).aircraft.jet_thrust:
        take_thrust(state)
    state.kind = TURN_OVER


def take_thrust(state: State) -> None:
    """Full Throttle counters of the active Leader's Thrust, up to his Speed. [WBY 5.3.2]"""
    craft = 4 * state.active
    aircraft = state.sortie(craft).aircraft
    gain = min(aircraft.jet_thrust, aircraft.jet_speed - state.counters[craft])
    if gain > 0:
        set_counters(state, craft, state.counters[craft] + gain)
        state.log.append(event(COUNTERS, state.active, gain))


# From turn to turn


def _next(state: State) -> None:
    """The turn of the next unit that is still there; after the last one the Final Step. [WBY 3, 4.7, 4.9.2]"""
    if side_gone(state):
        finish(state)
        return
    if state.turn == 1:
        open_order(state, 1 - (state.order[-1] >> SIDE_OF_UNIT))
        return
    there = state.flying if state.mission is None else _taking_turns(state)
    order = state.order
    index = state.index + 1
    while index < len(order):
        if there >> order[index] & 1:
            state.index = index
            begin_turn(state)
            return
        index += 1
    _final_step(state)


def _final_step(state: State) -> None:
    """A dogfight's Final Step is only its end. [WBY 3.6]"""
    if state.mission is not None:
        phases.begin_final_step(state)
    else:
        _next_game_turn(state)


def _next_game_turn(state: State) -> None:
    """Advance the Turn marker, or end the game after its last Game-Turn. [WBY 3.6, 4.8]"""
    if state.turn >= state.last_turn or side_gone(state):
        finish(state)
        return
    state.log.append(event(TURN, state.turn + 1))
    state.turn += 1
    state.index = -1
    if state.mission is not None:
        phases.begin_game_turn(state)
    _next(state)


def finish(state: State) -> None:
    """The game is over: no decision is open."""
    state.kind = OVER
    state.choices = ()
    state.actor = state.target = state.agile = NONE
    state.played = False
    state.fired = state.gunned = state.bonus = 0


def _after_leader(state: State) -> None:
    """Who has found nobody at night, or has not looked at his hand, skips the Discard Step. [WBY 16.1, 18.1d]"""
    mission = state.mission
    assert mission
    if mission.searched or mission.face_down >> state.active & 1:
        open_draw(state)
    else:
        open_discard(state)


def _after_mission_change(state: State) -> None:
    """After a change of altitude the Altitude Step is over, or the Leader Step goes on with a Vertical Roll behind."""
    if state.roll:
        state.roll = False
        open_leader(state)
    else:
        state.kind = ALTITUDE_OVER


def _after_change(state: State) -> None:
    """After a change of altitude the Leader Step begins, or goes on if that was a Vertical Roll. [WBY 3, 8.2.2]"""
    state.roll = False
    open_leader(state)


HANDLERS: Final[tuple[Callable[[State, int], None], ...]] = (
    lambda state, action: None,
    choose_altitude,
    exchange,
    go,
    wingman_target,
    wingman,
    respond,
    altitude_step,
    pay,
    follow,
    leader,
    hide,
    discard,
    draw_cards,
    jettison,
    strike,
    escort,
    counter,
    decide_break_off,
    decide_formation,
)
"""What carries out an action, by the kind of decision that is open."""

TRANSITIONS: Final[tuple[Callable[[State], None], ...]] = (
    begin_altitude_step,
    _after_change,
    open_leader,
    open_discard,
    _next,
)
"""By ``WINGMAN_OVER`` to ``TURN_OVER``, which index it from its end."""
MISSION_TRANSITIONS: Final[tuple[Callable[[State], None], ...]] = (
    _next_game_turn,
    phases.final_step,
    phases.begin_leader_step,
    _begin_wingman_step,
    begin_altitude_step,
    _after_mission_change,
    phases.after_altitude,
    _after_leader,
    _next,
)
"""The same in a Mission, by ``GAME_TURN_OVER`` to ``TURN_OVER``."""


def advance(state: State) -> None:
    """Go on from the end of a step to the next decision."""
    table = TRANSITIONS if state.mission is None else MISSION_TRANSITIONS
    while state.kind < 0:
        table[state.kind](state)


_REOPEN: Final[tuple[Callable[[State], None], ...]] = (
    lambda state: None,
    open_altitudes,
    _offer_exchange,
    lambda state: open_order(state, state.actor >> SIDE_OF_CRAFT),
    begin_wingman_step,
    open_wingman,
    lambda state: open_respond(state, state.actor),
    begin_altitude_step,
    lambda state: open_pay(state, state.mover, state.pay_left),
    ask_follower,
    lambda state: open_leader(state) if state.mission is None else phases.open_leader_step(state),
    open_hide,
    open_discard,
    open_draw,
    phases.open_jettison,
    begin_strike_step,
    open_escort,
    open_counter,
    phases.open_break_off,
    phases.open_formation,
)


def reopen(state: State) -> None:
    """Work out anew what the open decision allows, after hands or the whole state were put in from outside."""
    _REOPEN[state.kind](state)


_BEGIN: Final[dict[str, Callable[[State], None]]] = {
    "order": lambda state: (
        open_order(state, 1 - (state.order[-1] >> SIDE_OF_UNIT)) if state.order else _begin_first_turn(state)
    ),
    "wingman": begin_turn,
    "altitude": begin_altitude_step,
    "leader": open_leader,
    "discard": open_discard,
    "draw": open_draw,
}
_BEGIN_IN_MISSION: Final[dict[str, Callable[[State], None]]] = _BEGIN | {
    "search": begin_turn,
    "jettison": phases.begin_jettison,
    "wingman": _begin_wingman_step,
    "strike": phases.after_altitude,
    "leader": phases.begin_leader_step,
    "final": phases.begin_final_step,
}
STEP_NAMES: Final = tuple(_BEGIN)
"""The steps at which a position may stand."""
MISSION_STEP_NAMES: Final = tuple(_BEGIN_IN_MISSION)


def begin_step(state: State, step: str) -> None:
    """Begin the named step of the active unit."""
    begin = _BEGIN if state.mission is None else _BEGIN_IN_MISSION
    if step not in ("order", "final") and begin[step] is not begin_turn:
        reset_turn(state)
        if state.mission is not None:
            phases.begin_afresh(state)
    begin[step](state)
    advance(state)

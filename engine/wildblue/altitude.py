"""The Altitude Step, Vertical Rolls, following, and hiding in Clouds. [WBY 3.2, 7.3.5, 8]"""

from __future__ import annotations

from engine.wildblue.actions import (
    CLIMB,
    DIVE,
    DIVE_BOMB,
    FACE_PLAYED,
    FOLLOW_ON,
    HALF,
    HIDE_AT,
    LOW_BITS,
    PAYMENTS,
    SPENDS_COUNTER,
    STAY,
    TARGET,
)
from engine.wildblue.hands import discard_at_random, draw, give_counter, spend
from engine.wildblue.missions.strikes import can_dive_bomb
from engine.wildblue.state import ALTITUDE_NOW, COULD_NOT_CLIMB, FOLLOWED, NONE, REVEALED, State, engage, event
from engine.wildblue.tables import CLIMB_PRICE, FOLLOW_PRICE, FOLLOW_ROLL
from engine.wildblue.terms import (
    ALTITUDE_OVER,
    ALTITUDE_STEP,
    CHANGE_OVER,
    FOLLOW,
    HIDE,
    NEUTRAL,
    PAY,
    TURN_OVER,
    VERY_LOW,
)

UP, DOWN = 1, -1
_MAY_CLIMB, _MAY_DIVE, _MUST_DIVE = 1, 2, 4
_CHANGES = tuple(
    (DIVE,)
    if key & _MUST_DIVE
    else (*((CLIMB,) if key & _MAY_CLIMB else ()), *((DIVE,) if key & _MAY_DIVE else ()), STAY)
    for key in range(8)
)


def ceiling(state: State, unit: int) -> int:
    """The highest altitude of an Element: the lower one of its aircraft's Ceilings. [WBY 5.2.7, 5.4.4]"""
    leader = state.sheets[4 * unit]
    assert leader is not None
    wingman = state.sheets[4 * unit + 1]
    return wingman.ceiling if wingman and wingman.ceiling < leader.ceiling else leader.ceiling


def _price(state: State, unit: int) -> int:
    """Cards and counters that a unit could discard."""
    return len(state.hands[4 * unit]) + state.counters[4 * unit]


def begin_altitude_step(state: State) -> None:
    """Come out of the Clouds, or choose an altitude change. [WBY 3.2, 8.2.1]"""
    unit = state.active
    if state.hidden[unit] >= 0:
        _leave_clouds(state, unit)
        return
    altitude = state.altitude[unit]
    limit = ceiling(state, unit)
    key = 0
    if altitude > limit:
        key = _MUST_DIVE
    elif altitude < limit and (state.hands[4 * unit] or state.counters[4 * unit]):
        key = _MAY_CLIMB
    if altitude:
        key |= _MAY_DIVE
    state.choices = _CHANGES[key]
    if state.mission is not None and can_dive_bomb(state, unit):
        state.choices = (*state.choices, DIVE_BOMB)
    state.kind = ALTITUDE_STEP
    state.actor = 4 * unit


def _leave_clouds(state: State, unit: int) -> None:
    """Remove the Clouds marker and change to the altitude chosen under it, at the usual price. [WBY 7.3.5e]

    Whom Flak has Damaged meanwhile climbs no higher than his Ceiling, and dives if he is above it. [WBY 5.2.7, 8.2.1]
    """
    altitude = state.altitude[unit]
    chosen = state.hidden[unit]
    if state.options.edition > 1:
        chosen = min(chosen, max(ceiling(state, unit), altitude - 1))
    direction = chosen - altitude
    state.hidden[unit] = NONE
    state.log.append(event(REVEALED, unit, chosen, 2 if direction else 1))
    if direction:
        change(state, direction, roll=False)
    else:
        state.kind = ALTITUDE_OVER


def altitude_step(state: State, action: int) -> None:
    """Climb, dive or stay; or dive on the target. [WBY 8.2.1, SUP 21.4]"""
    if action == STAY:
        state.kind = ALTITUDE_OVER
    elif action == DIVE_BOMB:
        _dive_on_target(state)
    else:
        change(state, UP if action == CLIMB else DOWN, roll=False)


def change(state: State, direction: int, *, roll: bool) -> None:
    """Change the active unit's altitude: climbing costs a card, diving gives one. [WBY 8.2.1a-c]

    Without a card to pay there is no climb: the responses may have taken what a Vertical Roll counted on.
    """
    unit = state.active
    state.direction = direction
    state.roll = roll
    if direction == DOWN:
        _move(state, unit)
        ask_follower(state)
    elif _price(state, unit) >= CLIMB_PRICE:
        open_pay(state, unit, CLIMB_PRICE)
    else:
        state.log.append(event(COULD_NOT_CLIMB, unit))
        state.kind = CHANGE_OVER


def _dive_on_target(state: State) -> None:
    """Dive to Very Low, with a card for each level; only an Agile enemy may follow. [SUP 21.4, WBY 5.5.1]"""
    mission = state.mission
    assert mission
    unit = state.active
    mission.dived = True
    state.direction = DOWN
    state.roll = False
    while state.altitude[unit] > VERY_LOW:
        _move(state, unit)
    ask_follower(state)


def _move(state: State, unit: int) -> None:
    """Change a unit's altitude by one level. Diving gives a card, climbing costs fuel. [WBY 8.2.1c, SUP 24.9]"""
    state.altitude[unit] += state.direction
    state.log.append(event(ALTITUDE_NOW, unit, state.altitude[unit], int(state.direction == UP)))
    if state.direction == DOWN:
        draw(state, 4 * unit, 1)
    elif state.mission is not None:
        state.mission.climbed |= 1 << unit


def open_pay(state: State, unit: int, cards: int) -> None:
    """Ask for the cards of an altitude change; of a face-down hand they are taken at random. [WBY 8.2.1b, 18.1d]"""
    state.pay_left = cards
    state.mover = unit
    if state.mission is not None and state.mission.face_down >> unit & 1:
        _pay_unseen(state, unit)
        return
    state.kind = PAY
    craft = state.actor = 4 * unit
    mask = state.masks[craft]
    low, high = PAYMENTS
    state.choices = low[mask & LOW_BITS] + high[mask >> HALF & LOW_BITS]


def pay(state: State, action: int) -> None:
    """Discard a card or a counter for an altitude change. [WBY 8.2.1b, 8.2.1e, 8.2.2]"""
    craft = state.actor
    if SPENDS_COUNTER[action]:
        give_counter(state, craft)
    else:
        spend(state, craft, FACE_PLAYED[action])
    unit = state.mover
    if state.pay_left > 1:
        open_pay(state, unit, state.pay_left - 1)
    else:
        _paid(state, unit)


def _pay_unseen(state: State, unit: int) -> None:
    """Discard cards of a face-down hand, then counters."""
    craft = 4 * unit
    for _ in range(state.pay_left):
        if state.hands[craft]:
            discard_at_random(state, craft)
        else:
            give_counter(state, craft)
    _paid(state, unit)


def _paid(state: State, unit: int) -> None:
    """Change the altitude that has been paid for; a follower catches up with whom he follows."""
    state.pay_left = 0
    state.mover = NONE
    _move(state, unit)
    if unit == state.active:
        ask_follower(state)
        return
    while state.altitude[unit] != state.altitude[state.active]:
        _move(state, unit)
    state.kind = CHANGE_OVER


def follow_price(state: State, foe: int) -> int:
    """Cards that following costs: by position, for a Vertical Roll, and for climbing. [WBY 8.2.1e, 8.2.2]"""
    price = FOLLOW_PRICE[state.positions[foe]]
    if state.roll:
        price += FOLLOW_ROLL
    if state.direction == UP:
        price += CLIMB_PRICE
    return price


def ask_follower(state: State) -> None:
    """Position is lost by who had it; an Advantaged or Tailing enemy may follow. [WBY 8.2.1d-e, 8.2.4]"""
    unit = state.active
    position = state.positions[unit]
    if position == NEUTRAL:
        state.kind = CHANGE_OVER
        return
    foe = state.engaged[unit]
    if position > NEUTRAL:
        engage(state, unit, foe, NEUTRAL)
        state.kind = CHANGE_OVER
        return
    able = _price(state, foe) >= follow_price(state, foe) and (
        state.direction == DOWN or state.altitude[unit] <= ceiling(state, foe)
    )
    if state.mission is not None and state.mission.dived and not state.roll:
        able = able and state.sheet(4 * foe).agile
    state.choices = (FOLLOW_ON, STAY) if able else (STAY,)
    state.kind = FOLLOW
    state.actor = 4 * foe


def follow(state: State, action: int) -> None:
    """Follow an altitude change and keep the position, or revert to Neutral. [WBY 8.2.1e, 8.2.4]"""
    foe = state.actor >> 2
    if action == STAY:
        engage(state, foe, state.active, NEUTRAL)
        state.kind = CHANGE_OVER
        return
    state.log.append(event(FOLLOWED, foe, state.active))
    price = follow_price(state, foe)
    if price:
        open_pay(state, foe, price)
    else:
        _paid(state, foe)


def open_hide(state: State) -> None:
    """Choose in secret the altitude of the next Altitude Step. [WBY 7.3.5a]"""
    unit = state.active
    state.choices = tuple(HIDE_AT[altitude] for altitude in hiding_places(state, unit))
    state.kind = HIDE
    state.actor = 4 * unit


def hiding_places(state: State, unit: int) -> list[int]:
    """The altitudes that a unit under a Clouds marker may choose. [WBY 7.3.5a, 8.2.1]"""
    altitude = state.altitude[unit]
    limit = ceiling(state, unit)
    places = [altitude - 1] if altitude else []
    if altitude <= limit:
        places.append(altitude)
    if altitude < limit and _price(state, unit):
        places.append(altitude + 1)
    return places


def hide(state: State, action: int) -> None:
    """The turn ends in the Clouds: no Discard Step, no Draw Step. [WBY 7.3.5b-c]"""
    state.hidden[state.active] = TARGET[action]
    state.kind = TURN_OVER

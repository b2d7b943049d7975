"""Changing altitude, and following. [WWI Changing Altitude, Following An Altitude Change, Vertical Roll]"""

from __future__ import annotations

from engine.flames.hands import discard_hand
from engine.wwi.actions import DISCARDS, FOLLOW_ON, FOLLOW_OR_STAY, PAYMENTS
from engine.wwi.damage import give_up, hit, strain
from engine.wwi.hands import draw
from engine.wwi.state import ALTITUDE_NOW, State, event
from engine.wwi.tables import FOLLOW_PRICE, FOLLOW_ROLL, WEAK_WING
from engine.wwi.terms import FLYING, FOLLOW, NONE, PAY


def start_move(state: State, direction: int, roll: bool) -> bool:
    """Begin the active unit's change of altitude. False while somebody is asked. [WWI Changing Altitude]"""
    unit = state.active
    state.direction = direction
    state.roll = roll
    state.mover = unit
    state.followers.clear()
    price = state.sheet(unit << 4).climb if direction > 0 else 0
    return charge(state, price) and go_on(state)


def charge(state: State, price: int) -> bool:
    """Let the mover discard so many cards. False while he chooses them."""
    craft = state.mover << 4
    if not price:
        return True
    if len(state.hands[craft]) <= price:
        discard_hand(state, craft)
        return True
    state.pay_left = price
    state.kind = PAY
    state.actor = craft
    open_payment(state)
    return False


def open_payment(state: State) -> None:
    """Offer the cards of the hand that pays, for altitude or a wound."""
    mask = state.masks[state.actor]
    table = PAYMENTS if state.kind == PAY else DISCARDS
    state.choices = table[0][mask & 255] + table[1][mask >> 8 & 255] + table[2][mask >> 16]


def go_on(state: State) -> bool:
    """The mover has paid: he moves, and those behind him are asked in their turn. False while somebody is asked."""
    _move(state, state.mover)
    return ask_next(state)


def _move(state: State, unit: int) -> None:
    """One unit changes altitude: the cards of a dive, what strained wings suffer, who may follow."""
    craft = unit << 4
    sheet = state.sheet(craft)
    direction = state.direction
    altitude = state.altitude[unit] = state.altitude[unit] + direction
    state.log.append(event(ALTITUDE_NOW, unit, altitude, direction > 0))
    if unit == state.active:
        give_up(state, unit)
    if direction < 0:
        draw(state, craft, sheet.dive)
        if state.roll and unit == state.active and sheet.weak_wing:
            hit(state, craft, WEAK_WING, NONE, NONE)
    if state.fate[craft] == FLYING:
        strain(state, unit)
    if unit in state.on and state.fate[craft] == FLYING:
        state.followers += [other for other in state.order if state.on[other] == unit and other != state.active]


def price_to_follow(state: State, unit: int) -> int:
    """Cards that a Leader must discard to stay with the enemy he is on. [WWI Following An Altitude Change a-d]"""
    price = FOLLOW_PRICE[state.edge[unit]]
    if state.roll and state.on[unit] == state.active:
        price += FOLLOW_ROLL
    if state.direction > 0:
        price += state.sheet(unit << 4).climb
    return price


def ask_next(state: State) -> bool:
    """Ask the next Leader in the chain whether he follows; who cannot pay stays behind. True when all have decided."""
    followers = state.followers
    while followers and state.winner < 0:
        unit = followers.pop(0)
        if state.on[unit] == NONE:
            continue
        if price_to_follow(state, unit) > len(state.hands[unit << 4]):
            give_up(state, unit)
            continue
        state.mover = unit
        state.kind = FOLLOW
        state.actor = unit << 4
        state.choices = FOLLOW_OR_STAY
        return False
    followers.clear()
    state.direction = 0
    state.roll = False
    state.mover = NONE
    return True


def follow(state: State, action: int) -> bool:
    """A Leader follows or stays behind. True when all have decided."""
    unit = state.mover
    if action != FOLLOW_ON:
        give_up(state, unit)
        return ask_next(state)
    return charge(state, price_to_follow(state, unit)) and go_on(state)

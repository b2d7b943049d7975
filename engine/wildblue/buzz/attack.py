"""A patrol's attack at a flying bomb. [SUP 28, 20.1-20.4; WBY 6.2, 9, 10]"""

from __future__ import annotations

from typing import Final

from engine.flames.hands import discard_hand
from engine.wildblue.actions import of_mask
from engine.wildblue.attack import use_up
from engine.wildblue.buzz.actions import (
    COUNTS_AS,
    END,
    FACE_PLAYED,
    HEAVY,
    PASS,
    PLAY,
    PLAY_HEAVY_GUN,
    RESPOND,
    RESPOND_AS,
    SKIP,
    SPENDS_COUNTER,
    TARGET,
)
from engine.wildblue.buzz.flow import next_step, proceed
from engine.wildblue.buzz.guns import blast, hit_bomb
from engine.wildblue.buzz.state import ANSWERED, BOMB_HAND, BuzzState
from engine.wildblue.buzz.terms import ANSWERING, ATTACKING, DOWN, MINI_HAND
from engine.wildblue.cards import (
    ANSWERS,
    ANSWERS_OR_COUNTER,
    BURSTS,
    FACE,
    FIRING,
    FIRST_FIRING,
    HEAVY_GUN,
    IMS,
    IMS_HEAVY_GUN,
)
from engine.wildblue.hands import draw, play_counter, set_guns, spend
from engine.wildblue.missions.formations import bursts_at_bombers
from engine.wildblue.responses import made_replies
from engine.wildblue.state import GAINED, NONE, event
from engine.wildblue.tables import FIRE, WINGMAN_BURSTS

MOVES: Final = sum(1 << face for face, bursts in enumerate(WINGMAN_BURSTS) if bursts)
"""The cards that gain Bursts. [SUP 20.4.1]"""


def aim(state: BuzzState, action: int) -> None:
    """Attack a flying bomb, or none. A Wingman draws for it, and needs a firing card. [SUP 20.1.2, 20.2]"""
    if action == SKIP:
        _end_attack(state)
        return
    craft = state.actor
    state.week.target = TARGET[action]
    if craft & 1:
        draw(state, craft, wingman_cards(state, craft))
    open_attack(state)


def wingman_cards(state: BuzzState, craft: int) -> int:
    """Cards with which a Wingman attacks: Offensive and Defensive. [SUP 20.1.2; WBY 16.3]"""
    sheet = state.sheet(craft)
    altitude = state.altitude[craft >> 2]
    offensive = max(0, sheet.offensive[altitude] - state.cockpit[craft])
    return offensive + sheet.at_bombers + sheet.defensive_at_bombers[altitude]


def open_attack(state: BuzzState) -> None:
    """Offer what may be played; an attack with nothing left to play is over."""
    choices = plays(state, state.actor) if state.week.fates[state.week.target] != DOWN else ()
    if not choices:
        _end_attack(state)
        return
    state.choices = (*choices, END)
    state.kind = ATTACKING


def plays(state: BuzzState, craft: int) -> tuple[int, ...]:
    """The cards that an attacker may play: of a Wingman fire alone, without a limit. [SUP 20.4.1; WBY 10.2b]"""
    bomb = state.week.target
    mask = state.masks[craft]
    if craft & 1:
        allowed, heavy = FIRING, state.guns[craft] > 0
    else:
        left = bursts_at_bombers(state, craft) - state.fired
        allowed, heavy = MOVES | FIRE[left], bool(mask & HEAVY_GUN) and BURSTS[IMS_HEAVY_GUN] <= left
    choices = of_mask(PLAY[bomb], mask & allowed)
    return choices + of_mask(PLAY_HEAVY_GUN[bomb], mask & IMS) if heavy else choices


def attack(state: BuzzState, action: int) -> None:
    """Play one card at the flying bomb, which answers it if it can; or leave off. [WBY 6.1, SUP 20.5.1]"""
    if action == END:
        _end_attack(state)
        return
    craft = state.actor
    spend(state, craft, FACE_PLAYED[action])
    state.attack = state.last = COUNTS_AS[action]
    if action in HEAVY:
        set_guns(state, craft, state.guns[craft] - 1)
    if state.attack >= FIRST_FIRING:
        state.fired += BURSTS[state.attack]
    if not state.drawn:
        state.drawn = True
        draw(state, BOMB_HAND, MINI_HAND)
    _ask_bomb(state)


def _ask_bomb(state: BuzzState) -> None:
    """The flying bomb answers the last card with the first of its own that can; then the attacker may. [WBY 6.2]"""
    hand = state.hands[BOMB_HAND]
    answer = next((FACE[card] for card in hand if ANSWERS[state.last] >> FACE[card] & 1), NONE)
    if answer == NONE:
        _succeed(state)
        return
    spend(state, BOMB_HAND, answer)
    state.log.append(event(ANSWERED, state.week.target, answer))
    state.last = answer
    open_answer(state)


def open_answer(state: BuzzState) -> None:
    """Offer what the attacker has against the flying bomb's card; without anything his attack fails."""
    state.choices = replies(state, state.actor)
    if len(state.choices) > 1:
        state.kind = ANSWERING
    else:
        open_attack(state)


def replies(state: BuzzState, craft: int) -> tuple[int, ...]:
    """What an attacker has against the flying bomb's card. [WBY 5.5.1, 6.2, 6.3, 19.2.1; SUP 19.2]"""
    plain = of_mask(RESPOND, state.masks[craft] & ANSWERS_OR_COUNTER[state.last])
    return (*plain, *made_replies(state, craft, RESPOND_AS), PASS)


def answer(state: BuzzState, action: int) -> None:
    """Answer the flying bomb's card, or let the attack fail. [WBY 6.2]"""
    if action == PASS:
        open_attack(state)
        return
    craft = state.actor
    counts_as = state.last = COUNTS_AS[action]
    if SPENDS_COUNTER[action]:
        play_counter(state, craft)
    else:
        spend(state, craft, FACE_PLAYED[action])
    if counts_as != FACE_PLAYED[action]:
        use_up(state, craft, counts_as)
    _ask_bomb(state)


def _succeed(state: BuzzState) -> None:
    """Apply the card that stands: Bursts gained, or fire. [SUP 20.4, 28]"""
    craft = state.actor
    week = state.week
    if state.attack < FIRST_FIRING:
        state.bonus += WINGMAN_BURSTS[state.attack]
        state.log.append(event(GAINED, craft >> 2, WINGMAN_BURSTS[state.attack]))
    elif hit_bomb(state, week.target, state.attack, state.who[craft], state.sheet(craft).plus):
        blast(state, craft, state.attack)
    open_attack(state)


def _end_attack(state: BuzzState) -> None:
    """Mini-hands are discarded; the next step begins. [WBY 10.1]"""
    discard_hand(state, BOMB_HAND)
    if state.actor & 1:
        discard_hand(state, state.actor)
    state.week.target = state.attack = state.last = NONE
    state.drawn = False
    state.fired = state.bonus = 0
    next_step(state)
    proceed(state)

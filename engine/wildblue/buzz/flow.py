"""From patrol to patrol and from turn to turn. [SUP 28; WBY 3, 4.6, 19.2.4]"""

from __future__ import annotations

from engine.wildblue.actions import of_mask
from engine.wildblue.buzz.actions import ATTACK, DISCARD, END, EXCHANGE, FACE_PLAYED, SKIP
from engine.wildblue.buzz.guns import fire_guns
from engine.wildblue.buzz.state import CAME, CROSSED, GOT_THROUGH, BuzzState, arrival, belt_of
from engine.wildblue.buzz.terms import (
    AIMING,
    BELTS,
    COMING,
    DISCARD_STEP,
    DISCARDING,
    EXCHANGING,
    LEADER_STEP,
    THROUGH,
    TO_COME,
    TURNS_OVER,
    WINGMAN_STEP,
)
from engine.wildblue.cards import FIRING
from engine.wildblue.hands import draw, spend
from engine.wildblue.state import NONE, TURN, event
from engine.wildblue.terms import OVER
from engine.wildblue.turn import equip, take_thrust

# The set-up


def begin(state: BuzzState) -> None:
    """Deal the patrols their first hands; the first flying bombs come. [WBY 4.6]"""
    for unit in state.present:
        for craft in (4 * unit, 4 * unit + 1):
            if state.sheets[craft]:
                equip(state, craft)
        draw(state, 4 * unit, state.sheet(4 * unit).performance)
    state.active = NONE
    _open_exchange(state)


def _open_exchange(state: BuzzState) -> None:
    """Let each patrol with Combat Vision change its first hand, by day. [WBY 19.2.4]"""
    for unit in state.present:
        seats = state.sorties[4 * unit : 4 * unit + 2]
        if unit > state.active and any(sortie and "CV" in sortie.skills for sortie in seats):
            if state.week.night_patrols >> unit & 1:
                continue
            state.active = unit
            state.exchanged = 0
            offer_cards(state, EXCHANGE, EXCHANGING)
            return
    _begin_turn(state)
    proceed(state)


def exchange(state: BuzzState, action: int) -> None:
    """Give back a card of the first hand, or take as many as were given back. [WBY 19.2.4]"""
    if action == END:
        draw(state, state.actor, state.exchanged)
        state.exchanged = 0
        _open_exchange(state)
    else:
        spend(state, state.actor, FACE_PLAYED[action])
        state.exchanged += 1
        offer_cards(state, EXCHANGE, EXCHANGING)


# From step to step


def proceed(state: BuzzState) -> None:
    """Go on to the next decision, or to the end of the week."""
    while state.kind != OVER and not _open_step(state):
        next_step(state)


def _open_step(state: BuzzState) -> bool:
    """Open the decision of the step that has come, if there is anything to decide."""
    unit = state.active
    if unit == NONE or not state.flying >> unit & 1:
        return False
    step = state.week.step
    craft = 4 * unit + (step == WINGMAN_STEP)
    if not state.sheets[craft]:
        return False
    if step == DISCARD_STEP:
        opens = bool(state.hands[craft]) and _has_more_to_do(state, unit)
        if opens:
            offer_cards(state, DISCARD, DISCARDING)
        return opens
    if step == LEADER_STEP and not state.masks[craft] & FIRING:  # [SUP 20.1.1]
        return False
    targets = within_reach(state, unit)
    if targets:
        state.choices = (*(ATTACK[bomb] for bomb in targets), SKIP)
        state.kind = AIMING
        state.actor = craft
    return bool(targets)


def _has_more_to_do(state: BuzzState, unit: int) -> bool:
    """Whether a flying bomb may still come over a patrol's belt in its time of day; else its cards do not matter."""
    week = state.week
    by_night = week.night_patrols >> unit & 1
    return any(
        fate in (TO_COME, COMING)
        and week.by_night(bomb) == by_night
        and belt_of(bomb, state.turn + 1) <= week.belts[unit]
        for bomb, fate in enumerate(week.fates)
    )


def within_reach(state: BuzzState, unit: int) -> list[int]:
    """The flying bombs that a patrol may attack: over its belt, by its time of day."""
    week = state.week
    by_night = week.night_patrols >> unit & 1
    return [bomb for bomb in week.over(week.belts[unit], state.turn) if week.by_night(bomb) == by_night]


def offer_cards(state: BuzzState, row: tuple[int, ...], kind: int) -> None:
    """The cards of the active Leader's hand to part with, or none any more."""
    craft = 4 * state.active
    state.choices = (*of_mask(row, state.masks[craft]), END)
    state.kind = kind
    state.actor = craft


def next_step(state: BuzzState) -> None:
    """A step of a patrol's turn is over: on to the next step, the next patrol, the next turn."""
    week = state.week
    if state.active != NONE and state.flying >> state.active & 1:
        if week.step < DISCARD_STEP:
            week.step += 1
            return
        _draw(state)
    unit = _next_patrol(state)
    if unit == NONE:
        _end_turn(state)
    else:
        begin_patrol(state, unit)


def _next_patrol(state: BuzzState) -> int:
    """The patrol that has its turn after the active one, or ``NONE``."""
    return next((unit for unit in state.present if unit > state.active and state.flying >> unit & 1), NONE)


def begin_patrol(state: BuzzState, unit: int) -> None:
    """A patrol's turn begins, with its Wingman Step."""
    state.active = unit
    state.week.step = WINGMAN_STEP
    sheet = state.sheets[4 * unit]
    state.agile = 4 * unit if sheet and sheet.agile else NONE


def discard(state: BuzzState, action: int) -> None:
    """Discard one more card, or end the Discard Step. [WBY 3.4]"""
    if action != END:
        spend(state, state.actor, FACE_PLAYED[action])
        if state.hands[state.actor]:
            offer_cards(state, DISCARD, DISCARDING)
            return
    next_step(state)
    proceed(state)


def _draw(state: BuzzState) -> None:
    """The Draw Step: as many cards as may be; a jet takes its counters. [WBY 3.5, 5.3.2]"""
    if not _has_more_to_do(state, state.active):
        return
    craft = 4 * state.active
    sheet = state.sheet(craft)
    room = sheet.performance - state.cockpit[craft] - len(state.hands[craft])
    draw(state, craft, max(0, min(sheet.draw[state.altitude[state.active]], room)))
    take_thrust(state)


# From turn to turn


def _begin_turn(state: BuzzState) -> None:
    """A Game-Turn begins: flying bombs come over the sea, others go on to the next belt or get through."""
    week = state.week
    state.turn += 1
    turn = state.turn
    state.log.append(event(TURN, turn))
    for bomb, fate in enumerate(week.fates):
        if fate == TO_COME and arrival(bomb) == turn:
            week.fates[bomb] = COMING
            state.log.append(event(CAME, bomb))
        elif fate == COMING and (turn - arrival(bomb)) % TURNS_OVER == 0:
            state.log.append(event(CROSSED, bomb, belt_of(bomb, turn)))
    state.active = NONE
    unit = _next_patrol(state)
    if unit != NONE:
        begin_patrol(state, unit)


def _end_turn(state: BuzzState) -> None:
    """The guns fire; whoever is past the last belt is through; the week ends when nobody is left to come."""
    week = state.week
    fire_guns(state)
    for bomb, fate in enumerate(week.fates):
        if fate == COMING and belt_of(bomb, state.turn + 1) == len(BELTS):
            week.fates[bomb] = THROUGH
            state.log.append(event(GOT_THROUGH, bomb))
    if not any(fate in (TO_COME, COMING) for fate in week.fates):
        finish(state)
    else:
        _begin_turn(state)


def finish(state: BuzzState) -> None:
    """The week is over: no decision is open."""
    state.kind = OVER
    state.choices = ()
    state.actor = state.agile = NONE

"""What may be answered to a card: responses of Elements and of Formation aircraft. [WBY 6.2; SUP 20.5]

The tuples of responses are made once for each set of cards and offered again; see ``actions``.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.wildblue.actions import PASS, RESPOND_AS, RESPOND_WITH, RETURN_FIRE, SPOIL, of_mask, replies
from engine.wildblue.cards import (
    ACE_PILOT,
    ALL_FACES,
    ANSWERS,
    ANSWERS_OR_COUNTER,
    BARREL_ROLL,
    CHOP_THROTTLE,
    COUNTER,
    FACE,
    FIRING,
    FULL_THROTTLE,
    NORMAL_SPOILED,
    SCISSORS,
    SPECIAL_SPOILED,
    TIGHT_TURN,
)
from engine.wildblue.missions.formations import is_formation, support
from engine.wildblue.missions.loads import NOT_IF_LOADED, leader_is_loaded
from engine.wildblue.state import ACE_MARKER, EVASIVE_MARKER, NONE, VETERAN_MARKER, State
from engine.wildblue.tables import FIRE
from engine.wildblue.terms import NEUTRAL, RESPOND

_CHOP: int = 1 << CHOP_THROTTLE

_REPLIES: dict[int, tuple[int, ...]] = {}


def open_respond(state: State, craft: int) -> None:
    """What a hand or mini-hand answers to the last card; there is always the choice to pass. [WBY 6.2]"""
    last = state.last
    mask = state.masks[craft] & ANSWERS_OR_COUNTER[last]
    if last == FULL_THROTTLE and state.positions[craft >> 2] > NEUTRAL:
        mask &= ~_CHOP  # [6.2.3]
    if state.mission is not None:
        if is_formation(state, craft >> 2):
            state.choices = _turret_replies(state, craft, mask)
            state.kind = RESPOND
            state.actor = craft
            return
        if state.mission.load[craft]:
            mask &= ~NOT_IF_LOADED
    if state.markers[craft] or craft == state.agile:
        state.choices = _special_replies(state, craft, mask)
    else:
        try:
            state.choices = _REPLIES[mask]
        except KeyError:
            state.choices = _REPLIES[mask] = replies(mask)
    state.kind = RESPOND
    state.actor = craft


def _special_replies(state: State, craft: int, mask: int) -> tuple[int, ...]:
    """Responses of a pilot who may make a card something else. [WBY 5.5.1, 19.2.1; 19.2 Veteran]"""
    return (*replies(mask)[:-1], *made_replies(state, craft, RESPOND_AS), PASS)


def made_replies(state: State, craft: int, rows: Mapping[int, tuple[int, ...]]) -> list[int]:
    """Responses with any card made something else, from the row of what it is made. [WBY 5.5.1, 19.2.1; SUP 19.2 V]"""
    hand = state.masks[craft] & (ALL_FACES | COUNTER)
    answers = ANSWERS[state.last]
    made: list[int] = []
    if state.markers[craft] & ACE_MARKER:
        made.append(ACE_PILOT)
    if state.markers[craft] & VETERAN_MARKER:
        made += [face for face in (BARREL_ROLL, TIGHT_TURN) if answers >> face & 1]
    if craft == state.agile and answers >> SCISSORS & 1 and not leader_is_loaded(state):
        made.append(SCISSORS)
    return [action for face in made for action in of_mask(rows[face], hand & ~(1 << face))]


def _turret_replies(state: State, craft: int, mask: int) -> tuple[int, ...]:
    """Responses of a Formation aircraft: a Wingman's, return fire, Spoiled Attacks. [SUP 19.3 E, 20.5.2-5]"""
    mission = state.mission
    assert mission is not None
    last = state.last
    hand = state.masks[craft] & ALL_FACES
    choices = of_mask(RESPOND_WITH, mask)
    if state.markers[craft] & EVASIVE_MARKER and ANSWERS[last] >> BARREL_ROLL & 1:
        choices += of_mask(RESPOND_AS[BARREL_ROLL], hand & ~(1 << BARREL_ROLL))
    if last == state.attack and mission.return_fire == NONE:
        choices += of_mask(RETURN_FIRE, hand & FIRE[mission.mini_hand])
        if FIRING >> last & 1:
            symbol = spoiling(state, craft)
            spoiled = 0
            for card in state.hands[craft]:
                if symbol[card]:
                    spoiled |= 1 << FACE[card]
            choices += of_mask(SPOIL, spoiled)
    return (*choices, PASS)


def spoiling(state: State, craft: int) -> tuple[bool, ...]:
    """By card: whether its symbol spoils attacks at a bomber that receives so much Support. [SUP 20.5.5]"""
    return NORMAL_SPOILED if support(state, craft) else SPECIAL_SPOILED

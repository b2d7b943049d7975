"""How an attack ends, and with what the sequence of play goes on. [WBY 10.4e, 10.5f, 11.2; SUP 20.3.2]"""

from __future__ import annotations

from engine.flames.hands import discard_hand, mask_hand
from engine.wildblue.actions import JETTISON, KEEP
from engine.wildblue.cards import ALL_FACES
from engine.wildblue.damage import side_gone
from engine.wildblue.missions.loads import release
from engine.wildblue.missions.mission import Mission, mission_of
from engine.wildblue.offers import open_leader, open_wingman
from engine.wildblue.state import GONE, NONE, State
from engine.wildblue.terms import (
    DROP_TANKS,
    LEADER,
    LEADER_OVER,
    SIDE_OF_CRAFT,
    TURN_OVER,
    WINGMAN,
    WINGMAN_OVER,
)
from engine.wildblue.terms import JETTISON as JETTISON_STEP


def end_attacks(state: State) -> None:
    """End a Wingman's or a Leader's attack: mini-hands are discarded. [WBY 10.4e, 10.5f]"""
    wingman = 4 * state.active + 1
    if state.hands[wingman]:
        discard_hand(state, wingman)
    if state.drawn:
        if state.target != GONE:
            discard_hand(state, state.target)
        state.drawn = False
    state.target = NONE
    mission = state.mission
    if mission is not None:
        mission.escort = mission.interrupted = mission.return_fire = NONE
        mission.escorted = False
        if mission.oblique:
            _take_up_hand(state, mission, 4 * state.active)
            mission.oblique = False


def _take_up_hand(state: State, mission: Mission, craft: int) -> None:
    """After an attack with Oblique Guns, or a defence in the midst of an attack, the hand set aside is back."""
    discard_hand(state, craft)
    state.hands[craft] = mission.aside
    mask_hand(state, craft)
    mission.aside = []


def lay_aside(state: State, mission: Mission, craft: int) -> None:
    """Make room for the mini-hand of Oblique Guns, or for a Wingman's Defensive one. [WBY 10.1.2, 17.5.2]"""
    mission.aside = state.hands[craft]
    state.hands[craft] = []
    state.masks[craft] &= ~ALL_FACES


def resume(state: State) -> None:
    """Go on with the step in which the attack was made, unless the fight is over."""
    mission = state.mission
    if mission is not None and mission.interrupted != NONE:
        _back_to_the_attack(state, mission)
    if (state.target == GONE or mission is not None) and side_gone(state):  # a dogfight's attack ends it by a kill only
        end_attacks(state)
        state.kind = TURN_OVER
    elif not state.attacker & 1:
        open_leader(state)
    elif state.target == GONE:
        end_attacks(state)
        state.kind = WINGMAN_OVER
    else:
        open_wingman(state)


def ask_about_tanks(state: State, mission: Mission) -> None:
    """Break into the sequence of play for Fighters that have just been Damaged. [WBY 18.1.1]"""
    if side_gone(state):
        mission.dropping.clear()
        return
    mission.then = state.kind
    open_tanks(state, mission)


def open_tanks(state: State, mission: Mission) -> None:
    who = mission.dropping[0]
    unit = who >> 2
    state.actor = 4 * unit if state.who[4 * unit] == who else 4 * unit + 1
    state.choices = (JETTISON, KEEP)
    state.kind = JETTISON_STEP


def decide_tanks(state: State, mission: Mission, action: int) -> None:
    """A Damaged Fighter jettisons its Drop Tanks or keeps them; after the last one play goes on. [WBY 18.1.1]"""
    mission.dropping.pop(0)
    if action == JETTISON:
        release(state, state.actor, DROP_TANKS)
    if mission.dropping:
        open_tanks(state, mission)
        return
    state.kind, mission.then = mission.then, NONE
    if state.kind == LEADER:
        open_leader(state)
    elif state.kind == WINGMAN:
        open_wingman(state)


def _back_to_the_attack(state: State, mission: Mission) -> None:
    """After an escort's counter-attack he who was interrupted attacks again. [SUP 20.3.2]"""
    if mission.interrupted != NONE:
        if mission.interrupted & 1 and state.attacker != mission.interrupted and state.options.edition > 1:
            _take_up_hand(state, mission, mission.interrupted)
        state.attacker = mission.interrupted
        mission.interrupted = mission.escort = NONE


def attacker_lost(state: State) -> None:
    """End the step of an attacker whom bombers or an escort shot down; his promoted Wingman has none. [WBY 11.2]"""
    mission = mission_of(state)
    _back_to_the_attack(state, mission)
    craft = state.attacker
    if mission.oblique:
        state.discards[craft >> SIDE_OF_CRAFT].extend(mission.aside)
        mission.aside = []
        mission.oblique = False
    end_attacks(state)
    if side_gone(state) or not state.flying >> state.active & 1:
        state.kind = TURN_OVER
    else:
        state.kind = WINGMAN_OVER if craft & 1 else LEADER_OVER

"""The Wingman Step, the Leader Step and the chains of responses. [WBY 3.1, 3.3, 6, 7.3, 7.5, 9, 10]"""

from __future__ import annotations

from engine.wildblue.actions import (
    COUNTS_AS,
    DISENGAGE,
    END,
    FACE_PLAYED,
    GIVE_UP,
    IS_HEAVY_GUN,
    PASS,
    ROLL_CLIMB,
    SKIP,
    SPENDS_COUNTER,
    TARGET,
)
from engine.wildblue.altitude import change, open_hide
from engine.wildblue.cards import (
    ACE_PILOT,
    BURSTS,
    CLOUDS,
    FIRING,
    FIRST_FIRING,
    FULL_THROTTLE,
    SCISSORS,
    VERTICAL_ROLL,
)
from engine.wildblue.damage import disengage, fire, leave, straggler_to_come
from engine.wildblue.hands import draw, open_throttle, play_counter, set_guns, spend
from engine.wildblue.missions.bombers import (
    ask_target,
    declare,
    defend,
    escort_answers,
    negate,
    see_hand,
    shielded,
    strike_back,
    turret_answers,
)
from engine.wildblue.missions.formations import defensive_cards, is_formation, offensive_cards
from engine.wildblue.missions.resume import ask_about_tanks, attacker_lost, end_attacks, lay_aside, resume
from engine.wildblue.offers import open_leader, open_wingman
from engine.wildblue.responses import open_respond
from engine.wildblue.state import ACE_MARKER, GAINED, GONE, NONE, VETERAN_MARKER, State, engage, event
from engine.wildblue.tables import STEPS, WINGMAN_BURSTS
from engine.wildblue.terms import IN_CLOUDS, LEADER_OVER, NEUTRAL, TURN_OVER, WINGMAN_OVER

# The Wingman Step


def wingman_target(state: State, action: int) -> None:
    """Draw the mini-hand; against a Wingman it must hold a firing card. [WBY 10.1.1, 10.4, 10.5]"""
    if action == SKIP:
        state.kind = WINGMAN_OVER
        return
    craft = state.actor
    unit = state.active
    target = TARGET[action]
    mission = state.mission
    if mission is None:
        count = state.sheet(craft).offensive[state.altitude[unit]] - state.cockpit[craft]
    else:
        mission.fought = True
        if is_formation(state, target >> 2):
            declare(state, action)
            return
        count = offensive_cards(state, craft)
    state.target = target
    draw(state, craft, count)
    if target & 1 and not state.masks[craft] & FIRING:
        end_attacks(state)
        state.kind = WINGMAN_OVER
        return
    open_wingman(state)


def wingman(state: State, action: int) -> None:
    """Play one card of the mini-hand, or end the step. [WBY 10.4, 10.5]"""
    if action == END:
        end_attacks(state)
        state.kind = WINGMAN_OVER
        return
    _attack(state, action)


# The Leader Step


def leader(state: State, action: int) -> None:
    """One play of the active Leader, or something he does instead. [WBY 3.3]"""
    if action == END:
        end_attacks(state)
        state.kind = LEADER_OVER
        return
    if TARGET[action] >= 0:
        state.played = True
        if FACE_PLAYED[action] < 0:
            declare(state, action)
        else:
            _attack(state, action)
        return
    unit = state.active
    if action == GIVE_UP:
        engage(state, unit, state.engaged[unit], NEUTRAL)
        open_leader(state)
    elif action == DISENGAGE:
        disengage(state, unit)
        state.kind = TURN_OVER
    else:
        _change_attack(state, action)


def _change_attack(state: State, action: int) -> None:
    """Play a Vertical Roll or Clouds; only an Advantaged or Tailing enemy Leader may respond. [WBY 7.3.5, 8.2.3]

    Whoever plays one against such an enemy has thereby chosen his target; who was Advantaged or Tailing himself has
    only lost his position and may attack another at his new altitude. [WBY 8.2.4, 8.2.1d]
    """
    unit = state.active
    craft = 4 * unit
    state.played = True
    state.attacker = craft
    state.attack = state.last = FACE_PLAYED[action]
    state.gunner = False
    state.direction = 1 if action == ROLL_CLIMB else -1
    spend(state, craft, state.attack)
    if state.positions[unit] < NEUTRAL:
        foe = state.defender = 4 * state.engaged[unit]
        if state.target == NONE:
            state.target = foe
        see_hand(state, foe)
        open_respond(state, foe)
    else:
        state.defender = NONE
        _change_succeeds(state)


def _change_succeeds(state: State) -> None:
    """A Vertical Roll changes altitude; Clouds hide the unit, in the last Game-Turn for good. [WBY 7.3.5, 8.2.2]"""
    unit = state.active
    if state.attack == VERTICAL_ROLL:
        change(state, state.direction, roll=True)
        return
    foe = state.engaged[unit]
    if foe >= 0:
        engage(state, unit, foe, NEUTRAL)
    end_attacks(state)
    if state.turn == state.last_turn and not straggler_to_come(state):
        leave(state, unit, IN_CLOUDS)
        state.kind = TURN_OVER
    else:
        open_hide(state)


# Attack and response


def _attack(state: State, action: int) -> None:
    """Play one Attack card at an aircraft, which may then respond. [WBY 6.1, 6.2]"""
    craft = state.actor
    target = TARGET[action]
    counts_as = COUNTS_AS[action]
    if SPENDS_COUNTER[action]:
        play_counter(state, craft)
    else:
        spend(state, craft, FACE_PLAYED[action])
    state.attacker = craft
    state.defender = state.target = target
    state.attack = state.last = counts_as
    state.gunner = False
    if state.guns[craft] and action in IS_HEAVY_GUN:
        set_guns(state, craft, state.guns[craft] - 1)
    elif counts_as != FACE_PLAYED[action]:
        state.agile = NONE
    if counts_as >= FIRST_FIRING and not craft & 1:
        if state.positions[craft >> 2] < NEUTRAL:
            state.gunned += BURSTS[counts_as]
            state.gunner = True
        else:
            state.fired += BURSTS[counts_as]
    if state.mission is not None:
        if counts_as == FULL_THROTTLE:
            open_throttle(state.mission, craft)
        elif counts_as >= FIRST_FIRING and craft & 1:
            state.mission.guns = state.options.edition > 1
        defend(state)
        return
    if target & 1 and not state.drawn:
        state.drawn = True
        draw(state, target, state.sheet(target).defensive[state.altitude[target >> 2]])
    open_respond(state, target)


def counter(state: State, action: int) -> None:
    """The escort that negated a card plays one Attack card at the attacker, or none. [SUP 20.3.2]

    A Wingman answers it from a Defensive mini-hand, the Offensive one set aside meanwhile. [WBY 10.1.2, 10.6.1]
    """
    mission = state.mission
    assert mission is not None
    if action == END:
        resume(state)
        return
    craft = state.attacker = state.actor
    state.defender = TARGET[action]
    state.attack = state.last = COUNTS_AS[action]
    state.gunner = False
    spend(state, craft, FACE_PLAYED[action])
    if action in IS_HEAVY_GUN:
        set_guns(state, craft, state.guns[craft] - 1)
    if state.defender & 1 and state.options.edition > 1:
        lay_aside(state, mission, state.defender)
        draw(state, state.defender, defensive_cards(state, state.defender, craft))
    open_respond(state, state.defender)


def respond(state: State, action: int) -> None:
    """Answer the last card, or let it stand. Whoever plays last has his way. [WBY 6.2]"""
    craft = state.actor
    mission = state.mission
    if action == PASS:
        if craft != state.defender:
            _fail(state)
        elif mission is None or not shielded(state):
            _succeed(state)
        else:
            ask_target(state)
        if mission is not None and mission.dropping:
            ask_about_tanks(state, mission)
        return
    if mission is not None:
        if is_formation(state, craft >> 2):
            turret_answers(state, action)
            state.last = COUNTS_AS[action]
            open_respond(state, state.attacker)
            return
        if craft == state.defender and shielded(state):
            escort_answers(state)
    face = FACE_PLAYED[action]
    counts_as = state.last = COUNTS_AS[action]
    if SPENDS_COUNTER[action]:
        play_counter(state, craft)
    else:
        spend(state, craft, face)
    if counts_as == FULL_THROTTLE and mission is not None:
        open_throttle(mission, craft)
    if counts_as != face:
        use_up(state, craft, counts_as)
    if craft != state.defender:
        open_respond(state, state.defender)
    elif state.gunner:
        _evade_gunner(state)
    else:
        open_respond(state, state.attacker)


def use_up(state: State, craft: int, counts_as: int) -> None:
    """A Skill or Agile that made a card something else does so no more. [WBY 5.5.1, 19.2.1; SUP 19.2 V]"""
    if counts_as == SCISSORS:
        state.agile = NONE
    else:
        state.markers[craft] &= ~(ACE_MARKER if counts_as == ACE_PILOT else VETERAN_MARKER)


def _fail(state: State) -> None:
    """The attack is stopped; an escort may then attack, and return fire strikes. [WBY 6.2, SUP 20.3, 20.5.3]"""
    if shielded(state):
        negate(state)
        return
    if state.mission is None:
        resume(state)
    elif strike_back(state):
        attacker_lost(state)
    else:
        resume(state)


def _evade_gunner(state: State) -> None:
    """A Gunner's attack ends with the first response, which may cost a step of position. [WBY 9.2.2, 9.2.1]"""
    if state.options.evading_gunners and not state.defender & 1 and not shielded(state):
        foe = state.defender >> 2
        engage(state, foe, state.engaged[foe], state.positions[foe] - 1)
        resume(state)
    else:
        _fail(state)


def _succeed(state: State) -> None:
    """Apply the attack that nobody stopped. [WBY 6.2, 7.3, 9.3, 10.6.2]"""
    attack = state.attack
    attacker = state.attacker
    target = state.defender
    if attack >= FIRST_FIRING:
        mission = state.mission
        if fire(state, attacker, target, attack, state.gunner or (mission is not None and mission.oblique)):
            if mission is not None and mission.interrupted != NONE:
                attacker_lost(state)
                return
            if state.drawn:
                state.drawn = False
            state.target = GONE
    elif attack >= CLOUDS:
        _change_succeeds(state)
        return
    elif target & 1 or (state.mission is not None and is_formation(state, target >> 2)):
        state.bonus += WINGMAN_BURSTS[attack]
        state.log.append(event(GAINED, attacker >> 2, WINGMAN_BURSTS[attack]))
    else:
        _improve(state, attacker >> 2, target >> 2, STEPS[attack])
    resume(state)


def _improve(state: State, unit: int, foe: int, steps: int) -> None:
    """Better a position; against a lone Leader first that of whoever he is after. [WBY 7.3, 7.5.2]"""
    if state.engaged[unit] == foe:
        engage(state, unit, foe, state.positions[unit] + steps)
        return
    friend = state.engaged[foe]
    if friend < 0:
        engage(state, unit, foe, NEUTRAL + steps)
        return
    position = state.positions[friend] + steps
    if position <= NEUTRAL:
        engage(state, friend, foe, position)
    else:
        engage(state, friend, foe, NEUTRAL)
        engage(state, unit, foe, position)

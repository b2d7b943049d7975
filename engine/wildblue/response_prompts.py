"""What is asked of who may answer a card: what it does if nobody answers any more. [WBY 6.2, 7.3, 8.2, 9.3]

All of it lies open on the table.
"""

from __future__ import annotations

from engine.flames.board import counted, plain_name
from engine.wildblue.cards import (
    BURSTS,
    CLOUDS,
    FIRST_FIRING,
    HITS,
    IMS_COCKPIT,
    IMS_ENGINE,
    IMS_FUEL,
    NAMES,
    SPOILED_ATTACK,
    VERTICAL_ROLL,
)
from engine.wildblue.missions.bombers import shielded
from engine.wildblue.missions.formations import is_formation
from engine.wildblue.missions.prompts import aircraft_called
from engine.wildblue.names import called
from engine.wildblue.state import State
from engine.wildblue.tables import ENGINE_HITS, STEPS, WINGMAN_BURSTS
from engine.wildblue.terms import ALTITUDES, NEUTRAL, POSITIONS, TAILING, unit_of, words


def response_prompt(state: State) -> str:
    """The attack or the answer, and the question."""
    who = aircraft_called(state, state.actor)
    if state.actor == state.attacker:
        return _of_attacker(state, who)
    victim = state.target if shielded(state) else state.defender
    told = _attack(state, victim)
    if state.last != state.attack:
        attacker = aircraft_called(state, state.attacker)
        told = f"{attacker} answers with {_card(state.last)}, so the attack stands again. {told}"
    if shielded(state):
        return f"{told} Answer with {who}, or leave it to the aircraft attacked?"
    if state.attack >= FIRST_FIRING:
        return f"{told} Answer, or take {'it' if _destroys(state, state.attack, victim) else 'the Hits'}?"
    if state.attack in (CLOUDS, VERTICAL_ROLL):
        return f"{told} Answer with {who}, or let him go?"
    return f"{told} Answer, or let it stand?"


def _of_attacker(state: State, who: str) -> str:
    """Somebody has answered an attack, perhaps with fire. [SUP 20.5.3]"""
    other = aircraft_called(state, state.defender)
    if FIRST_FIRING <= state.last < SPOILED_ATTACK:
        fire = _fire(state, state.defender, state.attacker, state.last, pilot=False)
        return f"{other} fires back at {who}: {fire}. Answer, or take the Hits?"
    return f"{other} answers {NAMES[state.attack]} with {_card(state.last)}. Answer with {who}, or let the attack fail?"


def _attack(state: State, victim: int) -> str:
    """The attack, and what comes of it if it stands."""
    attack = state.attack
    attacker = aircraft_called(state, state.attacker)
    if attack == CLOUDS:
        return f"{attacker} slips into the Clouds."
    if attack == VERTICAL_ROLL:
        altitude = words(ALTITUDES[state.altitude[unit_of(state.attacker)] + state.direction])
        verb = "climbs" if state.direction > 0 else "dives"
        return f"{attacker} {verb} to {altitude} by a Vertical Roll."
    target = aircraft_called(state, victim)
    if attack >= FIRST_FIRING:
        shooter = f"{attacker}’s Gunner" if state.gunner else attacker
        fire = _fire(state, state.attacker, victim, attack, pilot=_is_pilots(state))
        return f"{shooter} fires at {target} with {plain_name(NAMES[attack])}: {fire}."
    return f"{attacker} plays {NAMES[attack]} at {target}: {_gain(state, victim)}."


def _card(face: int) -> str:
    """What a card counts as."""
    return "a Spoiled Attack" if face == SPOILED_ATTACK else NAMES[face]


def _destroys(state: State, face: int, victim: int) -> bool:
    """Whether a hit is the end of the aircraft, however few Hits it bears. [WBY 9.3.4, 9.3.5]"""
    return face == IMS_FUEL or (face == IMS_ENGINE and not state.sortie(victim).aircraft.multi_engined)


def _fire(state: State, shooter: int, victim: int, face: int, *, pilot: bool) -> str:
    """Bursts and Hits of a shot, and whether they are enough for something. [WBY 9.3]"""
    bursts = counted(BURSTS[face], "Burst")
    if _destroys(state, face, victim):
        return f"{bursts}, and it is Destroyed"
    hits = _hits(state, shooter, face, pilot=pilot)
    said = f"{bursts}, {counted(hits, 'Hit')}"
    if face == IMS_COCKPIT:
        said += " and a Cockpit Hit"
    fate = _fate(state, shooter, victim, face, pilot=pilot)
    return f"{said}, enough to {fate} it" if fate else said


def _hits(state: State, shooter: int, face: int, *, pilot: bool) -> int:
    return (ENGINE_HITS if face == IMS_ENGINE else HITS[face]) + (state.sheet(shooter).plus if pilot else 0)


def _fate(state: State, shooter: int, victim: int, face: int, *, pilot: bool) -> str:
    """What a shot is enough to do to an aircraft: ``destroy``, ``damage`` or nothing. [WBY 9.3]"""
    sheet = state.sheet(victim)
    total = state.hits[victim] + _hits(state, shooter, face, pilot=pilot)
    if _destroys(state, face, victim) or total >= (sheet.back or sheet).capacity:
        return "destroy"
    return "damage" if sheet.back and total >= sheet.capacity else ""


def fate_of_attacked(state: State) -> str:
    """What the open attack, if it stands, does to the aircraft attacked: ``destroy``, ``damage`` or neither."""
    victim = state.target if shielded(state) else state.defender
    if state.attack < FIRST_FIRING:
        return ""
    return _fate(state, state.attacker, victim, state.attack, pilot=_is_pilots(state))


def _is_pilots(state: State) -> bool:
    """The pilot fires ahead, no Gunner and no Oblique Guns. [WBY 9.3.6, 17.5.2]"""
    return not (state.gunner or (state.mission is not None and state.mission.oblique))


def _gain(state: State, victim: int) -> str:
    """What a card that does not fire brings. [WBY 7.3, 7.5.2, 10.4.1, 10.6.2]"""
    unit, foe = unit_of(state.attacker), unit_of(victim)
    if victim & 1 or is_formation(state, foe):
        return f"{counted(WINGMAN_BURSTS[state.attack], 'Burst')} more"
    steps = STEPS[state.attack]
    friend = unit if state.engaged[unit] == foe else state.engaged[foe]
    now = NEUTRAL if friend < 0 else state.positions[friend]
    then = min(now + steps, TAILING)
    if friend in (unit, -1):
        return f"{words(POSITIONS[now])} becomes {words(POSITIONS[then])}"
    if then <= NEUTRAL:
        return f"{called(state, friend)} is {words(POSITIONS[then])} instead of {words(POSITIONS[now])}"
    return f"{called(state, friend)} is Neutral again, and {called(state, unit)} {words(POSITIONS[then])}"

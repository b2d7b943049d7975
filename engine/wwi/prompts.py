"""What a decision asks, in a sentence."""

from __future__ import annotations

from typing import Final

from engine.flames.board import counted, plain_name
from engine.wwi.cards import (
    BURSTS,
    EFFECT,
    ENGINE,
    FIRST_FIRING,
    FUEL_TANK,
    HITS,
    IMMELMANN,
    MANEUVER,
    NAMES,
    ON_FIRE,
    TAIL,
    WING,
)
from engine.wwi.cards import WOUNDED as WOUNDED_PILOT
from engine.wwi.events import called
from engine.wwi.state import State, relation
from engine.wwi.tables import IMMELMANN_STEPS, MANEUVER_STEPS, WOUND
from engine.wwi.terms import (
    ALTITUDE,
    ALTITUDE_STEP,
    ALTITUDES,
    DISCARD,
    FOLLOW,
    KEEP,
    LEADER,
    PAY,
    RESPOND,
    TAILING,
    WINGMAN,
    WOUNDED,
    words,
)


def prompt(state: State) -> str:
    """A sentence for who has to decide; it gives nothing away that he does not know."""
    kind, who = state.kind, called(state, state.actor)
    if kind == ALTITUDE:
        return f"Choose the altitude at which {who} begins."
    if kind == WINGMAN:
        return f"Play a card of {who}, or end his attack."
    if kind == RESPOND:
        return _response(state, who)
    if kind == KEEP:
        return f"Choose on which of two enemies {who} stays."
    if kind == WOUNDED:
        return f"{who} is wounded: discard {_cards(state.pay_left)}."
    if kind == ALTITUDE_STEP:
        return f"Climb, dive or stay at {words(ALTITUDES[state.altitude[state.active]])} with {who}."
    if kind == PAY:
        return f"Discard {_cards(state.pay_left)} of {who} for the change of altitude."
    if kind == FOLLOW:
        front = state.on[state.mover]
        return f"Follow {called(state, front << 4)} to {words(ALTITUDES[state.altitude[front]])} with {who}, or stay."
    if kind == LEADER:
        return f"Play a card of {who}, or end his attacks."
    if kind == DISCARD:
        return f"Discard cards of {who}, or end."
    return ""


def _response(state: State, who: str) -> str:
    """What a card does if nobody answers any more; all of that lies open on the table. [WWI How It Works]"""
    attacker, defender = called(state, state.attacker), called(state, state.defender)
    if state.actor == state.attacker:
        return f"{defender} answers {NAMES[state.attack]} with {NAMES[state.last]}. Answer with {who}, or let it fail?"
    told = _attack(state, attacker, defender)
    if state.last != state.attack:
        told = f"{attacker} answers with {NAMES[state.last]}, so the first card stands again. {told}"
    if state.direction:
        return f"{told} Answer with {who}, or let him go?"
    if state.attack < FIRST_FIRING:
        return f"{told} Answer, or let it stand?"
    return f"{told} Answer, or take {'it' if EFFECT[state.attack] == FUEL_TANK else 'the Hits'}?"


def _attack(state: State, attacker: str, defender: str) -> str:
    """A card that is played, and what comes of it. [WWI The Cards]"""
    attack = state.attack
    if state.direction:
        altitude = words(ALTITUDES[state.altitude[state.active] + state.direction])
        return f"{attacker} {'climbs' if state.direction > 0 else 'dives'} to {altitude} by a Vertical Roll."
    if attack >= FIRST_FIRING:
        shooter = f"{attacker}’s Gunner" if state.gunner else attacker
        return f"{shooter} fires at {defender} with {plain_name(NAMES[attack])}: {_fire(state)}."
    return f"{attacker} plays {NAMES[attack]} at {defender}: {_gain(state)}."


def _fire(state: State) -> str:
    """Bursts, Hits and the special damage of a shot, and whether that is enough for something. [WWI Damage]"""
    attack = state.attack
    said = counted(BURSTS[attack], "Burst")
    if EFFECT[attack] == FUEL_TANK:
        return f"{said}, and the aircraft is destroyed"
    said = f"{said}, {counted(_hits(state), 'Hit')}{_EFFECTS.get(EFFECT[attack], '')}"
    fate = fate_of_attacked(state)
    return f"{said}, enough to {fate} it" if fate else said


def _hits(state: State) -> int:
    plus = 0 if state.gunner or state.attacker & 15 else state.sheet(state.attacker).plus
    return HITS[state.attack] + plus


def fate_of_attacked(state: State) -> str:
    """What the open attack, if it stands, does to the aircraft attacked: ``destroy``, ``damage`` or neither."""
    attack, sheet = state.attack, state.sheet(state.defender)
    if attack < FIRST_FIRING or state.direction:
        return ""
    total = state.hits[state.defender] + _hits(state)
    if EFFECT[attack] == FUEL_TANK or total >= (sheet.back or sheet).airframe:
        return "destroy"
    return "damage" if sheet.back and total >= sheet.airframe else ""


_EFFECTS: Final = {
    WOUNDED_PILOT: f" and a wounded pilot, who discards {counted(WOUND, 'card')}",
    ON_FIRE: " and fire",
    WING: " and a damaged wing",
    ENGINE: " and a damaged engine",
    TAIL: " and a damaged tail",
}


def _gain(state: State) -> str:
    """What a card that does not fire brings. [WWI Maneuver, Immelmann, Side Slip, Vertical Roll c]"""
    attack, unit, foe = state.attack, state.benefit, state.defender >> 4
    steps = _STEPS.get(attack, 0)
    if state.defender & 15:
        return f"{counted(steps, 'Burst')} more at him" if steps else "a card for the Leader"
    now = relation(state, unit, foe)
    then = min(now + steps, TAILING) if steps else -now
    if unit == state.attacker >> 4:
        return f"{_PLACES[now]} becomes {_PLACES[then]}"
    return f"{called(state, unit << 4)} is {_PLACES[then]} instead of {_PLACES[now]}"


_STEPS: Final = {MANEUVER: MANEUVER_STEPS, IMMELMANN: IMMELMANN_STEPS}
_PLACES: Final = {2: "Tailing", 1: "Advantaged", 0: "Neutral", -1: "Disadvantaged", -2: "Tailed"}


def _cards(count: int) -> str:
    return f"{count} card{'s' if count > 1 else ''}"

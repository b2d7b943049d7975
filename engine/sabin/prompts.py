"""What a decision asks, in a sentence."""

from __future__ import annotations

from typing import Final

from engine.core import dice
from engine.sabin.choices import enemy_in_combat
from engine.sabin.combat import (
    HEAD_ON,
    MODIFIER,
    MODIFIERS,
    bombers_fire,
    bombers_reasons,
    fighters_reasons,
    may_hit_twice,
)
from engine.sabin.names import called
from engine.sabin.plan import Unit
from engine.sabin.state import State
from engine.sabin.tables import HIT_FROM, TWO_HITS_FROM
from engine.sabin.terms import (
    BOMBER,
    BOMBERS,
    CHOOSE_COLUMN,
    COLUMNS,
    DEPLOY,
    FACING,
    FACING_TEXT,
    FACINGS,
    FIRE,
    MOVE,
    PLACE,
    PLACE_TEXT,
)

SIX: Final = 6
"""The most that the die shows."""


def prompt(state: State) -> str:
    """A sentence for who has to decide."""
    kind = state.kind
    who = called(state, state.actor) if state.actor >= 0 else ""
    if kind == CHOOSE_COLUMN:
        return f"Choose the column in which {who} is set up."
    if kind == DEPLOY:
        return f"Choose the block of column {COLUMNS[state.column]} in which {who} is set up."
    if kind == MOVE:
        spot = state.spots[state.actor]
        return (
            f"Move {who}, now in {PLACE_TEXT[PLACE[spot]]}, {FACING_TEXT[spot % FACINGS]}: choose where the move ends."
        )
    if kind == FIRE:
        return f"{_combat(state, who)} Fire, or hold fire?"
    ours, theirs = (state.suffered[side] for side in (state.plan.escorting, 1 - state.plan.escorting))
    score = f"{_hits(ours)} suffered and {_hits(theirs)} scored"
    return f"Turn {state.turn} is over, {score}: press on, or turn back and lose?"


def _combat(state: State, who: str) -> str:
    """Whom the unit that is asked has met, what hits, and what the enemy does. [SABIN Combat c, f, g]"""
    number, foe = state.actor, enemy_in_combat(state)
    unit, target = state.plan.unit(number), state.plan.unit(foe)
    facing = FACING[state.spots[number]]
    reasons = fighters_reasons(state, number, foe, state.sun and number == state.attacker)
    twice = may_hit_twice(unit, facing, target)
    return f"{who} meets {called(state, foe)} and {_odds(reasons, twice=twice)}. {_enemy(state, foe, target, facing)}"


def _enemy(state: State, foe: int, target: Unit, facing: int) -> str:
    """What is known of the enemy's fire."""
    whom = called(state, foe)
    if target.role == BOMBER:
        bomber_phase = state.phase == BOMBERS
        if not bombers_fire(target, facing, bomber_phase=bomber_phase):
            return f"{whom} does not fire back."
        return f"{whom} fires back and {_odds(bombers_reasons(target, facing, bomber_phase=bomber_phase))}."
    if state.actor != state.attacker:
        return f"{whom} fires at it, head-on." if state.fires else f"{whom} holds its fire."
    if HEAD_ON.get(FACING[state.spots[foe]]) == facing:
        return f"{whom} may fire back, head-on."
    return f"{whom} cannot fire back."


def _odds(reasons: int, *, twice: bool = False) -> str:
    """Which dice hit, and why: ``hits on 5 or more (+1 at bombers), twice on 6``."""
    modifier = MODIFIER[reasons]
    why = [f"{dice.signed(value)} {name}" for each, (value, name) in MODIFIERS.items() if reasons & each]
    because = f" ({', '.join(why)})" if why else ""
    if modifier + SIX < HIT_FROM:
        return f"cannot hit{because}"
    again = f", twice on {_shown(TWO_HITS_FROM - modifier)}" if twice and modifier + SIX >= TWO_HITS_FROM else ""
    return f"hits on {_shown(HIT_FROM - modifier)}{because}{again}"


def _shown(least: int) -> str:
    return f"{least} or more" if least < SIX else str(SIX)


def _hits(number: int) -> str:
    return f"{number} hit{'' if number == 1 else 's'}"

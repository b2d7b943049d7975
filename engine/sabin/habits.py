"""Standing orders of a person for a whole game. Nothing is hidden in this one, so they may look at all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.core.choices import Habit
from engine.core.game import Action, Game
from engine.sabin.actions import FIRST_COLUMN, HOLD_FIRE, OPEN_FIRE, PRESS_ON
from engine.sabin.choices import enemy_in_combat
from engine.sabin.combat import MODIFIER, fighters_reasons
from engine.sabin.prompts import SIX
from engine.sabin.tables import HIT_FROM
from engine.sabin.terms import CHOOSE_COLUMN, COLUMN, DECISIONS, FIRE, MOVE, TURN_BACK

if TYPE_CHECKING:
    from engine.sabin.state import State


def _state(game: Game) -> State:
    return game  # type: ignore[return-value]  # every game of this system is one


def _fire(game: Game) -> Action | None:
    return OPEN_FIRE


def can_hit(state: State) -> bool:
    """Whether the highest die hits for the flight that may fire. [SABIN Combat f]"""
    sun = state.sun and state.actor == state.attacker
    return SIX + MODIFIER[fighters_reasons(state, state.actor, enemy_in_combat(state), sun)] >= HIT_FROM


def _fire_if_it_can_hit(game: Game) -> Action | None:
    """Who fires and rolls the highest die runs low on ammunition, so others hold. [SABIN Combat f, j]"""
    return OPEN_FIRE if can_hit(_state(game)) else HOLD_FIRE


def _press_on(game: Game) -> Action | None:
    return PRESS_ON


def _the_only_move(game: Game) -> Action | None:
    """Where one move is left besides breaking formation. [SABIN Breaking a]"""
    choices = _state(game).choices
    return choices[0] if len(choices) == 2 else None


def _in_the_same_column(game: Game) -> Action | None:
    """That of the side's flight that was set up first, while there is room. [SABIN Set-Up b]"""
    state = _state(game)
    order = state.plan.deployers
    before = order[: order.index(state.actor)]
    if not before:
        return None
    action = FIRST_COLUMN + COLUMN[state.spots[before[0]]]
    return action if action in state.choices else None


HABITS: Final = (
    Habit("fire", "Always fire", frozenset((DECISIONS[FIRE],)), _fire),
    Habit(
        "fire-to-hit",
        "Fire where the die can hit, else hold",
        frozenset((DECISIONS[FIRE],)),
        _fire_if_it_can_hit,
        is_usual=True,
    ),
    Habit("press-on", "Never turn back", frozenset((DECISIONS[TURN_BACK],)), _press_on),
    Habit("only-move", "Never break formation while a move is left", frozenset((DECISIONS[MOVE],)), _the_only_move),
    Habit(
        "one-column",
        "Set up all escorts in the column of the first",
        frozenset((DECISIONS[CHOOSE_COLUMN],)),
        _in_the_same_column,
    ),
)

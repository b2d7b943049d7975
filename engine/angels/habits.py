"""Standing orders of a person for a whole game. Nothing is hidden in this one, so they may look at all of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine.angels import terms
from engine.angels.actions import AHEAD, DECLINE, KEEP, NO_MORE, SECOND, SPEED, STATUS, STAY_CLEAR, TURN_RIGHT
from engine.angels.hexes import STEP
from engine.core.choices import Habit
from engine.core.game import Action, Game

if TYPE_CHECKING:
    from engine.angels.state import State


def _habit(
    slug: str, label: str, kind: int, choose: Callable[[State], Action | None], *, is_usual: bool = False
) -> Habit:
    def chosen(game: Game) -> Action | None:
        """One of the legal actions."""
        state: State = game  # type: ignore[assignment]  # every game of this system is one
        action = choose(state)
        return action if action in state.choices else None

    return Habit(slug, label, frozenset((terms.DECISIONS[kind],)), chosen, is_usual=is_usual)


def _same_speed(state: State) -> Action | None:
    """That of the last move. [A20 Choose Speed]"""
    return SPEED[state.speed[state.actor]] if state.speed[state.actor] else None


def _bombers_straight(state: State) -> Action | None:
    """A bomber, unless the map ends before it. [A20 Bomber Stats, Managing the Battle Map]"""
    who = state.actor
    ahead = state.place[who] + STEP[state.facing[who]]
    return AHEAD if state.sheets[who].aircraft.token and ahead in state.hexes else None


def _required_turn(state: State) -> Action | None:
    """The turn, where a status requires it or the maneuver that may fail. [A20 Evading Status b]"""
    choices = state.choices
    return choices[0] if len(choices) == 2 and AHEAD < choices[0] <= TURN_RIGHT else None


def _only_attack(state: State) -> Action | None:
    """Where there is a single one. [A20 Attack Phase b]"""
    attacks = [action for action in state.choices if action != DECLINE]
    return attacks[0] if len(attacks) == 1 else None


HABITS: Final = (
    _habit("second", "Always be the second player", terms.TURN_POSITION, lambda state: SECOND),
    _habit("same-speed", "Fly at the speed of the last move", terms.SPEED, _same_speed),
    _habit("in-order", "Move my aircraft in their order", terms.AIRCRAFT, lambda state: state.choices[0]),
    _habit("bombers-straight", "Fly bombers straight ahead", terms.HEX, _bombers_straight),
    _habit("required-turn", "Begin an evading move with the turn", terms.HEX, _required_turn, is_usual=True),
    _habit("neutral", "End every move neutral", terms.STATUS, lambda state: STATUS[terms.NEUTRAL]),
    _habit("clear", "Stay clear of the clouds", terms.IN_CLOUDS, lambda state: STAY_CLEAR),
    _habit("no-adjustment", "Adjust no position", terms.ADJUST, lambda state: NO_MORE),
    _habit("only-attack", "Make the only attack that there is", terms.ATTACK, _only_attack),
    _habit("keep-direction", "Direct the same fighters as before", terms.DIRECTION, lambda state: KEEP, is_usual=True),
)

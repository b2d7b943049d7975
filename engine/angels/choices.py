"""Actions as a person takes them: a hex, an aircraft; the rest by buttons.

Of a hex of a move ``at`` is where it leads: the next hex, or where the nose then points if it turns. So straight ahead,
a turn and a maneuver lie in different hexes, and few share one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from engine.angels.actions import (
    ADJUSTED,
    AHEAD,
    AIM,
    CHOSEN,
    DECLINE,
    DIFFICULT,
    DIRECTED,
    EFFECT,
    ENTER_CLOUDS,
    FIRST,
    KEEP,
    MANEUVER_NAMES,
    NO_MORE,
    PLACED,
    SECOND,
    SLIP_LEFT,
    SLIP_RIGHT,
    SPEED_OF,
    STATUS_OF,
    STAY,
    STAY_CLEAR,
    TURN_LEFT,
    TURN_RIGHT,
)
from engine.angels.attacks import bearing, dice, dice_at, modifier, number
from engine.angels.events import called
from engine.angels.hexes import STEP, TURNED, key
from engine.angels.moves import WHERE, check_bonus
from engine.angels.tables import SUCCESS
from engine.angels.terms import NEUTRAL, STATUSES, UNITS
from engine.core.choices import Choice
from engine.core.game import Action, Game

if TYPE_CHECKING:
    from engine.angels.state import State

SIXES: Final = 12
"""The most that two dice show."""
_TURNS: Final = {AHEAD: 0, TURN_LEFT: 5, TURN_RIGHT: 1}
"""Of what needs no check: the hex sides that it turns to the right."""
_TO: Final = {1: " right", 2: " right", 3: " back", 4: " left", 5: " left"}
"""Where a maneuver turns, by hex sides to the right."""
_SLIPPED: Final = {SLIP_LEFT: 5, SLIP_RIGHT: 1}
_PLAIN: Final = frozenset((AHEAD, STAY_CLEAR, KEEP, NO_MORE, DECLINE))
_BUTTONS: Final = {
    FIRST: "Be the first player",
    SECOND: "Be the second player",
    KEEP: "Direct the same fighters as before",
    NO_MORE: "Adjust no position",
    DECLINE: "Make no more attacks this Game Turn",
    ENTER_CLOUDS: "Try to move into the clouds",
    STAY_CLEAR: "Stay clear of the clouds",
}


def choices(game: Game, actions: Iterable[Action]) -> tuple[Choice, ...]:
    """Actions of the open decision: ``at`` is an aircraft or a hex."""
    state: State = game  # type: ignore[assignment]  # every game of this system is one
    return tuple([_choice(state, action) for action in actions])


def _choice(state: State, action: Action) -> Choice:
    if action < len(EFFECT):
        return _flown(state, action)
    if action in AIM:
        attacker, target = AIM[action]
        with_ = f"Attack {called(state, target)} with {called(state, attacker)}{_shot(state, attacker, target)}"
        return Choice(action, with_, at=UNITS[target])
    if action in CHOSEN:
        return Choice(action, f"Move {called(state, CHOSEN[action])}", at=UNITS[CHOSEN[action]])
    if action in DIRECTED:
        who = DIRECTED[action]
        return Choice(action, f"Direct {called(state, who)} from the ground", at=UNITS[who])
    if action in ADJUSTED:
        who, sides = ADJUSTED[action]
        return Choice(action, f"Turn {called(state, who)}{_TO[sides]} one hex side more", at=UNITS[who])
    if action in PLACED:
        place = key(PLACED[action])
        return Choice(action, f"Set up in {place}", at=place)
    if action in SPEED_OF:
        speed = SPEED_OF[action]
        high = " (high speed)" if state.sheets[state.actor].is_high(speed) else ""
        return Choice(action, f"Speed {speed}{high}")
    if action in STATUS_OF:
        status = STATUS_OF[action]
        return Choice(action, STATUSES[status].replace("-", " ").capitalize(), is_plain=status == NEUTRAL)
    return Choice(action, _BUTTONS[action], is_plain=action in _PLAIN)


def _flown(state: State, action: Action) -> Choice:
    """What may be done with a hex of a move. [A20 Normal Movement, Difficult Maneuvers]"""
    who = state.actor
    here, facing = state.place[who], state.facing[who]
    if action < DIFFICULT:
        there, turn = here + STEP[facing], _TURNS[action]
        label = f"Straight ahead to {key(there)}" if action == AHEAD else f"Ahead to {key(there)}, then turn{_TO[turn]}"
    else:
        kind, where, turn, climb, _, _ = EFFECT[action]
        there = here if where == STAY else here + WHERE.get(where, STEP)[facing]
        side = _TO.get(turn) or _TO.get(_SLIPPED.get(where, 0), "")
        band = f" to altitude {state.altitude[who] + climb}" if climb else ""
        stays = f", staying in {key(here)}" if where == STAY else ""
        label = f"{MANEUVER_NAMES[kind]}{side}{band}{stays}: {_check(state, who, kind)}"
    at = there + STEP[TURNED[turn][facing]] if turn and there == here + STEP[facing] else there
    group = "Difficult Maneuvers" if action >= DIFFICULT else "Normal Movement"
    return Choice(action, label, at=key(at), group=group, is_plain=action in _PLAIN)


def _check(state: State, who: int, kind: int) -> str:
    """What its dice must show. [A20 Maneuver Checks]"""
    least = SUCCESS[state.high] - check_bonus(state, who, kind)
    if least > SIXES:
        return "cannot succeed"
    return "cannot fail" if least <= 2 else f"{least}{' or more' if least < SIXES else ''} on two dice"


def _shot(state: State, attacker: int, target: int) -> str:
    """How many dice it has, and what hits; nothing where it has none. [A20 Resolving Attacks]"""
    if not dice_at(state, attacker, target):
        return ""
    mask = bearing(state, attacker, target)
    thrown = dice(state, attacker, target, mask)
    least = max(1, number(state, attacker, target) - modifier(state, target, mask))
    on = "a 6" if least >= 6 else f"{least} or more"  # an unmodified 6 always hits
    return f": {thrown} {'die that hits' if thrown == 1 else 'dice that hit'} on {on}"

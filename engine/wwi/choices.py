"""The actions of a game as a person takes them: by card, by what they are aimed at, by button."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from engine.core.choices import Choice
from engine.core.game import Action, Game
from engine.flames.board import counted
from engine.wwi.actions import (
    BENEFITS,
    BY_GUNNER,
    CHOOSE_ALTITUDE,
    CLIMB,
    COUNTS_AS,
    DIRECTION,
    DIVE,
    END,
    FACE_PLAYED,
    FOLLOW_ON,
    GIVE_UP,
    KEEP_ON,
    PASS,
    STAY,
    TARGET,
    TEXT,
)
from engine.wwi.altitude import price_to_follow
from engine.wwi.cards import FACES, FIRST_FIRING, IMMELMANN, MANEUVER, NAMES
from engine.wwi.events import called
from engine.wwi.state import State
from engine.wwi.terms import (
    ALTITUDE,
    ALTITUDES,
    CRAFT,
    DISCARD,
    FOLLOW,
    HIGH,
    LEADER,
    LOW,
    NONE,
    TITLES,
    WINGMAN,
    words,
)

_ENDS: Final = {WINGMAN: "End the Wingman’s attack", LEADER: "End the Leader’s attacks", DISCARD: "End the discards"}
_FEW: Final = 3
"""Enemies who may answer a Vertical Roll, each with a button of his own."""


def choices(game: Game, actions: Iterable[Action]) -> tuple[Choice, ...]:
    """How the deciding side takes these actions."""
    state: State = game  # type: ignore[assignment]  # every game of this system is one
    return tuple(_choice(state, action) for action in actions)


def _choice(state: State, action: Action) -> Choice:
    if action in _PLAIN:
        return Choice(action, _PLAIN[action](state), is_plain=True)
    if action in _BUTTONS:
        return Choice(action, _BUTTONS[action](state))
    target = TARGET[action]
    if action in _CHOSEN:
        return Choice(
            action,
            f"{'Begin at' if state.kind == ALTITUDE else 'Go to'} {words(ALTITUDES[target])}",
            at=ALTITUDES[target],
        )
    if action in _KEPT:
        return Choice(action, f"Stay on {called(state, target << 4)}", at=CRAFT[target << 4])
    if action in (CLIMB, DIVE):
        altitude = _reached(state, DIRECTION[action])
        return Choice(action, f"{'Climb' if action == CLIMB else 'Dive'} to {words(altitude)}", at=altitude)
    face = FACE_PLAYED[action]
    if DIRECTION[action]:
        return _roll(state, action)
    if target >= 0:
        label = f"{_played(state, action)} at {called(state, target)}"
        benefits = BENEFITS[action]
        label = f"{label} for {called(state, benefits << 4)}" if benefits >= 0 else label
        return Choice(action, label, FACES[face], CRAFT[target])
    return Choice(action, f"{_VERBS[TEXT[action].partition(' ')[0]]} {NAMES[face]}", FACES[face])


_VERBS: Final = {"respond": "Answer with", "pay": "Pay with", "discard": "Discard"}


def _played(state: State, action: Action) -> str:
    """What an action plays, in words; of a card that is no fire at a Wingman what that is good for."""
    name = NAMES[COUNTS_AS[action]]
    if BY_GUNNER[action]:
        return f"The Gunner’s {name}"
    at_wingman = TARGET[action] & 15
    if at_wingman and COUNTS_AS[action] in (MANEUVER, IMMELMANN):
        return f"{name} for Bursts"
    return name


def _roll(state: State, action: Action) -> Choice:
    """A Vertical Roll to another altitude; of many who may answer it each is a thing to pick."""
    altitude = _reached(state, DIRECTION[action])
    foe = TARGET[action]
    label = f"Vertical Roll: {'climb' if DIRECTION[action] > 0 else 'dive'} to {words(altitude)}"
    answering = {TARGET[each] for each in state.choices if DIRECTION[each] and TARGET[each] >= 0}
    if foe >= 0 and len(answering) > 1:
        label = f"{label}, {called(state, foe)} may answer"
    at = CRAFT[foe] if foe >= 0 and len(answering) > _FEW else altitude
    return Choice(action, label, FACES[FACE_PLAYED[action]], at)


def _reached(state: State, direction: int) -> str:
    return ALTITUDES[min(max(state.altitude[state.active] + direction, LOW), HIGH)]


def _altitude(state: State, unit: int) -> str:
    return words(ALTITUDES[state.altitude[unit]])


def _pass(state: State) -> str:
    if state.actor == state.attacker:
        return "Pass: the card has no effect"
    return "Pass: take the Hits" if state.attack >= FIRST_FIRING else "Pass: let it stand"


def _stay(state: State) -> str:
    said = f"Stay at {_altitude(state, state.actor >> 4)}"
    return f"{said} and be Neutral" if state.kind == FOLLOW else said


def _follow(state: State) -> str:
    unit = state.actor >> 4
    front = state.on[unit]
    said = f"Follow {TITLES[front]} to {_altitude(state, front)}" if front != NONE else "Follow"
    price = price_to_follow(state, unit)
    return f"{said} for {counted(price, 'card')}" if price else said


def _give_up(state: State) -> str:
    foe = state.on[state.active]
    return f"Give up the position on {called(state, foe << 4)}" if foe != NONE else "Give up a position"


_PLAIN: Final[dict[Action, Callable[[State], str]]] = {
    PASS: _pass,
    END: lambda state: _ENDS[state.kind],
    STAY: _stay,
}
_BUTTONS: Final[dict[Action, Callable[[State], str]]] = {FOLLOW_ON: _follow, GIVE_UP: _give_up}
_CHOSEN: Final = frozenset(CHOOSE_ALTITUDE)
_KEPT: Final = frozenset(KEEP_ON)

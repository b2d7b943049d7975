"""The actions of a week of flying bombs as a person takes them. [SUP 28]"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from engine.core.choices import Choice
from engine.core.game import Action
from engine.wildblue.buzz.actions import (
    COUNTS_AS,
    END,
    FACE_PLAYED,
    HEAVY,
    PASS,
    SKIP,
    SPENDS_COUNTER,
    TARGET,
    TEXT,
)
from engine.wildblue.buzz.events import BOMB_NAMES
from engine.wildblue.buzz.state import BuzzState
from engine.wildblue.buzz.terms import ATTACKING, BOMBS, DISCARDING, EXCHANGING
from engine.wildblue.cards import FACES, NAMES

_ENDS: Final = {
    ATTACKING: "End the attack",
    DISCARDING: "End the Discard Step",
    EXCHANGING: "Draw as many as were given back",
}
_PLAIN: Final[dict[Action, Callable[[BuzzState], str]]] = {
    PASS: lambda state: "Pass: the attack fails",
    SKIP: lambda state: f"No attack by the {'Wingman' if state.actor & 1 else 'Leader'}",
    END: lambda state: _ENDS[state.kind],
}
_VERBS: Final = {"respond": "Answer with", "discard": "Discard", "exchange": "Give back"}


def choices(state: BuzzState, actions: Iterable[Action]) -> tuple[Choice, ...]:
    """How who commands the patrols takes these actions."""
    return tuple(_choice(state, action) for action in actions)


def _choice(state: BuzzState, action: Action) -> Choice:
    if action in _PLAIN:
        return Choice(action, _PLAIN[action](state), is_plain=True)
    target = TARGET[action]
    if FACE_PLAYED[action] < 0:
        return Choice(action, f"Attack {BOMB_NAMES[target]}", at=BOMBS[target])
    card = "" if SPENDS_COUNTER[action] else FACES[FACE_PLAYED[action]]
    if target >= 0:
        return Choice(action, f"{_played(action)} at {BOMB_NAMES[target]}", card, BOMBS[target])
    return Choice(action, f"{_VERBS[TEXT[action].partition(' ')[0]]} {_played(action)}", card)


def _played(action: Action) -> str:
    """What an action plays, in words."""
    face, counts_as = FACE_PLAYED[action], COUNTS_AS[action]
    name = "Full Throttle counter" if SPENDS_COUNTER[action] else NAMES[face]
    if action in HEAVY:
        return f"{name} with a Heavy Gun"
    return name if counts_as == face else f"{name} as {NAMES[counts_as]}"

"""Actions as a person takes them: a block of the board or a column, then which way to point; the rest by buttons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from engine.core.choices import Choice
from engine.core.game import Action, Game
from engine.sabin.actions import (
    COLUMN_CHOSEN,
    FIRST_BLOCK,
    FIRST_COLUMN,
    GIVE_UP,
    HOLD_FIRE,
    OPEN_FIRE,
    PRESS_ON,
)
from engine.sabin.moves import BREAK
from engine.sabin.names import called
from engine.sabin.terms import COLUMNS, FACING, HEADING, HEADINGS, PITCHES, PLACE, PLACE_KEY, PLACE_TEXT

if TYPE_CHECKING:
    from engine.sabin.state import State

_POINTING: Final = {"climb": "climbing", "level": "level", "dive": "diving"}
FLYING_ON: Final = tuple(f"{_POINTING[pitch]} {heading}" for heading in HEADINGS for pitch in PITCHES)
"""By facing: ``diving back``."""


def choices(game: Game, actions: Iterable[Action]) -> tuple[Choice, ...]:
    """Actions of the open decision: ``at`` is the block where a move ends or a flight is set up, or a column."""
    state: State = game  # type: ignore[assignment]  # every game of this system is one
    enemies = enemies_by_place(state)
    return tuple([_choice(state, action, enemies) for action in actions])


def enemies_by_place(state: State) -> dict[int, str]:
    """Whom a flight that moves now would meet, by place: its flights before the squadron in the same block."""
    met = {}
    for foe in (*state.plan.bombers, *state.plan.foes[state.actor]):
        if state.spots[foe] >= 0 and state.plan.unit(foe).side != state.plan.unit(state.actor).side:
            met[PLACE[state.spots[foe]]] = called(state, foe)
    return met


def _choice(state: State, action: Action, enemies: dict[int, str]) -> Choice:
    if action < BREAK:
        place, how = PLACE[action], FLYING_ON[FACING[action]]
        where = f"{PLACE_TEXT[place]}, {how}"
        label = f"Attack {enemies[place]} in {where}" if place in enemies else f"Fly to {where}"
        return Choice(action, label, at=PLACE_KEY[place], group=HEADINGS[HEADING[action]].capitalize())
    if action >= FIRST_BLOCK:
        place = action - FIRST_BLOCK
        return Choice(action, f"Set up in {PLACE_TEXT[place]}", at=PLACE_KEY[place])
    if action in COLUMN_CHOSEN:
        column = COLUMNS[action - FIRST_COLUMN]
        return Choice(action, f"Set up in column {column}", at=column)
    if action == OPEN_FIRE and state.against >= 0:
        return Choice(action, f"Fire at {called(state, enemy_in_combat(state))}")
    is_plain, is_grave = action in (HOLD_FIRE, PRESS_ON), action in (BREAK, GIVE_UP)
    return Choice(action, _BUTTONS[action], is_plain=is_plain, is_grave=is_grave)


def enemy_in_combat(state: State) -> int:
    """At whom the unit may fire that is asked."""
    return state.against if state.actor == state.attacker else state.attacker


_BUTTONS: Final = {
    BREAK: "Break formation and leave",
    OPEN_FIRE: "Fire",
    HOLD_FIRE: "Hold fire",
    PRESS_ON: "Press on",
    GIVE_UP: "Turn back and lose",
}
"""Of the actions that lead nowhere on the board."""

"""What the deciding side might think of with what it holds and sees, and the rules do not allow now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from engine.core.choices import not_legal
from engine.core.game import Action, Game
from engine.wwi.actions import (
    CHOOSE_ALTITUDE,
    CLIMB,
    DIVE,
    FACE_PLAYED,
    GUN_AT,
    PLAY_AS_FIRE,
    PLAY_AT,
    RESPOND_WITH,
    ROLL_AT,
    ROLL_CLIMB,
    ROLL_DIVE,
    TARGET,
)
from engine.wwi.cards import COLOUR, FACES, FIRES_AS, FIRST_FIRING, VERTICAL_ROLL
from engine.wwi.state import State
from engine.wwi.terms import (
    ALTITUDE_STEP,
    ALTITUDES,
    FLYING,
    HIGH,
    LEADER,
    LOW,
    RESPOND,
    SIDE_OF_CRAFT,
    WINGMAN,
)


def tries(game: Game) -> tuple[Action, ...]:
    """Of each card and each enemy something first; none of them is legal."""
    state: State = game  # type: ignore[assignment]  # every game of this system is one
    thought = _TRIES.get(state.kind)
    return not_legal(thought(state), state.choices) if thought is not None else ()


def _held(state: State) -> list[int]:
    """The faces in the hand that decides; those that attack first."""
    mask = state.masks[state.actor]
    return sorted((face for face in range(len(FACES)) if mask >> face & 1), key=lambda face: COLOUR[face] == "blue")


def _enemies(state: State) -> list[int]:
    """The enemy's aircraft that fly, whom this one is on first, then those at its altitude."""
    unit = state.active
    side = state.actor >> SIDE_OF_CRAFT
    found = [craft for craft in state.crafts if craft >> SIDE_OF_CRAFT != side and state.fate[craft] == FLYING]
    level = state.altitude[unit]
    return sorted(
        (craft for craft in found if craft >> 4 in state.foes[unit]),
        key=lambda craft: (craft >> 4 != state.on[unit], state.altitude[craft >> 4] != level),
    )


def _attacks(state: State) -> Iterator[Action]:
    """Each card at the first target, and each target with the first card; then all the rest."""
    held, enemies = _held(state), _enemies(state)
    used = {FACE_PLAYED[action] for action in state.choices}
    aimed = {TARGET[action] for action in state.choices if TARGET[action] >= 0}
    attacking = [face for face in held if COLOUR[face] != "blue"]
    for face in held:
        if COLOUR[face] == "blue":
            yield RESPOND_WITH[face]
        elif face not in used:
            yield from (PLAY_AT[target][face] for target in enemies[:1])
    for target in enemies:
        if target not in aimed:
            yield from _first(PLAY_AT[target][face] for face in attacking)
    if VERTICAL_ROLL in held:
        yield from _rolls(state, enemies)
    if state.sheet(state.active << 4).gunner and not state.actor & 15:
        yield from (GUN_AT[target][face] for target in enemies[:2] for face in attacking if face >= FIRST_FIRING)
    for target in enemies:
        yield from (PLAY_AT[target][face] for face in attacking)
        if target & 15:
            yield from (action for face, action in zip(FIRES_AS, PLAY_AS_FIRE[target], strict=True) if face in held)


def _first(actions: Iterator[Action]) -> Iterator[Action]:
    return islice((action for action in actions if action >= 0), 1)


def _rolls(state: State, enemies: list[int]) -> Iterator[Action]:
    """Up and down, at the first Leader who would answer."""
    level = state.altitude[state.active]
    foe = next((craft >> 4 for craft in enemies if not craft & 15 and state.altitude[craft >> 4] == level), -1)
    climb, dive = ROLL_AT[foe] if foe >= 0 else (ROLL_CLIMB, ROLL_DIVE)
    if level < HIGH:
        yield climb
    if level > LOW:
        yield dive


def _leader(state: State) -> Iterator[Action]:
    yield from _attacks(state)
    yield from _levels(state)


def _levels(state: State) -> Iterator[Action]:
    level = state.altitude[state.active]
    if level < HIGH:
        yield CLIMB
    if level > LOW:
        yield DIVE


def _altitude_step(state: State) -> Iterator[Action]:
    yield from _levels(state)
    level = state.altitude[state.active]
    yield from (CHOOSE_ALTITUDE[other] for other in range(len(ALTITUDES)) if abs(other - level) > 1)


def _respond(state: State) -> Iterator[Action]:
    used = {FACE_PLAYED[action] for action in state.choices}
    return (RESPOND_WITH[face] for face in _held(state) if face not in used)


_TRIES: Final[dict[int, Callable[[State], Iterator[Action]]]] = {
    WINGMAN: _attacks,
    RESPOND: _respond,
    ALTITUDE_STEP: _altitude_step,
    LEADER: _leader,
}

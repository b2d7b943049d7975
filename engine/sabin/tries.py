"""What somebody might think of on the board that the rules do not allow now, so that it can be said why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from engine.core.choices import not_legal
from engine.core.game import Action, Game
from engine.sabin.actions import COLUMN_CHOSEN, DEPLOYED, FIRST_BLOCK
from engine.sabin.moves import paths
from engine.sabin.plan import flying
from engine.sabin.terms import (
    BACK,
    CHOOSE_COLUMN,
    COLUMN,
    COLUMN_OF_PLACES,
    COLUMNS,
    DEPLOY,
    DEPTHS,
    FACING,
    FACINGS,
    HEADING,
    LEVEL,
    MOVE,
    PLACE,
    ROW,
    ROWS,
    place,
)

if TYPE_CHECKING:
    from engine.sabin.state import State

AROUND: Final = 2
"""Rows and columns around a flight in which one may want to be."""


def tries(game: Game) -> tuple[Action, ...]:
    """None of them legal."""
    state: State = game  # type: ignore[assignment]  # every game of this system is one
    thought = _THOUGHT.get(state.kind)
    return not_legal(thought(state), state.choices) if thought is not None else ()


def _moves(state: State) -> Iterator[Action]:
    """Enemies out of reach, what others forbid, other ways to point, then each block near by as it points now."""
    unit = state.actor
    start = state.spots[unit]
    facing = FACING[start]
    legal = {PLACE[end] for end in state.choices[:-1]}
    plan = state.plan
    for foe in (*plan.foes[unit], *(plan.bombers if unit in plan.interceptors else ())):
        if state.spots[foe] >= 0 and PLACE[state.spots[foe]] not in legal:
            yield PLACE[state.spots[foe]] * FACINGS + HEADING[start] * 3 + LEVEL
    yield from (path.end for path in paths(flying(plan, unit, state.sky, not state.turn & 1), start))
    for block in sorted(legal):
        yield from range(block * FACINGS, (block + 1) * FACINGS)
    for column in _around(COLUMN[start] + (-1 if HEADING[start] == BACK else 1), len(COLUMNS)):
        for row in _around(ROW[start], len(ROWS)):
            for depth in range(len(DEPTHS)):
                if (block := place(column, row, depth)) not in legal:
                    yield block * FACINGS + facing


def _around(middle: int, most: int) -> range:
    return range(max(0, middle - AROUND), min(most, middle + AROUND + 1))


def _blocks(state: State) -> Iterator[Action]:
    """All of the column, and its neighbours where it ends."""
    own = range(state.column * COLUMN_OF_PLACES, (state.column + 1) * COLUMN_OF_PLACES)
    yield from (DEPLOYED[block] for block in own)
    for column in (state.column - 1, state.column + 1):
        if 0 <= column < len(COLUMNS):
            highest = max(block - FIRST_BLOCK for block in state.choices) % COLUMN_OF_PLACES
            yield from (DEPLOYED[column * COLUMN_OF_PLACES + block] for block in range(highest + 1))


def _columns(state: State) -> Iterator[Action]:
    yield from COLUMN_CHOSEN


_THOUGHT: Final[dict[int, Callable[[State], Iterator[Action]]]] = {
    CHOOSE_COLUMN: _columns,
    DEPLOY: _blocks,
    MOVE: _moves,
}
"""By kind of decision; in the others all that there is is legal."""

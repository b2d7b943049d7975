"""What a decision asks, and why an action is refused, in sentences."""

from __future__ import annotations

from engine.sabin.actions import TEXT
from engine.sabin.moves import BREAK, paths
from engine.sabin.names import called
from engine.sabin.plan import flying
from engine.sabin.state import State
from engine.sabin.terms import (
    CHOOSE_COLUMN,
    COLUMN,
    COLUMNS,
    DECISIONS,
    DEPLOY,
    FACING_TEXT,
    FACINGS,
    FIRE,
    HEADING,
    MOVE,
    PLACE,
    PLACE_TEXT,
    ROWS,
)


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
        foe = state.against if state.actor == state.attacker else state.attacker
        return f"{who} and {called(state, foe)} are in one block: fire, or hold fire."
    return f"Turn {state.turn} is over: press on, or turn back and lose."


def why_not(state: State, action: int) -> str:
    """Why an action is not among the legal ones."""
    who = called(state, state.actor)
    if action < BREAK and state.kind == MOVE:
        return _why_not_there(state, action, who)
    if TEXT[action].startswith("deploy") and state.kind == DEPLOY:
        unit = state.plan.unit(state.actor)
        return (
            f"{who} is set up in column {COLUMNS[state.column]}, up to row {ROWS[state.plan.ceiling_of(unit)]}, "
            "in no block of its own side, and escorts in no cloud. [SABIN Set-Up]"
        )
    if TEXT[action].startswith("column") and state.kind == CHOOSE_COLUMN:
        return f"{who} may not be set up there. [SABIN Set-Up]"
    return f"{who} has another decision to make ({DECISIONS[state.kind]}), such as {TEXT[state.choices[0]]!r}."


def _why_not_there(state: State, end: int, who: str) -> str:
    """Why a flight cannot end its move at a spot."""
    plan, unit = state.plan, state.actor
    start = state.spots[unit]
    conditions = flying(plan, unit, state.sky, not state.turn & 1)
    ways = [path for path in paths(conditions, start) if path.end == end]
    if not ways:
        return f"{who} cannot fly there in one move from where it is. [SABIN Movement, Weaving]"
    if COLUMN[end] < conditions.ends_from:
        return f"{who} may not end its move behind column {COLUMNS[conditions.ends_from]}. [SABIN Stacking]"
    block = PLACE[end]
    moved = [PLACE[state.spots[own]] for own in plan.before[unit] if state.spots[own] >= 0]
    if block in moved or (conditions.friendly and block in conditions.bombers):
        return f"{PLACE_TEXT[block]} is taken by its own side. [SABIN Stacking b]"
    if any(path.low <= row <= path.high for path in ways for row in conditions.clouds):
        return f"{who} may neither reverse nor meet an enemy when it has been in cloud. [SABIN Clouds b]"
    if HEADING[end] != HEADING[start]:
        return f"{who} may not reverse heading so near to the bombers. [SABIN Weaving d]"
    return f"{who} begins with an enemy in its block and may not go for another. [SABIN Stacking e]"

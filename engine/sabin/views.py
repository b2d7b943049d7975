"""A game as a document: its position, and what everybody sees of it. Nothing is hidden in this system."""

from __future__ import annotations

from typing import Final

from engine.core.game import SIDES, Document, Side
from engine.sabin.names import called
from engine.sabin.scoring import score
from engine.sabin.state import State
from engine.sabin.terms import (
    ALTITUDES,
    APPROACHES,
    BOMBER,
    COLUMN,
    COLUMNS,
    DEPTH,
    DEPTHS,
    FINISHED,
    HEADING,
    HEADINGS,
    PHASES,
    PITCH,
    PITCHES,
    ROLES,
    ROW,
    ROWS,
    SKIES,
    STATUSES,
    TURNING_BACK,
    TYPES,
    UNIT_NUMBER,
    UNITS,
)

ENDINGS: Final = ("", "last-left", "out-of-turns", "turned-back")
"""By ``state.ending``."""


def position(state: State) -> Document:
    """The exact state; ``restore`` reads it."""
    plan = state.plan
    made: Document = {
        "kind": "dogfight",
        "turn": state.turn,
        "turns": plan.turns,
        "phase": PHASES[state.phase],
        "active": UNITS[state.actor] if state.actor >= 0 else None,
        "escorting": SIDES[plan.escorting],
        "handicap": plan.handicap,
        "ceiling": ROWS[plan.ceiling],
        "altitude": ALTITUDES[plan.altitude],
        "sky": SKIES[state.sky],
        "approach": APPROACHES[state.approach] if state.approach >= 0 else None,
        "options": {"turning_back": TURNING_BACK[plan.turning_back], "weak_exempt": plan.exempt},
        "units": {UNITS[unit]: _unit(state, unit) for unit in sorted(plan.present)},
        "column": COLUMNS[state.column] if state.column >= 0 else None,
        "combat": _combat(state),
        "ending": ENDINGS[state.ending],
        "credits": [[UNITS[credit >> 16], UNITS[credit >> 8 & 255], credit & 255] for credit in state.credits],
        "scripted": list(state.scripted),
    }
    return made


def view(state: State, side: Side | None, decision: Document | None) -> Document:
    """The table as everybody sees it."""
    made = position(state)
    del made["scripted"]
    for name, unit in made["units"].items():
        unit["title"] = called(state, UNIT_NUMBER[name])
    made["suffered"] = dict(zip(SIDES, state.suffered, strict=True))
    made["score"] = score(state)
    made["decision"] = decision
    return made


def _unit(state: State, number: int) -> Document:
    unit = state.plan.unit(number)
    made: Document = {
        "side": SIDES[unit.side],
        "role": ROLES[unit.role],
        "aircraft": unit.document,
        "name": unit.name,
        "size": unit.size,
        "traits": unit.traits,
    }
    if unit.role == BOMBER:
        made["type"] = TYPES[unit.type]
    else:
        made["letter"] = unit.letter
    made["status"] = STATUSES[state.status[number]]
    spot = state.spots[number]
    if spot >= 0:
        made |= {
            "column": COLUMNS[COLUMN[spot]],
            "row": ROWS[ROW[spot]],
            "depth": DEPTHS[DEPTH[spot]],
            "heading": HEADINGS[HEADING[spot]],
            "pitch": PITCHES[PITCH[spot]],
        }
    made["inverted"] = state.inverted[number]
    made["hits"] = state.hits[number]
    return made


def _combat(state: State) -> Document | None:
    """The combat in which somebody decides whether to fire; ``fires`` is null until the attacker has decided."""
    if state.attacker < 0 or state.phase == FINISHED:
        return None
    return {
        "by": UNITS[state.attacker],
        "against": UNITS[state.against],
        "sun": state.sun,
        "fires": None if state.fires < 0 else bool(state.fires),
    }

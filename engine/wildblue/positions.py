"""The exact state as a JSON document; ``restore`` reads it back.

Beside what DESIGN names it holds, all optional when read: ``discards`` (by side, top first), ``shuffled`` (by side,
how many cards at the end of the deck's list lie in no known order), ``first``, ``month``, ``bonus`` and ``options`` of
the set-up, ``credits`` (who Damaged and Destroyed whom) and ``pending`` (the decision that is open within the step).
A unit has also ``hidden``, the altitude chosen under its Clouds marker, and ``lost``, a Leader whose Wingman was
promoted; an aircraft ``seat``, from which it took off, ``markers``, ``mini_hand`` and counters of its own.
"""

from __future__ import annotations

from typing import Any

from engine.core.game import SIDES, Document
from engine.wildblue.cards import FACES
from engine.wildblue.setup import OPTIONS
from engine.wildblue.state import GONE, NONE, State
from engine.wildblue.terms import (
    CRAFT,
    DECISIONS,
    FOLLOW,
    PAY,
    RESPOND,
    UNITS,
)
from engine.wildblue.views import engagements, faces, step_name, unit_document


def document(state: State) -> Document:
    """The position of a game."""
    options = state.options
    bonus = {side: points for side, points in zip(SIDES, options.bonus, strict=True) if points}
    chosen = {key: True for key in OPTIONS if getattr(options, key)}
    made: Document = {
        "turn": state.turn,
        "turns": options.turns,
        "step": step_name(state),
        "active": _unit(state.active),
        "order": [UNITS[unit] for unit in state.order],
        "units": {UNITS[unit]: unit_document(state, unit, None) for unit in state.present},
        "engaged": engagements(state),
        "decks": {
            side: faces([*reversed(state.stacked[number]), *state.pools[number]]) for number, side in enumerate(SIDES)
        },
        "discards": {side: faces(state.discards[number][::-1]) for number, side in enumerate(SIDES)},
        "shuffled": {side: len(state.pools[number]) for number, side in enumerate(SIDES)},
    }
    if options.first != NONE:
        made["first"] = SIDES[options.first]
    for key, value in (("month", options.month), ("bonus", bonus), ("options", chosen)):
        if value:
            made[key] = value
    if state.credits:
        made["credits"] = [
            [_craft(by), CRAFT[victim], "destroyed" if lost else "damaged", _face(face)]
            for by, victim, lost, face in state.credits
        ]
    made["pending"] = _pending(state)
    return made


def _unit(unit: int) -> str | None:
    return UNITS[unit] if unit >= 0 else None


def _craft(craft: int) -> str | None:
    return CRAFT[craft] if 0 <= craft < GONE else "gone" if craft == GONE else None


def _face(face: int) -> str | None:
    return FACES[face] if face >= 0 else None


def _pending(state: State) -> Document:
    """The open decision and what its step has come to; what has its usual value is left out."""
    kind = state.kind
    values: dict[str, Any] = {
        "target": _craft(state.target),
        "played": state.played,
        "fired": state.fired,
        "gunned": state.gunned,
        "bonus": state.bonus,
        "drawn": state.drawn,
        "agile": state.agile >= 0,
        "exchanged": state.exchanged,
    }
    if kind == RESPOND:
        values |= {
            "attacker": _craft(state.attacker),
            "defender": _craft(state.defender),
            "attack": _face(state.attack),
            "last": _face(state.last),
            "gunner": state.gunner,
            "direction": state.direction,
        }
    elif kind in (PAY, FOLLOW):
        values |= {
            "direction": state.direction,
            "roll": state.roll,
            "mover": _unit(state.mover),
            "pay_left": state.pay_left,
        }
    written = {key: value for key, value in values.items() if value}
    return {"decision": DECISIONS[kind], "actor": _craft(state.actor), **written}

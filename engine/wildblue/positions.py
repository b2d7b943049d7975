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
from engine.wildblue.cards import CLOUDS, FACES, SPOILED_ATTACK, VERTICAL_ROLL, card_text
from engine.wildblue.missions.formations import is_formation
from engine.wildblue.missions.mission import Mission
from engine.wildblue.missions.views import mission_document
from engine.wildblue.setup import OPTIONS
from engine.wildblue.state import BY_AERIAL_ROCKETS, GONE, NONE, OUT_OF_FUEL, State
from engine.wildblue.terms import (
    BROKEN_INTO,
    COUNTER,
    DECISIONS,
    ESCORT,
    FOLLOW,
    OVER,
    PAY,
    RESPOND,
    UNITS,
    unit_of,
)
from engine.wildblue.views import SPOILED, Write, craft_name, engagements, faces, step_name, unit_document


def document(state: State) -> Document:
    """The position of a game."""
    options = state.options
    write = numbered if state.mission else faces
    bonus = {side: points for side, points in zip(SIDES, options.bonus, strict=True) if points}
    chosen = {key: True for key in OPTIONS if getattr(options, key)}
    made: Document = {
        "turn": state.turn,
        "turns": options.turns,
        "step": step_name(state),
        "active": _unit(state.active),
        "order": [UNITS[unit] for unit in state.order],
        "units": {UNITS[unit]: unit_document(state, unit, None, write) for unit in state.present},
        "engaged": engagements(state),
        **piles(state, write),
    }
    if options.first != NONE:
        made["first"] = SIDES[options.first]
    for key, value in (("month", options.month), ("bonus", bonus), ("options", chosen), ("values", options.values)):
        if value:
            made[key] = value
    if state.credits:
        made["credits"] = [
            [_craft(state, by), craft_name(state, victim), "destroyed" if lost else "damaged", _face(face)]
            for by, victim, lost, face in state.credits
        ]
    if state.mission:
        made["mission"] = mission_document(state, state.mission)
    made["pending"] = _pending(state)
    return made


def piles(state: State, write: Write) -> Document:
    """All Draw Piles and discards, the top first, and how many cards of each Draw Pile lie in no known order."""
    return {
        "decks": {
            side: write([*reversed(state.stacked[number]), *state.pools[number]]) for number, side in enumerate(SIDES)
        },
        "discards": {side: write(state.discards[number][::-1]) for number, side in enumerate(SIDES)},
        "shuffled": {side: len(state.pools[number]) for number, side in enumerate(SIDES)},
    }


def numbered(cards: list[int]) -> list[str]:
    """Cards by their numbers: where what is printed on their lower half counts, too. [WBY 2.2]"""
    return [card_text(card) for card in cards]


def _unit(unit: int) -> str | None:
    return UNITS[unit] if unit >= 0 else None


def _craft(state: State, craft: int) -> str | None:
    return craft_name(state, craft) if 0 <= craft < GONE else "gone" if craft == GONE else None


def _face(face: int) -> str | None:
    """A face; in ``credits`` also what else may have done it."""
    return CAUSES[face] if face in CAUSES else FACES[face]


CAUSES = {NONE: None, OUT_OF_FUEL: "out-of-fuel", BY_AERIAL_ROCKETS: "aerial-rockets", SPOILED_ATTACK: SPOILED}


def _pending(state: State) -> Document:
    """The open decision and what its step has come to; what has its usual value is left out."""
    kind = state.mission.then if state.mission and state.mission.dropping else state.kind
    values: dict[str, Any] = {
        "target": _craft(state, state.target),
        "played": state.played,
        "fired": state.fired,
        "gunned": state.gunned,
        "bonus": state.bonus,
        "drawn": state.drawn,
        "agile": state.agile >= 0,
        "exchanged": state.exchanged,
    }
    if kind in (RESPOND, ESCORT, COUNTER):
        values |= {"attacker": _craft(state, state.attacker), "defender": _craft(state, state.defender)}
    if kind in (RESPOND, COUNTER) or (kind == ESCORT and not is_formation(state, unit_of(state.target))):
        values |= {  # of a Formation escorts decide before a card is played
            "attack": _face(state.attack),
            "last": _face(state.last),
            "gunner": state.gunner,
            "direction": state.direction if state.attack in (CLOUDS, VERTICAL_ROLL) else 0,
        }
    if kind in (PAY, FOLLOW):
        values |= {
            "direction": state.direction,
            "roll": state.roll,
            "mover": _unit(state.mover),
            "pay_left": state.pay_left,
        }
    if state.mission and kind != OVER:
        values |= _mission_pending(state, state.mission)
    written = {key: value for key, value in values.items() if value}
    return {"decision": DECISIONS[state.kind], "actor": _craft(state, state.actor), **written}


def _mission_pending(state: State, mission: Mission) -> Document:
    """What a step has come to, beside what there is in a dogfight."""
    return {
        "engaged_with": _unit(mission.engaged_with),
        "searched": mission.searched,
        "fought": mission.fought,
        "guns": mission.guns,
        "dived": mission.dived,
        "escort": _unit(mission.escort),
        "escorted": mission.escorted,
        "interrupted": _craft(state, mission.interrupted),
        "mini_hand": mission.mini_hand,
        "return_fire": _face(mission.return_fire),
        "oblique": mission.oblique,
        "final": mission.final,
        "dropping": [craft_name(state, who) for who in mission.dropping],
        "then": BROKEN_INTO.get(mission.then),
        "queue": [_craft(state, craft) for craft in mission.queue if state.sheets[craft]],
    }

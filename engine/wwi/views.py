"""The game as a document: what a side may know, and the exact position. [WWI Leader Attack, Set-Up 5]

Everything lies open on the table but hands and Draw Piles. Discards lie face up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.game import PUBLIC, Document, Side
from engine.flames.hands import mask_hand
from engine.wwi.cards import COUNTS_AS_NAMES, EFFECTS, ENGINE, FACES, TAIL
from engine.wwi.scoring import points
from engine.wwi.setup import OPTIONS
from engine.wwi.state import State
from engine.wwi.terms import (
    ALL_SIDES,
    ALTITUDE,
    ALTITUDE_STEP,
    ALTITUDES,
    CRAFT,
    DECISIONS,
    DISCARD,
    FATES,
    KEEP,
    LEADER,
    NONE,
    OVER,
    PAY,
    POSITIONS,
    RESPOND,
    SIDE_OF_CRAFT,
    SIDE_OF_UNIT,
    TITLES,
    UNITS,
    WINGMAN,
    WINS,
    WOUNDED,
)

_STEPS = {
    OVER: "over",
    ALTITUDE: "set-up",
    WINGMAN: "wingman",
    ALTITUDE_STEP: "altitude",
    LEADER: "leader",
    DISCARD: "discard",
}
JAMS = ("guns", "gunner")


def step_name(state: State) -> str:
    """The step of the sequence of play in which the open decision falls."""
    if state.kind in _STEPS:
        return _STEPS[state.kind]
    return "wingman" if state.seat > 0 else "leader" if state.seat < 0 else "altitude"


def view(state: State, side: Side | None, decision: Document | None) -> Document:
    """What ``side`` may know; of ``PUBLIC`` what all may; of ``None``, the umpire, everything."""
    number = NONE if side in (None, PUBLIC) else ALL_SIDES.index(side)
    made = _document(state, lambda craft: side is None or craft >> SIDE_OF_CRAFT == number)
    made["decks"] = {name: len(state.pools[each]) + len(state.stacked[each]) for each, name in enumerate(state.camps)}
    made["score"] = points(state)
    made["decision"] = decision
    return made


def position(state: State) -> Document:
    """The exact state; ``restore`` reads it. Of each deck the first to be drawn stands first."""
    made = _document(state, lambda craft: True)
    made["decks"] = {
        name: [FACES[card] for card in (*reversed(state.stacked[each]), *state.pools[each])]
        for each, name in enumerate(state.camps)
    }
    made["shuffled"] = {name: len(state.pools[each]) for each, name in enumerate(state.camps)}
    return made


def _document(state: State, sees: Callable[[int], bool]) -> Document:
    options = state.options
    return {
        "turn": state.turn,
        "turns": state.last_turn,
        "step": step_name(state),
        "active": UNITS[state.active] if state.active >= 0 else None,
        "order": [UNITS[unit] for unit in state.order],
        "win": WINS[options.win],
        "points": options.points or None,
        "year": options.year or None,
        "options": {name: getattr(options, name) for name in OPTIONS},
        "units": {UNITS[unit]: _unit(state, unit, sees) for unit in state.present},
        "engaged": [
            [UNITS[unit], UNITS[state.on[unit]], POSITIONS[state.edge[unit]]]
            for unit in state.present
            if state.on[unit] != NONE
        ],
        "discards": {
            name: [FACES[card] for card in reversed(state.discards[each])] for each, name in enumerate(state.camps)
        },
        "credits": [
            [
                _craft(by),
                CRAFT[hurt],
                "destroyed" if down else "damaged",
                COUNTS_AS_NAMES[cause] if cause >= 0 else None,
            ]
            for by, hurt, down, cause in state.credits
        ],
        "winner": state.camps[state.winner] if state.winner >= 0 else None,
        "pending": _pending(state),
    }


def _craft(craft: int) -> str | None:
    return CRAFT[craft] if craft >= 0 else None


def _unit(state: State, unit: int, sees: Callable[[int], bool]) -> Document:
    altitude = state.altitude[unit]
    flight = state.flight(unit)
    return {
        "side": ALL_SIDES[unit >> SIDE_OF_UNIT],
        "title": TITLES[unit],
        "altitude": ALTITUDES[altitude] if altitude >= 0 else None,
        "begins": ALTITUDES[flight.altitude] if flight.altitude >= 0 else None,
        "hand": _cards(state, 16 * unit, sees),
        "leader": _aircraft(state, 16 * unit, sees),
        "wingmen": [_aircraft(state, 16 * unit + seat, sees) for seat in range(1, len(flight.aircraft))],
    }


def _aircraft(state: State, craft: int, sees: Callable[[int], bool]) -> Document:
    flight = state.flight(craft >> 4)
    type_ = flight.aircraft[craft & 15]
    made: dict[str, Any] = {
        "aircraft": type_.document,
        "name": type_.name,
        "pilot": flight.pilots[craft & 15],
        "skills": list(flight.skills[craft & 15]),
        "status": FATES[state.fate[craft]],
        "hits": state.hits[craft],
        "damaged": state.damaged[craft],
        "airframe": [each.airframe for each in (type_.wingman if craft & 15 else type_.leader)],
    }
    if craft & 15 and state.hands[craft]:
        made["mini_hand"] = _cards(state, craft, sees)
    if lasting := _lasting(state, craft):
        made["lasting"] = lasting
    return made


def _cards(state: State, craft: int, sees: Callable[[int], bool]) -> list[str] | int:
    """The cards of a hand, or how many they are for who may not see them."""
    hand = state.hands[craft]
    return [FACES[card] for card in hand] if sees(craft) else len(hand)


def _lasting(state: State, craft: int) -> Document:
    """Special damage that stays: how often, and who set it on fire or hit its wing."""
    made: dict[str, Any] = {}
    if state.engine_hits[craft]:
        made[EFFECTS[ENGINE]] = state.engine_hits[craft]
    if state.tail_hits[craft]:
        made[EFFECTS[TAIL]] = state.tail_hits[craft]
    if state.wing_hits[craft]:
        made["wing"] = state.wing_hits[craft]
        made["wing_by"] = _craft(state.wing_by[craft])
    if craft in state.fire:
        made["on-fire"] = CRAFT[state.fire[craft]]
    return made


def _pending(state: State) -> Document | None:
    """The decision that is open within the step, and what stands between its attacks."""
    kind = state.kind
    if kind == OVER:
        return None
    made: dict[str, Any] = {"decision": DECISIONS[kind], "actor": CRAFT[state.actor]}
    if kind == ALTITUDE:
        return made
    made["seat"] = state.seat
    if state.seat < 0 and kind != DISCARD:
        made["spent"] = state.spent
        made["gunned"] = state.gunned
        made["used"] = {UNITS[unit]: used for unit in state.present if (used := state.used >> 4 * unit & 15)}
        made["extra"] = {CRAFT[craft]: count for craft, count in state.extra.items() if count}
    if state.jammed:
        made["jammed"] = [name for bit, name in enumerate(JAMS) if state.jammed >> bit & 1]
    if state.with_hand:
        made["attacked"] = [CRAFT[craft] for craft in state.with_hand]
    if kind in (RESPOND, KEEP, WOUNDED):
        made["attacker"] = CRAFT[state.attacker]
        made["defender"] = CRAFT[state.defender]
    if kind == RESPOND:
        made["attack"] = COUNTS_AS_NAMES[state.attack]
        made["last"] = COUNTS_AS_NAMES[state.last]
        made["gunner"] = state.gunner
        made["benefit"] = UNITS[state.benefit]
        made["direction"] = state.direction
    elif kind == KEEP:
        made["kept"] = UNITS[state.kept]
        made["placed"] = POSITIONS[state.placed]
    elif kind == WOUNDED:
        made["left"] = state.pay_left
    elif state.direction:
        made["direction"] = state.direction
        made["roll"] = state.roll
        made["left"] = state.pay_left if kind == PAY else 0
        made["followers"] = [UNITS[unit] for unit in state.followers]
    return made


def redeal(state: State, side: int, random: Callable[[], float]) -> None:
    """Deal anew what a side cannot see: the others' hands and all Draw Piles.

    What is dealt hangs on what the side knows alone: piles are sorted first.
    """
    for each in range(len(state.camps)):
        pool = state.pools[each]
        pool += state.stacked[each]
        state.stacked[each].clear()
        if each == side:
            pool.sort()
            continue
        hands = [craft for craft in state.crafts if craft >> SIDE_OF_CRAFT == each and state.hands[craft]]
        for craft in hands:
            pool += state.hands[craft]
        pool.sort()
        for craft in hands:
            size = len(state.hands[craft])
            state.hands[craft] = [pool.pop(int(random() * len(pool))) for _ in range(size)]
            mask_hand(state, craft)
    state.loaded = not state.chance.script_is_over

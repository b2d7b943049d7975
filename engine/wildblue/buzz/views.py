"""What a side may know of a week, the re-dealing of what it may not, and the exact position. [SUP 28]"""

from __future__ import annotations

from typing import Any

from engine.core.game import SIDES, Document, Side
from engine.wildblue.buzz.events import BOMB_ROLE, PATROL_ROLE
from engine.wildblue.buzz.scoring import score
from engine.wildblue.buzz.state import BOMB_HAND, BY_GUNS, BuzzState, belt_of
from engine.wildblue.buzz.terms import (
    AIRCRAFT,
    AIRCRAFT_NAME,
    ALTITUDE,
    ANSWERING,
    BELTS,
    BLAST,
    BOMBS,
    COMING,
    DAMAGE,
    DECISIONS,
    DISCARDING,
    EXCHANGING,
    KIND,
    STATUSES,
    STEPS,
    VALUES,
)
from engine.wildblue.cards import FACES
from engine.wildblue.positions import numbered, piles
from engine.wildblue.state import NONE
from engine.wildblue.terms import ALTITUDES, CRAFT, OVER, PLACES, UNITS
from engine.wildblue.views import Write, deck_document, faces, number_of, unit_document

GUNS_NAME = "guns"
"""In ``downed``, in the place of a craft."""


def view(state: BuzzState, viewer: Side | None, decision: Document | None) -> Document:
    """The table as ``viewer`` sees it; ``None`` is the umpire."""
    side = number_of(viewer)
    attacked = state.week.target
    return {
        **_table(state, side, faces),
        "engaged": [],
        "attack": {
            "by": CRAFT[state.actor],
            "at": BOMBS[attacked],
            "card": FACES[state.attack],
            "last": FACES[state.last],
        }
        if state.kind == ANSWERING
        else None,
        "decks": {name: _deck(state, number, side) for number, name in enumerate(SIDES)},
        "score": score(state),
        "decision": decision,
    }


def _table(state: BuzzState, viewer: int | None, write: Write) -> Document:
    """What a view and a position have in common."""
    week = state.week
    return {
        "kind": KIND,
        "week": week.number,
        "turn": state.turn,
        "turns": week.turns,
        "step": step_name(state),
        "active": UNITS[state.active] if state.active >= 0 else None,
        "order": [UNITS[unit] for unit in state.present],
        "wave": week.wave,
        "guns": week.gun_cards,
        "units": {UNITS[unit]: _patrol(state, unit, viewer, write) for unit in state.present}
        | {BOMBS[bomb]: _bomb(state, bomb, viewer, write) for bomb in range(week.wave)},
    }


def step_name(state: BuzzState) -> str:
    """The step of the sequence of play in which the open decision falls."""
    if state.kind == OVER:
        return "over"
    return "set-up" if state.kind == EXCHANGING else STEPS[state.week.step]


def _patrol(state: BuzzState, unit: int, viewer: int | None, write: Write) -> Document:
    week = state.week
    return {
        **unit_document(state, unit, viewer, write),
        "role": PATROL_ROLE,
        "belt": BELTS[week.belts[unit]],
        "night": bool(week.night_patrols >> unit & 1),
    }


def _bomb(state: BuzzState, bomb: int, viewer: int | None, write: Write) -> Document:
    """A flying bomb, as a Formation of one."""
    week = state.week
    fate = week.fates[bomb]
    flies = fate == COMING
    aircraft: Document = {
        "aircraft": AIRCRAFT,
        "name": AIRCRAFT_NAME,
        "seat": PLACES[0],
        "pilot": "",
        "skills": [],
        "hits": week.hits[bomb],
        "damage": [DAMAGE, DAMAGE],
        "damaged": False,
        "status": STATUSES[fate],
    }
    hand = state.hands[BOMB_HAND]
    if hand and week.target == bomb:
        aircraft["mini_hand"] = write(hand) if viewer in (None, 1) else len(hand)
    return {
        "side": SIDES[1],
        "altitude": ALTITUDES[ALTITUDE] if flies else None,
        "clouds": False,
        "status": STATUSES[fate],
        "role": BOMB_ROLE,
        "belt": BELTS[belt_of(bomb, state.turn)] if flies else None,
        "night": week.by_night(bomb),
        "leader": None,
        "wingman": None,
        "hand": None,
        "formation": [aircraft],
    }


def _deck(state: BuzzState, side: int, viewer: int | None) -> Document:
    """What everybody sees of the piles; the top of the discards its owner may be about to cover. [WBY 3.4]"""
    chooses = state.kind in (DISCARDING, EXCHANGING) and side == 0
    return deck_document(state, side, covered=chooses and viewer not in (None, side))


def position(state: BuzzState) -> Document:
    """The exact state; ``restore`` reads it back."""
    week = state.week
    made = {
        **_table(state, None, numbered),
        **piles(state, numbered),
        "downed": {
            BOMBS[bomb]: GUNS_NAME if by == BY_GUNS else CRAFT[by]
            for bomb, by in enumerate(week.downed_by)
            if by != NONE
        },
        "pending": _pending(state),
    }
    if state.options.month:
        made["month"] = state.options.month
    if week.values != {reason: VALUES[reason] for reason in week.values}:
        made["values"] = week.values
    if week.blast != BLAST:
        made["blast"] = week.blast
    return made


def _pending(state: BuzzState) -> Document:
    """The open decision and what its step has come to; what has its usual value is left out."""
    values: dict[str, Any] = {
        "target": BOMBS[state.week.target] if state.week.target != NONE else None,
        "fired": state.fired,
        "bonus": state.bonus,
        "drawn": state.drawn,
        "agile": state.agile != NONE,
        "exchanged": state.exchanged,
    }
    if state.kind == ANSWERING:
        values |= {"attack": FACES[state.attack], "last": FACES[state.last]}
    kind = "over" if state.kind == OVER else DECISIONS[state.kind]
    actor = CRAFT[state.actor] if state.actor >= 0 else None
    return {"decision": kind, "actor": actor, **{key: value for key, value in values.items() if value}}

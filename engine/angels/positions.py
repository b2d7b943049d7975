"""The exact position as a document, and what a side sees, which is all of it and a few words more."""

from __future__ import annotations

from typing import Any

from engine.angels.abilities import USED, USED_FREE
from engine.angels.hexes import column_row
from engine.angels.state import CAUSES, NONE, State
from engine.angels.terms import (
    ADJUST,
    AIRCRAFT,
    ATTACK,
    CLOUDS,
    DAY,
    DECISIONS,
    DEPLOY,
    DIRECTION,
    EDGES,
    FACINGS,
    FATES,
    FLYING,
    HEX,
    LIGHTS,
    OVER,
    QUALITIES,
    SIDE_OF,
    STATUSES,
    TURN_POSITION,
    UNITS,
)
from engine.angels.victory import REASONS
from engine.core.game import SIDES, Document, Side

FLAGS = ("clouded", "adjusted", "fired", "balked", "directed", "illuminated")
"""Masks of the state that stand with each aircraft; the first is called ``clouds`` there."""
_BY_SIDE = (TURN_POSITION, DIRECTION, AIRCRAFT, ADJUST, ATTACK)
"""Kinds of decision of a side as a whole."""


def document(state: State) -> Document:
    """The position; ``restore`` reads it back. What has its usual value is left out of an aircraft."""
    options = state.options
    made: Document = {
        "turn": state.turn,
        "turns": options.turns,
        "step": DECISIONS[state.kind],
        "active": active(state),
        "first": SIDES[state.first] if state.first != NONE else None,
        "map": {"width": options.width, "height": options.height, "fixed": options.fixed},
        "advanced": options.advanced,
        "options": {"midair": options.midair, "bandits_high": options.bandits_high},
        "clouds": [CLOUDS[band] for band in state.bands] if state.bands else None,
        "night": night(state),
        "flak": [
            {"hex": list(column_row(middle)), "altitude": altitude, "turn": turn}
            for middle, altitude, turn in options.flak
        ],
        "balloons": [list(column_row(place)) for place in options.balloons],
        "victory": state.conditions.document,
        "units": {UNITS[who]: _unit(state, who) for who in state.present},
        "order": [UNITS[who] for who in state.order],
        "awards": [
            [SIDES[side], points, REASONS[reason][0], UNITS[who] if who >= 0 else None]
            for side, points, reason, who in state.awards
        ],
        "credits": [
            [UNITS[by] if by >= 0 else None, UNITS[who], CAUSES[cause], "destroyed" if destroyed else "damaged"]
            for by, who, cause, destroyed in state.credits
        ],
    }
    if state.kind == HEX:
        made["move"] = {
            "left": state.left,
            "used": bool(state.used & USED),
            "extra": bool(state.used & USED_FREE),
            "barred": bool(state.barred),
        }
    if state.situation:
        made["situation"] = state.situation
        made["advantage"] = SIDES[state.advantage]
    if state.kind == DEPLOY:
        made["to_place"] = [UNITS[who] for who in state.to_place]
    if state.quiet and state.kind in _BY_SIDE:
        made["quiet"] = [side for number, side in enumerate(SIDES) if state.quiet >> number & 1]
    if state.kind == DIRECTION:
        made["to_direct"] = state.to_direct if state.to_direct != NONE else None
    if state.scripted:
        made["dice"] = list(state.scripted)
    return made


def active(state: State) -> str | None:
    """The aircraft that decides, or the side."""
    if state.kind == OVER:
        return None
    if state.kind in _BY_SIDE:
        return SIDES[state.actor >> SIDE_OF]
    return UNITS[state.actor]


def night(state: State) -> Document | None:
    """The light, and what helps against the dark."""
    options = state.options
    if options.light == DAY:
        return None
    return {
        "light": LIGHTS[options.light],
        "direction": dict(zip(SIDES, options.direction, strict=True)),
        "searchlights": [side for side, has in zip(SIDES, options.searchlights, strict=True) if has],
    }


def _unit(state: State, who: int) -> Document:
    aircraft = state.sheets[who].aircraft
    made: Document = {
        "side": SIDES[who >> SIDE_OF],
        "aircraft": aircraft.document,
        "pilot": QUALITIES[aircraft.pilot],
        "name": state.names[who],
        "hex": list(column_row(state.place[who])) if state.place[who] else None,
        "facing": FACINGS[state.facing[who]],
        "altitude": state.altitude[who],
        "hits": state.hits[who],
        "status": STATUSES[state.status[who]],
        "speed": state.speed[who],
        "fate": FATES[state.fate[who]],
        "maneuvered": state.maneuvered[who],
        "attacked": state.attacked[who],
    }
    if state.fate[who] != FLYING:
        made["gone"] = state.gone[who]
        made["edge"] = EDGES[state.edge[who]] if state.edge[who] >= 0 else None
    if state.trail[who]:
        made["trail"] = [list(column_row(place)) for place in state.trail[who]]
    for name in FLAGS:
        made["clouds" if name == "clouded" else name] = bool(getattr(state, name) >> who & 1)
    if state.options.hold >> who & 1:
        made["hold"] = True
    return made


def phase(state: State) -> str:
    """The phase of the Game Turn. [A20 Sequence of Play]"""
    if state.kind in (TURN_POSITION, DIRECTION):
        return "initiative"
    return DECISIONS[state.kind] if state.kind in (OVER, DEPLOY, ADJUST, ATTACK) else "movement"


def view(state: State, side: Side | None, decision: Document | None) -> Document:
    """The position with what a reader wants beside it; nothing is hidden in this game."""
    made: dict[str, Any] = document(state)
    made["phase"] = phase(state)
    made["points"] = {side: state.points(number) for number, side in enumerate(SIDES)}
    made["decision"] = decision
    for who in state.present:
        aircraft = state.sheets[who].aircraft
        made["units"][UNITS[who]] |= {
            "type": aircraft.name,
            "short": aircraft.short,
            "quality": QUALITIES[aircraft.pilot],
            "class": aircraft.kind,
            "hit_points": aircraft.hits,
            "crippled": state.crippled(who),
            "moved": who in state.order,
        }
    return made

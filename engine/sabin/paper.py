"""The card of a flight or squadron as it is printed: how it flies and fires, and what counts in a combat. [SABIN]"""

from __future__ import annotations

from typing import Final

from engine.core.dice import signed
from engine.core.errors import EngineError
from engine.core.type_cards import CardFace, CardFigure, TypeCard
from engine.sabin.aircraft import Aircraft
from engine.sabin.campaign import BOMBERS, FIGHTERS, STRENGTH, of_campaign
from engine.sabin.tables import (
    AIRCRAFT,
    HEAVY_ROWS_LOWER,
    HIT_FROM,
    LEAST_BLOCKS,
    LIGHT,
    LOW_AMMUNITION_FROM,
    MOST_AIRCRAFT,
    MOST_BLOCKS,
    ON_BOMBERS,
    ON_THE_TAIL,
    OPPOSITE,
    OUT_OF_THE_SUN,
    SLOW_MOST_BLOCKS,
    SLOW_MOST_ROWS,
    TWO_HITS_FROM,
    WEAK,
)
from engine.sabin.terms import CLIMB, DIVE, HEAVY_TYPE, LATE_HEAVY_TYPE, LEVEL, LIGHT_TYPE, TYPES

TRAITS: Final = {
    "heavy": (
        "Heavy: no climb straight out of a dive, no dive out of a climb or a turn; "
        f"begins {HEAVY_ROWS_LOWER} row lower; two hits on heavy bombers from anywhere."
    ),
    "slow": f"Slow: {SLOW_MOST_BLOCKS} blocks and {SLOW_MOST_ROWS} rows at most in a dive; level it gains little.",
    "weak": "Weak: its fire is less likely to tell.",
    "forward-guns": "Forward guns: nothing is taken off ahead or in the Bomber Phase.",
}
"""[SABIN Heavy Fighters, Slow or Weak Fighters, Light Bombers]"""
TYPE_WORDS: Final = {
    HEAVY_TYPE: "Heavy: two hits at once only from head-on, or by heavy fighters.",
    LATE_HEAVY_TYPE: "Late heavy: two hits at once only by heavy fighters.",
}
"""[SABIN Heavy Bombers]"""
HINTS: Final = {
    "Climbing": "Blocks of a move that begins with a climb",
    "Level": "Blocks of a move that begins level",
    "Diving": "Blocks of a move that begins with a dive",
    "Fire": "Added to the die when it fires",
    STRENGTH: "How many fly together, and at most",
    "Flown as": "What the rules treat it as",
    "A hit from": "What the die shows, with all that is added",
    "Two on bombers": "What the die shows, with all that is added",
}
"""By label, what each figure is. [SABIN Movement, Combat]"""


def type_cards(slug: str) -> tuple[TypeCard, ...]:
    """The one card of its flight or squadron; a campaign's ``slug``. Raises ``EngineError`` where there is none."""
    aircraft = of_campaign(slug)
    if aircraft is None:
        raise EngineError(f"There is no aircraft {slug!r}.")
    kind = FIGHTERS if aircraft.type is None else BOMBERS
    return (TypeCard(kind, _front(aircraft), _back(aircraft)),)


def _front(aircraft: Aircraft) -> CardFace:
    fighters = aircraft.type is None
    fire = _figure("Fire", signed(added) if (added := _fire(aircraft)) else "\N{PLUS-MINUS SIGN}0")
    strength = _figure(STRENGTH, str(AIRCRAFT[fighters]), f"to {MOST_AIRCRAFT[fighters]}")
    chief = (
        (
            _figure("Climbing", _blocks(CLIMB, aircraft)),
            _figure("Level", _blocks(LEVEL, aircraft)),
            _figure("Diving", _blocks(DIVE, aircraft)),
            fire,
        )
        if fighters
        else (strength, fire)
    )
    kind = "Fighters" if aircraft.type is None else TYPES[aircraft.type].replace("-", " ").capitalize()
    words = (
        *((TYPE_WORDS[aircraft.type],) if aircraft.type in TYPE_WORDS else ()),
        *(TRAITS[trait] for trait in aircraft.traits),
    )
    return CardFace(
        "Flight" if fighters else "Squadron",
        chief,
        ((_figure("Flown as", kind), *((strength,) if fighters else ())),),
        words,
        ("Hits", MOST_AIRCRAFT[fighters]),
    )


def _back(aircraft: Aircraft) -> CardFace:
    fighters = aircraft.type is None
    after = (
        f"Hit, or {LOW_AMMUNITION_FROM} on the die when it fired: turn it over, it leaves in its next Phase."
        if fighters
        else "Hits never stop it: it flies on and defends itself."
    )
    return CardFace(
        "One die for both",
        (_figure("A hit from", str(HIT_FROM)), _figure("Two on bombers", str(TWO_HITS_FROM))),
        (),
        (
            f"{signed(ON_BOMBERS)} on bombers",
            f"{signed(ON_THE_TAIL)} same heading and pitch",
            f"{signed(OPPOSITE)} opposite heading, unless both are level",
            f"{signed(OUT_OF_THE_SUN)} out of the sun, on fighters",
            f"{signed(LIGHT)} by light bombers, {signed(WEAK)} by weak fighters",
            after,
        ),
        is_of_all=True,
    )


def _blocks(pitch: int, aircraft: Aircraft) -> str:
    """Blocks of a move that begins so. [SABIN Movement a, Slow Fighters]"""
    most = MOST_BLOCKS[pitch] if "slow" not in aircraft.traits else min(MOST_BLOCKS[pitch], SLOW_MOST_BLOCKS)
    least = LEAST_BLOCKS[pitch]
    return str(least) if least == most else f"{least}\N{EN DASH}{most}"


def _fire(aircraft: Aircraft) -> int:
    return (LIGHT if aircraft.type == LIGHT_TYPE else 0) + (WEAK if "weak" in aircraft.traits else 0)


def _figure(label: str, value: str, beside: str = "") -> CardFigure:
    return CardFigure(label, value, beside, hint=HINTS[label])

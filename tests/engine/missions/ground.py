"""Strikes for tests: aircraft that draw no hands, so that every card of the decks is one for bombs, guns or flak.

``Sky(striker("axis", 1, attacker(bomb={"level": 2}), load="bombs"), NOBODY, target=AIRFIELD, draws=...)``: the first
cards that the Axis draws are those of its strike, the first of the Allies are the flak at it.
"""

from __future__ import annotations

from typing import Any

from engine.core.game import Document
from engine.core.report import AircraftReport, Report
from engine.wildblue.cards import BOMB, DECK_SIZE, FACE, FIRING, SPOILED, STRAFE, card_text
from tests.engine.missions.sky import Sky, armed, interceptor, light_bomber, striker

AIRFIELD: Document = {"slug": "airfield", "area_flak": 0, "target_flak": 0}
"""Military, not Hardened: Hit 1, Direct 2, Vital 3."""
FREIGHTER: Document = {"slug": "freighter", "area_flak": 0, "target_flak": 0}
"""Naval, not Hardened: Hit 1, Direct 2, Vital 4."""
CRUISER: Document = {"slug": "cruiser", "area_flak": 0, "target_flak": 0}
"""Naval, Hardened: Hit 1, Direct 2, Vital 3."""
FACTORY: Document = {"slug": "factory", "area_flak": 0, "target_flak": 0}
"""Industrial, Hardened: Hit 1, Direct 2, Vital 4."""
DROP_ZONE: Document = {"slug": "drop-zone", "area_flak": 0, "target_flak": 0}

IDLE: dict[str, Any] = {"performance": 0, "horsepower": 0, "ceiling": ("very-high", "very-high"), "turbo": True}


def attacker(*loads: str, **ratings: Any) -> Document:
    """A Fighter that holds no cards; it may carry whatever a test loads it with."""
    carries = loads or ("bombs", "torpedoes", "mines", "cargo", "ground-rockets", "drop-tanks")
    return armed(*carries, **IDLE | ratings)


def plodder(*loads: str, **ratings: Any) -> Document:
    """A Light Bomber that holds no cards."""
    carries = loads or ("bombs", "torpedoes", "mines", "cargo", "ground-rockets")
    return light_bomber(*carries, **IDLE | {"gunner": 0} | ratings)


TOUGH: dict[str, Any] = {"damage": (30, 60)}
"""Bears any number of Hits."""
NOBODY = interceptor("allied", 1, attacker(damage=(30, 60)), wingman=False, altitude="high")
"""An enemy that breaks off before the target."""


def lone(flown: Document, altitude: str, load: Any = "bombs", **more: Any) -> Document:
    """A striking Leader without Wingman."""
    return striker("axis", 1, flown, load=load, wingman=False, altitude=altitude, **more)


def _cards(printed: tuple[str, ...], wanted: str) -> str:
    """Quiet cards with these printed results, each card of the deck once."""
    left = [card for card in range(DECK_SIZE) if not SPOILED[card] and not FIRING >> FACE[card] & 1]
    found = []
    for result in wanted.split():
        card = next(card for card in left if printed[card] == result)
        left.remove(card)
        found.append(card_text(card))
    return " ".join(found)


def bombs(wanted: str) -> str:
    """Cards with these Bomb results: "hit vital miss"; no symbol, no fire."""
    return _cards(BOMB, wanted)


def guns(wanted: str) -> str:
    """Cards with these Strafe results: "hit miss"; no symbol, no fire."""
    return _cards(STRAFE, wanted)


NORMAL = "maneuver#4"
SPECIAL = "maneuver#9"
"""Cards with a Normal and with a Special Spoiled Attack symbol that do not fire."""
CALM = "maneuver#2"
"""A card that is nothing as flak."""


def spent(sky: Sky, side: str) -> int:
    """Cards that a side has drawn and shown so far."""
    discarded: int = sky.pile(side)["discard"]
    return discarded


def aircraft(report: Report, name: str) -> AircraftReport:
    """The aircraft of "axis-1 leader"."""
    return next(each for each in report.aircraft if f"{each.unit} {each.seat}" == name)


def damage(sky: Sky) -> int:
    """What the target has suffered, once the Mission is over."""
    target = sky.end().report().target
    assert target
    return target.damage


def over(*units: Document, target: Document = AIRFIELD, **more: Any) -> Sky:
    """A strike up to the Air Strike Step of axis-1."""
    return Sky(*units, NOBODY, target=target, **more).until("axis-1 strike")

"""The Action cards: 110 for each side, read from ``fixtures/cards/wildblue.toml``. [WBY 2.2, 6.2]

A card is an int from 0 to 109, its Card # less one; what is printed on its front is its *face*, an int from 0 to 20.
A set of faces is a bit mask.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.core import fixtures
from engine.core.errors import EngineError

FACES: Final = [
    "maneuver",
    "half-loop",
    "scissors",
    "full-throttle",
    "clouds",
    "vertical-roll",
    "ace-pilot",
    "barrel-roll",
    "chop-throttle",
    "tight-turn",
    "ims-1b1h",
    "ims-1b2h",
    "ims-1b-cockpit",
    "ims-2b2h",
    "ims-2b3h",
    "ims-2b-engine",
    "ims-2b-fuel",
    "ims-3b3h",
    "oots-1b2h",
    "oots-2b3h",
    "oots-3b4h",
]
FACE_NUMBER: Final = {slug: face for face, slug in enumerate(FACES)}
MANEUVER, HALF_LOOP, SCISSORS, FULL_THROTTLE, CLOUDS, VERTICAL_ROLL = range(6)
ACE_PILOT, BARREL_ROLL, CHOP_THROTTLE, TIGHT_TURN = range(6, 10)
IMS_COCKPIT: Final = FACE_NUMBER["ims-1b-cockpit"]
IMS_ENGINE: Final = FACE_NUMBER["ims-2b-engine"]
IMS_FUEL: Final = FACE_NUMBER["ims-2b-fuel"]
IMS_HEAVY_GUN: Final = FACE_NUMBER["ims-2b3h"]
"""What an In My Sights card counts as when played with a Heavy Gun marker. [WBY 9.1.2]"""

ALL_FACES: Final = (1 << len(FACES)) - 1
SPOILED_ATTACK: Final = len(FACES)
"""Stands for a face when a card is played for its Spoiled Attack symbol."""
COUNTER: Final = 1 << len(FACES)
"""Set in the mask of an aircraft that holds a Full Throttle counter. [WBY 6.3]"""
HEAVY_GUN: Final = COUNTER << 1
"""Set in the mask of a Leader who holds a Heavy Gun marker. [WBY 9.1.2]"""


class BadCards(ValueError):
    """The file of cards contradicts itself or the manifest."""


_DATA: Final = fixtures.read("cards", "wildblue.toml")
_FACES: Final = [_DATA["faces"][slug] for slug in FACES]
_CARDS: Final = _DATA["cards"]["list"]

DECK_SIZE: Final = len(_CARDS)
NAMES: Final[tuple[str, ...]] = tuple(face["name"] for face in _FACES)
COPIES: Final[tuple[int, ...]] = tuple(face["count"] for face in _FACES)
COLOUR: Final[tuple[str, ...]] = tuple(face["colour"] for face in _FACES)
BURSTS: Final[tuple[int, ...]] = tuple(face.get("bursts", 0) for face in _FACES)
"""Bursts that each face needs; 0 for cards that do not fire."""
FIRST_FIRING: Final = min(face for face, bursts in enumerate(BURSTS) if bursts)
"""This face and all after it fire."""
HITS: Final[tuple[int, ...]] = tuple(face.get("hits", 0) for face in _FACES)

FACE: Final[tuple[int, ...]] = tuple(FACE_NUMBER[slug] for _, slug, _, _, _ in _CARDS)
"""The face of each card."""
BIT: Final[tuple[int, ...]] = tuple(1 << face for face in FACE)
"""The mask of each card's face."""
BOMB: Final[tuple[str, ...]] = tuple(bomb for _, _, bomb, _, _ in _CARDS)
STRAFE: Final[tuple[str, ...]] = tuple(strafe for _, _, _, strafe, _ in _CARDS)
SPOILED: Final[tuple[str, ...]] = tuple(spoiled for _, _, _, _, spoiled in _CARDS)
"""What is printed on each card for the air-to-ground game: Bomb and Strafe result, Spoiled Attack symbol."""
BOMB_RESULTS: Final = ("miss", "hit", "direct", "vital")
BOMB_RESULT: Final[tuple[int, ...]] = tuple(BOMB_RESULTS.index(result) for result in BOMB)
STRAFE_HIT: Final[tuple[bool, ...]] = tuple(result == "hit" for result in STRAFE)
NORMAL_SPOILED: Final[tuple[bool, ...]] = tuple(symbol == "normal" for symbol in SPOILED)
SPECIAL_SPOILED: Final[tuple[bool, ...]] = tuple(symbol == "special" for symbol in SPOILED)
"""The same by card, as numbers."""

IMS: Final = sum(1 << face for face, slug in enumerate(FACES) if slug.startswith("ims-"))
OOTS: Final = sum(1 << face for face, slug in enumerate(FACES) if slug.startswith("oots-"))
FIRING: Final = IMS | OOTS
ANSWERS: Final[tuple[int, ...]] = (
    *(sum(1 << FACE_NUMBER[slug] for slug in face["answered_by"]) for face in _FACES),
    1 << ACE_PILOT,
)
"""The faces that respond to each face, Full Throttle counters included, and to a Spoiled Attack symbol.

[WBY 6.2, SUP 20.5.5]
"""
ANSWERS_OR_COUNTER: Final = tuple(mask | (COUNTER if mask >> FULL_THROTTLE & 1 else 0) for mask in ANSWERS)


def card_text(card: int) -> str:
    """One card, not only its face: ``maneuver#12``."""
    return f"{FACES[FACE[card]]}#{card + 1}"


_NAMED: Final[dict[str, tuple[int, ...]]] = {card_text(card): (card,) for card in range(DECK_SIZE)} | {
    slug: tuple(card for card in range(DECK_SIZE) if FACE[card] == face) for face, slug in enumerate(FACES)
}


def named(text: str) -> tuple[int, ...]:
    """The card ``maneuver#12``, or all that are ``maneuver``. Raises ``EngineError``."""
    if text not in _NAMED:
        slug, _, number = text.partition("#")
        if slug not in FACE_NUMBER:
            raise EngineError(f"There is no Action card {slug!r}.")
        raise EngineError(f"Card #{number} of the deck is not {slug}.")
    return _NAMED[text]


def check(cards: list[list[object]] = _CARDS) -> None:
    """Raise ``BadCards`` unless the cards add up to the manifest."""
    manifest = _DATA["manifest"]
    if [card[0] for card in cards] != list(range(1, len(cards) + 1)):
        raise BadCards("The cards are not numbered from 1 on.")
    for column, name, expected in (
        (1, "face", {slug: face["count"] for slug, face in _DATA["faces"].items()}),
        (2, "bomb", manifest["bomb"]),
        (3, "strafe", manifest["strafe"]),
        (4, "spoiled", manifest["spoiled"] | {"": len(cards) - sum(manifest["spoiled"].values())}),
    ):
        found = Counter(card[column] for card in cards)
        for value, count in expected.items():
            if found.pop(value, 0) != count:
                raise BadCards(f"The manifest has {count} cards with {name} {value!r}.")
        if found:
            raise BadCards(f"The manifest has no {name} {next(iter(found))!r}.")


check()

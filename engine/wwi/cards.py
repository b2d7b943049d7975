"""The faces of the cards, from ``fixtures/cards/wwi.toml``, and what answers what. [SUP WWI deck, WWI The Cards]

Cards of one face are alike, so a card is its face: a small int. Two faces more stand for a Maneuver and an Immelmann
played as an In My Sights card.
"""

from __future__ import annotations

from typing import Any, Final

from engine.core.fixtures import read

_FACES: Final[dict[str, dict[str, Any]]] = read("cards", "wwi.toml")["faces"]

FACES: Final = tuple(_FACES)
FACE_NUMBER: Final = {slug: face for face, slug in enumerate(FACES)}
COPIES: Final[tuple[int, ...]] = tuple(each["count"] for each in _FACES.values())
ALL_FACES: Final = (1 << len(FACES)) - 1
CARDS: Final = tuple(face for face, count in enumerate(COPIES) for _ in range(count))

MANEUVER: Final = FACE_NUMBER["maneuver"]
IMMELMANN: Final = FACE_NUMBER["immelmann"]
SIDE_SLIP: Final = FACE_NUMBER["side-slip"]
VERTICAL_ROLL: Final = FACE_NUMBER["vertical-roll"]
CHANDELLE: Final = FACE_NUMBER["chandelle"]
FIRST_FIRING: Final = FACE_NUMBER["ims-1b1h"]
"""Faces from here on fire."""
MANEUVER_FIRES: Final = len(FACES)
IMMELMANN_FIRES: Final = len(FACES) + 1
FIRES_AS: Final = {MANEUVER: MANEUVER_FIRES, IMMELMANN: IMMELMANN_FIRES}
"""What a card counts as that is played as an In My Sights card. [WWI Maneuver c, Immelmann c]"""

_AS_FIRE: Final = [_FACES[FACES[face]]["fires_as"] for face in FIRES_AS]
BURSTS: Final[tuple[int, ...]] = (
    *(each.get("bursts", 0) for each in _FACES.values()),
    *(each["bursts"] for each in _AS_FIRE),
)
HITS: Final[tuple[int, ...]] = (
    *(each.get("hits", 0) for each in _FACES.values()),
    *(each["hits"] for each in _AS_FIRE),
)
JAMS: Final[tuple[bool, ...]] = (*(each.get("jam", False) for each in _FACES.values()), False, False)
"""Whether a Jam Check is printed on the card. [WWI Jam Checks]"""
EFFECTS: Final = ("", "fuel-tank", "wounded", "on-fire", "wing", "engine", "tail")
FUEL_TANK, WOUNDED, ON_FIRE, WING, ENGINE, TAIL = range(1, 7)
EFFECT: Final[tuple[int, ...]] = (*(EFFECTS.index(each.get("effect", "")) for each in _FACES.values()), 0, 0)
COLOUR: Final[tuple[str, ...]] = tuple(each["colour"] for each in _FACES.values())
NAMES: Final[tuple[str, ...]] = (
    *(each["name"] for each in _FACES.values()),
    *(f"{_FACES[FACES[face]]['name']} as In My Sights" for face in FIRES_AS),
)


def _mask(slugs: list[str]) -> int:
    return sum(1 << FACE_NUMBER[slug] for slug in slugs)


_ANSWERS: Final = tuple(_mask(each["answered_by"]) for each in _FACES.values())
ANSWERS: Final[tuple[int, ...]] = (*_ANSWERS, _ANSWERS[FIRST_FIRING], _ANSWERS[FIRST_FIRING])
"""By what a card counts as: the mask of the faces that answer it. [WWI The Cards]"""
FIRING: Final = ALL_FACES & ~((1 << FIRST_FIRING) - 1)
"""The mask of In My Sights and Out Of The Sun."""
MOST_BURSTS: Final = max(BURSTS)
FIRES_WITH: Final = tuple(
    sum(1 << face for face in range(FIRST_FIRING, len(FACES)) if BURSTS[face] <= bursts)
    for bursts in range(MOST_BURSTS + 1)
)
"""The firing faces that so many Bursts suffice for."""
COUNTS_AS_NAMES: Final = (*FACES, "maneuver-fires", "immelmann-fires")
COUNTS_AS_NUMBER: Final = {name: number for number, name in enumerate(COUNTS_AS_NAMES)}

"""What to ask somebody who sets up a game of his own, and the set-up of what he answers."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.core.errors import BadSetup
from engine.core.fields import Fields
from engine.core.forms import Option, Question, Questions, choice
from engine.core.game import SIDE_NAMES, SIDES, Document
from engine.sabin.aircraft import Aircraft, catalogue
from engine.sabin.aircraft import aircraft as known
from engine.sabin.setup import ROLL
from engine.sabin.tables import CEILING, MOST_FLIGHTS, MOST_HEAVY_SQUADRONS, TURNS
from engine.sabin.terms import (
    ALTITUDES,
    APPROACHES,
    FIGHTER_BOMBER_TYPE,
    FIGHTER_TRAITS,
    KAMIKAZE_TYPE,
    MOST_UNITS,
    ROWS,
    SKIES,
    TURNING_BACK,
    TYPES,
    UNITS,
)

BOMBERS: Final = "blenheim"
"""Proposed where no bombers are named."""
_AS: Final = {
    "": "its usual kind",
    "fighter": "fighters",
    "heavy": "heavy fighters",
    "slow": "slow fighters",
    "weak": "weak fighters",
    "heavy weak": "heavy, weak fighters",
    "slow weak": "slow, weak fighters",
    TYPES[FIGHTER_BOMBER_TYPE]: "fighter bombers",
    TYPES[KAMIKAZE_TYPE]: "kamikazes",
}
_SKIES: Final = {
    "clear": "without Sun or clouds",
    ROLL: "as the die shows",
    "sun-back-left": "Sun behind on the left",
    "sun-back-right": "Sun behind on the right",
    "sun-front-left": "Sun ahead on the left",
    "sun-front-right": "Sun ahead on the right",
    "low-cloud": "clouds low",
    "high-cloud": "clouds high",
}
_APPROACHES: Final = {ROLL: "as the die shows", "rear": "from behind", "front": "from ahead"}
_ALTITUDES: Final = {"normal": "medium or high", "low": "low", "very-low": "as low as can be"}
_TURNING_BACK: Final = {"behind": "when they are behind", "always": "after every turn", "never": "never"}
assert set(_SKIES) == {*SKIES, ROLL}
assert set(_APPROACHES) == {*APPROACHES, ROLL}
assert set(_ALTITUDES) == set(ALTITUDES)
assert set(_TURNING_BACK) == set(TURNING_BACK)


@cache
def questions() -> Questions:
    """Whose bombers, what is agreed, and the flights of each side."""
    bombers = _aircraft(bombers=True)
    return Questions(
        game=(
            choice("escorting", "Whose bombers", SIDE_NAMES, SIDES[0]),
            choice("bombers", "Bombers", bombers, BOMBERS, "Flown as one squadron if none is among the units below."),
            Question("handicap", "Handicap", "number", 1, help="Points given to the bombers’ side."),
            choice("ceiling", "Interceptors no higher than row", {row: row for row in ROWS}, CEILING),
            choice("altitude", "The bombers fly", _ALTITUDES, ALTITUDES[0]),
            choice("sky", "Sun and clouds", _SKIES, SKIES[0]),
            choice("approach", "Interceptors come", _APPROACHES, ROLL),
            Question("turns", "Turns", "number", TURNS, least=1, most=TURNS),
            choice("turning_back", "The bombers may turn back", _TURNING_BACK, "behind"),
            Question("weak_exempt", "Weak interceptors fire at bombers like others", "switch", default=False),
        ),
        unit=(
            choice("aircraft", "Aircraft", (Option("", "–"), *_aircraft(), *bombers)),
            choice("as", "Flown as", _AS),
            Question("size", "How many aircraft", "number", 0, most=18, help="0: as usual."),
        ),
        units=MOST_FLIGHTS + MOST_HEAVY_SQUADRONS,
    )


def setup_of(answers: Document) -> Document:
    """The set-up document of a game. Raises ``BadSetup``."""
    read = Fields("The skirmish", answers, BadSetup)
    escorting = SIDES[read.choice("escorting", SIDES, SIDES[0])]
    units: list[Document] = []
    for side in SIDES:
        rows = read.fields("units").items(side)
        given = [_unit(side, row, escorting) for row in rows]
        if side == escorting and not any(unit["role"] == "bomber" for unit in given):
            given.insert(0, _unit(side, {"aircraft": read.text("bombers", BOMBERS)}, escorting))
        if len(given) > MOST_UNITS:
            raise read.refuse(f"a side has at most {MOST_UNITS} units. [SABIN Units]")
        given.sort(key=lambda unit: unit["role"] != "bomber")
        names = [name for name in UNITS if name.startswith(side)]
        units += [unit | {"id": name} for name, unit in zip(names, given, strict=False)]
    return {
        "kind": "dogfight",
        "escorting": escorting,
        "handicap": read.number("handicap", 1),
        "ceiling": read.text("ceiling", CEILING),
        "altitude": read.text("altitude", ALTITUDES[0]),
        "turns": read.number("turns", TURNS, least=1, most=TURNS),
        "units": units,
        "options": {
            "sky": read.text("sky", SKIES[0]),
            "approach": read.text("approach", ROLL),
            "turning_back": read.text("turning_back", "behind"),
            "weak_exempt": read.flag("weak_exempt"),
        },
    }


def _unit(side: str, row: object, escorting: str) -> Document:
    """One unit as the form tells of it: bombers by what the aircraft is, or by what it is flown as."""
    read = Fields(f"The {side} side’s unit", row, BadSetup)
    slug = read.text("aircraft", None)
    aircraft = read.made(known, slug)
    flown_as = read.text("as")
    if flown_as not in _AS:
        raise read.refuse(f"'as' is {flown_as!r}, which is not known here.")
    made: Document = {"side": side, "aircraft": slug}
    bombers = aircraft.type is not None or flown_as in TYPES
    if bombers:
        made["role"] = "bomber"
        if flown_as in TYPES:
            made["type"] = flown_as
        elif flown_as:
            raise read.refuse(f"{aircraft.name} cannot be flown as fighters.")
    else:
        made["role"] = "escort" if side == escorting else "interceptor"
        if flown_as:
            made["traits"] = [trait for trait in FIGHTER_TRAITS if trait in flown_as.split()]
    size = read.number("size", 0)
    return made | {"size": size} if size else made


def _aircraft(*, bombers: bool = False) -> tuple[Option, ...]:
    """The aircraft of one kind as options, by side and name."""
    of_kind: list[Aircraft] = [each for each in catalogue().values() if (each.type is not None) == bombers]
    what = "bombers" if bombers else "fighters"
    return tuple(
        Option(each.slug, each.name, f"{SIDE_NAMES[each.side]} {what}")
        for each in sorted(of_kind, key=lambda each: (each.side, each.name))
    )

"""What to ask somebody who sets up a battle of his own, and the set-up of what he answers."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from engine.angels.aircraft import catalogue
from engine.angels.flights import BOMBERS, ESCORT_MAP, MOST, MOST_POINTS, NATIONS, THEATERS, YEARS
from engine.angels.flights import POINTS as USUAL_POINTS
from engine.angels.situations import ESCORT, SITUATIONS, TITLES
from engine.angels.tables import (
    FLAK_ALTITUDES,
    HEIGHT,
    MOST_BALLOONS,
    MOST_DIRECTION,
    MOST_FLAK,
    TURNS,
    WIDTH,
)
from engine.angels.terms import QUALITIES
from engine.core.errors import BadSetup
from engine.core.fields import Fields
from engine.core.forms import Option, Question, Questions, choice
from engine.core.game import SIDE_NAMES, SIDES, Document

ROLLED: Final = "roll"
BOMBER: Final = "medium-bomber-token"


@cache
def questions() -> Questions:
    """A Standard Scenario, or bombers and their escort, under any conditions."""
    theaters = {"": "Any"} | {slug: table["title"] for slug, table in THEATERS.items()}
    situations = {ROLLED: "By the die"} | {str(each): f"{each} {TITLES[each]}" for each in SITUATIONS if each != ESCORT}
    pilots = {"": "As on the card"} | {each: each.capitalize() for each in QUALITIES}
    return Questions(
        game=(
            Question("turns", "Game Turns", "number", TURNS, least=1),
            Question(
                "points",
                "Points for a flight",
                "number",
                0,
                most=MOST_POINTS,
                help=f"{USUAL_POINTS} is usual: {MOST} aircraft at most, of the side’s own nations. 0: as you like.",
            ),
            Question("year", "Year", "number", 0, most=YEARS[1], help="No later aircraft; 0: any year."),
            choice("theater", "Theater", theaters, help="Only nations that fought there."),
            choice(
                "escort",
                "Bombers to escort",
                {"": "None"} | SIDE_NAMES,
                help=f"{BOMBERS} medium bombers of this side cross the map; it stands in place of a situation.",
            ),
            choice("situation", "Starting situation", situations, ROLLED),
            choice("advantage", "Advantage", {ROLLED: "By the die"} | SIDE_NAMES, ROLLED),
            Question("advanced", "Advanced rules: tailing and status", "switch", default=True),
            Question("midair", "Midair collisions", "switch", default=False),
            Question("bandits_high", "A 6 that could not hit otherwise is one hit", "switch", default=False),
            choice("clouds", "Clouds", {"": "None", "random": "By the die"}),
            choice("night", "Light", {"": "Day", "moonlight": "Moonlight", "darkness": "Darkness"}),
            *(
                Question(
                    f"direction_{side}",
                    f"{name} fighters under direction",
                    "number",
                    0,
                    most=MOST_DIRECTION,
                    help="At night.",
                )
                for side, name in SIDE_NAMES.items()
            ),
            choice("searchlights", "Searchlights at night", {"": "–"} | SIDE_NAMES),
            Question("flak", "Flak fields", "number", 0, most=MOST_FLAK),
            Question("balloons", "Barrage balloons", "number", 0, most=MOST_BALLOONS),
        ),
        unit=(
            choice("aircraft", "Aircraft", (Option("", "–"), *_aircraft())),
            choice("pilot", "Pilot", pilots, help="Another pilot changes what the aircraft costs."),
            Question("name", "Pilot’s name", "text", "", most=60),
        ),
        units=MOST,
    )


def setup_of(answers: Document) -> Document:
    """The set-up document of a battle. Raises ``BadSetup``."""
    read = Fields("The skirmish", answers, BadSetup)
    escort = ("", *SIDES)[read.choice("escort", ("", *SIDES), "")]
    setup: dict[str, Any] = {
        "turns": read.number("turns", TURNS, least=1),
        "advanced": read.flag("advanced", True),
        "options": {name: read.flag(name) for name in ("midair", "bandits_high")},
        "points": read.number("points", 0, most=MOST_POINTS),
        "year": read.number("year", 0, most=YEARS[1]),
        "theater": read.text("theater"),
        "situation": ESCORT if escort else _situation(read.text("situation", ROLLED)),
        "advantage": SIDES[1 - SIDES.index(escort)] if escort else read.text("advantage", ROLLED),
        "victory": {"scenario": "escort", "side": escort} if escort else {"scenario": "standard"},
        "clouds": read.text("clouds") or None,
        "night": _night(read),
        "units": _units(read, escort),
    }
    return setup | _map(read, escort)


def _situation(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else text


def _night(read: Fields) -> Document | None:
    """The light and what helps against the dark; nothing by day. [A20 Night Combat]"""
    light = read.text("night")
    if not light:
        return None
    lit = read.text("searchlights")
    return {
        "light": light,
        "direction": {side: read.number(f"direction_{side}", 0, most=MOST_DIRECTION) for side in SIDES},
        "searchlights": [lit] if lit else [],
    }


def _map(read: Fields, escort: str) -> Document:
    """The map, and flak and balloons spread across its middle; with them, or with bombers, it stays in its place."""
    width, height = (ESCORT_MAP, ESCORT_MAP) if escort else (WIDTH, HEIGHT)
    flak, balloons = read.number("flak", 0, most=MOST_FLAK), read.number("balloons", 0, most=MOST_BALLOONS)
    return {
        "map": {"width": width, "height": height, "fixed": bool(escort or flak or balloons)},
        "flak": [
            {"hex": place, "altitude": FLAK_ALTITUDES[number % len(FLAK_ALTITUDES)]}
            for number, place in enumerate(_spread(flak, width, height // 2 - 1))
        ],
        "balloons": _spread(balloons, width, height // 2 + 1),
    }


def _spread(number: int, width: int, row: int) -> list[list[int]]:
    """So many hexes, evenly apart, in as many rows as it takes, from ``row`` on."""
    most = width // 2
    rows = [min(most, number - first) for first in range(0, number, most)]
    return [
        [(2 * each + 1) * width // (2 * size) + 1, row + below]
        for below, size in enumerate(rows)
        for each in range(size)
    ]


def _units(read: Fields, escort: str) -> list[Document]:
    """The aircraft that were chosen, and the bombers."""
    given = read.fields("units")
    units: list[Document] = []
    for side in SIDES:
        rows = given.items(side)
        if len(rows) > MOST:
            raise given.refuse(f"the {side} side has {len(rows)} aircraft; {MOST} are the most. [A20 Building Flights]")
        for number, entry in enumerate(rows, 1):
            row = Fields(f"The {side} side’s aircraft {number}", entry, BadSetup)
            unit = {"id": f"{side}-{number}", "side": side, "aircraft": row.text("aircraft", None)}
            pilot, name = row.text("pilot"), row.text("name").strip()
            units.append(unit | ({"pilot": pilot} if pilot else {}) | ({"name": name} if name else {}))
        if side == escort:
            first = len(rows) + 1
            units += [
                {"id": f"{side}-{number}", "side": side, "aircraft": BOMBER} for number in range(first, first + BOMBERS)
            ]
    return units


def _aircraft() -> list[Option]:
    """Every aircraft, by nation; bombers last."""

    def group(table: Document) -> str:
        return NATIONS.get(table.get("nation", ""), "Others")

    fighters = [(slug, table) for slug, table in catalogue().items() if not table["angels"].get("token")]
    bombers = [(slug, table) for slug, table in catalogue().items() if table["angels"].get("token")]
    fighters.sort(key=lambda each: (each[1]["side"], group(each[1]), each[1]["name"]))
    return [
        *(Option(slug, table["name"], group(table), _note(table)) for slug, table in fighters),
        *(Option(slug, table["name"], "Bombers", _note(table)) for slug, table in bombers),
    ]


def _note(table: Document) -> str:
    """What to know of an aircraft where one chooses."""
    figures = table["angels"]
    return f"{figures['pilot']}, {table['in_service'][:4]}, {figures['cost']} points"

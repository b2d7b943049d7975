"""What to ask somebody who sets up a dogfight of his own, and the set-up of what he answers."""

from __future__ import annotations

from functools import cache

from engine.core.errors import BadSetup
from engine.core.fields import Fields
from engine.core.forms import Option, Question, Questions, choice
from engine.core.game import Document
from engine.wwi.aircraft import catalogue
from engine.wwi.setup import MOST_POINTS, OPTIONS
from engine.wwi.tables import MOST_TURNS, POINTS, TURNS, YEAR
from engine.wwi.terms import ALL_SIDES, MOST_UNITS, MOST_WINGMEN, WINS

GROUPS = {"allied": "Entente", "axis": "Central Powers"}
_WINS = {
    "leader": "Shoot down the enemy’s Leaders",
    "points": "Victory Points, when one side alone is left",
    "last": "The last Leader in the air",
    "first-kill": "The first Leader shot down",
    "turns": "Victory Points after these turns",
}
_OPTIONS = {
    "mixed_flights": "Wingmen of another type than their Leader",
    "extra_leaders": "More than one Leader a side",
    "teams": "Two teams, taking turns",
    "free_for_all": "All against all",
}


@cache
def questions() -> Questions:
    """A dogfight: how it is won, for how many points, when, and which flights."""
    types = _aircraft()
    return Questions(
        game=(
            choice("win", "How it is won", _WINS, WINS[0]),
            Question("turns", "Turns", "number", TURNS, least=1, most=MOST_TURNS, help="After these it is over."),
            Question("points", "Points a side", "number", POINTS, most=MOST_POINTS, help="0: as many as you like."),
            choice("year", "Year", {str(year): str(year) for year in range(1915, 1919)}, str(YEAR)),
            *(Question(name, _OPTIONS[name], "switch", default=name == "extra_leaders") for name in OPTIONS),
        ),
        unit=(
            choice("aircraft", "Leader’s aircraft", (Option("", "–"), *types)),
            Question("wingmen", "Wingmen", "number", 1, most=MOST_WINGMEN),
            choice("wingman_aircraft", "Wingmen’s aircraft", (Option("", "as the Leader’s"), *types)),
            Question("pilot", "Leader’s name", "text", "", most=60),
        ),
        units=MOST_UNITS,
    )


def setup_of(answers: Document) -> Document:
    """The set-up document of a dogfight. Raises ``BadSetup``."""
    read = Fields("The skirmish", answers, BadSetup)
    units = []
    for side in ALL_SIDES:
        for number, row in enumerate(read.fields("units").items(side), 1):
            given = Fields(f"The {side} side’s flight {number}", row, BadSetup)
            pilot = given.text("pilot").strip()
            count = given.number("wingmen", 0, most=MOST_WINGMEN)
            other = given.text("wingman_aircraft")
            units.append(
                {
                    "id": f"{side}-{number}",
                    "aircraft": given.text("aircraft", None),
                    "wingmen": [other] * count if other else count,
                    "leader_pilot": {"name": pilot} if pilot else None,
                }
            )
    year = read.text("year", str(YEAR))
    if not year.isdecimal() or len(year) != 4:
        raise read.refuse("'year' must be a year such as 1917.")
    return {
        "win": WINS[read.choice("win", WINS, WINS[0])],
        "turns": read.number("turns", TURNS, least=1, most=MOST_TURNS),
        "points": read.number("points", POINTS, most=MOST_POINTS),
        "year": int(year),
        "options": {name: read.flag(name) for name in OPTIONS},
        "units": units,
    }


def _aircraft() -> list[Option]:
    return sorted(
        (
            Option(
                slug,
                table["name"],
                GROUPS[table["side"]],
                f"{table['in_service'][:4]}, {table['wwi']['points']} points, Wingman {table['wwi']['wingman_points']}",
            )
            for slug, table in catalogue().items()
        ),
        key=lambda option: (option.group, option.label),
    )

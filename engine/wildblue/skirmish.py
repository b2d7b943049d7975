"""What to ask somebody who sets up a dogfight of his own, and the set-up of what he answers."""

from __future__ import annotations

from functools import cache

from engine.core.errors import BadSetup
from engine.core.fields import Fields
from engine.core.forms import Option, Question, Questions, choice
from engine.core.game import SIDE_NAMES, SIDES, Document
from engine.wildblue.aircraft import catalogue
from engine.wildblue.setup import OPTIONS
from engine.wildblue.tables import TURNS
from engine.wildblue.terms import MOST_UNITS

_OPTION_LABELS = {
    "evading_gunners": "Gunners may fire while their Leader evades",
    "clouds_exit_scores": "Who leaves through Clouds scores like who Disengages",
}


@cache
def questions() -> Questions:
    """A dogfight: how long, when, and which Elements."""
    return Questions(
        game=(
            Question("turns", "Game-Turns", "number", TURNS, least=1),
            Question("month", "Month", "text", "", most=7, help="Year and month, such as 1941-04; aircraft must fit."),
            Question("balance", "Give the weaker side points for balance", "switch", default=False),
            *(Question(name, _OPTION_LABELS[name], "switch", default=False) for name in OPTIONS),
        ),
        unit=(
            choice("aircraft", "Aircraft", (Option("", "–"), *_fighters())),
            Question("wingman", "With a Wingman", "switch", default=True),
            Question("pilot", "Leader’s name", "text", "", most=60),
            Question("skills", "Leader’s Skills", "text", "", most=20, help="Letters apart by spaces: A D."),
        ),
        units=MOST_UNITS // 2,
    )


def setup_of(answers: Document) -> Document:
    """The set-up document of a dogfight. Raises ``BadSetup``."""
    read = Fields("The skirmish", answers, BadSetup)
    units = []
    for side in SIDES:
        for number, row in enumerate(read.fields("units").items(side), 1):
            given = Fields(f"The {side} side’s unit {number}", row, BadSetup)
            pilot = {"name": given.text("pilot").strip(), "skills": given.text("skills").upper().split()}
            units.append(
                {
                    "id": f"{side}-{number}",
                    "side": side,
                    "aircraft": given.text("aircraft", None),
                    "wingman": given.flag("wingman", True),
                    "leader_pilot": pilot if any(pilot.values()) else None,
                }
            )
    return {
        "kind": "dogfight",
        "turns": read.number("turns", TURNS, least=1),
        "month": read.text("month").strip(),
        "units": units,
        "bonus": "balance" if read.flag("balance") else None,
        "options": {name: read.flag(name) for name in OPTIONS},
    }


def _fighters() -> list[Option]:
    return sorted(
        (
            Option(slug, table["name"], SIDE_NAMES.get(table["side"], "Other"))
            for slug, table in catalogue().items()
            if table["class"] == "fighter"
        ),
        key=lambda option: (option.group, option.label),
    )
